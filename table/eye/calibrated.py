"""The one place where a calibration meets the eyes: they see the table alone, and drift is noticed."""

import logging
from collections.abc import Callable, Sequence

import numpy as np

from table.eye.calibration import Calibration
from table.eye.protocol import Sees, Through
from texts import say
from vision.calibrate.area import Area
from vision.calibrate.drift import Change, Drift
from vision.interval import FrameInterval
from vision.types import Sight, ThrowSight

log = logging.getLogger(__name__)

EVERY = 10_000
"""Milliseconds from one look for drift to the next."""

REMEDIES = {
    Change.MOVED: say(
        "The mat or the camera has moved since the table was calibrated: put it back, "
        "or calibrate again (familiar calibrate)."
    ),
    Change.DIMMER: say(
        "It is much darker than when the table was calibrated: switch on a lamp, "
        "or calibrate again (familiar calibrate)."
    ),
    Change.BRIGHTER: say(
        "It is much brighter than when the table was calibrated: dim the light, "
        "or calibrate again (familiar calibrate)."
    ),
    Change.TINT: say(
        "The light has another colour than at the calibration: change the lamp, "
        "or calibrate again (familiar calibrate)."
    ),
}
RESIZED = say(
    "The camera's pictures have another size than when the table was calibrated: "
    "calibrate again (familiar calibrate)."
)


class CalibratedEye(Through):
    """Shows an eye nothing but the calibrated table.

    advise: told a sentence with its remedy once something has drifted, and None once it is well again.
    every: milliseconds from one look for drift to the next.
    """

    def __init__(
        self,
        eye: Sees,
        calibration: Calibration,
        advise: Callable[[str | None], object],
        *,
        every: int = EVERY,
    ) -> None:
        self._eye, self._advise, self._every = eye, advise, every
        outline = calibration.outline()
        self._area = Area(outline, calibration.found, calibration.empty)
        self._drift = Drift(calibration.empty, calibration.found, outline)
        self._size = calibration.size
        self._interval = FrameInterval()
        # Milliseconds since the last look for drift.
        self._since = every
        self._told: str | None = None

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | ThrowSight | None:
        """Say what lies on the table; what lies around it does not count."""
        self._since += self._interval.passed
        if self._since >= self._every:
            self._since = 0
            self._tell(self._amiss(frame))
        # The eye behind may be another with every game.
        self.limit(self._area.region(frame))
        return self._eye.look(self._area.only(frame), seen)

    def taken(self, seconds: float) -> None:
        """Take in when the next picture was taken, and tell the eye."""
        self._interval.taken(seconds)
        super().taken(seconds)

    def forget(self) -> None:
        """Forget what lay there."""
        self._eye.forget()

    def _other(self) -> Sees:
        return self._eye

    def _amiss(self, frame: np.ndarray) -> str | None:
        if (frame.shape[1], frame.shape[0]) != self._size:
            return RESIZED
        change = self._drift.look(frame)
        return None if change is None else REMEDIES[change]

    def _tell(self, amiss: str | None) -> None:
        if amiss == self._told:
            return
        self._told = amiss
        if amiss is not None:
            log.warning("%s", amiss)
        self._advise(amiss)
