"""What a blurred card is read as is trusted where its sharpened crop bears it out."""

import cv2
import numpy as np
import pytest
from heap import Heap

from simulation.table import SimulatedTable
from vision.geometry.quads import rectify
from vision.read.augmentation import read_sharpened
from vision.read.blurred import BORNE_OUT, OTHERS_CLEAR, SOFT, Sharpened, sharpened
from vision.read.decide import PRINT_BLURRED, decide
from vision.read.reader import Reader
from vision.sharp import BLURRED, sharpness

NAMES = ("7S", "7H", "7D", "W", "back", "none")


def borne_out(card, decades, sharp):
    """Say whether a card is borne out that the sharpened crop makes so many powers of ten the likeliest."""
    row = np.full(len(NAMES), 10.0**-decades)
    row[NAMES.index(card)] = 1.0
    return Sharpened(row, sharp).bears_out(NAMES, card)


@pytest.mark.parametrize(
    ("card", "enough", "sharp"),
    [
        ("7D", BORNE_OUT, SOFT),
        ("7D", BORNE_OUT, OTHERS_CLEAR),
        ("7D", BORNE_OUT + 1, OTHERS_CLEAR - 0.03),
        ("W", BORNE_OUT, OTHERS_CLEAR),
        ("7S", BORNE_OUT, SOFT),
        ("7S", BORNE_OUT + 2, SOFT - 0.06),
        ("7H", BORNE_OUT + 2, SOFT - 0.06),
        ("back", BORNE_OUT, OTHERS_CLEAR - 0.03),
    ],
)
def test_the_less_is_left_of_a_print_the_clearer_the_sharpened_crop_must_be(card, enough, sharp):
    assert borne_out(card, enough + 0.1, sharp) and not borne_out(card, enough - 0.1, sharp)


def test_a_back_whose_print_does_not_run_together_need_not_be_borne_out():
    assert borne_out("back", -1.0, BLURRED) and not borne_out("back", -1.0, BLURRED - 0.01)


def test_what_the_sharpened_crop_takes_for_another_card_is_not_borne_out():
    assert not Sharpened(np.array([0.1, 0.9, 0, 0, 0, 0]), SOFT).bears_out(NAMES, "7S")


def test_sharpening_gives_a_blurred_print_steeper_edges_and_leaves_a_bare_one_as_it_is():
    bare = np.full((144, 96, 3), 200, np.uint8)
    printed = bare.copy()
    cv2.putText(printed, "8", (30, 80), cv2.FONT_HERSHEY_DUPLEX, 1.5, (20, 20, 20), 3, cv2.LINE_AA)
    blurred = cv2.GaussianBlur(printed, (0, 0), 2.5)
    assert sharpness(sharpened(blurred)) > sharpness(blurred) and np.array_equal(sharpened(bare), bare)


def test_a_sharp_crop_is_not_read_again():
    table = SimulatedTable(400016, 4, "us", (1280, 720))
    table.lay("4H", 0)
    crop = rectify(table.render(), np.array(table.lying[-1].corners, np.float32))
    assert read_sharpened(crop, Reader("us")) is None


def test_blurred_clubs_that_look_like_spades_ask_and_what_is_borne_out_does_not():
    """Blurred by 2.5 pixels of 1,280 the reader is sure of spades where clubs lie; of hearts rightly."""
    table, reader, asked = SimulatedTable(400016, 4, "us", (1280, 720)), Reader("us"), []
    for seat, (card, looks) in enumerate((("9C", "9S"), ("10C", "10S"), ("3C", "3S"), ("4H", "4H"))):
        table.lay(card, seat)
        picture = cv2.GaussianBlur(table.render(), (0, 0), 2.5)
        quad = np.array(table.lying[-1].corners, np.float32)
        crop = rectify(picture, quad)
        row = reader.read(crop[None]).probabilities[0]
        found = decide(reader.names, row, quad, blurred=read_sharpened(crop, reader))
        assert found.card == looks and not decide(reader.names, row, quad).asks
        asked.append((found.asks, found.doubt))
    assert asked == [(True, PRINT_BLURRED)] * 3 + [(False, None)]


def test_a_blurred_pile_is_no_longer_asked_about_once_it_was_seen_more_sharply():
    heap = Heap(330001, "us", lambda picture: cv2.GaussianBlur(picture, (0, 0), picture.shape[1] / 850))
    assert [card for card, _ in heap.asked] == ["back"]
    heap.lay(0)
    assert heap.asked == []
