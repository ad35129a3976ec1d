"""Cards upon each other in a still picture: read by the index in view, never trusted without one."""

import cv2
import numpy as np
import pytest

from models.render import decks
from models.render.crops import lay
from vision.detect.heap import edge_step, upper
from vision.detect.occlusion import MOST_HIDDEN, hidden_shares
from vision.geometry.quads import iou, ordered
from vision.photograph import read_cards
from vision.read.looks import Look
from vision.read.reader import Reader

LOWER = ordered(np.array([[300, 200], [470, 200], [470, 440], [300, 440]]))
UPPER = ordered(np.array([[390, 300], [560, 330], [518, 566], [348, 536]]))


@pytest.fixture(scope="module")
def table():
    """Draw two cards of one deck, the 9 of clubs beneath the queen of hearts: uint8 (H, W, 3)."""
    deck = decks.design(4, "us")
    picture = np.full((720, 960, 3), (70, 100, 60), np.uint8)
    picture += np.random.default_rng(0).integers(0, 9, picture.shape, np.uint8)
    for name, quad in (("9C", LOWER), ("QH", UPPER)):
        lay(picture, decks.face(deck, name), decks.mask(deck), quad, 0.4)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def lies_upon(gray, one, other):
    return upper(edge_step(gray, one, other), edge_step(gray, other, one))


def test_the_upper_of_two_cards_is_told_by_its_edge(table):
    gray = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY)
    assert lies_upon(gray, UPPER, LOWER) and not lies_upon(gray, LOWER, UPPER)


def test_cards_that_do_not_overlap_lie_not_upon_each_other(table):
    gray = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY)
    assert not lies_upon(gray, UPPER, LOWER + np.float32([400, 0]))


def test_of_two_cards_the_lower_one_is_hidden_and_not_the_upper(table):
    upper_one, lower_one = Look(UPPER), Look(LOWER)
    for looks in ([upper_one, lower_one], [lower_one, upper_one]):
        shares = dict(zip(looks, hidden_shares(table, looks), strict=True))
        assert shares[upper_one] == 0 and shares[lower_one] > MOST_HIDDEN


def read_at(found, quad):
    """Give the reading that lies nearest to a quad."""
    return max(found, key=lambda r: iou(np.array(r.corners, np.float32), quad))


def test_a_card_whose_index_is_in_view_is_read_where_another_hides_a_part(table):
    found = read_cards(table, Reader("us"))
    assert len(found) == 2
    for name, quad in (("9C", LOWER), ("QH", UPPER)):
        reading = read_at(found, quad)
        assert reading.card == name and not reading.asks
        assert iou(np.array(reading.corners, np.float32), quad) > 0.85


def test_a_card_whose_indices_are_covered_is_never_trusted(table):
    deck = decks.design(4, "us")
    covered = table.copy()
    above = LOWER - np.float32([85, 120])
    lay(covered, decks.face(deck, "2S"), decks.mask(deck), above, 0.4)
    found = read_cards(cv2.GaussianBlur(covered, (0, 0), 0.7), Reader("us"))
    trusted = {reading.card for reading in found if not reading.asks}
    assert trusted == {"QH", "2S"}
