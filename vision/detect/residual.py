"""Cards in what is left of a change once no outline explains it: found by the corners that are in view."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.detect import corner_locator
from vision.detect.corner_locator import Cornered
from vision.detect.fit import OWN_SHARE, PRINT_CHANGED
from vision.detect.heap import laid, placed
from vision.detect.locator import shipped
from vision.geometry.quads import Sides, area, covered_share, grown, has_size, iou, window
from vision.geometry.suppression import suppress
from vision.motion.frame_diff import VICINITY, FrameDiff
from vision.read.augmentation import settled
from vision.read.looks import Look, look_at
from vision.read.reader import CardReader

NEW = 0.6
"""Share of what is to be seen of a card that must be new for it to have come with the change:
`PRINT_CHANGED` where nearly all that is new there, `OWN_SHARE`, lies upon it."""

KNOWN_CARD_IOU = 0.3
"""Intersection over union from which a find is a card that is known to lie there."""

LEAST_UNHIDDEN = 0.15
"""Share of a card that nothing may hide: of less it cannot be told whether it is new."""

CORNER_REACH = 1.6
"""Short sides of a card about what is left within which its corners are sought: one is 1.6 of them long."""

CORNERS = 2
"""Corners in view from which something that is read as no card is asked about, if it has a card's size."""

SIZED_SURE = 0.95
"""Certainty of the refining network, 0..1, from which a card of the known size lies where corners tell of
another one.

Of twelve starts about one white jack on a white table, turned by 15 degrees each, the two that came to lie
upon it had 1.00, the others 0.02 to 0.74. A guess, set on that card.
"""

ONE_CORNER_FACE = 0.5
"""Probability of one face from which a single corner is enough."""


def cards(
    frame: np.ndarray, left: np.ndarray, lying: Sequence[np.ndarray], reader: CardReader, card: Sides | None
) -> list[Look]:
    """Find the cards that are new in what is left of a change, and read them: best seen first.

    frame: uint8 (H, W, 3) BGR; left: uint8 (h, w), not 0 where a change is not explained; lying: the cards
    that are known, newest last, float32 (4, 2) each; card: how large one is in the frame, where known.
    Raises MissingModel.
    """
    rest = FrameDiff(frame, np.where(left > 0, 255, 0).astype(np.uint8))
    found = placed(frame, _cornered(rest, None if card is None else card.short), shipped())
    if card is not None:
        found = [each if has_size(each.quad, card) else _sized(frame, each, card) for each in found]
    found = [
        each
        for each in found
        if not any(iou(each.quad, quad) > KNOWN_CARD_IOU for quad in lying)
        and covered_share(each.quad, lying) < 1 - LEAST_UNHIDDEN
        and _is_new(rest, each.quad, lying)
    ]
    looks = look_at(frame, reader, [each.quad for each in found])
    rows = settled(frame, [look.quad for look in looks], reader, [look.row for look in looks])
    none, back = (reader.names.index(name) for name in ("none", "back"))
    likely = (
        Look(look.quad, look.crop, row, seen=each.seen)
        for each, look, row in zip(found, looks, rows, strict=True)
        if np.delete(row, [none, back]).max() > ONE_CORNER_FACE
        or ((each.seen > 0).sum() >= CORNERS and (card is None or has_size(look.quad, card)))
    )
    return suppress(likely, lambda find, kept: iou(find.quad, kept.quad) > KNOWN_CARD_IOU)


def _sized(frame: np.ndarray, found: Cornered, card: Sides) -> Cornered:
    """Give a find that has another size than the cards that lie there one of theirs, if the networks agree.

    Of a white card on a white table the frame of its print is taken for its edge on one side, and not on the
    other. A card of the known size is laid upon such corners and refined.
    """
    (quad,), (sure,) = shipped().refine(frame, [laid(found, *card).quad])
    return replace(found, quad=quad) if sure > SIZED_SURE and has_size(quad, card) else found


def _cornered(rest: FrameDiff, short: float | None) -> list[Cornered]:
    """Find the cards of which corners are in view, best seen first: about what is left, be that a part only.

    Where a card's size is not known yet the whole picture tells it.
    """
    finder = corner_locator.shipped()
    x, y, w, h = cv2.boundingRect(rest.mask)
    if not w:
        return []
    if short is None:
        return [each for each in finder.find(rest.frame) if each.is_sure]
    changed = np.array([(x, y), (x + w, y + h)]) * rest.scale
    part, at = window(rest.frame, changed, CORNER_REACH * short)
    return [replace(each, quad=each.quad + at) for each in finder.find(part, short) if each.is_sure]


def _is_new(rest: FrameDiff, quad: np.ndarray, lying: Sequence[np.ndarray]) -> bool:
    """Tell whether a card came with what is left of a change."""
    share = rest.changed(quad, lying)
    if share > NEW:
        return True
    about = grown(quad, VICINITY)
    upon = share * area(quad)
    beside = rest.changed(about, [quad, *lying]) * (area(about) - area(quad))
    return share > PRINT_CHANGED and upon > OWN_SHARE * (upon + beside)
