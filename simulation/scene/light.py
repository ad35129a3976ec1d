"""The light over the simulated table and what the sensor makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from simulation.scene.view import View

# Blue, green, red gains of a lamp after the camera's white balance was frozen a little off.
CASTS = ((1.0, 1.0, 1.0), (0.86, 0.96, 1.03), (0.92, 0.99, 1.02), (1.05, 1.0, 0.94), (0.95, 1.02, 0.97))
BANK = 1024  # side of the noise that is repeated; a period nobody sees at this grain


@dataclass(frozen=True)
class Light:
    """How bright each pixel is, in which colour, and where shadows fall.

    gain: float32 (H, W). cast: BGR. fall: millimetres a shadow moves per millimetre of height.
    softness: blur of a shadow in millimetres per millimetre of height.
    """

    gain: np.ndarray
    cast: np.ndarray
    fall: tuple[float, float]
    softness: float
    strength: float


def draw_light(rng: np.random.Generator, view: View) -> Light:
    """Draw a lamp somewhere above the table, its colour, the vignette of the lens."""
    w, h = view.size
    step = 16
    xs, ys = np.meshgrid(np.arange(0, w + step, step), np.arange(0, h + step, step))
    spots = view.ground(np.column_stack([xs.ravel(), ys.ravel()]))
    lamp, height = rng.normal(0, (260, 190)), rng.uniform(650, 1300)
    distance = np.sum((spots - lamp) ** 2, axis=1) / height**2
    # A small lamp falls off by the third power of the cosine and by distance; shades and walls soften that.
    falloff = (1 + distance) ** -rng.uniform(0.5, 1.1)
    falloff /= (1 + np.sum(lamp**2) / height**2) ** -0.8
    radius = ((xs - w / 2) ** 2 + (ys - h / 2) ** 2) / ((w / 2) ** 2 + (h / 2) ** 2)
    coarse = falloff.reshape(xs.shape) * (1 - rng.uniform(0.08, 0.30) * radius)
    coarse *= rng.uniform(0.9, 1.1)
    gain = cv2.resize(coarse.astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    hard = rng.random() < 0.3
    reach = -lamp / height
    return Light(
        gain=np.clip(gain, 0.25, 1.08),
        cast=np.array(CASTS[rng.integers(len(CASTS))], np.float32)
        * rng.uniform(0.98, 1.02, 3).astype(np.float32),
        fall=(float(reach[0] + rng.normal(0, 0.18)), float(reach[1] + rng.normal(0, 0.18))),
        softness=float(rng.uniform(0.12, 0.2) if hard else rng.uniform(0.4, 0.8)),
        strength=float(rng.uniform(0.42, 0.55) if hard else rng.uniform(0.3, 0.45)),
    )


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
