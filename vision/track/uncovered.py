"""Was a card taken from upon others? What lay beneath it shows again what it did before the card came.

Cards of one deck look alike, so the bare table alone does not tell of it: where one card lay wholly upon
another, a card is still seen in its place.
"""

from collections.abc import Sequence

import numpy as np

from vision.detect.selection import LEFT_OVER
from vision.geometry.correlation import FEWEST_PIXELS
from vision.geometry.quads import intersection, iou, rectify
from vision.motion.frame_diff import FrameDiff
from vision.track.association import NEARLY_UPON
from vision.track.hypotheses import UNCOVERED_NCC
from vision.track.likeness import smooth_ncc, visible
from vision.track.tracks import Track


def is_uncovered(
    frame: np.ndarray, item: Track, quad: np.ndarray, beneath: Sequence[Track], above: Sequence[np.ndarray]
) -> bool:
    """Tell whether an older card is seen where a newer one would lie upon it, which so does not lie there.

    Some cards are the same twice, and white paper is like white paper: of the two the one beneath must be the
    better account of what is seen.

    frame: uint8 (H, W, 3) BGR; quad: where the newer one would lie, or be found again, float32 (4, 2) pixels;
    beneath: what was laid before it, in that order; above: the quads of what was laid since.
    """
    # Of a place that was found by its looks the card that lay there before is the better account, if alike.
    least = UNCOVERED_NCC if quad is item.quad else 1.0
    for other in reversed(beneath):
        if not intersection(quad, other.quad):
            continue
        shown = _likeness(frame, other, other.quad, quad, above)
        if shown > UNCOVERED_NCC and _likeness(frame, item, quad, other.quad, above) < min(shown, least):
            return True
    return False


def looks_as_before(frame: np.ndarray, item: Track, above: Sequence[np.ndarray]) -> bool:
    """Tell whether a card's place looks as it did before it came, and not as it did with it.

    What lay beneath it may have been read beside a finger, and looks otherwise without it. frame: uint8
    (H, W, 3) BGR; above: the quads of what was laid since.
    """
    before = item.before
    if before is None or iou(before.quad, item.quad) < NEARLY_UPON:
        return False
    where = visible(before.quad, list(above))
    if (
        where.sum() < FEWEST_PIXELS
        or smooth_ncc(before.crop, rectify(frame, before.quad), where) < UNCOVERED_NCC
    ):
        return False
    return _likeness(frame, item, item.quad, item.quad, above) < UNCOVERED_NCC


def is_as_before(view: FrameDiff, quad: np.ndarray, gone: Sequence[Track]) -> bool:
    """Tell whether a find is of what lay beneath a card that has gone, and beside that hardly anything new.

    A part of a card that was bared, and of the table beside it, may be outlined and read as one. view: what
    changed; quad: where it was found, float32 (4, 2) pixels; gone: the cards that went with this change.
    """
    bared = [
        item.quad
        for item in gone
        if iou(item.quad, quad) > NEARLY_UPON and looks_as_before(view.frame, item, ())
    ]
    return bool(bared) and view.changed(quad, bared) < LEFT_OVER


def _likeness(
    frame: np.ndarray, item: Track, quad: np.ndarray, within: np.ndarray, above: Sequence[np.ndarray]
) -> float:
    """Correlate what a card looked like with what is seen at a quad, within another one alone: -1..1.

    0 where too little of it is to be seen.
    """
    crop, where = item.seen.reading.crop, visible(quad, list(above)) & ~visible(quad, [within])
    if crop is None or where.sum() < FEWEST_PIXELS:
        return 0.0
    return smooth_ncc(crop, rectify(frame, quad), where)
