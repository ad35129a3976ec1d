"""Notice that camera, mat or light are no longer as they were when the table was calibrated."""

from collections.abc import Mapping
from enum import StrEnum

import cv2
import numpy as np

from vision.calibrate import mat

MOVED_SHIFT = 0.005
"""Shift, as a share of the picture's width, from which something has moved: 5 mm of a table a metre wide."""

DIMMER, BRIGHTER = 0.55, 1.7
"""Brightness, as a share of what it was, at which the light is another."""

COLOR_BALANCE = 1.3
"""By how much the balance of two colours may change: a lamp beside the daylight changes it by more."""

MATLESS_WIDTH_PX = 960
"""Width of the picture in which a table without a mat is recognised."""

MATCHES = 20
"""Places that must agree on a shift; a plain cloth has none, and then nothing is said."""

LIGHT_WIDTH_PX = 160
"""So many pixels of a picture's width are compared for their light."""


class Change(StrEnum):
    """What is no longer as it was."""

    MOVED = "moved"
    DIMMER = "dimmer"
    BRIGHTER = "brighter"
    TINT = "tint"


class Drift:
    """Compares pictures of one table with that of the empty one.

    A change is given once two looks in a row agree on it, for a hand may be in one of them.
    """

    def __init__(self, empty: np.ndarray, markers: Mapping[int, np.ndarray], outline: np.ndarray) -> None:
        """Take the empty picture, uint8 (H, W, 3) BGR, the markers and the outline in it, in pixels."""
        self._shape = empty.shape
        self._markers = dict(markers)
        inside = np.zeros(empty.shape[:2], np.uint8)
        cv2.fillPoly(inside, [np.round(outline).astype(np.int32)], 1)
        self._step = max(1, empty.shape[1] // LIGHT_WIDTH_PX)
        self._inside = inside[:: self._step, :: self._step] > 0
        self._thumb = self._colors(empty)
        self._orb = cv2.ORB.create(800)
        self._marks = None if markers else self._orb.detectAndCompute(_work(empty), None)
        self._before: Change | None = None
        self._said: Change | None = None

    def look(self, image: np.ndarray) -> Change | None:
        """Tell what has changed, looking at a still picture, uint8 (H, W, 3) BGR."""
        if image.shape != self._shape:
            return self._said
        now = Change.MOVED if self._shift(image) > MOVED_SHIFT * image.shape[1] else self._light(image)
        if now == self._before:
            self._said = now
        self._before = now
        return self._said

    def _shift(self, image: np.ndarray) -> float:
        """Give by how many pixels what stands still has moved; 0 where nothing is recognised."""
        if self._marks is None:
            found = mat.find(image)
            both = [np.linalg.norm(found[m] - self._markers[m], axis=1) for m in found if m in self._markers]
            return float(np.median(np.concatenate(both))) if both else 0.0
        points, signs = self._marks
        now_points, now_signs = self._orb.detectAndCompute(_work(image), None)
        if signs is None or now_signs is None:
            return 0.0
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(signs, now_signs)
        pairs = [pair for pair in pairs if pair.distance < 50]
        if len(pairs) < MATCHES:
            return 0.0
        old = np.array([points[pair.queryIdx].pt for pair in pairs], np.float32)
        new = np.array([now_points[pair.trainIdx].pt for pair in pairs], np.float32)
        change, agree = cv2.estimateAffinePartial2D(old, new, ransacReprojThreshold=2.0)
        if change is None or int(agree.sum()) < MATCHES:
            return 0.0
        kept = agree.ravel() > 0
        shift = float(np.median(np.linalg.norm(new[kept] - old[kept], axis=1)))
        return shift * image.shape[1] / _width(image)

    def _light(self, image: np.ndarray) -> Change | None:
        # Cards cover less than half of a table: the median place shows the table itself.
        gain = np.median((self._colors(image) + 4.0) / (self._thumb + 4.0), axis=0)
        level = float(gain.mean())
        if level < DIMMER:
            return Change.DIMMER
        if level > BRIGHTER:
            return Change.BRIGHTER
        return Change.TINT if gain.max() / gain.min() > COLOR_BALANCE else None

    def _colors(self, image: np.ndarray) -> np.ndarray:
        """Give the table's colours, float (N, 3), at some places within its outline."""
        return cv2.blur(image, (5, 5))[:: self._step, :: self._step][self._inside].astype(np.float32)


def _width(image: np.ndarray) -> int:
    return min(MATLESS_WIDTH_PX, image.shape[1])


def _work(image: np.ndarray) -> np.ndarray:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    size = (_width(image), round(image.shape[0] * _width(image) / image.shape[1]))
    small = cv2.GaussianBlur(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    return cv2.createCLAHE(4.0, (8, 8)).apply(small)
