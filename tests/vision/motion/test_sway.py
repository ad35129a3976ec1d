"""A camera that sways, on checks that are drawn larger than they are looked at."""

import cv2
import numpy as np
import pytest

from vision.motion import sway
from vision.motion.stillness import halved

SIZE = (864, 1536)
NOTHING = np.zeros((216, 384), np.uint8)


def checks() -> np.ndarray:
    y, x = np.mgrid[0 : SIZE[0], 0 : SIZE[1]]
    dark = (x * 0.9 + y * 0.3) // 60 % 2 + (y * 0.9 - x * 0.3) // 60 % 2
    return np.array([[235, 238, 240], [190, 160, 150], [150, 70, 40]], np.uint8)[dark.astype(int)]


def seen(picture: np.ndarray, by: tuple[float, float] = (0.0, 0.0), seed: int = 1) -> np.ndarray:
    """Take a picture, moved by so many small pixels, as it is looked at."""
    scale = SIZE[1] / 384
    warp = np.float32([[1, 0, scale * by[0]], [0, 1, scale * by[1]]])
    moved = cv2.warpAffine(picture, warp, SIZE[::-1], borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return cv2.blur(halved(np.clip(moved + noise, 0, 255).astype(np.uint8), 384), (3, 3))


@pytest.mark.parametrize("by", [(0.3, 0.0), (0.0, -0.6), (-0.7, 0.5), (0.15, 0.1)])
def test_a_shift_of_a_part_of_a_pixel_is_told_and_taken_out_beside_hands(by):
    table = checks()
    hand = table.copy()
    hand[300:700, 500:900] = (110, 150, 205)
    before, now = seen(table), seen(hand, by, 2)
    told = sway.shift(before, now, NOTHING)
    assert told is not None and np.abs(told - by).max() < 0.06
    beside = np.s_[:, :110]
    left = cv2.absdiff(before, sway.put_back(now, told))[beside]
    assert (
        (left.max(2) > 10).mean() < 0.01 < 0.02 < (cv2.absdiff(before, now)[beside].max(2) > 10).mean() + 0.02
    )


def test_what_moves_by_itself_is_no_sway():
    plain = np.full((*SIZE, 3), 225, np.uint8)
    for x in (200, 700, 1200):
        plain[500:700, x : x + 130] = (60, 40, 200)
    trembling = plain.copy()
    trembling[100:420, 300:1000] = (110, 150, 205)
    before = seen(trembling)
    moved = plain.copy()
    moved[102:422, 302:1002] = (110, 150, 205)
    assert sway.shift(before, seen(moved, seed=2), NOTHING) is None
    # Once the hand is known as one, the cards alone tell, also of a plain cloth's.
    hand = cv2.resize((trembling != plain).any(2).astype(np.uint8) * 255, NOTHING.shape[::-1])
    hand = cv2.dilate(hand, np.ones((5, 5), np.uint8))
    assert sway.shift(before, seen(moved, seed=2), hand) is None
    told = sway.shift(before, seen(moved, (0.4, -0.3), 2), hand)
    assert told is not None and np.abs(told - (0.4, -0.3)).max() < 0.08


def test_a_camera_at_rest_and_one_that_was_pushed_are_left_as_they_are():
    table = checks()
    assert sway.shift(seen(table), seen(table, seed=2), NOTHING) is None
    assert sway.shift(seen(table), seen(table, (6.0, 2.0), 2), NOTHING) is None
