"""Corners of cards, each of another deck: an index, and what stands about it.

Whole faces (`decks`) take long to draw and come in decks; here every corner is another deck's.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from models.render.cards.canvas import Canvas
from models.render.cards.index_print import SCALE, SHARE, Box, Print, painted, special, suited

SIZES_MM = ((63.0, 88.0), (63.0, 88.0), (57.0, 89.0), (59.0, 91.0), (56.0, 87.0))
"""Widths and heights of cards, the first more often than the others."""


@dataclass(frozen=True)
class Corner:
    """A printed corner.

    pixels: uint8 (h, w, 3) BGR and its outline mask uint8 (h, w); right: whether it is the card's top right
    one; rank, sign: where the two stand, None where there is none. A painted card's sign is its number.
    """

    pixels: np.ndarray
    mask: np.ndarray
    right: bool
    rank: Box | None
    sign: Box | None


def corner(rng: np.random.Generator, name: str, known: tuple[str, ...] = (), *, bare: bool = False) -> Corner:
    """Print the corner of the card `name`; bare: without its index, as a card's third and fourth corner are.

    known: fonts to take instead of the built-in one.
    """
    size = SIZES_MM[int(rng.integers(len(SIZES_MM)))]
    white = int(rng.integers(228, 256))
    paper = (white - int(rng.integers(0, 26)), white - int(rng.integers(0, 8)), white)
    canvas = Canvas((size[0] * SHARE[0], size[1] * SHARE[1]), SCALE, paper)
    jumbo = rng.random()
    big = name[-1] in "BGRYWJ" if name != "J" else True
    low, high = (
        (9.0, 18.0) if big else (4.8, 6.6) if jumbo < 0.22 else (6.4, 9.5) if jumbo < 0.55
        else (9.5, 14.5) if jumbo < 0.8 else (14.0, 23.0)
    )  # fmt: skip
    tall = float(rng.uniform(low, high))
    look = Print(
        known[int(rng.integers(len(known)))] if known and rng.random() > 0.07 else None,
        int(rng.choice([3, 4, 5] if big else [0, 0, 1, 2, 3, 5])),
        float(rng.uniform(0.52, 1.15)),
        tall,
        (float(rng.uniform(0.7, 4.2)), float(rng.uniform(1.2, 5.5))),
        size,
    )
    if name in ("W", "J"):
        boxes = special(rng, canvas, look, name, bare)
    elif name[-1] in "BGRY":
        boxes = painted(rng, canvas, look, name[:-1], name[-1], bare)
    else:
        boxes = suited(rng, canvas, look, name[:-1], name[-1], known, bare)
    pixels, mask = canvas.pixels, outline(canvas.pixels.shape[:2], float(rng.uniform(1.5, 5.0)))
    # A sign without its rank stands in the corner beside, as a rule.
    right = bool(rng.random() < (0.8 if bare or boxes[0] is None else 0.12))
    if right:
        boxes = _moved_right(canvas, boxes)
        pixels, mask = canvas.pixels, np.ascontiguousarray(mask[:, ::-1])
    return Corner(pixels, mask, right, *boxes)


def outline(shape: tuple[int, int], radius_mm: float) -> np.ndarray:
    """Draw the outline of a card's top left part: uint8 (h, w)."""
    mask = np.full(shape, 255, np.uint8)
    r = max(1, round(radius_mm * SCALE))
    mask[:r, :r] = 0
    cv2.circle(mask, (r, r), r, 255, -1, cv2.LINE_AA)
    return mask


def _moved_right(canvas: Canvas, boxes: tuple[Box | None, Box | None]) -> tuple[Box | None, Box | None]:
    """Mirror the print, but for the index itself: a top right corner bears it the right way round."""
    wide = canvas.pixels.shape[1]
    mirrored = np.ascontiguousarray(canvas.pixels[:, ::-1])
    there = [box for box in boxes if box is not None]
    if there:
        left, top = (int(max(0, min(box[i] for box in there) - 2)) for i in (0, 1))
        right, bottom = (int(max(box[i] for box in there) + 3) for i in (2, 3))
        part = canvas.pixels[top:bottom, left:right]
        mirrored[top : top + part.shape[0], wide - left - part.shape[1] : wide - left] = part
        shift = wide - 2 * left - part.shape[1]
        index, sign = (b and (b[0] + shift, b[1], b[2] + shift, b[3]) for b in boxes)
        boxes = index, sign
    canvas.pixels = mirrored
    return boxes
