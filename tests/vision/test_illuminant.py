"""Painted cards by coloured light: what is certain is what they are, or they are asked about."""

import numpy as np
import pytest

from models import corners
from simulation.table import SimulatedTable
from vision.geometry.quads import rectify
from vision.read.illuminant import BORNE_OUT, is_colored, marginal, white, without_light
from vision.read.reader import Reader

INCANDESCENT = np.float32((0.45, 0.85, 1.15))
"""Gains of blue, green and red by such a lamp, before a camera whose white balance is for daylight."""


def by(light, picture):
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def printed(paper, number):
    """Paint a crop in two colours, blue, green and red: the number is a twentieth of it."""
    crop = np.full((144, 96, 3), paper, np.uint8)
    crop[20:47, 20:45] = number
    return crop


def test_the_brightest_print_is_taken_for_white():
    crop = printed((150, 60, 30), (200, 200, 200))
    assert white(crop) == pytest.approx((200, 200, 200))
    assert white(by(INCANDESCENT, crop)) == pytest.approx(200 * INCANDESCENT, abs=1)
    assert (white(np.zeros((144, 96, 3), np.uint8)) == 1).all()


def test_what_the_table_shows_at_a_crops_edge_is_no_white():
    crop = printed((150, 60, 30), (150, 60, 30))
    crop[:3], crop[:, -1] = 255, 255
    assert white(crop) == pytest.approx((150, 60, 30), abs=2)


def test_without_the_light_white_is_white_and_blue_is_as_blue_as_by_day():
    crop = printed((150, 60, 30), (200, 200, 200))
    shown = by(INCANDESCENT, crop)
    seen = without_light(shown, white(shown)).astype(float)
    assert np.ptp(seen[30, 30]) <= 1
    assert seen[90, 50] / seen[30, 30] == pytest.approx(np.array([150, 60, 30]) / 200, abs=0.02)


def test_without_the_light_orange_is_red_and_yellow_hardly_less_yellow():
    pale = np.array([200.0, 200.0, 200.0])
    orange, yellow = (
        without_light(printed(paint, pale), pale)[90, 50].astype(int)
        for paint in ((20, 130, 230), (20, 210, 230))
    )
    assert list(orange) == [20, 70, 230] and list(yellow) == [20, 198, 230]


def test_what_is_certain_stays_so_where_it_is_borne_out_and_else_either_reading_counts():
    sure, bears_out, other = (np.array(row, np.float32) for row in ([0.96, 0.02], [0.6, 0.3], [0.0, 1.0]))
    assert (marginal(sure, bears_out) == sure).all()
    assert marginal(sure, other) == pytest.approx([0.48, 0.51])
    assert marginal(np.stack([sure, sure]), np.stack([bears_out, other])).argmax(1).tolist() == [0, 1]
    assert marginal(sure, np.float32([BORNE_OUT - 0.01, 0.0])).max() < 0.8
    unsure = np.float32([0.9, 0.1])
    assert marginal(unsure, np.float32([1.0, 0.0])) == pytest.approx([0.95, 0.05])


def test_only_the_suits_of_painted_decks_hang_on_the_light():
    assert [is_colored(name) for name in ("12B", "7G", "1R", "9Y")] == [True] * 4
    names = ("7H", "KC", "W", "J", "back", "none", "dragon")
    assert not any(is_colored(name) for name in names)


@pytest.fixture(scope="module")
def reader():
    return Reader("amigo")


@pytest.fixture(scope="module")
def blue():
    """A blue card on a drawn table, by an incandescent lamp: the picture and its corners."""
    table = SimulatedTable(331212, 4, "amigo", (1280, 720))
    table.lay("12B", 0)
    return by(INCANDESCENT, table.render()), np.float32(table.lying[0].corners)


def test_a_blue_card_that_looks_yellow_by_a_lamp_is_no_certain_yellow_one(reader, blue):
    picture, quad = blue
    row = reader.read(rectify(picture, quad)[None]).probabilities[0]
    yellow, right = (float(row[reader.names.index(name)]) for name in ("12Y", "12B"))
    assert yellow < right < 0.6


def test_nor_do_its_corners_say_so(reader, blue):
    told = reader.index.told(*blue[:1], [blue[1]], corners.USUAL)[0]
    yellow, right = (told[:, reader.names.index(name)] for name in ("12Y", "12B"))
    assert (yellow < right).all() and (right < 0.6).all()


@pytest.mark.parametrize("card", ["12B", "12Y"])
def test_by_daylight_painted_cards_stay_certain(reader, card):
    table = SimulatedTable(331212, 4, "amigo", (1280, 720))
    table.lay(card, 0)
    picture, quad = table.render(), np.float32(table.lying[0].corners)
    row = reader.read(rectify(picture, quad)[None]).probabilities[0]
    assert row[reader.names.index(card)] > 0.95


def test_ordinary_cards_are_read_once(monkeypatch):
    ordinary, shown = Reader("us"), []
    run = ordinary._network.run
    monkeypatch.setattr(ordinary._network, "run", lambda *given: shown.append(len(given[1])) or run(*given))
    table = SimulatedTable(331201, 4, "us", (1280, 720))
    table.lay("8C", 0)
    crop = rectify(by(INCANDESCENT, table.render()), np.float32(table.lying[0].corners))
    row = ordinary.read(crop[None]).probabilities[0]
    assert row[ordinary.names.index("8C")] > 0.995 and shown == [1]
