"""Was a card laid upon another, or in its place? What is left of the other beside the new one tells.

Where nothing plain is left it is taken to lie there: people lay cards neatly upon each other more often than
they exchange one behind a single hand.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from vision.geometry.quads import grown, iou, rectify
from vision.read.decide import NEVER_GONE
from vision.track.likeness import visible
from vision.track.tracks import Track

SAME_PLACE = 0.6
"""Intersection over union from which a new card may have been put in another's place: about nine millimetres
in both directions. What is laid elsewhere leaves more of the other to be seen.

This and what follows was set on a dozen drawn exchanges: of 16 others on the bare table 9 were seen, and of
54 cards that were laid within 9 mm upon others none was taken for gone.
"""

OUTLINE = 1.03
"""How much larger than its outline the new card counts: that is a pixel or two off."""

FEWEST_SEEN_PIXELS = 100
"""Pixels of the other's crop, 96 x 144, that must be in view beside it: two rows along a short side."""

SHADES = (0.55, 1.1)
"""How bright a place may be, as a share of what it was, in the new card's shadow or beside it."""

MISS_LEVELS = 12.0
"""Grey levels by which the worse of two accounts of a place must miss what is seen there, and the other by
less than half of it."""


def is_upon(item: Track, quad: np.ndarray) -> bool:
    """Tell whether a new face, at a quad float32 (4, 2) pixels, may lie in a card's place."""
    return item.seen.reading.card not in NEVER_GONE and iou(item.quad, quad) > SAME_PLACE


def beside(frame: np.ndarray, item: Track, above: Sequence[np.ndarray]) -> Literal["card", "gone", "unclear"]:
    """Tell what is seen of a card beside newer ones: itself, what lay there before it came, or neither.

    frame: uint8 (H, W, 3) BGR; above: the quads of what lies upon it, float32 (4, 2) pixels each.
    """
    crop, before, newer = item.seen.reading.crop, item.before, [grown(quad, OUTLINE) for quad in above]
    if crop is None or before is None:
        return "unclear"
    lies = _missed(crop, frame, item.quad, newer)
    went = _missed(before.crop, frame, before.quad, newer)
    if lies is None or went is None or max(lies, went) < MISS_LEVELS or 2 * min(lies, went) > max(lies, went):
        return "unclear"
    return "card" if lies < went else "gone"


def _missed(
    crop: np.ndarray, frame: np.ndarray, quad: np.ndarray, above: Sequence[np.ndarray]
) -> float | None:
    """Give by how many grey levels most of a place differs from how it looked, whatever shade lies upon it.

    crop: uint8 (144, 96, 3), how it looked; above: the quads of what hides a part. None where too little is
    in view.
    """
    where = visible(quad, list(above))
    if where.sum() < FEWEST_SEEN_PIXELS:
        return None
    known, seen = (each[where].astype(np.float32) for each in (crop, rectify(frame, quad)))
    shade = np.clip(np.median(seen.sum(1) / np.maximum(1, known.sum(1))), *SHADES)
    return float(np.median(np.abs(seen - shade * known).max(1)))
