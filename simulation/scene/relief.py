"""Rounded things under a lamp as height fields: bones, limbs and tails, and how their relief is lit.

Each is a union of tapered capsules (`Bone`) seen from above, joined by a smooth maximum, and lit by its
slopes (Lambert), darker in its hollows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

NOTHING = -1000.0
"""The height, in millimetres, where a surface is not."""


@dataclass(frozen=True)
class Bone:
    """A rounded bone from a to b (x, y, height in millimetres) with a radius at each end."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    radii: tuple[float, float]


@dataclass(frozen=True)
class Raster:
    """The grid of pixels on which a thing is drawn, `per_mm` of them a millimetre.

    left, above: millimetres from its corner to the origin. width, length: of the whole, in millimetres.
    """

    per_mm: float
    left: float
    above: float
    width: float
    length: float

    @property
    def size(self) -> tuple[int, int]:
        """Give width and height."""
        return int(self.width * self.per_mm), int(self.length * self.per_mm)

    @property
    def columns(self) -> np.ndarray:
        """Give how far each column is from the origin, in millimetres: float32 (1, w)."""
        x = np.arange(self.size[0], dtype=np.float32)[None]
        return x / np.float32(self.per_mm) - np.float32(self.left)

    @property
    def rows(self) -> np.ndarray:
        """Give how far each row is from the origin, in millimetres: float32 (h, 1)."""
        y = np.arange(self.size[1], dtype=np.float32)[:, None]
        return y / np.float32(self.per_mm) - np.float32(self.above)

    def spot(self, x: float, y: float, shift: int = 0) -> tuple[int, int]:
        """Turn millimetres from the origin into a pixel with `shift` fractional bits."""
        scale = self.per_mm * (1 << shift)
        return round((x + self.left) * scale), round((y + self.above) * scale)

    def axes(self, x: float, y: float) -> tuple[int, int]:
        """Turn two lengths into pixels with four fractional bits."""
        return round(x * self.per_mm * 16), round(y * self.per_mm * 16)

    def blur(self, picture: np.ndarray, sigma: float) -> np.ndarray:
        """Blur a picture, float32 (h, w) or uint8, by `sigma` millimetres; a wide blur at a coarser scale."""
        sigma *= self.per_mm
        if sigma < 4:
            return cv2.GaussianBlur(picture, (0, 0), max(0.4, sigma))
        small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        return cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4), picture.shape[1::-1])


def is_there(surface: np.ndarray) -> np.ndarray:
    """Tell where a surface, float32 (h, w) in millimetres, is: bool (h, w)."""
    return surface > NOTHING / 2


def relief(bones: list[Bone], raster: Raster) -> np.ndarray:
    """Give the upper surface of bones, float32 (h, w) in millimetres; NOTHING where there is none."""
    size = raster.size
    surface = np.full((size[1], size[0]), NOTHING, np.float32)
    for bone in bones:
        (ax, ay, az), (bx, by, bz) = bone.a, bone.b
        r = max(bone.radii) + 2
        x0, x1 = (int((v + raster.left) * raster.per_mm) for v in (min(ax, bx) - r, max(ax, bx) + r))
        y0, y1 = (int((v + raster.above) * raster.per_mm) for v in (min(ay, by) - r, max(ay, by) + r))
        x0, x1, y0, y1 = max(x0, 0), min(x1, size[0]), max(y0, 0), min(y1, size[1])
        if x1 <= x0 or y1 <= y0:
            continue
        x, y = raster.columns[:, x0:x1], raster.rows[y0:y1]
        ux, uy = bx - ax, by - ay
        along = np.clip(((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy + 1e-6), 0, 1)
        distance = (x - ax - along * ux) ** 2 + (y - ay - along * uy) ** 2
        radius = bone.radii[0] + along * (bone.radii[1] - bone.radii[0])
        dome = az + along * (bz - az) + 0.85 * np.sqrt(np.maximum(radius * radius - distance, 0))
        dome[distance > radius * radius] = NOTHING
        part = surface[y0:y1, x0:x1]
        # A soft maximum: flesh closes the valley between neighbouring bones.
        soft = 4.0
        gap = np.clip(1 - np.abs(part - dome) / soft, 0, 1)
        surface[y0:y1, x0:x1] = np.maximum(part, dome) + soft / 4 * gap * gap
    return surface


def shade(surface: np.ndarray, lamp: tuple[float, float], valley: float, raster: Raster) -> np.ndarray:
    """Light a surface from above and one side; float32 (h, w) about 1 on a level place.

    lamp: how far the light leans to the right and downwards. valley: how dark hollows are, 0 to 1.
    """
    # Beyond its rim the surface falls no deeper than this, so that the rim looks round and not torn.
    smooth = raster.blur(np.maximum(surface, -30), 0.8)
    slopes = [cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x, scale=raster.per_mm / 8) for x in (1, 0)]
    dx, dy = (np.clip(slope, -2.5, 2.5) for slope in slopes)
    lambert = (1 - dx * np.float32(lamp[0]) - dy * np.float32(lamp[1])) / np.sqrt(1 + dx * dx + dy * dy)
    hollow = np.clip((raster.blur(smooth, 4.5) - smooth) / 12, 0, 1) * np.float32(valley)
    return (np.float32(0.42) + np.float32(0.58) * np.clip(lambert, 0, 1.5)) * (1 - hollow)


def edge_of(there: np.ndarray, raster: Raster) -> np.ndarray:
    """Give the soft outline of a thing, uint8 (h, w), from where it is, bool (h, w)."""
    alpha = cv2.erode(there.astype(np.uint8) * 255, np.ones((3, 3), np.uint8))
    return raster.blur(alpha, 0.4)


def turned(lamp: tuple[float, float], angle: float, mirrored: bool = False) -> tuple[float, float]:
    """Give how the lamp leans as seen by a thing that is turned by `angle` degrees, and maybe mirrored."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = c * lamp[0] + s * lamp[1], -s * lamp[0] + c * lamp[1]
    return (-x if mirrored else x), y
