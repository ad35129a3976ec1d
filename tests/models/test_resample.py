"""How pictures are resampled: made small for the locating networks, cut out and straightened for others."""

import cv2
import numpy as np
import pytest

from models.resample import onto, sampled, shrunk, warped


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ((720, 1280), (448, 256)),
        ((720, 1280), (640, 352)),
        ((1088, 1456), (384, 288)),
        ((1081, 1457), (384, 288)),
        ((256, 448), (448, 256)),
        ((40, 50), (64, 64)),
    ],
)
def test_what_is_made_small_looks_as_if_averaged_in_one_step(
    shape: tuple[int, int], size: tuple[int, int]
) -> None:
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 256, (shape[0] // 12 + 1, shape[1] // 12 + 1, 3), np.uint8)
    image = cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC)
    image = cv2.add(image, rng.integers(0, 9, image.shape, np.uint8))
    small = shrunk(image, size)
    assert small.shape == (size[1], size[0], 3)
    once = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    off = np.abs(small.astype(int) - once.astype(int))
    assert off.mean() < 1.5


def test_a_pattern_finer_than_what_is_seen_does_not_come_through() -> None:
    image = np.zeros((720, 1280, 3), np.uint8)
    image[:, ::2] = 255
    assert np.ptp(shrunk(image, (448, 256)).astype(int)) <= 2


QUAD = np.float32([[40.3, 30.7], [117.1, 38.2], [130.4, 230.9], [30.6, 222.1]])


def blurred(seed: int) -> np.ndarray:
    image = np.random.default_rng(seed).integers(0, 256, (260, 160, 3), np.uint8)
    return cv2.normalize(cv2.GaussianBlur(image, (0, 0), 1.2), None, 0, 255, cv2.NORM_MINMAX)


def bilinear(image: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Interpolate within the picture, at places in 32nds of a pixel, in whole numbers: rounded half up."""
    left, top = x >> 5, y >> 5
    part = image.astype(np.int64)
    right, below = (x & 31)[..., None], (y & 31)[..., None]
    above = part[top, left] * (32 - right) + part[top, left + 1] * right
    under = part[top + 1, left] * (32 - right) + part[top + 1, left + 1] * right
    return (above * (32 - below) + under * below + 512) >> 10


def test_what_is_sampled_is_what_whole_numbers_say():
    image = blurred(1)
    x, y = np.random.default_rng(2).integers(0, 32 * 158, (2, 40, 50))
    levels = sampled(image, (x / 32).astype(np.float32), (y / 32).astype(np.float32))
    assert (levels == bilinear(image, x, y)).all()


def test_a_warp_takes_each_place_to_the_nearest_32nd_of_a_pixel():
    image, size = blurred(3), (48, 72)
    u, v = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    x, y, depth = np.tensordot(onto(QUAD, size), np.stack([u, v, np.ones_like(u)]), 1)
    places = [np.rint(32 * each / depth).astype(int) for each in (x, y)]
    assert (warped(image, onto(QUAD, size), size) == bilinear(image, *places)).mean() > 0.999


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_warp_looks_as_it_does_in_floats(times: int) -> None:
    image, size = blurred(4), (48, 72)
    target = times * np.float32([[0, 0], [48, 0], [48, 72], [0, 72]])
    large = cv2.warpPerspective(image, cv2.getPerspectiveTransform(QUAD, target), (48 * times, 72 * times))
    wanted = cv2.resize(large, size, interpolation=cv2.INTER_AREA)
    off = np.abs(warped(image, onto(QUAD, size), size, times).astype(int) - wanted)
    assert off.mean() < 0.6 and off.max() < 9


def test_what_differs_in_the_last_places_is_the_same_picture():
    """As arm64 and x86 say the same corners: some millionths apart."""
    image = blurred(5)
    same = QUAD * np.float32(1 + 2e-6)
    assert not (same == QUAD).all()
    assert (
        warped(image, onto(same, (96, 144)), (96, 144)) == warped(image, onto(QUAD, (96, 144)), (96, 144))
    ).all()


def test_corners_with_the_horizon_between_them_are_cut_out_without_a_word():
    crossed = np.float32([[10, 10], [90, 40], [20, 60], [80, 200]])
    assert warped(blurred(6), onto(crossed, (32, 48)), (32, 48)).shape == (48, 32, 3)
