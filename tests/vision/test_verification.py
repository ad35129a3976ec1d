"""Whether the outline of what reads as no card is a card's: on polygons, and at drawn tables."""

import cv2
import numpy as np
import pytest

from tests.room.heap import begun
from tests.room.things import TELEPHONE_MM, strange_card, telephone
from vision.detect.verification import is_unlikely, prolonged
from vision.geometry.quads import Sides

QUAD = np.float32([[300, 200], [420, 210], [405, 387], [285, 377]])
CARD = Sides(120.0, 178.0)
TABLE, PLACE = 331401, ((150.0, 60.0), 20.0)
PAPER, DARK = (235, 235, 235), (40, 40, 44)


def cloth(checked=False):
    rng = np.random.default_rng(4)
    out = np.full((540, 960, 3), (60, 90, 50), np.float32)
    if checked:
        y, x = np.mgrid[:540, :960] // 60
        out[(x + y) % 2 > 0] = (190, 195, 190)
    return np.clip(out + rng.normal(0, 2, out.shape), 0, 255).astype(np.uint8)


def with_thing(quad, paint=PAPER, *, checked=False):
    return cv2.fillConvexPoly(cloth(checked), np.round(quad).astype(np.int32), paint)


def longer(times):
    """Give the quad of something that many times as long, of which a card's length is outlined."""
    out = QUAD.copy()
    out[2:] = out[:2][::-1] + times * (out[2:] - out[:2][::-1])
    return out


def wider(quad, times):
    out = quad.copy()
    out[1:3] = out[[0, 3]] + times * (out[1:3] - out[[0, 3]])
    return out


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("known", [None, CARD])
@pytest.mark.parametrize("paint", [PAPER, DARK])
def test_a_card_is_likely_one_upon_whatever_cloth(paint, known, checked):
    picture = with_thing(QUAD, paint, checked=checked)
    assert not is_unlikely(picture, QUAD, known)


@pytest.mark.parametrize(("paint", "checked"), [(PAPER, False), (PAPER, True), (DARK, False)])
@pytest.mark.parametrize("known", [None, CARD])
def test_a_card_s_length_of_something_longer_is_none(paint, known, checked):
    picture = with_thing(longer(1.5), paint, checked=checked)
    assert prolonged(picture, QUAD) > 0.8
    beside = QUAD + np.float32((80, 0))
    assert is_unlikely(picture, QUAD, known) and is_unlikely(picture, QUAD, known, [beside])


def test_what_goes_on_at_one_side_alone_may_be_a_card_beside_another():
    strip = longer(1.5)
    strip[1:3] = strip[[0, 3]] + (strip[1:3] - strip[[0, 3]]) / 2
    picture = cv2.fillConvexPoly(with_thing(QUAD), strip.astype(np.int32), PAPER)
    assert prolonged(picture, QUAD) < 0.2
    assert not is_unlikely(picture, QUAD, CARD)


@pytest.mark.parametrize(("times", "unlikely"), [(1.0, False), (1.08, False), (1.5, True)])
def test_what_has_not_a_card_s_shape_is_none(times, unlikely):
    quad = wider(QUAD, times)
    assert [is_unlikely(with_thing(quad), quad, known) for known in (None, CARD)] == [unlikely] * 2


def test_what_has_no_straight_sides_is_none():
    assert is_unlikely(cv2.circle(cloth(), (352, 293), 80, PAPER, -1), QUAD, CARD)
    assert is_unlikely(cloth(), QUAD, CARD)


def test_that_another_hides_sides_of_a_card_tells_nothing_of_it():
    upper = 1.5 * (QUAD - QUAD.mean(0)) + QUAD.mean(0) + np.float32((60, 70))
    picture = cv2.fillConvexPoly(with_thing(QUAD), upper.astype(np.int32), PAPER)
    assert is_unlikely(picture, QUAD, CARD)
    assert not is_unlikely(picture, QUAD, CARD, [upper])
    assert is_unlikely(picture, QUAD, CARD, [QUAD - np.float32((112, 10))])


def test_a_telephone_that_is_laid_down_and_lights_up_is_not_asked_about():
    heap = begun(TABLE, "us")
    dark, lit = (telephone(TABLE, lit=each) for each in (False, True))
    heap.reach(1, lambda: heap.table.put(dark, TELEPHONE_MM, *PLACE, shadowed=True))
    heap.look(10)
    heap.table.put(lit, TELEPHONE_MM, *PLACE)
    heap.look(15)
    assert not heap.asked and heap.sure == heap.true


def test_a_card_that_no_reader_knows_is_asked_about():
    heap = begun(TABLE, "us")
    deck = heap.table.deck
    strange = strange_card(TABLE, deck)
    heap.reach(1, lambda: heap.table.put(strange, deck.size_mm, *PLACE, shadowed=True))
    heap.look(10)
    assert len(heap.asked) == 1
