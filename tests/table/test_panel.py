"""Buttons that stick and the next-seat button, from mock pins through the host to phones and lamps."""

import threading

import pytest
from gpiozero.pins.mock import MockFactory
from mock_wire import Wire
from patience import PATIENCE_S

from device.gpio import GpioPanel
from device.pins import Pins
from games.book import GAMES
from table.command import Look
from table.view.lamps import stuck_words, tie
from vision.types import Sight

NEXT = 13


class Panel:
    """A panel on mock pins, tied to a host, with fingers on its buttons."""

    def __init__(self, host, *, down=(), **pins):
        self.pins = Pins(next=NEXT, **pins)
        self.factory, self.now, self.heard = MockFactory(pin_class=Wire), 0.0, []
        for name in down:
            pin = self.factory.pin(getattr(self.pins, name))
            pin.drive_low()
            pin.down = True
        self.panel = GpioPanel(self.pins, self.factory, clock=lambda: self.now)
        self.panel.buzz = self.heard.append
        self.loosen = tie(host, self.panel)

    def press(self, name, seconds=0.2):
        self.down(name)
        self.now += seconds
        self.up(name)

    def down(self, name):
        self.factory.pin(getattr(self.pins, name)).drive_low()

    def up(self, name):
        self.factory.pin(getattr(self.pins, name)).drive_high()
        self.now += 1.0

    def bounce(self, name, times=6):
        pin = self.factory.pin(getattr(self.pins, name))
        for _ in range(times):
            self.now += 0.003
            pin.drive_low()
            self.now += 0.004
            pin.drive_high()

    @property
    def seats(self):
        return [float(self.factory.pin(number).state) for number in self.pins.seats[:3]]

    @property
    def status(self):
        return tuple(self.factory.pin(n).state for n in (self.pins.red, self.pins.green, self.pins.blue))


@pytest.fixture
def wired():
    """Give a maker of panels, which are taken away in the end."""
    made = []

    def make(host, **options):
        made.append(Panel(host, **options))
        return made[-1]

    yield make
    for each in made:
        each.loosen()
        each.panel.close()


def test_a_whole_trick_goes_from_the_turned_card_to_the_next_dealer_s_light(game, wired):
    game.new()
    panel = wired(game.host)
    assert panel.seats == [1, 0, 0]
    game.lay("7H")
    for seat in (1, 2, 0):
        assert panel.seats[seat] == 1
        game.submit("bid", player=seat, tricks=0)
    assert panel.status == (0, 1, 0)
    for card, turn in (("2S", 1), ("3S", 2), ("AS", 0)):
        assert panel.seats == [float(seat == turn) for seat in range(3)]
        game.lay(card)
    assert game.phase == "trick_done" and panel.seats[1:2] == [0]
    panel.press("confirm")
    assert game.view["round"] == 2 and panel.seats == [0, 1, 0] and panel.heard == ["good"]
    assert game.snapshot.history.state.sheet[0].points == (-10, 20, 20)


@pytest.mark.parametrize("name", ["confirm", "undo", "next"])
def test_a_button_that_is_stuck_at_the_start_is_named_on_the_phones_and_harmless_until_it_is_let_go(
    game, wired, name
):
    game.to_trick()
    game.lay("2S")
    panel = wired(game.host, down=[name])
    assert game.view["advice"].startswith(f"The {name} button is down all the time: see whether")
    assert game.trick == ["2S"] and panel.heard == []
    panel.now += 60.0
    panel.up(name)
    assert game.view["advice"] is None and game.trick == ["2S"] and panel.heard == []
    panel.press("undo", 1.5)
    assert game.trick == []


def test_the_other_buttons_work_while_one_is_stuck(game, wired):
    game.to_trick()
    panel = wired(game.host, down=["undo", "next"])
    assert game.view["advice"].startswith("The undo and next buttons are down all the time")
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    panel.press("confirm")
    assert game.view["round"] == 2 and panel.heard == ["good"]


def test_a_button_that_gets_stuck_in_the_evening_is_named_too(game, wired):
    game.to_trick()
    panel = wired(game.host)
    panel.down("confirm")
    panel.now += 11.0
    # What gpiozero's own timer does now and then while a button is held.
    panel.panel._devices[-3].when_held()
    assert "confirm button is down all the time" in game.view["advice"]
    panel.up("confirm")
    assert game.view["advice"] is None and panel.heard == []


def test_a_mat_that_was_pushed_and_a_stuck_button_are_both_told(game, wired):
    from table.command import Advise

    panel = wired(game.host, down=["confirm"])
    game.do(Advise("Put the mat back."))
    assert game.view["advice"].endswith("Put the mat back.") and "confirm" in game.view["advice"]
    panel.up("confirm")
    assert game.view["advice"] == "Put the mat back."


def test_bouncing_contacts_confirm_one_trick_once(game, wired):
    game.to_trick()
    panel = wired(game.host)
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    panel.bounce("confirm")
    assert game.phase == "trick_done"
    panel.press("confirm")
    panel.bounce("confirm")
    assert game.view["round"] == 2 and panel.heard == ["good"]


@pytest.fixture
def hold(game):
    """Keep the host from doing anything, as a card that flushes slowly does, until it is let go."""
    gate = threading.Event()

    def hold():
        game.host.start().recall(lambda journal: gate.wait(PATIENCE_S))
        return let_go

    def let_go():
        gate.set()
        game.host.knock().result(PATIENCE_S)

    yield hold
    gate.set()


def test_who_holds_undo_again_while_nothing_has_happened_yet_takes_one_step_back(game, wired, hold):
    game.to_trick()
    for card in ("2S", "3S"):
        game.lay(card)
    panel, let_go = wired(game.host), hold()
    for _ in range(3):
        panel.press("undo", 1.5)
    let_go()
    assert game.trick == ["2S"] and panel.heard == ["ask", "good", "refused", "refused"]
    panel.press("undo", 1.5)
    game.host.knock().result(PATIENCE_S)
    assert game.trick == [] and panel.heard[-1] == "good"


def test_a_trick_that_was_not_complete_as_the_button_was_pressed_is_not_confirmed(game, wired, hold):
    game.to_trick()
    for card in ("2S", "3S"):
        game.lay(card)
    panel, let_go = wired(game.host), hold()
    game.lying.append(game.seen("AS"))
    game.host.post(Look(Sight(tuple(game.lying))))
    panel.press("confirm")
    let_go()
    assert game.phase == "trick_done" and panel.heard == ["refused"]
    panel.press("confirm")
    game.host.knock().result(PATIENCE_S)
    assert game.view["round"] == 2


def test_the_next_button_has_nothing_to_leave_where_the_rules_choose_the_seat(game, wired):
    game.to_trick()
    panel = wired(game.host)
    number = len(game.host.snapshot.history.events)
    panel.press("next")
    assert panel.heard == ["refused"] and len(game.host.snapshot.history.events) == number


def test_the_next_button_without_a_game_buzzes(game, wired):
    panel = wired(game.host)
    panel.press("next")
    assert panel.heard == ["refused"]


def test_the_next_button_leaves_every_figure_and_every_offer_until_the_next_seat_is_lit(sticks, wired):
    sticks.new(opening="dealer", apprentice_may_stay=True)
    panel = wired(sticks.host)
    assert panel.seats == [1, 0, 0] and panel.status == (0, 0, 1)
    sticks.throw("012")
    panel.press("confirm")
    assert sticks.phase == "moving"
    for _ in range(9):
        if panel.seats == [0, 1, 0]:
            break
        panel.press("next")
    assert sticks.phase == "throw" and panel.seats == [0, 1, 0] and set(panel.heard) == {"good"}
    assert "stay" in sticks.kinds[2:] and set(sticks.kinds[2:]) <= {"stay", "decline"}
    panel.press("undo", 1.5)
    assert panel.seats == [1, 0, 0]


def test_every_game_says_what_its_seats_may_leave():
    for game in GAMES.values():
        assert isinstance(game.PASSES, tuple)


def test_no_button_stuck_is_no_word():
    assert stuck_words(()) is None
