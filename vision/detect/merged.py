"""Outlines that merge a card with those on which it lies, and the shape of the change, which tells it alone.

The networks see one picture, and there cards that lie nearly upon each other are one (under-segmentation).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detect import outlines
from vision.detect.fit import WHOLE_CERTAINTY, WHOLE_COVER, Fit
from vision.detect.parts import Part
from vision.geometry.quads import Sides, has_size, iou, is_even, median_sides, sides

NEARLY_UPON = 0.3
"""Intersection over union of a find and a card that lay there from which it may be outlined with that one."""

LARGER, MUCH_LARGER = 1.04, 1.08
"""How many times as long as a card's the side of such a find is from which it is several cards' outline, and
from which it is none of one card whatever explains the change. Set on cards 4 to 16 mm beside each other at
eight drawn tables, 140 pixels wide: the networks' outlines that were up to 5 pixels off were up to 1.04 times
as large as a card, those that were 8 to 68 pixels off 1.02 to 1.26 times.
"""

SEVERAL_LARGER = 1.3
"""How many times as long as a card's the side of several cards' outline may be, whatever its shape, for one
of them to be told by what changed: a guess. Of two cards 25 mm beside each other it was up to 1.16."""

OF_SHAPE, OF_EDGES = 0.04, 0.02
"""Share by which the sides of what a change's shape suggests, and of what was moved from there to the
picture's edges, may differ from a card's: guesses, set on the same."""

WHERE_ONE_LAY = 0.9
"""Intersection over union from which an outline may be that of a card that lay there: a guess."""

UNEVEN = 0.75
"""How many times as long as the other one of two opposite sides must at least be while no card's size is
known, and no outline is more even. A guess: three outlines of two cards had 0.66 to 0.69, that of one upon a
bid wheel 0.79.
"""

AGREE = 2
"""Outlines that must agree about how large a card is where none was read with certainty."""

EDGES_TELL, EXPLAINED_LESS = 0.03, 0.06
"""How much less overlap with the change is allowed for what edges tell than for its shape, where not all of
the card differs from what lay there, and for one card's outline than for that of several: guesses, set on the
same."""

EXPLAINED_MORE = 0.1
"""How much better an outline that the networks do not see must explain a change for it to count beside one of
a card's size that they do see, as `Fit.score` has it: a guess."""

SAME_FIND = 0.7
"""Intersection over union from which the outlines of one card and of several are the same find's: a guess."""


def fitted(
    frame: np.ndarray, part: Part, found: list[tuple[np.ndarray, float]], scale: float, card: Sides | None,
    lying: Sequence[np.ndarray],
) -> list[tuple[Fit, np.ndarray]]:  # fmt: skip
    """Pair quads of the right size with how well each explains a part of the change.

    What outlines a card and those on which it lies as one is given as it changed, or left out. Where no size
    is known yet, that is told by the cards that lie there, and nothing else is.
    """
    if card is None:
        right = [each for each in found if is_even(each[0])] or [
            each for each in found if is_even(each[0], UNEVEN)
        ]
    else:
        right = [each for each in found if _may_be(each[0], card, lying)]
    fits = [(replace(part.explained(quad / scale), sure=sure), quad) for quad, sure in right]
    card = card or _agreed(lying)
    if card is None or not any(times_too_large(quad, card, lying) > LARGER for _, quad in fits):
        return fits
    one = _sized(frame, part, card, scale)
    told = [_as_changed(fit, quad, one, card, lying) for fit, quad in fits]
    return [(fit, quad) for fit, quad in told if times_too_large(quad, card, lying) < MUCH_LARGER]


def one_alone(
    found: list[tuple[Fit, np.ndarray]], card: Sides | None, lying: Sequence[np.ndarray]
) -> list[tuple[Fit, np.ndarray]]:
    """Leave out other outlines where the networks surely see one of a card's size.

    Of an exchanged card the bared rest of the other's place has changed as well: an outline that is too
    large, or lies between the two, explains more. Where a card lay the networks may see that one still.
    """
    seen = [(fit, quad) for fit, quad in found if fit.sure > WHOLE_CERTAINTY]
    card = card or _agreed([*lying, *(quad for _, quad in seen)])
    if card is None:
        return found
    one = [
        (fit, quad)
        for fit, quad in seen
        if has_sides(quad, card)
        and any(iou(quad, each) > NEARLY_UPON for each in lying)
        and (fit.cover > WHOLE_COVER or all(iou(quad, each) < WHERE_ONE_LAY for each in lying))
    ]

    def is_worse(fit: Fit, quad: np.ndarray, than: Fit) -> bool:
        if times_too_large(quad, card, lying) > LARGER:
            return True
        return fit.sure < WHOLE_CERTAINTY and fit.score < than.score + EXPLAINED_MORE

    return [
        (fit, quad)
        for fit, quad in found
        if not any(iou(quad, there) > SAME_FIND and is_worse(fit, quad, than) for than, there in one)
    ]


def _may_be(quad: np.ndarray, card: Sides, lying: Sequence[np.ndarray]) -> bool:
    """Tell whether a quad has a card's size, or may outline one together with those on which it lies."""
    return has_size(quad, card) or LARGER < times_too_large(quad, card, lying) < SEVERAL_LARGER


def _agreed(outlined: Sequence[np.ndarray]) -> Sides | None:
    """Give how large cards are by outlines, float32 (4, 2) pixels, of which two agree, or None."""
    card = median_sides(map(sides, outlined))
    if card is None or sum(has_sides(quad, card) for quad in outlined) < AGREE:
        return None
    return card


def times_too_large(quad: np.ndarray, card: Sides, lying: Sequence[np.ndarray]) -> float:
    """Tell how many times as large as one card a quad is that lies upon others; 0 where it does not.

    They are as near to the camera as it is, so it may be as large as the smallest of them: the others may
    have been outlined with what they lie upon.
    """
    beneath = [card.of(each) for each in lying if iou(quad, each) > NEARLY_UPON]
    if not beneath:
        return 0.0
    limits = (max(side, min(others)) for side, *others in zip(card, *beneath, strict=True))
    return max(side / limit for side, limit in zip(card.of(quad), limits, strict=True))


def _sized(frame: np.ndarray, part: Part, card: Sides, scale: float) -> tuple[Fit, np.ndarray] | None:
    """Give what of a card's size the shape of a change suggests best, moved to the picture's edges.

    Beneath a card that lies upon others run edges of theirs. Where all of the card differs from what lay
    there its shape is plain, and only edges that fit it better count.
    """
    quads = [quad for quad in part.shapes(card, scale) if has_sides(quad, card)]
    fits = [(part.explained(quad / scale), quad) for quad in quads]
    if not fits:
        return None
    best = max(fits, key=lambda pair: pair[0].overlap)
    moved = outlines.refine(frame, best[1])
    fit, plain = part.explained(moved / scale), min(best[0].cover, best[0].share) > WHOLE_COVER
    nearer = fit.overlap > best[0].overlap - (0.0 if plain else EDGES_TELL)
    return (fit, moved) if nearer and has_sides(moved, card, OF_EDGES) else best


def has_sides(quad: np.ndarray, card: Sides, within: float = OF_SHAPE) -> bool:
    """Tell whether a quad's sides differ by no more than a share from a card's."""
    return all(abs(a / b - 1) < within for a, b in zip(card.of(quad), card, strict=True))


def _as_changed(
    fit: Fit, quad: np.ndarray, one: tuple[Fit, np.ndarray] | None, card: Sides, lying: Sequence[np.ndarray]
) -> tuple[Fit, np.ndarray]:
    """Give the outline of one card, by what changed, instead of one of several that lie upon each other.

    one: what of a card's size explains the change.
    """
    larger = times_too_large(quad, card, lying)
    if one is None or larger < LARGER or iou(quad, one[1]) < SAME_FIND:
        return fit, quad
    # Of a blurred card more changes than it covers, on all sides: all of a card there has changed, too.
    whole = larger > MUCH_LARGER and one[0].share > WHOLE_COVER
    if one[0].overlap < fit.overlap - EXPLAINED_LESS and not whole:
        return fit, quad
    return replace(one[0], sure=fit.sure), one[1]
