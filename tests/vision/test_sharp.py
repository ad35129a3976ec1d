"""Sharpness lies between none and all, whatever a crop shows."""

import cv2
import numpy as np
import pytest

from vision.sharp import BLURRED, sharpness


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


def printed() -> np.ndarray:
    """Draw what is like a card's print: uint8 (144, 96, 3)."""
    crop = np.full((144, 96, 3), 240, np.uint8)
    for at in ((16, 28), (48, 72), (76, 118)):
        cv2.putText(crop, "8", at, cv2.FONT_HERSHEY_DUPLEX, 0.8, (20, 20, 20), 2, cv2.LINE_AA)
    return crop


@pytest.mark.parametrize("noise", [0, 3, 6])
def test_noise_makes_no_blurred_print_sharp(noise):
    rng = np.random.default_rng(2)
    said = []
    for sigma in (0.5, 3.5):
        blurred = cv2.GaussianBlur(printed(), (0, 0), sigma).astype(float)
        crop = np.clip(blurred + rng.normal(0, noise, blurred.shape), 0, 255).astype(np.uint8)
        said.append(sharpness(crop) < BLURRED)
    assert said == [False, True]
