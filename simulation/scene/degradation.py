"""Degradation of a picture: what a worse camera than the simulated one makes of it, and a worse light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class Degradation:
    """What a worse camera than the simulated one makes of a picture, and a worse light.

    dim: what is left of the light; noise: grey levels of the sensor's that come on top; blur: deviation in
    pixels; motion: length in pixels of a smear, towards `towards` (radians); glare: grey levels of a lamp's
    reflection at `spot`, of `reach` pixels; shadow: the light left behind an edge through `spot`; quality:
    of the JPEG.
    """

    dim: float
    noise: float
    blur: float
    motion: float
    towards: float
    glare: float
    spot: tuple[float, float]
    reach: float
    shadow: float
    quality: int

    def apply(self, picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Degrade a picture, uint8 (H, W, 3) BGR in and out: light, lens, motion, noise, JPEG."""
        out: np.ndarray = picture.astype(np.float32)
        height, width = out.shape[:2]
        ys, xs = np.mgrid[:height:8, :width:8].astype(np.float32)
        x, y = self.spot
        side = (xs - x) * np.cos(self.towards) + (ys - y) * np.sin(self.towards)
        left = self.dim * (1 - (1 - self.shadow) / (1 + np.exp(-np.clip(side / 14, -30, 30))))
        shine = self.glare * np.exp(-(((xs - x) ** 2 + (ys - y) ** 2) / (2 * self.reach**2)))
        out *= cv2.resize(left.astype(np.float32), (width, height))[..., None]
        out += cv2.resize(shine.astype(np.float32), (width, height))[..., None]
        out = cv2.GaussianBlur(out, (0, 0), self.blur)
        if self.motion >= 1:
            out = cv2.filter2D(out, -1, _smear(self.motion, self.towards))
        # A camera's noise is mostly brightness, once it has made colours of it.
        out = out + (rng.standard_normal((height, width, 1), np.float32)) * np.float32(self.noise)
        bright = cv2.convertScaleAbs(np.maximum(out, 0))
        _, data = cv2.imencode(".jpg", bright, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        spoilt = cv2.imdecode(data, cv2.IMREAD_COLOR)
        assert spoilt is not None
        return spoilt


def draw_degradation(rng: np.random.Generator, size: tuple[int, int]) -> Degradation:
    """Draw a light and a camera for pictures of `size` (w, h), the worst of which nobody would play with."""
    glares = rng.random() < 0.3
    return Degradation(
        dim=float(rng.uniform(0.3, 1.0)),
        noise=float(rng.uniform(0.5, 4.0)),
        blur=float(rng.uniform(0.3, 1.0)),
        motion=float(rng.uniform(2.0, 3.5)) if rng.random() < 0.25 else 0.0,
        towards=float(rng.uniform(0, 2 * np.pi)),
        glare=float(rng.uniform(40, 160)) if glares else 0.0,
        spot=(float(rng.uniform(0, size[0])), float(rng.uniform(0, size[1]))),
        reach=float(rng.uniform(40, 160)),
        shadow=float(rng.uniform(0.4, 1.0)),
        quality=int(rng.integers(60, 96)),
    )


def _smear(length: float, towards: float) -> np.ndarray:
    """Give the kernel of a smear of `length` pixels at an angle in radians: float32 (N, N) of sum one."""
    side = int(length) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    middle = side / 2 - 0.5
    for step in np.linspace(-length / 2, length / 2, 4 * side):
        x, y = middle + step * np.cos(towards), middle + step * np.sin(towards)
        kernel[round(float(y)), round(float(x))] += 1
    kernel /= kernel.sum()
    return kernel
