"""From what was seen of the sticks of a throw to their readings: whose colour, which way up, and when to ask.

Notches and sides were read separately; the stick's own table says which belong together, so that one checks
the other. Each colour is there once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from games.sticks import COLORS, NOTCHES, SIDES, Table, beside
from models.labels import STICK_STATES
from vision.stick_marks import Marks
from vision.types import Lie

SURE = 0.97
"""Confidence in how a stick lies from which it is trusted."""

COLOR_SURE = 0.97
"""Confidence in a stick's colour, given the others, from which it is trusted."""

BACKED = 0.3
"""What notches and sides must each give to how a stick lies, of what they give to their own favourite."""

LEAST = 1e-4
"""Least probability of a colour: the paint may be any shade."""

MOST_LIES = 5
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


def decide(marks: Sequence[Marks], table: Table | None, colors: Sequence[str] = COLORS) -> list[Verdict]:
    """Judge the sticks of a throw together.

    colors: those that the sticks can have, at least as many as there are sticks.
    """
    verdicts = []
    chosen, odds = color_odds(marks, colors)
    for each, color, row in zip(marks, chosen, odds, strict=True):
        alone = int(np.argmax(each.color[: len(COLORS)]))
        lies, agreed = ways(each, None if table is None else table[color])
        # A colour that only the other sticks gave it, or of no set of ours, is to be asked about.
        doubted = alone != color or row[color] < COLOR_SURE or each.color[len(COLORS) :].sum() > 0.5
        asks = doubted or not agreed or lies[0][1] < SURE
        verdicts.append(Verdict(COLORS[color], float(row[color]), lies, bool(asks)))
    return verdicts


def color_odds(marks: Sequence[Marks], colors: Sequence[str] = COLORS) -> tuple[list[int], np.ndarray]:
    """Give the likeliest colours of all sticks, each there once, and each stick's odds: float (N, 3)."""
    own = np.stack([np.maximum(each.color[: len(COLORS)], LEAST) for each in marks])
    allowed = [COLORS.index(color) for color in colors]
    odds = np.zeros_like(own)
    rows = np.arange(len(marks))
    ways = [list(way) for way in permutations(allowed, len(marks))]
    weights = [float(np.prod(own[rows, way])) for way in ways]
    for way, weight in zip(ways, weights, strict=True):
        odds[rows, way] += weight
    return ways[int(np.argmax(weights))], odds / np.maximum(odds.sum(1, keepdims=True), 1e-12)


def ways(marks: Marks, row: tuple[str, str, str] | None) -> tuple[tuple[tuple[Lie, float], ...], bool]:
    """List the ways to lie with their probabilities, and tell whether notches and sides agree.

    row: the side that lies down under 0, 1 and 2 notches; None where nobody knows.
    """
    if row is None:
        pairs = [(count, down) for count in NOTCHES for down in SIDES]
    else:
        pairs = list(zip(NOTCHES, row, strict=True))
    weights = np.array([marks.notches[count] * marks.hidden[SIDES.index(down)] for count, down in pairs])
    total = float(weights.sum())
    # Without a table nothing checks the reading: what notches and sides leave open each stays doubt.
    weights = weights / max(1e-12, total) if row is not None else weights
    order = np.argsort(-weights)
    lies = tuple(((pairs[i][0], _beside(pairs[i][1])), float(weights[i])) for i in order)
    count, down = pairs[int(order[0])]
    # A side that the camera hardly sees leaves two sides about even; one that speaks against is heard.
    backed = (
        marks.notches[count] >= BACKED * marks.notches.max()
        and marks.hidden[SIDES.index(down)] >= BACKED * marks.hidden.max()
    )
    return lies, bool(backed)


def _beside(down: str) -> tuple[str, str]:
    first, second = beside(down)
    return first, second
