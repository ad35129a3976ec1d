"""The appearance of whatever of people can come into the picture: occluders, painted once a kind and kept."""

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
class HeldFan:
    """A left hand with a fan: the cards from its player's left; aside: of his seat, in mm; sway: -1, 0, 1."""

    seat: int
    names: tuple[str, ...]
    aside: int
    sway: int


@dataclass(frozen=True)
class Prop:
    """What is no arm: packet, mug, phone (lit: phone+), tail or head.

    owner: its seat; at: where, in millimetres; angle: its direction in degrees; count: the cards of a packet,
    or the phase of a tail.
    """

    kind: str
    owner: int
    at: tuple[int, int]
    angle: int = 0
    count: int = 0


Occluder = Arm | HeldFan | Prop
"""What can hide something on the table, with all that decides how it looks: equal ones look alike."""


@dataclass(frozen=True)
class Faces:
    """Pictures of cards: of one by its name, or ``back``; their size and rounded corners in millimetres."""

    sheet: fans.Face
    size_mm: tuple[float, float]
    radius_mm: float


class Appearance:
    """How everybody and everything looks at one table: sheets, drawn when they are first needed, and kept.

    people: of each seat, and a child behind them; lamp: how far the light leans to the right and downwards;
    per_mm: pixels a millimetre of what is drawn; faces: None where nobody holds cards.
    """

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

    def paint(self, occluder: Occluder, painter: Painter) -> Paint:
        """Give what paints an occluder into a picture."""
        match occluder:
            case Arm():
                return partial(self._paint_arm, painter, occluder)
            case HeldFan():
                return partial(self._paint_held, painter, occluder)
            case Prop():
                return partial(self._paint_prop, painter, occluder)

    def fan(self, seat: int, aside: int, sway: int) -> fans.Fan:
        """Give the fan that somebody holds."""
        assert self.faces is not None
        return fans.held(self.seats[seat], self.habits[seat], self.faces.size_mm, aside, sway)

    def _paint_arm(self, painter: Painter, arm: Arm, picture: Pictures) -> None:
        """Paint an arm with its shadow, and a card that it holds, its back up."""
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

    def _paint_held(self, painter: Painter, held: HeldFan, picture: Pictures) -> None:
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

    def _paint_prop(self, painter: Painter, prop: Prop, picture: Pictures) -> None:
        at = np.array(prop.at, float)
        match prop.kind:
            case "packet":
                faces = self.faces
                assert faces is not None
                back, size, radius = faces.sheet(fans.BACK), faces.size_mm, faces.radius_mm
                fans.paint_packet(picture, painter, back, size, radius, at, prop.angle, prop.count)
            case "mug":
                occluders.paint_mug(picture, painter, self._mugs[prop.owner], at)
            case "phone" | "phone+":
                sheet = self._phone(prop.owner, prop.kind == "phone+")
                occluders.paint_phone(picture, painter, sheet, at, prop.angle)
            case "tail":
                self._lay_sheet(picture, painter, self._tail(prop), occluders.TAIL, at, prop.angle, 30.0)
            case "head":
                self._lay_sheet(picture, painter, self._head(prop), occluders.HEAD, at, prop.angle, 190.0)

    def _lay_sheet(
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

    def _tail(self, prop: Prop) -> Sheet:
        key = ("tail", prop.count)
        if key not in self._sheets:
            lamp = turned(self._lamp, prop.angle)
            self._sheets[key] = occluders.tail_sheet(self._fur, prop.count, lamp, self._per_mm / 2)
        return self._sheets[key]

    def _head(self, prop: Prop) -> Sheet:
        key = ("head", prop.angle)
        if key not in self._sheets:
            lamp = turned(self._lamp, prop.angle)
            cloth = self.people[0].second
            self._sheets[key] = occluders.head_sheet(self._rng(3), self._hair, cloth, lamp, self._per_mm / 2)
        return self._sheets[key]


def _direction(towards: float) -> np.ndarray:
    """Give the unit vector of a direction in degrees from upwards, clockwise."""
    angle = np.radians(towards)
    return np.array([np.sin(angle), -np.cos(angle)])
