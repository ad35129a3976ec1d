"""Play whole games with throwing sticks without waiting, and count what the eye made of the throws."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from games.magicians import Confirm, Keep, Throw
from games.sticks import Stick, stick_to_dict
from simulation import stick_gestures
from simulation.devices import SimulatedCamera
from simulation.robots.counted import CountedGame, Counts, DemoError, over_all, shares
from simulation.robots.magicians.self_play import StickSelfPlay
from simulation.robots.setup import Setup
from simulation.sticks import StickTable
from simulation.throwing import Fall
from table.command import Correct, CountThrow, ReadStick, Submit, Undo
from table.eye.protocol import Sees
from table.host import Host
from table.view.snapshot import Thrown

PATIENCE = 30
"""Pictures of sticks at rest after which a player enters by hand what the eye has not told."""
RESTLESS_PATIENCE = 60
"""The same where hands lie over the sticks at times."""
BEFORE_ANSWER = 6
"""Pictures for which a question must stand before somebody answers it: nobody taps at once."""
AT_REST = 5
"""Pictures that pass after sticks were moved and not thrown."""
MENDS = 8
"""Wrong entries after one throw that are put right before the game is given up."""


@dataclass(frozen=True)
class StickCounts(Counts):
    """What one game showed, beside what every game shows. Truth comes from the simulated table too.

    throws: thrown, `void` of them so that they must be thrown again; sticks: in the throws that count.
    asked: sticks that somebody had to say; doubts: throws about which the table asked whether they count.
    again: void throws that the table would not take; again_differs: of those, with another reason than the
    true one. missed_again: void throws that it took without asking. false_again: throws that count and that
    it would not take. missed: throws that count and that it did not notice. silent_errors: sticks entered
    wrongly without asking, and throws entered that nobody threw.
    """

    throws: int = 0
    void: int = 0
    sticks: int = 0
    asked: int = 0
    doubts: int = 0
    again: int = 0
    again_differs: int = 0
    false_again: int = 0
    missed_again: int = 0
    missed: int = 0
    turns: int = 0
    duels: int = 0
    ms_per_throw: float = 0.0

    def line(self) -> str:
        """Say it in one line for people."""
        return (
            f"game {self.game}: {self.turns} turns, {self.duels} duels, {self.throws} throws, "
            f"{self.sticks} sticks, {self.asked} asked, {self.doubts} doubts, {self.missed} missed, "
            f"{self.silent_errors} silent errors; {self.again} of {self.void} void throws thrown again, "
            f"{self.missed_again} taken, {self.false_again} good ones refused; {self.sheet}, won by "
            f"{' and '.join(self.winners)}, {self.seconds:.1f} s ({self.ms_per_throw:.0f} ms a throw)"
        )


def total(games: Iterable[StickCounts]) -> str:
    """Say in one line what all games showed together."""
    games = tuple(games)
    count = partial(over_all, games)

    sticks, throws, void = count("sticks"), count("throws"), count("void")
    good = throws - void
    per_stick = shares(games, "sticks", "asked", "silent_errors")
    return (
        f"{len(games)} games, {throws} throws, {sticks} sticks: {per_stick}; {count('doubts')} doubts, "
        f"{count('missed')} missed; {count('again')} of {void} void throws thrown again, "
        f"{count('missed_again')} taken; {count('false_again')} of {good} good ones refused "
        f"({100 * count('false_again') / max(1, good):.2f} %); "
        f"{count('sheet_correct')} of {len(games)} sheets right"
    )


class StickGame(CountedGame[StickCounts]):
    """One game of Les Trois Magiciens."""

    def __init__(
        self,
        number: int,
        setup: Setup,
        self_play: StickSelfPlay,
        camera: SimulatedCamera,
        eye: Sees,
        host: Host,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        figures = StickCounts(number, setup.seed, dict(setup.rules))
        super().__init__(figures, setup, self_play, camera, eye, host, clock)
        self._self_play = self_play
        self._asked: set[tuple[int, str]] = set()

    def play(self) -> StickCounts:
        """Play the game to its end. Raises DemoError."""
        figures, log = super().play(), self._self_play.state.log
        return replace(
            figures,
            turns=len(log),
            duels=sum(turn.fight is not None for turn in log),
            ms_per_throw=round(1000 * figures.seconds / max(1, figures.throws), 2),
        )

    def _step(self) -> None:
        if self._self_play.state.to_throw:
            self._throw()
        else:
            self._decide()

    def _table(self) -> StickTable:
        table = self._camera.table
        assert isinstance(table, StickTable)
        return table

    def _throw(self) -> None:
        """Take the sticks up and throw them, until a throw counts."""
        self_play, table = self._self_play, self._table()
        while True:
            seat = self_play.state.turn
            assert seat is not None
            lying = tuple(stick.color for stick in table.lying if stick.color in self_play.state.to_throw)
            if lying:
                self._move(stick_gestures.take_up(table, seat, lying, self._tempo.way), AT_REST)
            fall = self_play.fall()
            self._add(throws=1)
            self._camera.post(stick_gestures.throw(table, seat, fall, self._tempo.way))
            if fall.trouble is None:
                event = self_play.thrown(fall)
                self_play.happened(event)
                self._add(sticks=len(fall.sticks))
                self._read(event)
                return
            self._add(void=1)
            self._void(fall)

    def _read(self, event: Throw) -> None:
        """Show a throw to the eye until the host has it, whoever told it."""
        for _ in self._looks():
            if self._agreed():
                return
        if not self._agreed():
            self._add(missed=1)
            self._do(Submit(self._self_play.as_dict(event)))
            self._mend(answers=True)

    def _agreed(self) -> bool:
        """Answer and correct what there is; tell whether the host has all that happened."""
        self._mend(answers=True)
        return bool(self._state() == self._self_play.state)

    def _void(self, fall: Fall) -> None:
        """Show a throw that does not count, until the host says so or has taken it."""
        before = len(self._entered())
        for _ in self._looks():
            shown = self._host.snapshot.throw
            if len(self._entered()) > before:
                break
            if shown is not None and shown.open and shown.event is None and (shown.again or shown.doubt):
                self._add(again=1, again_differs=int(not _agrees(shown.again, fall.trouble)))
                return
        if len(self._entered()) > before:
            self._add(missed_again=1)
            self._do(Submit({"event": "again", "reason": fall.trouble}))
            return
        shown = self._host.snapshot.throw
        if shown is not None and shown.open and shown.event is None:
            # It asks how a stick lies, and somebody looks: that is as good as saying it.
            self._add(again=1, again_differs=1, asked=len(shown.asks))
            self._do(Submit({"event": "again", "reason": fall.trouble}))

    def _looks(self) -> Iterable[int]:
        """Look for as long as people wait; a question stands for a while before the caller goes on."""
        number, stood, before = 0, 0, None
        patience = PATIENCE if self._tempo is self.CALM_TEMPO else RESTLESS_PATIENCE
        while number < patience:
            self._look()
            number += 1
            shown = self._host.snapshot.throw
            stood = stood + 1 if shown == before else 0
            before = shown
            if shown is None or not shown.open or stood >= BEFORE_ANSWER:
                yield number

    def _decide(self) -> None:
        """Let the player whose turn it is do what is not left to the sticks."""
        event = self._self_play.next()
        self._self_play.happened(event)
        if isinstance(event, Confirm):
            self._settle_doubts()
            self._panel.press("confirm")
        else:
            self._do(Submit(self._self_play.as_dict(event)))
        if isinstance(event, Keep):
            seat = self._self_play.state.turn
            assert seat is not None
            fresh = [stick.color for stick in self._table().lying if not stick.aside]
            kept = [color for color in event.sticks if color in fresh]
            if kept:
                way = self._tempo.way
                self._move(stick_gestures.set_aside(self._table(), seat, kept, way), AT_REST)
        self._mend(answers=True)

    def _settle_doubts(self) -> None:
        """Tell of what lies there that it is not another throw, where the table asks."""
        shown = self._host.snapshot.throw
        if shown is not None and shown.open and shown.event is None:
            self._add(doubts=1)
            self._do(CountThrow(shown.number, count=False))

    def _mend(self, *, answers: bool = False) -> None:
        """Put right what was entered wrongly, and answer what is asked about a throw with the truth."""
        for _ in range(MENDS):
            held, true = self._state(), self._self_play.state
            shown = self._host.snapshot.throw
            if held == true:
                return
            entered = self._entered()
            if entered and isinstance(entered[-1], Throw):
                self._correct(len(entered) - 1, entered[-1])
            elif answers and shown is not None and shown.open and shown.event is None:
                if not self._answer(shown):
                    return
            else:
                return
        raise DemoError(f"game {self.figures.game}: host and table cannot agree after {MENDS} corrections")

    def _correct(self, index: int, told: Throw) -> None:
        """Put right a throw that was entered wrongly, or take back one that nobody threw."""
        last = self._self_play.events[-1] if self._self_play.events else None
        self._add(corrected=1)
        if not isinstance(last, Throw) or self._self_play.state.turn != told.player:
            self._add(silent_errors=1)
            self._do(Undo(1))
            return
        true = {stick.color: stick for stick in last.sticks}
        wrong = [stick for stick in told.sticks if true.get(stick.color) != stick]
        silent = [stick for stick in wrong if (index, stick.color) not in self._asked]
        self._add(silent_errors=max(len(silent), int(not wrong)))
        self._do(Correct(index, self._self_play.as_dict(last)))

    def _answer(self, shown: Thrown) -> bool:
        """Answer what is asked about a throw, as who threw it would; False where nothing can be said."""
        last = self._self_play.events[-1] if self._self_play.events else None
        if not isinstance(last, Throw):
            self._settle_doubts()
            return False
        if shown.again or shown.doubt:
            self._add(**({"false_again": 1} if shown.again else {"doubts": 1}))
            self._do(CountThrow(shown.number))
            return True
        true = {stick.color: stick for stick in last.sticks}
        color = shown.asks[0]
        self._asked.add((len(self._entered()), color))
        self._add(asked=1)
        self._do(ReadStick(shown.number, stick_to_dict(true.get(color, Stick(color, 0)))))
        return True


def _agrees(told: str | None, true: str | None) -> bool:
    """Tell whether the table gave the true reason; no camera can tell a stick that fell off from one away."""
    alike = {"off_table": "missing"}
    return told is not None and alike.get(told, told) == alike.get(str(true), true)
