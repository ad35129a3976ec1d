"""Straight edges along the sides of a quad, on pictures made of polygons."""

import cv2
import numpy as np
import pytest

from vision.detect.edges import FAINTEST, is_outlined, profiles, support, third_side

CLOTH, PAPER = (60, 90, 50), (235, 235, 235)
QUAD = np.array([[300, 200], [420, 210], [405, 380], [285, 370]], np.float32)


def table(cloth=CLOTH):
    rng = np.random.default_rng(3)
    return np.clip(np.full((540, 960, 3), cloth) + rng.normal(0, 1.5, (540, 960, 3)), 0, 255).astype(np.uint8)


def with_card(cloth=CLOTH, paper=PAPER):
    picture = table(cloth)
    cv2.fillConvexPoly(picture, QUAD.astype(np.int32), paper)
    return picture


def with_mug():
    picture = table()
    cv2.circle(picture, tuple(int(v) for v in QUAD.mean(0)), 80, PAPER, -1)
    return picture


def with_fingers():
    picture = table()
    for x in (300, 335, 370, 405):
        cv2.line(picture, (x, 400), (x - 10 + (x % 7) * 4, 190 + x % 11 * 6), (110, 150, 205), 22)
    return picture


def test_a_card_has_a_straight_edge_along_every_side():
    assert min(support(side, 2.0) for side in profiles(with_card(), QUAD, 7.0)) > 0.8
    assert is_outlined(with_card(), QUAD)


def test_a_card_is_outlined_where_another_lies_upon_one_of_its_sides():
    picture = with_card()
    for x in range(280, 430, 14):
        cv2.line(picture, (x, 190), (x + 5, 216 - x % 9), (40, 40, 200), 6)
    assert is_outlined(picture, QUAD)


def test_a_quad_set_a_little_wrong_is_outlined_all_the_same():
    turned = QUAD + np.array([[2, -3], [3, 2], [-2, 3], [-3, -2]], np.float32)
    assert is_outlined(with_card(), turned)


def test_a_place_without_any_edge_is_no_card():
    assert not is_outlined(table(), QUAD)


@pytest.mark.parametrize("picture", [with_mug(), with_fingers()], ids=["mug", "fingers"])
def test_what_has_no_straight_sides_is_no_card(picture):
    assert not is_outlined(picture, QUAD)


def test_beyond_the_picture_nothing_is_a_side():
    picture = table()
    at_rim = QUAD + np.array([-305, -215], np.float32)
    cv2.fillConvexPoly(picture, at_rim.astype(np.int32), PAPER)
    assert not is_outlined(picture, at_rim)
    assert is_outlined(with_card(), QUAD)


def test_a_quad_of_the_right_size_upon_a_card_that_leans_has_not_three_sides():
    picture = table()
    leaning = QUAD.copy()
    leaning[2:] = QUAD[2:] + (QUAD[:2][::-1] - QUAD[2:]) * 0.3
    cv2.fillConvexPoly(picture, leaning.astype(np.int32), PAPER)
    assert third_side(picture, QUAD + np.float32([9, -20])) < FAINTEST
    assert third_side(with_card(), QUAD) > FAINTEST
