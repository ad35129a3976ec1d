"""Robots at a table that runs in real time: they move the cards, tap on phones and press the button.

Whoever takes a seat with a phone bids for that seat; its cards are still laid by the robots' hands.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from familiar.script import Script
from familiar.setup import Setup
from games.wizard import Bid, Confirm, Event, NameTrump, Play, TurnUp
from simulation import gestures
from simulation.devices import SimulatedCamera, SimulatedPanel, Step
from simulation.table import SimulatedTable
from table.command import Accepted, Answer, Correct, NewGame, Submit, Undo
from table.errors import TableError
from table.host import Host
from table.snapshot import Snapshot

THINK_S = 0.9
SHOW_TRICK_S = 2.5
PHONE_S = 90.0
"""How long a phone may think about a bid before a robot bids for it."""
PATIENCE_S = {"question": 12.0, "wrong": 3.0, "extra": 3.0, "missing": 5.0}
"""How long people may mend something before the robots do."""
LOOK_S = 0.25


class Stopped(Exception):
    """The demo is to end."""


class Restarted(Exception):
    """Somebody began another game with a phone."""


@dataclass(frozen=True)
class _Problem:
    """Something in which host and table differ: kind as in PATIENCE_S, and which question or event it is."""

    kind: str
    which: int


class Robots:
    """Play one game after another on the simulated table.

    held: whether a phone plays for a player's name. speed: 2 is twice as fast. tell: prints a line.
    """

    def __init__(
        self,
        host: Host,
        camera: SimulatedCamera,
        panel: SimulatedPanel,
        *,
        held: Callable[[str], bool] = lambda player: False,
        speed: float = 1.0,
        tell: Callable[[str], None] = lambda line: None,
        make_table: Callable[[Setup], SimulatedTable] | None = None,
    ) -> None:
        self._host, self._camera, self._panel = host, camera, panel
        self._held, self._speed, self._tell = held, speed, tell
        self._make_table = make_table or (
            lambda setup: SimulatedTable(setup.seed, len(setup.players), setup.edition)
        )
        self._stop = threading.Event()
        self._game: int | None = None

    def stop(self) -> None:
        """Let `play` end soon; may be called from any thread."""
        self._stop.set()

    def play(self, setup: Setup, *, begun: bool = False) -> bool:
        """Play a game to its end; False when it was stopped.

        begun: the host has begun it already. Raises Restarted when a phone began another one, TableError when
        the host will not begin.
        """
        try:
            script = self._begin(setup, begun)
            while not script.state.over:
                self._turn(script)
        except Stopped:
            return False
        winners = [script.state.players[seat] for seat in script.state.winners]
        self._tell(f"{' and '.join(winners)} won.")
        return True

    def rest(self, seconds: float) -> bool:
        """Wait; False when it was stopped."""
        return not self._stop.wait(seconds / self._speed)

    def _begin(self, setup: Setup, begun: bool) -> Script:
        self._game = None
        self._camera.post([partial(self._camera.use, self._make_table(setup))])
        self._done(self._camera.settle())
        if not begun:
            header = {key: value for key, value in setup.header.items() if key != "record"}
            outcome = self._host.handle(NewGame(header))
            if not isinstance(outcome, Accepted):
                raise TableError(outcome.reason)
        self._game = self._host.snapshot.game_id
        return Script(setup)

    def _turn(self, script: Script) -> None:
        table, state = self._camera.table, script.state
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
            case _ if self._person_decides(event, script):
                return
        self._happen(script, event)

    def _bidder(self, script: Script) -> int | None:
        """Choose who bids: where bids have no order, the robots go first and wait for nobody."""
        waiting = script.waiting
        if not script.header.rules.hidden:
            return None
        return next((seat for seat in waiting if not self._held(script.header.players[seat])), None)

    def _person_decides(self, event: Event, script: Script) -> bool:
        """Give the phone of this seat time; tell whether it did something."""
        seat = event.player if isinstance(event, Bid) else script.state.dealer
        until = time.monotonic() + PHONE_S
        while self._held(script.header.players[seat]) and time.monotonic() < until:
            before = script.state
            self._look(LOOK_S)
            self._follow(script)
            if script.state is not before:
                return True
        return False

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
            self._look(LOOK_S / self._speed)
            self._follow(script)
        if script.state is before:
            script.happened(Confirm())
            self._panel.press("confirm")
            self._agree(script)
        last = script.state.last
        assert last is not None
        self._move(gestures.sweep(self._camera.table, last[1], gestures.SLOW))

    def _follow(self, script: Script) -> None:
        """Take over what people have decided in the meantime, and mend what they have not."""
        entered = self._entered(self._host.snapshot)
        if entered != script.events and not script.follow(entered):
            self._agree(script)

    def _agree(self, script: Script) -> None:
        """Wait until the host holds what happened; what people do not mend in time the robots do."""
        before, since = None, 0.0
        while (problem := self._problem(script)) is not None:
            if problem != before:
                before, since = problem, time.monotonic()
            elif time.monotonic() - since > PATIENCE_S[problem.kind] / self._speed:
                self._mend(problem, script)
                before = None
            self._look(LOOK_S / self._speed)
        # A person may have changed a bid on the way: that stands.
        script.follow(self._entered(self._host.snapshot))

    def _problem(self, script: Script) -> _Problem | None:
        snapshot = self._host.snapshot
        entered, true = self._entered(snapshot), script.events
        if snapshot.questions:
            return _Problem("question", snapshot.questions[0].id)
        for k, (told, event) in enumerate(zip(entered, true, strict=False)):
            if told != event and not (isinstance(told, Bid | NameTrump) and type(told) is type(event)):
                return _Problem("wrong", k)
        if len(entered) > len(true):
            return None if script.follow(entered) else _Problem("extra", len(entered))
        return _Problem("missing", len(entered)) if len(entered) < len(true) else None

    def _mend(self, problem: _Problem, script: Script) -> None:
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

    def _move(self, steps: list[Step]) -> None:
        self._camera.post(steps)
        self._done(self._camera.settle())

    def _done(self, done: threading.Event) -> None:
        while not done.wait(LOOK_S):
            self._check()

    def _pause(self, seconds: float) -> None:
        if not self.rest(seconds):
            raise Stopped

    def _look(self, seconds: float) -> None:
        """Wait for news from the host, but no longer than that."""
        self._host.wait(self._host.snapshot.number, seconds)
        self._check()

    def _check(self) -> None:
        if self._stop.is_set() or self._host.closed:
            raise Stopped
        if self._game is not None and self._host.snapshot.game_id != self._game:
            raise Restarted

    @staticmethod
    def _entered(snapshot: Snapshot) -> tuple[Event, ...]:
        return () if snapshot.history is None else snapshot.history.events
