"""Which candidates of a change are new cards: non-maximum suppression by what each explains and reads."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detect.edges import is_outlined
from vision.detect.fit import Fit
from vision.detect.texture import is_table
from vision.geometry.components import components
from vision.geometry.quads import area, fill, grown, intersection, plausible, sides, upon_each_other
from vision.geometry.suppression import suppress
from vision.motion.frame_diff import VICINITY, FrameDiff
from vision.read.decide import BACK_LIKELY, SURE
from vision.read.looks import NO_CARD

CARD_SHAPED = 0.9
"""Share of ``none`` up to which a change of exactly a card's shape is asked about as a card."""

STRANGER_CHANGED = 0.95
"""Certainty of the networks from which a place that changed is asked about whatever the reader says."""

ENDS_WITHIN, ENDS_ALONE = 0.5, 0.1
"""Shares of what lies about a card that may have changed as well: a card's change ends at its edges. The
second is for what has no edges to be seen: fingers change the hand about them, too."""

WHOLLY_CHANGED = 0.55
"""Share of that place that must have changed."""

LOCATED = 0.5
"""Certainty of the networks from which a candidate beside the new card is another card, mostly under it."""

WHOLE_CHANGE = 0.75
"""Share of a change below which something else may have come with the card; one card on the simulated table
explains 0.86 or more."""

SLIVER = 0.1
"""Share of a card that must be new beside a card, and no bared table, for another to lie under it."""

RING_PX, FEWEST_PLACES = 15, 40
"""Width of the ring about such a part, and least number of places, in the small picture's pixels."""

NEAR_RIM = 0.15
"""How near the picture's rim something lies at it, as a share of a card's short side: hands reach over it."""

APART_LEVELS, MORE_VARIED = 6.0, 1.5
"""Grey levels by which it must differ from what is about it, or how many times more it must vary."""

CARD_WITHIN, NO_CARD_AROUND = 0.7, 0.9
"""Probability from which what lies within another find reads as a card, and share of ``none`` from which
that other one does not: two cards beside each other are as long and as wide as a large one. Both are
guesses, set on one Jester that was turned up beside its stock.
"""

LEFT_OVER = 0.4
"""Changed share, of what better candidates leave of it to be seen, from which a further card has come.

Of 1,097 cards on the simulated table the least changed by half; one that lay there before changes where the
new one's shadow falls.
"""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A place of a change that may be a new card.

    fit: how well it explains the change; quad: float32 (4, 2) pixels; crop: uint8 (144, 96, 3) BGR; row:
    float32 (K,), probabilities of the reader's names, at a glance at first; lay_there: whether a card was
    known to lie there; doubted: whether it may as well be one like it that was.
    """

    fit: Fit
    quad: np.ndarray
    crop: np.ndarray
    row: np.ndarray
    lay_there: bool = False
    doubted: bool = False

    def name(self, names: Sequence[str]) -> str:
        """Give its likeliest name."""
        return names[int(np.argmax(self.row))]


def choose(
    view: FrameDiff, fresh: FrameDiff, names: Sequence[str], found: Sequence[Candidate]
) -> list[Candidate]:
    """Keep one candidate a card: what reads best and explains most of the change; best first.

    fresh: what changed and is not the bare table.
    """
    none = names.index("none")
    best = {each: float(np.delete(each.row, none).max()) for each in found}
    alive = [each for each in found if _may_be_card(view, fresh, names, each, best[each])]
    whole = [each for each in found if each.fit.sure > STRANGER_CHANGED and each.fit.share > WHOLLY_CHANGED]

    def is_part(each: Candidate) -> bool:
        """Tell a court's picture or a large sign within a card; two cards beside each other are no card."""
        return best[each] <= SURE and any(
            _within(each.quad, other.quad)
            and not (best[each] > CARD_WITHIN and other.row[none] > NO_CARD_AROUND)
            for other in whole
        )

    alive = [each for each in alive if not is_part(each)]
    alive.sort(key=lambda each: -(best[each] + 1.2 * each.fit.score))
    # What one card explains calls for no second: not the shadow that it throws on a card beside it. One
    # that lay elsewhere explains nothing of it: of a white card on a white table the print alone is new.
    return suppress(
        alive,
        lambda find, kept: upon_each_other(find.quad, kept.quad),
        lambda find, kept: (
            all(each.lay_there and not _beside(find.quad, each.quad) for each in kept)
            or view.changed(find.quad, [each.quad for each in kept]) > LEFT_OVER
            or (find.fit.is_printed and best[find] > SURE)
        ),
    )


def _may_be_card(
    view: FrameDiff, fresh: FrameDiff, names: Sequence[str], each: Candidate, best: float
) -> bool:
    """Tell whether a candidate may be a card by what it reads as, its shape and its edges.

    best: the probability of its likeliest face.
    """
    nothing = each.row[names.index("none")]
    # What has the shape of a card is asked about even where the reader doubts that it is one.
    # A change where a card lay is more likely that card's leaving.
    limit = limit_of(fresh, each.fit, each.quad, each.lay_there)
    strange = limit > 1
    if not (nothing < limit and (best > 0.05 or strange) and each.fit.score > 0.12):
        return False
    # What hardly looks like a back is a hand or the table, unless it has a card's shape.
    if not strange and each.name(names) == "back" and each.row.max() < BACK_LIKELY:
        return False
    if is_table(view.frame, each.quad, names, each.row):
        return False
    # Where its shape alone speaks for a card it must have a card's edges: a part of a hand has not. Those of
    # a white card on a white cloth are hardly seen, but away from the rim, where hands are, it lies alone.
    return bool(
        nothing < NO_CARD
        or (fresh.ring(each.quad) < ENDS_ALONE and not _at_rim(view.frame, each.quad))
        or is_outlined(view.frame, each.quad)
    )


def hides(fresh: FrameDiff, quad: np.ndarray, upon: list[np.ndarray], others: list[np.ndarray]) -> bool:
    """Tell whether another card may lie under a new one: there is a part of one, new, in sight beside it.

    fresh: what changed and is not the bare table; upon: the quads of all cards that are known, the new ones
    among them; others: where the networks see further cards.
    """
    if any(
        intersection(quad, other) > 0.05 * area(other)
        and intersection(quad, other) < 0.75 * area(other)
        and fresh.changed(other, upon) > LEFT_OVER
        for other in others
    ):
        return True
    left = cv2.morphologyEx(fresh.without(upon), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    labels, stats = components(left)
    near = fill(np.zeros_like(left), [grown(quad, 1.3) / fresh.scale])
    short, long = (side / fresh.scale for side in sides(quad))
    beside = [
        labels == label
        for label in range(1, len(stats))
        if stats[label, cv2.CC_STAT_AREA] > SLIVER * short * long
        and max(stats[label, 2:4]) < 1.2 * long
        and bool(near[labels == label].any())
    ]
    return any(_stands_out(fresh, part, upon) for part in beside)


def _stands_out(fresh: FrameDiff, part: np.ndarray, upon: list[np.ndarray]) -> bool:
    """Tell whether a part of the picture, bool (h, w), is another thing than what is about it.

    Where a hand has left, the table is new to be seen: it goes on beyond.
    """
    table = cv2.bitwise_not(fresh.without(upon))
    fill(table, (grown(quad) / fresh.scale for quad in upon), 0)
    whole = part.astype(np.uint8)
    about = (
        (cv2.dilate(whole, np.ones((RING_PX, RING_PX), np.uint8)) - whole) & (fresh.mask == 0) & (table > 0)
    )
    inner = cv2.erode(whole, np.ones((3, 3), np.uint8))
    if cv2.countNonZero(about) < FEWEST_PLACES or cv2.countNonZero(inner) < FEWEST_PLACES:
        return True
    now = cv2.resize(fresh.frame, part.shape[::-1], interpolation=cv2.INTER_AREA)
    own, other = now[inner > 0].astype(np.float32), now[about > 0].astype(np.float32)
    apart = np.abs(np.median(own, 0) - np.median(other, 0)).max()
    return bool(apart > APART_LEVELS or own.std(0).max() > MORE_VARIED * other.std(0).max() + APART_LEVELS)


def _at_rim(image: np.ndarray, quad: np.ndarray) -> bool:
    """Tell whether a quad lies within `NEAR_RIM` of the picture's rim, or over it."""
    margin = NEAR_RIM * sides(quad)[0]
    return bool((quad.min(0) < margin).any() or (quad.max(0) > np.array(image.shape[1::-1]) - margin).any())


def _beside(quad: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether one card lies so near another that it may throw its shadow there."""
    return intersection(grown(quad, VICINITY), grown(other, VICINITY)) > 0


def _within(inner: np.ndarray, outer: np.ndarray) -> bool:
    return area(inner) < 0.7 * area(outer) and intersection(inner, outer) > 0.9 * area(inner)


def limit_of(fresh: FrameDiff, fit: Fit, quad: np.ndarray, before: bool) -> float:
    """Give the share of ``none`` up to which a candidate may be a card; above 1 where its shape is enough.

    before: whether a card lay there; then a change is more likely that card's leaving.
    """
    if before:
        return NO_CARD
    shaped = fit.share > WHOLLY_CHANGED and fit.sure > STRANGER_CHANGED and plausible(quad)
    if shaped and fresh.ring(quad) < ENDS_WITHIN:
        return 1.1
    return CARD_SHAPED if fit.score > 0.85 and fit.sure > LOCATED else NO_CARD
