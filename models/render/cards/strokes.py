"""A stroke font with many shapes a character, each drawn a little otherwise: those of playing cards.

A flat-topped 3, a 4 that is open, a 7 with a bend, a queen's tail that is knotted within the ring: an index
is often drawn for its deck.
"""

from collections.abc import Sequence

import cv2
import numpy as np

TALL = 120
"""Height in pixels at which a mask is drawn."""

BROAD = 0.4
"""Share of texts drawn with a broad pen, whose strokes have contrast, as most makers' letters do."""

Points = Sequence[tuple[float, float]]
"""Points of a stroke in the unit square, y downwards."""

_LOW_BOWL = ((0.8, 0.42), (1.0, 0.7), (0.8, 0.96), (0.45, 1.0), (0.12, 0.93), (0.0, 0.76))
"""The lower half of a 3 and of a 5."""
_SIX = ((0.05, 0.4), (0.03, 0.7), (0.2, 0.96), (0.5, 1.0), (0.85, 0.93), (0.98, 0.7), (0.85, 0.48),
    (0.5, 0.41),
        (0.17, 0.52), (0.04, 0.7))  # fmt: skip
"""A 6 without the end of its tail; a 9 is the same, turned."""


def _ring(x: float, y: float, wide: float, tall: float) -> Points:
    turn = np.linspace(0, 2 * np.pi, 13)
    return [(x + wide * float(np.cos(t)), y + tall * float(np.sin(t))) for t in turn]


_SHAPES: dict[str, list[tuple[tuple[str, Points], ...]]] = {
    "0": [(("curve", _ring(0.5, 0.5, 0.48, 0.5)),)],
    "1": [
        (("line", ((0.15, 0.22), (0.5, 0), (0.5, 1))), ("serif", ((0.5, 1),))),
        (("line", ((0.5, 0), (0.5, 1))),),
    ],
    "2": [
        (
            ("curve", ((0.04, 0.27), (0.18, 0.05), (0.5, 0), (0.82, 0.06), (0.94, 0.27), (0.75, 0.55),
                (0.05, 1))),
            ("line", ((0.05, 1), (0.97, 1))),
        ),
        (
            ("curve", ((0.05, 0.25), (0.3, 0.0), (0.75, 0.02), (0.9, 0.3), (0.5, 0.65), (0.05, 0.98))),
            ("curve", ((0.05, 0.98), (0.3, 0.86), (0.6, 0.98), (0.97, 0.88))),
        ),
    ],
    "3": [
        (("line", ((0.06, 0), (0.9, 0), (0.42, 0.4))), ("curve", ((0.42, 0.4), *_LOW_BOWL))),
        (("line", ((0.1, 0.1), (0.1, 0), (0.92, 0), (0.5, 0.4))), ("curve", ((0.4, 0.4), *_LOW_BOWL))),
        (
            ("curve", ((0.05, 0.2), (0.25, 0.02), (0.5, 0), (0.85, 0.08), (0.88, 0.3), (0.7, 0.44),
                (0.4, 0.46))),
            ("curve", ((0.4, 0.46), (0.8, 0.51), (1, 0.75), (0.8, 0.97), (0.45, 1), (0.14, 0.95), (0, 0.78))),
        ),
    ],
    "4": [
        (("line", ((0.74, 1), (0.74, 0), (0, 0.7), (1, 0.7))),),
        (("line", ((0.35, 0), (0.03, 0.66), (1, 0.66))), ("line", ((0.74, 0.32), (0.74, 1)))),
        (("line", ((0.74, 1), (0.74, 0), (0, 0.68), (1, 0.68))), ("serif", ((0.74, 1),))),
    ],
    "5": [
        (
            ("line", ((0.9, 0), (0.2, 0), (0.12, 0.46))),
            ("curve", ((0.12, 0.46), (0.4, 0.36), (0.76, 0.4), (1, 0.68), (0.8, 0.95), (0.42, 1),
                (0.1, 0.92), (0, 0.78))),
        ),
        (("line", ((0.92, 0), (0.15, 0), (0.15, 0.42))), ("curve", ((0.15, 0.42), (0.55, 0.4), *_LOW_BOWL))),
    ],
    "6": [
        (("curve", ((0.9, 0.13), (0.62, 0), (0.3, 0.09), *_SIX)),),
        (("curve", ((0.78, 0), (0.45, 0.16), (0.2, 0.36), *_SIX[1:])),),
    ],
    "7": [
        (("line", ((0, 0), (1, 0), (0.35, 1))),),
        (("line", ((0.03, 0.14), (0.03, 0), (1, 0))), ("curve", ((1, 0), (0.62, 0.42), (0.42, 1)))),
        (("line", ((0, 0), (1, 0), (0.35, 1))), ("line", ((0.35, 0.52), (0.9, 0.52)))),
    ],
    "8": [
        (("curve", _ring(0.5, 0.24, 0.38, 0.24)), ("curve", _ring(0.5, 0.74, 0.48, 0.26))),
        (("curve", _ring(0.5, 0.25, 0.44, 0.25)), ("curve", _ring(0.5, 0.75, 0.46, 0.25))),
    ],
    "J": [
        (("line", ((0.75, 0), (0.75, 0.66))), ("curve", ((0.75, 0.66), (0.68, 0.93), (0.4, 1),
            (0.1, 0.92), (0.02, 0.7)))),
        (
            ("line", ((0.75, 0), (0.75, 0.66))), ("serif", ((0.75, 0),)),
            ("curve", ((0.75, 0.66), (0.68, 0.93), (0.4, 1), (0.1, 0.92), (0.02, 0.7))),
        ),
        (
            ("line", ((0.2, 0), (0.78, 0), (0.78, 0.7))),
            ("curve", ((0.78, 0.7), (0.7, 0.94), (0.4, 1), (0.1, 0.93), (0.02, 0.78))),
        ),
        (
            ("line", ((0.3, 0), (1.0, 0))), ("line", ((0.72, 0), (0.72, 0.72))),
            ("curve", ((0.72, 0.72), (0.6, 0.98), (0.3, 1), (0.08, 0.88), (0.2, 0.76))),
        ),
    ],
    "Q": [
        (("curve", _ring(0.5, 0.47, 0.48, 0.47)), ("line", ((0.5, 0.68), (0.98, 1.0)))),
        (
            ("curve", _ring(0.5, 0.46, 0.48, 0.46)),
            ("curve", ((0.12, 0.86), (0.3, 0.66), (0.52, 0.7), (0.7, 0.96), (1.0, 0.98))),
        ),
        (
            ("curve", _ring(0.5, 0.46, 0.46, 0.46)),
            ("curve", ((0.5, 0.92), (0.28, 0.78), (0.45, 0.62), (0.62, 0.8), (0.78, 1.0), (1.02, 0.94))),
        ),
        (("curve", _ring(0.5, 0.45, 0.48, 0.45)), ("curve", ((0.3, 0.78), (0.5, 0.7), (0.7, 0.95),
            (1, 0.95)))),
        (("curve", _ring(0.5, 0.46, 0.46, 0.46)), ("line", ((0.62, 0.8), (0.92, 1.02)))),
        (("curve", _ring(0.5, 0.44, 0.48, 0.44)), ("curve", ((0.45, 0.88), (0.55, 1), (0.75, 1),
            (0.98, 0.93)))),
    ],
    "K": [
        (
            ("line", ((0.12, 0), (0.12, 1))), ("line", ((0.92, 0), (0.12, 0.62))),
                ("line", ((0.4, 0.42), (1, 1))),
        ),
        (
            ("line", ((0.12, 0), (0.12, 1))), ("line", ((0.9, 0), (0.12, 0.62))), ("line", ((0.4, 0.42),
                (0.95, 1))),
            ("serif", ((0.12, 0), (0.12, 1), (0.9, 0), (0.95, 1))),
        ),
    ],
    "A": [
        (("line", ((0, 1), (0.5, 0), (1, 1))), ("line", ((0.18, 0.66), (0.82, 0.66)))),
        (
            ("line", ((0.08, 1), (0.5, 0), (0.92, 1))), ("line", ((0.22, 0.66), (0.78, 0.66))),
            ("serif", ((0.08, 1), (0.92, 1))),
        ),
        (("line", ((0.02, 1), (0.32, 0), (0.68, 0), (0.98, 1))), ("line", ((0.15, 0.62), (0.85, 0.62)))),
    ],
    "B": [
        (
            ("line", ((0.12, 0), (0.12, 1))),
            ("curve", ((0.12, 0), (0.6, 0.01), (0.88, 0.14), (0.84, 0.36), (0.55, 0.46), (0.12, 0.47))),
            ("curve", ((0.12, 0.47), (0.65, 0.49), (0.97, 0.62), (0.94, 0.87), (0.6, 0.99), (0.12, 1))),
        ),
    ],
    "D": [
        (
            ("line", ((0.12, 0), (0.12, 1))),
            ("curve", ((0.12, 0), (0.55, 0.03), (0.95, 0.3), (0.95, 0.7), (0.55, 0.97), (0.12, 1))),
        ),
    ],
    "V": [(("line", ((0, 0), (0.5, 1), (1, 0))),)],
    "R": [
        (
            ("line", ((0.12, 0), (0.12, 1))), ("line", ((0.45, 0.5), (0.98, 1))),
            ("curve", ((0.12, 0), (0.65, 0.01), (0.95, 0.15), (0.9, 0.4), (0.6, 0.51), (0.12, 0.52))),
        ),
    ],
    "H": [(("line", ((0.1, 0), (0.1, 1))), ("line", ((0.9, 0), (0.9, 1))), ("line", ((0.1, 0.5),
        (0.9, 0.5))))],
    "Z": [(("line", ((0.05, 0), (0.95, 0), (0.05, 1), (1, 1))),)],
    "N": [(("line", ((0.06, 1), (0.06, 0), (0.94, 1), (0.94, 0))),)],
    "W": [(("line", ((0, 0), (0.26, 1), (0.5, 0.25), (0.74, 1), (1, 0))),)],
}  # fmt: skip
"""Shapes of each character, each a list of strokes: lines or curves through points, serifs at points."""


PARAMETRIC_QUEENS = 0.6
"""Share of queens whose ring and tail are made up, and not one of those above: no letter has more shapes."""


def _queen(rng: np.random.Generator) -> tuple[tuple[str, Points], ...]:
    """Make up a Q: a superellipse (Lamé) as its ring, and a tail across it, knotted or beneath."""
    u = rng.uniform
    turn, power = np.linspace(0, 2 * np.pi, 25), 2 / u(2.0, 4.0)
    tall = u(0.43, 0.5)
    x, y = (np.sign(part) * np.abs(part) ** power for part in (np.cos(turn), np.sin(turn)))
    ring = [(0.5 + 0.48 * float(a), tall + tall * float(b)) for a, b in zip(x, y, strict=True)]
    low, end = 2 * tall, (u(0.85, 1.15), u(0.92, 1.08))
    way = rng.random()
    if way < 0.25:  # straight across the ring, or from its rim
        return ("ring", ring), ("line", ((u(0.35, 0.75), low - u(0.05, 0.42)), end))
    if way < 0.75:  # a stroke that begins within, swings over a knot and leaves by the ring's foot
        left, high = u(0.08, 0.38), low - u(0.16, 0.38)
        knot = [(left, low - u(0.0, 0.14)), (left - u(0.0, 0.08), high + u(0.02, 0.1)), (left + 0.14, high)]
        if rng.random() < 0.4:
            knot = knot[1:]
        middle = (u(0.5, 0.66), low - u(0.02, 0.2))
        leaves = (
            [end] if rng.random() < 0.5 else [(u(0.7, 0.85), u(0.95, 1.05)), (end[0], end[1] - u(0.0, 0.12))]
        )
        return ("ring", ring), ("curve", (*knot, middle, *leaves))
    start = (u(0.1, 0.5), u(0.9, 1.06))  # beneath the ring, which it touches
    return ("ring", ring), (
        "curve",
        (start, (u(0.4, 0.55), low - u(0.0, 0.08)), (u(0.65, 0.8), u(0.98, 1.08)), end),
    )


def drawable(text: str) -> bool:
    """Tell whether there is a shape for each of a text's characters."""
    return all(letter in _SHAPES or letter == "9" for letter in text)


def text(rng: np.random.Generator, letters: str) -> np.ndarray:
    """Draw letters as a tight mask: uint8 (H, W), 255 inside, about 120 pixels high."""
    thick = float(rng.uniform(0.06, 0.26)) * TALL * 0.62
    wide = float(rng.uniform(0.42, 0.8)) * TALL
    # A broad pen: what goes down is thick, what goes across thin. Drawn narrow by that much, and stretched.
    broad = float(rng.uniform(1.3, 2.8)) if rng.random() < BROAD else 1.0
    thick, wide = thick / broad**0.5, wide / broad
    style = int(rng.integers(1 << 16))
    parts = [_letter(rng, letter, wide * (0.5 if letter == "1" else 1.0), thick, style) for letter in letters]
    gap = np.zeros((parts[0].shape[0], round(0.25 * thick + rng.uniform(0, 0.08) * TALL)), np.uint8)
    row = [part for each in parts for part in (gap, each)][1:]
    mask = np.concatenate(row, 1)
    if broad != 1.0:
        size = (round(mask.shape[1] * broad), mask.shape[0])
        mask = cv2.resize(mask, size, interpolation=cv2.INTER_CUBIC)
    across, down = (np.flatnonzero(mask.max(axis)) for axis in (0, 1))
    return mask[down[0] : down[-1] + 1, across[0] : across[-1] + 1]


def _letter(rng: np.random.Generator, letter: str, wide: float, thick: float, style: int) -> np.ndarray:
    """Draw one character as a mask, uint8 (H, W), tight to its sides; wide, thick: pixels; style: shape."""
    turned = letter == "9"
    shapes: Sequence[tuple[tuple[str, Points], ...]] = _SHAPES["6" if turned else letter]
    if letter == "Q" and style % 100 < 100 * PARAMETRIC_QUEENS:
        shapes = [_queen(rng)]
    margin = round(thick) + 4
    mask = np.zeros((TALL + 2 * margin, round(wide) + 2 * margin), np.uint8)
    for kind, points in shapes[style % len(shapes)]:
        spots = np.array(points, np.float64)
        if kind == "serif":
            for x, y in spots:
                reach = 0.9 * thick + 0.06 * TALL
                _stroke(
                    mask,
                    np.array([[x * wide - reach, y * TALL], [x * wide + reach, y * TALL]]) + margin,
                    0.6 * thick,
                )
            continue
        unsteady = 0.0 if kind == "ring" else 0.015
        spots = (spots + rng.normal(0, unsteady, spots.shape)) * [wide, TALL] + margin
        _stroke(mask, spots if kind == "line" else _smooth(spots), thick)
    used = np.flatnonzero(mask.max(0))
    mask = mask[:, used[0] : used[-1] + 1]
    return mask[::-1, ::-1] if turned else mask


def _stroke(mask: np.ndarray, points: np.ndarray, thick: float) -> None:
    fixed = (points * 16).round().astype(np.int32)
    cv2.polylines(mask, [fixed], False, 255, max(2, round(thick)), cv2.LINE_AA, 4)


def _smooth(points: np.ndarray) -> np.ndarray:
    """Lead a Catmull-Rom spline through points."""
    closed = bool(np.abs(points[0] - points[-1]).max() < 6)
    ends = (points[-2], points[1]) if closed else (points[0], points[-1])
    p = np.concatenate([[ends[0]], points, [ends[1]]])
    t = np.linspace(0, 1, 8, endpoint=False)[:, None]
    parts = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False)
    ]
    return np.concatenate([*parts, points[-1:]])
