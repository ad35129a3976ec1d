"""The people around a table that never rests: their behaviours run side by side, and are composited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from simulation.people.appearance import Appearance, Arm, Faces, Occluder, Prop
from simulation.people.behaviours import HIDDEN_MM, Behaviour, Behaviours, Belongings, Placement
from simulation.people.persons import draw_habits, draw_person
from simulation.people.seats import seats_of
from simulation.people.visitors import between, visits
from simulation.scene import sprites
from simulation.scene.layout import Layout
from simulation.scene.painter import Painter
from simulation.scene.sensor import PICTURE_S
from simulation.temperament import Temperament

HIDES = 0.03
"""Such a share of what lies there, less than its index, must be below a hand to be hidden by it."""
PUSH_MM = 9.0
"""By how much a hand with cards goes back from picture to picture while it hides something."""
MUG_MM = 45.0
"""How far a mug reaches from its middle."""
STEADY = 0.82
"""How much of a hand's sway is left in the next picture: an autoregressive process of first order."""
MUGS = 0.6
"""How many players have a mug before them when a game begins."""
REACHED_MM = 70
"""Places for which hands reach are rounded to this: a hand that is painted once serves for all near."""

Circle = tuple[np.ndarray, float]
"""A middle (2,) and a radius, in millimetres."""


class Family:
    """Moves hands and things from picture to picture, all drawn from one stream of chance.

    lamp: how far the light leans to the right and downwards; per_mm: pixels a millimetre of what is drawn.
    kept: where nothing may be put down. faces: pictures of cards, None where nobody holds any.

    Limbs are numbered: the left hand of each seat, the right one of each, and one more for all that belongs
    to nobody who sits there: hands that leave, visitors.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        temperament: Temperament,
        painter: Painter,
        layout: Layout,
        lamp: tuple[float, float],
        per_mm: float,
        kept: Sequence[Circle],
        faces: Faces | None,
    ) -> None:
        count = len(layout.homes)
        self._rng, self._temperament, self._painter = rng, temperament, painter
        self._kept = list(kept)
        self.people = tuple(draw_person(rng) for _ in range(count + 1))
        self.seats = seats_of(painter.view, layout)
        habits = tuple(draw_habits(rng) for _ in range(count))
        self._appearance = Appearance(rng, self.seats, self.people, habits, lamp, per_mm, faces)
        self._own = tuple(Belongings() for _ in range(count))
        self._sprites = sprites.Sprites(painter.view.size)
        self._behaviours = Behaviours(rng, temperament, self._appearance, self._own, self.free, self.beside)
        self._right: list[Behaviour] = [self._behaviours.right(seat) for seat in range(count)]
        self._left: list[Behaviour] = [self._behaviours.left(seat) for seat in range(count)]
        self._leaving: list[Behaviour] = []
        self._visits = visits(rng, temperament, between(self.seats), count)
        self._busy: set[int] = set()
        self._sway = np.zeros((2 * count + 1, 2))
        self._hidden = [0] * (2 * count)
        self._now: list[tuple[int, Placement]] = []
        self._before: dict[tuple[int, type, str], tuple[int, int]] = {}
        self._lying, self._hides = np.zeros((1, 1), bool), 0.0
        self._newest: np.ndarray | None = None
        self._count = 0
        self.clear = 0
        """For how many pictures what was laid last has been in full view."""
        self._set_mugs()

    def deal(self, names: Sequence[Sequence[str]]) -> None:
        """Give each seat its cards, none for an empty hand."""
        for own, cards in zip(self._own, names, strict=True):
            own.cards, own.packet, own.pushed = list(cards), None, 0.0

    def play(self, seat: int, card: str) -> None:
        """Take a card out of a seat's hand; where the robots hold others than are shown, one like it."""
        hand = self._own[seat].cards
        if card in hand:
            hand.remove(card)
            return
        holder = next((own for own in self._own if card in own.cards), None)
        given = hand.pop() if hand else None
        if holder is not None:
            holder.cards.remove(card)
            holder.cards += [] if given is None else [given]

    def turned(self, card: str) -> None:
        """Let nobody hold a card that lies upon the stock."""
        for own in self._own:
            own.cards = [each for each in own.cards if each != card]

    def acts(self, seat: int) -> None:
        """Take note that a seat's right hand plays, and does nothing else."""
        if seat not in self._busy:
            self._busy.add(seat)
            self._right[seat] = self._behaviours.right(seat)

    def withdraw(self, seat: int, pose: str, tip: np.ndarray, back: float) -> None:
        """Let a hand that has played go back, from a place (2,) in mm at which it is drawn back so far."""
        self._busy.discard(seat)
        near = np.round(tip / REACHED_MM) * REACHED_MM
        towards = self.seats[seat].towards
        arm = Arm(seat, False, pose, (int(near[0]), int(near[1])), round(towards), 14, reaches=True)
        by = tip - near
        self._leaving.append(self._behaviours.withdraw(arm, (float(by[0]), float(by[1])), back))

    def await_turn(self, seat: int) -> None:
        """Let the hand of whoever plays next wait over the table already, at times."""
        if seat not in self._busy and self._rng.random() < self._temperament.eager:
            self._right[seat] = self._then(self._behaviours.hover(seat), self._behaviours.right(seat))

    def look_at(self, outlines: Sequence[np.ndarray], laid: int) -> None:
        """Take note of what lies there and must be seen.

        outlines: (N, 2) in pixels; laid: how many lie there, also where the newest alone is to be seen.
        """
        w, h = self._painter.view.size
        lying = np.zeros((-(-h // sprites.COARSE), -(-w // sprites.COARSE)), np.uint8)
        for outline in outlines:
            cv2.fillPoly(lying, [np.round(outline / sprites.COARSE).astype(np.int32)], 1)
        self._lying = lying > 0
        newest = np.zeros_like(lying)
        for outline in outlines[-1:]:
            cv2.fillPoly(newest, [np.round(outline / sprites.COARSE).astype(np.int32)], 1)
        self._newest = newest > 0 if outlines else None
        if laid != self._count:
            self._count, self.clear = laid, 0
        self._hides = HIDES * float(np.count_nonzero(lying)) / max(1, len(outlines))

    def free(self, at: np.ndarray, radius: float) -> bool:
        """Tell whether something may be put down at a place (2,) in mm."""
        if any(float(np.linalg.norm(at - middle)) < radius + far for middle, far in self._kept):
            return False
        others = [prop.at for own in self._own for prop in own.lying]
        return all(float(np.linalg.norm(at - np.array(other))) > radius + 45 for other in others)

    def beside(self, at: np.ndarray, radius: float) -> bool:
        """Tell whether a hand may lie at a place (2,) in mm for long: in the middle it may."""
        return all(float(np.linalg.norm(at - middle)) > radius + far for middle, far in self._kept[1:])

    def keep(self, places: Sequence[Circle]) -> None:
        """Let nothing be put down at these places from now on, nor stay there."""
        self._kept += places
        for own in self._own:
            if own.mug is not None and not self.beside(np.array(own.mug.at, float), MUG_MM):
                own.mug = None
        self._behaviours.rest_anew()

    def hang_anew(self, painter: Painter) -> None:
        """Take note that the camera or the light has changed."""
        self._painter = painter
        self.seats = tuple(replace(seat, view=painter.view) for seat in self.seats)
        self._appearance.seats = self.seats
        self._sprites.forget()

    def advance(self, *, covered: bool = False) -> None:
        """Let one picture's time pass; covered: a hand that plays is over the table."""
        count, rng = len(self._own), self._rng
        lively = np.array([habit.lively for habit in self._appearance.habits] * 2 + [1.5])
        self._sway = STEADY * self._sway + rng.normal(0, 0.55, self._sway.shape) * lively[:, None]
        self._now = []
        self._tidy_up()
        for seat in range(count):
            self._now += [(seat, placement) for placement in next(self._left[seat], ())]
        for seat in range(count):
            if seat not in self._busy:
                self._now += [(count + seat, placement) for placement in next(self._right[seat], ())]
        still = []
        for behaviour in self._leaving:
            placements = next(behaviour, None)
            if placements is not None:
                self._now += [(2 * count, placement) for placement in placements]
                still.append(behaviour)
        self._leaving = still
        self._now += [(2 * count, placement) for placement in next(self._visits, ())]
        self._make_way()
        self.clear += not covered and self._in_view()

    def _in_view(self) -> bool:
        """Tell whether nothing lies over what was laid last."""
        if self._newest is None:
            return False
        props = [(2 * len(self._own), Placement(prop)) for own in self._own for prop in own.lying]
        covered = sum(self._below(limb, placement, self._newest) for limb, placement in (*self._now, *props))
        return covered <= self._hides

    def paint_things(self, picture: np.ndarray) -> None:
        """Paint what stands and lies there, below the hands, into a picture, uint8 (H, W, 3) BGR."""
        for own in self._own:
            for prop in own.lying:
                sprite = self._sprite(prop)
                if sprite is not None:
                    sprites.paste(picture, sprite[0])

    def paint(self, picture: np.ndarray) -> None:
        """Paint everybody into a picture, uint8 (H, W, 3) BGR."""
        before, self._before = self._before, {}
        for limb, placement in self._now:
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

    def hides(self) -> tuple[int, ...]:
        """Count for each left hand, then each right one, for how many pictures it has hidden something."""
        return tuple(self._hidden)

    def _sprite(self, occluder: Occluder) -> tuple[sprites.Sprite, np.ndarray] | None:
        return self._sprites.get(occluder, self._appearance.paint(occluder, self._painter))

    def _shift(self, limb: int, placement: Placement) -> tuple[int, int]:
        """Give by how many pixels something is moved in the picture."""
        view = self._painter.view
        seat = self.seats[limb % len(self._own)] if limb < 2 * len(self._own) else None
        occluder = placement.occluder
        if seat is None:
            towards = getattr(occluder, "towards", getattr(occluder, "angle", 0))
            owner = getattr(occluder, "seat", getattr(occluder, "owner", 0))
            turns = isinstance(occluder, Arm) or (
                isinstance(occluder, Prop) and occluder.kind in ("tail", "head")
            )
            angle = np.radians(towards) if turns else None
            out = self.seats[owner].out if angle is None else np.array([-np.sin(angle), np.cos(angle)])
        else:
            out = seat.out
        scale = view.focal / view.distance
        moved = (out * placement.out + np.array(placement.by) + self._sway[limb] * placement.sways) * scale
        return round(float(moved[0])), round(float(moved[1]))

    def _make_way(self) -> None:
        """Draw back hands that have hidden for too long what lies there."""
        count = len(self._own)
        hides = [0] * (2 * count)
        for limb, placement in self._now:
            if limb < 2 * count:
                hides[limb] += self._below(limb, placement)
        patience = self._temperament.patience_s / PICTURE_S
        for limb, hidden in enumerate(hides):
            self._hidden[limb] = self._hidden[limb] + 1 if hidden > self._hides else 0
            seat = limb % count
            if self._hidden[limb] <= patience:
                continue
            placements = tuple(placement for of, placement in self._now if of == limb)
            if limb < count:
                own = self._own[seat]
                own.packet, own.pushed = None, own.pushed + PUSH_MM
                if own.pushed > HIDDEN_MM or not own.cards:
                    self._left[limb] = self._then(
                        self._behaviours.retreat(placements), self._behaviours.left(seat)
                    )
                    own.pushed = min(own.pushed, HIDDEN_MM)
                    self._hidden[limb] = 0
            else:
                self._right[seat] = self._then(
                    self._behaviours.retreat(placements), self._behaviours.right(seat)
                )
                self._hidden[limb] = 0

    def _tidy_up(self) -> None:
        """Take away what lies upon something that must be seen."""
        count = len(self._own)
        for seat, own in enumerate(self._own):
            for prop in own.lying:
                if prop is own.packet or self._below(2 * count, Placement(prop, sways=0.0)) <= self._hides:
                    continue
                if seat not in self._busy and self._hidden[count + seat] >= 0:
                    self._right[seat] = self._then(
                        self._behaviours.take_away(seat, prop), self._behaviours.right(seat)
                    )
                    # Not again while the hand is on its way.
                    self._hidden[count + seat] = -12

    def _below(self, limb: int, placement: Placement, what: np.ndarray | None = None) -> int:
        """Count what an occluder hides of all that lies there, or of `what`, bool (h, w): coarse pixels."""
        sprite = self._sprite(placement.occluder)
        if sprite is None:
            return 0
        dx, dy = self._shift(limb, placement)
        return sprites.covered(
            sprite[1], (sprite[0].x + dx, sprite[0].y + dy), self._lying if what is None else what
        )

    def _set_mugs(self) -> None:
        """Let some mugs stand there before anybody comes."""
        for seat in range(len(self._own)):
            if self._rng.random() < MUGS:
                self._behaviours.set_mug(seat)

    @staticmethod
    def _then(first: Behaviour, after: Behaviour) -> Behaviour:
        yield from first
        yield from after
