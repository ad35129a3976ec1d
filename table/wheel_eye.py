"""The one place where bid wheels meet the eyes: they are read and told, and nothing takes them for cards."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from table.command import LookAtWheels
from table.snapshot import Shown, Snapshot
from table.watch import Remembers, Sees
from vision.types import Sight, ThrowSight
from vision.wheels.track import WheelSight, WheelTracker

EDGES = {"right": 0.0, "bottom": 90.0, "left": 180.0, "top": 270.0}
"""Edges of a camera's picture: degrees clockwise from its right, seen from its middle."""


class WheelEye:
    """Reads the wheels, and shows an eye the table without them.

    tell: takes what was read. snapshot: gives what the host knows. first: the edge of the picture at which
    the first player sits. on: whether they are read from the start; while they are not, the eye sees all that
    lies there.
    """

    def __init__(
        self,
        eye: Sees,
        tell: Callable[[LookAtWheels], object],
        snapshot: Callable[[], Snapshot],
        first: str,
        on: bool = True,
    ) -> None:
        self._eye, self._tell, self._snapshot = eye, tell, snapshot
        self._first = EDGES[first]
        self._tracker = WheelTracker()
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
            return self._eye.look(frame, seen)
        # Between two games they say who plays, and where.
        sight = self._tracker.look(frame, often=history is not None and history.signals.suit)
        if sight is not None:
            self._tell(LookAtWheels(sight, turns(sight, frame.shape[:2], self._first)))
        return self._eye.look(frame if history is None else self._tracker.painted(frame), seen)

    def forget(self) -> None:
        """Forget what lay there; the wheels lie there still."""
        self._eye.forget()

    def remember(self, shown: Sequence[Shown]) -> None:
        """Let the eye learn what its cards look like, if it can."""
        if isinstance(self._eye, Remembers):
            self._eye.remember(shown)


def turns(sight: WheelSight, shape: Sequence[int], first: float) -> dict[int, float]:
    """Say where wheels lie around the middle of a picture: by colour, degrees clockwise from `first`."""
    height, width = shape[:2]
    return {
        each.color: (
            math.degrees(math.atan2((each.at[1] - 0.5) * height, (each.at[0] - 0.5) * width)) - first
        )
        % 360
        for each in sight.wheels
    }
