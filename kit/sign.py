"""Outline the sign of a suit, so that a printed tag is known in any language: (N, 2) mm, y down."""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType

Outline = list[tuple[float, float]]

_BLACK, _RED = "#000000", "#c8142b"
SIGN_INKS: Mapping[str, str] = MappingProxyType(
    {
        **{"S": _BLACK, "C": _BLACK, "H": _RED, "D": _RED},
        **{"B": "#1f5fbf", "G": "#1e8a3c", "R": _RED, "Y": "#d9a300"},
    }
)
"""By suit: as its cards show it."""

_STEPS = 60


def outlines(suit: str, height: float) -> Iterator[Outline]:
    """Give the outlines that make a suit's sign, to be filled; it stands around (0, 0), so high.

    A suit that is a colour is a dot of it.
    """
    match suit:
        case "D":
            yield _sized([(0, -0.5), (0.38, 0), (0, 0.5), (-0.38, 0)], height)
        case "H":
            yield _sized(_heart(), height)
        case "S":
            yield _sized([(x, -y * 0.85 - 0.06) for x, y in _heart()], height)
            yield _sized(_foot(), height)
        case "C":
            for x, y in ((0, -0.27), (-0.24, 0.09), (0.24, 0.09)):
                yield _sized(_circle(x, y, 0.23), height)
            yield _sized(_foot(), height)
        case _:
            yield _sized(_circle(0, 0, 0.5), height)


def _heart() -> Outline:
    """Trace a heart, its tip down."""
    found = []
    for step in range(_STEPS):
        t = 2 * math.pi * step / _STEPS
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        # It reaches from 17 beneath its middle to 12 above it.
        found.append((x / 29, -(y + 2.5) / 29))
    return found


def _foot() -> Outline:
    return [(0.0, 0.0), (0.2, 0.5), (-0.2, 0.5)]


def _circle(x: float, y: float, radius: float) -> Outline:
    turns = (2 * math.pi * step / _STEPS for step in range(_STEPS))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _sized(outline: Outline, height: float) -> Outline:
    return [(x * height, y * height) for x, y in outline]
