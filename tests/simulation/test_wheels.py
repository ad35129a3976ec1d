"""A game at the simulated table with bid wheels: hands turn them, the camera reads them among the cards."""

from functools import cache, partial

import numpy as np
import pytest

from familiar.assemble import open_eye
from games.wizard import Bid, Phase
from kit.wheel_picture import SIZE_MM, wheel_picture
from simulation.devices import SimulatedCamera
from simulation.robots.wizard.counted import FastGame
from simulation.robots.wizard.script import Script, draw_setup
from simulation.table import SimulatedTable
from simulation.wheels import Wheels
from table.command import NewGame
from table.host import Host
from table.journal import Journal
from table.wheel_eye import WheelEye
from vision.wheels.printed import COVERED
from vision.wheels.track import EVERY, RESTS, UNCLEAR

ROUNDS = 2


class WheelGame(FastGame):
    """A game whose bids are turned on wheels; nobody enters one."""

    wheels: Wheels
    phones = 0

    def _step(self):
        super()._step()
        if self._script.state.phase is Phase.DEAL:
            for seat in range(self._script.state.seats):
                self._camera.post([partial(self.wheels.turn, seat, COVERED)])
            self._wait(self._script.state.seats + RESTS)

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
        script = Script(setup)
        eye = WheelEye(open_eye("us"), host.handle, lambda: host.snapshot, "bottom")
        game = WheelGame(1, setup, script, camera, eye, host)
        game.wheels = wheels
        game.play_until(lambda: script.state.round > ROUNDS)
        told = game.figures
        entered = host.snapshot.history.events
        assert host.snapshot.advice is None
    assert sum(isinstance(event, Bid) for event in entered) == 3 * ROUNDS
    assert (told.silent_errors, told.missed, told.out_of_step, told.asked) == (0, 0, 0, 0)
    assert list(entered) == list(script.events)


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


def new_game(setup):
    return NewGame({key: value for key, value in setup.header.items() if key != "record"})
