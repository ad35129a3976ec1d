"""Bid wheels before the seats of a simulated table, hands that turn them, and poor pictures of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
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
        home = self._table.home(seat)
        towards = (home - at) / np.linalg.norm(home - at)
        self._table.point(seat, at + towards * RIM_MM, progress)

    def _somewhere(self, rng: np.random.Generator, seat: int) -> Lies:
        at, angle = self._table.wheel_place(seat)
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
        self.at = table.free_place([np.array(lies.at) for lies in wheels.lie])

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
"""Side of a part for a picture of `SIZE`: a wheel, and as much again around it as half of it."""

FIELD = (370.0, 190.0)
"""Millimetres from the middle of the table within which a wheel's pin lies: its disc ends at the rim."""

CLOTHS, ARMS = 8, 6
"""So many of each are drawn."""


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


@dataclass(frozen=True)
class Poor:
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

    def of(self, picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Spoil a picture, uint8 (H, W, 3) BGR."""
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


def draw_poor(rng: np.random.Generator, size: tuple[int, int]) -> Poor:
    """Draw a light and a camera, the worst of which nobody would play with."""
    glares = rng.random() < 0.3
    return Poor(
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
    """Give the kernel of a smear: float32 (N, N)."""
    side = int(length) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    middle = side / 2 - 0.5
    for step in np.linspace(-length / 2, length / 2, 4 * side):
        x, y = middle + step * np.cos(towards), middle + step * np.sin(towards)
        kernel[round(float(y)), round(float(x))] += 1
    kernel /= kernel.sum()
    return kernel
