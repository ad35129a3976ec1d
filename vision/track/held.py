"""Faces that somebody may hold instead of having laid them: they wait, and are asked about.

A card on the table lies in its plane (`vision/geometry/tilt.py`), shows its edges (`vision/detect/edges.py`),
is where cards are laid (`vision/track/laying_area.py`) or has the settled table about it, or has nothing
about it that has changed.
"""

from collections.abc import Sequence

import numpy as np

from vision.detect import edges
from vision.detect.selection import ENDS_ALONE, ENDS_WITHIN, LOCATED, WHOLE_CHANGE, Candidate
from vision.geometry.quads import grown, intersection
from vision.motion.frame_diff import VICINITY, FrameDiff
from vision.motion.static_scene import StaticScene
from vision.read.decide import ART, NEVER_GONE
from vision.read.looks import NO_CARD
from vision.track.card_size import CardSize
from vision.track.reference import Changes
from vision.types import Reading

UNTOUCHED_AROUND = 0.02
"""Share of what is about a card that may have changed or be hidden although no hand is there: about four
white cards on a white cloth, in bad light, it was 0.009."""


def about(quad: np.ndarray) -> np.ndarray:
    """Give the place of which a hand that holds a card, float32 (4, 2), takes a part: float32 (4, 2)."""
    return grown(quad, VICINITY)


def is_touched(share: float) -> bool:
    """Tell whether so much of that place, 0..1, has changed or is hidden that a hand may be there."""
    return share >= UNTOUCHED_AROUND


def is_beneath_hand(view: FrameDiff, quad: np.ndarray, none: float) -> bool:
    """Tell whether a hand may rest upon a card, float32 (4, 2): something changed on most sides of it, too.

    view: what changed since the table was last understood, be it taken for a part of the table meanwhile;
    none: how surely it was read as no card, 0..1: it may be the edge of the hand, and more of that beside it.
    """
    return view.ring(quad) > (ENDS_ALONE if none > NO_CARD else ENDS_WITHIN)


def is_on_bare_table(changes: Changes, quad: np.ndarray, lying: Sequence[np.ndarray]) -> bool:
    """Tell whether all about a card, float32 (4, 2), is the settled table, or cards that lie there.

    lying: those cards, float32 (4, 2) each: a part of one that a hand hid is no hand.
    """
    unsettled = FrameDiff(changes.unsettled.frame, changes.unsettled.without(lying))
    return not is_touched(unsettled.ring(quad))


def bared(changes: Changes, quad: np.ndarray, lying: Sequence[np.ndarray]) -> bool:
    """Tell whether a hand has just gone from a card: what changed about it is the settled table again.

    lying: the cards that lie there, float32 (4, 2) each.
    """
    return is_touched(changes.view.ring(quad)) and is_on_bare_table(changes, quad, lying)


def may_be_held(
    scene: StaticScene, changes: Changes, found: Candidate, reading: Reading, lying: Sequence[np.ndarray],
    size: CardSize, *, far: bool,
) -> bool:  # fmt: skip
    """Tell whether a hand may hold a face: it leans, is far from where cards are laid, or is faint.

    scene: the table at rest; lying: the cards that lie there, float32 (4, 2) each; far: whether it is far
    from where cards are laid. A clear one far off is in no hand where all about it is in view and the settled
    table: players lay their cards each before himself, and a hand that holds one is seen beside it.

    What is read with certainty and has nothing new about it is in no hand: a white card's corners are told
    badly on a white cloth. What lies upon other cards, whose edges run through its own, is not doubted for
    its sides, and what changed much was no hand's before.
    """
    if reading.card in NEVER_GONE:
        return False
    place, fresh = about(found.quad), changes.fresh
    unseen = is_touched(scene.hidden_in(place))
    if far and (reading.asks or unseen or not is_on_bare_table(changes, found.quad, lying)):
        return True
    touched = unseen or is_touched(fresh.changed(place, [found.quad]))
    # A title alone tells a Wizard of which fingers hide the rest: it waits until they have gone.
    hidden = reading.card in ART and found.fit.cover < WHOLE_CHANGE and not bared(changes, found.quad, lying)
    if not touched and not (reading.asks or hidden):
        return False
    if size.tilted(found.quad):
        return True
    if not hidden and (found.fit.sure > LOCATED or found.fit.share > edges.LONE_CARD_CHANGED):
        return False
    near = grown(found.quad)
    alone = not any(intersection(near, quad) for quad in lying)
    least = edges.SIDE_BENEATH_HAND if hidden else edges.FAINTEST
    return alone and edges.third_side(fresh.frame, found.quad) < least
