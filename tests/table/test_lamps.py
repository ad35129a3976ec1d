"""What the lamps show, and a press on its way through the pins to the game and back to the lamps."""

import re

import pytest

from device.gpio import GpioPanel, pin_factory
from device.panel import Lights, NullPanel
from device.pins import Pins
from games.moment import Awaits, Moment
from table.command import Submit, Trouble, Undo
from table.view import lamps
from table.view.lamps import AMBER, BLUE, GREEN, RED, VIOLET, WHITE, lights, tie


def test_without_a_game_the_light_is_dim_white(game):
    assert game.snapshot.lights == Lights(WHITE, "on", ())


def test_the_dealer_is_lit_while_he_turns_up(game):
    game.new(dealer=2)
    assert game.snapshot.lights == Lights(GREEN, "on", ("off", "off", "on"))


def test_bids_are_awaited_in_blue_and_the_bidder_is_lit(game):
    game.to_bidding()
    assert game.snapshot.lights == Lights(BLUE, "pulse", ("off", "on", "off"))
    game.submit("bid", player=1, tricks=0)
    assert game.snapshot.lights.seats == ("off", "off", "on")


def test_where_bids_have_no_order_everybody_who_has_not_bid_is_lit(game):
    game.to_bidding(bids="simultaneous")
    assert game.snapshot.lights.seats == ("on", "on", "on")
    game.submit("bid", player=2, tricks=0)
    assert game.snapshot.lights == Lights(BLUE, "pulse", ("on", "on", "off"))


def test_the_dealer_s_trump_is_awaited_in_blue(game):
    game.to_bidding("W")
    assert game.snapshot.lights == Lights(BLUE, "pulse", ("on", "off", "off"))


def test_who_took_the_last_trick_is_awaited_in_blue(game):
    game.new(cards="none", next_dealer="last_trick_winner")
    game.bid(0, 0, 0)
    game.submit("tricks", player=0, tricks=0)
    game.submit("tricks", player=1, tricks=0)
    assert game.phase == "tricks_done" and game.view["wants_last"]
    assert game.snapshot.lights == Lights(BLUE, "pulse", ("off", "off", "off"))
    game.submit("took", player=2)
    assert game.phase == "bidding" and game.view["dealer"] == 2


def test_whose_turn_it_is_is_lit_in_the_trick(game):
    game.to_trick()
    game.lay("2S")
    assert game.snapshot.lights == Lights(GREEN, "on", ("off", "off", "on"))


def test_the_winner_s_light_pulses_until_the_trick_is_confirmed(game):
    game.to_trick()
    for card in ("2S", "7D", "AS"):
        game.lay(card)
    assert game.snapshot.lights == Lights(GREEN, "on", ("pulse", "off", "off"))
    game.submit("confirm")
    assert "pulse" not in game.snapshot.lights.seats


def test_an_unclear_card_is_amber(game):
    game.to_trick()
    game.lay("9H", asks=True)
    assert game.snapshot.lights == Lights(AMBER, "on", ("off", "on", "off"))


def test_out_of_step_and_a_bad_picture_blink_amber(game):
    game.to_trick()
    game.take(game.lay("2S"))
    assert game.snapshot.lights.status == AMBER and game.snapshot.lights.pattern == "blink"
    game.do(Undo())
    assert game.snapshot.lights.status == GREEN
    game.look(trouble="too dark")
    assert game.snapshot.lights.status == AMBER and game.snapshot.lights.pattern == "blink"


def test_no_picture_is_red_before_all_else(game):
    game.to_trick()
    game.lay("9H", asks=True)
    game.do(Trouble("unplugged"))
    assert game.snapshot.lights.status == RED and game.snapshot.lights.pattern == "blink"
    game.do(Trouble(None))
    assert game.snapshot.lights.status == AMBER


def test_of_several_things_the_light_shows_what_stands_first_on_the_page():
    shows = {
        "blind": (RED, "blink"),
        "asking": (AMBER, "on"),
        "amiss": (AMBER, "blink"),
        "void": (VIOLET, "blink"),
        "marked": (AMBER, "pulse"),
    }
    names = {RED: "red", AMBER: "amber", VIOLET: "violet"}
    told = re.findall(r"^\| (\w+), (\w+) \|", lamps.__doc__, re.MULTILINE)[1:]
    assert told[: len(shows)] == [(names[color], pattern) for color, pattern in shows.values()]
    everything = {"blind": True, "asking": True, "amiss": True, "void": True, "marked": (1,)}
    for first, (color, pattern) in shows.items():
        # Sticks of a throw that does not count need not be told.
        is_so = everything | ({"void": False} if first == "asking" else {})
        shown = lights(Moment(Awaits.READING, (0,)), 3, **is_so)
        assert (shown.status, shown.pattern) == (color, pattern), first
        del everything[first]


def test_the_winners_of_the_game_pulse():
    moment = Moment(Awaits.NOTHING, (0, 2))
    assert lights(moment, 3) == Lights(GREEN, "pulse", ("pulse", "off", "pulse"))


@pytest.fixture
def table(game):
    """A game tied to mock pins, three cards from a confirmation."""
    factory, now = pin_factory("mock"), [0.0]
    pins = Pins()
    with GpioPanel(pins, factory, clock=lambda: now[0]) as panel:
        heard = []
        panel.buzz = heard.append
        loosen = tie(game.host, panel)

        def press(number, seconds):
            factory.pin(number).drive_low()
            now[0] += seconds
            factory.pin(number).drive_high()
            now[0] += 1.0

        def seats():
            return [float(factory.pin(number).state) for number in pins.seats[:3]]

        game.to_trick()
        yield game, pins, press, seats, heard, loosen


def test_a_press_confirms_the_trick_and_the_lamps_answer(table):
    game, pins, press, seats, heard, _ = table
    assert seats() == [0, 1, 0]
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    press(pins.confirm, 0.2)
    assert game.view["round"] == 2 and game.view["dealer"] == 1
    assert seats() == [0, 1, 0] and heard == ["good"]


def test_a_press_with_nothing_to_confirm_buzzes(table):
    game, pins, press, _, heard, _ = table
    press(pins.confirm, 0.2)
    assert heard == ["refused"] and game.phase == "trick"


def test_a_held_undo_takes_the_last_card_back(table):
    game, pins, press, seats, heard, _ = table
    game.lay("2S")
    press(pins.undo, 0.2)
    assert game.trick == ["2S"] and heard == []
    press(pins.undo, 1.5)
    assert game.trick == [] and "good" in heard and seats() == [0, 1, 0]


def test_a_question_is_heard_once(table):
    game, _, _, _, heard, _ = table
    game.lay("9H", asks=True)
    game.look()
    assert heard == ["ask"]
    game.answer("9H")
    game.lay("9S", asks=True)
    assert heard == ["ask", "ask"]


def test_a_press_while_a_card_is_unclear_buzzes(table):
    game, pins, press, _, heard, _ = table
    game.lay("9H", asks=True)
    press(pins.confirm, 0.2)
    assert heard == ["ask", "refused"]


def test_a_loosened_panel_neither_shows_nor_tells(table):
    game, pins, press, seats, heard, loosen = table
    loosen()
    loosen()
    game.do(Submit({"event": "play", "card": "2S"}))
    press(pins.confirm, 0.2)
    assert seats() == [0, 1, 0] and heard == []


def test_the_press_goes_through_a_running_host_too(table):
    game, pins, press, _, _, _ = table
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    game.host.start()
    number = game.snapshot.number
    press(pins.confirm, 0.2)
    assert game.host.wait(number, 60).view(None)["round"] == 2


def test_a_throw_is_awaited_in_blue_and_the_thrower_is_lit(sticks):
    sticks.new(dealer=1)
    assert sticks.snapshot.lights == Lights(BLUE, "on", ("off", "on", "off"))


def test_a_throw_that_was_read_is_green_and_its_player_pulses(sticks):
    sticks.new()
    sticks.throw("120")
    assert sticks.snapshot.lights == Lights(GREEN, "on", ("pulse", "off", "off"))
    sticks.submit("confirm")
    assert sticks.snapshot.lights == Lights(BLUE, "pulse", ("on", "off", "off"))


def test_an_unclear_stick_is_amber_and_heard(sticks):
    sticks.new()
    panel = NullPanel()
    heard = []
    panel.buzz = heard.append
    loosen = tie(sticks.host, panel)
    sticks.throw("120", asks=("red",))
    sticks.look()
    assert sticks.snapshot.lights == Lights(AMBER, "on", ("on", "off", "off")) and heard == ["ask"]
    loosen()


def test_a_void_throw_has_a_pattern_of_its_own(sticks):
    sticks.new()
    sticks.throw("120", again="overlap")
    assert sticks.snapshot.lights == Lights(VIOLET, "blink", ("on", "off", "off"))


def test_in_a_duel_whoever_throws_is_lit(sticks):
    sticks.to_duel()
    assert sticks.snapshot.lights == Lights(BLUE, "on", ("off", "on", "off"))
    sticks.throw("201")
    assert sticks.snapshot.lights.seats == ("off", "pulse", "off")
    sticks.submit("confirm")
    assert sticks.snapshot.lights == Lights(BLUE, "on", ("on", "off", "off"))
