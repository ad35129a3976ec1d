"""Titles of cards: how they are printed and photographed, where they are cut out, what batches say."""

import cv2
import numpy as np
import pytest

from models import titles
from models.labels import TITLE_SIZE, TITLES
from models.render import title_crops

UPRIGHT = np.array([[100, 80], [260, 80], [260, 313], [100, 313]], np.float32)


def marked():
    """Give a picture of a white card on black: red at its head, blue across its middle, green at its foot."""
    picture = np.zeros((400, 360, 3), np.uint8)
    cv2.fillConvexPoly(picture, UPRIGHT.astype(np.int32), (255, 255, 255))
    for y, color in ((100, (0, 0, 200)), (190, (200, 0, 0)), (290, (0, 200, 0))):
        cv2.rectangle(picture, (120, y), (150, y + 12), color, -1)
    return picture


def mark(strip):
    """Give the channel of the mark in a strip, and whether it stands in the left half and the upper half."""
    y, x = np.nonzero(np.ptp(strip.astype(int), axis=2) > 120)
    channel = int(strip[y, x].astype(int).mean(0).argmax())
    return channel, bool(x.mean() < TITLE_SIZE[0] / 2), bool(y.mean() < TITLE_SIZE[1] / 2)


def test_strips_are_cut_at_head_middle_and_foot_either_way_up():
    picture = marked()
    shown = {strip: titles.cut(picture, UPRIGHT, *strip) for strip in titles.STRIPS}
    assert all(each.shape == (TITLE_SIZE[1], TITLE_SIZE[0], 3) for each in shown.values())
    head, middle, foot = titles.ROWS
    assert [mark(shown[row, False])[:2] for row in titles.ROWS] == [(2, True), (0, True), (1, True)]
    assert [mark(shown[row, True])[:2] for row in titles.ROWS] == [(2, False), (0, False), (1, False)]
    assert mark(shown[head, False])[2] and not mark(shown[head, True])[2]


def test_a_card_turned_half_round_shows_the_same_strips():
    picture = marked()
    head, _, foot = titles.ROWS
    one = titles.cut(picture, UPRIGHT, head, False).astype(int)
    other = titles.cut(picture, np.roll(UPRIGHT, 2, 0), foot, True).astype(int)
    assert np.abs(one - other).mean() < 3


@pytest.mark.parametrize("word", title_crops.WORDS["wizard"] + title_crops.WORDS["jester"])
def test_no_word_that_names_one_of_the_two_is_drawn_as_one_that_names_neither(word):
    assert word.upper() not in title_crops.OTHER_WORDS
    assert not (word in title_crops.WORDS["wizard"] and word in title_crops.WORDS["jester"])


def test_a_title_s_box_is_where_its_word_stands():
    there = 0
    for seed in range(60):
        one = title_crops.title(np.random.default_rng(seed))
        if one.box is None:
            assert one.says == "none"
            continue
        left, top, right, foot = one.box
        high, wide = one.pixels.shape[:2]
        assert -0.5 <= left < right <= wide + 0.5 and -0.5 <= top < foot <= high + 0.5
        there += 1
    assert there > 30


def test_the_same_seed_prints_the_same_title():
    one, other = (title_crops.title(np.random.default_rng(6)) for _ in range(2))
    assert np.array_equal(one.pixels, other.pixels) and one.says == other.says


def test_a_covered_word_is_not_to_be_read_and_a_free_one_is():
    seed = next(s for s in range(50) if title_crops.title(np.random.default_rng(s)).says == "wizard")
    one, rng = title_crops.title(np.random.default_rng(seed)), np.random.default_rng(1)
    said = [title_crops.patch(rng, one, [one.pixels])[1] for _ in range(200)]
    assert said.count("wizard") > 120 and said.count("none") > 2 and "jester" not in said


def test_batches_of_titles_follow_from_the_seed_and_say_all_three():
    pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")
    from models.training.data import title

    one, other = (next(title.batches(3, 48)) for _ in range(2))
    assert one[0].shape == (48, 64, 160, 3) and one[0].dtype == np.uint8
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert set(one[1].tolist()) == set(range(len(TITLES)))
