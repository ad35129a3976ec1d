"""Seen from the side, cards that point one way look longer than others: they are cards for all that."""

from functools import partial

import numpy as np
import pytest
from heap import Heap

from vision.detect.fit import Fit
from vision.detect.parts import shapes
from vision.geometry.quads import Sides, SlantedSides, has_size, iou, sides
from vision.geometry.tilt import plane_of
from vision.track.card_size import UNCLEAR_FACES, CardSize
from vision.types import Reading

PLAIN = Fit(cover=0.95, share=0.95, sure=0.99)


def lying(angle, slant, size=(63.0, 88.0), at=(0.0, 0.0)):
    """Draw a card at an angle, seen from the side, both in degrees: float32 (4, 2) pixels."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 2
    turn = np.radians(angle)
    on_table = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + at
    return (on_table * [1.7, 1.7 * np.cos(np.radians(slant))] + 600).astype(np.float32)


def learnt(*quads):
    size = CardSize()
    for quad in quads:
        size.learn(Reading("4H", 0.99, False, (), tuple(map(tuple, quad.tolist()))), PLAIN, quad)
    return size


def slant(*quads):
    return SlantedSides(63.0, 88.0, plane_of(quads)).nearer


@pytest.mark.parametrize("angle", [0, 20, 40])
@pytest.mark.parametrize("size", [(63.0, 88.0), (57.0, 89.0)])
def test_cards_that_point_two_ways_tell_how_far_from_the_side_the_camera_looks(angle, size):
    known = lying(10, angle, size), lying(80, angle, size)
    plane = plane_of(known)
    assert slant(*known) == pytest.approx(1 / np.cos(np.radians(angle)), rel=0.01)
    assert np.linalg.det(plane) == pytest.approx(1)
    upright = [sides((lying(each, angle, size) @ plane.T).astype(np.float32)) for each in range(0, 180, 15)]
    assert np.ptp(upright, axis=0).max() < 0.02 * upright[0].short


def test_what_is_nearer_and_larger_tells_of_no_slant():
    assert slant(lying(10, 0), lying(80, 0, (75.6, 105.6))) == pytest.approx(1, rel=0.01)


def test_a_card_that_points_another_way_has_the_size_of_those_that_are_known():
    size = learnt(lying(0, 40), lying(10, 40)).sides
    assert has_size(lying(90, 40), size)
    assert size.of(lying(90, 40)) == pytest.approx(tuple(size), rel=0.08)


def test_what_is_nearer_to_a_camera_that_looks_from_the_side_is_a_larger_card():
    near = lying(20, 40, (63.0 * 1.4, 88.0 * 1.4))
    assert has_size(near, learnt(lying(0, 40), lying(60, 40)).sides)
    assert not has_size(lying(20, 0, (63.0 * 1.4, 88.0 * 1.4)), learnt(lying(0, 0), lying(60, 0)).sides)


def test_what_lay_there_at_first_tells_roughly_how_large_a_card_is_until_one_is_read():
    card = CardSize()
    assert card.about is None
    card.begin([lying(30, 0)])
    assert card.sides is None and card.about == pytest.approx((63 * 1.7, 88 * 1.7), rel=0.01)
    nearer = lying(0, 0, (66.0, 92.0))
    card.learn(Reading("4H", 0.99, False, (), ()), PLAIN, nearer)
    assert card.about == card.sides == pytest.approx((66 * 1.7, 92 * 1.7), rel=0.01)
    for _ in range(UNCLEAR_FACES):
        card.learn(Reading("4H", 0.5, True, (), ()), PLAIN, nearer)
    assert card.about is None


def test_parts_of_fans_that_were_taken_for_backs_tell_nothing_of_how_large_a_card_is():
    card, narrow = CardSize(), lying(30, 0, (46.0, 86.0))
    uneven = np.float32([[677, 191], [721, 213], [696, 262], [666, 255]])
    card.begin([narrow, uneven])
    assert card.about is None
    card.begin([lying(0, 0)])
    assert card.about == pytest.approx((63 * 1.7, 88 * 1.7), rel=0.01)


def test_a_face_read_with_certainty_tells_roughly_how_large_a_card_is():
    """Upon a pale cloth too little of its place changes for its outline to be believed by itself."""
    card = CardSize()
    card.begin([lying(0, 0, (75.0, 105.0))])
    card.learn(Reading("4H", 0.99, False, (), ()), Fit(cover=0.95, share=0.3, sure=0.99), lying(40, 0))
    assert card.sides is None and card.about == pytest.approx((63 * 1.7, 88 * 1.7), rel=0.01)


@pytest.mark.parametrize("seed", [330062, 330084])
def test_of_the_first_two_cards_one_half_upon_the_other_none_is_missed(seed):
    heap = Heap(seed, "us" if seed % 3 else "amigo")
    laying = [(seat, partial(heap.table.lay, heap.deck.pop(), seat)) for seat in (0, 1)]
    heap.reach_both(*laying)
    assert sorted(item.reading.card for item in heap.lying if heap.is_face(item)) == sorted(heap.true)


def test_a_first_card_of_another_size_than_what_lay_there_at_first_is_found_for_all_that(monkeypatch):
    heap = Heap(330062, "us")
    monkeypatch.setattr(CardSize, "about", Sides(70.0, 100.0))
    heap.lay(0)
    assert heap.sure == heap.true


@pytest.mark.parametrize(
    ("shares", "sizes", "known"),
    [
        # Upon a cloth of which a part is as white as paper no card changes all of its place.
        ((0.7, 0.8, 0.75), (1.0, 1.01, 0.99), True),
        ((0.7, 0.8), (1.0, 1.01), False),
        ((0.7, 0.8, 0.75), (1.0, 1.2, 0.9), False),
        ((0.95,), (1.0,), True),
    ],
)
def test_outlines_of_which_less_changed_are_believed_where_they_agree(shares, sizes, known):
    card = CardSize()
    for angle, (share, size) in enumerate(zip(shares, sizes, strict=True)):
        quad = lying(40 * angle, 0, (63.0 * size, 88.0 * size))
        card.learn(Reading("4H", 0.99, False, (), ()), Fit(cover=0.95, share=share, sure=0.99), quad)
    assert (card.sides is not None) == known
    assert not known or card.sides.long == pytest.approx(88 * 1.7, rel=0.02)


def test_from_above_a_card_is_measured_as_it_is_seen():
    size = learnt(lying(0, 10), lying(90, 10)).sides
    assert not isinstance(size, SlantedSides) and size.of(lying(30, 10)) == sides(lying(30, 10))


def test_the_stock_tells_of_the_slant_before_any_card_is_laid():
    size = CardSize()
    assert size.tilted(lying(0, 42))
    size.begin([lying(20, 42)])
    assert not size.tilted(lying(0, 42)) and size.sides is None
    size.learn(Reading("4H", 0.99, False, (), ()), PLAIN, lying(0, 42))
    assert size.sides.nearer == pytest.approx(1 / np.cos(np.radians(42)), rel=0.02)


def test_a_stock_that_lies_flat_lets_a_first_card_lean_no_less():
    size = CardSize()
    size.begin([lying(20, 0)])
    assert size.tilted(lying(70, 0, (63.0, 88.0 * np.cos(np.radians(45)))))


def test_a_card_is_set_into_a_change_as_it_lies_on_the_table():
    size = learnt(*(lying(angle, 40) for angle in (0, 60, 130))).sides
    changed = lying(37, 40)
    assert max(iou(changed, quad) for quad in shapes(changed, size)[2:]) > 0.97
    assert max(iou(changed, quad) for quad in shapes(changed, Sides(*size))[2:]) < 0.9


@pytest.mark.parametrize("seed", [331_303, 331_304])
def test_cards_laid_crosswise_upon_each_other_are_all_read_from_the_side(seed):
    heap = Heap(seed, "us", place={"tilt": 30})
    heap.lay(0)
    heap.lay(1, 8, turned=87)
    heap.lay(2, 8, turned=95)
    assert sorted(heap.sure) == sorted(heap.true) and not heap.asked
