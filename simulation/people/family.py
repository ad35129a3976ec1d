"""The people around a table that never rests: their behaviours run side by side, and are composited."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from simulation.people.appearance import Appearance, Arm, Faces
from simulation.people.behaviours import Behaviours
from simulation.people.compositor import Compositor
from simulation.people.holding import Holding
from simulation.people.movements import HIDDEN_MM, Behaviour, Belongings, Placement
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
        self._rng, self._temperament, self._view = rng, temperament, painter.view
        self._kept = list(kept)
        self.people = tuple(draw_person(rng) for _ in range(count + 1))
        seats = seats_of(painter.view, layout)
        habits = tuple(draw_habits(rng) for _ in range(count))
        self._appearance = Appearance(rng, seats, self.people, habits, lamp, per_mm, faces)
        self._own = tuple(Belongings() for _ in range(count))
        self._compositor = Compositor(painter, self._appearance)
        self._behaviours = Behaviours(rng, temperament, self._appearance, self._own, self.free, self.beside)
        self._holding = Holding(rng, temperament, self._appearance, self._own, self.free)
        self._right: list[Behaviour] = [self._behaviours.right(seat) for seat in range(count)]
        self._left: list[Behaviour] = [self._holding.left(seat) for seat in range(count)]
        self._leaving: list[Behaviour] = []
        self._visits = visits(rng, temperament, between(seats), count)
        self._busy: set[int] = set()
        self._hidden = [0] * (2 * count)
        self._now: list[tuple[int, Placement]] = []
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
        towards = self._appearance.seats[seat].towards
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
        self._lying = self._map(outlines)
        self._newest = self._map(outlines[-1:]) if outlines else None
        if laid != self._count:
            self._count, self.clear = laid, 0
        self._hides = HIDES * float(np.count_nonzero(self._lying)) / max(1, len(outlines))

    def _map(self, outlines: Sequence[np.ndarray]) -> np.ndarray:
        """Draw where outlines (N, 2) in pixels are: bool (h, w), coarse pixels."""
        w, h = self._view.size
        there = np.zeros((-(-h // sprites.COARSE), -(-w // sprites.COARSE)), np.uint8)
        for outline in outlines:
            cv2.fillPoly(there, [np.round(outline / sprites.COARSE).astype(np.int32)], 1)
        return there > 0

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
        self._view = painter.view
        self._compositor.hang_anew(painter)

    def advance(self, *, covered: bool = False) -> None:
        """Let one picture's time pass; covered: a hand that plays is over the table."""
        count, rng = len(self._own), self._rng
        self._compositor.sway(rng)
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
        self._compositor.paint_things(picture, [prop for own in self._own for prop in own.lying])

    def paint(self, picture: np.ndarray) -> None:
        """Paint everybody into a picture, uint8 (H, W, 3) BGR."""
        self._compositor.paint(picture, self._now)

    def hides(self) -> tuple[int, ...]:
        """Count for each left hand, then each right one, for how many pictures it has hidden something."""
        return tuple(self._hidden)

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
                        self._behaviours.retreat(placements), self._holding.left(seat)
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
        return self._compositor.hidden(limb, placement, self._lying if what is None else what)

    def _set_mugs(self) -> None:
        """Let some mugs stand there before anybody comes."""
        for seat in range(len(self._own)):
            if self._rng.random() < MUGS:
                self._behaviours.set_mug(seat)

    @staticmethod
    def _then(first: Behaviour, after: Behaviour) -> Behaviour:
        yield from first
        yield from after
