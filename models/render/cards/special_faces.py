"""Draw special cards plainly: a ground of their own, a sign, and the first letters of the name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from models.render.cards.canvas import Canvas, Color

Shape = tuple[tuple[float, float], ...]
"""Points of a polygon in shares of the sign's square, 0..1 from its top left."""

_LOOKS: Mapping[str, tuple[Color, tuple[Shape, ...]]] = MappingProxyType(
    {
        "dragon": (
            (40, 40, 170),
            (
                ((0.1, 0.9), (0.3, 0.4), (0.1, 0.2), (0.5, 0.3), (0.6, 0.05), (0.75, 0.35), (0.95, 0.3)),
                ((0.45, 0.5), (0.9, 0.45), (0.7, 0.95), (0.25, 0.95)),
            ),
        ),
        "fairy": (
            (190, 130, 230),
            (
                ((0.5, 0.5), (0.05, 0.1), (0.1, 0.55)),
                ((0.5, 0.5), (0.95, 0.1), (0.9, 0.55)),
                ((0.42, 0.3), (0.58, 0.3), (0.7, 0.95), (0.3, 0.95)),
            ),
        ),
        "bomb": (
            (60, 60, 60),
            (
                ((0.3, 0.35), (0.7, 0.35), (0.9, 0.6), (0.7, 0.95), (0.3, 0.95), (0.1, 0.6)),
                ((0.6, 0.3), (0.7, 0.05), (0.78, 0.1), (0.7, 0.35)),
            ),
        ),
        "werewolf": (
            (70, 80, 95),
            (((0.1, 0.05), (0.4, 0.3), (0.6, 0.3), (0.9, 0.05), (0.85, 0.6), (0.5, 0.98), (0.15, 0.6)),),
        ),
        "juggler": (
            (40, 150, 220),
            (
                ((0.4, 0.05), (0.6, 0.05), (0.6, 0.25), (0.4, 0.25)),
                ((0.05, 0.3), (0.25, 0.3), (0.25, 0.5), (0.05, 0.5)),
                ((0.75, 0.3), (0.95, 0.3), (0.95, 0.5), (0.75, 0.5)),
                ((0.1, 0.65), (0.9, 0.65), (0.7, 0.95), (0.3, 0.95)),
            ),
        ),
        "cloud": (
            (200, 160, 90),
            (((0.05, 0.8), (0.1, 0.5), (0.35, 0.45), (0.5, 0.2), (0.75, 0.35), (0.95, 0.6), (0.9, 0.8)),),
        ),
        "shapeshifter": (
            (120, 60, 140),
            (
                ((0.5, 0.05), (0.95, 0.5), (0.5, 0.95)),
                ((0.4, 0.3), (0.4, 0.7), (0.1, 0.5)),
            ),
        ),
        "witch": (
            (50, 110, 50),
            (
                ((0.5, 0.02), (0.72, 0.6), (0.28, 0.6)),
                ((0.02, 0.62), (0.98, 0.62), (0.9, 0.75), (0.1, 0.75)),
            ),
        ),
        "vampire": (
            (30, 20, 70),
            (
                ((0.02, 0.1), (0.35, 0.3), (0.5, 0.15), (0.65, 0.3), (0.98, 0.1), (0.8, 0.55), (0.5, 0.98)),
                ((0.02, 0.1), (0.5, 0.98), (0.2, 0.55)),
            ),
        ),
    }
)
"""Ground and sign of each special card, by name."""
_INK = (225, 238, 245)
"""BGR of sign, frame and letters."""
LETTERS = 3
"""How many letters of its name a special card bears."""


def draw(canvas: Canvas, name: str) -> None:
    """Draw the special card of this name; the same whatever the deck looks like."""
    ground, shapes = _LOOKS[name]
    w, h = canvas.size_mm
    canvas.rectangle((0, 0), (w, h), ground)
    canvas.rectangle((2.5, 2.5), (w - 2.5, h - 2.5), _INK, 0.8)
    side = 0.62 * w
    for shape in shapes:
        canvas.polygon(np.array(shape) * side + ((w - side) / 2, (h - side) / 2), _INK)
    word, at = name[:LETTERS].upper(), 0.11 * h
    canvas.text(word, (w / 2, at), 0.09 * h, _INK, stroke=2, most=0.7 * w)
    canvas.text(word, (w / 2, h - at), 0.09 * h, _INK, stroke=2, most=0.7 * w, flip=True)
