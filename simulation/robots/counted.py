"""A game that robots play without waiting, in one thread, while everything that goes wrong is counted."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from games.book import GAMES
from simulation import gestures
from simulation.devices import SimulatedCamera, SimulatedPanel, Step
from simulation.robots.ground_truth import GroundTruth
from simulation.robots.setup import Setup
from simulation.scene.sensor import PICTURE_S
from simulation.temperament import CALM
from table.command import Accepted, Command, NewGame, Outcome, Press
from table.errors import TableError
from table.eye.protocol import Sees
from table.host import Host
from table.watch import Watch


class DemoError(TableError):
    """The demo cannot go on: the host refused what the rules allow."""


@dataclass(frozen=True)
class Counts:
    """What every game shows. Truth comes from the robots alone.

    silent_errors: entered wrongly without asking. corrected: wrong entries put right. out_of_step: how often
    the host said that table and record differ, which here is never true. frames: pictures taken.
    temperament: what went on around the table, by name.
    """

    game: int
    seed: int
    rules: dict[str, Any]
    temperament: str = CALM.name
    silent_errors: int = 0
    corrected: int = 0
    out_of_step: int = 0
    frames: int = 0
    sheet_correct: bool = False
    winners: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def sheet(self) -> str:
        """Say for people whether the sheet is right."""
        return "sheet right" if self.sheet_correct else "SHEET WRONG"

    def as_dict(self) -> dict[str, Any]:
        """Give what `--json` prints."""
        return asdict(self)


def over_all(games: Sequence[Counts], name: str) -> int:
    """Count something over all games, by the name of its field."""
    return sum(getattr(each, name) for each in games)


def shares(games: Sequence[Counts], of: str, *names: str) -> str:
    """Say how many of something there were in all games, and which share of what they are counted of."""
    counts = {name: over_all(games, name) for name in (of, *names)}
    whole = max(1, counts[of])
    return ", ".join(
        f"{counts[name]} {name.replace('_', ' ')} ({100 * counts[name] / whole:.2f} %)" for name in names
    )


@dataclass(frozen=True)
class Tempo:
    """How people play who wait for nothing but to be seen.

    way: of their hands. rest: pictures that pass once something was moved that need not be read. patience:
    pictures of a card in full view after which it is entered by hand; most: pictures in view or not.
    """

    way: tuple[float, ...]
    rest: int
    patience: int
    most: int

    def at(self, seconds: float) -> Tempo:
        """Give the same where so much passes from one picture to the next."""
        rest, patience, most = (
            round(count * PICTURE_S / seconds) for count in (self.rest, self.patience, self.most)
        )
        return Tempo(self.way, rest, patience, most)


AT_EASE = Tempo(gestures.BRISK, 6, 20, 80)
"""At a restless table people look at the page before they go on."""


C = TypeVar("C", bound=Counts)


class CountedGame(ABC, Generic[C]):
    """One game in one thread: robots, camera, eye and host take their turns.

    What the host has entered is held against the robots' account after every look; what is wrong is counted,
    then put right as a player would with a phone.
    """

    FIRST_LOOKS: ClassVar[int] = 5
    """Pictures of the table before anything is laid."""
    CALM_TEMPO: ClassVar[Tempo] = Tempo(gestures.BRIEF, 2, 5, 5)
    """How people play at a table where nothing else moves."""

    def __init__(
        self,
        figures: C,
        setup: Setup,
        self_play: GroundTruth,
        camera: SimulatedCamera,
        eye: Sees,
        host: Host,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        temperament = camera.table.temperament
        self.figures = replace(figures, temperament=temperament.name)
        self._is_calm = temperament is CALM
        self._tempo = self.CALM_TEMPO if self._is_calm else AT_EASE
        self._account, self._camera, self._host, self._clock = self_play, camera, host, clock
        self._watch = Watch(host, lambda: camera, eye)
        self._header = setup.header
        self._panel = SimulatedPanel()
        self._rules = GAMES[self_play.header.game]
        self._out_of_step = False
        self._wire()

    @abstractmethod
    def _step(self) -> None:
        """Let the next thing happen, and the host take note of it."""

    @abstractmethod
    def _mend(self) -> None:
        """Put right what was entered wrongly while nobody showed anything."""

    def play(self) -> C:
        """Play the game to its end. Raises DemoError."""
        started = self._clock()
        self.play_until(lambda: self._account.state.over)
        true = self._rules.result(self._account.state)
        self.figures = replace(
            self.figures,
            sheet_correct=self._rules.result(self._state()) == true,
            winners=tuple(true["winners"]),
            seconds=round(self._clock() - started, 3),
        )
        return self.figures

    def play_until(self, done: Callable[[], bool]) -> None:
        """Play a new game for as long as it is not `done`. Raises DemoError."""
        self._begin()
        self._wait(self.FIRST_LOOKS)
        while not done():
            self._step()

    def _wire(self) -> None:
        """Let the button do what it does."""
        self._panel.on_press(lambda button: self._do(Press(button)))

    def _begin(self) -> None:
        """Begin the game as a phone does. Raises DemoError."""
        self._do(NewGame({key: value for key, value in self._header.items() if key != "record"}))

    def _move(self, steps: list[Step], rest: int) -> None:
        """Let hands move what need not be read, until the table has lain still for `rest` pictures."""
        self._camera.post(steps)
        self._wait(len(steps) + rest)

    def _wait(self, frames: int) -> None:
        for _ in range(frames):
            self._look()
            self._mend()

    def _shown(self, steps: list[Step]) -> Iterator[None]:
        """Let hands show something; go on for as long as people wait until the table has read it."""
        self._camera.post(steps)
        tempo, table = self._tempo, self._camera.table
        for number in range(len(steps) + tempo.most):
            clear = number - len(steps) if table.clear is None else table.clear
            if number >= len(steps) and clear >= tempo.patience:
                return
            self._look()
            yield

    def _look(self) -> None:
        self._watch.step()
        self._add(frames=1)
        now = self._host.snapshot.out_of_step is not None
        if now and not self._out_of_step:
            self._add(out_of_step=1)
        self._out_of_step = now

    def _ask(self, command: Command) -> Outcome:
        """Give the host a command as phones and buttons do."""
        return self._host.handle(command)

    def _do(self, command: Command) -> None:
        outcome = self._ask(command)
        if not isinstance(outcome, Accepted):
            name = type(command).__name__
            raise DemoError(f"game {self.figures.game}: the host refused {name}: {outcome.reason}")

    def _state(self) -> Any:
        history = self._host.snapshot.history
        assert history is not None
        return history.state

    def _entered(self) -> tuple[Any, ...]:
        history = self._host.snapshot.history
        return () if history is None else history.events

    def _add(self, **counts: int) -> None:
        more = {name: getattr(self.figures, name) + count for name, count in counts.items()}
        self.figures = replace(self.figures, **more)
