"""The cards that lie on a table: which of them a change has left where they were."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from games.cards import copies
from vision.geometry.quads import area, covered_share, grown, iou, rectify, to_corners
from vision.motion.frame_diff import FrameDiff
from vision.read.augmentation import FRAMES, Evidence
from vision.read.decide import NEVER_GONE
from vision.read.reader import CardReader
from vision.track.likeness import ALIKE, REACH, pushed, smooth_ncc, visible
from vision.types import Reading, Seen

STILL_THERE = 0.3
"""Probability of its name from which a card counts as still lying at its place."""

HIDDEN = 0.55
"""Share of a card that newer cards may cover before its absence can no longer be seen."""

CLEARER = 0.9
"""Probability from which an unclear card, read where it lay, has come out as another that was thought of."""

BARED = 0.6
"""Changed share of what is to be seen of a mostly hidden card from which it may be gone: swept, perhaps."""

HARDLY_BARED = 0.5
"""Share of what is to be seen of a card's place from which it is not the bare table that is seen there."""

PUSHED = 0.05
"""Share of what is to be seen of a card's place, and of as much about it as it may have been pushed, that is
not the bare table, below which it was not: a card that was pushed fills a third of that, or what a newer one
leaves of it.
"""

UNTOUCHED = 0.05
"""Share of what is to be seen of a card up to which a change has left it alone."""

LAID_UPON = 0.5
"""Changed share of a place below which no second Wizard lies there, but another light."""

NEARLY_UPON = 0.6
"""Intersection over union from which what is read twice is one card unless the first looks as it did."""

UNCHANGED = 0.9
"""Correlation of a card's whole place from which a hand only uncovered it. Of forty drawn Wizards and Jesters
print that lay a twentieth of the width elsewhere had 0.59 to 0.88."""

A_PART = 0.8
"""Share of an outline's area below which another of the same card is that of a part of it: a guess. The parts
that were looked at, beside hands, had 0.6 to 0.75."""

OTHER_COLOR = 25.0
"""Grey levels by which most of a place must differ for it not to look as it did, be the light another."""

AT_ONCE = 100
"""Milliseconds within which two cards came to rest at once."""


@dataclass(frozen=True, eq=False)
class Track:
    """One card, where it lies, and what was read of it.

    `known`: the cards of the round that had been seen as it came and were in sight no more. `fixed`: several
    came at once, and nobody saw in which order: it is asked about whatever it looks like. `first`: it lay
    there at the first look, so nobody saw the table beneath it. `since`: when it came to rest, in
    milliseconds. `old`: it lay there as a round began, and will be picked up. `veiled`: its place changed,
    and neither it nor the bare table was seen there since.
    """

    seen: Seen
    quad: np.ndarray
    evidence: Evidence = Evidence()
    known: tuple[str, ...] = ()
    fixed: bool = False
    first: bool = False
    since: int | None = None
    old: bool = False
    veiled: bool = False

    @property
    def unclear(self) -> bool:
        """Tell whether another frame may help."""
        return self.seen.reading.asks and not self.fixed and len(self.evidence.rows) < FRAMES

    def read_as(self, reading: Reading) -> "Track":
        """Give the card a better reading."""
        return replace(self, seen=replace(self.seen, reading=reading))

    def moved(self, quad: np.ndarray) -> "Track":
        """Let the same card lie elsewhere."""
        reading = replace(self.seen.reading, corners=to_corners(quad))
        return replace(self, seen=replace(self.seen, reading=reading), quad=quad)


def asking(reading: Reading, others: Sequence[str]) -> Reading:
    """Give a reading that is asked about, with further cards among those that are offered."""
    known = {reading.card, *(name for name, _ in reading.alternatives)}
    more = tuple((name, 0.0) for name in others if name not in known)
    return replace(reading, asks=True, likely=False, alternatives=reading.alternatives + more)


def is_later(item: Track, since: int) -> bool:
    """Tell whether a card may have come to rest after the time `since`, or at once with what did then."""
    return item.since is not None and item.since >= since - AT_ONCE


def order_doubted(items: Sequence[Track]) -> tuple[Track, ...]:
    """Ask about faces that came to rest in one moment: which was laid first cannot be seen any more."""
    came = [
        (each.since, each.seen.reading.card)
        for each in items
        if each.since is not None and each.seen.reading.card not in NEVER_GONE
    ]

    def doubted(item: Track) -> Track:
        since = item.since
        if since is None or item.seen.reading.card in NEVER_GONE:
            return item
        together = [card for when, card in came if abs(when - since) <= AT_ONCE]
        if len(together) == 1:
            return item
        return replace(item.read_as(asking(item.seen.reading, together)), fixed=True)

    return tuple(doubted(item) for item in items)


def left(
    view: FrameDiff,
    lying: Sequence[Track],
    new: Sequence[np.ndarray],
    reader: CardReader,
    bared: FrameDiff | None = None,
    unshadowed: Callable[[np.ndarray], FrameDiff] | None = None,
    stock: Sequence[np.ndarray] = (),
) -> tuple[Track, ...]:
    """Keep the cards that did not change, that something hides, that something there is like, or nearby.

    new: the quads of new faces; stock: of new backs, upon which the next turn-up may be the last one again.
    bared: the same view, with what differs from the table as it was without cards; None: nobody knows.
    unshadowed: gives the same but for shadows that fall upon a quad.
    """
    kept: list[Track] = []
    above = list(new)
    for item in reversed(lying):
        if item.old and covered_share(item.quad, [*above, *stock]) > HIDDEN:
            # Picked up with all others, and the new round's stock put where it lay.
            continue
        changed = view.changed(item.quad, above)
        covered = covered_share(item.quad, above) > HIDDEN
        untouched = min(changed, view.changed(item.quad)) < UNTOUCHED or (covered and changed < BARED)
        seen = (item.veiled or not untouched) and lies(view.frame, item, above, reader)
        still = untouched or seen
        if (item.veiled or not still) and unshadowed is not None and not item.first:
            if not (seen or covered) and unshadowed(item.quad).changed(item.quad, above) < PUSHED:
                # It was taken up in a hand's shadow, or beneath the hand, and the change has passed since.
                continue
            item = replace(item, veiled=not seen)
        crop, quad = item.seen.reading.crop, None
        bare = None if item.first else bared
        # Where nothing but the bare table has come into sight about it, as after a sweep, nothing was pushed.
        if not still and crop is not None and (bare is None or not _is_bare(bare, item.quad, above)):
            quad = pushed(view.frame, item.quad, crop, above)
        if quad is not None:
            item = item.moved(quad)
        # Where the table has not come into sight again something lies upon the card: a hand, a mug.
        hidden = bare is not None and bare.changed(item.quad, above) > HARDLY_BARED
        if still or hidden or quad is not None:
            kept.append(item)
            above.append(item.quad)
    return tuple(reversed(kept))


def _is_bare(bared: FrameDiff, quad: np.ndarray, above: Sequence[np.ndarray]) -> bool:
    """Tell whether the bare table is all that is to be seen at a quad and about it.

    bared: what differs from the table as it was without cards; above: the quads of what lies on it.
    """
    return bared.changed(grown(quad, 1 + 2 * REACH), above) < PUSHED


def lies(frame: np.ndarray, item: Track, above: Sequence[np.ndarray], reader: CardReader) -> bool:
    """Tell whether a card lies at its place: it looks as it did where nothing hides it, or reads so."""
    reading, crop = item.seen.reading, rectify(frame, item.quad)
    if reading.crop is not None and smooth_ncc(reading.crop, crop, visible(item.quad, list(above))) > ALIKE:
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
    share = area(quad) / area(item.quad)
    if worse or (share < A_PART and not better):
        return item
    moved = item.moved(quad)
    if better or share > 1 / A_PART:
        return moved.read_as(replace(moved.seen.reading, crop=rectify(frame, quad)))
    here, there = (
        smooth_ncc(crop, rectify(frame, each), visible(each, list(above))) for each in (item.quad, quad)
    )
    return item if here > ALIKE and here >= there else moved


def _as_turned(quad: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Give a quad's corners beginning at the end at which the other's begin."""
    ways = [np.roll(quad, by, 0) for by in (0, 2)]
    return min(ways, key=lambda way: float(np.abs(way - other).sum()))


def _is_unchanged(frame: np.ndarray, item: Track) -> bool:
    """Tell whether a card's whole place shows what it did: of a second one its print would lie elsewhere."""
    crop = item.seen.reading.crop
    if crop is None:
        return False
    whole = np.ones(crop.shape[:2], bool)
    return smooth_ncc(crop, rectify(frame, item.quad), whole) > UNCHANGED


def _is_changed_beside(frame: np.ndarray, item: Track, quad: np.ndarray) -> bool:
    """Tell whether what a quad leaves to be seen of a card's place has another colour than it had."""
    crop, beside = item.seen.reading.crop, visible(item.quad, [quad])
    if crop is None or not beside.any():
        return False
    apart = cv2.absdiff(crop, rectify(frame, item.quad))[beside].max(1)
    return bool(np.median(apart) > OTHER_COLOR)


def _reads(frame: np.ndarray, quad: np.ndarray, name: str, reader: CardReader) -> float:
    probability = reader.read(rectify(frame, quad)[None]).probabilities[0]
    return float(probability[reader.names.index(name)])
