"""The simulated camera as a pinhole: millimetres on the table to pixels in the picture, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

FIELD_MM = 974.0
"""Width of table that the picture shows: Camera Module 3 (66 degrees wide) at `HEIGHT_MM` above the cloth."""
HEIGHT_MM = 750.0
"""How high above the cloth the camera hangs (docs/mounting.md)."""


@dataclass(frozen=True)
class View:
    """A pinhole camera that looks at the middle of the table.

    The table has x to the right and y towards seat 0, both in millimetres from its middle; heights go up
    from the cloth. size: width and height of the picture in pixels. turn: float (3, 3), turns the table's
    directions into the camera's. distance: millimetres from the camera to the table's middle. shift: pixels
    by which the camera looks past that.
    """

    size: tuple[int, int]
    turn: np.ndarray
    distance: float = HEIGHT_MM
    shift: tuple[float, float] = (0.0, 0.0)

    @property
    def focal(self) -> float:
        """Give the focal length in pixels."""
        return self.size[0] * HEIGHT_MM / FIELD_MM

    @property
    def centre(self) -> np.ndarray:
        """Give where the camera is, (3,) in millimetres."""
        return np.array([-1.0, -1.0, 1.0]) * self.distance * self.turn[2]

    def homography(self, height: float = 0.0) -> np.ndarray:
        """Give the 3x3 map from millimetres on the plane at `height` to pixels."""
        plane = np.column_stack([self.turn[:, 0], self.turn[:, 1], -height * self.turn[:, 2]])
        plane[2, 2] += self.distance
        x, y = self.size[0] / 2 + self.shift[0], self.size[1] / 2 + self.shift[1]
        camera = np.array([[self.focal, 0, x], [0, self.focal, y], [0, 0, 1.0]])
        return camera @ plane

    def project(self, points: np.ndarray, height: float = 0.0) -> np.ndarray:
        """Turn points (N, 2) in millimetres at one height into pixels (N, 2) float32."""
        points = np.asarray(points, np.float64)
        pixels = np.column_stack([points, np.ones(len(points))]) @ self.homography(height).T
        return (pixels[:, :2] / pixels[:, 2:]).astype(np.float32)

    def project3(self, points: np.ndarray) -> np.ndarray:
        """Turn points (N, 3), x, y and height in millimetres, into pixels (N, 2) float64."""
        seen = np.asarray(points, np.float64) * (1, 1, -1) @ self.turn.T + (0, 0, self.distance)
        return seen[:, :2] / seen[:, 2:] * self.focal + np.array(self.size) / 2 + self.shift

    def ground(self, pixels: np.ndarray) -> np.ndarray:
        """Turn pixels (N, 2) into the millimetres (N, 2) of the cloth that they show."""
        pixels = np.asarray(pixels, np.float64)
        points = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.homography()).T
        return points[:, :2] / points[:, 2:]


def draw_view(rng: np.random.Generator, size: tuple[int, int], tilt: float | None = None) -> View:
    """Draw how the camera was mounted: a tilt up to 20 degrees towards any side, a small roll.

    tilt: degrees, where the caller wants a certain one.
    """
    drawn, towards, roll = rng.triangular(0, 5, 20), rng.uniform(0, 2 * math.pi), rng.normal(0, 1.5)
    angle = math.radians(drawn if tilt is None else tilt)
    # Rodrigues' formula: a turn about a level axis.
    axis = np.array([math.cos(towards), math.sin(towards), 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    c, s = math.cos(math.radians(roll)), math.sin(math.radians(roll))
    return View(size=size, turn=lean @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]))
