"""Judge a live camera by its pictures: frozen, black or white ones are no pictures of a table."""

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from texts import say

STRIDE = 8
"""Of a picture every 8th pixel is looked at, both ways."""
ALIKE = 1e-4
"""Noise changes most pixels from one picture to the next; fewer than this part of them: it is no new one."""
REMEMBERED = 8
"""A driver that stands still may give its queue of pictures, 4 to 6 of them, round and round."""
FROZEN_S = 3.0
DULL_S = 1.0
"""A picture may be dark or bright while exposure settles, or under a hand."""
REOPEN_S = 60.0
"""The light may be out for an hour; but some cameras stay black after a glitch until they are opened anew."""
BLACK_BELOW, BLACK_PART = 24, 0.99
WHITE_FROM, WHITE_PART = 250, 0.9
GREY = 2
"""Levels by which the three colours of a pixel may differ for it to have none."""
FROZEN = say(
    "the camera gives the same picture over and over: check its cable, or pull its plug and put it in again; "
    "it is opened anew meanwhile"
)
BLACK = say("the camera sees nothing but black: take the cap off its lens, or switch the light on")
WHITE = say(
    "the camera sees nothing but white: keep lamps and sunshine out of its lens, "
    "or run familiar calibrate in the light that you play in"
)
NO_PICTURE = say(
    "the camera gave something that is no picture in colour: check its settings, or take another one"
)


@dataclass(frozen=True)
class Verdict:
    """`good`: a picture of now; else `text` says what is wrong, or None as long as it may still pass.

    `reopen`: only a fresh start can help the camera.
    """

    good: bool
    text: str | None = None
    reopen: bool = False


GOOD = Verdict(True)
WAIT = Verdict(False)


class Judge:
    """Judges the pictures of one camera, also across its being opened anew."""

    def __init__(self) -> None:
        self._seen: deque[np.ndarray] = deque(maxlen=REMEMBERED)
        self._frozen_since: float | None = None
        self._dull_since: float | None = None

    def judge(self, image: np.ndarray, time: float) -> Verdict:
        """Judge a picture, uint8 (H, W, 3) BGR, that was taken at `time` in monotonic seconds."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            return Verdict(False, NO_PICTURE, reopen=True)
        sample = np.ascontiguousarray(image[::STRIDE, ::STRIDE])
        # Black and white first: where every pixel is at its end, two pictures may well be alike.
        if (text := _dull(sample)) is not None:
            if self._dull_since is None:
                self._dull_since = time
            lasted = time - self._dull_since
            if lasted >= REOPEN_S:
                self._dull_since = None
            return Verdict(False, text, lasted >= REOPEN_S) if lasted >= DULL_S else WAIT
        self._dull_since = None
        if any(_alike(sample, old) for old in self._seen):
            if self._frozen_since is None:
                self._frozen_since = time
            return Verdict(False, FROZEN, True) if time - self._frozen_since >= FROZEN_S else WAIT
        self._frozen_since = None
        self._seen.append(sample)
        return GOOD


def _dull(sample: np.ndarray) -> str | None:
    pixels = sample.shape[0] * sample.shape[1]
    if _between(sample, 0, BLACK_BELOW - 1) >= BLACK_PART * pixels:
        return BLACK
    if _between(sample, WHITE_FROM, 255) >= WHITE_PART * pixels:
        return WHITE
    return NO_PICTURE if _is_grey(sample) else None


def _between(sample: np.ndarray, low: int, high: int) -> int:
    """Count the pixels of which all three colours lie between two grey levels, both included."""
    # The alpha of both bounds is 0: OpenCV before 5 wants four values.
    return cv2.countNonZero(cv2.inRange(sample, (low, low, low, 0), (high, high, high, 0)))


def _alike(one: np.ndarray, other: np.ndarray) -> bool:
    if one.shape != other.shape:
        return False
    most = max(3, round(ALIKE * one.size))
    # A few rows tell most pictures apart.
    return all(np.count_nonzero(one[::rows] != other[::rows]) <= most for rows in (16, 1))


def _is_grey(sample: np.ndarray) -> bool:
    """Tell whether a picture has no colour at all: a camera for black and white, or one by infrared light."""
    # A few rows tell most pictures apart.
    return all(int(np.ptp(sample[::rows], axis=2).max()) <= GREY for rows in (16, 1))
