"""Everything of people that can come into the picture, painted once for each way in which it may be there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from simulation.people import fans, hands, occluders
from simulation.people.occluders import Mug
from simulation.people.persons import Habits, Person
from simulation.people.seats import Seat, raised
from simulation.scene.outlines import placed, rectangle
from simulation.scene.painter import Painter, Pictures, Sheet
from simulation.scene.relief import Raster, turned
from simulation.scene.sprites import Paint

NEAR_MM, FAR_MM = 430.0, hands.LENGTH
"""How much of an arm is drawn that stays near the edge, and of one that reaches for the middle."""
FINE = 0.7
"""How finely hands are drawn that never come near, as a share of those that play."""
TIP_MM = 12.0
"""What the fingers lie beyond the place for which they reach."""


@dataclass(frozen=True)
class Arm:
    """An arm at a table: whose, which, its pose, where its fingers end (mm), direction and height in mm."""

    seat: int
    left: bool
    pose: str
    tip: tuple[int, int]
    towards: int
    height: int = 6
    reaches: bool = False
    card: bool = False


@dataclass(frozen=True)
class Held:
    """A left hand with a fan: the cards from its player's left; aside: of his seat, in mm; sway: -1, 0, 1."""

    seat: int
    names: tuple[str, ...]
    aside: int
    sway: int


@dataclass(frozen=True)
class Thing:
    """A belonging: packet, mug, phone (lit: phone+), tail or head; whose or which; where; its direction."""

    kind: str
    owner: int
    at: tuple[int, int]
    angle: int = 0
    count: int = 0


Look = Arm | Held | Thing
"""What can be seen, with all that decides how it looks."""


@dataclass(frozen=True)
class Faces:
    """Pictures of cards: of one by its name, or ``back``; their size and rounded corners in millimetres."""

    sheet: fans.Face
    size_mm: tuple[float, float]
    radius_mm: float


class Wardrobe:
    """Knows how everybody and everything looks."""

    def __init__(
        self,
        rng: np.random.Generator,
        seats: Sequence[Seat],
        people: Sequence[Person],
        habits: Sequence[Habits],
        lamp: tuple[float, float],
        per_mm: float,
        faces: Faces | None,
    ) -> None:
        self.seats, self.people, self.habits = seats, people, habits
        self._lamp, self._per_mm = lamp, per_mm
        self.faces = faces
        self._seed = int(rng.integers(1 << 30))
        self._mugs: list[Mug] = [occluders.draw_mug(rng) for _ in seats]
        self._fur = occluders.FURS[int(rng.integers(len(occluders.FURS)))]
        self._hair = occluders.HAIRS[int(rng.integers(len(occluders.HAIRS)))]
        self._sheets: dict[object, Sheet] = {}

    def paint(self, look: Look, painter: Painter) -> Paint:
        """Give what paints a thing into a picture."""
        match look:
            case Arm():
                return partial(self._paint_arm, painter, look)
            case Held():
                return partial(self._paint_held, painter, look)
            case Thing():
                return partial(self._paint_thing, painter, look)

    def fan(self, seat: int, aside: int, sway: int) -> fans.Fan:
        """Give the fan that somebody holds."""
        assert self.faces is not None
        return fans.held(self.seats[seat], self.habits[seat], self.faces.size_mm, aside, sway)

    def _paint_arm(self, painter: Painter, arm: Arm, picture: Pictures) -> None:
        length = FAR_MM if arm.reaches else NEAR_MM
        along = _direction(arm.towards)
        tip = raised(painter.view, np.array(arm.tip, float), arm.height)
        corners = hands.place(tip - along * (hands.REACH - TIP_MM), arm.towards, length, left=arm.left)
        painter.shadow(picture, hands.outline(corners, length), 0, arm.height + 20)
        if arm.card and self.faces is not None:
            size = self.faces.size_mm
            spot = tip + along * 0.3 * size[1]
            card = rectangle(size, (float(spot[0]), float(spot[1])), arm.towards + 4.0)
            painter.paint(picture, self.faces.sheet(fans.BACK), painter.view.project(card, arm.height))
        sheet = self._arm(arm.seat, arm.pose, arm.left, arm.towards, length)
        painter.paint(picture, sheet, painter.view.project(corners, arm.height + 16), fine=False)

    def _paint_held(self, painter: Painter, held: Held, picture: Pictures) -> None:
        """Paint the hand, the cards before it, and the thumb upon them."""
        assert self.faces is not None
        fan = self.fan(held.seat, held.aside, held.sway)
        towards = self.seats[held.seat].towards + 9.0
        height = float(fan.pivot[2])
        corners = hands.place(fan.pivot[:2] - _direction(towards) * 86, towards, NEAR_MM, left=True)
        fans.paint_fan_shadow(picture, painter, fan, len(held.names))
        painter.shadow(picture, hands.outline(corners, NEAR_MM), 0, height + 10)
        for pose, above in (("hold", 0.0), ("thumb", 26.0)):
            if pose == "thumb":
                fans.paint_fan(picture, painter, fan, held.names, self.faces.sheet)
            sheet = self._arm(held.seat, pose, True, round(towards), NEAR_MM)
            painter.paint(picture, sheet, painter.view.project(corners, height + above), fine=False)

    def _paint_thing(self, painter: Painter, thing: Thing, picture: Pictures) -> None:
        at = np.array(thing.at, float)
        match thing.kind:
            case "packet":
                faces = self.faces
                assert faces is not None
                back, size, radius = faces.sheet(fans.BACK), faces.size_mm, faces.radius_mm
                fans.paint_packet(picture, painter, back, size, radius, at, thing.angle, thing.count)
            case "mug":
                occluders.paint_mug(picture, painter, self._mugs[thing.owner], at)
            case "phone" | "phone+":
                sheet = self._phone(thing.owner, thing.kind == "phone+")
                occluders.paint_phone(picture, painter, sheet, at, thing.angle)
            case "tail":
                self._lay(picture, painter, self._tail(thing), occluders.TAIL, at, thing.angle, 30.0)
            case "head":
                self._lay(picture, painter, self._head(thing), occluders.HEAD, at, thing.angle, 190.0)

    def _lay(
        self,
        picture: Pictures,
        painter: Painter,
        sheet: Sheet,
        raster: Raster,
        at: np.ndarray,
        angle: float,
        height: float,
    ) -> None:
        """Paint a sheet whose origin is at a place and which points in a direction."""
        spot = raised(painter.view, at, height)
        corners = placed(
            np.array([[0, 0], [raster.width, 0], [raster.width, raster.length], [0, raster.length]])
            - (raster.left, raster.above),
            spot,
            angle,
        )
        middle = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
        painter.shadow(picture, middle + (corners - middle) * 0.4, 0, height * 0.6)
        painter.paint(picture, sheet, painter.view.project(corners, height), fine=False)

    def _rng(self, *which: int) -> np.random.Generator:
        return np.random.default_rng([self._seed, *which])

    def _arm(self, seat: int, pose: str, left: bool, towards: int, length: float) -> Sheet:
        key = ("arm", seat, pose, left, length)
        if key not in self._sheets:
            rng = self._rng(1, seat, left, *pose.encode())
            lamp = turned(self._lamp, towards, left)
            drawn = hands.draw_arm(rng, pose, self.people[seat], lamp, FINE * self._per_mm, length)
            self._sheets[key] = hands.mirrored(drawn) if left else drawn
        return self._sheets[key]

    def _phone(self, owner: int, lit: bool) -> Sheet:
        key = ("phone", owner, lit)
        if key not in self._sheets:
            self._sheets[key] = occluders.phone_sheet(self._rng(2, owner), lit)
        return self._sheets[key]

    def _tail(self, thing: Thing) -> Sheet:
        key = ("tail", thing.count)
        if key not in self._sheets:
            lamp = turned(self._lamp, thing.angle)
            self._sheets[key] = occluders.tail_sheet(self._fur, thing.count, lamp, self._per_mm / 2)
        return self._sheets[key]

    def _head(self, thing: Thing) -> Sheet:
        key = ("head", thing.angle)
        if key not in self._sheets:
            lamp = turned(self._lamp, thing.angle)
            cloth = self.people[0].second
            self._sheets[key] = occluders.head_sheet(self._rng(3), self._hair, cloth, lamp, self._per_mm / 2)
        return self._sheets[key]


def _direction(towards: float) -> np.ndarray:
    """Give the unit vector of a direction in degrees from upwards, clockwise."""
    angle = np.radians(towards)
    return np.array([np.sin(angle), -np.cos(angle)])
