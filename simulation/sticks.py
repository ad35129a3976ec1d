"""The simulated table of a game of sticks: what a camera above it would see, and the truth about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from games.sticks import KIT, Table, beside
from models.render.sticks.material import draw_material
from models.render.sticks.solid import StickBody
from simulation.people.family import Circle
from simulation.scene.sticks import PrintedStick, in_hand, paint_sticks, vertices_of
from simulation.stage import SIZE, Stage, streams_of
from simulation.temperament import CALM, Temperament
from simulation.throwing import DROPPED_MM, Fall, apart, settle

SEATS = 3
"""How many play Les Trois Magiciens."""
ASIDE = 0.72
"""Where set-aside sticks are put, as a share of the way to where a player keeps won tricks."""
ROW_MM = 27.0
"""From one set-aside stick of a row to the next."""
STAYS = 0.4
"""How often a stick that is set aside is left where it fell."""
DROP_MM = 200.0
"""How high above the table a hand lets sticks fall."""


@dataclass(frozen=True)
class LyingStick:
    """One stick on the table: how it lies, whether it was set aside, and where its edges are.

    vertices: float32 (6, 2) pixels; of the upper edge and the two others, both ends each.
    """

    color: str
    notches: int
    sides: tuple[str, ...]
    pose: str
    aside: bool
    vertices: np.ndarray


@dataclass(frozen=True)
class _Laid(PrintedStick):
    """A stick that lies there; `aside`: it was set aside."""

    aside: bool = False


@dataclass(frozen=True)
class _Aim:
    """A throw to come: where it is dropped, in millimetres, and how its sticks will lie."""

    fall: Fall
    centre: np.ndarray
    sticks: list[_Laid]


class StickTable(Stage):
    """A table with sticks, hands and light, all drawn from one seed.

    table: which side lies down under how many notches. The sticks look as none did that the eye learnt from.
    size: width and height of the picture in pixels; cloth, tilt and noise as in Stage.
    """

    def __init__(
        self,
        seed: int,
        table: Table = KIT,
        size: tuple[int, int] = SIZE,
        *,
        cloth: str | None = None,
        tilt: float | None = None,
        noise: float | None = None,
        temperament: Temperament = CALM,
    ) -> None:
        streams = streams_of(seed, SEATS, 2)
        self.material = draw_material(streams.look, held_out=True)
        super().__init__(streams, SEATS, size, cloth, tilt, noise, temperament)
        self._table = table
        self._sticks: list[_Laid] = []
        self._aimed: _Aim | None = None

    @property
    def lying(self) -> tuple[LyingStick, ...]:
        """Tell which sticks are on the table, those set aside too, in the order in which they fell."""
        return tuple(
            LyingStick(
                laid.body.color,
                laid.body.notches,
                beside(laid.body.hidden),
                laid.body.pose,
                laid.aside,
                vertices_of(self.view, laid.body, self.material.measures),
            )
            for laid in self._sticks
        )

    def throw(self, fall: Fall) -> None:
        """Let a throw come to rest on the table."""
        self._sticks += self._aim(fall).sticks
        self._aimed = None
        self._lay_out()

    def take_up(self, colors: Sequence[str] | None = None) -> None:
        """Take sticks from the table, by colour; None: all of them."""
        self._sticks = [] if colors is None else [s for s in self._sticks if s.body.color not in colors]
        self._lay_out()

    def set_aside(self, seat: int, colors: Sequence[str]) -> None:
        """Put sticks beside the middle, before the player at `seat`; some stay where they fell."""
        moved = []
        for laid in self._sticks:
            wanted = laid.body.color in colors and not laid.aside
            if wanted and self._moves.random() >= STAYS:
                laid = replace(laid, body=self._put_by(laid.body, seat))
            moved.append(replace(laid, aside=True) if wanted else laid)
        self._sticks = moved
        self._lay_out()

    def hand_in(
        self, seat: int, *, progress: float = 1.0, fall: Fall | None = None, at: str = "middle"
    ) -> None:
        """Reach in from a seat, with the sticks of `fall` in hand or none.

        at: "middle" or "aside" (where the seat puts what it sets aside). progress: 0 at the edge of the
        table, 1 there. The hand stays until it moves or goes out.
        """
        goal = np.zeros(2) if at == "middle" else self._aside(seat)
        picture, held = self._before_hands(), None
        if fall is not None:
            aim = self._aim(fall)
            goal, held = aim.centre, partial(self._hold, aim.sticks)
        self._reach(picture, seat, goal + 1e-3, "lay", progress, held=held)
        self._hand = picture

    def falling(self, fall: Fall, share: float) -> None:
        """Show the sticks of a throw on their way from the hand, 0, to where they come to rest, 1."""
        picture = self._before_hands()
        tumbling = []
        aim = self._aim(fall)
        for laid in aim.sticks:
            turn = np.random.default_rng(laid.grain)
            end = np.array(laid.body.middle_mm)
            body = replace(
                laid.body,
                middle_mm=tuple((aim.centre + (end - aim.centre) * share).tolist()),
                angle=laid.body.angle + float(turn.normal(0, 1.2)) * (1 - share),
                tilt=laid.body.tilt + float(turn.normal(0, 0.5)) * (1 - share),
                roll=laid.body.roll + float(turn.normal(0, 3)) * (1 - share),
                lift=laid.body.lift + DROP_MM * max(0.0, 1 - 2 * share),
            )
            tumbling.append(replace(laid, body=body))
        self._draw(picture, tumbling, motion=round(14 * (1 - share) * self.size[0] / SIZE[0]))
        self._hand = picture

    def _to_be_seen(self) -> list[np.ndarray]:
        return [cv2.convexHull(stick.vertices)[:, 0] for stick in self.lying]

    def _kept(self) -> list[Circle]:
        return [(np.zeros(2), 200.0)]

    def _aim(self, fall: Fall) -> _Aim:
        """Decide where a throw will come to rest; the hand, the fall and the rest agree on it."""
        if self._aimed is None or self._aimed.fall is not fall:
            centre = self._moves.normal(0, DROPPED_MM)
            down = [laid.body for laid in self._sticks]
            spot = (float(centre[0]), float(centre[1]))
            bodies = settle(self._moves, fall, self.material.measures, down, self._table, spot)
            sticks = [_Laid(body, int(self._moves.integers(1 << 30))) for body in bodies]
            self._aimed = _Aim(fall, centre, sticks)
        return self._aimed

    def _aside(self, seat: int) -> np.ndarray:
        return self.layout.piles[seat] * ASIDE

    def _put_by(self, body: StickBody, seat: int) -> StickBody:
        """Give a stick in the row of those set aside before a seat."""
        angle = math.radians(self.layout.angles[seat]) + float(self._moves.normal(0, 0.12))
        across = np.array([-math.sin(angle), math.cos(angle)])
        others = [laid.body for laid in self._sticks if laid.body.color != body.color]
        for place_ in range(4):
            spot = self._aside(seat) - across * ROW_MM * place_ + self._moves.normal(0, 1.5, 2)
            moved = replace(body, middle_mm=(float(spot[0]), float(spot[1])), angle=angle)
            if all(apart(moved, other, self.material.measures, 2.0) for other in others):
                return moved
        return body

    def _lay_out(self) -> None:
        """Draw the table anew with all that lies there."""
        np.copyto(self._clean, self._cloth)
        self._draw(self._clean, self._sticks)

    def _draw(self, picture: np.ndarray, sticks: Sequence[_Laid], motion: int = 0) -> None:
        paint_sticks(self._painter, picture, sticks, self.material, motion)

    def _hold(
        self,
        sticks: Sequence[_Laid],
        picture: np.ndarray,
        centre: np.ndarray,
        towards: float,
        height: float,
    ) -> None:
        """Paint the sticks that a hand holds."""
        bodies = [in_hand(laid.body, number, centre, towards, height) for number, laid in enumerate(sticks)]
        held = [replace(laid, body=body) for laid, body in zip(sticks, bodies, strict=True)]
        self._draw(picture, held)
