"""What every simulated table has: cloth, light, a camera above it, and people who reach in.

The base of the tables: it keeps the pictures that are painted on, and composes what the camera takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.people.appearance import Faces
from simulation.people.arms import Arms, PaintHeld, Reach
from simulation.people.family import Circle, Family
from simulation.scene.cloth import draw_cloth
from simulation.scene.disturbances import Disturbances, Jog, rehung
from simulation.scene.layout import Layout, plan
from simulation.scene.light import draw_light
from simulation.scene.outlines import rectangle, rounded
from simulation.scene.painter import Painter, Sheet
from simulation.scene.sensor import Sensor
from simulation.scene.view import draw_view
from simulation.temperament import CALM, Temperament

SIZE = (2304, 1296)
"""Width and height of the picture of Camera Module 3, binned."""

SHADE_MM = 24.0
"""How far around a flat thing its shadow may darken the cloth."""


@dataclass(frozen=True)
class Streams:
    """Chance for each part of a table, so that a change in one leaves the others as they were.

    look: the camera's place, and what lies there; light: the lamp and the lens; tops: cloth and layout;
    moves: how cards and hands come to lie; grain: the sensor's noise; bodies: the arms of who
    plays; family: who sits at a restless table, what they do, and the disturbances.
    """

    look: np.random.Generator
    light: np.random.Generator
    tops: np.random.Generator
    moves: np.random.Generator
    grain: np.random.Generator
    bodies: np.random.Generator
    family: np.random.Generator


def streams_of(*seed: int) -> Streams:
    """Give the streams of a table from what it is drawn from."""
    return Streams(*np.random.default_rng(seed).spawn(7))


class Stage:
    """A table, seen from above, with players around it: seat 0 at the lower edge, the others clockwise.

    What lies there is painted into `_clean`; `_hand` is the picture while a hand is in it, else None. tilt:
    of the camera in degrees, drawn where it is None. noise: of the sensor, in grey levels, drawn likewise.
    temperament: what goes on around the table; at a restless one each picture takes a tenth of a second.
    """

    def __init__(
        self,
        streams: Streams,
        seats: int,
        size: tuple[int, int],
        cloth: str | None,
        tilt: float | None,
        noise: float | None,
        temperament: Temperament = CALM,
    ) -> None:
        self.seats = seats
        self.size = size
        self.temperament = temperament
        self._moves = streams.moves
        self.view = draw_view(streams.look, size, tilt)
        self._light = draw_light(streams.light, self.view)
        blur = float(streams.light.uniform(0.45, 0.85)) * size[0] / SIZE[0]
        self._painter = Painter(self.view, self._light, blur)
        self._sensor = Sensor(size, streams.grain, noise)
        self.layout: Layout = plan(streams.tops, seats)
        self._cloth = self._painter.cloth(*draw_cloth(streams.tops, cloth, self._per_mm, self.view))
        lamp = (-1.1 * self._light.fall[0], -1.1 * self._light.fall[1])
        self._arms = Arms(streams.bodies, lamp, self._per_mm)
        self._reached: tuple[int, str, np.ndarray, float] | None = None
        self._clear_of: list[Circle] = []
        self._family: Family | None = None
        self._disturbances: Disturbances | None = None
        if temperament.unrest is not None:
            self._disturbances = Disturbances(streams.family.spawn(1)[0], temperament.unrest, size)
        if temperament.behaviours:
            self._family = Family(
                streams.family,
                temperament,
                self._painter,
                self.layout,
                lamp,
                self._per_mm,
                self._kept(),
                self._faces_held(),
            )
        self._clean = self._cloth.copy()
        self._hand: np.ndarray | None = None

    @property
    def _per_mm(self) -> float:
        """Give how many pixels a millimetre are enough for what people are painted from."""
        return 2.0 * self.size[0] / SIZE[0]

    def spread(self, picture: np.ndarray, size_mm: tuple[float, float], angle: float = 0.0) -> None:
        """Lay a printed sheet, uint8 (H, W, 3) BGR, on the middle of the cloth; what lay there is gone."""
        whole = Sheet(picture, np.full(picture.shape[:2], 255, np.uint8))
        corners = self.view.project(rectangle(size_mm, (0.0, 0.0), angle))
        self._painter.paint(self._cloth, whole, corners)
        self._clean, self._hand = self._cloth.copy(), None

    def put(
        self,
        picture: tuple[np.ndarray, np.ndarray],
        size_mm: tuple[float, float],
        at: tuple[float, float],
        angle: float = 0.0,
        *,
        shadowed: bool = False,
    ) -> Callable[[], None]:
        """Put a flat thing on the table, where it stays whatever is played: it covers what lay there.

        picture: uint8 (H, W, 3) BGR and where it is, uint8 (H, W). shadowed: it comes to lie there now.
        Gives what takes it up again.
        """
        shape = rectangle(size_mm, at, angle)
        around = self.view.project(rectangle((size_mm[0] + SHADE_MM, size_mm[1] + SHADE_MM), at, angle))
        left, top = np.maximum(np.floor(around.min(0)), 0).astype(int)
        right, bottom = np.ceil(around.max(0)).astype(int)
        box = (slice(top, bottom), slice(left, right))
        lasting = tuple(self._lasting())
        before = [each[box].copy() for each in lasting]
        if shadowed:
            self._painter.shadow(lasting, rounded(size_mm, min(size_mm) / 2 - 0.1, at, angle), 0, 0.6)
        self._painter.paint(lasting, Sheet(*picture), self.view.project(shape))

        def lift() -> None:
            for each, part in zip(self._lasting(), before, strict=True):
                each[box] = part

        return lift

    def keep_clear(self, places: Sequence[Circle]) -> None:
        """Let nobody put anything down at these places, nor lie a hand upon them for long."""
        self._clear_of = [*self._clear_of, *places]
        if self._family is not None:
            self._family.keep(places)

    def point(self, seat: int, goal: np.ndarray, progress: float) -> None:
        """Reach from a seat with an empty hand: 0 at the edge of the table, 1 at the goal in millimetres."""
        self._hand = self._before_hands()
        self._reach(self._hand, seat, goal, "lay", progress)

    def hand_out(self) -> None:
        """Take the hand away."""
        self._hand = None
        if self._family is not None and self._reached is not None:
            self._family.withdraw(*self._reached)
        self._reached = None

    def await_turn(self, seat: int) -> None:
        """Take note of whose turn it will be: at a restless table his hand may come before."""
        if self._family is not None:
            self._family.await_turn(seat)

    @property
    def clear(self) -> int | None:
        """Count the pictures in which what was laid last was in full view; None at a calm table: in all."""
        return None if self._family is None else self._family.clear

    def render(self) -> np.ndarray:
        """Take a picture, uint8 (H, W, 3) BGR, with fresh noise."""
        jog = None if self._disturbances is None else self._disturbances.advance()
        if jog is not None:
            self._rehang(jog)
        if self._family is None and self._disturbances is None:
            return self._exposed(self._clean if self._hand is None else self._hand)
        picture = self._before_hands() if self._hand is None else self._hand.copy()
        if self._family is not None:
            self._family.look_at(self._to_be_seen(), self._lie_there())
            self._family.advance(covered=self._hand is not None)
            self._family.paint(picture)
        if self._disturbances is not None:
            self._disturbances.light(picture)
            picture = self._disturbances.shake(picture)
        return self._exposed(picture)

    def _exposed(self, picture: np.ndarray) -> np.ndarray:
        return self._sensor.expose(picture)

    def _before_hands(self) -> np.ndarray:
        """Give a picture of all that lies there, which a hand may be painted into."""
        picture = self._clean.copy()
        if self._family is not None:
            self._family.paint_things(picture)
        return picture

    def _rehang(self, jog: Jog) -> None:
        """Let the camera hang as it does after a knock: what was painted is seen from there."""
        view = rehung(self.view, jog)
        way = view.homography() @ np.linalg.inv(self.view.homography())
        self.view = view
        self._painter = Painter(view, self._light, self._painter.blur)
        for picture in self._painted():
            cv2.warpPerspective(
                picture.copy(), way, self.size, picture, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
            )
        if self._family is not None:
            self._family.hang_anew(self._painter)

    def _painted(self) -> list[np.ndarray]:
        """Give the pictures that are kept and painted on."""
        return [self._cloth, self._clean, *([] if self._hand is None else [self._hand])]

    def _lasting(self) -> list[np.ndarray]:
        """Give the pictures that are kept, without what is in a hand."""
        return [self._cloth, self._clean]

    def _to_be_seen(self) -> list[np.ndarray]:
        """Give the outlines (N, 2) in pixels of what lies there and must not stay hidden."""
        return [
            self.view.project(rectangle((2 * far, 2 * far), (float(at[0]), float(at[1])), 0.0))
            for at, far in self._clear_of
        ]

    def _lie_there(self) -> int:
        """Count what lies there, whether it is to be seen or others lie upon it."""
        return len(self._to_be_seen())

    def _kept(self) -> list[Circle]:
        """Give where nobody puts anything down."""
        return [(np.zeros(2), 165.0)]

    def _faces_held(self) -> Faces | None:
        """Give the pictures of the cards that people hold, None where they hold none."""
        return None

    def _reach(
        self,
        picture: np.ndarray,
        seat: int,
        goal: np.ndarray,
        pose: str,
        progress: float,
        *,
        grip: float = 0.0,
        held: PaintHeld | None = None,
    ) -> None:
        """Paint an arm, and what it holds, on the way to a goal (2,) in millimetres.

        pose: one of POSES. progress: 0 at the edge of the table, 1 there. grip: how far before the goal the
        fingers end, in millimetres.
        """
        reach, person = Reach(self.layout.homes[seat], goal, progress, grip), None
        if self._family is not None:
            self._family.acts(seat)
            self._reached = (seat, pose, reach.tip, reach.back)
            person = self._family.people[seat]
        self._arms.paint(self._painter, picture, reach, seat, pose, person, held)
