"""Shadows told from things."""

import numpy as np
import pytest

from vision.motion.frame_diff import FrameDiff
from vision.motion.shadow import shaded

CLOTH = np.full((40, 60, 3), (90, 120, 70), np.uint8)
PLACE = np.s_[10:30, 20:50]


def painted(color) -> np.ndarray:
    picture = CLOTH.copy()
    picture[PLACE] = color
    return picture


@pytest.mark.parametrize("share", [0.65, 0.8, 0.95])
def test_what_darkens_all_colours_alike_is_a_shadow_whether_it_falls_or_goes(share):
    dark = painted(np.round(CLOTH[0, 0] * share))
    for before, now in ((CLOTH, dark), (dark, CLOTH)):
        found = shaded(before, now, CLOTH)
        assert found[PLACE].all()
        assert np.count_nonzero(found) == np.count_nonzero(found[PLACE])


@pytest.mark.parametrize("color", [(235, 235, 235), (90, 70, 60), (20, 27, 16), (60, 120, 70)])
def test_a_card_a_hand_and_what_is_nearly_black_are_none(color):
    assert not shaded(CLOTH, painted(color), CLOTH).any()


def test_white_paper_upon_a_pale_cloth_is_no_shadow_that_has_gone():
    lace = np.full_like(CLOTH, (180, 195, 200))
    paper, dark = lace.copy(), (lace * np.float32(0.8)).astype(np.uint8)
    paper[PLACE] = (230, 240, 245)
    assert not shaded(lace, paper, lace).any() and not shaded(dark, paper, lace)[PLACE].any()
    assert shaded(dark, lace, lace).all()


def test_a_shadow_falls_upon_white_paper_and_goes_as_upon_the_table():
    paper = painted((230, 240, 245))
    dark = (paper * np.float32(0.8)).astype(np.uint8)
    assert shaded(paper, dark, CLOTH).all() and shaded(dark, paper, CLOTH).all()


def test_a_change_without_shadows_is_what_came_beside_them():
    now = painted((60, 80, 47))
    now[15:20, 25:30] = 240
    mask = np.zeros((40, 60), np.uint8)
    mask[PLACE] = 255
    clear = FrameDiff(now, mask).without_shadows(CLOTH, now, CLOTH)
    assert clear.mask[15:20, 25:30].all()
    assert np.count_nonzero(clear.mask) == 25


def test_shadows_are_left_out_only_where_they_are_asked_about():
    now, mask = CLOTH.copy(), np.full(CLOTH.shape[:2], 255, np.uint8)
    now[:] = CLOTH * np.float32(0.8)
    frame = np.zeros((2 * mask.shape[0], 2 * mask.shape[1], 3), np.uint8)
    place = np.array([[4, 4], [15, 4], [15, 15], [4, 15]], np.float32)
    clear = FrameDiff(frame, mask).without_shadows(CLOTH, now, CLOTH, place)
    assert clear.changed(place) == 0 and clear.mask[-1, -1] == 255
