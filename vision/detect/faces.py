"""Which places of a change show a card of a learnt deck, face up: the print tells where its card lies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detect import outlines
from vision.detect.change import candidates
from vision.detect.fit import Fit, changed_share, explains, without
from vision.detect.locator import shipped
from vision.detect.newcard import MOST_EDGE_FITTED, OUTSIDE_CHANGED, ranked
from vision.detect.parts import LEAST_CARD_CHANGE, shapes
from vision.detect.selection import LOCATED
from vision.geometry.components import components
from vision.geometry.quads import Sides, area, fill, grown, intersection, plausible, rectify
from vision.motion.frame_diff import FrameDiff
from vision.read.looks import LITTLE, LITTLE_OUTLINED, NO_CARD
from vision.read.reader import CardReader

EXPLAINS = 0.2
"""How well a place must explain a change for its print to be read, see `Fit.score`: of a change that a shadow
or a sleeve made with it a card is a small part."""

MOST_FACES_READ = 8
"""Candidates, the best first, that are read."""

MOST_OUTLINES = 3
"""Rectangles about one change that are read."""

CLEAR_FACE = 0.99
"""Probability of one face from which no other outline of the same place is tried."""

COMMON_SHARE = 0.35
"""Share of the smaller of two places that both may have in common."""

LAST_PLACE_SCALE = 1.25
"""How many times its size is looked at about the last card's place."""


@dataclass(frozen=True, eq=False)
class Face:
    """One card in sight: float32 (4, 2) pixels, uint8 (144, 96, 3) BGR, float (K,) probabilities.

    like: the probability of the likeliest name, 0..1; fit: how well it explains the change.
    """

    quad: np.ndarray
    crop: np.ndarray
    row: np.ndarray
    like: float
    fit: Fit


def faces(
    view: FrameDiff,
    now: np.ndarray,
    last: np.ndarray | None,
    card: Sides | None,
    in_view: Callable[[np.ndarray], bool],
    reader: CardReader,
    thorough: bool = True,
) -> tuple[list[Face], list[np.ndarray]]:
    """List the cards that a change shows face up, the clearest first, and the places that must wait.

    now: uint8 (h, w, 3) BGR, the view's picture as small as its mask; last: the quad of the newest card so
    far; card: how large one is in the frame, where known; in_view: tells whether nothing moves
    over a quad; thorough: search for outlines also where the networks see nothing like a card, and for
    cards of another size where there are none of this one. What is partly hidden shows two cards at once,
    the new one and that beneath it: it waits.
    """
    found = candidates(view.frame, view.mask, card, thorough=thorough)
    if not found and thorough and card is not None:
        found = candidates(view.frame, view.mask, None)
    found += _outlines(view, card) + _upon(view, last)
    fitting = [pair for pair in found if pair[0].score > EXPLAINS]
    waiting = [quad for fit, quad in fitting if not in_view(quad)]
    fitting = [pair for pair in fitting if in_view(pair[1])]
    fitting += [(fit, outlines.refine(view.frame, quad)) for fit, quad in fitting[:MOST_EDGE_FITTED]]
    back, none = reader.names.index("back"), reader.names.index("none")
    kept: list[Face] = []
    for fit, quad in ranked(now, fitting, view.scale)[:MOST_FACES_READ]:
        if any(face.like > CLEAR_FACE and not _apart(face.quad, quad) for face in kept):
            continue
        crop = rectify(view.frame, quad)
        row = reader.read(crop[None]).probabilities[0]
        like = float(np.delete(row, [none, back]).max())
        if is_face(row, none, back) and like > (LITTLE if fit.sure > LOCATED else LITTLE_OUTLINED):
            kept.append(Face(quad, crop, row, like, fit))
    # A stable order: of two that are as clear the one that explains more comes first.
    kept.sort(key=lambda face: -face.like)
    return _suppressed(view.mask, kept, view.scale), waiting


def is_face(row: np.ndarray, none: int, back: int) -> bool:
    """Tell whether probabilities, float (K,), are a face's; none, back: the places of these names."""
    return bool(row[none] <= NO_CARD and row[back] < np.delete(row, [none, back]).max())


def _outlines(view: FrameDiff, card: Sides | None) -> list[tuple[Fit, np.ndarray]]:
    """Give rectangles about what changed, of a card's size where that is known.

    The networks and the edges of the picture join a card's outline to that of the card beneath it.
    """
    small = None if card is None else Sides(card.short / view.scale, card.long / view.scale)
    solid = cv2.morphologyEx(view.mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    solid = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    labels, stats = components(solid)
    found = []
    for label in range(1, len(stats)):
        if stats[label, cv2.CC_STAT_AREA] < LEAST_CARD_CHANGE * solid.size:
            continue
        part = np.where(labels == label, solid, 0).astype(np.uint8)
        hull = cv2.convexHull(cv2.findNonZero(part)).reshape(-1, 2)
        quads = [quad for quad in shapes(hull, small) if plausible(quad) and _within(quad, part.shape)]
        pairs = [(explains(part, quad), quad * np.float32(view.scale)) for quad in quads]
        found += sorted(pairs, key=lambda pair: -pair[0].score)[:MOST_OUTLINES]
    return found


def _within(quad: np.ndarray, shape: tuple[int, ...]) -> bool:
    return bool((quad > 0).all() and (quad < np.array(shape[1::-1]) - 1).all())


def _upon(view: FrameDiff, last: np.ndarray | None) -> list[tuple[Fit, np.ndarray]]:
    """Give the last card's place as a candidate: a neat pile changes by a few signs of the print only.

    It is to explain what changed about itself, whatever else moves on the table.
    """
    if last is None:
        return []
    about = fill(np.zeros_like(view.mask), [grown(last, LAST_PLACE_SCALE) / view.scale])
    near = cv2.bitwise_and(view.mask, about)
    whole = cv2.countNonZero(near)
    if not whole:
        return []
    found = []
    for quad in (last, *(card.quad for card in shipped().refined(view.frame, [last]))):
        rest = cv2.countNonZero(without(near, quad / view.scale))
        found.append((Fit(1 - rest / whole, changed_share(near, quad / view.scale)), quad))
    return found


def _suppressed(mask: np.ndarray, found: Sequence[Face], scale: float) -> list[Face]:
    """Keep one face a card; a further one must explain what those before it leave of the change."""
    kept: list[Face] = []
    left = mask
    for face in found:
        clear = all(_apart(face.quad, other.quad) for other in kept)
        if not kept or (clear and changed_share(left, face.quad / scale) > OUTSIDE_CHANGED):
            kept.append(face)
            left = without(left, face.quad / scale)
    return kept


def _apart(one: np.ndarray, other: np.ndarray) -> bool:
    return intersection(one, other) < COMMON_SHARE * min(area(one), area(other))
