"""Open-set recognition tells the card that a crop is most like from one that was never learnt.

The best match of a card that nobody showed is its neighbour, and beats all others clearly. What gives it away
is what the neighbour leaves unexplained (Scheirer et al., "Toward Open Set Recognition", PAMI 2013; here a
logistic regression on residuals): how much contrast differs, coarse and fine, the worst spot of it, whether
that lies where the neighbour is printed, and how clearly other cards were beaten.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.read.matching import NOISE_SQUARED, Alignment

SPOT_PX = 3.0
"""Width (sigma), in pixels of a full crop, of the spot in which a difference is summed."""

STEEP = 0.25
"""Share of the slope that a small shift explains."""

MOST_GAP, MOST_SHARE = 4.0, 0.97
"""Gap of a spot, and share of the evidence, beyond which more tells nothing more."""

BIAS = -3.056
"""Log odds to which `WEIGHTS` add, fitted with them."""

WEIGHTS = np.array([-2.208, -2.886, 1.818, -3.704, 3.112, 1.249])
"""Of the logarithms of: evidence missing, misfit fine and coarse, worst spot, the same over noise, and noise.

Fitted to 1,874 crops of 42 drawn decks of six kinds, 747 of them of cards that were not learnt, in the light
of the enrolment and in another. With a kind left out of the fit, its learnt and unlearnt cards were put in
the right order 976 to 999 times in a thousand.
"""

UNNAMED = 0.02
"""Probability that a card is none that it could be matched with, though no name of the deck is missing.

There may be another face of a Wizard, a card that nobody listed, or a picture cut out so badly that its own
card is not lined up with it and its twin wins: a 6 that is the 9 upside down but for its corners.
"""

MOST_UNLEARNT = 0.7
"""Most that goes to what was never learnt: a card that nobody can name is asked about, not overlooked."""

MOST_LOG_ODDS = 6.0
"""Log odds beyond which residuals prove nothing more: a neighbour may differ by its smallest print."""


@dataclass(frozen=True, eq=False)
class Unlearnt:
    """The cards of a deck that were never shown.

    prior: how likely a card that lies there is one of them; names: theirs, as far as the deck's list is
    known; weights: how often each exists, float (N,).
    """

    prior: float
    names: tuple[str, ...] = ()
    weights: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def share(
        self, odds: float, learnt: float, never: np.ndarray, unnamed: float
    ) -> tuple[float, np.ndarray]:
        """Give the probability that a card is none of the learnt ones, and what each of the others has of it.

        odds: log odds of `familiarity`; learnt: what the shipped reader gives the learnt names that come into
        question; never: what it gives each name here, float (N,), and unnamed what it leaves to any other;
        learnt and never are one where it is not believed.
        """
        known = (1 - self.prior) * float(np.exp(min(odds, MOST_LOG_ODDS))) * learnt
        if not self.names:
            other = self.prior * unnamed
            return min(MOST_UNLEARNT, other / (other + known + 1e-9)), np.zeros(0)
        parts = self.prior * self.weights / float(self.weights.sum()) * never
        share = float(parts.sum()) / (float(parts.sum()) + known + 1e-9)
        return min(MOST_UNLEARNT, share), parts / max(1e-9, float(parts.sum())) * min(MOST_UNLEARNT, share)


def unlearnt(whole: tuple[str, ...], learnt: tuple[str, ...], copies: Callable[[str], int]) -> Unlearnt:
    """Find what was never shown. whole: the deck's list, empty where nobody knows it."""
    names = tuple(name for name in whole if name not in learnt)
    if not names:
        return Unlearnt(UNNAMED)
    weights = np.array([copies(name) for name in names], float)
    every = sum(copies(name) for name in {*whole, *learnt} if name != "back")
    return Unlearnt(float(weights.sum()) / every, names, weights)


def familiarity(half: Alignment, full: Alignment, share: float) -> float:
    """Give the log odds, at even chances, that a crop shows the card laid over it and none never learnt.

    half, full: that card at both finer levels; share: of the evidence by which it beat the next.
    """
    return BIAS + float(WEIGHTS @ features(half, full, share))


def features(half: Alignment, full: Alignment, share: float) -> np.ndarray:
    """Give the logarithms of what is weighed: float (6,)."""
    steady = np.minimum(full.gap / (max(full.noise, NOISE_SQUARED) + STEEP * full.steep), MOST_GAP)
    found = (
        1.03 - min(MOST_SHARE, share),
        1 - full.fit,
        1 - half.fit,
        _worst(np.minimum(full.gap, MOST_GAP), full.seen),
        _worst(steady, full.seen),
        full.noise,
    )
    return np.log(np.maximum(found, 1e-3))


def _worst(gap: np.ndarray, seen: np.ndarray) -> float:
    return float(cv2.GaussianBlur((gap * seen).astype(np.float32), (0, 0), SPOT_PX).max())
