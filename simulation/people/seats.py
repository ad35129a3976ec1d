"""The seats around a table: places measured from a player, and from the edge of the picture inwards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from simulation.scene.layout import Layout
from simulation.scene.view import View

FARTHEST_MM = 1200.0
"""How far from the middle of the table the edge of the picture is sought."""


@dataclass(frozen=True)
class Seat:
    """One side of the table. out, beside: unit vectors (2,) away from the middle and to the player's left."""

    view: View
    out: np.ndarray
    beside: np.ndarray

    @property
    def towards(self) -> float:
        """Give the direction in which the player looks, in degrees from upwards, clockwise."""
        return math.degrees(math.atan2(-self.out[0], self.out[1]))

    def at(self, aside: float, depth: float) -> np.ndarray:
        """Give the place on the cloth so far to the left and so far in from the picture's edge, (2,) mm."""
        near, far = 0.0, FARTHEST_MM
        start = self.beside * aside
        while far - near > 1:
            middle = (near + far) / 2
            near, far = (middle, far) if self._seen(start + self.out * middle) else (near, middle)
        return start + self.out * (near - depth)

    def ray(self, aside: float, distance: float) -> np.ndarray:
        """Give the place so far to the left and so far from the middle of the table, (2,) mm."""
        return self.beside * aside + self.out * distance

    def outwards(self, at: np.ndarray) -> np.ndarray:
        """Give how many pixels further out a millimetre is at a place, (2,)."""
        here, there = self.view.project(np.array([at, at + self.out * 10]))
        return (there - here) / 10

    def _seen(self, at: np.ndarray) -> bool:
        x, y = self.view.project(at[None])[0]
        return bool(0 <= x < self.view.size[0] and 0 <= y < self.view.size[1])


def seats_of(view: View, layout: Layout) -> tuple[Seat, ...]:
    """Give every player's side of the table."""
    found = []
    for home in layout.angles:
        ray = math.radians(home + 90)
        out = np.array([math.cos(ray), math.sin(ray)])
        found.append(Seat(view, out, np.array([-out[1], out[0]])))
    return tuple(found)


def raised(view: View, at: np.ndarray, height: float) -> np.ndarray:
    """Give the place (2,) in millimetres above which a thing at `height` is seen at a place on the cloth."""
    centre = np.asarray(view.centre, float)
    return at + (centre[:2] - at) * height / centre[2]
