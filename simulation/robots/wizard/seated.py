"""Robots at a table that runs in real time: they move the cards, tap on phones and press the button.

Whoever takes a seat with a phone bids for that seat; its cards are still laid by the robots' hands. Special
cards, which the eye of this table has not learnt, are not laid there: robots say of them what a phone would.
"""

from __future__ import annotations

from functools import partial

from games.cards import SPECIALS
from games.wizard import (
    Bid,
    ChangeBid,
    Confirm,
    Counted,
    Event,
    Exchange,
    Lot,
    NameSuit,
    NameTrump,
    PassOn,
    Phase,
    Play,
    Shape,
    Shows,
    Swap,
    Took,
    TurnUp,
)
from simulation import gestures
from simulation.robots.seated import Problem, Seated
from simulation.robots.setup import Setup
from simulation.robots.wizard.self_play import WizardSelfPlay
from simulation.table import SimulatedTable
from table.command import Answer
from texts import say

THINK_S = 0.9
"""How long robots think before each move."""
SHOW_TRICK_S = 2.5
"""How long a trick is looked at before it is confirmed."""
CHOICES = (Bid, NameTrump, NameSuit, Shape, ChangeBid)
"""What people choose with their phones, and robots go by."""


class WizardRobots(Seated):
    """Play games of Wizard on the simulated table."""

    _self_play: WizardSelfPlay | None = None

    def _sit(self, setup: Setup) -> WizardSelfPlay:
        self._self_play = WizardSelfPlay(setup)
        return self._self_play

    def hand(self, game: int | None, seat: int) -> tuple[str, ...]:
        """Give the cards that a seat holds in this game."""
        self_play = self._self_play
        if self_play is None or game is None or game != self._game or self_play.state.over:
            return ()
        return self_play.hands[seat]

    def _turn(self, self_play: WizardSelfPlay) -> None:
        table, state = self._camera.table, self_play.state
        assert isinstance(table, SimulatedTable)
        if self_play.deal():
            self._tell(
                say("Each is dealt one card, and the high card deals.")
                if state.lots
                else say(
                    "Round {round} of {rounds}, {who} deals.",
                    round=state.round,
                    rounds=state.rounds,
                    who=state.players[state.dealer],
                )
            )
            dealt = gestures.new_round(table, self_play.stock, state.dealer, gestures.SLOW)
            self._move([*dealt, partial(table.hold, self_play.hands)])
        self._pause(THINK_S)
        if not self._unchanged(self_play):
            return
        bidder = self._bidder(self_play)
        event = self_play.next(bidder)
        match event:
            case TurnUp(card) | Play(card) if card in SPECIALS:
                self._decide(event, self_play)
                return
            case Exchange() | Swap() | PassOn():
                self._decide(event, self_play)
                if isinstance(event, Exchange) and state.turned is not None and state.turned not in SPECIALS:
                    self._move([partial(table.take_up, state.turned)])
                return
            case TurnUp(card):
                self._move(gestures.turn_up(table, card, state.dealer, gestures.SLOW))
            case Play(card, int(seat)) | Lot(card, int(seat)):
                self._move(gestures.lay(table, card, seat, gestures.SLOW))
            case Confirm():
                self._confirm(event, self_play, SHOW_TRICK_S)
                if not state.lots and not state.counted:
                    self._sweep(self_play)
                return
            case Took() | Counted():
                self._decide(event, self_play)
                return
            case _:
                if not self._person_decides(self._chooser(event, self_play), self_play):
                    self._decide(event, self_play)
                return
        self_play.happened(event)
        if self_play.state.phase is Phase.TRICK:
            # At a restless table the next hand may come in before this card is read.
            self._camera.post([partial(table.await_turn, self_play.state.turn)])
        self._agree(self_play)

    def _bidder(self, self_play: WizardSelfPlay) -> int | None:
        """Choose who bids: where bids have no order, the robots go first and wait for nobody."""
        waiting = self_play.waiting
        if not self_play.header.rules.hidden:
            return None
        return next((seat for seat in waiting if not self._held(self_play.header.players[seat])), None)

    def _chooser(self, event: Event, self_play: WizardSelfPlay) -> str:
        """Name whose phone may decide before a robot does."""
        seat = getattr(event, "player", None)
        return str(self_play.header.players[self_play.state.dealer if seat is None else seat])

    def _sweep(self, self_play: WizardSelfPlay) -> None:
        """Take the trick away, to whoever won it."""
        table, last = self._camera.table, self_play.state.last
        assert isinstance(table, SimulatedTable) and last is not None
        # With a Bomb nobody gets it; whoever leads next puts it away.
        seat = self_play.state.trick.leader if last[1] is None else last[1]
        self._move(gestures.sweep(table, seat, gestures.SLOW))

    def _problem(self, self_play: WizardSelfPlay) -> Problem | None:
        snapshot = self._host.snapshot
        entered, true = self._entered(snapshot), self_play.events
        if snapshot.questions:
            return Problem("question", snapshot.questions[0].id)
        for k, (told, event) in enumerate(zip(entered, true, strict=False)):
            if told != event and not (isinstance(told, CHOICES) and type(told) is type(event)):
                return Problem("wrong", k)
        if len(entered) > len(true):
            return None if self_play.follow(entered) else Problem("extra", len(entered))
        return Problem("missing", len(entered)) if len(entered) < len(true) else None

    def _mend(self, problem: Problem, self_play: WizardSelfPlay) -> None:
        if problem.kind != "question":
            super()._mend(problem, self_play)
            return
        snapshot, true = self._host.snapshot, self_play.events
        earlier = snapshot.questions[0].event if snapshot.questions else None
        told = len(self._entered(snapshot)) if earlier is None else earlier
        waited = true[told] if told < len(true) else None
        card = waited.card if isinstance(waited, Shows) else None
        self._host.handle(Answer(problem.which, card))
