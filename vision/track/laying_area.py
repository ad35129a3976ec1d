"""Where cards have been laid so far: a face far from there, with a hand about it, is in that hand."""

import cv2
import numpy as np

from vision.geometry.quads import sides

FEWEST_LAID_CARDS = 3
"""Cards laid from which the place is known: the first trick."""

FAR_LENGTHS = 1.5
"""Long sides of a card from the convex hull of the places at which cards were laid: 13 centimetres. At one
drawn table faces that hands held level with the table lay 2.0 and 2.1 from the nearest such place. Of four
players who lay their cards each before himself the fourth lays about as far from each of the others'."""


class LayingArea:
    """The places at which cards were laid; their convex hull tells how far off another one is."""

    def __init__(self) -> None:
        self._middles: tuple[np.ndarray, ...] = ()

    def add(self, quad: np.ndarray) -> None:
        """Take in where a card was laid, float32 (4, 2) pixels."""
        self._middles = (*self._middles, quad.mean(axis=0))

    def is_far(self, quad: np.ndarray, far: float = FAR_LENGTHS) -> bool:
        """Tell whether a place is far from where cards were laid, once enough were.

        quad: float32 (4, 2) pixels; far: long sides of a card from which it is.
        """
        if len(self._middles) < FEWEST_LAID_CARDS:
            return False
        hull = cv2.convexHull(np.stack(self._middles).astype(np.float32))
        within = cv2.pointPolygonTest(hull, tuple(map(float, quad.mean(axis=0))), measureDist=True)
        return -within > far * sides(quad).long
