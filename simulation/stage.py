"""What every simulated table has: cloth, light, a camera above it, and people who reach in."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulation import hands
from simulation.cloth import draw_cloth
from simulation.layout import Layout, plan
from simulation.light import Sensor, draw_light
from simulation.people import styled
from simulation.scene import Painter, Sheet
from simulation.view import draw_view, rectangle

SIZE = (2304, 1296)
"""Width and height of the picture of Camera Module 3, binned."""

Held = Callable[[np.ndarray, np.ndarray, float, float], None]
"""Paint what a hand holds: the picture, where (x, y) in mm, the arm's direction in degrees, the height."""


@dataclass(frozen=True)
class Streams:
    """Chance for each part of a table, so that a change in one leaves the others as they were."""

    look: np.random.Generator
    light: np.random.Generator
    tops: np.random.Generator
    moves: np.random.Generator
    grain: np.random.Generator
    bodies: np.random.Generator


class Stage:
    """A table, seen from above, with players around it: seat 0 at the lower edge, the others clockwise.

    What lies there is painted into `_clean`; `_hand` is the picture while a hand is in it, else None. tilt:
    of the camera in degrees, drawn where it is None. noise: of the sensor, in grey levels, drawn likewise.
    """

    def __init__(
        self,
        streams: Streams,
        seats: int,
        size: tuple[int, int],
        cloth: str | None,
        tilt: float | None,
        noise: float | None,
    ) -> None:
        self.seats = seats
        self.size = size
        self._moves, self._bodies = streams.moves, streams.bodies
        self.view = draw_view(streams.look, size, tilt)
        self._light = draw_light(streams.light, self.view)
        blur = float(streams.light.uniform(0.45, 0.85)) * size[0] / SIZE[0]
        self._painter = Painter(self.view, self._light, blur)
        self._sensor = Sensor(size, streams.grain, noise)
        self._layout: Layout = plan(streams.tops, seats)
        self._cloth = self._painter.cloth(*draw_cloth(streams.tops, cloth, 2.0 * size[0] / SIZE[0]))
        self._arms: dict[tuple[int, str], Sheet] = {}
        self._styles = self._bodies.permutation(12)
        self._lamp = (-1.1 * self._light.fall[0], -1.1 * self._light.fall[1])
        self._clean = self._cloth.copy()
        self._hand: np.ndarray | None = None

    def spread(self, picture: np.ndarray, size_mm: tuple[float, float], angle: float = 0.0) -> None:
        """Lay a printed sheet, uint8 (H, W, 3) BGR, on the middle of the cloth; what lay there is gone."""
        whole = Sheet(picture, np.full(picture.shape[:2], 255, np.uint8))
        corners = self.view.project(rectangle(size_mm, (0.0, 0.0), angle))
        self._painter.paint(self._cloth, whole, corners)
        self._clean, self._hand = self._cloth.copy(), None

    def hand_out(self) -> None:
        """Take the hand away."""
        self._hand = None

    def render(self) -> np.ndarray:
        """Take a picture, uint8 (H, W, 3) BGR, with fresh noise."""
        return self._sensor.expose(self._clean if self._hand is None else self._hand)

    def _reach(
        self,
        picture: np.ndarray,
        seat: int,
        goal: np.ndarray,
        pose: str,
        progress: float,
        *,
        grip: float = 0.0,
        held: Held | None = None,
    ) -> None:
        """Paint an arm, and what it holds, on the way to a goal in millimetres.

        grip: how far before the goal the fingers end, in millimetres.
        """
        home = self._layout.homes[seat]
        along = (goal - home) / np.linalg.norm(goal - home)
        centre = goal + (home - goal) * (1 - progress) * 0.8
        height = 14 + 30 * (1 - progress)
        towards = math.degrees(math.atan2(along[0], -along[1]))
        arm = hands.place(centre - along * (grip + hands.REACH - 22), towards)
        self._painter.shadow(picture, hands.outline(arm), 0, height + 22)
        if held is not None:
            held(picture, centre, towards, height)
        place, motion = self.view.project(arm, height + 25), 6 * (1 - progress)
        self._painter.paint(picture, self._arm(seat, pose), place, fine=False, motion=motion)

    def _arm(self, seat: int, pose: str) -> Sheet:
        key = (seat, pose)
        if key not in self._arms:
            per_mm = 2.0 * self.size[0] / SIZE[0]
            self._arms[key] = hands.draw_arm(
                self._bodies, pose, styled(int(self._styles[seat])), self._lamp, per_mm
            )
        return self._arms[key]
