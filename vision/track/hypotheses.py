"""Is a card like one that lay there that one, pushed, or a second one? Two hypotheses are tested.

There are four Wizards and four Jesters, each printed like the other. Where the print lies now, and what that
leaves to be seen of the card's place, tells: it shows the card still, or what lies beneath it.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np

from models.labels import CROP_SIZE
from vision.geometry.correlation import FEWEST_PIXELS
from vision.geometry.quads import grown, iou, rectify
from vision.geometry.registration import moved
from vision.motion.frame_diff import FrameDiff
from vision.track.likeness import ALIKE_CORRELATION, pushed, smooth_ncc, visible
from vision.track.tracks import Track

LAID_UPON = 0.5
"""Changed share of a place below which no second Wizard lies there, but another light, unless its print is
found elsewhere."""

UNCOVERED_NCC = 0.9
"""Correlation of a card's whole place from which a hand only uncovered it. Of forty drawn Wizards and Jesters
print that lay a twentieth of the width elsewhere had 0.59 to 0.88. That it also fits a part of a place
(`association._is_part`) is a guess."""

THE_PLACE = 0.95
"""Intersection over union from which a card lies where it did, in another light perhaps: nobody lays the next
one so near. A guess: of two Wizards of which one was laid where the other had been swept up it was less.
"""

OTHER_COLOR_LEVELS = 25.0
"""Grey levels by which most of a place must differ for it not to look as it did, be the light another; and
by which the two hypotheses must differ in a pixel for it to tell them apart."""

TELLING_PIXELS = 60
"""Pixels of a crop, 96 x 144, that must tell them apart: one row along a short side is 96. A guess."""

OUTLINE = 1.02
"""How much larger than its outline a card counts: that is a pixel off."""

SHADES = (0.55, 1.1)
"""How bright a place may be, as a share of what it was, in the new card's shadow or beside it."""

_CORNERS = np.array([[0, 0], [CROP_SIZE[0], 0], CROP_SIZE, [0, CROP_SIZE[1]]], np.float32)
"""The corners of a crop."""


class Verdict(NamedTuple):
    """What a find like a card is, and where that lies: float32 (4, 2) pixels.

    same: the card where it lay; pushed: the card, elsewhere; second: another one, and the card lies there
    still; either: nothing tells which of these two; unknown: the find is told of too badly.
    """

    is_: Literal["same", "pushed", "second", "either", "unknown"]
    quad: np.ndarray


class Place(NamedTuple):
    """What is known of a card's place: how it looks without the card, and where nothing hides it now.

    without: uint8 (144, 96, 3) BGR, or None where nobody saw that; in_view: bool (144, 96), where neither
    what lies upon it nor a hand does.
    """

    without: np.ndarray | None
    in_view: np.ndarray


def tested(view: FrameDiff, item: Track, quad: np.ndarray, place: Place) -> Verdict:
    """Tell whether a find that reads as a card that lay there is that card or a second one.

    view: what changed; quad: the find's, float32 (4, 2) pixels.
    """
    frame, quad = view.frame, as_turned(quad, item.quad)
    there = registered(frame, item, quad)
    if there is None:
        if view.changed(quad) < LAID_UPON:
            return Verdict("same", quad)
        seen = _beside(frame, item, quad, place)
        return Verdict("unknown" if seen == "either" else seen, quad)
    if iou(there, item.quad) > THE_PLACE:
        return Verdict("same", there)
    seen = _beside(frame, item, there, place)
    # A hand may still hide what tells: the print has moved, so it is one of the two.
    return Verdict("either" if seen == "unknown" else seen, there)


def is_unchanged(frame: np.ndarray, item: Track, quad: np.ndarray, above: Sequence[np.ndarray] = ()) -> bool:
    """Tell whether a card's whole place, or all of it that a find outlines, shows what it did.

    Of a second one its print would lie elsewhere. frame: uint8 (H, W, 3) BGR; quad: the find's, float32
    (4, 2) pixels; above: the quads of what lies upon the card.
    """
    crop = item.seen.reading.crop
    if crop is None:
        return False
    now = rectify(frame, item.quad)
    within = visible(item.quad, list(above)) & ~visible(item.quad, [quad])
    return any(
        where.sum() >= FEWEST_PIXELS and smooth_ncc(crop, now, where) > UNCOVERED_NCC
        for where in (within, np.ones_like(within))
    )


def is_changed_beside(frame: np.ndarray, item: Track, quad: np.ndarray) -> bool:
    """Tell whether what a quad leaves to be seen of a card's place has another colour than it had."""
    crop = item.seen.reading.crop
    return crop is not None and _is_recoloured(crop, rectify(frame, item.quad), visible(item.quad, [quad]))


def as_turned(quad: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Give a quad's corners beginning at the end at which the other's begin."""
    ways = [np.roll(quad, by, 0) for by in (0, 2)]
    return min(ways, key=lambda way: float(np.abs(way - other).sum()))


def place_of(
    item: Track,
    beneath: Sequence[Track],
    above: Sequence[np.ndarray],
    bare: np.ndarray,
    unseen: np.ndarray,
    width: int,
) -> Place:
    """Draw how a card's place looks without it, and outline what of it is in view.

    beneath: what was laid before it, in that order; above: the quads of what lies upon it, float32 (4, 2)
    pixels each; bare: the table without cards, uint8 (h, w, 3); unseen: what the newest frame does not show,
    uint8 (h, w), as `StaticScene` has it; width: of the frame that both are smaller than.
    """
    onto = cv2.getPerspectiveTransform(item.quad.astype(np.float32), _CORNERS)
    hidden = cv2.getPerspectiveTransform(item.quad * np.float32(unseen.shape[1] / width), _CORNERS)
    in_view = visible(item.quad, list(above)) & (cv2.warpPerspective(unseen, hidden, CROP_SIZE) == 0)
    if item.first:
        return Place(None, in_view)
    look = rectify(bare, item.quad * np.float32(bare.shape[1] / width)).copy()
    for other in beneath:
        crop = other.seen.reading.crop
        if crop is not None:
            matrix = onto @ cv2.getPerspectiveTransform(_CORNERS, other.quad.astype(np.float32))
            outline = cv2.warpPerspective(np.full(crop.shape[:2], 255, np.uint8), matrix, CROP_SIZE)
            cv2.copyTo(cv2.warpPerspective(crop, matrix, CROP_SIZE), outline, look)
    return Place(look, in_view)


def registered(frame: np.ndarray, item: Track, quad: np.ndarray) -> np.ndarray | None:
    """Find where a card's print lies at a find, either way up, or about the card's place: a quad, or None.

    The outline of a change may take in what a card that was pushed has left bare.
    """
    crop = item.seen.reading.crop
    if crop is None:
        return None
    there = None
    for way in (quad, np.roll(quad, 2, 0)):
        there = moved(crop, rectify(frame, way), way) if there is None else there
    if there is None and (sought := pushed(frame, item.quad, crop, [])) is not None:
        there = moved(crop, rectify(frame, sought), sought)
    return there


def _beside(
    frame: np.ndarray, item: Track, quad: np.ndarray, place: Place
) -> Literal["pushed", "second", "either", "unknown"]:
    """Tell what of a card's place is seen beside a find: what lies beneath it, or itself."""
    crop = item.seen.reading.crop
    if crop is None:
        return "unknown"
    where = place.in_view & visible(item.quad, [grown(quad, OUTLINE)])
    now = rectify(frame, item.quad)
    without = place.without
    if without is None:
        if _is_recoloured(crop, now, where):
            return "pushed"
        plain = where.sum() >= FEWEST_PIXELS and smooth_ncc(crop, now, where) > ALIKE_CORRELATION
        return "second" if plain else "either"
    where &= cv2.absdiff(crop, without).max(2) > OTHER_COLOR_LEVELS
    if where.sum() < TELLING_PIXELS:
        return "either"
    lies, went = (_missed(each[where], now[where]) for each in (crop, without))
    if 2 * min(lies, went) > max(lies, went):
        return "unknown"
    return "second" if lies < went else "pushed"


def _is_recoloured(crop: np.ndarray, now: np.ndarray, where: np.ndarray) -> bool:
    """Tell whether most of a place has another colour than it had, if any of it is in view."""
    return bool(where.any() and np.median(cv2.absdiff(crop, now)[where].max(1)) > OTHER_COLOR_LEVELS)


def _missed(known: np.ndarray, seen: np.ndarray) -> float:
    """Give by how many grey levels most of what is seen differs from what is known, in whatever shade."""
    known, seen = known.astype(np.float32), seen.astype(np.float32)
    shade = np.clip(np.median(seen.sum(1) / np.maximum(1, known.sum(1))), *SHADES)
    return float(np.median(np.abs(seen - shade * known).max(1)))
