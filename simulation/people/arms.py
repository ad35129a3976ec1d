"""The arms of those who play: on their way to something on the table, and what they hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulation.people import hands
from simulation.people.persons import Person, styled
from simulation.scene.painter import Painter, Sheet

PaintHeld = Callable[[np.ndarray, np.ndarray, float, float], None]
"""Paint what a hand holds: a picture, where (2,) in mm, the arm's direction in degrees, the height in mm."""


@dataclass(frozen=True)
class Reach:
    """An arm on its way: where it comes from and its goal, (2,) in millimetres.

    progress: 0 at the edge of the table, 1 at the goal. grip: how far before the goal the fingers end, in
    millimetres.
    """

    home: np.ndarray
    goal: np.ndarray
    progress: float
    grip: float = 0.0

    @property
    def along(self) -> np.ndarray:
        """Give the unit vector (2,) towards the goal."""
        return (self.goal - self.home) / np.linalg.norm(self.goal - self.home)

    @property
    def towards(self) -> float:
        """Give that direction in degrees."""
        return math.degrees(math.atan2(self.along[0], -self.along[1]))

    @property
    def centre(self) -> np.ndarray:
        """Give where what it holds is now, (2,) in millimetres."""
        return self.goal + (self.home - self.goal) * (1 - self.progress) * 0.8

    @property
    def height(self) -> float:
        """Give how high above the cloth the hand is, in millimetres."""
        return 14 + 30 * (1 - self.progress)

    @property
    def tip(self) -> np.ndarray:
        """Give where the fingers end once it is there, (2,) in millimetres."""
        return self.goal - self.along * (self.grip - 10)

    @property
    def back(self) -> float:
        """Give how far it is from its goal, in millimetres."""
        return float(np.linalg.norm(self.goal - self.centre))


class Arms:
    """The arms of one table, each drawn once in each pose.

    lamp: how far the light leans to the right and downwards; per_mm: pixels a millimetre of what is drawn.
    """

    def __init__(self, rng: np.random.Generator, lamp: tuple[float, float], per_mm: float) -> None:
        self._rng, self._lamp, self._per_mm = rng, lamp, per_mm
        self._styles = rng.permutation(12)
        self._sheets: dict[tuple[int, str], Sheet] = {}

    def paint(
        self,
        painter: Painter,
        picture: np.ndarray,
        reach: Reach,
        seat: int,
        pose: str,
        person: Person | None,
        held: PaintHeld | None,
    ) -> None:
        """Paint an arm, and what it holds, into a picture, uint8 (H, W, 3) BGR. pose: one of POSES.

        person: whose it is, None: somebody's who belongs to the seat alone.
        """
        arm = hands.place(reach.centre - reach.along * (reach.grip + hands.REACH - 22), reach.towards)
        painter.shadow(picture, hands.outline(arm), 0, reach.height + 22)
        if held is not None:
            held(picture, reach.centre, reach.towards, reach.height)
        place, motion = painter.view.project(arm, reach.height + 25), 6 * (1 - reach.progress)
        painter.paint(picture, self._sheet(seat, pose, person), place, fine=False, motion=motion)

    def _sheet(self, seat: int, pose: str, person: Person | None) -> Sheet:
        if (seat, pose) not in self._sheets:
            whose = styled(int(self._styles[seat])) if person is None else person
            self._sheets[seat, pose] = hands.draw_arm(self._rng, pose, whose, self._lamp, self._per_mm)
        return self._sheets[seat, pose]
