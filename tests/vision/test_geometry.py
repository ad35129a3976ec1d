"""Quads: their order, overlap and rectification."""

import itertools

import cv2
import numpy as np
import pytest

from vision.geometry import quads

CARD = np.array([[100, 100], [160, 100], [160, 190], [100, 190]], np.float32)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_corners_in_any_order_become_the_same_clockwise_quad(order):
    quad = quads.ordered(CARD[list(order)])
    assert np.allclose(quad, CARD)


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_a_turned_card_starts_with_a_short_edge_and_runs_clockwise(angle):
    turn = cv2.getRotationMatrix2D((130, 145), angle, 1)
    quad = quads.ordered(CARD @ turn[:, :2].T + turn[:, 2])
    short, long = quads.sides(quad)
    assert short == pytest.approx(60, abs=0.1) and long == pytest.approx(90, abs=0.1)
    a, b = quad[1] - quad[0], quad[2] - quad[1]
    assert a[0] * b[1] - a[1] * b[0] > 0


def test_overlap_is_the_share_of_the_union():
    assert quads.iou(CARD, CARD) == pytest.approx(1, abs=1e-4)
    assert quads.iou(CARD, CARD + [30, 0]) == pytest.approx(1 / 3, abs=1e-3)
    assert quads.iou(CARD, CARD + [300, 0]) == 0


@pytest.mark.parametrize(
    ("quad", "fits"),
    [
        (CARD, True),
        (CARD * [1.0, 0.85], True),
        (CARD * [3.0, 1.0], False),
        (np.array([[0, 0], [60, 0], [60, 60], [0, 60]], np.float32), False),
        (np.array([[0, 0], [60, 0], [20, 90], [0, 90]], np.float32), False),
        (CARD * 0.1, False),
    ],
)
def test_only_shapes_that_a_card_can_take_are_plausible(quad, fits):
    assert quads.plausible(np.asarray(quad, np.float32)) is fits


def test_the_corner_that_follows_the_last_one_is_the_first():
    assert np.array_equal(quads.following(CARD), CARD[[1, 2, 3, 0]])
    assert np.array_equal(quads.following(np.float32([1, 2, 3, 4])), [2, 3, 4, 1])


def test_rectification_undoes_perspective():
    pattern = np.random.default_rng(0).integers(0, 255, (12, 8, 3), np.uint8)
    card = cv2.resize(pattern, (192, 288), interpolation=cv2.INTER_NEAREST)
    quad = np.array([[210, 120], [420, 160], [380, 470], [170, 400]], np.float32)
    source = np.array([[0, 0], [192, 0], [192, 288], [0, 288]], np.float32)
    scene = cv2.warpPerspective(card, cv2.getPerspectiveTransform(source, quad), (600, 600))
    flat = quads.rectify(scene, quad)
    wanted = cv2.resize(card, (96, 144), interpolation=cv2.INTER_AREA)
    inner = (slice(8, -8), slice(8, -8))
    assert np.abs(flat.astype(int) - wanted)[inner].mean() < 12


def test_a_quad_beyond_the_picture_goes_on_as_the_edge_does():
    image = np.zeros((60, 80, 3), np.uint8)
    image[:, -1] = (10, 20, 30)
    beyond = np.float32([[200, 10], [230, 10], [230, 50], [200, 50]])
    assert (quads.rectify(image, beyond, (16, 24)) == (10, 20, 30)).all()
    assert (quads.rectify(image, beyond - [400, 0], (16, 24)) == 0).all()


def test_cutting_out_looks_at_no_more_than_it_must_and_sees_the_same():
    image = np.random.default_rng(2).integers(0, 255, (300, 400, 3), np.uint8)
    image = cv2.GaussianBlur(image, (0, 0), 2)
    quad = np.float32([[-20, 90], [60, 40], [130, 150], [50, 210]])
    target = np.float32([[0, 0], [96, 0], [96, 144], [0, 144]])
    whole = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(quad, target), (96, 144), borderMode=cv2.BORDER_REPLICATE
    )
    assert np.abs(quads.rectify(image, quad).astype(int) - whole).max() <= 1
