"""Edges of the picture along the sides of a quad: a card has four straight ones, a hand or a mug has not."""

from dataclasses import dataclass

import numpy as np

from models.resample import sampled
from vision.geometry.quads import edge_normals, sides

EDGE_POINTS = 40
"""Places along a side at which its edge is looked for."""

NEAR_CORNERS = 0.14
"""Share of a side that is left out at either end: corners are round."""

EDGE_REACH = 0.06
"""How far beside a side its edge is looked for, as a share of the quad's short side."""

EDGE_LEVELS = 8.0
"""Grey levels by which one of the colours must change across an edge; noise makes less than half of it."""

STRAIGHT = 0.015
"""How far from one line, as a share of the short side, the edge may be to be a part of that line."""

CARD_SIDE = 0.75
"""Share of a side along which there must be one straight edge for it to be a card's.

Of 40 cards in full view at four simulated tables every side but the faintest had 0.82 or more; the third
best side of mugs, fingers and sleeves that the locator took for cards had 0.18 to 0.65.
"""

FAINTEST, LONE_CARD_CHANGED = 0.55, 0.3
"""Shares that the third best side of a card that lies alone has at least, or that changed of it at least,
where the networks saw none: quads laid over cards that hands held had 0.25 to 0.45 and 0.11 to 0.23, of eight
white cards on a white cloth each had one of the two."""

SIDE_BENEATH_HAND = 0.65
"""The same share below which a hand may lie upon a card: one that rested on a Wizard's picture left 0.47 to
0.57 at a table of another renderer, a Jester in full view on checks had 0.72."""

FEWEST_CARD_SIDES = 3
"""Sides that must be such; the fourth may lie upon another card."""


@dataclass(frozen=True)
class Profile:
    """The picture across one side of a quad.

    base: float32 (EDGE_POINTS, 2), places along the side; normal: (2,), outwards; steps: (M,), pixels from
    there; slope: float32 (EDGE_POINTS, M, 3), how much each colour changes about each step.
    """

    base: np.ndarray
    normal: np.ndarray
    steps: np.ndarray
    slope: np.ndarray


_ALONG_SIDE = np.linspace(NEAR_CORNERS, 1 - NEAR_CORNERS, EDGE_POINTS, dtype=np.float32)[:, None]


def profiles(image: np.ndarray, quad: np.ndarray, span: float) -> list[Profile]:
    """Take the profiles of the four sides, `span` pixels to either side, from uint8 (H, W, 3) BGR."""
    steps = np.linspace(-span, span, max(9, min(41, int(span * 2) | 1)), dtype=np.float32)
    found = []
    for a, b, normal in edge_normals(quad):
        base = a + _ALONG_SIDE * (b - a)
        points = base[:, None] + steps[None, :, None] * normal
        x, y = (points[..., i].astype(np.float32) for i in (0, 1))
        colors = sampled(image, x, y).astype(np.float32)
        # The slope over five steps, which noise disturbs less than that of neighbours.
        slope = np.zeros_like(colors)
        slope[:, 2:-2] = np.abs(colors[:, 4:] - colors[:, :-4])
        found.append(Profile(base, normal, steps, slope))
    return found


def support(side: Profile, within: float) -> float:
    """Give the share of a side along which one straight edge runs, 0..1.

    within: pixels from a line at which an edge still belongs to it. The line is the one that most edge points
    agree on, of all lines through two of them (RANSAC, Fischler and Bolles, 1981, over every pair).
    """
    strength = side.slope.max(2)
    offset = side.steps[strength.argmax(1)]
    strong = strength.max(1) > EDGE_LEVELS
    t = np.linspace(0.0, 1.0, EDGE_POINTS)
    # Two points too near each other say little of a line.
    pairs = np.argwhere(t[None, :] - t[:, None] > 0.25)
    first, last = pairs[strong[pairs].all(1)].T
    if not len(first):
        return 0.0
    pitch = (offset[last] - offset[first]) / (t[last] - t[first])
    line = offset[first, None] + pitch[:, None] * (t[None] - t[first, None])
    agree = (np.abs(offset[None] - line) < within) & strong[None]
    return float(agree.sum(1).max()) / EDGE_POINTS


def is_outlined(image: np.ndarray, quad: np.ndarray) -> bool:
    """Tell whether at least three sides of a quad, float32 (4, 2), lie upon a card's edges.

    image: uint8 (H, W, 3) BGR. Beyond its rim there are none.
    """
    return third_side(image, quad) > CARD_SIDE


def is_outlined_wholly(image: np.ndarray, quad: np.ndarray) -> bool:
    """Tell whether all four do: nothing lies upon that card."""
    return _supports(image, quad)[0] > CARD_SIDE


def third_side(image: np.ndarray, quad: np.ndarray) -> float:
    """Give the share along which a card's edge runs of the third best side of a quad: 0..1."""
    return _supports(image, quad)[-FEWEST_CARD_SIDES]


def _supports(image: np.ndarray, quad: np.ndarray) -> list[float]:
    """Give the shares along which a card's edges run of the four sides of a quad, the least first: 0..1."""
    short, _ = sides(quad)
    found = profiles(image, quad, max(3.0, EDGE_REACH * short))
    return sorted(support(side, max(1.0, STRAIGHT * short)) for side in found)
