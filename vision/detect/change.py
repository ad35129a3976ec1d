"""From a change between two still pictures to the places where the new card may lie."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist, log

import cv2
import numpy as np

from vision.detect import outlines
from vision.detect.locator import shipped
from vision.geometry.components import components
from vision.geometry.quads import Sides, fill, grown, iou, ordered, plausible, sides
from vision.geometry.suppression import suppress

LEAST_CARD_CHANGE = 0.0012
"""Share of the picture below which a change is dust, a coin or a shadow, not a card."""

GRAIN_PX = 4
"""Pixels across of a change that are one where it is split into its parts."""

PRIOR_SHORT_SIDE, NEAR_PRINT = 0.067, 0.3
"""A card's short side, as a share of the picture's width, where it is not known; and the share of it within
which signs of print are one card's."""

MOST_SHAPES = 5
"""Rectangles about a change that are fitted to the edges of the picture."""

MOST_RECTANGLES_REFINED = 3
"""Rectangles about a change whose corners the refining network looks for."""

EXPLAINED = 0.85
"""How well a located card must explain a change for no other outline to be tried: see `Fit.score`."""

NEARLY_THE_SAME = 0.93
"""Intersection over union of two candidates from which reading one of them is enough."""

MOST_CANDIDATES_READ = 12
"""Candidates of one change that are read; the others explain it worse."""

OPPOSITE_SIDES_RATIO = 0.8
"""How many times as long as the other one of two opposite sides must at least be: perspective alone does not
shorten one card's more, from 40 degrees and half a metre.
"""

HOLDS_A_CARD = 0.5
"""Area of a change's hull, to that of a card, below which no outlines are tried about it where the networks
saw no card: 0.97 was the least of 37 cards laid, a median of 0.26 what hands, shadows and trembling left.
"""

WHOLE_COVER, WHOLE_CERTAINTY = 0.9, 0.95
"""Cover and share of a change, and certainty of the networks, from which one card is all that changed."""

OWN_SHARE, PRINT_CHANGED = 0.8, 0.1
"""Share of a change that lies upon a card, and changed share of the card, from which its print is all that
changed: of white paper on a white table no more is new."""

CARD_LIKE = 0.5
"""Certainty of the networks from which something about a change is like a card, so that outlines are tried at
once. Of 120 cards at three restless tables outlines told four faces best, with 0.86 or more there."""

VIEW_SIDES, VIEW_WIDE = 4.5, 0.25
"""Least side of what the locator is shown about a change, in a card's short sides, or as a share of the
frame's width where their size is not known. Of a white card on a white table the print alone changes, and in
what is cut out close about that the locator finds no card: it learnt on whole tables.
"""

INSIDE_LOOKED_AT = 0.8
"""Share of a part of a change that lies in what was looked at before for it to be a part of that."""

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

EDGES_TELL, EXPLAINED_LESS = 0.03, 0.06
"""How much less overlap with the change is allowed for what edges tell than for its shape, where not all of
the card differs from what lay there, and for one card's outline than for that of several: guesses, set on the
same."""

SAME_FIND = 0.7
"""Intersection over union from which the outlines of one card and of several are the same find's: a guess."""

FIND_COVER = 0.05
"""Share of a change that a rough find must cover for its corners to be sought."""

READ_ANYWAY = 0.8
"""Certainty of the networks times changed share from which a candidate is read in any case."""

LAY_THERE = 0.6
"""Intersection over union from which a candidate is where a card lay."""


@dataclass(frozen=True)
class Fit:
    """How well a card explains a change: its share of the change, and the changed share of it, each 0..1.

    sure: how sure the networks are that a card lies there, 0..1; 0 where only outlines speak for it.
    """

    cover: float
    share: float
    sure: float = 0.0

    @property
    def score(self) -> float:
        """Weigh both: a card covers all that it changed, but white on white changes little of it."""
        return 0.65 * self.cover + 0.35 * self.share

    @property
    def overlap(self) -> float:
        """Give the intersection over union of the card and the change."""
        both = self.cover * self.share
        return both / max(1e-6, self.cover + self.share - both)

    @property
    def is_all(self) -> bool:
        """Tell whether the change is one card, plainly seen, and nothing else."""
        return min(self.cover, self.share) > WHOLE_COVER and self.sure > WHOLE_CERTAINTY

    @property
    def is_nearly_all(self) -> bool:
        """Tell whether it is one card, surely seen, and hardly anything else: its shadow, say."""
        return self.score > EXPLAINED and self.sure > WHOLE_CERTAINTY

    @property
    def is_printed(self) -> bool:
        """Tell whether a card is surely seen and all that changed there, be it but its print."""
        return self.cover > OWN_SHARE and self.share > PRINT_CHANGED and self.sure > WHOLE_CERTAINTY

    @property
    def plain(self) -> bool:
        """Tell whether a card is plainly seen there: it may be a small part of what changed."""
        return self.sure * self.share > READ_ANYWAY


@dataclass(frozen=True)
class _Part:
    """One connected part of a change.

    mask: uint8 (h, w) of its box, 255 where it changed; box: left, top, width and height in the small
    picture's pixels; hull: float32 (N, 2), in the frame's pixels; whole: uint8 of the small picture.
    """

    mask: np.ndarray
    box: tuple[int, int, int, int]
    hull: np.ndarray
    whole: np.ndarray

    def is_within(self, place: np.ndarray) -> bool:
        """Tell whether nearly all of it lies in a place, uint8 (h, w) of the small picture."""
        x, y, w, h = self.box
        both = cv2.bitwise_and(self.mask, place[y : y + h, x : x + w])
        return cv2.countNonZero(both) > INSIDE_LOOKED_AT * cv2.countNonZero(self.mask)

    def explained(self, quad: np.ndarray) -> Fit:
        """Tell how well a card at a quad, in the small picture's pixels, explains it.

        What of the card lies outside of the box has not changed; outside of the picture it is not seen.
        """
        (x, y, w, h), (rows, columns) = self.box, self.whole.shape
        left, top = np.floor(quad.min(0)).clip(0).astype(int)
        right, bottom = np.minimum(np.ceil(quad.max(0)).astype(int) + 1, (columns, rows))
        inside = np.zeros((max(0, bottom - top), max(0, right - left)), np.uint8)
        if inside.size:
            fill(inside, [quad - np.array([left, top], np.float32)])
        seen = inside[max(0, y - top) : max(0, y + h - top), max(0, x - left) : max(0, x + w - left)]
        mask = self.mask[max(0, top - y) : max(0, bottom - y), max(0, left - x) : max(0, right - x)]
        both = cv2.countNonZero(cv2.bitwise_and(seen, mask)) if seen.size and mask.size else 0
        return Fit(both / max(1, cv2.countNonZero(self.mask)), both / max(1, cv2.countNonZero(inside)))


def candidates(
    frame: np.ndarray, mask: np.ndarray, card: Sides | None, *, thorough: bool = True
) -> list[tuple[Fit, np.ndarray]]:
    """List quads that the new card may fill, and how well each explains the change, 0..1, best first.

    frame: uint8 (H, W, 3) BGR; mask: uint8 (h, w), 255 where it changed; card: how large one is in the
    frame, where known. The quads come from the networks, from outlines in the changed region,
    and from the shape of the change itself. thorough: search for outlines, which is slow, also where the
    networks see nothing like a card, hands mostly.
    """
    return search(frame, mask, card, thorough=thorough, patient=True)[0]


def search(
    frame: np.ndarray,
    mask: np.ndarray,
    card: Sides | None,
    *,
    lying: Sequence[np.ndarray] = (),
    before: np.ndarray | None = None,
    thorough: bool = True,
    patient: bool = False,
    apart: bool = False,
) -> tuple[list[tuple[Fit, np.ndarray]], np.ndarray]:
    """List such quads as `candidates` does, and what of the change has yet to be searched.

    frame, mask, card: as there. Gives the quads with their fits, best first, and uint8 (h, w), 255 where the
    search is yet to come. lying: the quads, float32 (4, 2) pixels, of cards that are known to lie there;
    before: uint8 (h, w), what was looked at in vain; thorough: search for outlines, which is slow, also where
    the networks see nothing like a card, hands mostly; patient: all is searched now. Else, once the networks
    plainly see a new card, nobody is to wait for that search, nor for what was looked at in vain, nor, where
    the parts of the change have nothing to do with each other, `apart`, for those that are less like a card:
    they wait, unless they have before and this is thorough. Outlines are tried about one part a look, the
    likest to a card: one that comes to rest meanwhile waits for all of them.
    """
    scale = frame.shape[1] / mask.shape[1]
    later, new = np.zeros_like(mask), list[np.ndarray]()
    located: list[tuple[_Part, list[tuple[Fit, np.ndarray]], bool]] = []
    parts = [(before is not None and part.is_within(before), part) for part in _parts(mask, card, scale)]
    for known, part in sorted(parts, key=lambda each: (each[0], _unlikeness(each[1], card))):
        waits = not (known and thorough)
        if new and waits and (known or apart):
            later |= part.whole
            continue
        fits = _located(frame, part, card, scale, patient, lying)
        if not patient:
            new += [quad for fit, quad in fits if fit.plain and not _is_among(quad, lying)]
        located.append((part, fits, waits))
    found: list[tuple[Fit, np.ndarray]] = []
    outlined = False
    # However many hands come to rest one after the other, what was looked at before is not put off for them.
    for part, fits, waits in sorted(located, key=lambda each: _unlikeness(each[0], card)):
        found += fits
        large = card is None or cv2.contourArea(part.hull) > HOLDS_A_CARD * card.area
        if not large or any(fit.score > EXPLAINED for fit, _ in fits):
            continue
        worth = thorough or any(fit.sure > CARD_LIKE for fit, _ in fits)
        if not worth or (new and waits) or (outlined and not patient):
            later |= part.whole
        else:
            # The networks saw no card that explains the change: try every outline there is.
            found += _outlined(frame, part, card, scale, lying)
            outlined = True
    for quad in new:
        later = without(later, grown(quad) / scale)
    return _distinct(found), later


def _is_among(quad: np.ndarray, lying: Sequence[np.ndarray]) -> bool:
    """Tell whether a quad is where one of the cards that are known to lie there does."""
    return any(iou(quad, each) > LAY_THERE for each in lying)


def _unlikeness(part: _Part, card: Sides | None) -> float:
    """Tell how many times as large as a card, or as small, a part's hull is, as a logarithm: 0 or more."""
    return 0.0 if card is None else abs(log(max(1.0, cv2.contourArea(part.hull)) / card.area))


def _distinct(found: list[tuple[Fit, np.ndarray]]) -> list[tuple[Fit, np.ndarray]]:
    """Keep what is worth reading, best first, and of quads that are nearly the same the best."""
    return suppress(
        sorted(found, key=lambda pair: -pair[0].score),
        lambda find, kept: iou(find[1], kept[1]) > NEARLY_THE_SAME,
        lambda find, kept: len(kept) < (2 * MOST_CANDIDATES_READ if find[0].plain else MOST_CANDIDATES_READ),
    )


def _parts(mask: np.ndarray, card: Sides | None, scale: float) -> list[_Part]:
    """Split a change into what is connected, signs of print on one card being so, and large enough.

    Of what is too small for a card by itself, pips and indices of white paper on a white table, all that lies
    within a card's width of each other is one part.
    """
    short = (card.short if card else PRIOR_SHORT_SIDE * mask.shape[1] * scale) / scale
    fewest = 1.5 * LEAST_CARD_CHANGE * mask.size
    coarse = cv2.resize(mask, None, fx=1 / GRAIN_PX, fy=1 / GRAIN_PX, interpolation=cv2.INTER_AREA)
    coarse = cv2.threshold(coarse, 0, 255, cv2.THRESH_BINARY)[1]
    parts, small = _connected(mask, coarse, max(9.0, NEAR_PRINT * short), fewest, scale)
    return parts + (_connected(mask, small, short, fewest, scale)[0] if small.any() else [])


def _connected(
    mask: np.ndarray, coarse: np.ndarray, reach: float, fewest: float, scale: float
) -> tuple[list[_Part], np.ndarray]:
    """Connect what lies within a reach, in the mask's pixels: the large parts, and what is in none of them.

    coarse: uint8 (h, w), what is to be connected, `GRAIN_PX` times smaller than the mask, as is what is given
    back; fewest: pixels that a part's box has at least; scale: the frame's pixels to one of the mask.
    """
    across = round(reach / GRAIN_PX) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    # What lies beyond the border counts as empty: else all that is near the picture's rim were one.
    margin = cv2.copyMakeBorder(coarse, across, across, across, across, cv2.BORDER_CONSTANT, value=0)
    blobs = cv2.morphologyEx(margin, cv2.MORPH_CLOSE, disc)[across:-across, across:-across]
    labels, stats = components(np.ascontiguousarray(blobs))
    large = [
        label for label in range(1, len(stats)) if stats[label, 2] * stats[label, 3] * GRAIN_PX**2 >= fewest
    ]
    kept, parts = np.zeros(len(stats), np.uint8), []
    kept[large] = 255
    for label in large:
        x, y, w, h = (int(v) * GRAIN_PX for v in stats[label, :4])
        whole = np.zeros_like(mask)
        view = whole[y : y + h, x : x + w]
        inside = cv2.inRange(labels, label, label)[y // GRAIN_PX :, x // GRAIN_PX :][
            : h // GRAIN_PX, : w // GRAIN_PX
        ]
        inside = cv2.resize(inside, (w, h), interpolation=cv2.INTER_NEAREST)
        view[:] = inside[: view.shape[0], : view.shape[1]]
        part = cv2.bitwise_and(mask[y : y + h, x : x + w], view)
        points = cv2.findNonZero(part)
        if points is not None:
            corner = np.array([x, y], np.float32)
            hull = (cv2.convexHull(points).reshape(-1, 2) + corner) * scale
            parts.append(_Part(part, (x, y, view.shape[1], view.shape[0]), hull.astype(np.float32), whole))
    return parts, cv2.subtract(coarse, kept[labels])


def _located(
    frame: np.ndarray,
    part: _Part,
    card: Sides | None,
    scale: float,
    patient: bool,
    lying: Sequence[np.ndarray],
) -> list[tuple[Fit, np.ndarray]]:
    """Ask the networks: first about the shape of the change, then, where no card fills that, all about it.

    patient: a card must fill it wholly, or all about it is asked; else nearly is enough.
    """
    finder = shipped()
    first = finder.refined(frame, _shapes(part, card, scale)[:MOST_RECTANGLES_REFINED])
    fits = _fitting(frame, part, [(find.quad, find.sure) for find in first], scale, card, lying)
    if any(fit.is_all if patient else fit.is_nearly_all for fit, _ in fits):
        return fits
    view, corner = _about(frame, part, scale, VIEW_SIDES * card.short if card else VIEW_WIDE * frame.shape[1])

    def touched(quad: np.ndarray) -> bool:
        return part.explained((quad + corner) / scale).cover > FIND_COVER

    more = [(find.quad + corner, find.sure) for find in finder.find(view, touched)]
    return fits + _fitting(frame, part, more, scale, card, lying)


def _outlined(
    frame: np.ndarray, part: _Part, card: Sides | None, scale: float, lying: Sequence[np.ndarray]
) -> list[tuple[Fit, np.ndarray]]:
    """Try the outlines about a change, and its shape moved to the edges of the picture."""
    view, corner = _about(frame, part, scale)
    quads = [outlines.refine(frame, quad) for quad in _shapes(part, card, scale)[:MOST_SHAPES]]
    quads += [quad + corner for quad in outlines.candidates(view, card)]
    return _fitting(frame, part, [(quad, 0.0) for quad in quads], scale, card, lying)


def _shapes(part: _Part, card: Sides | None, scale: float) -> list[np.ndarray]:
    """List the quads that the shape of a change suggests, the best first."""
    quads = [quad for quad in shapes(part.hull, card) if plausible(quad)]
    return sorted(quads, key=lambda quad: -part.explained(quad / scale).score)


def _about(frame: np.ndarray, part: _Part, scale: float, least: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Cut a part of the change out of the frame, with a margin; and its corner, float32 (2,).

    least: pixels of the frame that are cut out at least, across and down.
    """
    x, y, w, h = part.box
    pad = round(0.25 * max(w, h) + 8)
    wide, high = max(pad, round((least / scale - w) / 2)), max(pad, round((least / scale - h) / 2))
    x0, y0 = max(0, round((x - wide) * scale)), max(0, round((y - high) * scale))
    view = frame[y0 : round((y + h + high) * scale), x0 : round((x + w + wide) * scale)]
    return view, np.array([x0, y0], np.float32)


def _fitting(
    frame: np.ndarray, part: _Part, found: list[tuple[np.ndarray, float]], scale: float, card: Sides | None,
    lying: Sequence[np.ndarray],
) -> list[tuple[Fit, np.ndarray]]:  # fmt: skip
    """Pair quads of the right size with how well each explains a part of the change.

    What outlines a card and those on which it lies as one is given as it changed, or left out.
    """
    right = [
        (quad, sure)
        for quad, sure in found
        if not card or has_size(quad, card) or LARGER < _times_too_large(quad, card, lying) < SEVERAL_LARGER
    ]
    fits = [(replace(part.explained(quad / scale), sure=sure), quad) for quad, sure in right]
    if card is None or not any(_times_too_large(quad, card, lying) > LARGER for _, quad in fits):
        return fits
    one = _sized(frame, part, card, scale)
    told = [_as_changed(fit, quad, one, card, lying) for fit, quad in fits]
    return [(fit, quad) for fit, quad in told if _times_too_large(quad, card, lying) < MUCH_LARGER]


def _times_too_large(quad: np.ndarray, card: Sides, lying: Sequence[np.ndarray]) -> float:
    """Tell how many times as large as one card a quad is that lies upon others; 0 where it does not.

    They are as near to the camera as it is, so it may be as large as the largest of them.
    """
    beneath = [sides(each) for each in lying if iou(quad, each) > NEARLY_UPON]
    limits = map(max, zip(card, *beneath, strict=True))
    return max(side / limit for side, limit in zip(sides(quad), limits, strict=True)) if beneath else 0.0


def _sized(frame: np.ndarray, part: _Part, card: Sides, scale: float) -> tuple[Fit, np.ndarray] | None:
    """Give what of a card's size the shape of a change suggests best, moved to the picture's edges.

    Beneath a card that lies upon others run edges of theirs. Where all of the card differs from what lay
    there its shape is plain, and only edges that fit it better count.
    """
    quads = [quad for quad in _shapes(part, card, scale) if _has_sides(quad, card, OF_SHAPE)]
    fits = [(part.explained(quad / scale), quad) for quad in quads]
    if not fits:
        return None
    best = max(fits, key=lambda pair: pair[0].overlap)
    moved = outlines.refine(frame, best[1])
    fit, plain = part.explained(moved / scale), min(best[0].cover, best[0].share) > WHOLE_COVER
    nearer = fit.overlap > best[0].overlap - (0.0 if plain else EDGES_TELL)
    return (fit, moved) if nearer and _has_sides(moved, card, OF_EDGES) else best


def _has_sides(quad: np.ndarray, card: Sides, within: float) -> bool:
    """Tell whether a quad's sides differ by no more than a share from a card's."""
    return all(abs(a / b - 1) < within for a, b in zip(sides(quad), card, strict=True))


def _as_changed(
    fit: Fit, quad: np.ndarray, one: tuple[Fit, np.ndarray] | None, card: Sides, lying: Sequence[np.ndarray]
) -> tuple[Fit, np.ndarray]:
    """Give the outline of one card, by what changed, instead of one of several that lie upon each other.

    The networks see the picture alone, and there a card that lies nearly upon others is one with them.
    one: what of a card's size explains the change.
    """
    if one is None or _times_too_large(quad, card, lying) < LARGER or iou(quad, one[1]) < SAME_FIND:
        return fit, quad
    if one[0].overlap < fit.overlap - EXPLAINED_LESS:
        return fit, quad
    return replace(one[0], sure=fit.sure), one[1]


def has_size(quad: np.ndarray, card: Sides) -> bool:
    """Tell whether a quad is of a known size, its opposite sides as nearly equal as one card's are."""
    a, b, c, d = quad.tolist()
    even = all(
        min(one, other) > OPPOSITE_SIDES_RATIO * max(one, other)
        for one, other in ((dist(a, b), dist(c, d)), (dist(b, c), dist(d, a)))
    )
    return even and all(0.75 < a / b < 1.33 for a, b in zip(sides(quad), card, strict=True))


def changed_share(mask: np.ndarray, quad: np.ndarray) -> float:
    """Give the share of the quad (in the mask's pixels) that changed."""
    inside, part = _inside(mask, quad)
    return cv2.countNonZero(cv2.bitwise_and(inside, part)) / max(1, cv2.countNonZero(inside))


def without(mask: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Give a mask with a quad, in its pixels, taken out of it."""
    return fill(mask.copy(), [quad], 0)


def explains(mask: np.ndarray, quad: np.ndarray) -> Fit:
    """Tell how well a card at the quad explains a change."""
    inside, part = _inside(mask, quad)
    both = cv2.countNonZero(cv2.bitwise_and(inside, part))
    return Fit(both / max(1, cv2.countNonZero(mask)), both / max(1, cv2.countNonZero(inside)))


def _inside(mask: np.ndarray, quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give the filled quad and the mask under it, both uint8 of the quad's bounding box within the mask."""
    low = np.maximum(np.floor(quad.min(0)).astype(int), 0)
    high = np.maximum(np.minimum(np.ceil(quad.max(0)).astype(int) + 1, mask.shape[::-1]), low)
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    if inside.size:
        fill(inside, [quad - low])
    return inside, mask[low[1] : high[1], low[0] : high[0]]


def shapes(hull: np.ndarray, card: Sides | None) -> list[np.ndarray]:
    """Give quads that the hull of a change suggests.

    With a known card size also that size set into the hull's corners.
    """
    hull = hull.astype(np.float32)
    center, (w, h), angle = cv2.minAreaRect(hull)
    box = cv2.boxPoints((center, (w, h), angle))
    found = [ordered(box)]
    four = outlines.four(hull.reshape(-1, 1, 2))
    if four is not None:
        found.append(four)
    if card is None:
        return found
    for across, down in ((card.short, card.long), (card.long, card.short)):
        half = np.array([across, down], np.float32) / 2
        axes = np.array(
            [
                [np.cos(np.radians(angle)), np.sin(np.radians(angle))],
                [-np.sin(np.radians(angle)), np.cos(np.radians(angle))],
            ]
        )
        room = np.array([w, h]) / 2 - half
        for sx, sy in ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            middle = np.array(center) + (room * [sx, sy]) @ axes
            signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            found.append(ordered(middle + (signs * half) @ axes))
    return found
