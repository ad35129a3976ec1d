"""The cards of a pile: which of them a change has left where they were, and which were taken away."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.newcard import BLAND_LEVELS
from vision.geometry.quads import iou, rectify
from vision.geometry.registration import distance, moved
from vision.track.likeness import ALIKE_CORRELATION, smooth_ncc
from vision.types import Seen

UNMOVED = 0.01
"""Share of its short side by which a card's print is found elsewhere although it has not moved: registration
errs by less. Who lays a card on its like hits its place less exactly, but for one time in twenty."""

THE_SAME_PLACE = 0.5
"""Overlap from which two places are held against each other."""


@dataclass(frozen=True, eq=False)
class PiledCard:
    """One card of a pile: where it lies, how it looked, and how its place looked before it came.

    quad: float32 (4, 2) pixels; crop, beneath: uint8 (144, 96, 3) BGR; beneath is None for what lay there at
    the first look.
    """

    seen: Seen
    quad: np.ndarray
    crop: np.ndarray
    beneath: np.ndarray | None = None


def unmoved(laid: PiledCard, frame: np.ndarray, shift: np.ndarray) -> np.ndarray | None:
    """Find a card exactly where it lay: its quad now, or None.

    frame: uint8 (H, W, 3) BGR; shift: float (2,), pixels by which the whole picture moved since.
    """
    there = moved(laid.crop, rectify(frame, laid.quad), laid.quad)
    near = there is not None and min(distance(laid.quad, there), distance(laid.quad + shift, there)) < UNMOVED
    return there if near else None


def left(
    pile: Sequence[PiledCard],
    frame: np.ndarray,
    bare: np.ndarray,
    in_view: Callable[[np.ndarray], bool],
    is_face: Callable[[np.ndarray], bool],
) -> int:
    """Count the cards of a pile that are left, from the lowest on: what lay beneath the others is in sight.

    What merely covers a card, a hand or a mug, has not taken it away. frame: uint8 (H, W, 3) BGR; bare: the
    table without cards, as large or smaller; in_view: tells whether nothing moves over a quad; is_face: tells
    whether a crop shows a card face up.
    """
    top = pile[-1]
    if not in_view(top.quad):
        return len(pile)
    crop = rectify(frame, top.quad)
    beneath = rectify(bare, top.quad * (bare.shape[1] / frame.shape[1]))
    if shows(beneath, crop, top.quad, is_face):
        return sum(iou(top.quad, each.quad) < THE_SAME_PLACE for each in pile[:-1])
    for k in range(len(pile) - 1, -1, -1):
        laid = pile[k]
        if iou(top.quad, laid.quad) < THE_SAME_PLACE or not in_view(laid.quad):
            continue
        if laid.beneath is not None and shows(laid.beneath, rectify(frame, laid.quad), laid.quad, is_face):
            return k
    return len(pile)


def shows(
    before: np.ndarray, now: np.ndarray, quad: np.ndarray, is_face: Callable[[np.ndarray], bool]
) -> bool:
    """Tell whether a place looks as it did before a card was laid on it; two crops of the same quad.

    A card that looks like the one that lay there, but not where that lay, is a new one.
    """
    flat = [float(crop.std(axis=(0, 1)).max()) < BLAND_LEVELS for crop in (before, now)]
    if any(flat):
        return all(flat)
    if smooth_ncc(before, now, np.ones(now.shape[:2], bool)) < ALIKE_CORRELATION:
        return False
    if not is_face(now):
        return True
    there = moved(before, now, quad)
    return there is not None and distance(quad, there) < UNMOVED
