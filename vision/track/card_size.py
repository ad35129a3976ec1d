"""How large cards are in the pictures of one table, learnt from those that are read with certainty."""

import numpy as np

from vision.detect.change import Fit
from vision.geometry.quads import sides
from vision.read.decide import NEVER_GONE
from vision.types import Reading

OUTLINED = 0.95
"""Certainty of the networks from which a clear card's outline is its own."""

KEPT = 9
"""Cards of which the median is taken."""

UNCLEAR = 3
"""Faces that come out unclear one after the other from which the size itself may be wrong."""


class CardSize:
    """The running median of a card's sides."""

    def __init__(self) -> None:
        self._seen: tuple[tuple[float, float], ...] = ()
        self._unclear = 0

    @property
    def sides(self) -> tuple[float, float] | None:
        """Give a card's short and long side in pixels; None where none was learnt."""
        if not self._seen:
            return None
        short, long = (float(np.median(values)) for values in zip(*self._seen, strict=True))
        return short, long

    @property
    def short(self) -> float | None:
        """Give a card's short side in pixels, where known."""
        known = self.sides
        return known and known[0]

    def learn(self, reading: Reading, fit: Fit, quad: np.ndarray) -> None:
        """Take in a new card: faces that were read with certainty and fit the change.

        Where faces come out unclear one after the other, what was learnt is forgotten.
        """
        if reading.card in NEVER_GONE:
            return
        self._unclear = self._unclear + 1 if reading.asks else 0
        if self._unclear >= UNCLEAR:
            self._seen, self._unclear = (), 0
        # Where much else changes, hands at the rim, the networks tell that its outline is its own.
        if not reading.asks and fit.share > 0.85 and (fit.cover > 0.8 or fit.sure > OUTLINED):
            self._seen = (*self._seen[1 - KEPT :], sides(quad))
