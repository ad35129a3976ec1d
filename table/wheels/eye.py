"""The one place where bid wheels meet the eyes: they are read and told, and nothing takes them for cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np

from table.command import LookAtWheels
from table.eye.calibration import Calibration
from table.eye.protocol import Sees, Through
from table.reconcile.known_cards import BACK
from table.view.snapshot import Snapshot
from texts import say
from vision.calibrate.mat import MAT_SIZE, to_pixels
from vision.geometry.homography import project
from vision.types import Seen, Sight, ThrowSight
from vision.wheels.track import WheelSight, WheelTracker

EDGES = {"right": 0.0, "bottom": 90.0, "left": 180.0, "top": 270.0}
"""Edges of a camera's picture: degrees clockwise from its right, seen from its middle."""


UPON = say(
    "This card lies upon a wheel or a trump tag, or touches one: lay it beside, or say which card it is."
)


@dataclass(frozen=True)
class Ground:
    """The table as people sit around it.

    size: of the pictures that this holds for. flat: the homography (3, 3) from their pixels to the table's
    plane; middle: of the table there.
    """

    size: tuple[int, int]
    flat: np.ndarray
    middle: tuple[float, float]

    @classmethod
    def of(cls, calibration: Calibration) -> Self:
        """Take the mat's millimetres and its middle, or without a mat the centroid of what was outlined."""
        mat = to_pixels(calibration.found)
        if mat is not None:
            return cls(calibration.size, np.linalg.inv(mat), (MAT_SIZE[0] / 2, MAT_SIZE[1] / 2))
        area = cv2.moments(calibration.outline())
        if not area["m00"]:
            return cls.plain(calibration.size)
        return cls(calibration.size, np.eye(3), (area["m10"] / area["m00"], area["m01"] / area["m00"]))

    @classmethod
    def plain(cls, size: tuple[int, int]) -> Self:
        """Take a picture for the table, its middle for the table's."""
        return cls(size, np.eye(3), (size[0] / 2, size[1] / 2))


class WheelEye(Through):
    """Reads the wheels, and shows an eye the table without them.

    tell: takes what was read. snapshot: gives what the host knows. first: the edge of the picture at which
    the first player sits. on: whether they are read from the start; while they are not, the eye sees all that
    lies there. calibration: of the table, around whose middle the wheels lie.
    """

    def __init__(
        self,
        eye: Sees,
        tell: Callable[[LookAtWheels], object],
        snapshot: Callable[[], Snapshot],
        first: str,
        on: bool = True,
        calibration: Calibration | None = None,
    ) -> None:
        self._eye, self._tell, self._snapshot = eye, tell, snapshot
        self._first = EDGES[first]
        self._ground = None if calibration is None else Ground.of(calibration)
        self._tracker = WheelTracker()
        # What the eye said last, and what was made of it.
        self._sight: Sight | None = None
        self._said: Sight | None = None
        self.on = on

    def switch(self, on: bool) -> None:
        """Read the wheels from now on, or leave them alone; what they showed is then forgotten."""
        was, self.on = self.on, on
        if was and not on:
            self._tracker = WheelTracker()
            self._tell(LookAtWheels(WheelSight(), {}))

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | ThrowSight | None:
        """Say what else lies on the table; what the wheels show is told by itself."""
        history = self._snapshot().history
        playing = history is not None and not history.state.over
        if not self.on or (history is not None and playing and history.signals.about is None):
            self._sight = self._said = None
            return self._eye.look(frame, seen)
        # Between two games they say who plays, and where.
        sight = self._tracker.look(frame, often=history is not None and history.signals.suit)
        if sight is not None:
            size, ground = (frame.shape[1], frame.shape[0]), self._ground
            if ground is None or ground.size != size:
                ground = Ground.plain(size)
            self._tell(LookAtWheels(sight, turns(sight, ground, self._first)))
        found = self._eye.look(frame if history is None else self._tracker.painted(frame), seen)
        return found if isinstance(found, ThrowSight) else self._doubted(frame, found, sight is not None)

    def forget(self) -> None:
        """Forget what lay there; the wheels lie there still."""
        self._eye.forget()
        self._sight = self._said = None

    def _doubted(self, frame: np.ndarray, found: Sight | None, turned: bool) -> Sight | None:
        """Let every card that lies upon a wheel be asked about; None where there is nothing new to tell.

        found: what the eye says now, None: nothing new; turned: whether the wheels lie or show otherwise.
        """
        self._sight = found or self._sight
        if self._sight is None or (found is None and not turned and self._said == self._sight):
            return None
        said = replace(self._sight, lying=tuple(self._beside(frame, each) for each in self._sight.lying))
        if found is None and said == self._said:
            return None
        self._said = said
        return said

    def _beside(self, frame: np.ndarray, seen: Seen) -> Seen:
        reading = seen.reading
        if reading.card == BACK and not reading.asks:
            # Nothing follows from what lies face down: won tricks may touch a wheel.
            return seen
        if not self._tracker.bears(frame, np.array(reading.corners)):
            return seen
        return replace(seen, reading=replace(reading, asks=True, likely=False, doubt=UPON))

    def taken(self, seconds: float) -> None:
        """Tell what reads the wheels, and the eye, when the next picture was taken."""
        self._tracker.taken(seconds)
        super().taken(seconds)

    def hurries(self) -> bool:
        """Tell whether the next picture had better come sooner: where wheels are read, ten a second do."""
        return not self.on and super().hurries()

    def _other(self) -> Sees:
        return self._eye


def turns(sight: WheelSight, ground: Ground, first: float) -> dict[int, float]:
    """Say where wheels lie around the middle of the table: by colour, degrees clockwise from `first`.

    first: degrees clockwise from the right of the picture, as it shows them there.
    """
    middle = np.array(ground.middle)
    seen = project(np.linalg.inv(ground.flat), middle[None])[0]
    towards = seen + 10 * np.array([np.cos(np.radians(first)), np.sin(np.radians(first))])
    at = [np.array(each.at) * ground.size for each in sight.wheels]
    x, y = (project(ground.flat, np.array([towards, *at])) - middle).T
    around = np.degrees(np.arctan2(y, x))
    found = (around[1:] - around[0]) % 360
    return {each.color: float(turn) for each, turn in zip(sight.wheels, found, strict=True)}
