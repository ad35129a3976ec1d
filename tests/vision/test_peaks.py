"""How a picture is made small for the locating networks."""

import cv2
import numpy as np
import pytest

from vision.detect.heatmap import shrunk


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
