"""Cards in a hand: a fan held up to its player, seen from above, or a packet laid down with backs up."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.people.persons import Habits
from simulation.people.seats import Seat, raised
from simulation.scene.outlines import rectangle, rounded
from simulation.scene.painter import Painter, Pictures, Sheet

WIDEST = 70.0
"""No fan is opened further, in degrees."""
BELOW_MM = 14.0
"""How far below the cards' lower edges the point is around which they are fanned."""
APART_MM = 0.5
"""From one held card to the next, along their normal."""
BACK = "back"
"""The name by which a card's back is asked for."""

Face = Callable[[str], Sheet]
"""Gives the sheet of a card, or of the back, by its name."""


@dataclass(frozen=True)
class Fan:
    """Cards held up.

    pivot: (3,) x, y and height in mm; up, right: unit vectors (3,) in the cards' plane; step: degrees from
    one card to the next, less where there are many.
    """

    pivot: np.ndarray
    up: np.ndarray
    right: np.ndarray
    size_mm: tuple[float, float]
    step: float

    def corners(self, number: int, count: int) -> np.ndarray:
        """Give the corners (4, 3) of one of so many cards, clockwise as its player sees it."""
        step = min(self.step, WIDEST / max(1, count - 1))
        angle = math.radians((number - (count - 1) / 2) * step)
        w, h = self.size_mm
        flat = np.array([[-w / 2, h], [w / 2, h], [w / 2, 0], [-w / 2, 0]]) + (0, BELOW_MM)
        c, s = math.cos(angle), math.sin(angle)
        flat = flat @ np.array([[c, -s], [s, c]])
        normal = np.cross(self.right, self.up)
        return self.pivot + flat[:, :1] * self.right + flat[:, 1:] * self.up + APART_MM * number * normal


def held(seat: Seat, habits: Habits, size_mm: tuple[float, float], aside: float, sway: int) -> Fan:
    """Give a fan as somebody holds it. aside: how far to the left of the seat; sway: -1, 0 or 1."""
    lean = math.radians(habits.lean + 3.0 * sway)
    yaw = math.radians(6.0 * sway)
    inwards = -seat.out * math.cos(yaw) + seat.beside * math.sin(yaw)
    up = np.array([*(inwards * math.cos(lean)), math.sin(lean)])
    right = np.array([*(-seat.beside * math.cos(yaw) - seat.out * math.sin(yaw)), 0.0])
    top = habits.height + (size_mm[1] + BELOW_MM) * math.sin(lean)
    tip = raised(seat.view, seat.at(aside, habits.depth), top)
    pivot = np.array([*tip, top]) - up * (size_mm[1] + BELOW_MM)
    return Fan(pivot, up, right, size_mm, habits.spread)


def paint_fan(picture: Pictures, painter: Painter, fan: Fan, names: Sequence[str], face: Face) -> None:
    """Paint held cards, given from the left as their player sees them: his side of them, or their backs."""
    view = painter.view
    order = range(len(names))
    seen = [view.project3(fan.corners(number, len(names))).astype(np.float32) for number in order]
    faces = bool(_clockwise(seen[0]))
    for number in order if faces else reversed(order):
        corners = seen[number] if faces else seen[number][[1, 0, 3, 2]]
        painter.paint(picture, _toned(face(names[number] if faces else BACK), fan, faces), corners)


def paint_fan_shadow(picture: Pictures, painter: Painter, fan: Fan, count: int) -> None:
    """Darken the cloth below held cards."""
    whole = np.concatenate([fan.corners(0, count), fan.corners(count - 1, count)])
    outline = cv2.convexHull(whole[:, :2].astype(np.float32))[:, 0]
    painter.shadow(picture, outline, 0.0, float(whole[:, 2].mean()))


def paint_packet(
    picture: Pictures,
    painter: Painter,
    back: Sheet,
    size_mm: tuple[float, float],
    radius_mm: float,
    at: np.ndarray,
    angle: float,
    count: int,
) -> None:
    """Paint cards that lie face down, not quite squared."""
    spot = (float(at[0]), float(at[1]))
    for number in range(min(count, 5)):
        turn = angle + (number - 2) * 3.1
        height = 0.3 + 0.5 * number
        if number == 0:
            painter.shadow(picture, rounded(size_mm, radius_mm, spot, turn), 0.0, 3.0)
        painter.paint(picture, back, painter.view.project(rectangle(size_mm, spot, turn), height))


def _toned(sheet: Sheet, fan: Fan, faces: bool) -> Sheet:
    """Darken a card that does not face the lamp, which is taken to be straight above."""
    tone = 0.62 + 0.36 * abs(float(np.cross(fan.right, fan.up)[2])) if faces else 0.72
    return Sheet(cv2.convertScaleAbs(sheet.colour, alpha=tone), sheet.alpha)


def _clockwise(corners: np.ndarray) -> bool:
    return cv2.contourArea(corners, oriented=True) > 0
