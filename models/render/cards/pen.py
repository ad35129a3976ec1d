"""The pen of a deck: a stroke font of one width, whose few numbers make all letters of a deck alike.

Half of the pens take their letters from `strokes` instead, by a seed of their own.
"""

from functools import lru_cache

import cv2
import numpy as np

from models.render.cards import strokes

HIGH = 120
"""Height of a drawn text in pixels, as models.render.cards.canvas.text_mask has it."""


MADE_UP = 0.5
"""Share of pens whose letters are made up (`strokes`), with more shapes than stand below."""


@lru_cache(maxsize=4096)
def stroked(text: str, hand: tuple[float, ...]) -> np.ndarray:
    """Draw a text as a tight mask: uint8 (H, W), 255 inside.

    hand: four numbers in 0..1, the deck's own: how heavy, how wide, how much of slabs, which shapes.
    Raises KeyError for a letter that no card's index has.
    """
    heavy, broad, _, shape = hand
    own = int(shape * (1 << 32))
    if own % 1000 < 1000 * MADE_UP:
        # From the deck's own numbers, so that all its letters are of one pen.
        return strokes.text(np.random.default_rng(own), text)
    pen = round(8 + 16 * heavy)
    wide = HIGH * (0.34 + 0.36 * broad)
    parts = []
    for letter in text:
        across = wide * (0.42 if letter == "1" and len(text) > 1 else 1.0)
        mask = np.zeros((HIGH + 8, round(across) + 2 * pen + 8), np.uint8)
        for line in _lines(letter, hand, len(text) > 1):
            size = np.array([across, HIGH - pen])
            points = ((np.asarray(line) * size + [pen, pen / 2 + 4]) * 16).round().astype(np.int32)
            cv2.polylines(mask, [points], False, 255, pen, cv2.LINE_AA, 4)
        parts.append(_tight(mask))
    high = max(part.shape[0] for part in parts)
    gap = np.zeros((high, max(2, round(0.35 * pen))), np.uint8)
    row = []
    for part in parts:
        row += [np.pad(part, ((0, high - part.shape[0]), (0, 0))), gap]
    return np.hstack(row[:-1])


def _tight(mask: np.ndarray) -> np.ndarray:
    rows, columns = np.nonzero(mask.max(1))[0], np.nonzero(mask.max(0))[0]
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _arc(x: float, y: float, a: float, b: float, start: float, end: float) -> list[tuple[float, float]]:
    """Give points of an ellipse about (x, y) from one angle to another, degrees clockwise from the right."""
    t = np.radians(np.linspace(start, end, 28))
    return list(zip(x + a * np.cos(t), y + b * np.sin(t), strict=True))


def _lines(letter: str, hand: tuple[float, ...], narrow: bool) -> list[list[tuple[float, float]]]:
    """Give a letter's strokes in the unit square, y downwards."""
    _, _, slab, shape = hand
    foot = 0.22 if slab > 0.5 else 0.0

    def base(x: float, y: float) -> list[list[tuple[float, float]]]:
        return [[(x - foot, y), (x + foot, y)]] if foot else []

    if letter == "2":
        top = _arc(0.5, 0.27, 0.48, 0.27, -170, 40)
        return [[*top, (0.05, 1.0), (1.0, 1.0)], *([[(1.0, 1.0), (1.0, 0.86)]] if foot else [])]
    if letter == "3":
        bowl = _arc(0.46, 0.69, 0.5, 0.31, -90, 150)
        if shape < 0.6:  # flat-topped
            return [[(0.02, 0.14), (0.02, 0.0), (0.95, 0.0), (0.42, 0.38), *bowl]]
        return [[*_arc(0.46, 0.21, 0.42, 0.21, -165, 90), *bowl]]
    if letter == "4":
        return [[(0.72, 1.0), (0.72, 0.0), (0.0, 0.7), (1.0, 0.7)], *base(0.72, 1.0)]
    if letter == "5":
        return [[(0.9, 0.0), (0.12, 0.0), (0.08, 0.44), *_arc(0.45, 0.67, 0.5, 0.33, -125, 145)]]
    if letter in "69":
        tail = (
            _arc(0.5, 0.45, 0.47, 0.45, -40, -190) if shape < 0.5 else [(0.72, 0.0), (0.2, 0.38), (0.04, 0.6)]
        )
        lines = [[*tail, (0.03, 0.68)], _arc(0.5, 0.68, 0.47, 0.32, 0, 360)]
        return lines if letter == "6" else [[(1 - x, 1 - y) for x, y in line] for line in lines]
    if letter == "7":
        return [[(0.0, 0.14 if foot else 0.0), (0.0, 0.0), (1.0, 0.0), (0.42, 0.55), (0.34, 1.0)]]
    if letter == "8":
        return [_arc(0.5, 0.23, 0.4, 0.23, 0, 360), _arc(0.5, 0.72, 0.48, 0.28, 0, 360)]
    if letter == "0":
        return [_arc(0.5, 0.5, 0.48, 0.5, 0, 360)]
    if letter == "1":
        flag = [] if narrow and shape < 0.5 else [[(0.5, 0.0), (0.15, 0.16)]]
        return [[(0.5, 0.0), (0.5, 1.0)], *flag, *base(0.5, 1.0)]
    if letter == "J":
        bar = [[(0.4, 0.0), (1.0, 0.0)]] if foot else []
        return [[(0.72, 0.0), (0.72, 0.72), *_arc(0.38, 0.72, 0.34, 0.28, 0, 180)], *bar]
    if letter == "Q":
        bowl = _arc(0.5, 0.44, 0.48, 0.44, 0, 360)
        if shape < 0.35:  # a loop beneath
            return [bowl, [(0.08, 1.0), *_arc(0.3, 0.86, 0.16, 0.12, -180, 0), (0.62, 0.98), (1.0, 0.96)]]
        if shape < 0.65:
            return [bowl, [(0.45, 0.62), (1.0, 1.0)]]
        return [bowl, [(0.2, 0.78), (0.5, 0.76), (0.72, 0.96), (1.05, 1.0)]]
    if letter == "K":
        arms = [[(0.95, 0.0), (0.12, 0.58)], [(0.4, 0.38), (0.98, 1.0)]]
        return [[(0.12, 0.0), (0.12, 1.0)], *arms, *(base(0.12, 0.0) + base(0.12, 1.0) + base(0.92, 1.0))]
    if letter == "A":
        low = 0.55 + 0.2 * shape
        cross = [(0.5 - 0.5 * low, low), (0.5 + 0.5 * low, low)]
        return [[(0.0, 1.0), (0.5, 0.0), (1.0, 1.0)], cross, *(base(0.05, 1.0) + base(0.95, 1.0))]
    if letter in "VBDHRWZN":
        return _OTHERS[letter]
    raise KeyError(letter)


_OTHERS: dict[str, list[list[tuple[float, float]]]] = {
    "V": [[(0.0, 0.0), (0.5, 1.0), (1.0, 0.0)]],
    "B": [
        [(0.08, 1.0), (0.08, 0.0), *_arc(0.5, 0.24, 0.36, 0.24, -90, 90), (0.08, 0.48)],
        [(0.5, 0.48), *_arc(0.5, 0.74, 0.46, 0.26, -90, 90), (0.08, 1.0)],
    ],
    "D": [[(0.08, 0.0), (0.08, 1.0), *_arc(0.45, 0.5, 0.5, 0.5, 90, -90), (0.08, 0.0)]],
    "H": [[(0.06, 0.0), (0.06, 1.0)], [(0.94, 0.0), (0.94, 1.0)], [(0.06, 0.5), (0.94, 0.5)]],
    "R": [
        [(0.08, 1.0), (0.08, 0.0), *_arc(0.5, 0.26, 0.42, 0.26, -90, 90), (0.08, 0.52)],
        [(0.5, 0.52), (0.98, 1.0)],
    ],
    "W": [[(0.0, 0.0), (0.25, 1.0), (0.5, 0.2), (0.75, 1.0), (1.0, 0.0)]],
    "Z": [[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]],
    "N": [[(0.06, 1.0), (0.06, 0.0), (0.94, 1.0), (0.94, 0.0)]],
}
"""Strokes of the letters that have one shape, as `_lines` gives them."""
