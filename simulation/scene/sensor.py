"""The simulated camera's sensor: how often it takes a picture, and its noise."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

PICTURE_S = 0.1
"""Seconds from one picture to the next at the simulated table, whatever a clock on the wall says."""
BANK = 1024
"""Side in pixels of the noise that is repeated; a period nobody sees at this grain."""


@lru_cache(maxsize=1)
def _grain() -> np.ndarray:
    """Give noise, float32 (BANK, BANK, 3) of variance about 1: what demosaicing and denoising leave."""
    rng = np.random.default_rng(20261120)
    luma = rng.standard_normal((BANK, BANK, 1), np.float32)
    colour = (
        cv2.blur(rng.standard_normal((BANK, BANK, 3), np.float32), (3, 3), borderType=cv2.BORDER_REFLECT) * 3
    )
    return 0.85 * luma + 0.5 * colour


def _tiled(bank: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Repeat a bank over a picture's width and height."""
    return np.tile(bank, (-(-size[1] // BANK), -(-size[0] // BANK), 1))[: size[1], : size[0]]


class Sensor:
    """Adds the noise of a sensor to a clean picture.

    Shot noise grows with the root of the light, and the picture's gamma is near a root as well: what is
    left is nearly the same at every tone, so one bank of noise serves, cut at a random place for each frame.
    """

    SLACK = 160

    def __init__(self, size: tuple[int, int], rng: np.random.Generator, sigma: float | None = None) -> None:
        self._size = size
        self._rng = rng
        self.sigma = float(rng.uniform(1.2, 3.4)) if sigma is None else sigma
        grain, whole = _grain() * np.float32(self.sigma), (size[0] + self.SLACK, size[1] + self.SLACK)
        # Two saturated additions of bytes are several times faster than one of a signed type.
        self._more = _tiled(cv2.convertScaleAbs(np.maximum(grain, 0)), whole)
        self._less = _tiled(cv2.convertScaleAbs(np.minimum(grain, 0)), whole)

    def expose(self, picture: np.ndarray) -> np.ndarray:
        """Give a new noisy picture of a clean one, uint8 (H, W, 3)."""
        w, h = self._size
        x, y = (int(v) for v in self._rng.integers(0, self.SLACK, 2))
        noisy = cv2.add(picture, self._more[y : y + h, x : x + w])
        return cv2.subtract(noisy, self._less[y : y + h, x : x + w], dst=noisy)
