"""Whether what has come is a card of its own: a closer look at finds that are none of the known cards.

A part of a card, the bare table beside one and the table in a shadow are none, whatever they read as at a
glance.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detect import residual
from vision.detect.fit import explains
from vision.detect.selection import LEFT_OVER, Candidate
from vision.geometry.quads import Sides, area, covered_share, has_size, intersection
from vision.motion.frame_diff import FrameDiff
from vision.read import augmentation
from vision.read.decide import SURE
from vision.read.looks import Look
from vision.read.reader import CardReader, recall
from vision.track.reference import Changes

MOSTLY_WITHIN = 0.8
"""Share of an unclear find that lies upon a card found by its corners where it is a part of that; and of the
card that lies within the find where that is its outline with another that came with it: a guess."""

TOO_LARGE = 1.15
"""How many times as long as a card's a find's side is, what is nearer to the camera apart, from which it may
be outlined with another that came with it, however surely it reads. A guess: of two such finds at two drawn
tables the short side was 1.3 times a card's.
"""

BARE = 0.2
"""Share of its place that differs from the bare table below which an unclear back is that table in a shadow,
and what reads as no card is that table.

Of 31 backs followed in 1,100 pictures of a drawn restless game the five that were such a shadow differed in
0.00 to 0.12, those that lay there and were not read with certainty in 0.28 or more. Of what reads as no card
a mug is known, in another such game, that differed in 0.03, and in a third one wood beside a hand, in 0.12
but for its shadow.
"""

BESIDE_KNOWN, BLANK_BESIDE = 0.5, 0.01
"""Share of a find that known cards may cover for what is beside them to tell whether it is a card, and share
of that which must differ from the bare table. Both are guesses: one empty place was read as a card, in a
drawn game, and differed in 0.00; one index is reckoned to be about 0.03 of half a card.
"""


def look_closer(
    view: FrameDiff,
    found: Candidate,
    lying: Sequence[np.ndarray],
    reader: CardReader,
    card: Sides | None,
) -> Candidate:
    """Read a candidate as well as can be; give the card if an unclear one is a part of it, or more than it.

    lying: quads of the cards that lie there, float32 (4, 2) pixels each; card: how large one is, where known.
    """
    row = recall(reader, found.row, found.crop)
    row = augmentation.probabilities(view.frame, found.quad, reader, row)
    whole = _cornered(view, found.quad, row, lying, reader, card)
    if whole is None:
        return replace(found, row=row)
    fit = replace(explains(view.mask, whole.quad / view.scale), sure=found.fit.sure)
    return replace(found, fit=fit, quad=whole.quad, crop=whole.crop, row=whole.row)


def _cornered(
    view: FrameDiff, quad: np.ndarray, row: np.ndarray, lying: Sequence[np.ndarray], reader: CardReader,
    card: Sides | None,
) -> Look | None:  # fmt: skip
    """Give the card of which an unclear find is a part, a court's picture for instance, or which is one.

    Cards that came at once, one half upon the other, may be outlined as one.
    """
    large = card is not None and _times_as_large(quad, card) > TOO_LARGE
    if not (large or augmentation.is_open(row, reader.names)):
        return None
    looks = residual.cards(view.frame, view.mask, lying, reader, card)
    likelier = [
        look
        for look in looks
        if _is_same_find(look.quad, quad, card)
        and (look.row.max() > row.max() or (large and look.row.argmax() == row.argmax()))
    ]
    return likelier[0] if likelier else None


def _times_as_large(quad: np.ndarray, card: Sides) -> float:
    """Tell how many times as large as a card a quad is, as near to the camera as one may lie."""
    return max(a / b for a, b in zip(card.of(quad), card, strict=True)) / card.nearer


def _is_same_find(quad: np.ndarray, found: np.ndarray, card: Sides | None) -> bool:
    """Tell whether a find is mostly a part of a card at a quad, or that a part of it and of a card's size."""
    both = intersection(quad, found)
    if both > MOSTLY_WITHIN * area(found):
        return True
    return card is not None and has_size(quad, card) and both > MOSTLY_WITHIN * area(quad)


def is_bare_beside(changes: Changes, found: Candidate, lying: Sequence[np.ndarray]) -> bool:
    """Tell whether an unclear find is bare table, and at most a corner of cards that are known.

    Of a nine's corner, read alone and from its other end, a six was made that lay beside it. A card that
    rested beneath a hand may have been learnt as the bare table, and has changed all of its place as it is
    seen. lying: quads of the cards that lie there, float32 (4, 2) pixels each.
    """
    if found.row.max() > SURE or covered_share(found.quad, lying) >= BESIDE_KNOWN:
        return False
    if changes.view.changed(found.quad, lying) >= LEFT_OVER:
        return False
    return changes.foreground.changed(found.quad, lying) < BLANK_BESIDE


def is_table(changes: Changes, found: Candidate, names: Sequence[str]) -> bool:
    """Tell whether a find that no face was read from is a place of the bare table that came into view again.

    An unclear back may be its wood or cloth in somebody's shadow. What reads as no card is, where it looks
    as the table last did for seconds, be it in a shadow now, a mug that a hand has left in view, or the wood
    beside a hand: what has lain beneath the hand all along and was learnt with it looks otherwise.
    """
    name = found.name(names)
    if name == "none":
        return changes.unsettled_about(found.quad).changed(found.quad) < BARE
    unclear = name == "back" and float(found.row.max()) <= SURE
    return unclear and changes.foreground.changed(found.quad) < BARE
