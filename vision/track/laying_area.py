"""Where cards have been laid so far: a face far from there, with a hand about it, is in that hand."""

import numpy as np

from vision.geometry.quads import sides

FEWEST_LAID_CARDS = 3
"""Cards laid from which the place is known: the first trick."""

FAR_LENGTHS = 1.5
"""Long sides of a card from the nearest place at which one was laid: 13 centimetres. At one drawn table faces
that hands held level with the table lay 2.0 and 2.1 away."""


class LayingArea:
    """The places at which cards were laid; the nearest tells how far off another one is."""

    def __init__(self) -> None:
        self._middles: tuple[np.ndarray, ...] = ()

    def add(self, quad: np.ndarray) -> None:
        """Take in where a card was laid, float32 (4, 2) pixels."""
        self._middles = (*self._middles, quad.mean(axis=0))

    def is_far(self, quad: np.ndarray, far: float = FAR_LENGTHS) -> bool:
        """Tell whether a place is far from all at which cards were laid, once enough were.

        quad: float32 (4, 2) pixels; far: long sides of a card from which it is.
        """
        if len(self._middles) < FEWEST_LAID_CARDS:
            return False
        apart = np.linalg.norm(np.stack(self._middles) - quad.mean(axis=0), axis=1)
        return bool(apart.min() > far * sides(quad).long)
