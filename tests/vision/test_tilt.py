"""A card that a hand holds leans: its picture is not that of a card on the table, however well it reads."""

import cv2
import numpy as np
import pytest

from vision.detect.fit import Fit
from vision.geometry.tilt import anisotropy
from vision.track.card_size import CardSize
from vision.types import Reading

PLAIN = Fit(cover=0.95, share=0.95, sure=0.99)


def lying(
    angle: float, *, slant: float = 0.0, lean: float = 0.0, size=(63.0, 88.0), at=(0.0, 0.0)
) -> np.ndarray:
    """Draw a card at an angle, degrees: float32 (4, 2) pixels.

    slant: degrees by which the camera looks from the side; lean: by which the card leans up about its short
    side.
    """
    w, h = size[0], size[1] * np.cos(np.radians(lean))
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    turn = np.radians(angle)
    on_table = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + at
    return (on_table * [1.7, 1.7 * np.cos(np.radians(slant))] + 600).astype(np.float32)


def read(card: str, quad: np.ndarray, asks: bool = False) -> Reading:
    return Reading(card, 0.99, asks, (), tuple(map(tuple, quad.tolist())))


def learnt(*quads: np.ndarray) -> CardSize:
    known = CardSize()
    for quad in quads:
        known.learn(read("4H", quad), PLAIN, quad)
    return known


@pytest.mark.parametrize("slant", [0, 25, 40])
@pytest.mark.parametrize("size", [(63.0, 88.0), (57.0, 89.0)])
def test_cards_on_one_table_lie_in_one_plane_whichever_way_they_point(slant, size):
    known = lying(10, slant=slant, size=size)
    for angle in range(0, 360, 30):
        assert anisotropy(known, lying(angle, slant=slant, size=size)) < 1.02


@pytest.mark.parametrize("slant", [0, 25])
def test_a_card_that_leans_does_not_lie_in_that_plane(slant):
    known = [lying(angle, slant=slant) for angle in (10, 80, 200)]
    assert np.median([anisotropy(each, lying(150, slant=slant, lean=45)) for each in known]) > 1.2


def test_either_end_may_be_first():
    quad = lying(30)
    assert anisotropy(lying(0), np.roll(quad, -2, 0)) == pytest.approx(anisotropy(lying(0), quad), abs=1e-5)
    assert anisotropy(lying(0), np.roll(quad, -1, 0)) < 1.01


def test_a_quad_without_an_area_lies_in_no_plane():
    line = np.float32([[0, 0], [10, 10], [20, 20], [10, 10]])
    assert anisotropy(lying(0), line) == anisotropy(line, lying(0)) == float("inf")


def test_the_first_card_is_held_against_a_camera_from_above():
    assert not CardSize().tilted(lying(70, slant=20))
    assert CardSize().tilted(lying(70, lean=45))


def test_before_a_camera_from_the_side_cards_lie_once_some_were_seen():
    known = learnt(*(lying(angle, slant=42) for angle in (0, 60, 130)))
    assert not known.tilted(lying(95, slant=42))
    assert CardSize().tilted(lying(0, slant=42))


def test_one_card_that_leant_does_not_make_others_lean():
    known = learnt(lying(0, lean=45))
    assert not known.tilted(lying(20))
    known.learn(read("5S", lying(20)), PLAIN, lying(20))
    assert not known.tilted(lying(110))
    known.learn(read("6S", lying(110)), PLAIN, lying(110))
    assert known.tilted(lying(0, lean=45))


def test_after_three_unclear_faces_in_a_row_the_table_is_learnt_anew():
    known = learnt(*(lying(angle, slant=42) for angle in (0, 60, 130)))
    for _ in range(3):
        known.learn(read("7S", lying(0), asks=True), PLAIN, lying(0))
    assert known.sides is None and not known.tilted(lying(20))


def test_perspective_alone_is_no_leaning():
    view = cv2.getPerspectiveTransform(
        np.float32([[0, 0], [1000, 0], [1000, 700], [0, 700]]),
        np.float32([[110, 60], [890, 60], [1000, 700], [0, 700]]),
    )
    quads = [
        cv2.perspectiveTransform(lying(angle, at=at)[None] - 300, view)[0]
        for angle, at in ((0, (-80, -90)), (50, (80, -90)), (120, (0, 0)), (170, (90, 100)), (80, (-90, 100)))
    ]
    known = learnt(*quads[:4])
    assert not known.tilted(quads[4])
