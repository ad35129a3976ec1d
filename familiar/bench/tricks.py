"""Tricks of Wizard that robots play through the whole appliance, in real time, noting what is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from device.errors import CameraError
from familiar.bench.phones import Phones
from familiar.bench.reel import Drawn, Reel, Stretch, draw, draw_card
from familiar.bench.tally import Laid, Told, arrived, how_told
from games.wizard import Event, Shows
from simulation import gestures
from simulation.devices import SimulatedCamera, Step
from simulation.robots.counted import AT_EASE
from simulation.robots.setup import Setup
from simulation.robots.wizard.counted import WizardGame
from simulation.robots.wizard.self_play import WizardSelfPlay
from simulation.table import SimulatedTable
from table.command import Answer
from table.host import Host
from table.view.snapshot import Snapshot

SILENT_S = 60.0
"""For so long beyond its length a stretch may last before the product is given up."""


class Elsewhere:
    """The eye of a game at which the appliance's own eye looks."""

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> None:
        """See nothing."""

    def forget(self) -> None:
        """Forget nothing."""


class TimedGame(WizardGame):
    """One game of Wizard, of which so many cards are shown to a running appliance.

    What hands do is drawn first, until the card has lain in view for as long as people wait, and then shown
    on the clock. A question about something else than the card is answered at once, all else once the
    stretch is over, as in the game without waiting.
    """

    def __init__(
        self,
        setup: Setup,
        table: SimulatedTable,
        reel: Reel,
        host: Host,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        camera = SimulatedCamera(table)
        super().__init__(1, setup, WizardSelfPlay(setup), camera, Elsewhere(), host, clock)
        at_ease = AT_EASE.at(reel.pace)
        calm = replace(at_ease, way=gestures.BRIEF, most=at_ease.patience)
        self._tempo = calm if self._is_calm else at_ease
        self.cards: list[Laid] = []
        self.shown = 0
        self.wall = self.cpu = 0.0
        """Pictures that were shown, the seconds that took, and those of CPU of this process meanwhile."""
        self._table, self._reel = table, reel
        self._phones: Phones | None = None
        self._gate = threading.Lock()
        self._awaited: tuple[int, Event] | None = None
        self._told: Told | None = None
        self._needless: set[int] = set()
        host.listeners.append(self._note)

    def begin(self) -> None:
        """Begin the game, so that phones may take its seats. Raises DemoError."""
        self._begin()

    def lay(self, count: int, phones: Phones) -> Sequence[Laid]:
        """Play until so many cards were laid. Raises DemoError, CameraError, LostPhones."""
        self._phones = phones
        phones.catch_up(self._host.snapshot.number)
        self._wait(self.FIRST_LOOKS)
        while len(self.cards) < count and not self._self_play.state.over:
            self._step()
        return self.cards

    def _move(self, steps: list[Step], rest: int) -> None:
        self._play(draw(self._table, steps, rest))
        self._mend()

    def _wait(self, frames: int) -> None:
        self._move([], frames)

    def _shown(self, steps: list[Step]) -> Iterator[None]:
        drawn = draw_card(self._table, steps, self._tempo)
        self._clear_up()
        index = len(self._self_play.events) - 1
        with self._gate:
            self._awaited, self._told = (index, self._self_play.events[index]), None
        stretch = self._play(drawn)
        with self._gate:
            told, self._awaited = self._told, None
        rests = None if drawn.rests is None else stretch.happens(drawn.rests)
        assert self._phones is not None
        self._phones.catch_up(self._host.snapshot.number)
        self.cards.append(arrived(Laid(index, rests, told), self._phones.count, self._phones.take()))
        yield

    def _play(self, drawn: Drawn) -> Stretch:
        """Show drawn moments on the clock, and give when each of them was."""
        count = len(drawn.pictures)
        wall, cpu = self._clock(), time.process_time()
        stretch = self._reel.show(drawn.pictures)
        if not self._reel.wait(count * stretch.pace + SILENT_S):
            raise CameraError("the product has stopped taking pictures")
        self.wall, self.cpu = self.wall + self._clock() - wall, self.cpu + time.process_time() - cpu
        self.shown += count
        return stretch

    def _note(self, snapshot: Snapshot) -> None:
        """Note what the host tells first of the card that is awaited; called in the host's thread."""
        now = self._clock()
        with self._gate:
            if self._awaited is None or self._told is not None:
                return
            found = how_told(snapshot, *self._awaited)
            if found is None:
                return
            how, asks = found
            if asks is not None and not self._is_about_it(snapshot, asks):
                self._brush_aside(asks)
                return
            self._told = Told(how, snapshot.number, now, self._reel.latest, asks)

    def _clear_up(self) -> None:
        """Say of whatever is asked before a card is shown that it is none: a bid may have brought it up."""
        while self._host.snapshot.questions:
            self._add(needless=1)
            self._do(Answer(self._host.snapshot.questions[0].id, None))

    def _is_about_it(self, snapshot: Snapshot, asks: int) -> bool:
        """Tell whether a question is about the awaited card; at a calm table there is nothing else."""
        assert self._awaited is not None
        event = self._awaited[1]
        question = next(each for each in snapshot.questions if each.id == asks)
        card = event.card if isinstance(event, Shows) else None
        return self._is_calm or self._shows(question.reading.corners, card)

    def _brush_aside(self, asks: int) -> None:
        if asks not in self._needless:
            self._needless.add(asks)
            self._add(needless=1)
            # A listener may post, but not wait; where the question is gone by then, so much the better.
            self._host.post(Answer(asks, None))
