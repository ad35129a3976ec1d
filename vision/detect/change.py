"""From a change between two still pictures to the places where the new card may lie."""

from collections.abc import Sequence
from math import log

import cv2
import numpy as np

from vision.detect import outlines
from vision.detect.fit import EXPLAINED, Fit, without
from vision.detect.locator import shipped
from vision.detect.merged import fitted, one_alone
from vision.detect.parts import Part, parts
from vision.geometry.quads import Sides, grown, iou
from vision.geometry.suppression import suppress

MOST_SHAPES = 5
"""Rectangles about a change that are fitted to the edges of the picture."""

MOST_RECTANGLES_REFINED = 3
"""Rectangles about a change whose corners the refining network looks for."""

NEARLY_THE_SAME = 0.93
"""Intersection over union of two candidates from which reading one of them is enough."""

MOST_CANDIDATES_READ = 12
"""Candidates of one change that are read; the others explain it worse."""

HOLDS_A_CARD = 0.5
"""Area of a change's hull, to that of a card, below which no outlines are tried about it where the networks
saw no card: 0.97 was the least of 37 cards laid, a median of 0.26 what hands, shadows and trembling left.
"""

CARD_LIKE = 0.5
"""Certainty of the networks from which something about a change is like a card, so that outlines are tried at
once. Of 120 cards at three restless tables outlines told four faces best, with 0.86 or more there."""

VIEW_SIDES, VIEW_WIDE = 4.5, 0.25
"""Least side of what the locator is shown about a change, in a card's short sides, or as a share of the
frame's width where their size is not known. Of a white card on a white table the print alone changes, and in
what is cut out close about that the locator finds no card: it learnt on whole tables.
"""

FIND_COVER = 0.05
"""Share of a change that a rough find must cover for its corners to be sought."""

LAY_THERE = 0.6
"""Intersection over union from which a candidate is where a card lay."""


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
    located: list[tuple[Part, list[tuple[Fit, np.ndarray]], bool]] = []
    split = [(before is not None and part.is_within(before), part) for part in parts(mask, card, scale)]
    for known, part in sorted(split, key=lambda each: (each[0], _unlikeness(each[1], card))):
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
    return _distinct(one_alone(found, card, lying)), later


def _is_among(quad: np.ndarray, lying: Sequence[np.ndarray]) -> bool:
    """Tell whether a quad is where one of the cards that are known to lie there does."""
    return any(iou(quad, each) > LAY_THERE for each in lying)


def _unlikeness(part: Part, card: Sides | None) -> float:
    """Tell how many times as large as a card, or as small, a part's hull is, as a logarithm: 0 or more."""
    return 0.0 if card is None else abs(log(max(1.0, cv2.contourArea(part.hull)) / card.area))


def _distinct(found: list[tuple[Fit, np.ndarray]]) -> list[tuple[Fit, np.ndarray]]:
    """Keep what is worth reading, best first, and of quads that are nearly the same the best."""
    return suppress(
        sorted(found, key=lambda pair: -pair[0].score),
        lambda find, kept: iou(find[1], kept[1]) > NEARLY_THE_SAME,
        lambda find, kept: len(kept) < (2 * MOST_CANDIDATES_READ if find[0].plain else MOST_CANDIDATES_READ),
    )


def _located(
    frame: np.ndarray,
    part: Part,
    card: Sides | None,
    scale: float,
    patient: bool,
    lying: Sequence[np.ndarray],
) -> list[tuple[Fit, np.ndarray]]:
    """Ask the networks: first about the shape of the change, then, where no card fills that, all about it.

    patient: a card must fill it wholly, or all about it is asked; else nearly is enough.
    """
    finder = shipped()
    first = finder.refined(frame, part.shapes(card, scale)[:MOST_RECTANGLES_REFINED])
    fits = fitted(frame, part, [(find.quad, find.sure) for find in first], scale, card, lying)
    if any(fit.is_all if patient else fit.is_nearly_all for fit, _ in fits):
        return fits
    view, corner = _about(frame, part, scale, VIEW_SIDES * card.short if card else VIEW_WIDE * frame.shape[1])

    def touched(quad: np.ndarray) -> bool:
        return part.explained((quad + corner) / scale).cover > FIND_COVER

    more = [(find.quad + corner, find.sure) for find in finder.find(view, touched)]
    return fits + fitted(frame, part, more, scale, card, lying)


def _outlined(
    frame: np.ndarray, part: Part, card: Sides | None, scale: float, lying: Sequence[np.ndarray]
) -> list[tuple[Fit, np.ndarray]]:
    """Try the outlines about a change, and its shape moved to the edges of the picture."""
    view, corner = _about(frame, part, scale)
    quads = [outlines.refine(frame, quad) for quad in part.shapes(card, scale)[:MOST_SHAPES]]
    quads += [quad + corner for quad in outlines.candidates(view, card)]
    return fitted(frame, part, [(quad, 0.0) for quad in quads], scale, card, lying)


def _about(frame: np.ndarray, part: Part, scale: float, least: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Cut a part of the change out of the frame, with a margin; and its corner, float32 (2,).

    least: pixels of the frame that are cut out at least, across and down.
    """
    x, y, w, h = part.box
    pad = round(0.25 * max(w, h) + 8)
    wide, high = max(pad, round((least / scale - w) / 2)), max(pad, round((least / scale - h) / 2))
    x0, y0 = max(0, round((x - wide) * scale)), max(0, round((y - high) * scale))
    view = frame[y0 : round((y + h + high) * scale), x0 : round((x + w + wide) * scale)]
    return view, np.array([x0, y0], np.float32)
