"""Which of the cards that lay there a find is: data association.

A find is held against a card's track where both overlap enough (gating); then what it reads as, and what the
place looks like, tell whether it is that card, or a second one of its kind that was laid upon it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from games.cards import copies
from vision.detect.selection import Candidate
from vision.geometry.correlation import FEWEST_PIXELS
from vision.geometry.quads import area, iou, rectify
from vision.motion.frame_diff import FrameDiff
from vision.read.augmentation import Evidence
from vision.read.decide import NEVER_GONE
from vision.read.reader import CardReader
from vision.track.likeness import ALIKE_CORRELATION, smooth_ncc, visible
from vision.track.reading import reread
from vision.track.tracks import Track

STILL_THERE = 0.3
"""Probability of its name from which a card counts as still lying at its place."""

CLEARER = 0.9
"""Probability from which an unclear card, read where it lay, has come out as another that was thought of."""

LAID_UPON = 0.5
"""Changed share of a place below which no second Wizard lies there, but another light."""

NEARLY_UPON = 0.6
"""Intersection over union from which what is read twice is one card unless the first looks as it did."""

UNCOVERED_NCC = 0.9
"""Correlation of a card's whole place from which a hand only uncovered it. Of forty drawn Wizards and Jesters
print that lay a twentieth of the width elsewhere had 0.59 to 0.88."""

THE_PLACE = 0.95
"""Intersection over union from which a card lies where it did, in another light perhaps: nobody lays the next
one so near. A guess: of two Wizards of which one was laid where the other had been swept up it was less.
"""

A_PART = 0.8
"""Share of an outline's area below which another of the same card is that of a part of it: a guess. The parts
that were looked at, beside hands, had 0.6 to 0.75."""

OTHER_COLOR_LEVELS = 25.0
"""Grey levels by which most of a place must differ for it not to look as it did, be the light another."""


def associated(
    view: FrameDiff,
    lying: Sequence[Track],
    found: Candidate,
    reader: CardReader,
    tilted: Callable[[np.ndarray], bool],
    begun_anew: Callable[[Track], Track],
) -> tuple[Track, ...] | None:
    """Let the card that a candidate is lie where it is seen now; None where it is none that lay there.

    Of a Wizard that lies otherwise now, after other faces were swept up, nobody knows whether it was pushed
    or is the next one: it is begun anew, and comes last.

    lying: the cards that lay there, in the order in which they were laid, as they are given; tilted: as
    `followed` has it; begun_anew: gives a card that is asked about, and is another than those so far.
    """
    best = found.name(reader.names)
    known = next((k for k, item in enumerate(lying) if same(view, item, best, found.quad, reader)), None)
    if known is None:
        return None
    item = lying[known]
    another = _may_be_another(view, item, best, found.quad)
    if item.seen.reading.card == best:
        above = [other.quad for other in lying[known + 1 :]]
        item = followed(view.frame, item, found.quad, above, tilted)
    if item.unclear or item.seen.reading.card != best:
        # What changed may have made it unclear, a shadow perhaps: what was read before is void.
        item = reread(view.frame, replace(item, evidence=Evidence()), reader)
    if another:
        item = item.read_as(replace(item.seen.reading, crop=found.crop))
        return (*lying[:known], *lying[known + 1 :], begun_anew(item))
    return (*lying[:known], item, *lying[known + 1 :])


def lies(frame: np.ndarray, item: Track, above: Sequence[np.ndarray], reader: CardReader) -> bool:
    """Tell whether a card lies at its place: it looks as it did where nothing hides it, or reads so."""
    reading, crop = item.seen.reading, rectify(frame, item.quad)
    if (
        reading.crop is not None
        and smooth_ncc(reading.crop, crop, visible(item.quad, list(above))) > ALIKE_CORRELATION
    ):
        return True
    return _reads(frame, item.quad, reading.card, reader) > STILL_THERE


def same(view: FrameDiff, item: Track, name: str, quad: np.ndarray, reader: CardReader) -> bool:
    """Tell whether a reading is a card that lay there before, perhaps pushed a little.

    Of Wizards and Jesters there are four: a second one may be laid upon the first. An unclear card may come
    out as another that was thought of, once the light has changed.
    """
    near, known = iou(item.quad, quad), item.seen.reading
    if known.card != name:
        thought_of = known.asks and not item.fixed and name in dict(known.alternatives)
        return thought_of and near > 0.6 and _reads(view.frame, item.quad, name, reader) > CLEARER
    alone = name in NEVER_GONE or copies(name) == 1
    if near > 0.3 and (view.changed(quad) < LAID_UPON or _is_unchanged(view.frame, item)):
        return True
    if near > NEARLY_UPON and _is_changed_beside(view.frame, item, quad):
        # A second one would leave a part of the first to be seen: this is the first, without a hand upon it.
        return True
    return near > 0.85 or (near > 0.3 and (alone or not lies(view.frame, item, [quad], reader)))


def followed(
    frame: np.ndarray,
    item: Track,
    quad: np.ndarray,
    above: Sequence[np.ndarray],
    tilted: Callable[[np.ndarray], bool],
) -> Track:
    """Let a card that was seen again lie where it was seen now, but not where that is the worse outline.

    Beside a hand, or beneath one, a part of a card is outlined, or it and something else. What has a card's
    shape counts before what has not, then the whole before a part, with what it looks like; of outlines that
    are alike in this a card keeps its own where it looks as it did there, and no less than at the other.

    frame: uint8 (H, W, 3) BGR; quad: float32 (4, 2) pixels; above: the quads of what was laid since; tilted:
    tells whether a quad has not the shape of a card on the table.
    """
    crop, quad = item.seen.reading.crop, _as_turned(quad, item.quad)
    if crop is None:
        return item.moved(quad)
    was, now = tilted(item.quad), tilted(quad)
    better, worse = was and not now, now and not was
    if visible(quad, list(above)).sum() < FEWEST_PIXELS:
        # That is the outline of what was laid upon it.
        return item
    share = area(quad) / area(item.quad)
    if worse or (share < A_PART and not better):
        return item
    moved = item.moved(quad)
    if better or share > 1 / A_PART:
        return moved.read_as(replace(moved.seen.reading, crop=rectify(frame, quad)))
    here, there = (
        smooth_ncc(crop, rectify(frame, each), visible(each, list(above))) for each in (item.quad, quad)
    )
    return item if here > ALIKE_CORRELATION and here >= there else moved


def _as_turned(quad: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Give a quad's corners beginning at the end at which the other's begin."""
    ways = [np.roll(quad, by, 0) for by in (0, 2)]
    return min(ways, key=lambda way: float(np.abs(way - other).sum()))


def _may_be_another(view: FrameDiff, item: Track, name: str, quad: np.ndarray) -> bool:
    """Tell whether what is found where one of several alike lay may be the next of them."""
    if not item.swept or copies(name) == 1 or view.changed(quad) < LAID_UPON:
        return False
    return iou(item.quad, quad) <= THE_PLACE and not _is_unchanged(view.frame, item)


def _is_unchanged(frame: np.ndarray, item: Track) -> bool:
    """Tell whether a card's whole place shows what it did: of a second one its print would lie elsewhere."""
    crop = item.seen.reading.crop
    if crop is None:
        return False
    whole = np.ones(crop.shape[:2], bool)
    return smooth_ncc(crop, rectify(frame, item.quad), whole) > UNCOVERED_NCC


def _is_changed_beside(frame: np.ndarray, item: Track, quad: np.ndarray) -> bool:
    """Tell whether what a quad leaves to be seen of a card's place has another colour than it had."""
    crop, beside = item.seen.reading.crop, visible(item.quad, [quad])
    if crop is None or not beside.any():
        return False
    apart = cv2.absdiff(crop, rectify(frame, item.quad))[beside].max(1)
    return bool(np.median(apart) > OTHER_COLOR_LEVELS)


def _reads(frame: np.ndarray, quad: np.ndarray, name: str, reader: CardReader) -> float:
    probability = reader.read(rectify(frame, quad)[None]).probabilities[0]
    return float(probability[reader.names.index(name)])
