"""A camera above the simulated table, and a panel that one can look at and press from code."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Self

from device.camera import Frame
from device.panel import Lights, Sound
from simulation.stage import Stage

Step = Callable[[], object]
"""One change to the table, done before the next picture is taken."""


class SimulatedCamera:
    """Takes pictures of a simulated table, and moves what is on it.

    Whoever plays only posts steps; each read does the next one before it takes its picture. So the thread
    that reads alone owns the table, and no lock is needed. pace: seconds between two pictures, 0 for no wait.
    """

    def __init__(self, table: Stage, pace: float = 0.0) -> None:
        self.table = table
        self.latest: Frame | None = None
        self._pace = pace
        self._steps: queue.SimpleQueue[Step] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._number = 0
        self._due = 0.0

    def post(self, steps: Iterable[Step]) -> None:
        """Ask for changes to the table, one a picture, in this order; may be called from any thread."""
        for step in steps:
            self._steps.put(step)

    def use(self, table: Stage) -> None:
        """Hang above another table; a step like any other, so post it."""
        self.table = table

    def settle(self) -> threading.Event:
        """Give an event that is set once everything posted so far was done and seen in a picture."""
        done = threading.Event()
        self._steps.put(done.set)
        return done

    def read(self, timeout: float) -> Frame | None:
        """Do the next step and take a picture of the table; None once the camera is closed."""
        wait = self._due - time.monotonic()
        if self._pace and wait > 0:
            self._closed.wait(min(wait, timeout))
        if self._closed.is_set():
            return None
        self._due = time.monotonic() + self._pace
        try:
            self._steps.get_nowait()()
        except queue.Empty:
            pass
        self._number += 1
        self.latest = Frame(self.table.render(), self._number, time.monotonic())
        return self.latest

    def close(self) -> None:
        """Let the next read give None."""
        self._closed.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SimulatedPanel:
    """Remembers its lights and sounds; `press` does what a finger does."""

    wired = True

    def __init__(self) -> None:
        self.lights = Lights()
        self.sounds: deque[Sound] = deque(maxlen=50)
        self.closed = False
        self._callbacks: list[Callable[[str], None]] = []

    def show(self, lights: Lights) -> None:
        """Show these lights."""
        self.lights = lights

    def on_press(self, callback: Callable[[str], None]) -> None:
        """Call back with "confirm", "undo" or "next" at each press."""
        self._callbacks.append(callback)

    def on_stuck(self, callback: Callable[[tuple[str, ...]], None]) -> None:
        """Never call: nothing sticks here."""

    def press(self, button: str) -> None:
        """Press a button: "confirm", "undo" or "next"."""
        for callback in tuple(self._callbacks):
            callback(button)

    def buzz(self, kind: Sound) -> None:
        """Sound "good", "ask" or "refused"."""
        self.sounds.append(kind)

    def close(self) -> None:
        """Turn the lights off."""
        self.lights = Lights()
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
