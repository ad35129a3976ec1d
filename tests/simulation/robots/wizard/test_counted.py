"""The fast demo counts honestly: truth from the robots, and an eye that fails when it is told to."""

import json
from functools import cache

import pytest

from simulation.devices import SimulatedCamera
from simulation.robots.counted import DemoError
from simulation.robots.wizard.counted import WizardCounts, WizardGame, total
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.table import SimulatedTable
from table.host import Host
from table.journal import Journal

pytestmark = pytest.mark.usefixtures("unpainted")


def well(n):
    """Let the eye read each card."""
    return ""


@pytest.fixture(scope="module")
def play(fake_eye):
    """Play one game with an eye that fails by `fail(n)`; give its figures; the same game is played once."""

    @cache
    def played(seed=1, players=6, edition=None, fail=well, revokes=0.0, again=False) -> WizardCounts:
        setup = draw_setup(seed, players, edition)
        table = SimulatedTable(seed, players, setup.edition, (160, 90))
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            return WizardGame(
                1, setup, WizardSelfPlay(setup, revokes), camera, fake_eye(table, fail), host
            ).play()

    # However a game is asked for, it has one name.
    return lambda seed=1, players=6, **more: played(seed, players, **more)


@pytest.mark.parametrize("players", [3, 6])
def test_a_perfect_eye_asks_nothing_and_the_sheet_is_right(play, players):
    figures = play(players=players)
    assert figures.cards == {3: 20 * 21 // 2 * 3 + 19, 6: 10 * 11 // 2 * 6 + 9}[players]
    wrong = (figures.asked, figures.missed, figures.silent_errors, figures.corrected, figures.out_of_step)
    assert wrong == (0, 0, 0, 0, 0)
    assert figures.sheet_correct
    assert figures.winners


@pytest.mark.parametrize("seed", range(4))
def test_every_edition_and_variant_is_played_to_its_end(play, seed):
    assert play(seed=seed).sheet_correct


def test_a_silent_error_is_counted_and_put_right(play):
    figures = play(fail=lambda n: "wrong" if n in (3, 50, 200) else "")
    assert (figures.silent_errors, figures.corrected, figures.asked) == (3, 3, 0)
    assert figures.sheet_correct


def test_an_unsure_card_is_asked_about_and_is_no_error(play):
    figures = play(fail=lambda n: "ask" if n % 20 == 0 else "")
    assert figures.asked == figures.cards // 20
    assert (figures.silent_errors, figures.missed) == (0, 0)
    assert figures.sheet_correct


def test_a_marked_card_is_counted_apart_and_holds_nothing_up(play):
    figures = play(fail=lambda n: "marked" if n % 10 == 0 else "")
    assert figures.marked == figures.cards // 10
    assert (figures.marked_wrong, figures.asked, figures.silent_errors, figures.corrected) == (0, 0, 0, 0)
    assert figures.sheet_correct


def test_a_marked_card_that_is_wrong_is_put_right_before_the_press_and_no_silent_error(play):
    figures = play(fail=lambda n: "guess" if n % 10 == 0 else "")
    assert figures.marked_wrong == figures.corrected > 20
    assert (figures.silent_errors, figures.missed) == (0, 0)
    assert figures.sheet_correct


def test_a_card_that_is_never_seen_is_entered_by_hand(play):
    figures = play(fail=lambda n: "miss" if n in (1, 30, 31) else "")
    assert (figures.missed, figures.silent_errors) == (3, 0)
    assert figures.sheet_correct


def test_a_card_that_is_not_there_is_a_silent_error(play):
    figures = play(fail=lambda n: "phantom" if n == 40 else "")
    assert figures.silent_errors >= 1
    assert figures.sheet_correct


def test_an_eye_that_errs_in_every_way_still_leaves_a_right_sheet(play):
    ways = {7: "wrong", 11: "ask", 13: "miss", 5: "guess", 6: "marked"}
    figures = play(fail=lambda n: next((way for step, way in ways.items() if n % step == 0), ""))
    assert figures.silent_errors > 20
    assert figures.asked > 10
    assert figures.missed > 10
    assert figures.sheet_correct


def test_a_robot_that_revokes_does_not_spoil_the_sheet(play):
    assert play(revokes=0.3).sheet_correct


def test_figures_are_ready_for_json_and_for_people(play):
    figures = play()
    values = json.loads(json.dumps(figures.as_dict()))
    assert {"game", "cards", "asked", "silent_errors", "sheet_correct"} <= set(values)
    assert {"marked", "marked_wrong"} <= set(values)
    assert "sheet right" in figures.line()
    assert total([figures]).startswith(f"1 games, {figures.cards} cards: 0 asked")


def test_the_same_seed_shows_the_same_figures(play):
    first, second = (play(**more).as_dict() for more in ({}, {"again": True}))
    for timed in ("seconds", "ms_per_card"):
        del first[timed], second[timed]
    assert first == second


def test_a_host_that_refuses_ends_the_demo_with_one_clear_error(fake_eye):
    setup = draw_setup(1, 3, "us")
    table = SimulatedTable(1, 3, "us", (160, 90))
    host = Host(Journal(":memory:"))
    host.close()
    game = WizardGame(7, setup, WizardSelfPlay(setup), SimulatedCamera(table), fake_eye(table), host)
    with pytest.raises(DemoError, match="game 7: the host refused NewGame: The table has ended"):
        game.play()
