"""Another game begins by the button: names from the last evening, seats by where the wheels lie."""

import threading

import pytest
from patience import PATIENCE_S

from device.panel import NullPanel
from table.command import Accepted, LookAtWheels, Press
from table.host import Host
from table.journal import Journal
from table.view.lamps import tie
from vision.wheels.printed import COVERED
from vision.wheels.track import WheelReading, WheelSight

ANN, BO, CY = 3, 0, 5
"""Colours of their wheels."""


def lay(game, places, numbers=None):
    """Lay wheels: by colour, degrees from the first seat, and what they show."""
    shows = dict.fromkeys(places, COVERED) | (numbers or {})
    wheels = tuple(WheelReading(color, "rests", shows[color], (0.5, 0.5)) for color in sorted(places))
    game.do(LookAtWheels(WheelSight(wheels), places))


AROUND = {ANN: 10.0, BO: 100.0, CY: 260.0}


def play(game, places=AROUND, by_phone=()):
    """Begin a game, bid with the wheels, and stop after the first round."""
    lay(game, places)
    game.new(edition="amigo")
    lay(game, places)
    game.lay("2B")
    lay(game, places, dict.fromkeys(places, 1))
    for seat in by_phone:
        game.submit("bid", player=seat, tricks=1)
    for card in ("7R", "8R", "9R"):
        game.lay(card)
    game.submit("confirm")
    game.take()
    game.submit("stop")
    assert game.phase == "game_over"
    return game


def players(game):
    return game.view["players"], game.view["dealer"], game.view["rules"]["edition"], game.phase


@pytest.mark.parametrize("restarted", [False, True])
def test_two_presses_begin_another_game_of_the_same_people(tmp_path, make_game, restarted):
    path = tmp_path / "journal.sqlite"
    host = Host(Journal(path))
    game = play(make_game(host))
    if restarted:
        host.close()
        host = Host(Journal(path))
        game = make_game(host)
        assert game.view["game"] is None
    lay(game, AROUND)
    assert game.view["advice"] == "Ann, Bo and Cy play Wizard again: press the button."
    game.do(Press("confirm"))
    assert "Bo deals first: press the button once more" in game.view["advice"]
    # A held confirm button tells nothing: it is undo that leaves it.
    assert game.view["advice"].endswith("or hold undo to leave it.")
    game.do(Press("undo"))
    assert game.view["advice"] == "Ann, Bo and Cy play Wizard again: press the button."
    game.do(Press("confirm"))
    game.do(Press("confirm"))
    assert players(game) == (["Ann", "Bo", "Cy"], 1, "amigo", "deal")
    assert game.view["advice"] is None
    host.close()


class Fingers(NullPanel):
    """A panel of which only the buttons are there."""

    def on_press(self, callback):
        self.press = callback


def test_who_presses_again_while_nothing_has_happened_yet_begins_no_game(game):
    lay(play(game), AROUND)
    panel, gate = Fingers(), threading.Event()
    loosen = tie(game.host, panel)
    game.host.start().recall(lambda journal: gate.wait(PATIENCE_S))
    for _ in range(3):
        panel.press("confirm")
    gate.set()
    game.host.knock().result(PATIENCE_S)
    assert game.phase == "game_over" and "press the button once more" in game.view["advice"]
    panel.press("confirm")
    game.host.knock().result(PATIENCE_S)
    assert game.phase == "deal"
    loosen()


def test_where_there_is_no_button_nobody_is_told_to_press_it(make_game):
    with Host(Journal(":memory:"), buttons=False) as host:
        game = play(make_game(host))
        lay(game, AROUND)
        assert game.view["advice"] is None


def test_people_sit_where_their_wheels_lie(game):
    play(game)
    lay(game, {ANN: 100.0, BO: 10.0, CY: 260.0})
    game.do(Press("confirm"))
    game.do(Press("confirm"))
    assert players(game)[:2] == (["Bo", "Ann", "Cy"], 0)


def test_who_has_a_phone_and_no_wheel_sits_where_he_sat(game):
    play(game, {ANN: 10.0, BO: 120.0}, by_phone=(2,))
    lay(game, {ANN: 10.0, BO: 120.0})
    game.do(Press("confirm"))
    game.do(Press("confirm"))
    assert players(game)[:2] == (["Ann", "Bo", "Cy"], 1)


@pytest.mark.parametrize(
    ("places", "numbers", "words"),
    [
        (AROUND | {4: 180.0}, {}, "Nobody knows whose one of these wheels is"),
        ({ANN: 10.0}, {}, "1 wheel lies there: lay one before each who plays."),
        ({ANN: 10.0, BO: 180.0}, {}, "2 wheels lie there"),
        ({ANN: 10.0, BO: 30.0, CY: 260.0}, {}, "Whose wheel is which"),
    ],
)
def test_what_the_wheels_cannot_tell_is_said_and_nothing_begins(game, places, numbers, words):
    play(game)
    lay(game, places)
    assert words in game.view["advice"]
    assert not isinstance(game.host.handle(Press("confirm")), Accepted)
    assert game.phase == "game_over"


def test_somebody_without_a_wheel_who_sits_elsewhere_is_asked_about(game):
    play(game, {ANN: 10.0, BO: 120.0}, by_phone=(2,))
    lay(game, {ANN: 120.0, BO: 10.0})
    assert "Somebody without a wheel sits elsewhere" in game.view["advice"]


def test_where_no_wheel_told_anything_the_button_begins_nothing(game):
    game.new()
    game.submit("stop")
    assert game.view["advice"] is None
    assert not isinstance(game.host.handle(Press("confirm")), Accepted)
