"""Whoever sits at a simulated table that runs in real time: plays, waits for people, and can be stopped."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from games.book import GAMES
from simulation.devices import SimulatedCamera, Step
from simulation.robots.setup import Setup
from simulation.stage import Stage
from table.command import Accepted, Correct, NewGame, Submit, Undo
from table.errors import TableError
from table.host import Host
from table.view.snapshot import Snapshot
from texts import listed, say

PHONE_S = 90.0
"""How long a phone may think about what it decides before a robot does."""
PATIENCE_S = {"proposal": 2.5, "question": 12.0, "wrong": 3.0, "extra": 3.0, "missing": 5.0}
"""How long people may mend something before the robots do."""
LOOK_S = 0.25
"""How often robots look at what the host says, at least."""


Lend = Callable[[tuple[int | None, int, str]], None]
"""Hands a word over to whoever sits down at its seat: the game, the seat, the word."""


class Stopped(Exception):
    """The demo is to end."""


class Restarted(Exception):
    """Somebody began another game with a phone."""


@dataclass(frozen=True)
class Problem:
    """Something in which host and table differ: kind as in PATIENCE_S, and which question or event it is."""

    kind: str
    which: int


class Presses(Protocol):
    """As much of a panel as robots use."""

    def press(self, button: str) -> None:
        """Press a button: "confirm" or "undo"."""
        ...


class Account(Protocol):
    """The robots' own account of a game."""

    state: Any
    events: tuple[Any, ...]

    def happened(self, event: Any) -> None:
        """Enter what happened."""
        ...

    def follow(self, events: tuple[Any, ...]) -> bool:
        """Take over what people did; say whether the robots can agree to it."""
        ...

    def as_dict(self, event: Any) -> dict[str, Any]:
        """Write an event as it is posted to a host."""
        ...


class Seated(ABC):
    """Play one game after another on the simulated table.

    held: whether a phone plays for a player's name. speed: 2 is twice as fast. tell: prints a line.
    make_table: sets a table for a game. lend: is given each secret word that a robot types: the game's
    number, the seat, the word.
    """

    def __init__(
        self,
        host: Host,
        camera: SimulatedCamera,
        panel: Presses,
        make_table: Callable[[Setup], Stage],
        *,
        held: Callable[[str], bool] = lambda player: False,
        speed: float = 1.0,
        tell: Callable[[str], None] = lambda line: None,
        lend: Lend = lambda word: None,
    ) -> None:
        self._host, self._camera, self._panel = host, camera, panel
        self._held, self._speed, self._tell = held, speed, tell
        self._make_table, self._lend = make_table, lend
        self._stop = threading.Event()
        self._game: int | None = None

    @abstractmethod
    def _sit(self, setup: Setup) -> Account:
        """Begin the robots' own account."""

    @abstractmethod
    def _turn(self, self_play: Any) -> None:
        """Let the next thing happen."""

    @abstractmethod
    def _problem(self, self_play: Any) -> Problem | None:
        """Find what host and table differ in, or None."""

    def hand(self, game: int | None, seat: int) -> tuple[str, ...]:
        """Give the cards that a seat holds in this game, where it is played with hands of cards."""
        return ()

    @property
    def game(self) -> int | None:
        """Give the number of the game that is played, or was last; None where the host began none."""
        return self._game

    def stop(self) -> None:
        """Let `play` end soon; may be called from any thread."""
        self._stop.set()

    def play(self, setup: Setup, *, begun: bool = False) -> bool:
        """Play a game to its end; False when it was stopped.

        begun: the host has begun it already. Raises Restarted when a phone began another one, TableError when
        the host will not begin.
        """
        try:
            self_play = self._begin(setup, begun)
            while not self_play.state.over:
                self._turn(self_play)
        except Stopped:
            return False
        winners = GAMES[setup.game].result(self_play.state)["winners"]
        self._tell(say("{names} won.", names=listed(winners)))
        return True

    def rest(self, seconds: float) -> bool:
        """Wait; False when it was stopped."""
        return not self._stop.wait(seconds / self._speed)

    def _begin(self, setup: Setup, begun: bool) -> Account:
        self._game = None
        self._camera.post([partial(self._camera.use, self._make_table(setup))])
        self._done(self._camera.settle())
        if not begun:
            header = {key: value for key, value in setup.header.items() if key != "record"}
            outcome = self._host.handle(NewGame(header))
            if not isinstance(outcome, Accepted):
                raise TableError(outcome.reason)
        self._game = self._host.snapshot.game_id
        return self._sit(setup)

    def _follow(self, self_play: Account) -> None:
        """Take over what people have decided in the meantime, and mend what they have not."""
        entered = self._entered(self._playing())
        if entered != self_play.events and not self_play.follow(entered):
            self._agree(self_play)

    def _agree(self, self_play: Account) -> None:
        """Wait until the host holds what happened; what people do not mend in time the robots do."""
        before, since = None, 0.0
        while (problem := self._problem(self_play)) is not None:
            if problem != before:
                before, since = problem, time.monotonic()
            elif time.monotonic() - since > PATIENCE_S[problem.kind] / self._speed:
                self._mend(problem, self_play)
                before = None
            self._glance()
        # A person may have decided something on the way: that stands.
        self_play.follow(self._entered(self._playing()))

    def _mend(self, problem: Problem, self_play: Any) -> None:
        """Do what people should have done about it; a question only the robots of its game can answer."""
        true = self_play.events
        match problem.kind:
            case "wrong":
                correction = Correct(problem.which, self_play.as_dict(true[problem.which]))
                if not isinstance(self._host.handle(correction), Accepted):
                    self._host.handle(Undo(1))
            case "missing" if problem.which < len(true):
                self._host.handle(Submit(self_play.as_dict(true[problem.which])))
            case "missing" | "extra":
                self._host.handle(Undo(1))

    def _unchanged(self, self_play: Account) -> bool:
        """Take over what people have decided in the meantime; tell whether that was nothing."""
        before = self_play.state
        self._follow(self_play)
        return self_play.state is before

    def _decide(self, event: Any, self_play: Account, *, press: bool = False) -> None:
        """Let a decision be part of the truth, tell it as people do, and wait until the host agrees."""
        self_play.happened(event)
        if press:
            self._panel.press("confirm")
        else:
            self._host.handle(Submit(self_play.as_dict(event)))
        self._agree(self_play)

    def _confirm(self, event: Any, self_play: Account, seconds: float) -> None:
        """Leave what lies there to be looked at, then press the button, unless somebody else did."""
        before, until = self_play.state, time.monotonic() + seconds / self._speed
        while self_play.state is before and time.monotonic() < until:
            self._glance()
            self._follow(self_play)
        if self_play.state is before:
            self._decide(event, self_play, press=True)

    def _person_decides(self, player: str, self_play: Account, seconds: float | None = None) -> bool:
        """Give the phone of a player's seat time; tell whether somebody did something."""
        before, until = self_play.state, time.monotonic() + (PHONE_S if seconds is None else seconds)
        while self._held(player) and time.monotonic() < until:
            self._glance()
            self._follow(self_play)
            if self_play.state is not before:
                return True
        return False

    def _move(self, steps: list[Step]) -> None:
        self._camera.post(steps)
        self._done(self._camera.settle())

    def _done(self, done: threading.Event) -> None:
        while not done.wait(LOOK_S):
            self._check()

    def _pause(self, seconds: float) -> None:
        if not self.rest(seconds):
            raise Stopped

    def _glance(self) -> None:
        """Wait a moment for news from the host."""
        self._host.wait(self._host.snapshot.number, LOOK_S / self._speed)
        self._check()
        self._playing()

    def _check(self) -> None:
        if self._stop.is_set() or self._host.closed:
            raise Stopped
        if self._game is not None and self._host.snapshot.game_id != self._game:
            raise Restarted

    def _playing(self) -> Snapshot:
        """Give what stands at the host; while somebody has stopped the game, everybody sits still."""
        snapshot = self._host.snapshot
        while snapshot.history is not None and snapshot.history.state.stopped:
            snapshot = self._host.wait(snapshot.number, LOOK_S)
            self._check()
        return snapshot

    @staticmethod
    def _entered(snapshot: Snapshot) -> tuple[Any, ...]:
        return () if snapshot.history is None else snapshot.history.events
