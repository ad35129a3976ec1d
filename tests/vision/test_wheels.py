"""Bid wheels are followed in poor pictures: told once they rest, never while nobody can read them."""

from functools import cache

import cv2
import numpy as np
import pytest

from familiar.bench.wheels import CARD_MM, WRONG, Drawn
from kit.mat_picture import mat_picture
from kit.wheel_picture import PER_MM, SIZE_MM, back_picture, tag_picture, wheel_picture
from simulation.wheels import WheelSpot
from vision.interval import USUAL_MS
from vision.wheels import printed, track
from vision.wheels.find import Found, find
from vision.wheels.track import WheelTracker

EVERY, KEPT, OFTEN, UNCLEAR = (
    each // USUAL_MS
    for each in (track.WHEEL_SEARCH_MS, track.KEPT_MS, track.TAG_SEARCH_MS, track.UNREADABLE_MS)
)
RESTS = track.WHEEL_RESTS_MS // USUAL_MS + 1
"""In pictures, a tenth of a second apart."""

CLOTH = (60, 90, 40)
AT = [(160, 160), (480, 160), (800, 160)]


@cache
def piece(color, place):
    picture, there = back_picture() if color is None else wheel_picture(color, place)
    size = (round(SIZE_MM[0] * 2.36), round(SIZE_MM[1] * 2.36))
    small = [cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (picture, there)]
    return small[0], small[1][..., None] / 255


def table(*wheels, tags=()):
    """Draw wheels (color, place) side by side on a cloth, 2.36 pixels a millimetre."""
    out = np.full((480, 960, 3), CLOTH, np.uint8)
    for (x, y), wheel in zip(AT, wheels, strict=False):
        if wheel is not None:
            picture, there = piece(*wheel)
            h, w = picture.shape[:2]
            part = out[y - h // 2 : y - h // 2 + h, x - w // 2 : x - w // 2 + w]
            part[:] = part * (1 - there) + picture * there
    for suit, x in tags:
        picture, _ = tag_picture(suit, "red")
        small = cv2.resize(picture, None, fx=2.36 / PER_MM, fy=2.36 / PER_MM, interpolation=cv2.INTER_AREA)
        h, w = small.shape[:2]
        out[330 : 330 + h, x : x + w] = small
    return out


def looked(tracker, frame, looks, **how):
    """Let it look so often; give the last that it told."""
    told = [tracker.look(frame, **how) for _ in range(looks)]
    return next((each for each in reversed(told) if each is not None), None)


def states(sight):
    return [(each.color, each.state, each.place) for each in sight.wheels]


def test_wheels_are_told_once_they_rest_and_not_again():
    tracker, frame = WheelTracker(), table((0, 3), (4, 20), (2, printed.COVERED))
    assert looked(tracker, frame, RESTS - 1) is None
    sight = tracker.look(frame)
    assert states(sight) == [(0, "rests", 3), (2, "rests", printed.COVERED), (4, "rests", 20)]
    assert [each.number for each in sight.wheels] == [3, None, 20]
    assert sight.wheels[1].covered and not sight.wheels[0].covered
    assert sight.wheels[0].at == pytest.approx((160 / 960, 160 / 480), abs=0.01)
    assert looked(tracker, frame, 2 * EVERY) is None


def test_a_turned_wheel_is_told_anew_once_it_rests_and_nothing_in_between():
    tracker = WheelTracker()
    looked(tracker, table((0, 3)), EVERY)
    for place in (4, 5, 6):
        assert looked(tracker, table((0, place)), RESTS - 1) is None
    assert states(looked(tracker, table((0, 7)), RESTS)) == [(0, "rests", 7)]


def test_a_wheel_turned_half_is_unclear_and_one_under_its_back_is_hidden():
    tracker = WheelTracker()
    looked(tracker, table((0, 3), (1, 5)), EVERY)
    sight = looked(tracker, table((0, 3.5), (None, 0)), UNCLEAR + EVERY)
    assert states(sight) == [(0, "unclear", None), (1, "hidden", None)]
    sight = looked(tracker, table((0, 3), (1, 5)), RESTS + EVERY)
    assert states(sight) == [(0, "rests", 3), (1, "rests", 5)]


def test_a_wheel_that_a_search_misses_is_told_of_only_where_it_looks_otherwise(monkeypatch):
    tracker, frame = WheelTracker(), table((0, 3), (1, 5))
    looked(tracker, frame, EVERY)
    for name in ("find", "find_near"):
        monkeypatch.setattr(track, name, lambda *_, **__: Found())
    assert looked(tracker, frame, UNCLEAR + 3 * EVERY) is None
    sight = looked(tracker, table((0, 3), (None, 0)), UNCLEAR + EVERY)
    assert states(sight) == [(0, "rests", 3), (1, "hidden", None)]


@pytest.mark.parametrize(
    ("number", "turns"),
    # A lamp's reflection lies on the wheel; a smear of three pixels in little light makes its border grey.
    [(72, 1), (187, 4)],
)
def test_a_number_whose_border_is_grey_from_glare_or_a_smear_is_read(number, turns):
    drawn = Drawn(5, number)
    assert [drawn.bid() for _ in range(turns)] == ["right"] * turns


def test_two_wheels_of_one_colour_are_told():
    tracker = WheelTracker()
    assert looked(tracker, table((0, 3), (0, 4)), 2 * EVERY).doubled == {0}


def test_a_tag_is_told_once_it_lies_still():
    tracker = WheelTracker()
    sight = looked(tracker, table((0, 3), tags=[(2, 300), (4, 700)]), 2 * OFTEN, often=True)
    assert sight.tags == {2, 4}
    assert looked(tracker, table((0, 3)), 3 * OFTEN, often=True).tags == frozenset()


def test_the_markers_of_the_mat_are_no_wheels():
    found = find(mat_picture(3))
    assert found.wheels == () and found.tags == ()


def test_what_looks_for_cards_sees_cloth_in_a_wheels_place():
    tracker, frame = WheelTracker(), table((0, 3), (1, 20), tags=[(1, 500)])
    assert tracker.painted(frame) is frame
    looked(tracker, frame, 2 * EVERY)
    painted = tracker.painted(frame)
    assert np.abs(painted.astype(int) - np.array(CLOTH)).max() < 12
    # What is taken away is at last no wheel any more.
    bare = table()
    looked(tracker, bare, KEPT + 2 * EVERY)
    assert tracker.painted(bare) is bare


@pytest.mark.parametrize(
    ("middle", "upon"),
    # Upon a wheel, at its rim, beside it; upon a tag, beside it; where a wheel would lie.
    [((160, 260), True), ((160, 399), True), ((160, 425), False), ((560, 400), True), ((700, 400), False)],
)
def test_a_card_upon_a_wheel_or_a_tag_is_known(middle, upon):
    tracker, frame = WheelTracker(), table((0, 3), tags=[(1, 500)])
    looked(tracker, frame, 2 * EVERY)
    half = np.array(CARD_MM) * 2.36 / 2
    card = np.array(middle) + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    assert tracker.bears(frame, card) == upon


def test_at_the_rim_of_a_camera_that_leans_a_wheel_is_read():
    rng = np.random.default_rng(4)
    for _ in range(3):
        spot = WheelSpot(rng, SIZE_MM, 1920, 25.0)
        spot.lay(wheel_picture(3, 17))
        (wheel,) = find(spot.picture, half=True).wheels
        assert (wheel.color, wheel.place) == (3, 17)


def test_bids_turned_by_hand_in_poor_pictures_are_right_or_asked():
    outcomes = []
    for number in range(3):
        drawn = Drawn(11, number)
        outcomes += [drawn.bid() for _ in range(2)]
        assert all(drawn.wrong(kind) == "asked" for kind in WRONG[number::3])
    assert outcomes.count("right") >= 5 and "silent" not in outcomes


class Paced:
    """Looks at so many pictures a second."""

    def __init__(self, pace):
        self.pace, self.pictures, self.tracker = pace, 0, WheelTracker()

    def look(self, frame, **how):
        self.tracker.taken(self.pictures / self.pace)
        self.pictures += 1
        return self.tracker.look(frame, **how)

    def wait(self, frame, so, **how):
        """Look until what was told last is so; give the milliseconds from the first look to that."""
        begun = self.pictures
        while True:
            told = self.look(frame, **how)
            if told is not None and so(told):
                return 1000 * (self.pictures - 1 - begun) / self.pace
            assert self.pictures - begun < 20 * self.pace


def within_a_picture(waited, wanted, pace):
    """Tell whether it was as long as was wanted, but for one picture."""
    return wanted - 1 <= waited < wanted + 1000 / pace + 1


@pytest.mark.parametrize("pace", [3, 10, 15])
def test_a_wheel_is_told_after_as_long_however_many_pictures_are_looked_at(pace):
    looks = Paced(pace)
    assert within_a_picture(looks.wait(table((0, 3)), lambda sight: sight.wheels), track.WHEEL_RESTS_MS, pace)
    turned = looks.wait(table((0, 7)), lambda sight: states(sight) == [(0, "rests", 7)])
    assert within_a_picture(turned, track.WHEEL_RESTS_MS, pace)
    for wheel, state in (((0, 3.5), "unclear"), ((None, 0), "hidden")):
        waited = looks.wait(table(wheel), lambda sight, state=state: sight.wheels[0].state == state)
        # The first of these pictures stands for the time before it.
        assert within_a_picture(waited, track.UNREADABLE_MS - 1000 / pace, pace)
        looks.wait(table((0, 7)), lambda sight: sight.wheels[0].state == "rests")


@pytest.mark.parametrize("pace", [2, 3, 10])
def test_however_slowly_they_come_three_pictures_must_agree_on_a_wheel(pace):
    looks = Paced(pace)
    told = [looks.look(table((0, 3))) for _ in range(2)]
    for place in (4, 4, 5, 5, 6):
        told.append(looks.look(table((0, place))))
    assert told == [None] * 7


@pytest.mark.parametrize("pace", [3, 10, 15])
def test_a_new_wheel_a_tag_and_a_place_kept_take_as_long_however_many_pictures_there_are(pace):
    looks, apart = Paced(pace), 1000 / pace
    looks.wait(table((0, 3)), lambda sight: sight.wheels)
    both = looks.wait(table((0, 3), (1, 5)), lambda sight: len(sight.wheels) == 2)
    assert both < track.WHEEL_SEARCH_MS + track.WHEEL_RESTS_MS + 2 * apart
    tags = looks.wait(table((0, 3), (1, 5), tags=[(2, 300)]), lambda sight: sight.tags, often=True)
    assert tags < track.SEARCHES * (track.TAG_SEARCH_MS + apart)
    bare, begun = table(), looks.pictures
    while looks.tracker.painted(bare) is not bare:
        looks.look(bare)
    # What is gone is missed at the first look after which it looks otherwise, and counts from there.
    assert within_a_picture((looks.pictures - begun) * apart, track.KEPT_MS, pace)
