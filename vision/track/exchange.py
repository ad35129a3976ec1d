"""Was a card laid upon another, or in its place? What is left of the other beside the new one tells.

What is like a card that lay nearby, as if that had been pushed, and reads as another one is no push but this.
Where nothing plain is left it is taken to lie there: people lay cards neatly upon each other more often than
they exchange one behind a single hand.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from models.labels import CROP_SIZE
from models.resample import onto
from vision.detect.fit import explains
from vision.detect.selection import Candidate
from vision.geometry.quads import grown, iou, rectify
from vision.motion.frame_diff import FrameDiff
from vision.read.decide import NEVER_GONE, SURE
from vision.read.reader import CardReader
from vision.track.likeness import visible
from vision.track.tracks import PlaceLook, Track

SAME_PLACE, LAID_OVER = 0.6, 0.3
"""Intersection over union from which a card that lay there before, and a new one, may have been put in
another's place: about nine millimetres in both directions, and half of the card. Upon others nothing else
tells that it has gone, for the bare table is not to be seen.

Set on a dozen drawn exchanges; the second is a guess.
"""

OUTLINE = 1.03
"""How much larger or smaller than its outline the new card may be: that is a pixel or two off."""

FEWEST_SEEN_PIXELS = 100
"""Pixels of the other's crop, 96 x 144, that must show what lay there before: two rows along a short side."""

SHADES = (0.55, 1.1)
"""How bright a place may be, as a share of what it was, in the new card's shadow or beside it."""

RIM_SHADES = (0.8, 1.1)
"""The same of what the new card's outline covers, a pixel or two of its rim: a guess."""

MISS_LEVELS = 12.0
"""Grey levels by which what is seen may miss the account of a place that is true; it misses the other account
by more than twice as many.

Of 13 cards that were exchanged 2 to 6 mm beside each other at four drawn tables 10 had 233 to 1,490 pixels
that so tell of the table, of 12 upon which another was laid none had any.
"""

NOISE_PX = 0.7
"""Standard deviation of what smooths away noise, in the crop's pixels: a strip of two is to be seen."""


def is_upon(item: Track, quad: np.ndarray, least: float = SAME_PLACE) -> bool:
    """Tell whether a newer face, at a quad float32 (4, 2) pixels, may lie in a card's place."""
    return item.seen.reading.card not in NEVER_GONE and iou(item.quad, quad) > least


def has_gone(frame: np.ndarray, item: Track, above: Sequence[np.ndarray]) -> bool:
    """Tell whether a card that newer ones hide has gone: what lay there before it came is seen where it lay.

    Pixels are counted that one account explains and the other does not, whatever shade lies upon them. Of
    what a new card may cover, its outline a little off, those that show paper may be its own; those that show
    the table are not.

    frame: uint8 (H, W, 3) BGR; above: the quads of what lies upon it, float32 (4, 2) pixels each.
    """
    crop, before = item.seen.reading.crop, item.before
    if crop is None or before is None:
        return False
    known, seen = _looked(before, item.quad), _smooth(rectify(frame, item.quad))
    card, table = (_missed(each, seen) for each in (_smooth(crop), known))
    # A dark card's rim may look like the table in a deep shade.
    plain = _missed(known, seen, RIM_SHADES) < MISS_LEVELS
    rim, beside = (_seen_beside(item.quad, above, times) for times in (1 / OUTLINE, OUTLINE))
    gone = ((plain & rim) | ((table < MISS_LEVELS) & beside)) & (card > 2 * MISS_LEVELS)
    lies = (card < MISS_LEVELS) & (table > 2 * MISS_LEVELS) & beside
    return int(gone.sum()) >= FEWEST_SEEN_PIXELS and 2 * lies.sum() < gone.sum()


def told_apart(
    view: FrameDiff,
    lying: Sequence[Track],
    kept: Sequence[Track],
    new: Sequence[Candidate],
    reader: CardReader,
) -> tuple[tuple[Track, ...], list[Candidate]]:
    """Put back the cards that were not pushed, for another is read there, or let them go; give these others.

    Cards of one deck are much alike, a six of clubs and a six of spades: what correlates with one that lay
    nearby may be the one that was laid upon it, or in its place.

    lying, kept: the cards before the change and after it; new: what has come and is none of them.
    """
    before = {item.seen.id: item.quad for item in lying}
    there: list[Track] = []
    others: list[Candidate] = []
    names = {item.seen.reading.card for item in kept} | {each.name(reader.names) for each in new}
    for item in kept:
        quad = before[item.seen.id]
        other = None if item.quad is quad else _other(view, item, reader)
        if other is None:
            there.append(item)
            continue
        if other.name(reader.names) not in names:
            others.append(other)
        if not has_gone(view.frame, item.moved(quad), [each.quad for each in (*new, other)]):
            there.append(item.moved(quad))
    return tuple(there), others


def _other(view: FrameDiff, item: Track, reader: CardReader) -> Candidate | None:
    """Give the card that is surely read at a clear one's place, where it is another; None where it is not."""
    known, crop = item.seen.reading, rectify(view.frame, item.quad)
    row = reader.read(crop[None]).probabilities[0]
    name = reader.names[int(row.argmax())]
    if known.asks or name in {known.card, *NEVER_GONE} or row.max() <= SURE:
        return None
    return Candidate(explains(view.mask, item.quad / view.scale), item.quad, crop, row)


def _seen_beside(quad: np.ndarray, above: Sequence[np.ndarray], times: float) -> np.ndarray:
    """Give what of a card is seen beside newer ones that are so many times as large: bool (144, 96)."""
    return visible(quad, [grown(each, times) for each in above])


def _looked(place: PlaceLook, quad: np.ndarray) -> np.ndarray:
    """Cut a card's place, float32 (4, 2) pixels, out of how its surroundings looked: uint8 (144, 96, 3).

    What lies outside of these goes on as at their edge.
    """
    # From the card's crop to the picture, and from there to that of the place.
    back = np.linalg.inv(onto(place.quad, CROP_SIZE)) @ onto(quad, CROP_SIZE)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(place.crop, back, CROP_SIZE, flags=how, borderMode=cv2.BORDER_REPLICATE)


def _smooth(crop: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(crop, (0, 0), NOISE_PX)


def _missed(known: np.ndarray, seen: np.ndarray, shades: tuple[float, float] = SHADES) -> np.ndarray:
    """Give by how many grey levels each pixel differs from how it looked, in whatever shade: float32 (H, W).

    known, seen: uint8 (H, W, 3).
    """
    known, seen = known.astype(np.float32), seen.astype(np.float32)
    shade = np.clip(seen.sum(2) / np.maximum(1, known.sum(2)), *shades)
    return np.abs(seen - shade[..., None] * known).max(2)
