"""A camera that shows pictures which were drawn before, on the clock, and the drawing of them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from device.camera import Frame, LiveCamera
from simulation.devices import Step
from simulation.robots.counted import Tempo
from simulation.table import SimulatedTable


@dataclass(frozen=True)
class Drawn:
    """Pictures, uint8 (H, W, 3) BGR, one after the other.

    rests: which of them is the first in which the card laid last lies at rest and in full view; None: none
    is, or no card was laid.
    """

    pictures: tuple[np.ndarray, ...]
    rests: int | None = None


def draw(table: SimulatedTable, steps: Sequence[Step], rest: int) -> Drawn:
    """Draw what steps do at a table, one a picture, and so many pictures more in which nobody plays."""
    pictures: list[np.ndarray] = []
    for number in range(len(steps) + rest):
        if number < len(steps):
            steps[number]()
        pictures.append(table.render())
    return Drawn(tuple(pictures))


def draw_card(table: SimulatedTable, steps: Sequence[Step], tempo: Tempo) -> Drawn:
    """Draw how a card is laid, until it has been in full view for as long as people wait."""
    before, since = len(table.lying), 0
    pictures: list[np.ndarray] = []
    rests: int | None = None
    while len(pictures) < len(steps) + tempo.most:
        number = len(pictures)
        if number < len(steps):
            steps[number]()
        pictures.append(table.render())
        if len(table.lying) == before:
            continue
        since += 1
        # At a calm table the hand goes in the picture in which the card appears, and nothing else moves.
        clear = since if table.clear is None else table.clear
        if rests is None and clear:
            rests = number
        if number >= len(steps) and clear >= tempo.patience:
            break
    return Drawn(tuple(pictures), rests)


@dataclass(frozen=True)
class Stretch:
    """So many drawn moments, from one on, `pace` seconds apart, of which a camera takes pictures.

    shutter: seconds from one picture of the camera to the next; it shows the moment that was drawn last.
    """

    begun: float
    pace: float
    count: int
    shutter: float

    def happens(self, moment: int) -> float:
        """Give when a drawn moment begins, from 0."""
        return self.begun + moment * self.pace

    def taken(self, number: int) -> float:
        """Give when a picture is taken, from 0."""
        return self.begun + number * self.shutter

    def shows(self, number: int) -> int:
        """Give the drawn moment that a picture shows."""
        return math.floor(number * self.shutter / self.pace + 1e-9)

    def after(self, time: float, given: int = -1) -> int | None:
        """Give the first picture behind the last one given that is not taken before a time."""
        number = max(given + 1, math.ceil((time - self.begun) / self.shutter - 1e-9))
        return number if self.shows(number) < self.count else None


class Reel(LiveCamera):
    """Shows stretches of pictures to whoever reads; between two of them the world stands still.

    As with a real camera, a picture is taken whether or not somebody wants it, and can be had once it is
    exposed: a reader is given the first one begun since he asked, or since the moment that he names; of those
    that are exposed by then the newest alone is kept. It counts as live, so that the product judges its
    pictures. pace: seconds from one drawn moment to the next; shutter: from one picture to the next;
    exposure: from a picture's beginning, whose moment it shows, until it can be had.
    """

    def __init__(
        self,
        pace: float,
        shutter: float,
        clock: Callable[[], float] = time.monotonic,
        *,
        exposure: float = 0.0,
    ) -> None:
        self.given = 0
        """How many pictures were given."""
        self.latest = 0.0
        """When the picture given last could be had."""
        self.pace, self._shutter, self._exposure, self._clock = pace, shutter, exposure, clock
        self._changed = threading.Condition()
        self._stretch: Stretch | None = None
        self._pictures: Sequence[np.ndarray] = ()
        self._last = -1
        self._closed = False

    def show(self, pictures: Sequence[np.ndarray]) -> Stretch:
        """Begin a stretch, and say when each of its moments is."""
        with self._changed:
            self._pictures, self._last = pictures, -1
            self._stretch = Stretch(self._clock() + self.pace, self.pace, len(pictures), self._shutter)
            self._changed.notify_all()
            return self._stretch

    def wait(self, timeout: float) -> bool:
        """Wait until the stretch is over and its last picture was worked on; False: it took too long."""
        with self._changed:
            return self._changed.wait_for(lambda: self._closed or self._stretch is None, timeout)

    def read(self, timeout: float, since: float | None = None) -> Frame | None:
        """Give the next picture of the stretch, or of the next one; None once the reel is closed."""
        with self._changed:
            asked, stretch = self._clock(), self._stretch
            wanted = asked if since is None else max(since, asked - self._exposure - self._shutter)
            while not self._closed:
                number = None if stretch is None else stretch.after(wanted, self._last)
                if stretch is None or number is None:
                    self._stretch, self._pictures = None, ()
                    self._changed.notify_all()
                    self._changed.wait_for(lambda: self._closed or self._stretch is not None)
                    stretch = self._stretch
                    continue
                taken = stretch.taken(number)
                if (early := taken + self._exposure - self._clock()) > 0:
                    self._rest(early)
                    continue
                self._last = number
                self.given += 1
                self.latest = taken + self._exposure
                return Frame(self._pictures[stretch.shows(number)], self.given, taken)
            return None

    def _rest(self, seconds: float) -> None:
        """Wait for a picture that is not taken yet, or for the end; the gate is held."""
        self._changed.wait(seconds)

    def close(self) -> None:
        """Let whoever reads go; twice is harmless."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
