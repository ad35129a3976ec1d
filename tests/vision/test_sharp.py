"""Sharpness lies between none and all, whatever a crop shows."""

import numpy as np
import pytest

from vision.sharp import sharpness


@pytest.mark.parametrize("shape", [(144, 96, 3), (48, 224, 3)])
@pytest.mark.parametrize("border", range(4, 12))
def test_an_edge_in_the_border_that_the_blur_brings_in_is_no_less_than_no_sharpness(shape, border):
    crop = np.zeros(shape, np.uint8)
    crop[:, :border] = 255
    assert 0.0 <= sharpness(crop) <= 1.0


def test_a_print_is_sharper_than_its_blur():
    rng = np.random.default_rng(1)
    crop = np.repeat(rng.integers(0, 2, (144, 96, 1), np.uint8) * 255, 3, 2)
    soft = crop // 2 + np.roll(crop, 1, 0) // 4 + np.roll(crop, 1, 1) // 4
    assert sharpness(crop) > sharpness(soft) > 0
