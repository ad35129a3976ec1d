"""A game at the simulated table with bid wheels: hands turn them, the camera reads them among the cards."""

from functools import cache, partial

import numpy as np
import pytest

from familiar.eyes import open_eye
from games.wizard import Bid, Phase
from kit.wheel_picture import SIZE_MM, back_picture, wheel_picture
from simulation.devices import SimulatedCamera
from simulation.robots.wizard.counted import WizardGame
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.scene.layout import plan
from simulation.table import SimulatedTable
from simulation.wheels import Wheels
from table.command import NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.wheels.eye import WheelEye
from table.wheels.seating import CLOSE
from vision.interval import USUAL_MS
from vision.wheels import track
from vision.wheels.printed import COVERED

ROUNDS = 2
EVERY, KEPT, RESTS, UNCLEAR = (
    each // USUAL_MS
    for each in (track.WHEEL_SEARCH_MS, track.KEPT_MS, track.WHEEL_RESTS_MS, track.UNREADABLE_MS)
)
"""In pictures, a tenth of a second apart."""


class WheelGame(WizardGame):
    """A game whose bids are turned on wheels; nobody enters one."""

    wheels: Wheels
    phones = 0

    def _step(self):
        super()._step()
        if self._self_play.state.phase is Phase.DEAL:
            for seat in range(self._self_play.state.seats):
                self._camera.post([partial(self.wheels.turn, seat, COVERED)])
            self._wait(self._self_play.state.seats + RESTS)

    def _enter(self, event):
        if not isinstance(event, Bid):
            self.phones += 1
            super()._enter(event)
            return
        table, wheels, seat = self._camera.table, self.wheels, event.player
        self._camera.post(
            [
                partial(wheels.reach, seat, 0.6),
                lambda: (wheels.turn(seat, event.tricks + 4.4), wheels.reach(seat, 1.0)),
                lambda: (wheels.turn(seat, event.tricks), wheels.reach(seat, 1.0)),
                table.hand_out,
            ]
        )
        for _ in range(4 + UNCLEAR + EVERY):
            self._look()
            if self._settled():
                return
        pytest.fail(f"{event} was not read: {self._host.snapshot.advice}")


@cache
def drawn(seat, place):
    return wheel_picture(seat, place)


def laid(table, seed):
    wheels = Wheels(table, np.random.default_rng(seed), drawn, SIZE_MM)
    for seat in range(table.seats):
        wheels.lay(seat, COVERED)
    return wheels


def test_bids_of_a_game_are_read_from_wheels_and_no_wheel_is_taken_for_a_card():
    setup = draw_setup(23, 3, "us", vary=False)
    table = SimulatedTable(23, 3, "us")
    wheels = laid(table, 23)
    with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
        self_play = WizardSelfPlay(setup)
        eye = WheelEye(open_eye("us"), host.handle, lambda: host.snapshot, "bottom")
        game = WheelGame(1, setup, self_play, camera, eye, host)
        game.wheels = wheels
        game.play_until(lambda: self_play.state.round > ROUNDS)
        told = game.figures
        entered = host.snapshot.history.events
        assert host.snapshot.advice is None
    assert sum(isinstance(event, Bid) for event in entered) == 3 * ROUNDS
    assert (told.silent_errors, told.missed, told.out_of_step, told.asked) == (0, 0, 0, 0)
    assert list(entered) == list(self_play.events)


class Eye:
    """An eye that keeps what it is shown."""

    def look(self, frame, seen=()):
        self.frame = frame

    def forget(self):
        pass


def test_wheels_that_are_switched_off_are_left_to_the_other_eye_and_forgotten():
    table = SimulatedTable(5, 3, "us", noise=0.0)
    laid(table, 5)
    told = []
    with Host(Journal(":memory:")) as host:
        host.handle(new_game(draw_setup(5, 3, "us", vary=False)))
        eye = WheelEye(inner := Eye(), told.append, lambda: host.snapshot, "bottom", on=False)
        seen = table.render()
        eye.look(seen)
        assert inner.frame is seen and told == []
        eye.switch(True)
        eye.look(seen)
        assert inner.frame is not seen
        eye.switch(False)
        assert told[-1].sight.wheels == () and told[-1].turns == {}


def test_an_eye_behind_the_wheels_sees_cloth_where_they_lie():
    table = SimulatedTable(5, 3, "us", noise=0.0)
    bare = table.render()
    wheels = laid(table, 5)
    setup = draw_setup(5, 3, "us", vary=False)
    with Host(Journal(":memory:")) as host:
        eye, seen = WheelEye(inner := Eye(), host.handle, lambda: host.snapshot, "bottom"), table.render()
        eye.look(seen)
        assert inner.frame is seen
        host.handle(new_game(setup))
        eye.look(seen)
    for seat in range(3):
        x, y = table.view.project(np.array([wheels.lie[seat].at]))[0].round().astype(int)
        part = (slice(y - 130, y + 130), slice(x - 130, x + 130))
        there = np.abs(seen[part].astype(int) - bare[part]).max(2) > 40
        left = np.abs(inner.frame[part].astype(int) - bare[part]).max(2) > 40
        assert there.mean() > 0.3 and left.mean() < 0.02


class Bidding:
    """The first bid of a game of three at the drawn table, and a camera that sees nothing but wheels."""

    def __init__(self, host):
        setup = draw_setup(5, 3, "us", vary=False)
        self.host, self.table = host, SimulatedTable(5, 3, "us", noise=0.0)
        self.wheels = Wheels(self.table, np.random.default_rng(5), drawn, SIZE_MM)
        self.eye = WheelEye(Eye(), host.handle, lambda: host.snapshot, "bottom")
        host.handle(new_game(setup))
        host.handle(Submit({"event": "turn_up", "card": "2H"}))
        self.seat = (setup.dealer + 1) % 3

    @property
    def view(self):
        return self.host.snapshot.view(None)

    def look(self):
        for _ in range(UNCLEAR + 2 * EVERY):
            self.eye.look(self.table.render())

    def lay(self, *seats):
        lifts = [self.wheels.lay(seat, COVERED) for seat in seats]
        self.look()
        return lifts

    def is_asked(self, words):
        """Demand that nothing was bid, and that the television asks about it."""
        assert self.view["bids"] == [None, None, None] and self.view["advice"].startswith(words)

    def bids(self):
        self.wheels.turn(self.seat, 1)
        self.look()
        return self.view["bids"][self.seat] == 1 and self.view["advice"] is None


@pytest.fixture
def bidding():
    with Host(Journal(":memory:")) as host:
        yield Bidding(host)


@pytest.mark.parametrize("wrong", ["turned half", "upside down", "under a card"])
def test_a_wheel_that_cannot_be_read_is_asked_about_until_it_can(bidding, wrong):
    bidding.lay(0, 1, 2)
    assert bidding.view["advice"] is None
    wheels, seat = bidding.wheels, bidding.seat
    lift, who = None, bidding.view["players"][seat]
    if wrong == "turned half":
        wheels.turn(seat, 0.5)
    elif wrong == "upside down":
        wheels.lay_down(seat, back_picture())
    else:
        wheels.turn(seat, 0)
        deck, (at, angle) = bidding.table.deck, wheels.lie[seat]
        lift = bidding.table.put((deck.face("7H"), deck.mask()), deck.size_mm, at, angle, shadowed=True)
    bidding.look()
    bidding.is_asked(f"{who}'s wheel {'cannot be read' if wrong == 'turned half' else 'is hidden'}")
    assert bidding.view["lights"]["seats"][seat] == "blink"
    if lift:
        lift()
    assert bidding.bids()


def test_a_card_that_hides_a_wheel_is_shown_to_the_eye_once_that_was_not_seen_for_long(bidding):
    bidding.lay(0, 1, 2)
    table, (at, angle) = bidding.table, bidding.wheels.lie[bidding.seat]
    table.put((table.deck.face("7H"), table.deck.mask()), table.deck.size_mm, at, angle, shadowed=True)
    x, y = table.view.project(np.array([at]))[0].round().astype(int)
    part = slice(y - 40, y + 40), slice(x - 30, x + 30)

    def is_painted():
        return np.abs(bidding.eye._eye.frame[part].astype(int) - table.render()[part]).max(2).mean() > 20

    bidding.look()
    assert is_painted()
    for _ in range(KEPT):
        bidding.eye.look(table.render())
    assert not is_painted()


def test_two_wheels_before_one_seat_are_asked_about_until_each_lies_before_its_own(bidding):
    wheels, seat, other = bidding.wheels, bidding.seat, (bidding.seat + 1) % 3
    away, beside = wheels.lie[other], wheels.lie[seat]
    wheels.lie[other] = beside._replace(at=tuple(np.array(beside.at) * 0.6 + np.array([90.0, 40.0])))
    *_, lift = bidding.lay(*(each for each in range(3) if each != other), other)
    wheels.turn(seat, 1)
    bidding.look()
    bidding.is_asked("Whose wheel is which cannot be told")
    lift()
    wheels.lie[other] = away
    bidding.lay(other)
    assert bidding.view["bids"][seat] in (None, 1) and bidding.view["bids"][other] is None
    wheels.turn(seat, COVERED)
    bidding.look()
    assert bidding.bids()


def new_game(setup):
    return NewGame({key: value for key, value in setup.header.items() if key != "record"})


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_wheels_lie_beside_the_stock_and_each_before_its_own_seat(seats):
    for seed in range(40):
        layout = plan(np.random.default_rng(seed), seats)
        # A wheel's radius and half a card's length, less what a corner leaves.
        assert min(np.linalg.norm(np.array(layout.stock) - wheel) for wheel in layout.wheels) > 64 + 42
        around = [np.degrees(np.arctan2(wheel[1], wheel[0])) for wheel in layout.wheels]
        gaps = [(around[(seat + 1) % seats] - around[seat]) % 360 for seat in range(seats)]
        assert min(gaps) > CLOSE * 360 / seats
