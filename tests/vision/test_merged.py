"""What is made of an outline that is too large for one card and lies upon another: pictures of rectangles."""

import numpy as np
import pytest

from vision.detect.fit import Fit
from vision.detect.merged import fitted, one_alone, times_too_large
from vision.detect.parts import parts
from vision.geometry.quads import Sides, fill, grown, iou

SCALE = 2
CARD = Sides(130.0, 200.0)
BENEATH = np.float32([[300, 200], [430, 200], [430, 400], [300, 400]])
LAID = BENEATH + np.float32([30, 40])


APART = BENEATH + np.float32([400, 0])
PARTLY = APART * np.float32([1, 1.2])


@pytest.mark.parametrize(
    ("lying", "told"),
    [([BENEATH, APART], True), ([BENEATH], False), ([BENEATH, PARTLY], False)],
    ids=["two agree", "one alone", "two that differ"],
)
def test_where_no_size_was_learnt_cards_that_agree_tell_it(lying, told):
    frame, changed = np.full((720, 960, 3), 90, np.uint8), np.zeros((360, 480), np.uint8)
    laid = BENEATH + np.float32([20, 26])
    fill(changed, [laid / SCALE])
    (part,) = parts(changed, None, SCALE)
    both = np.float32([[300, 200], [450, 200], [450, 426], [300, 426]])
    ((_, quad),) = fitted(frame, part, [(both, 1.0)], SCALE, None, lying)
    assert (iou(quad, laid) > 0.95) == told


@pytest.mark.parametrize(("larger", "times"), [((1.0, 1.1), 1.1), ((1.1, 1.1), 1.0)])
def test_a_card_may_be_as_large_as_the_smallest_of_those_beneath_it(larger, times):
    """All of them are nearer to the camera, or one of them was outlined with another."""
    lying = [grown(BENEATH, each) for each in larger]
    assert times_too_large(grown(LAID, 1.1), CARD, lying) == pytest.approx(times)


@pytest.mark.parametrize(
    ("sure", "lying", "left"),
    [(1.0, [BENEATH], ["one"]), (0.9, [BENEATH], ["several", "one"]), (1.0, [LAID], ["several", "one"])],
    ids=["alone", "not surely seen", "where a card lay"],
)
def test_where_the_networks_surely_see_one_card_several_are_not_outlined_as_one(sure, lying, left):
    found = [(Fit(0.97, 0.7), grown(LAID, 1.09)), (Fit(0.82, 0.7, sure), LAID)]
    assert outlined(found, CARD, lying) == left


@pytest.mark.parametrize(("size", "left"), [(1.0, ["one"]), (1.1, ["several", "one"])])
def test_where_no_size_was_learnt_one_that_is_surely_seen_is_as_large_as_the_one_beneath_it(size, left):
    found = [(Fit(0.97, 0.7), grown(LAID, 1.09)), (Fit(0.82, 0.7, 1.0), LAID)]
    assert outlined(found, None, [grown(BENEATH, size)]) == left


def outlined(found, card, lying):
    """Name what is left of an outline of several cards and one of one."""
    names = {id(quad): name for (_, quad), name in zip(found, ("several", "one"), strict=True)}
    return [names[id(quad)] for _, quad in one_alone(found, card, lying)]


def test_of_a_card_that_is_blurred_on_all_sides_one_of_a_cards_size_is_kept():
    frame, changed = np.full((720, 960, 3), 90, np.uint8), np.zeros((360, 480), np.uint8)
    fill(changed, [grown(LAID, 1.12) / SCALE])
    (part,) = parts(changed, CARD, SCALE)
    kept = fitted(frame, part, [(grown(LAID, 1.12), 1.0)], SCALE, CARD, [BENEATH])
    assert [iou(quad, LAID) > 0.95 for _, quad in kept] == [True]
    assert [fit.sure for fit, _ in kept] == [1.0]


def test_before_a_cards_size_is_known_an_outline_with_uneven_sides_is_none():
    """Of the first two cards, laid at once and one half upon the other, the networks outline both as one."""
    frame, changed = np.full((720, 960, 3), 90, np.uint8), np.zeros((360, 480), np.uint8)
    fill(changed, [LAID / SCALE, (LAID + np.float32([90, 40])) / SCALE])
    (part,) = parts(changed, None, SCALE)
    uneven = np.float32([[330, 240], [550, 350], [550, 480], [330, 440]])
    kept = fitted(frame, part, [(uneven, 1.0), (LAID, 1.0)], SCALE, None, [])
    assert [iou(quad, LAID) > 0.95 for _, quad in kept] == [True]
