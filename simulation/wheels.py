"""Bid wheels and trump tags on a simulated table, and one wheel alone in a part of a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from simulation.people import hands
from simulation.people.persons import styled
from simulation.scene.cloth import draw_cloth
from simulation.scene.light import draw_light
from simulation.scene.outlines import placed, rectangle, rounded
from simulation.scene.painter import Painter, Sheet
from simulation.scene.view import FIELD_MM, HEIGHT_MM, View, draw_view
from simulation.stage import SIZE, Stage

Picture = tuple[np.ndarray, np.ndarray]
"""A flat thing: uint8 (H, W, 3) BGR, and where it is, uint8 (H, W)."""

RIM_MM = 62.0
"""From a wheel's pin to where a hand takes it."""


class Lies(NamedTuple):
    """Where a wheel lies: its pin in millimetres, its direction in degrees."""

    at: tuple[float, float]
    angle: float


class Wheels:
    """The wheels of one table.

    draw: gives the picture of a seat's wheel that shows so much (in between two places where that is not
    whole); size_mm: what the picture measures.
    """

    def __init__(
        self,
        table: Stage,
        rng: np.random.Generator,
        draw: Callable[[int, float], Picture],
        size_mm: tuple[float, float],
    ) -> None:
        self._table, self._draw, self._size = table, draw, size_mm
        self.lie = [self._somewhere(rng, seat) for seat in range(table.seats)]
        table.keep_clear([(np.array(lies.at), max(size_mm) / 2) for lies in self.lie])

    def lay(self, seat: int, place: float) -> Callable[[], None]:
        """Lay a seat's wheel before it, and give what takes it up again."""
        at, angle = self.lie[seat]
        return self._table.put(self._draw(seat, place), self._size, at, angle, shadowed=True)

    def turn(self, seat: int, place: float) -> None:
        """Turn the disc of a seat's wheel that lies there."""
        at, angle = self.lie[seat]
        self._table.put(self._draw(seat, place), self._size, at, angle)

    def lay_down(self, seat: int, picture: Picture) -> None:
        """Lay a seat's wheel face down where it lay; picture: of its back."""
        at, angle = self.lie[seat]
        self._table.put(picture, self._size, at, angle)

    def reach(self, seat: int, progress: float) -> None:
        """Reach for one's own wheel: 0 at the edge of the table, 1 at its rim."""
        at = np.array(self.lie[seat].at)
        home = self._table.layout.homes[seat]
        towards = (home - at) / np.linalg.norm(home - at)
        self._table.point(seat, at + towards * RIM_MM, progress)

    def _somewhere(self, rng: np.random.Generator, seat: int) -> Lies:
        layout = self._table.layout
        at, angle = layout.wheels[seat], layout.angles[seat]
        nudge = rng.normal(0, 5, 2)
        return Lies((float(at[0] + nudge[0]), float(at[1] + nudge[1])), angle + float(rng.normal(0, 9)))


class Tags:
    """The trump tags of one table; one of them lies where nothing else does.

    draw: gives the picture of a suit's tag, by its place in the deck; size_mm: what that measures.
    """

    def __init__(
        self, table: Stage, wheels: Wheels, draw: Callable[[int], Picture], size_mm: tuple[float, float]
    ) -> None:
        self._table, self._draw, self._size = table, draw, size_mm
        self.at = table.layout.free_place([np.array(lies.at) for lies in wheels.lie])

    def lay(self, suit: int) -> Callable[[], None]:
        """Lay a suit's tag down, and give what takes it up again."""
        return self._table.put(self._draw(suit), self._size, self.at, shadowed=True)


@dataclass(frozen=True)
class PartView(View):
    """The part of a camera's picture around one place, as the whole picture would show it there.

    whole: width of the whole picture in pixels.
    """

    whole: int = SIZE[0]

    @property
    def focal(self) -> float:
        """Give the focal length in pixels."""
        return self.whole * HEIGHT_MM / FIELD_MM


PART_PX = 400
"""Side in pixels of a part of a picture of `SIZE`: a wheel, and as much again around it as half of it."""

FIELD = (370.0, 190.0)
"""Millimetres from the middle of the table within which a wheel's pin lies: its disc ends at the rim."""

CLOTHS, ARMS = 8, 6
"""So many cloths and arms are drawn, once each, for all wheels alone: to draw them takes longest."""


class WheelSpot:
    """One wheel anywhere on a table, and as much of a camera's picture as shows it.

    whole: width of the whole picture; tilt: of the camera, in degrees.
    """

    def __init__(
        self, rng: np.random.Generator, size_mm: tuple[float, float], whole: int, tilt: float
    ) -> None:
        side = PART_PX * whole // SIZE[0]
        at = (float(rng.uniform(-FIELD[0], FIELD[0])), float(rng.uniform(-FIELD[1], FIELD[1])))
        self.at, self.angle = at, float(rng.uniform(0, 360))
        hung = draw_view(rng, (side, side), tilt)
        view = PartView((side, side), hung.turn, whole=whole)
        x, y = view.project(np.array([at]))[0]
        view = PartView(
            (side, side), hung.turn, shift=(side / 2 - float(x), side / 2 - float(y)), whole=whole
        )
        self.view, self._size_mm = view, size_mm
        self._painter = Painter(view, draw_light(rng, view), float(rng.uniform(0.45, 0.85)) * whole / SIZE[0])
        self._cloth = self._painter.cloth(*_cloth(int(rng.integers(CLOTHS))))
        self._arm = _arm(int(rng.integers(ARMS)))
        self._from = float(rng.uniform(0, 360))
        self._picture = self._cloth

    def lay(self, picture: Picture) -> None:
        """Lay the wheel there, as it is drawn, alone."""
        self._picture = self._cloth.copy()
        round_ = rounded(self._size_mm, min(self._size_mm) / 2 - 0.1, self.at, self.angle)
        self._painter.shadow(self._picture, round_, 0, 0.6)
        self._paint(picture, self._size_mm, self.at, self.angle)

    def upon(self, picture: Picture, size_mm: tuple[float, float], at: np.ndarray, angle: float) -> None:
        """Lay a flat thing upon the wheel, at millimetres from its pin as it is read."""
        spot = placed(at[None], self.at, self.angle)[0]
        centre = (float(spot[0]), float(spot[1]))
        self._painter.shadow(self._picture, rectangle(size_mm, centre, angle), 1.0, 1.5)
        self._paint(picture, size_mm, centre, angle)

    def reach(self, at: np.ndarray, farther: float) -> None:
        """Reach upon the wheel with fingers that end `farther` mm before a place of it."""
        spot = placed(at[None], self.at, self.angle)[0]
        towards = np.radians(self._from)
        along = np.array([np.sin(towards), -np.cos(towards)])
        arm = hands.place(spot - along * (hands.REACH + farther), self._from)
        self._painter.shadow(self._picture, hands.outline(arm), 0, 30)
        self._painter.paint(self._picture, self._arm, self.view.project(arm, 20), fine=False)

    @property
    def picture(self) -> np.ndarray:
        """Give what an ideal sensor takes, uint8 (H, W, 3) BGR."""
        return self._picture

    def _paint(
        self, picture: Picture, size_mm: tuple[float, float], at: tuple[float, float], angle: float
    ) -> None:
        corners = self.view.project(rectangle(size_mm, at, angle))
        self._painter.paint(self._picture, Sheet(*picture), corners)


@lru_cache(maxsize=CLOTHS)
def _cloth(number: int) -> tuple[np.ndarray, np.ndarray]:
    return draw_cloth(np.random.default_rng([number, 7]))


@lru_cache(maxsize=ARMS)
def _arm(number: int) -> Sheet:
    return hands.draw_arm(np.random.default_rng([number, 8]), "lay", styled(number), (0.3, 0.4))
