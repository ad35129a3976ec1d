"""Composite limbs and things into pictures: each is painted once as a sprite, then moved by the picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from simulation.people.appearance import Appearance, Arm, Occluder, Prop
from simulation.people.movements import Placement
from simulation.scene import sprites
from simulation.scene.painter import Painter

STEADY = 0.82
"""How much of a hand's sway is left in the next picture: an autoregressive process of first order."""


class Compositor:
    """Shows the occluders of one table.

    Limbs are numbered: the left hand of each seat, the right one of each, and one more for all that belongs
    to nobody who sits there.
    """

    def __init__(self, painter: Painter, appearance: Appearance) -> None:
        self._painter, self._appearance = painter, appearance
        self._count = len(appearance.seats)
        self._sprites = sprites.Sprites(painter.view.size)
        self._sway = np.zeros((2 * self._count + 1, 2))
        self._before: dict[tuple[int, type, str], tuple[int, int]] = {}

    def hang_anew(self, painter: Painter) -> None:
        """Take note that the camera or the light has changed."""
        self._painter = painter
        self._appearance.seats = tuple(replace(seat, view=painter.view) for seat in self._appearance.seats)
        self._sprites.forget()

    def sway(self, rng: np.random.Generator) -> None:
        """Let every limb sway a little further, as lively as its person is."""
        lively = np.array([habit.lively for habit in self._appearance.habits] * 2 + [1.5])
        self._sway = STEADY * self._sway + rng.normal(0, 0.55, self._sway.shape) * lively[:, None]

    def paint_things(self, picture: np.ndarray, props: Iterable[Prop]) -> None:
        """Paint what stands and lies there into a picture, uint8 (H, W, 3) BGR."""
        for prop in props:
            sprite = self._sprite(prop)
            if sprite is not None:
                sprites.paste(picture, sprite[0])

    def paint(self, picture: np.ndarray, placements: Iterable[tuple[int, Placement]]) -> None:
        """Paint what belongs to each limb into a picture, uint8 (H, W, 3) BGR, smeared as far as it moved."""
        before, self._before = self._before, {}
        for limb, placement in placements:
            sprite = self._sprite(placement.occluder)
            if sprite is None:
                continue
            dx, dy = self._shift(limb, placement)
            which = (
                limb,
                type(placement.occluder),
                getattr(placement.occluder, "pose", getattr(placement.occluder, "kind", "")),
            )
            last = before.get(which, (dx, dy))
            self._before[which] = (dx, dy)
            blur = sprites.smear(dx - last[0], dy - last[1])
            sprites.paste(picture, self._sprites.moving(placement.occluder, sprite[0], blur), dx, dy)

    def hidden(self, limb: int, placement: Placement, what: np.ndarray) -> int:
        """Count what an occluder hides of a map, bool (h, w): coarse pixels."""
        sprite = self._sprite(placement.occluder)
        if sprite is None:
            return 0
        dx, dy = self._shift(limb, placement)
        return sprites.covered(sprite[1], (sprite[0].x + dx, sprite[0].y + dy), what)

    def _sprite(self, occluder: Occluder) -> tuple[sprites.Sprite, np.ndarray] | None:
        return self._sprites.get(occluder, self._appearance.paint(occluder, self._painter))

    def _shift(self, limb: int, placement: Placement) -> tuple[int, int]:
        """Give by how many pixels something is moved in the picture."""
        view, seats = self._painter.view, self._appearance.seats
        seat = seats[limb % self._count] if limb < 2 * self._count else None
        occluder = placement.occluder
        if seat is None:
            towards = getattr(occluder, "towards", getattr(occluder, "angle", 0))
            owner = getattr(occluder, "seat", getattr(occluder, "owner", 0))
            turns = isinstance(occluder, Arm) or (
                isinstance(occluder, Prop) and occluder.kind in ("tail", "head")
            )
            angle = np.radians(towards) if turns else None
            out = seats[owner].out if angle is None else np.array([-np.sin(angle), np.cos(angle)])
        else:
            out = seat.out
        scale = view.focal / view.distance
        moved = (out * placement.out + np.array(placement.by) + self._sway[limb] * placement.sways) * scale
        return round(float(moved[0])), round(float(moved[1]))
