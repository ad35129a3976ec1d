"""The fast demo of Probe counts honestly: truth from the robots, an eye that fails when it is told to."""

import json

import pytest

from simulation.devices import SimulatedCamera
from simulation.pile import PileTable
from simulation.robots.counted import DemoError
from simulation.robots.probe.counted import ProbeCounts, ProbeGame, total
from simulation.robots.probe.self_play import ProbeSelfPlay, draw_setup
from table.command import Undo
from table.host import Host
from table.journal import Journal

pytestmark = pytest.mark.usefixtures("unpainted")

SIZE = (160, 90)
NOTHING_WRONG = dict.fromkeys(
    ("asked", "missed", "needless", "silent_errors", "corrected", "out_of_step"),
    0,
)


@pytest.fixture
def play(fake_pile_eye):
    """Play one game with an eye that fails by `fail(n)`; give its figures."""
    hosts = []

    def run(seed=4, players=3, fail=lambda n: "", vary=False) -> ProbeCounts:
        setup = draw_setup(seed, players, vary=vary)
        table = PileTable(seed, players, SIZE)
        host = Host(Journal(":memory:"))
        hosts.append(host)
        self_play, camera = ProbeSelfPlay(setup), SimulatedCamera(table)
        return ProbeGame(1, setup, self_play, camera, fake_pile_eye(table, fail), host).play()

    yield run
    for host in hosts:
        host.close()


def counted(figures, **expected):
    """Hold all that can go wrong to what is expected, and the rest to nothing."""
    values = figures.as_dict()
    assert {name: values[name] for name in NOTHING_WRONG} == NOTHING_WRONG | expected
    assert figures.sheet_correct


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_perfect_eye_asks_nothing_and_the_sheet_is_right(play, players):
    figures = play(players=players)
    counted(figures)
    assert figures.cards > 4 and figures.turns > 4
    assert figures.winners


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_table_agreed_on_is_played_to_its_end(play, seed):
    counted(play(seed, 4, vary=True))


def test_the_same_card_twice_running_is_counted_and_no_trouble(play):
    figures = play(2, 4)
    counted(figures)
    assert figures.twice > 0


def test_a_certain_but_wrong_proposal_is_a_silent_error_although_people_put_it_right(play):
    counted(play(fail=lambda n: "wrong" if n in (2, 5) else ""), silent_errors=2, corrected=2)


def test_an_unsure_card_is_asked_about_and_is_no_error(play):
    counted(play(fail=lambda n: "ask" if n in (1, 3, 4) else ""), asked=3)


def test_a_card_that_is_never_seen_is_chosen_on_a_phone(play):
    figures = play(fail=lambda n: "miss" if n in (2, 3) else "")
    # The like of a card that was entered by hand may be that very card: it is asked about.
    counted(figures, missed=2, asked=figures.asked)
    assert figures.asked <= 1


def test_an_eye_that_errs_in_every_way_still_leaves_a_right_sheet(play):
    ways = {2: "wrong", 3: "ask", 5: "miss"}
    figures = play(1, 4, lambda n: next((way for step, way in ways.items() if n % step == 0), ""))
    assert figures.silent_errors and figures.asked and figures.missed
    assert figures.sheet_correct


def test_figures_are_ready_for_json_and_for_people(play):
    figures = play()
    values = json.loads(json.dumps(figures.as_dict()))
    assert {"game", "cards", "asked", "missed", "silent_errors", "sheet_correct"} <= set(values)
    assert "sheet right" in figures.line()
    assert total([figures]).startswith(f"1 games, {figures.cards} cards")


def test_the_same_seed_shows_the_same_figures(play):
    first, second = (play(3).as_dict() for _ in range(2))
    for timed in ("seconds", "ms_per_card"):
        del first[timed], second[timed]
    assert first == second


def test_a_host_that_refuses_ends_the_demo_with_one_clear_error(fake_pile_eye):
    setup, table, host = draw_setup(1, 3), PileTable(1, 3, SIZE), Host(Journal(":memory:"))
    host.close()
    game = ProbeGame(7, setup, ProbeSelfPlay(setup), SimulatedCamera(table), fake_pile_eye(table), host)
    with pytest.raises(DemoError, match="game 7: the host refused NewGame: The table has ended"):
        game.play()


def test_a_host_that_lost_what_happened_ends_the_demo(fake_pile_eye):
    setup, table, host = draw_setup(1, 3), PileTable(1, 3, SIZE), Host(Journal(":memory:"))
    undone = []

    def undo(snapshot):
        if not undone and snapshot.history and len(snapshot.history.events) == 5:
            undone.append(host.post(Undo(3)))

    host.listeners.append(undo)
    game = ProbeGame(1, setup, ProbeSelfPlay(setup), SimulatedCamera(table), fake_pile_eye(table), host)
    with host, pytest.raises(DemoError, match="differ for good"):
        game.play()
