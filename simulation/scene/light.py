"""The light over the simulated table: one lamp's illumination, its colour, and how it casts shadows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from simulation.scene.view import View

CASTS = ((1.0, 1.0, 1.0), (0.86, 0.96, 1.03), (0.92, 0.99, 1.02), (1.05, 1.0, 0.94), (0.95, 1.02, 0.97))
"""Colour casts: blue, green and red gains of a lamp, the camera's white balance being frozen a little off."""


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
