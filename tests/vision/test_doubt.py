"""Unclear cards looked at once more."""

import cv2
import numpy as np
import pytest

from vision.geometry.quads import rectify
from vision.read.augmentation import (
    CLEAR_READING,
    CROP_SHIFTS,
    Evidence,
    geometric_mean,
    probabilities,
    settled,
    shifted,
)
from vision.read.reader import Scores
from vision.sharp import sharpness

NAMES = ("7H", "8H", "back", "none")
QUAD = np.array([[10, 20], [70, 20], [70, 110], [10, 110]], np.float32)


class Told:
    """A reader that says what it was told, and counts what it read."""

    names = NAMES
    index = titles = None

    def __init__(self, *rows):
        self.rows, self.count = rows, 0

    def read(self, crops):
        self.count += len(crops)
        return Scores(NAMES, np.array(self.rows[: len(crops)]))


AGAIN = Told((0.9, 0.1, 0, 0))
"""What is read of any sharpened frame."""


def picture():
    return np.random.default_rng(1).integers(0, 255, (140, 90, 3), np.uint8)


def looked(reader, *first):
    return probabilities(picture(), QUAD, reader, np.array(first))


def test_a_clear_card_costs_nothing():
    reader = Told()
    assert looked(reader, CLEAR_READING, 0, 0, 0)[0] == CLEAR_READING and reader.count == 0


@pytest.mark.parametrize("first", [(0.1, 0.1, 0.1, 0.7), (0.1, 0, 0.8, 0.1), (0.1, 0.05, 0, 0.05)])
def test_what_is_no_unclear_card_costs_nothing_either(first):
    reader = Told()
    assert tuple(looked(reader, *first)) == first and reader.count == 0


def test_looks_that_agree_keep_their_confidence_and_never_exceed_it():
    row = (0.7, 0.2, 0.05, 0.05)
    assert looked(Told(*[row] * len(CROP_SHIFTS)), *row) == pytest.approx(np.array(row))


def test_looks_that_are_clearer_make_a_card_clearer():
    assert looked(Told(*[(0.98, 0.01, 0, 0)] * len(CROP_SHIFTS)), 0.8, 0.1, 0, 0)[0] > 0.93


def test_several_cards_are_looked_at_at_once_and_judged_one_by_one():
    firsts = [np.array(row) for row in ((0.8, 0.1, 0, 0), (CLEAR_READING, 0, 0, 0), (0.1, 0.8, 0, 0))]
    rows = [(0.98, 0.01, 0, 0)] * len(CROP_SHIFTS) + [(0.2, 0.7, 0, 0)] * len(CROP_SHIFTS)
    reader = Told(*rows)
    found = settled(picture(), [QUAD] * 3, reader, firsts)
    assert reader.count == 2 * len(CROP_SHIFTS) and found[1] is firsts[1]
    assert np.array_equal(found[0], looked(Told(*rows[: len(CROP_SHIFTS)]), *firsts[0]))
    assert np.array_equal(found[2], looked(Told(*rows[len(CROP_SHIFTS) :]), *firsts[2]))


def test_looks_that_disagree_leave_doubt():
    row = looked(Told(*[(0.02, 0.97, 0, 0)] * len(CROP_SHIFTS)), 0.98, 0.01, 0, 0)
    assert row.sum() < 0.7 and row.max() < 0.95
    assert looked(Told(*[(0.75, 0.2, 0, 0)] * len(CROP_SHIFTS)), 0.97, 0.02, 0, 0)[0] < 0.85


class Remembering(Told):
    """The same with a memory that knows the 8H, and of what it was asked."""

    def __init__(self, *rows):
        super().__init__(*rows)
        self.asked = []

    def glance(self, crops):
        return self.read(crops)

    def recall(self, row, crop):
        self.asked.append((row, crop))
        return np.array([0.01, 0.99, 0, 0])


def test_memory_is_asked_once_and_about_what_the_network_made_of_all_crops():
    rows = [(0.6, 0.35, 0, 0)] * len(CROP_SHIFTS)
    alone = looked(Told(*rows), *rows[0])
    reader = Remembering(*rows)
    # What memory said of the first crop before, that it is rather the 8H, does not count twice.
    assert looked(reader, 0.1, 0.85, 0, 0)[1] == 0.99
    ((row, crop),) = reader.asked
    assert np.array_equal(row, alone) and np.array_equal(crop, rectify(picture(), QUAD))
    reader = Remembering()
    assert looked(reader, CLEAR_READING, 0, 0, 0)[0] == CLEAR_READING and not reader.asked


def test_a_quad_is_shifted_along_its_own_sides():
    turned = np.array([[110, 10], [110, 70], [20, 70], [20, 10]], np.float32)
    moved = shifted(turned, 0.1, 0.0, 1.0)
    assert moved == pytest.approx(turned + np.array([0, 6], np.float32))
    assert shifted(QUAD, 0, 0, 1.1).mean(0) == pytest.approx(QUAD.mean(0))


def test_the_mean_of_many_looks_is_as_sure_as_one():
    rows = np.array([[0.7, 0.3]] * 50)
    assert geometric_mean(rows) == pytest.approx(rows[0])


def test_a_blurred_frame_does_not_count():
    sharp = picture()
    blurred = cv2.GaussianBlur(sharp, (0, 0), 3)
    clear, wrong = np.array([0.9, 0.1]), np.array([0.1, 0.9])
    first, second = (Evidence().more(*each, AGAIN) for each in ((clear, sharp), (wrong, blurred)))
    assert first.more(wrong, blurred, AGAIN).row() == pytest.approx(clear)
    assert second.more(clear, sharp, AGAIN).row() == pytest.approx(clear)
    assert first.more(wrong, sharp, AGAIN).row() == pytest.approx(np.array([0.3, 0.3]))


def test_a_card_is_blurred_as_long_as_no_frame_of_it_is_sharp():
    sharp = picture()
    blurred = cv2.GaussianBlur(sharp, (0, 0), 6)
    row = np.array([0.9, 0.1])
    only = Evidence().more(row, blurred, AGAIN)
    assert Evidence().blurred is None and only.blurred is not None
    assert only.more(row, sharp, AGAIN).blurred is None
    assert only.blurred.sharpness == sharpness(blurred)


def test_what_is_read_of_a_blurred_cards_sharpened_frames_is_pooled():
    blurred = cv2.GaussianBlur(picture(), (0, 0), 6)
    rows = np.array([[0.9, 0.1, 0, 0], [0.1, 0.9, 0, 0]], np.float32)
    evidence = Evidence()
    for row in rows:
        evidence = evidence.more(row, blurred, Told(row))
    assert evidence.blurred.row[:2] == pytest.approx(np.array([0.3, 0.3]))
