"""Robots at a running table of sticks: they throw, leave room for people, and mend what the eye got wrong."""

import threading
from dataclasses import replace

import pytest

from games.magicians import Jump, Phase, Throw
from games.sticks import KIT, table_to_dict
from simulation.robots.company import Company, draw_game, set_table
from simulation.robots.magicians.seated import StickRobots
from simulation.robots.magicians.self_play import draw_setup
from simulation.robots.seated import PATIENCE_S, Restarted
from simulation.robots.setup import adopt
from simulation.sticks import StickTable
from table.command import Accepted, CountThrow, NewGame, Submit, Undo

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def seat(seat_robots, fake_stick_eye, short_game):
    def make(seed=6, **options):
        setup, table = draw_setup(seed, vary=False), StickTable(seed, size=(160, 90))
        return seat_robots(StickRobots, setup, table, fake_stick_eye, **options)

    return make


@pytest.fixture(autouse=True)
def patient_about_missing(impatient, monkeypatch):
    monkeypatch.setitem(PATIENCE_S, "missing", 30.0)


@pytest.fixture
def bad(monkeypatch):
    """Let throws fall so that they must be thrown again as often as this."""
    return lambda share: monkeypatch.setattr(
        "simulation.robots.magicians.seated.StickSelfPlay.__init__.__defaults__", (share,)
    )


def test_robots_play_to_the_end_with_nobody_at_the_phones(seat):
    table = seat()
    assert table.robots.play(table.setup) is True
    assert table.state.over
    assert table.lines[-1] == f"{table.state.players[table.state.winner]} won."


def test_robots_mend_what_the_eye_gets_wrong(seat, monkeypatch):
    monkeypatch.setitem(PATIENCE_S, "missing", 4.0)
    ways = {2: "wrong", 5: "ask", 7: "miss", 9: "again"}
    table = seat(fail=lambda n: ways.get(n, ""))
    assert table.robots.play(table.setup) is True
    assert table.state.over


def test_void_throws_are_thrown_again_whether_the_eye_notices_them_or_not(seat, bad):
    bad(0.4)
    table = seat(5, fail=lambda n: "blind" if n % 2 else "")
    assert table.robots.play(table.setup) is True
    throws = [event for event in table.events if isinstance(event, Throw)]
    assert table.camera.table.lying
    assert len(throws) > 3


def test_a_void_throw_that_people_let_count_counts(seat, bad, monkeypatch):
    bad(1.0)
    table = seat()
    counted = threading.Event()

    def count(snapshot):
        if snapshot.throw is not None and snapshot.throw.again and not counted.is_set():
            counted.set()
            table.host.post(CountThrow(snapshot.throw.number))
        if counted.is_set() and snapshot.history and snapshot.history.events:
            table.robots.stop()

    table.host.listeners.append(count)
    table.robots.play(table.setup)
    assert isinstance(table.events[0], Throw)


def test_a_seat_with_a_phone_decides_for_itself(seat):
    table = seat(held=lambda player: player == "Ann")
    chosen = []

    def decide(snapshot):
        game = snapshot.history
        if game is not None and any(isinstance(event, Jump) for event in game.events) and chosen:
            table.robots.stop()
        if game is None or game.state.phase is not Phase.MOVING or game.state.turn != 0 or chosen:
            return
        view = snapshot.view(0)["moves"]
        if view["magician"]["to"]:
            chosen.append(view["magician"]["to"][-1])
            table.host.post(Submit({"event": "jump", "to": chosen[0]}))

    table.host.listeners.append(decide)
    table.robots.play(table.setup)
    own = [event for event in table.events if isinstance(event, Jump) and event.to == chosen[0]]
    assert own


def test_a_phone_that_never_decides_is_decided_for_in_the_end(seat, monkeypatch):
    monkeypatch.setattr("simulation.robots.seated.PHONE_S", 0.02)
    table = seat(held=lambda player: True)
    assert table.robots.play(table.setup) is True


def test_a_throw_that_people_declare_void_is_thrown_again(seat):
    table = seat()
    voided = threading.Event()

    def void(snapshot):
        game = snapshot.history
        if not voided.is_set() and game and game.events and isinstance(game.events[-1], Throw):
            voided.set()
            table.host.post(Submit({"event": "again", "reason": "other"}))

    table.host.listeners.append(void)
    assert table.robots.play(table.setup) is True
    assert voided.is_set()


def test_a_game_begun_by_a_phone_is_noticed(seat):
    table = seat()
    begun = threading.Event()
    other = {"game": "magicians", "players": ["Uma", "Vic", "Wim"], "dealer": 2, "rules": {}}

    def begin(snapshot):
        if not begun.is_set() and snapshot.history and len(snapshot.history.events) > 2:
            begun.set()
            table.host.post(NewGame(other))

    table.host.listeners.append(begin)
    with pytest.raises(Restarted):
        table.robots.play(table.setup)
    adopted = adopt(table.host.snapshot.history.header, 5)
    assert table.robots.play(adopted, begun=True) is True
    assert table.state.players == ("Uma", "Vic", "Wim")


def test_stopping_and_a_host_that_has_ended_end_the_game_at_once(seat):
    table = seat()
    table.robots.stop()
    assert table.robots.play(table.setup) is False
    other = seat()
    other.host.close()
    assert other.robots.play(other.setup) is False
    assert not isinstance(other.host.post(Undo(1)).result(), Accepted)


def test_each_game_has_its_own_robots_and_its_own_table(monkeypatch):
    sticks, cards = draw_game("magicians", 3), draw_game("wizard", 3)
    other = (("magic", "destiny", "force"),) * 3
    drawn = table_to_dict(other)
    played, tables = [], []
    for name in ("WizardRobots", "StickRobots"):
        monkeypatch.setattr(
            f"simulation.robots.company.{name}.play", lambda self, *_, **__: played.append(type(self))
        )
    for name in ("SimulatedTable", "StickTable"):
        monkeypatch.setattr(
            f"simulation.robots.company.{name}", lambda *values, name=name, **_: tables.append((name, values))
        )
    company = Company(None, None, None)
    for setup in (
        sticks,
        cards,
        replace(sticks, rules={"sticks": drawn}),
        replace(sticks, rules={"sticks": "untied"}),
    ):
        set_table(setup)
        company.play(setup)
    assert [each.__name__ for each in played] == ["StickRobots", "WizardRobots", "StickRobots", "StickRobots"]
    assert tables == [
        ("StickTable", (3, KIT)),
        ("SimulatedTable", (3, 4, "us")),
        ("StickTable", (3, other)),
        ("StickTable", (3, KIT)),
    ]
