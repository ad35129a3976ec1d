"""From what was seen of the sticks of a throw to their readings: whose colour, which way up, and when to ask.

The notches of all three edges and the sides were read separately; the stick's own table says which belong
together, so that one checks the other. Each colour is there once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from games.sticks import COLORS, NOTCHES, SIDES, Table, beside
from models.labels import STICK_STATES
from vision.sticks.reader import Posterior
from vision.types import Lie

LIE_SURE = 0.95
"""Confidence in how a stick lies from which it is trusted."""

COLOR_SURE = 0.97
"""Confidence in a stick's colour, given the others, from which it is trusted."""

LOUD = 0.9
"""Probability from which upper edge, base edges or sides, each by itself, is sure of its favourite."""

BACKED = 0.3
"""Share of that which it must give to how a stick lies, or else it speaks against it."""

LAST_COLOR_LIKELY = 0.05
"""Probability that a stick's colour must have by itself where it is the colour that the others leave."""

BASES = 0.7
"""How much of what is read of the base edges' notches counts, as a power."""

LEAST_NOTCHES = 0.01
"""Least probability of a number of notches of a base edge: it lies in its own shadow."""

LEAST_COLOR = 1e-4
"""Least probability of a colour: the paint may be any shade."""

MOST_LIES = 5
"""Ways to lie that a reading tells, the likeliest first."""

LYING, BAD, NONE = (STICK_STATES.index(state) for state in ("lying", "bad", "none"))


@dataclass(frozen=True)
class Verdict:
    """What one stick is taken for; lies: all ways to lie with their probabilities, likeliest first."""

    color: str
    color_sure: float
    lies: tuple[tuple[Lie, float], ...]
    asks: bool

    @property
    def confidence(self) -> float:
        """Give the probability that both colour and way to lie are right."""
        return self.color_sure * self.lies[0][1]


def decide(
    posteriors: Sequence[Posterior], table: Table | None, colors: Sequence[str] = COLORS
) -> list[Verdict]:
    """Judge the sticks of a throw together.

    colors: those that the sticks can have, at least as many as there are sticks.
    """
    verdicts = []
    chosen, odds = color_odds(posteriors, colors)
    for each, color, row in zip(posteriors, chosen, odds, strict=True):
        alone = int(np.argmax(each.color[: len(COLORS)]))
        lies, agreed = ways(each, None if table is None else table[color])
        # A colour that only the other sticks gave it, or of no set of ours, is to be asked about.
        own = alone == color or each.color[color] > LAST_COLOR_LIKELY
        doubted = not own or row[color] < COLOR_SURE or each.color[len(COLORS) :].sum() > 0.5
        asks = doubted or not agreed or lies[0][1] < LIE_SURE
        verdicts.append(Verdict(COLORS[color], float(row[color]), lies, bool(asks)))
    return verdicts


def color_odds(
    posteriors: Sequence[Posterior], colors: Sequence[str] = COLORS
) -> tuple[list[int], np.ndarray]:
    """Give the likeliest colours of all sticks, each there once, and each stick's odds: float (N, 3)."""
    own = np.stack([np.maximum(each.color[: len(COLORS)], LEAST_COLOR) for each in posteriors])
    allowed = [COLORS.index(color) for color in colors]
    odds = np.zeros_like(own)
    rows = np.arange(len(posteriors))
    ways = [list(way) for way in permutations(allowed, len(posteriors))]
    weights = [float(np.prod(own[rows, way])) for way in ways]
    for way, weight in zip(ways, weights, strict=True):
        odds[rows, way] += weight
    return ways[int(np.argmax(weights))], odds / np.maximum(odds.sum(1, keepdims=True), 1e-12)


def ways(
    posterior: Posterior, row: tuple[str, str, str] | None
) -> tuple[tuple[tuple[Lie, float], ...], bool]:
    """List the ways to lie with their probabilities, and tell whether notches and sides agree.

    row: the side that lies down under 0, 1 and 2 notches; None where nobody knows.
    """
    if row is None:
        pairs = [(count, down) for count in NOTCHES for down in SIDES]
        # Without a table nothing checks the reading: what notches and sides leave open each stays doubt.
        upper = posterior.notches * _others(posterior)
        upper *= posterior.notches.sum() / max(1e-12, float(upper.sum()))
        weights = np.array([upper[count] * posterior.hidden[SIDES.index(down)] for count, down in pairs])
    else:
        pairs = list(zip(NOTCHES, row, strict=True))
        weights = np.array([posterior.notches[count] * _fits(posterior, row, count) for count in NOTCHES])
        weights /= max(1e-12, float(weights.sum()))
    order = np.argsort(-weights)
    lies = tuple(((pairs[i][0], _beside(pairs[i][1])), float(weights[i])) for i in order)
    return lies, _backed(posterior, *pairs[int(order[0])])


def _backed(posterior: Posterior, count: int, down: str) -> bool:
    """Tell whether none of the three who are asked, upper edge, base edges and sides, is sure of another way.

    What the camera hardly sees leaves two ways about even; that is nobody against.
    """
    voices = ((posterior.notches, count), (_others(posterior), count), (posterior.hidden, SIDES.index(down)))
    return not any(odds[at] < BACKED * odds.max() and odds.max() > LOUD * odds.sum() for odds, at in voices)


def _fits(posterior: Posterior, row: tuple[str, str, str], count: int) -> float:
    """Say how well the sides and the base edges go with so many notches of the upper edge.

    The base edge of a side is the one opposite the other side in view.
    """
    one, other = (n for n in NOTCHES if n != count)
    above, below = np.maximum(posterior.bases, LEAST_NOTCHES) ** BASES
    ways = ((one, other), (other, one))
    return float(
        sum(posterior.sides[SIDES.index(row[a]), SIDES.index(row[b])] * above[b] * below[a] for a, b in ways)
    )


def _others(posterior: Posterior) -> np.ndarray:
    """Say how well the base edges go with each number of notches of the upper edge: float (3,)."""
    above, below = np.maximum(posterior.bases, LEAST_NOTCHES) ** BASES
    ways = [[n for n in NOTCHES if n != count] for count in NOTCHES]
    return np.array([above[a] * below[b] + above[b] * below[a] for a, b in ways])


def _beside(down: str) -> tuple[str, str]:
    first, second = beside(down)
    return first, second
