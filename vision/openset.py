"""Open-set recognition: is a crop the card that it is most like, or one that was never learnt?

The best match of a card that nobody showed is its neighbour, and beats all others clearly. What gives it away is
what the neighbour leaves unexplained (Scheirer et al., "Toward Open Set Recognition", PAMI 2013; here a logistic
regression on residuals, as the two kinds of residual are known): how much contrast differs, coarse and fine, the
worst spot of it, whether that lies where the neighbour is printed, and how clearly other cards were beaten.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.matching import FLOOR, Candidate

SPOT = 3.0
"""Width (sigma), in pixels of a full crop, of the spot in which a difference is summed."""

STEEP = 0.25
"""Share of the slope that a small shift explains."""

MOST_GAP = 4.0
MOST_SHARE = 0.97

BIAS = -4.77
WEIGHTS = np.array([-2.844, -6.47, 5.283, -4.698, 5.666, 1.484])
"""Of the logarithms of: evidence missing, misfit fine and coarse, worst spot, the same over noise, and noise.

Fitted to 1,367 crops of thirty drawn decks of five kinds, 547 of them of cards that were not learnt, in the
light of the enrolment and in another; decks and, in a second trial, kinds left out of the fit came out alike.
"""

CLEARLY = 4.0
"""Log odds beyond which residuals prove nothing more: a neighbour may differ by its smallest print."""


@dataclass(frozen=True, eq=False)
class Unlearnt:
    """The cards of a deck that were never shown.

    prior: how likely a card that lies there is one of them, 0 where all were shown; names: theirs, as far as
    the deck's list is known; weights: how often each exists, float (N,).
    """

    prior: float
    names: tuple[str, ...] = ()
    weights: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def share(self, odds: float, learnt: float, said: np.ndarray) -> tuple[float, np.ndarray]:
        """Give the probability that a card is none of the learnt ones, and what each of the others has of it.

        odds: log odds of `familiarity`; learnt: what the shipped reader gives the learnt names that come into
        question; said: what it gives each name here, float (N,); all of it one where it is not believed.
        """
        if self.prior <= 0:
            return 0.0, np.zeros(len(self.names))
        each = self.weights * said / max(1e-9, float(self.weights.sum())) if self.names else np.ones(1)
        known = (1 - self.prior) * float(np.exp(min(odds, CLEARLY))) * learnt
        parts = self.prior * each
        whole = float(parts.sum()) + known
        return float(parts.sum()) / whole, (parts / whole if self.names else np.zeros(0))


def unlearnt(whole: tuple[str, ...], learnt: tuple[str, ...], copies: Callable[[str], int]) -> Unlearnt:
    """Find what was never shown. whole: the deck's list, empty where nobody knows it: then one may be missing."""
    if not whole:
        return Unlearnt(1 / (len(learnt) + 1))
    names = tuple(name for name in whole if name not in learnt)
    weights = np.array([copies(name) for name in names], float)
    every = sum(copies(name) for name in {*whole, *learnt} if name != "back")
    return Unlearnt(float(weights.sum()) / max(1, every), names, weights)


def familiarity(half: Candidate, full: Candidate, share: float) -> float:
    """Give the log odds, at even chances, that a crop shows the card laid over it and none never learnt.

    half, full: that card at both finer levels; share: of the evidence by which it beat the next.
    """
    steady = np.minimum(full.gap / (max(full.noise, FLOOR) + STEEP * full.steep), MOST_GAP)
    features = (
        1.03 - min(MOST_SHARE, share),
        1 - full.fit,
        1 - half.fit,
        _worst(np.minimum(full.gap, MOST_GAP), full.seen),
        _worst(steady, full.seen),
        full.noise,
    )
    return BIAS + float(WEIGHTS @ np.log(np.maximum(features, 1e-3)))


def _worst(gap: np.ndarray, seen: np.ndarray) -> float:
    return float(cv2.GaussianBlur((gap * seen).astype(np.float32), (0, 0), SPOT).max())
