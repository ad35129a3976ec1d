"""Robots at a running table of Probe: they type, draw, ask, leave room for people, and mend what is wrong."""

import threading

import pytest

from games.probe import Ask, Draw, Phase, Word
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.pile import PileTable
from simulation.robots.company import Company, draw_game, set_table
from simulation.robots.probe.deck import house_deck
from simulation.robots.probe.seated import ProbeRobots
from simulation.robots.probe.self_play import draw_setup
from simulation.robots.seated import PATIENCE_S, Restarted
from table.command import NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.view.lamps import tie
from table.watch import Watch

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def seat(seat_robots, fake_pile_eye):
    def make(seed=6, players=3, **options):
        setup, table = draw_setup(seed, players, vary=False), PileTable(seed, players, (160, 90))
        return seat_robots(ProbeRobots, setup, table, fake_pile_eye, **options)

    return make


@pytest.fixture(autouse=True)
def patient_about_missing(impatient, monkeypatch):
    monkeypatch.setitem(PATIENCE_S, "missing", 30.0)


@pytest.mark.parametrize("players", [2, 3])
def test_robots_play_to_the_end_with_nobody_at_the_phones(seat, players):
    table = seat(players=players)
    assert table.robots.play(table.setup) is True
    assert table.state.over
    assert table.lines[-1].endswith(" won.")
    assert sum(isinstance(event, Word) for event in table.events) == (4 if players == 2 else 3)


def test_robots_mend_what_the_eye_gets_wrong(seat, monkeypatch):
    monkeypatch.setitem(PATIENCE_S, "missing", 4.0)
    ways = {2: "wrong", 3: "ask", 5: "miss"}
    table = seat(fail=lambda n: ways.get(n, ""))
    drawn = []
    table.host.listeners.append(lambda snapshot: drawn.append(snapshot))
    assert table.robots.play(table.setup) is True
    assert table.state.over
    assert any(snapshot.questions and not snapshot.questions[0].sure for snapshot in drawn)


def test_no_card_counts_before_somebody_confirmed_it(seat):
    table = seat()
    pressed, counted, confirmed = [], set(), []

    def note(snapshot):
        events = () if snapshot.history is None else snapshot.history.events
        if events and isinstance(events[-1], Draw) and len(events) not in counted:
            counted.add(len(events))
            # Robots press again where a busy machine takes its time: more presses than cards are well.
            confirmed.append(len(pressed) >= len(counted))

    table.host.listeners.append(note)
    press = table.robots._panel.press
    table.robots._panel.press = lambda button: (pressed.append(button), press(button))
    assert table.robots.play(table.setup) is True
    assert confirmed and all(confirmed)


def test_a_seat_with_a_phone_hides_its_own_word_and_asks_for_itself(seat):
    table = seat(held=lambda player: player == "Ann")
    asked = []

    def decide(snapshot):
        game = snapshot.history
        if game is None or snapshot.questions:
            return
        state = game.state
        if state.phase is Phase.SETUP and not state.seats[0].ready:
            table.host.post(Submit({"event": "word", "player": 0, "word": "zebra."}))
        elif state.phase is Phase.ASK and state.turn == 0 and not asked:
            asked.append(state.targets[0])
            table.host.post(Submit({"event": "ask", "player": 0, "of": asked[0], "sign": "z"}))
        elif asked and any(isinstance(event, Ask) and event.sign == "Z" for event in game.events):
            table.robots.stop()

    table.host.listeners.append(decide)
    table.robots.play(table.setup)
    assert Word(0, "ZEBRA.") in table.events
    assert Ask("Z", asked[0], 0) in table.events


def test_a_phone_that_never_decides_is_decided_for_in_the_end(seat, monkeypatch):
    monkeypatch.setattr("simulation.robots.seated.PHONE_S", 0.02)
    monkeypatch.setattr("simulation.robots.probe.seated.AT_LEISURE_S", 0.02)
    table = seat(held=lambda player: True)
    assert table.robots.play(table.setup) is True


def test_a_word_that_its_owner_keeps_to_himself_is_answered_by_him_alone(seat, monkeypatch):
    monkeypatch.setattr("simulation.robots.seated.PHONE_S", 0.02)
    table = seat(held=lambda player: player == "Bo")
    answered = []

    def answer(snapshot):
        game = snapshot.history
        if game is None or snapshot.questions:
            return
        state = game.state
        if state.phase is Phase.SETUP and not state.seats[1].ready:
            table.host.post(Submit({"event": "ready", "player": 1, "spaces": 5}))
        elif state.phase is Phase.ANSWER and state.turn == 1:
            if answered:
                table.robots.stop()
            answered.append(state.question.sign)
            table.host.post(Submit({"event": "no", "player": 1}))

    table.host.listeners.append(answer)
    table.robots.play(table.setup)
    assert answered


def test_a_game_begun_by_a_phone_is_noticed(seat):
    table = seat()
    begun = threading.Event()
    other = {"game": "probe", "players": ["Uma", "Vic"], "dealer": 1, "rules": {}}

    def begin(snapshot):
        if not begun.is_set() and snapshot.history and len(snapshot.history.events) > 4:
            begun.set()
            assert isinstance(table.host.post(NewGame(other)), object)

    table.host.listeners.append(begin)
    with pytest.raises(Restarted):
        table.robots.play(table.setup)


def test_the_company_sets_the_house_deck_on_the_table_and_calls_its_robots(fake_pile_eye):
    table = set_table(draw_game("probe", 3))
    assert isinstance(table, PileTable) and table.seats == 4
    assert table.deck == house_deck()
    setup, small = draw_game("probe", 3, 2), PileTable(3, 2, (160, 90))
    camera = SimulatedCamera(small)
    with Host(Journal(":memory:")).start() as host:
        panel = SimulatedPanel()
        watch = Watch(host, lambda: camera, fake_pile_eye(small), pace=0.001)
        loosen = tie(host, panel)
        watch.start()
        company = Company(host, camera, panel, lambda each: small, speed=200.0)
        assert company.play(setup) is True
        assert host.snapshot.history.state.over
        watch.stop()
        loosen()
