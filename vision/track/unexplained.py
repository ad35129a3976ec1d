"""What no card explains of the changes on a table: looked at again, then searched when nothing else is new.

A card that came with much else is lost among it, and stands alone once all else is known.
"""

import cv2
import numpy as np

from vision.geometry.components import components
from vision.geometry.quads import fill
from vision.motion.background import patched

LEAST_NEW_SHARE = 0.002
"""Share of the picture from which something new that no card explains is looked at once more."""

TRIES = 2
"""How often it is. Looks are counted: it stands alone once the look before has explained the rest."""


class Unexplained:
    """The rest of the changes on one table."""

    def __init__(self) -> None:
        self._tries = 0
        self._before: np.ndarray | None = None
        self._left: np.ndarray | None = None
        self._tried: np.ndarray | None = None

    @property
    def is_last_look(self) -> bool:
        """Tell whether what no card explains is let go after the next look, which so must be thorough."""
        return self._tries >= TRIES

    @property
    def before(self) -> np.ndarray | None:
        """Give what was looked at in vain in the last look and is a change again: uint8 (h, w), 255 there."""
        return self._before

    def kept(
        self, rest: np.ndarray, later: np.ndarray, known: np.ndarray, now: np.ndarray
    ) -> np.ndarray | None:
        """Give the reference with which what is left of a change is one again; None: it is to be forgotten.

        rest: uint8 (h, w), what is new and lies on no card; later: likewise, what has yet to be searched;
        known and now: the reference before and after the change, uint8 (h, w, 3).
        """
        last, self._tries = self.is_last_look, self._tries + 1
        solid = _large(cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)))
        if cv2.bitwise_and(later, rest).any() or (solid.any() and not last):
            self._tries = min(self._tries, TRIES)
            self._tried = solid if self._tried is None else cv2.bitwise_or(self._tried, solid)
            # What was searched thoroughly is done with: only what has yet to be searched comes again.
            again = later if last else cv2.bitwise_or(later, cv2.dilate(solid, np.ones((9, 9), np.uint8)))
            self._before = again
            return patched(now, known, self._before)
        self._tries, self._before = 0, None
        for each in (self._left, self._tried):
            rest = rest if each is None else cv2.bitwise_or(each, rest)
        self._left, self._tried = rest, None
        return None

    def add(self, quad: np.ndarray, shape: tuple[int, ...]) -> None:
        """Search a place, float32 (4, 2), of a small picture of that shape, too: now it lies still."""
        left = np.zeros(shape[:2], np.uint8) if self._left is None else self._left.copy()
        self._left = fill(left, [quad])

    def take(self) -> np.ndarray | None:
        """Give what was left of all changes since the last time, uint8 (h, w), where it is worth a search."""
        left, self._left = self._left, None
        if left is None:
            return None
        # Of a white card on a white cloth the print alone is new, and stands apart.
        closed = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
        left = cv2.bitwise_and(left, _large(closed))
        return left if left.any() else None


def _large(mask: np.ndarray) -> np.ndarray:
    """Keep the connected parts of a mask that are large enough to be looked at: uint8 (h, w), 255 there.

    mask: uint8 (h, w), opened or closed, so that no dust is in it.
    """
    least = LEAST_NEW_SHARE * mask.size
    if cv2.countNonZero(mask) <= least:
        return np.zeros_like(mask)
    labels, stats = components(mask)
    kept = np.zeros_like(mask)
    for label in np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] > least) + 1:
        x, y, w, h = stats[label, :4]
        box = np.s_[y : y + h, x : x + w]
        kept[box] |= cv2.inRange(labels[box], int(label), int(label))
    return kept
