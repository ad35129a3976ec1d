"""Tell still pictures from moving ones, and what changed between two still ones."""

import itertools

import cv2
import numpy as np

from models.resample import shrunk
from vision.interval import USUAL_MS
from vision.median import median
from vision.motion import banding

STILL_WIDTH_PX = 384
"""Width in pixels that the small picture in which motion is measured has about."""

MOTION_LEVELS = 9
"""Difference, in grey levels after averaging, that counts as motion; sensor noise stays below 3."""

FEW = 0.0006
"""Share of moving pixels that a still picture may have: less than a fifth of one card."""

SATURATED_LEVELS, FEWEST_TOLD = 250, 0.1
"""Grey level from which a place is as bright as can be, and share of others below which all are asked."""

DISPLACED_PX, DIFFERING_PX = 5, 13
"""Pixels across, of a picture `CHANGE_WIDTH_PX` wide, within which a displaced place is looked for, and
within which what differs belongs to what is found nowhere there."""

BRIGHTEST_PERCENT = 99.5
"""Percentile of a picture's places that is taken for paper where any lies there: a card covers about so much
of it, or a little more."""

TILE_PX = 144
"""Pixels across the tiles in which that is looked for."""

AROUND_PX = DISPLACED_PX // 2 + 2
"""Pixels about a change that are looked at as well: its own places are told as in the whole picture then."""

NOISE_FLOOR_LEVELS = 4.0
"""Grey levels that are added to both before they are compared: near black noise is all there is."""

CHANGE_WIDTH_PX = 1152
"""Width in pixels of the picture in which changes are outlined."""


def small(image: np.ndarray, width: int) -> np.ndarray:
    """Average a picture down to `width`: uint8 (h, width, 3)."""
    if image.shape[1] <= width:
        return image
    return shrunk(image, (width, round(image.shape[0] * width / image.shape[1])))


def halved(image: np.ndarray, width: int) -> np.ndarray:
    """Halve a picture until it is about `width` wide, at least four fifths: uint8 (h, w, 3).

    Halves of even sizes take a fifth of the time that `small` takes, and a frame is looked at ten times a
    second. An odd column or row at the right or below is dropped.
    """
    while image.shape[1] // 2 >= 0.8 * width:
        rows, columns = image.shape[0] // 2, image.shape[1] // 2
        image = cv2.resize(image[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)
    return image


class StillnessDetector:
    """Watches small pictures and says when the table has come to rest.

    It rests once nothing has moved for `needed` milliseconds, at the least from one picture to the next; the
    first picture of all is taken as at rest.
    """

    def __init__(self, needed: int = 1) -> None:
        self._needed = needed
        self._last: np.ndarray | None = None
        self._still = 0

    def push(self, image: np.ndarray, passed: int = USUAL_MS) -> bool:
        """Take the next picture, uint8 (H, W, 3) BGR; tell whether it is still.

        passed: milliseconds that it counts for, as `FrameInterval` gives them.
        """
        # A small camera's picture is hardly averaged by making it small: the blur takes its noise out.
        now = cv2.blur(halved(image, STILL_WIDTH_PX), (3, 3))
        before = self._last
        if before is None or before.shape != now.shape:
            self._last, self._still = now, self._needed
            return True
        bands = banding.profile(before, now)
        self._last = now if bands is None else banding.without(now, bands)
        self._still = 0 if moving(before, self._last) > FEW else self._still + passed
        return self._still >= self._needed


def moving(before: np.ndarray, now: np.ndarray) -> float:
    """Give the share of pixels that differ by more than `MOTION_LEVELS` between two small pictures, 0..1."""
    # The alpha of both bounds is 0: OpenCV before 5 wants four values.
    alike = cv2.inRange(
        cv2.absdiff(before, now), (0, 0, 0, 0), (MOTION_LEVELS, MOTION_LEVELS, MOTION_LEVELS, 0)
    )
    return 1 - cv2.countNonZero(alike) / before[..., 0].size


def smoothed(image: np.ndarray) -> np.ndarray:
    """Take the noise out of a picture, uint8 (h, w, 3), before it is held against others."""
    return cv2.GaussianBlur(image, (5, 5), 0)


def changed(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Outline what changed between two still pictures of one size: uint8 (h, w), 255 where it did."""
    return changed_smooth(smoothed(before), smoothed(now))


def changed_smooth(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Outline what `changed` does, in pictures that are `smoothed`: who keeps one for long smooths it once.

    A change of the whole light (a cloud, a lamp) is taken out first, colour by colour.
    """
    gain = light_gain(before[::8, ::8], now[::8, ::8])
    if np.abs(gain - 1).max() > 0.01:
        before = in_light(before, gain)
    difference = _difference(before, now)
    level = max(10.0, 3.0 * median(difference[::4, ::4].astype(np.float32).ravel()) + 6.0)
    mask = cv2.threshold(difference, level, 255, cv2.THRESH_BINARY)[1]
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    x, y, w, h = cv2.boundingRect(mask)
    if not w:
        return mask
    new = np.zeros_like(mask)
    # What lies beyond its neighbourhood takes most of the time, and is asked where something differs alone:
    # of hands about a table few tiles show any.
    for row, column in itertools.product(range(y, y + h, TILE_PX), range(x, x + w, TILE_PX)):
        left, top, wide, high = cv2.boundingRect(mask[row : row + TILE_PX, column : column + TILE_PX])
        left, top = column + left, row + top
        if wide:
            new[top : top + high, left : left + wide] = _new(before, now, (left, top, wide, high), level)
    view = np.s_[y : y + h, x : x + w]
    new = cv2.bitwise_and(mask[view], new[view])
    mask[view] = cv2.bitwise_and(mask[view], cv2.dilate(new, np.ones((DIFFERING_PX, DIFFERING_PX), np.uint8)))
    return mask


def _new(before: np.ndarray, now: np.ndarray, box: tuple[int, int, int, int], level: float) -> np.ndarray:
    """Outline what is `beyond` its neighbourhood by more than a level in a box: uint8 (h, w).

    box: left, top, width and height within the two pictures, uint8 (H, W, 3).
    """
    x, y, w, h = box
    left, top = max(0, x - AROUND_PX), max(0, y - AROUND_PX)
    view = np.s_[top : y + h + AROUND_PX, left : x + w + AROUND_PX]
    further = _largest(beyond(before[view], now[view], DISPLACED_PX))
    new = cv2.threshold(further, level, 255, cv2.THRESH_BINARY)[1]
    # A corner of a check that was displaced further leaves a speck.
    new = cv2.morphologyEx(new, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return new[y - top : y - top + h, x - left : x - left + w]


def brightest(image: np.ndarray) -> float:
    """Give the grey level of the brightest places of a picture, uint8 (h, w, 3): paper, if any lies there.

    The mean does not tell of the light: a dark cloth makes it small.
    """
    return float(np.percentile(_largest(image[::8, ::8]), BRIGHTEST_PERCENT))


def beyond(before: np.ndarray, now: np.ndarray, across: int) -> np.ndarray:
    """Tell how far each place lies beyond all that was about it before, in grey levels: uint8 (h, w, 3).

    A camera trembles, a cloth is pulled: then the edges of a pattern differ from what was there, but not from
    what was beside them (Elgammal, Harwood and Davis, 2000, hold each place against its neighbourhood so).
    across: pixels of that.
    """
    near = np.ones((across, across), np.uint8)
    return cv2.max(cv2.subtract(now, cv2.dilate(before, near)), cv2.subtract(cv2.erode(before, near), now))


def light_gain(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Tell how many times as bright each colour has become between two pictures, uint8 (h, w, 3): (3,).

    The median of the places' own ratios: whatever comes or goes on less than half of the picture leaves it as
    it is. The ratio of the two medians would not: on a checked cloth a hand is enough for the middle place to
    be another check's. A place that is as bright as can be tells nothing.
    """
    gain = []
    # Colour by colour: numbers that lie side by side take half the time.
    for one, other in zip(
        *(np.ascontiguousarray(each.reshape(-1, 3).T) for each in (before, now)), strict=True
    ):
        told = np.maximum(one, other) < SATURATED_LEVELS
        if np.count_nonzero(told) < FEWEST_TOLD * told.size:
            told[:] = True
        one, other = (each[told].astype(np.float32) + NOISE_FLOOR_LEVELS for each in (one, other))
        gain.append(median(other / one))
    return np.array(gain, np.float32)


def in_light(image: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """Give a picture, uint8 (h, w, 3), as it looks where its colours are so many times as bright."""
    # To the bit what cv2.multiply by a scalar gives, in a fifth of the time.
    return cv2.transform(image, np.diag(gain))


def _difference(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Give the largest difference of the three colours: uint8 (h, w)."""
    return _largest(cv2.absdiff(before, now))


def _largest(image: np.ndarray) -> np.ndarray:
    """Give the largest of the three colours: uint8 (h, w)."""
    blue, green, red = cv2.split(image)
    return cv2.max(cv2.max(blue, green), red)
