"""Robots at a table of sticks that runs in real time: they throw, move figures, duel, press the button.

Whoever takes a seat with a phone decides for that seat; its sticks are still thrown by the robots' hands.
"""

from __future__ import annotations

import time

from games.magicians import Confirm, Phase, Throw
from games.sticks import Stick, stick_to_dict
from simulation import gestures, stick_gestures
from simulation.robots.magicians.self_play import StickSelfPlay
from simulation.robots.seated import PATIENCE_S, Problem, Seated
from simulation.robots.setup import Setup
from simulation.sticks import StickTable
from simulation.throwing import Fall
from table.command import CountThrow, ReadStick, Submit

THINK_S = 0.9
"""How long robots think before each move."""
SHOW_THROW_S = 2.5
"""How long a throw is looked at before it is confirmed."""
VOID_S = 3.0
"""How long a throw that does not count is looked at before it is thrown again."""


class StickRobots(Seated):
    """Play games of Les Trois Magiciens on the simulated table."""

    def _sit(self, setup: Setup) -> StickSelfPlay:
        return StickSelfPlay(setup)

    def _turn(self, self_play: StickSelfPlay) -> None:
        self._pause(THINK_S)
        if not self._unchanged(self_play):
            return
        state = self_play.state
        if state.to_throw:
            self._throw(self_play)
            return
        event = self_play.next()
        if isinstance(event, Confirm) and state.phase is not Phase.DUEL_READ:
            self._confirm(event, self_play, SHOW_THROW_S)
        elif not self._person_decides(self_play.header.players[state.turn], self_play):
            self._decide(event, self_play, press=isinstance(event, Confirm))

    def _table(self) -> StickTable:
        table = self._camera.table
        assert isinstance(table, StickTable)
        return table

    def _clear(self, self_play: StickSelfPlay) -> None:
        """Put by what is kept in a duel, and take up the rest."""
        table, seat, wanted = self._table(), self_play.state.turn, self_play.state.to_throw
        assert seat is not None
        kept = [each.color for each in table.lying if each.color in self_play.aside and not each.aside]
        if kept:
            self._move(stick_gestures.set_aside(table, seat, kept, gestures.SLOW))
            self._pause(THINK_S)
        lying = [each.color for each in table.lying if each.color in wanted]
        if lying:
            self._move(stick_gestures.take_up(table, seat, lying, gestures.SLOW))
            self._pause(THINK_S)

    def _throw(self, self_play: StickSelfPlay) -> None:
        """Take the sticks up and throw them; one that does not count is thrown again."""
        self._clear(self_play)
        seat = self_play.state.turn
        assert seat is not None
        if not self._unchanged(self_play):
            return
        fall = self_play.fall()
        self._move(stick_gestures.throw(self._table(), seat, fall, gestures.SLOW))
        if fall.trouble is not None:
            self._void(self_play, fall)
            return
        self_play.happened(self_play.thrown(fall))
        self._agree(self_play)

    def _void(self, self_play: StickSelfPlay, fall: Fall) -> None:
        """Wait until the table says that a throw does not count, and let people look at it."""
        before, warned = len(self._entered(self._host.snapshot)), False
        until = time.monotonic() + PATIENCE_S["missing"] / self._speed
        while time.monotonic() < until:
            snapshot = self._host.snapshot
            entered = self._entered(snapshot)
            if len(entered) > before:
                # People may let it count all the same; what nobody was asked about is put right.
                if not (warned and self_play.adopt(entered)):
                    self._host.handle(Submit({"event": "again", "reason": fall.trouble}))
                return
            if not warned and snapshot.throw is not None and snapshot.throw.open:
                warned, until = True, time.monotonic() + VOID_S / self._speed
            self._glance()

    def _problem(self, self_play: StickSelfPlay) -> Problem | None:
        snapshot = self._host.snapshot
        entered, true = self._entered(snapshot), self_play.events
        if entered == true or (len(entered) >= len(true) and self_play.follow(entered)):
            return None
        shown = snapshot.throw
        if shown is not None and shown.open and shown.event is None:
            return Problem("question", shown.number)
        if entered and isinstance(entered[-1], Throw) and len(entered) >= len(true):
            own = len(entered) == len(true) and isinstance(true[-1], Throw)
            return Problem("wrong" if own else "extra", len(entered) - 1)
        if len(entered) > len(true):
            return Problem("extra", len(entered))
        return Problem("missing", len(entered))

    def _mend(self, problem: Problem, self_play: StickSelfPlay) -> None:
        if problem.kind == "question":
            self._answer(self_play)
        else:
            super()._mend(problem, self_play)

    def _answer(self, self_play: StickSelfPlay) -> None:
        """Say of the throw that lies there what is asked, as who threw it would."""
        shown, last = self._host.snapshot.throw, self_play.events[-1] if self_play.events else None
        if shown is None or not shown.open:
            return
        if not isinstance(last, Throw):
            self._host.handle(CountThrow(shown.number, count=False))
        elif shown.again or shown.doubt:
            self._host.handle(CountThrow(shown.number))
        else:
            true = {stick.color: stick for stick in last.sticks}
            for color in shown.asks:
                stick = true.get(color, Stick(color, 0))
                self._host.handle(ReadStick(shown.number, stick_to_dict(stick)))
