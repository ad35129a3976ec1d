"""A camera that averages its pictures against noise: how slowly is told from them, and undone.

Temporal noise reduction is a recursive filter of the first order in each place: of what a picture lacks of
what is there a share is left in the next one. So where the table rests successive changes have one ratio,
all over the picture, and it tells what a place will look like long before it does: the filter's inverse, or
Aitken's delta-squared process with a ratio that is known. What does not change is left as it is, and so are
the pictures of a camera whose changes have no such ratio.
"""

import cv2
import numpy as np

from vision.interval import USUAL_MS
from vision.motion.stillness import in_light, light_gain

COARSER = 4
"""How many times as large small pixels are made before they are asked: whole grey levels have few ratios."""

TELLING_LEVELS = 4.0
"""Grey levels by which such a pixel must have changed from one picture to the next to tell of the ratio. A
guess."""

FEWEST_TELLING = 60
"""Colours, three a pixel, that must tell. A guess: a card has about 150."""

UNEXPLAINED = 0.15
"""Share of the changes of before by which those of now may differ from the ratio for there to be one. A
guess."""

AGREE, AGREEING, ASKED = 0.03, 3, 5
"""Difference of ratios within which so many of so many must be to be believed. Guesses."""

SLOW = 0.5
"""Ratio, from a tenth of a second to the next, from which averaging is undone: of less nothing is left once a
place counts as at rest. A guess."""

MOST_LEFT = 0.6
"""Share that is left of what the earlier picture lacks by which one is undone. With more its noise would be
more than tripled; with less what has come would take longer to be seen. A guess between the two."""

_RATIOS = np.linspace(0.0, 0.99, 199)
"""Ratios, from a tenth of a second to the next, that are told apart."""

_NO_PICTURE: np.ndarray = np.empty((0, 0, 3), np.float32)


class TemporalAveraging:
    """Follows one camera; every frame is pushed, in order."""

    def __init__(self) -> None:
        self._before: tuple[tuple[np.ndarray, int], ...] = ()
        self._coarse = _NO_PICTURE
        self._change: np.ndarray | None = None
        self._passed = USUAL_MS
        self._told: tuple[float, ...] = ()
        self._ratio = 0.0

    @property
    def ratio(self) -> float:
        """Give the share of what a picture lacks that is left a tenth of a second later: 0..1."""
        return self._ratio

    def push(self, frame: np.ndarray, small: np.ndarray, passed: int) -> np.ndarray:
        """Take the next frame, uint8 (H, W, 3) BGR; give it as it will be where the table rests.

        small: the frame made small, uint8 (h, w, 3); passed: milliseconds since the one before.
        """
        # Over a gap nobody tells how much time has passed.
        gap = passed > 2 * self._passed or any(each.shape != frame.shape for each, _ in self._before)
        before = [] if gap else [(each, since + passed) for each, since in self._before]
        self._ask(small, passed)
        far = [n for n, (_, since) in enumerate(before) if self._left(since) <= MOST_LEFT]
        # The newest one that is long enough ago, and what may become it.
        before = before[far[-1] if far else 0 :]
        self._before = (*before, (frame, 0)) if self._ratio else ((frame, 0),)
        if not (self._ratio and far):
            return frame
        other, since = before[0]
        left = self._left(since)
        return cv2.addWeighted(frame, 1 / (1 - left), other, -left / (1 - left), 0.0)

    def _left(self, milliseconds: int) -> float:
        """Give the share of what a picture lacks that is left after so many milliseconds: 0..1."""
        return self._ratio ** (milliseconds / USUAL_MS)

    def _ask(self, small: np.ndarray, passed: int) -> None:
        """Ask how a small picture changed for the ratio, which is believed once enough of them agree."""
        size = tuple(max(1, side // COARSER) for side in small.shape[1::-1])
        coarse = cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        was, before, last = self._coarse, self._change, self._passed
        self._coarse, self._change, self._passed = coarse, None, passed
        if was.shape != coarse.shape:
            return
        if before is None and cv2.norm(was, coarse, cv2.NORM_INF) <= TELLING_LEVELS:
            return
        # Another light changes the whole picture by one ratio, too.
        self._change = coarse - in_light(was, light_gain(was, coarse))
        told = None if before is None else _ratio(before, self._change)
        if told is None:
            return
        self._told = (*self._told, _per_tenth(told, last, passed))[-ASKED:]
        middle = float(np.median(self._told))
        agree = [each for each in self._told if abs(each - middle) < AGREE]
        if len(agree) >= AGREEING:
            self._ratio = float(np.mean(agree)) if middle > SLOW else 0.0


def _ratio(before: np.ndarray, now: np.ndarray) -> float | None:
    """Tell the ratio of two successive changes, float32 (h, w, 3) each, or None where they have no one.

    That of least absolute deviations, the median of the places' own weighted by how much each changed; and of
    the places near it that of their sums, which whole grey levels put less out.
    """
    telling = np.abs(before) > TELLING_LEVELS
    if np.count_nonzero(telling) < FEWEST_TELLING:
        return None
    one, other = np.abs(before[telling]), now[telling] * np.sign(before[telling])
    order = np.argsort(other / one)
    sums = np.cumsum(one[order])
    middle = order[np.searchsorted(sums, sums[-1] / 2)]
    apart = np.abs(other - other[middle] / one[middle] * one)
    if apart.sum() > UNEXPLAINED * sums[-1]:
        return None
    alike = apart <= UNEXPLAINED * one
    return float(other[alike].sum() / one[alike].sum())


def _per_tenth(ratio: float, before: int, now: int) -> float:
    """Give the ratio from a tenth of a second to the next by that of changes in so many milliseconds."""
    first, second = (_RATIOS ** (each / USUAL_MS) for each in (before, now))
    return float(np.interp(ratio, first * (1 - second) / (1 - first), _RATIOS))
