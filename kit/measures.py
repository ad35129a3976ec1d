"""Measure the kit's stick and draw its symbols (docs/kit.md); all in millimetres.

The stick lies along x, its middle at 0. Its edges are called by their notches: 0, 1, 2. Each side lies
between two edges; on it, as seen from outside, x runs to the right and y down, from 0 at the upper edge to
SIDE at the lower.
"""

import math
from dataclasses import dataclass

from games.sticks import COLORS, KIT

SIDE = 16.0
LENGTH = 92.0
HEIGHT = SIDE * math.sqrt(3) / 2
NOTCH_WIDTH = 6.0
NOTCH_DEPTH = 4.0
"""Straight down from the edge, as the stick lies with that edge up."""

NOTCH_REACH = NOTCH_DEPTH / math.cos(math.pi / 6)
"""How far a notch reaches into the sides beside its edge, measured on them."""

NOTCHES_AT: dict[int, tuple[float, ...]] = {0: (), 1: (0.0,), 2: (-0.14 * LENGTH, 0.14 * LENGTH)}
"""By the edge's number of notches: where along the stick their middles lie."""

SYMBOLS_AT = (-LENGTH / 3, 0.0, LENGTH / 3)
STAR_RADIUS = 5.5
BOLT_HEIGHT = 12.5

Point = tuple[float, float]
Polygon = tuple[Point, ...]

# In shares of its height; no stroke is thinner than a tenth of it, so that a nozzle of 0.4 mm engraves it.
_BOLT: Polygon = (
    (-0.02, -0.50),
    (0.26, -0.50),
    (0.08, -0.12),
    (0.32, -0.12),
    (-0.18, 0.50),
    (-0.03, 0.06),
    (-0.28, 0.06),
)


@dataclass(frozen=True)
class Side:
    """A side of the stick: the symbol on it, the edge at y = 0 and the edge at y = SIDE."""

    symbol: str
    upper: int
    lower: int


def sides_of(color: str) -> tuple[Side, Side, Side]:
    """Give the sides of the kit's stick of a colour, in the order in which a paper net joins them."""
    opposite = KIT[COLORS.index(color)]
    return Side(opposite[2], 0, 1), Side(opposite[0], 1, 2), Side(opposite[1], 2, 0)


def symbols_on(side: Side) -> list[Polygon]:
    """Draw the symbol of a side three times along it; the blank side has none.

    The star's tip points to the upper edge: on the side between the edges 0 and 1 the middle star keeps clear
    of the notch in the lower one.
    """
    shapes = {"force": _bolt(), "magic": _star()}
    if side.symbol not in shapes:
        return []
    return [tuple((x + at, y + SIDE / 2) for x, y in shapes[side.symbol]) for at in SYMBOLS_AT]


def _bolt() -> Polygon:
    return tuple((x * BOLT_HEIGHT, y * BOLT_HEIGHT) for x, y in _BOLT)


def _star() -> Polygon:
    """Draw a five-pointed star: the inner corners lie where the lines between its tips cross."""
    inner = STAR_RADIUS * math.cos(math.radians(72)) / math.cos(math.radians(36))
    corners = [(STAR_RADIUS if i % 2 == 0 else inner, math.radians(36 * i)) for i in range(10)]
    return tuple((radius * math.sin(angle), -radius * math.cos(angle)) for radius, angle in corners)
