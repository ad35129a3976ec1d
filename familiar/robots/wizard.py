"""Robots at a table that runs in real time: they move the cards, tap on phones and press the button.

Whoever takes a seat with a phone bids for that seat; its cards are still laid by the robots' hands.
"""

from __future__ import annotations

import time

from familiar.robots.seated import Problem, Seated
from familiar.robots.setup import Setup
from familiar.robots.wizard_script import Script
from games.wizard import Bid, Confirm, Event, NameTrump, Play, TurnUp
from simulation import gestures
from simulation.table import SimulatedTable
from table.command import Accepted, Answer, Correct, Submit, Undo

THINK_S = 0.9
SHOW_TRICK_S = 2.5


class Robots(Seated):
    """Play games of Wizard on the simulated table."""

    def _sit(self, setup: Setup) -> Script:
        return Script(setup)

    def _turn(self, script: Script) -> None:
        table, state = self._camera.table, script.state
        assert isinstance(table, SimulatedTable)
        if script.deal():
            self._tell(f"Round {state.round} of {state.rounds}, {state.players[state.dealer]} deals.")
            self._move(gestures.new_round(table, script.stock, state.dealer, gestures.SLOW))
        self._pause(THINK_S)
        self._follow(script)
        if script.state is not state:
            return
        bidder = self._bidder(script)
        event = script.next(bidder)
        match event:
            case TurnUp(card):
                self._move(gestures.turn_up(table, card, state.dealer, gestures.SLOW))
            case Play(card, int(seat)):
                self._move(gestures.lay(table, card, seat, gestures.SLOW))
            case Confirm():
                self._confirm(script)
                return
            case _ if self._decided(event, script):
                return
        self._happen(script, event)

    def _bidder(self, script: Script) -> int | None:
        """Choose who bids: where bids have no order, the robots go first and wait for nobody."""
        waiting = script.waiting
        if not script.header.rules.hidden:
            return None
        return next((seat for seat in waiting if not self._held(script.header.players[seat])), None)

    def _decided(self, event: Event, script: Script) -> bool:
        """Give the phone of this seat time; tell whether it did something."""
        seat = event.player if isinstance(event, Bid) else script.state.dealer
        return self._person_decides(script.header.players[seat], script)

    def _happen(self, script: Script, event: Event) -> None:
        """Let an event be part of the truth, tell the host what phones tell, and wait until it agrees."""
        script.happened(event)
        if isinstance(event, Bid | NameTrump):
            self._host.handle(Submit(script.as_dict(event)))
        self._agree(script)

    def _confirm(self, script: Script) -> None:
        """Leave the trick to be looked at, then press the button, unless somebody else did."""
        before = script.state
        until = time.monotonic() + SHOW_TRICK_S / self._speed
        while script.state is before and time.monotonic() < until:
            self._glance()
            self._follow(script)
        if script.state is before:
            script.happened(Confirm())
            self._panel.press("confirm")
            self._agree(script)
        last = script.state.last
        assert last is not None
        table = self._camera.table
        assert isinstance(table, SimulatedTable)
        self._move(gestures.sweep(table, last[1], gestures.SLOW))

    def _problem(self, script: Script) -> Problem | None:
        snapshot = self._host.snapshot
        entered, true = self._entered(snapshot), script.events
        if snapshot.questions:
            return Problem("question", snapshot.questions[0].id)
        for k, (told, event) in enumerate(zip(entered, true, strict=False)):
            if told != event and not (isinstance(told, Bid | NameTrump) and type(told) is type(event)):
                return Problem("wrong", k)
        if len(entered) > len(true):
            return None if script.follow(entered) else Problem("extra", len(entered))
        return Problem("missing", len(entered)) if len(entered) < len(true) else None

    def _mend(self, problem: Problem, script: Script) -> None:
        true = script.events
        match problem.kind:
            case "question":
                snapshot = self._host.snapshot
                earlier = snapshot.questions[0].event if snapshot.questions else None
                told = len(self._entered(snapshot)) if earlier is None else earlier
                waited = true[told] if told < len(true) else None
                card = waited.card if isinstance(waited, TurnUp | Play) else None
                self._host.handle(Answer(problem.which, card))
            case "wrong":
                correction = Correct(problem.which, script.as_dict(true[problem.which]))
                if not isinstance(self._host.handle(correction), Accepted):
                    self._host.handle(Undo(1))
            case "extra":
                self._host.handle(Undo(1))
            case "missing":
                self._host.handle(Submit(script.as_dict(true[problem.which])))
