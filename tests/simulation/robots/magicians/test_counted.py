"""The fast demo of throwing sticks counts honestly: truth from the robots, an eye that fails when told to."""

import json

import pytest

from simulation.devices import SimulatedCamera
from simulation.robots.counted import DemoError
from simulation.robots.magicians.counted import StickCounts, StickGame, total
from simulation.robots.magicians.self_play import StickSelfPlay, draw_setup
from simulation.sticks import StickTable
from table.host import Host
from table.journal import Journal

pytestmark = pytest.mark.usefixtures("unpainted")

SIZE = (160, 90)
NOTHING_WRONG = dict.fromkeys(
    ("asked", "doubts", "missed", "silent_errors", "corrected", "false_again", "missed_again", "out_of_step"),
    0,
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr("simulation.robots.magicians.counted.AT_REST", 3)
    monkeypatch.setattr("simulation.robots.magicians.counted.BEFORE_ANSWER", 1)


@pytest.fixture
def play(fake_stick_eye, short_game):
    """Play one short game with an eye that fails by `fail(n)`; give its figures."""
    hosts = []

    def run(seed=4, fail=lambda n: "", bad=0.0, vary=False) -> StickCounts:
        setup = draw_setup(seed, vary=vary)
        table = StickTable(seed, size=SIZE)
        host = Host(Journal(":memory:"))
        hosts.append(host)
        self_play, camera = StickSelfPlay(setup, bad), SimulatedCamera(table)
        return StickGame(1, setup, self_play, camera, fake_stick_eye(table, fail), host).play()

    yield run
    for host in hosts:
        host.close()


def counted(figures, **expected):
    """Hold all that can go wrong to what is expected, and the rest to nothing."""
    values = figures.as_dict()
    assert {name: values[name] for name in NOTHING_WRONG} == NOTHING_WRONG | expected
    assert figures.sheet_correct


def test_a_perfect_eye_asks_nothing_and_the_sheet_is_right(play):
    figures = play()
    counted(figures)
    assert figures.throws > 10
    assert figures.duels
    assert figures.winners


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_table_agreed_on_is_played_to_its_end(play, seed):
    counted(play(seed, vary=True))


def test_a_silent_error_is_counted_and_put_right(play):
    counted(play(fail=lambda n: "wrong" if n in (2, 9) else ""), silent_errors=2, corrected=2)


def test_an_unsure_stick_is_asked_about_and_is_no_error(play):
    counted(play(3, fail=lambda n: "ask" if n in (3, 6, 10) else ""), asked=3)


def test_a_throw_that_is_never_seen_is_entered_by_hand(play):
    counted(play(fail=lambda n: "miss" if n in (3, 8) else ""), missed=2)


def test_a_good_throw_that_the_table_refuses_is_counted_all_the_same(play):
    counted(play(fail=lambda n: "again" if n in (4, 7) else ""), false_again=2)


def test_void_throws_are_thrown_again_for_the_reason_they_have(play):
    figures = play(5, bad=0.25)
    counted(figures)
    assert figures.void == figures.again > 2
    assert figures.again_differs == 0
    assert figures.throws > figures.void


def test_a_void_throw_that_is_taken_is_counted_and_thrown_again(play):
    figures = play(5, bad=0.25, fail=lambda n: "blind")
    assert 0 < figures.missed_again <= figures.void
    assert figures.missed_again + figures.again == figures.void
    assert figures.silent_errors == 0
    assert figures.sheet_correct


def test_an_eye_that_errs_in_every_way_still_leaves_a_right_sheet(play):
    ways = {7: "wrong", 5: "ask", 11: "miss", 3: "again"}
    figures = play(1, bad=0.15, fail=lambda n: next((way for step, way in ways.items() if n % step == 0), ""))
    assert figures.silent_errors
    assert figures.asked
    assert figures.missed
    assert figures.false_again
    assert figures.sheet_correct


def test_figures_are_ready_for_json_and_for_people(play):
    figures = play()
    values = json.loads(json.dumps(figures.as_dict()))
    wanted = {"game", "throws", "sticks", "asked", "again", "false_again", "missed_again", "silent_errors"}
    assert wanted | {"sheet_correct"} <= set(values)
    assert "sheet right" in figures.line()
    assert total([figures]).startswith(f"1 games, {figures.throws} throws, {figures.sticks} sticks: 0 asked")


def test_the_same_seed_shows_the_same_figures(play):
    first, second = (play(0, bad=0.2).as_dict() for _ in range(2))
    for timed in ("seconds", "ms_per_throw"):
        del first[timed], second[timed]
    assert first == second


def test_a_host_that_refuses_ends_the_demo_with_one_clear_error(fake_stick_eye):
    setup, table, host = draw_setup(1), StickTable(1, size=SIZE), Host(Journal(":memory:"))
    host.close()
    game = StickGame(7, setup, StickSelfPlay(setup), SimulatedCamera(table), fake_stick_eye(table), host)
    with pytest.raises(DemoError, match="game 7: the host refused NewGame: The table has ended"):
        game.play()
