"""Where an overexposed picture is told: an eye sees it all the same, and somebody may turn the lamp down."""

import logging
from collections.abc import Callable, Sequence

import numpy as np

from table.eye.protocol import Sees, Through
from texts import say
from vision.calibrate.exposure import Exposure
from vision.interval import FrameInterval
from vision.types import Sight, ThrowSight

log = logging.getLogger(__name__)

EVERY = 3000
"""Milliseconds from one look at the exposure to the next."""

OVEREXPOSED = say(
    "Most of the table is overexposed, and what lies there may be missed: turn the lamp down or away, "
    "or run familiar calibrate in the light that you play in."
)


class ExposedEye(Through):
    """Shows an eye each picture, and tells where most of the table is overexposed.

    advise: told a sentence with its remedy once that is so, and None once it is well again.
    """

    def __init__(self, eye: Sees, advise: Callable[[str | None], object]) -> None:
        self._eye, self._advise = eye, advise
        self._exposure = Exposure()
        self._interval = FrameInterval()
        self._region: np.ndarray | None = None
        # Milliseconds since the last look at the exposure.
        self._since = EVERY
        self._told = False

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | ThrowSight | None:
        """Say what lies on the table."""
        self._since += self._interval.passed
        if self._since >= EVERY:
            self._since = 0
            self._tell(self._exposure.look(frame, self._region))
        return self._eye.look(frame, seen)

    def taken(self, seconds: float) -> None:
        """Take in when the next picture was taken, and tell the eye."""
        self._interval.taken(seconds)
        super().taken(seconds)

    def limit(self, region: np.ndarray | None) -> None:
        """Take in which part of the next pictures shows the table, and tell the eye."""
        self._region = region
        super().limit(region)

    def forget(self) -> None:
        """Forget what lay there; the light is as it was."""
        self._eye.forget()

    def _other(self) -> Sees:
        return self._eye

    def _tell(self, overexposed: bool) -> None:
        if overexposed == self._told:
            return
        self._told = overexposed
        if overexposed:
            log.warning("%s", OVEREXPOSED)
        self._advise(OVEREXPOSED if overexposed else None)
