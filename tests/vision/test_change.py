"""Where a card lies of which little has changed: drawn tables, the shipped networks."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from simulation.table import SimulatedTable
from vision.detect import change
from vision.detect.change import search
from vision.detect.locator import Found
from vision.geometry.quads import iou, ordered, sides
from vision.motion.stillness import CHANGE_WIDTH_PX, changed, small
from vision.track.cards import CardTracker


def white_upon_white(card, seed):
    """Draw a card on a table as white as its paper: the table before, the table with it, its quad."""
    table = SimulatedTable(seed, 4, "us")
    table.lay(card, 0)
    quad = ordered(table.lying[-1].corners)
    picture = table.render()
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 255)
    paper = np.percentile(picture[inside > 0], 85, axis=0)
    # Rounded corners show the cloth that the card lies on: they are paper, too.
    core = cv2.erode(inside, np.ones((9, 9), np.uint8))
    noise = np.random.default_rng(seed).normal(0, 1.5, picture.shape)
    bare = np.clip(paper + noise, 0, 255).astype(np.uint8)
    laid = bare.copy()
    laid[core > 0] = picture[core > 0]
    return bare, laid, quad


@pytest.mark.parametrize(
    ("card", "seed", "known"),
    # Without an edge to be seen, and no card's size known, two pips and two indices are too little: no 2S.
    [("4C", 2, False), ("3D", 5, False), ("5H", 6, False), ("2S", 3, True), ("3D", 5, True), ("5H", 6, True)],
)
def test_a_card_of_which_the_print_alone_stands_out_is_found_whole(card, seed, known):
    bare, laid, quad = white_upon_white(card, seed)
    mask = changed(small(bare, CHANGE_WIDTH_PX), small(laid, CHANGE_WIDTH_PX))
    found, _ = search(laid, mask, sides(quad) if known else None)
    assert any(iou(where, quad) > 0.75 and fit.sure > 0.5 for fit, where in found)


@pytest.mark.parametrize(("card", "seed"), [("10C", 14), ("6S", 16), ("9D", 20), ("5H", 6)])
def test_the_evenings_first_card_is_told_in_the_third_picture_although_no_edge_of_it_is_seen(card, seed):
    bare, laid, quad = white_upon_white(card, seed)
    eye = CardTracker("us")
    sights = [eye.look(picture) for picture in (bare, bare, laid, laid, laid)]
    told = next(sight for sight in reversed(sights) if sight is not None)
    assert [(seen.reading.card, seen.reading.asks) for seen in told.lying] == [(card, False)]
    assert iou(np.float32(told.lying[0].reading.corners), quad) > 0.7


class Outlines:
    """Networks that see one card, and are sure of it."""

    def __init__(self, quad: np.ndarray) -> None:
        self.quad = quad

    def refined(self, image: np.ndarray, quads: list[np.ndarray]) -> list[Found]:
        return [Found(self.quad, 1.0)]

    def find(self, image: np.ndarray, worth: Callable[[np.ndarray], bool]) -> list[Found]:
        return []


def test_of_a_card_all_counts_that_has_not_changed_also_beside_the_change(monkeypatch):
    """Else a strip that a hand uncovered would speak for whatever card it is the edge of."""
    quad = np.float32([[40, 40], [80, 40], [80, 100], [40, 100]])
    monkeypatch.setattr(change, "shipped", lambda: Outlines(quad))
    mask = np.zeros((200, 300), np.uint8)
    mask[88:101, 40:81] = 255
    found, _ = search(np.full((200, 300, 3), 120, np.uint8), mask, None, thorough=False)
    ((fit, _),) = found
    assert fit.cover > 0.95
    assert 0.15 < fit.share < 0.25
    beyond = np.float32([[-20, 40], [20, 40], [20, 100], [-20, 100]])
    monkeypatch.setattr(change, "shipped", lambda: Outlines(beyond))
    mask[:] = 0
    mask[40:101, :21] = 255
    ((fit, _),), _ = search(np.full((200, 300, 3), 120, np.uint8), mask, None, thorough=False)
    assert fit.share > 0.95
