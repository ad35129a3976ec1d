"""Cast triangles onto a grid, seen by a camera or by the sun; the nearest one shows."""

import math
from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class Camera:
    """A pinhole camera.

    `turn` (3, 3) turns table directions (x right, y away, z up) into camera directions (x right, y down, z
    ahead); `centre` in mm, `focal` in pixels.
    """

    centre: np.ndarray
    turn: np.ndarray
    focal: float
    size: tuple[int, int]

    def project(self, points):
        """Turn points (..., 3) in mm into pixels (..., 2) and their distance ahead (...)."""
        seen = (points - self.centre) @ self.turn.T
        pixels = seen[..., :2] / seen[..., 2:] * self.focal + np.array(self.size) / 2
        return pixels, seen[..., 2]

    def rays(self, x, y):
        """Give the directions (..., 3) of pixels, one mm ahead long."""
        ahead = np.stack(
            [(x - self.size[0] / 2) / self.focal, (y - self.size[1] / 2) / self.focal, np.ones_like(x)], -1
        )
        return ahead @ self.turn


def look_down(height, tilt, towards, roll, focal, size):
    """Hang a camera over the table's middle: angles in radians, the tilt towards a direction of the table."""
    axis = np.array([-math.sin(towards), math.cos(towards), 0.0])
    ahead = _turned(np.array([0.0, 0.0, -1.0]), axis, tilt)
    down = _turned(np.array([math.sin(roll), -math.cos(roll), 0.0]), axis, tilt)
    right = np.cross(down, ahead)
    centre = -ahead * height / -ahead[2]
    return Camera(centre, np.array([right, down, ahead]), focal, size)


def _turned(vector, axis, angle):
    return (
        vector * math.cos(angle)
        + np.cross(axis, vector) * math.sin(angle)
        + axis * (axis @ vector) * (1 - math.cos(angle))
    )


def nearest(corners, values, size, start):
    """Cast triangles whose corners (N, 3, 2) lie on a grid of `size` (w, h); the largest value wins.

    values (N, 3): what is compared, linear on the grid. Gives the winner (h, w) int32, -1 for none, and its
    value (h, w) float64, `start` for none. A grid point is (column + 0.5, row + 0.5).
    """
    winner = np.full((size[1], size[0]), -1, np.int32)
    best = np.full((size[1], size[0]), start, np.float64)
    low = np.floor(corners.min(1) - 0.5).astype(int).clip(0)
    high = np.minimum(np.ceil(corners.max(1) + 0.5).astype(int), size)
    for index in range(len(corners)):
        (x0, y0), (x1, y1) = low[index], high[index]
        if x1 <= x0 or y1 <= y0:
            continue
        (ax, ay), (bx, by), (cx, cy) = corners[index]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if abs(area) < 1e-9:
            continue
        x = np.arange(x0, x1) + 0.5
        y = (np.arange(y0, y1) + 0.5)[:, None]
        second = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        third = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        a, b, c = values[index]
        value = a + second * (b - a) + third * (c - a)
        window = best[y0:y1, x0:x1]
        wins = (second >= 0) & (third >= 0) & (second + third <= 1) & (value > window)
        window[wins] = value[wins]
        winner[y0:y1, x0:x1][wins] = index
    return winner, best


class Shade:
    """Say which points a far light reaches: the map of what stands highest along each of its rays.

    Points are slid along the light's direction onto the table; only faces turned away from the light are
    drawn, so that a lit face does not shade itself.
    """

    CELL = 0.6

    def __init__(self, triangles, normals, direction):
        self._slide = direction[:2] / direction[2]
        away = triangles[normals @ direction < 0]
        spread = away[..., :2] - away[..., 2:] * self._slide
        self._corner = spread.reshape(-1, 2).min(0) - 2
        size = np.ceil((spread.reshape(-1, 2).max(0) + 2 - self._corner) / self.CELL).astype(int)
        grid = (spread - self._corner) / self.CELL
        self._top = nearest(grid, away[..., 2], tuple(size.tolist()), -1.0)[1].astype(np.float32)

    def lit(self, x, y, z):
        """Give 1.0 where the light reaches points (h, w) float32, else 0.0."""
        (across, up), (left, low) = self._slide.astype(np.float32), self._corner.astype(np.float32)
        column = (x - z * across - left) * np.float32(1 / self.CELL)
        row = (y - z * up - low) * np.float32(1 / self.CELL)
        edge = {"borderMode": cv2.BORDER_CONSTANT, "borderValue": -1.0}
        top = cv2.remap(self._top, column - 0.5, row - 0.5, cv2.INTER_NEAREST, **edge)
        # Where a body touches the table a ray of light must not slip through between the two.
        return (top <= z + np.where(z < 0.01, np.float32(-0.02), np.float32(0.08))).astype(np.float32)
