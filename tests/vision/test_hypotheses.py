"""A card like one that lay there is that one, pushed, or a second one: what is seen of its place tells."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.geometry.homography import project
from vision.geometry.quads import iou, rectify
from vision.motion.frame_diff import FrameDiff
from vision.track import hypotheses
from vision.track.tracks import Track
from vision.types import Reading, Seen

PAPER, WOOD = 236, 90
HIGH, WIDE = 300, 400
OUTLINE = np.array([[0, 0], [100, 0], [100, 150], [0, 150]], np.float32)


def face(seed=5):
    """Print a card with a white margin: uint8 (150, 100, 3)."""
    picture = np.full((150, 100, 3), PAPER, np.uint8)
    coarse = np.random.default_rng(seed).integers(0, 255, (12, 8, 3), np.uint8)
    picture[15:135, 10:90] = cv2.resize(coarse, (80, 120), interpolation=cv2.INTER_CUBIC)
    return picture


def placed(x, y, turn=0.0):
    """Give where a card lies: float32 (4, 2)."""
    around = cv2.getRotationMatrix2D((50, 75), turn, 1.0)
    return project(np.vstack([around, [0, 0, 1]]), OUTLINE) + np.float32([x, y])


def table(*places, ground=WOOD, print_=None):
    """Show cards that lie upon a plain table, in this order: uint8 (300, 400, 3)."""
    frame = np.full((HIGH, WIDE, 3), ground, np.uint8)
    for place in places:
        matrix = cv2.getPerspectiveTransform(OUTLINE, place)
        drawn = cv2.warpPerspective(face() if print_ is None else print_, matrix, (WIDE, HIGH))
        inside = cv2.warpPerspective(np.full((150, 100), 255, np.uint8), matrix, (WIDE, HIGH))
        cv2.copyTo(drawn, inside, frame)
    return cv2.GaussianBlur(frame, (0, 0), 0.7)


def track(frame, where, **more):
    corners = tuple((float(x), float(y)) for x, y in where)
    reading = Reading("W", 0.99, False, (), corners, rectify(frame, where))
    return Track(Seen(1, reading), where, **more)


def verdict(now, item, found, beneath=(), above=(), ground=WOOD, unseen=None, changed=255):
    bare = np.full((HIGH // 2, WIDE // 2, 3), ground, np.uint8)
    hidden = np.zeros((HIGH // 4, WIDE // 4), np.uint8) if unseen is None else unseen
    view = FrameDiff(now, np.full((HIGH // 2, WIDE // 2), changed, np.uint8))
    place = hypotheses.place_of(item, beneath, above, bare, hidden, WIDE)
    return hypotheses.tested(view, item, found, place)


FIRST = placed(120, 60)
NEAR = {"a twentieth": placed(124, 64, 1), "a seventh": placed(131, 71, -3), "a third": placed(150, 80, 6)}


@pytest.mark.parametrize("there", NEAR.values(), ids=NEAR)
@pytest.mark.parametrize("turned", [0, 2], ids=["this way up", "upside down"])
def test_a_second_card_leaves_the_first_to_be_seen_and_a_pushed_one_does_not(there, turned):
    item = track(table(FIRST), FIRST)
    upon = np.roll(there, turned, 0)
    assert verdict(table(FIRST, upon), item, there).is_ == "second"
    if not turned:
        assert verdict(table(there), item, there).is_ == "pushed"


@pytest.mark.parametrize("there", NEAR.values(), ids=NEAR)
def test_a_card_pushed_upon_its_like_uncovers_that(there):
    """White paper is beneath white paper: only the prints differ, by where they lie."""
    below = placed(112, 52, 2)
    lower = track(table(below), below)
    upper = track(table(below, FIRST), FIRST)
    assert verdict(table(below, there), upper, there, [lower]).is_ == "pushed"
    assert verdict(table(below, FIRST, there), upper, there, [lower]).is_ == "second"
    assert verdict(table(below, FIRST, there), lower, there, above=[FIRST]).is_ == "second"


def test_an_outline_that_takes_in_what_was_bared_is_put_right():
    there = placed(146, 86)
    both = cv2.boxPoints(cv2.minAreaRect(np.vstack([FIRST, there]))).astype(np.float32)
    both = np.roll(both, 1 - int(np.argmin(both.sum(1))), 0)
    told = verdict(
        table(there), track(table(FIRST), FIRST), np.float32([FIRST[0], both[1], there[2], both[3]])
    )
    assert told.is_ == "pushed" and iou(told.quad, there) > 0.97


@pytest.mark.parametrize("first", [False, True], ids=["came", "lay there at the start"])
def test_on_a_table_as_white_as_paper_nothing_tells_which_it_is(first):
    there = NEAR["a twentieth"]
    item = track(table(FIRST, ground=PAPER), FIRST, first=first)
    turned = np.roll(there, 2, 0)
    for now in (table(FIRST, where, ground=PAPER) for where in (there, turned)):
        assert verdict(now, item, there, ground=PAPER).is_ == "either"
    assert verdict(table(there, ground=PAPER), item, there, ground=PAPER).is_ == "either"


def test_of_a_card_that_lay_there_at_the_start_its_print_and_its_colour_tell():
    there = placed(165, 95)
    item = track(table(FIRST), FIRST, first=True)
    assert verdict(table(FIRST, there), item, there).is_ == "second"
    assert verdict(table(there), item, there).is_ == "pushed"


def test_a_card_that_is_outlined_badly_lies_where_its_print_does():
    item = track(table(FIRST), FIRST)
    badly = FIRST + np.float32([[8, 22], [2, 22], [0, 2], [0, 0]])
    assert verdict(table(FIRST), item, badly).is_ == "same"


def test_what_a_hand_hides_tells_nothing():
    item, hand = track(table(FIRST), FIRST), table(FIRST)
    cv2.rectangle(hand, (110, 50), (230, 140), (120, 150, 190), -1)
    assert verdict(hand, item, FIRST + np.float32([0, 40])).is_ == "unknown"


def test_of_two_tracks_without_a_picture_nothing_is_told():
    item = track(table(FIRST), FIRST)
    item = item.read_as(replace(item.seen.reading, crop=None))
    assert verdict(table(FIRST), item, NEAR["a third"]).is_ == "unknown"


def test_a_print_that_has_moved_while_a_hand_hides_what_tells_is_one_of_the_two():
    there = placed(160, 60)
    now = table(there)
    cv2.rectangle(now, (110, 50), (150, 220), (120, 150, 190), -1)
    assert verdict(now, track(table(FIRST), FIRST), there).is_ == "either"


def test_what_a_hand_hides_shows_what_lay_there_before_and_so_tells_nothing():
    there, unseen = placed(160, 60), np.zeros((HIGH // 4, WIDE // 4), np.uint8)
    item, now = track(table(FIRST), FIRST), table(there)
    now[:, :161], unseen[:, :41] = table(FIRST)[:, :161], 255
    assert verdict(now, item, there, unseen=unseen).is_ == "either"
    assert verdict(now, item, there).is_ == "second"


def test_where_little_has_changed_another_light_is_no_second_card():
    item, shaded = track(table(FIRST), FIRST), table(FIRST, print_=face(9))
    assert verdict(shaded, item, NEAR["a seventh"], changed=0).is_ == "same"
    assert verdict(shaded, item, NEAR["a seventh"]).is_ != "same"
