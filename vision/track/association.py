"""Which of the cards that lay there a find is: data association.

A find is held against a card's track where both overlap enough (gating); then what it reads as, and what the
place looks like, tell whether it is that card, or a second one of its kind that was laid upon it
(`vision/track/hypotheses.py`).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from games.cards import copies
from vision.detect.merged import LARGER, has_sides, times_too_large
from vision.detect.selection import Candidate
from vision.geometry.correlation import FEWEST_PIXELS
from vision.geometry.quads import area, intersection, iou, rectify
from vision.motion.frame_diff import FrameDiff
from vision.read.augmentation import Evidence
from vision.read.decide import NEVER_GONE, SURE
from vision.read.reader import CardReader
from vision.track import hypotheses
from vision.track.card_size import CardSize
from vision.track.held import is_on_bare_table
from vision.track.hypotheses import (
    LAID_UPON,
    THE_PLACE,
    UNCOVERED_NCC,
    as_turned,
    is_changed_beside,
    is_unchanged,
    registered,
)
from vision.track.likeness import ALIKE_CORRELATION, smooth_ncc, visible
from vision.track.reading import reread
from vision.track.reference import Changes
from vision.track.tracks import Track

STILL_THERE = 0.3
"""Probability of its name from which a card counts as still lying at its place."""

CLEARER = 0.9
"""Probability from which an unclear card, read where it lay, has come out as another that was thought of."""

OVERLAPS = 0.3
"""Intersection over union from which a find may be a card that lay there."""

NEARLY_UPON = 0.6
"""Intersection over union from which what is read twice is one card unless the first looks as it did."""


A_PART = 0.8
"""Share of an outline's area below which another of the same card is that of a part of it: a guess. The parts
that were looked at, beside hands, had 0.6 to 0.75."""

WITHIN = 0.6
"""Share of its place that a face must cover of which an unclear one was a part: a guess. One that was looked
at had 0.71, and 0.03 of it had changed."""

ALL_PAPER = 0.9
"""Share of a find that is not the bare table from which it is no strip of a card: a guess. Of a Wizard that
was laid nearly where one had been swept up it was 0.99, and 0.49 of it was a change (us 2505)."""

CONTAINED = 0.9
"""Share of a find that must lie within a card's outline for it to be a part of that: a guess. Outlines are a
few pixels off."""

UNTOUCHED_CARD = 0.05
"""Share of what is to be seen of a card up to which a change has left it alone."""


def associated(
    changes: Changes,
    lying: Sequence[Track],
    found: Candidate,
    reader: CardReader,
    size: CardSize,
    begun_anew: Callable[[Track], Track],
    unseen: np.ndarray,
) -> tuple[tuple[Track, ...], Candidate | None]:
    """Let the card that a candidate is lie where it is seen now; also give what is none that lay there.

    A part of a card that lies as it did, read as another beside a hand, is no card of its own: None is given.
    Of a Wizard that lies otherwise now, after other faces were swept up, nobody knows whether it was pushed
    or is the next one: it is begun anew, and comes last.

    lying: the cards that lay there, in the order in which they were laid, as they are given; size: of cards
    on the table; begun_anew: gives a card that is asked about, and is another than those so far; unseen: as
    `hypotheses.place_of` has it.
    """
    view, bare, best = changes.view, changes.bare, found.name(reader.names)
    quads = [item.quad for item in lying]
    if _is_alone(best):
        known = next((k for k, item in enumerate(lying) if same(view, item, best, found.quad, reader)), None)
        if known is not None and _is_upon_like(view, lying, known, found, reader, bare, unseen):
            known = None
    else:
        known, found = _among_likes(view, lying, best, found, reader, bare, unseen)
    if known is None:
        part = any(_is_part(view, item, best, found, quads[k + 1 :], size) for k, item in enumerate(lying))
        return tuple(lying), None if part else found
    item = lying[known]
    another = _may_be_another(changes, item, best, found.quad, quads)
    if item.seen.reading.card == best:
        item = followed(view.frame, item, found.quad, quads[known + 1 :], size)
    if item.unclear or item.seen.reading.card != best:
        # What changed may have made it unclear, a shadow perhaps: what was read before is void.
        item = reread(view.frame, replace(item, evidence=Evidence()), reader)
    if another:
        item = item.read_as(replace(item.seen.reading, crop=found.crop))
        return (*lying[:known], *lying[known + 1 :], begun_anew(item)), None
    return (*lying[:known], item, *lying[known + 1 :]), None


def completed(
    changes: Changes, lying: Sequence[Track], found: Candidate, reader: CardReader
) -> tuple[tuple[Track, ...], Candidate | None]:
    """Let an unclear card of which a candidate shows the whole lie as that does; else give the candidate.

    Beside a hand, before it is known how large cards are, a part of a card is outlined and asked about. Where
    a face read with certainty covers most of such a place, which did not change as that came, nothing was
    laid upon it: it was a part of that. lying: as `associated` has them.
    """
    if found.row.max() <= SURE or found.name(reader.names) in NEVER_GONE:
        return tuple(lying), found
    for k, item in enumerate(lying):
        if (
            item.seen.reading.asks
            and not item.fixed
            and area(item.quad) < A_PART * area(found.quad)
            and intersection(item.quad, found.quad) > WITHIN * area(item.quad)
            and changes.view.changed(item.quad) < UNTOUCHED_CARD
        ):
            whole = replace(item.moved(found.quad), evidence=Evidence())
            return (*lying[:k], reread(changes.view.frame, whole, reader), *lying[k + 1 :]), None
    return tuple(lying), found


def is_as_it_lay(changes: Changes, lying: Sequence[Track], found: Candidate) -> bool:
    """Tell whether a candidate is an unclear card that lies as it did, outlined and read anew.

    Nothing was laid where nothing has changed. lying: as `associated` has them.
    """
    return any(item.seen.reading.asks and _is_untouched(changes.view, item, found.quad) for item in lying)


def _is_untouched(view: FrameDiff, item: Track, quad: np.ndarray) -> bool:
    """Tell whether a find lies nearly where a card lies, and no change touched either of the two."""
    return iou(item.quad, quad) > NEARLY_UPON and all(
        view.changed(each) < UNTOUCHED_CARD for each in (quad, item.quad)
    )


def _is_alone(name: str) -> bool:
    """Tell whether there is one card of a name, or all that bear it are one to the game."""
    return name in NEVER_GONE or copies(name) == 1


def _among_likes(
    view: FrameDiff,
    lying: Sequence[Track],
    name: str,
    found: Candidate,
    reader: CardReader,
    bare: np.ndarray,
    unseen: np.ndarray,
) -> tuple[int | None, Candidate]:
    """Tell which of the cards a find is of whose kind there are several, and give it where its print lies."""
    near = [
        k
        for k, item in enumerate(lying)
        if item.seen.reading.card == name and iou(item.quad, found.quad) > OVERLAPS
    ]
    quads = [item.quad for item in lying]
    for k in near:
        # In a picture that is blurred, or a little moved, a print seems to lie beside its place.
        if is_unchanged(view.frame, lying[k], found.quad, quads[k + 1 :]) or _is_untouched(
            view, lying[k], found.quad
        ):
            return k, replace(found, quad=quads[k])
    verdicts: dict[int, hypotheses.Verdict] = {}
    # The newest first: what is known to have been pushed hides nothing of the others.
    for k in reversed(near):
        place = hypotheses.place_of(lying[k], lying[:k], quads[k + 1 :], bare, unseen, view.frame.shape[1])
        verdicts[k] = hypotheses.tested(view, lying[k], found.quad, place)
        if verdicts[k].is_ in ("same", "pushed"):
            return k, _outlined(view.frame, found, verdicts[k].quad)
    told = {k for k, verdict in verdicts.items() if verdict.is_ != "unknown"}
    for k, item in enumerate(lying):
        if k not in told and same(view, item, name, found.quad, reader):
            return k, found
    if verdicts:
        doubted = any(verdict.is_ == "either" for verdict in verdicts.values())
        found = replace(_outlined(view.frame, found, verdicts[near[-1]].quad), doubted=doubted)
    return None, found


def _is_part(
    view: FrameDiff, item: Track, name: str, found: Candidate, above: Sequence[np.ndarray], size: CardSize
) -> bool:
    """Tell whether a find that reads as another outlines a part of a known card that looks as it did there.

    Beside a hand that hides the rest of it a part is read as another card. A find as large as a card that
    reads with certainty is none: that face is in view as a whole. name: what the find reads as; above: the
    quads of what was laid since.
    """
    reading = item.seen.reading
    if reading.card == name or reading.asks or reading.crop is None or reading.card in NEVER_GONE:
        return False
    share = area(found.quad) / area(item.quad)
    if share >= A_PART or intersection(item.quad, found.quad) < CONTAINED * area(found.quad):
        return False
    if found.row.max() > SURE and size.sides is not None and has_sides(found.quad, size.sides):
        return False
    where = visible(item.quad, list(above)) & ~visible(item.quad, [found.quad])
    if where.sum() < FEWEST_PIXELS:
        return False
    return smooth_ncc(reading.crop, rectify(view.frame, item.quad), where) > UNCOVERED_NCC


def _is_upon_like(
    view: FrameDiff,
    lying: Sequence[Track],
    known: int,
    found: Candidate,
    reader: CardReader,
    bare: np.ndarray,
    unseen: np.ndarray,
) -> bool:
    """Tell whether a find that reads as a card that lay there is another, and that card lies there still.

    Courts of which only the index differs are taken for each other; what is certain of both is one card.
    """
    item, best = lying[known], found.name(reader.names)
    if best in NEVER_GONE or item.seen.reading.card != best:
        return False
    if found.row.max() > SURE and not item.seen.reading.asks:
        return False
    above = [each.quad for each in lying[known + 1 :]]
    place = hypotheses.place_of(item, lying[:known], above, bare, unseen, view.frame.shape[1])
    return hypotheses.tested(view, item, found.quad, place).is_ == "second"


def _outlined(frame: np.ndarray, found: Candidate, quad: np.ndarray) -> Candidate:
    """Give a find where its print lies, float32 (4, 2) pixels, unless it is outlined a little closer."""
    if A_PART < area(found.quad) / area(quad) <= 1:
        return found
    return replace(found, quad=quad, crop=rectify(frame, quad))


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
    if near > OVERLAPS and (view.changed(quad) < LAID_UPON or is_unchanged(view.frame, item, quad)):
        return True
    if near > NEARLY_UPON and is_changed_beside(view.frame, item, quad):
        # A second one would leave a part of the first to be seen: this is the first, without a hand upon it.
        return True
    return near > 0.85 or (
        near > OVERLAPS and (_is_alone(name) or not lies(view.frame, item, [quad], reader))
    )


def followed(
    frame: np.ndarray,
    item: Track,
    quad: np.ndarray,
    above: Sequence[np.ndarray],
    size: CardSize,
) -> Track:
    """Let a card that was seen again lie where it was seen now, but not where that is the worse outline.

    Beside a hand, or beneath one, a part of a card is outlined, or it and something else. What has a card's
    shape counts before what has not, then the whole before a part, with what it looks like, and so the larger
    where a hand hid something of it as it was outlined; of outlines that are alike in this a card keeps its
    own where it looks as it did there, and no less than at the other. Several cards' outline is none.

    frame: uint8 (H, W, 3) BGR; quad: float32 (4, 2) pixels; above: the quads of what was laid since; size:
    of cards on the table, and whether a quad has the shape of one.
    """
    crop, quad = item.seen.reading.crop, as_turned(quad, item.quad)
    if crop is None:
        return item.moved(quad)
    if size.sides is not None and times_too_large(quad, size.sides, [item.quad]) > LARGER:
        return item
    was, now = size.tilted(item.quad), size.tilted(quad)
    better, worse = was and not now, now and not was
    if visible(quad, list(above)).sum() < FEWEST_PIXELS:
        # That is the outline of what was laid upon it.
        return item
    share = area(quad) / area(item.quad)
    if worse or (share < A_PART and not better):
        return item
    moved = item.moved(quad)
    # Nothing is missing of an outline of a card's size, whatever hid a part of the card within it.
    whole = size.sides is not None and has_sides(item.quad, size.sides)
    if better or share > (1 if item.bitten and not whole else 1 / A_PART):
        return moved.read_as(replace(moved.seen.reading, crop=rectify(frame, quad)))
    here, there = (
        smooth_ncc(crop, rectify(frame, each), visible(each, list(above))) for each in (item.quad, quad)
    )
    return item if here > ALIKE_CORRELATION and here >= there else moved


def _may_be_another(
    changes: Changes, item: Track, name: str, quad: np.ndarray, lying: Sequence[np.ndarray]
) -> bool:
    """Tell whether what is found where one of several alike lay may be the next of them.

    Of one that is swept up bit by bit, beside a hand, a strip is left for a moment, and beside that the bare
    table has come into view: that is no card that was laid. Paper upon the place of paper is hardly a change:
    a whole print that lies elsewhere, with no hand about it, tells as much. lying: the quads of all cards.
    """
    if not item.swept or copies(name) == 1:
        return False
    frame = changes.view.frame
    if changes.fresh.changed(quad) < LAID_UPON:
        if changes.foreground.changed(quad) < ALL_PAPER or not is_on_bare_table(changes, quad, lying):
            return False
        there = registered(frame, item, as_turned(quad, item.quad))
        return there is not None and iou(item.quad, there) <= THE_PLACE
    return iou(item.quad, quad) <= THE_PLACE and not is_unchanged(frame, item, quad)


def _reads(frame: np.ndarray, quad: np.ndarray, name: str, reader: CardReader) -> float:
    probability = reader.read(rectify(frame, quad)[None]).probabilities[0]
    return float(probability[reader.names.index(name)])
