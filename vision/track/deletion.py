"""Which of the cards that lay there a change has left, and which are gone: track deletion.

A card that is not seen has not gone: a newer one, a hand or a mug may hide it, or it was pushed a little.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.detect.selection import Candidate
from vision.geometry.quads import area, covered_share, grown, intersection
from vision.motion.frame_diff import FrameDiff
from vision.read.decide import NEVER_GONE, SURE
from vision.read.reader import CardReader
from vision.track.association import UNTOUCHED_CARD, lies
from vision.track.exchange import LAID_OVER, has_gone, is_upon, told_apart
from vision.track.likeness import PUSH_REACH, pushed
from vision.track.reference import Changes
from vision.track.tracks import Track
from vision.track.uncovered import is_uncovered, looks_as_before

ABSENCE_COVERED = 0.55
"""Share of a card that newer cards may cover before its absence can no longer be seen."""

BARED = 0.6
"""Changed share of what is to be seen of a mostly hidden card from which it may be gone: swept, perhaps."""

HARDLY_BARED = 0.5
"""Share of what is to be seen of a card's place from which it is not the bare table that is seen there."""

PUSHED_SHARE = 0.05
"""Share of what is to be seen of a card's place, and of as much about it as it may have been pushed, that is
not the bare table, below which it was not: a card that was pushed fills a third of that, or what a newer one
leaves of it.
"""


def without_gone(
    changes: Changes, lying: Sequence[Track], new: Sequence[Candidate], reader: CardReader
) -> tuple[tuple[Track, ...], list[Candidate]]:
    """Let go of the cards that are there no more; give those left, and what of `new` is no pushed one's part.

    lying: in the order in which they were laid; new: what has come and is none of them.
    """
    # A patterned table can look like a back, and a pile of backs is laid on no trick: backs hide nothing.
    names = reader.names
    hiding = [each for each in new if each.row.max() > 0.5 and each.name(names) not in NEVER_GONE]
    stock = [each.quad for each in new if each.name(names) == "back" and each.row.max() > SURE]
    before = {item.seen.id: item.quad for item in lying}
    upon = [each.quad for each in hiding]
    kept = left(
        changes.view,
        lying,
        upon,
        reader,
        changes.foreground,
        changes.foreground_about,
        stock,
        changes.has_faded,
    )
    # What is left to be seen of a card that was pushed can look like a poor card of its own.
    elsewhere = [item.quad for item in kept if item.quad is not before[item.seen.id]]
    new = [
        each
        for each in new
        if each in hiding or all(intersection(each.quad, quad) < 0.5 * area(each.quad) for quad in elsewhere)
    ]
    kept, others = told_apart(changes.view, lying, kept, new, reader)
    return kept, [*new, *others]


def left(
    view: FrameDiff,
    lying: Sequence[Track],
    new: Sequence[np.ndarray],
    reader: CardReader,
    bared: FrameDiff | None = None,
    unshadowed: Callable[[np.ndarray], FrameDiff] | None = None,
    stock: Sequence[np.ndarray] = (),
    faded: Callable[[Track, Sequence[np.ndarray]], bool] | None = None,
) -> tuple[Track, ...]:
    """Keep the cards that did not change, that something hides, that something there is like, or nearby.

    new: the quads of new faces; stock: of new backs, upon which the next turn-up may be the last one again.
    bared: the same view, with what differs from the table as it was without cards; None: nobody knows.
    unshadowed: gives the same but for shadows that fall upon a quad. faded: tells whether a card has faded
    into the table (`Changes.has_faded`), where it is seen beside the quads of what lies upon it.
    """
    kept: list[Track] = []
    above, faces = list(new), list(new)
    for place, item in reversed(tuple(enumerate(lying))):
        if item.old and covered_share(item.quad, [*above, *stock]) > ABSENCE_COVERED:
            # Picked up with all others, and the new round's stock put where it lay.
            continue
        changed = view.changed(item.quad, above)
        upon = any(is_upon(item, quad, LAID_OVER) for quad in new)
        # What a newer one leaves to be seen may come to rest only after that.
        upon = upon or (changed >= UNTOUCHED_CARD and any(is_upon(item, quad) for quad in faces))
        if upon and has_gone(view.frame, item, above):
            # It was exchanged for another behind a hand.
            continue
        covered = covered_share(item.quad, above) > ABSENCE_COVERED
        untouched = min(changed, view.changed(item.quad)) < UNTOUCHED_CARD or (covered and changed < BARED)
        looked = item.veiled or not untouched
        older = lying[:place] if looked else ()
        # What lay beneath it is in sight as it was: it was taken from upon that.
        emptied = looked and looks_as_before(view.frame, item, above)
        taken = emptied or is_uncovered(view.frame, item, item.quad, older, above)
        if looked and not taken and faded is not None and faded(item, above):
            # The camera still shows a little of it.
            continue
        seen = looked and not taken and lies(view.frame, item, above, reader)
        still = untouched or seen
        if (item.veiled or not still) and unshadowed is not None and not item.first:
            if not (seen or covered) and unshadowed(item.quad).changed(item.quad, above) < PUSHED_SHARE:
                # It was taken up in a hand's shadow, or beneath the hand, and the change has passed since.
                continue
            item = replace(item, veiled=not seen)
        crop, quad = item.seen.reading.crop, None
        bare = None if item.first else bared
        # Where nothing but the bare table has come into sight about it, as after a sweep, nothing was pushed.
        about_bare = bare is not None and not still and _is_bare(bare, item.quad, above)
        if not (still or emptied or about_bare) and crop is not None:
            quad = pushed(view.frame, item.quad, crop, above)
        if quad is not None and is_uncovered(view.frame, item, quad, older, above):
            # What is like it there is an older card.
            quad = None
        if quad is not None:
            item = item.moved(quad)
        # Where the table has not come into sight again something lies upon the card: a hand, a mug.
        hidden = not taken and bare is not None and bare.changed(item.quad, above) > HARDLY_BARED
        if still or hidden or quad is not None:
            kept.append(item)
            above.append(item.quad)
            if item.seen.reading.card not in NEVER_GONE:
                faces.append(item.quad)
    there = {item.seen.id for item in kept}
    went = any(item.seen.id not in there and item.seen.reading.card not in NEVER_GONE for item in lying)
    return tuple(replace(item, swept=True) if went else item for item in reversed(kept))


def _is_bare(bared: FrameDiff, quad: np.ndarray, above: Sequence[np.ndarray]) -> bool:
    """Tell whether the bare table is all that is to be seen at a quad and about it.

    bared: what differs from the table as it was without cards; above: the quads of what lies on it.
    """
    return bared.changed(grown(quad, 1 + 2 * PUSH_REACH), above) < PUSHED_SHARE
