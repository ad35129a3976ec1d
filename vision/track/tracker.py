"""What every tracker does with a frame: look at the table behind what moves, and say what is in the way."""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from vision.interval import FrameInterval
from vision.motion.digital_gain import DigitalGain
from vision.motion.static_scene import PLACE_REST_MS, StaticScene
from vision.motion.stillness import CHANGE_WIDTH_PX, small
from vision.types import HIDDEN, TOO_DARK

Told = TypeVar("Told")
"""What a tracker tells: the cards that lie there, or the sticks."""

MOSTLY_HIDDEN, BLIND_MS = 0.6, 3000
"""Share of the picture that is hidden, and milliseconds of it, from which that is told as a trouble."""

TRUSTED_DARK_LEVELS = 22
"""Mean grey level, of 255, below which a picture is too dark to trust."""


class Still(NamedTuple):
    """The table behind what moves over it: the whole picture, and the same `CHANGE_WIDTH_PX` pixels wide.

    Both uint8 (h, w, 3) BGR.
    """

    picture: np.ndarray
    small: np.ndarray


class Tracker(ABC, Generic[Told]):
    """Follows what lies on one table, from frame to frame.

    It looks at the background that a model of the static scene keeps (`StaticScene`): what hands hide has
    not gone, and what they leave is looked at once it rests. What is in the way is told once as it begins and
    once as it ends.
    """

    HURRIES: ClassVar[bool] = False
    """Whether the next picture had better come sooner while something moves: it may lie still there."""

    def __init__(self) -> None:
        # The camera goes on over each new start.
        self._interval = FrameInterval()
        self._region: np.ndarray | None = None

    def limit(self, region: np.ndarray | None) -> None:
        """Take in the region of interest of the next frames, uint8 (H, W), 255 upon the table; None: all."""
        self._region = region
        self._scene.limit(region)

    def taken(self, seconds: float) -> None:
        """Take in when the next frame was taken, in seconds: see `FrameInterval`."""
        self._interval.taken(seconds)

    def hurries(self) -> bool:
        """Tell whether the next frame had better come sooner than usual."""
        return self.HURRIES and self._scene.stirs

    def _restart(
        self, rest: int = PLACE_REST_MS, blind: int | None = BLIND_MS, gain: DigitalGain | None = None
    ) -> None:
        """Start anew: the next still picture is the first.

        rest: milliseconds that make a place one at rest; blind: those for which most of the picture is hidden
        from which that is told, None: never; gain: as `StaticScene` has it.
        """
        self._scene = StaticScene(needed=rest, gain=gain)
        self._scene.limit(self._region)
        self._patience = blind
        self._trouble: str | None = None
        self._blind = 0

    def _watch(self, frame: np.ndarray) -> Still | str | None:
        """Take the next frame, uint8 (H, W, 3) BGR; give the table behind it.

        Gives None while nothing new is at rest, and a trouble where nothing can be told.
        """
        scene = self._scene.push(frame, self._interval.passed)
        self._blind = self._blind + self._scene.passed if scene.hidden > MOSTLY_HIDDEN else 0
        if self._patience is not None and self._blind >= self._patience:
            return HIDDEN
        if scene.picture is None:
            return None
        now = small(scene.picture, CHANGE_WIDTH_PX)
        return TOO_DARK if self._is_dark(now) else Still(scene.picture, now)

    def _is_dark(self, now: np.ndarray) -> bool:
        """Tell whether a small picture, uint8 (h, w, 3), is too dark to trust."""
        return float(now[::8, ::8].mean()) < TRUSTED_DARK_LEVELS

    def _in_sight_again(self) -> Told | None:
        """Take back that the table is hidden, though nothing new is at rest, if that was told."""
        return self._say(None) if self._trouble == HIDDEN else None

    def _say(self, trouble: str | None) -> Told | None:
        """Tell what is in the way, or that nothing is any more; None where that was told last."""
        if trouble == self._trouble:
            return None
        self._trouble = trouble
        return self._sight()

    @abstractmethod
    def _sight(self) -> Told:
        """Give all that is to be told now."""
