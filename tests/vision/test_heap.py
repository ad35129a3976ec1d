"""Cards upon each other in a still picture: the upper is known, and what is hidden is never trusted."""

import cv2
import numpy as np
import pytest

from models.render import decks
from models.render.crops import lay
from vision.geometry import ordered, overlap
from vision.heap import upper
from vision.read import read_cards
from vision.reader import Reader

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


def test_the_upper_of_two_cards_is_told_by_its_edge(table):
    gray = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY)
    assert upper(gray, UPPER, LOWER) and not upper(gray, LOWER, UPPER)


def test_cards_that_do_not_overlap_lie_not_upon_each_other(table):
    gray = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY)
    assert not upper(gray, UPPER, LOWER + np.float32([400, 0]))


def test_a_card_that_is_partly_hidden_is_found_and_asked_about(table):
    found = read_cards(table, Reader("us"))
    at = {
        name: max(found, key=lambda r, quad=quad: overlap(np.array(r.corners, np.float32), quad))
        for name, quad in (("9C", LOWER), ("QH", UPPER))
    }
    assert at["9C"] is not at["QH"]
    assert at["QH"].card == "QH" and at["9C"].asks
