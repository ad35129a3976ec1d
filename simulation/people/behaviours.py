"""Behaviours of the people's free hands beside playing: each a trajectory of occluders, picture by picture.

The right hand does one thing after another, for as long as chance wants; the left one holds the cards
(`simulation.people.holding`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from simulation.people.appearance import Appearance, Arm, Prop
from simulation.people.holding import FAN_ASIDE_MM
from simulation.people.movements import (
    Behaviour,
    Belongings,
    Free,
    Placement,
    away,
    come,
    go,
    out_of_sight,
    pause,
    spot,
)
from simulation.people.seats import Seat
from simulation.temperament import Temperament

HAND_MM = 75.0
"""How far a hand that rests keeps from what lies there for long."""


class Behaviours:
    """Lets the free hands around a table do something.

    own: of each seat, changed as things are put down and taken up. free: whether something may be put down
    at a place; beside: whether a hand may lie there for long.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        temperament: Temperament,
        appearance: Appearance,
        own: Sequence[Belongings],
        free: Free,
        beside: Free,
    ) -> None:
        self._rng, self._temperament, self._appearance = rng, temperament, appearance
        self._own, self._free, self._beside = own, free, beside
        self._rests = [[self._resting(seat) for _ in range(2)] for seat in range(len(own))]
        self._points = [[self._pointing(seat) for _ in range(3)] for seat in range(len(own))]
        self._mugs = [self._standing(seat) for seat in range(len(own))]
        self._phones = [self._lying(seat) for seat in range(len(own))]
        self._hovers = [self._hovering(seat) for seat in range(len(own))]
        self._behaviours: dict[str, Callable[[int], Behaviour]] = {
            "away": self._away,
            "rest": self._rest,
            "still": self._still,
            "drum": self._drum,
            "gesture": self._gesture,
            "point": self._point,
            "sort": self._sort,
            "drink": self._drink,
            "phone": self._use_phone,
            "hover": self.hover,
        }

    def rest_anew(self) -> None:
        """Find other places for hands that rest, where what must be seen lies elsewhere."""
        self._rests = [[self._resting(seat) for _ in range(2)] for seat in range(len(self._own))]

    def right(self, seat: int) -> Behaviour:
        """Let a free hand do one thing after another, by the temperament's weights, for ever."""
        names = list(self._temperament.behaviours)
        weights = np.array([self._temperament.behaviours[name] for name in names])
        while True:
            yield from self._behaviours[str(self._rng.choice(names, p=weights / weights.sum()))](seat)

    def retreat(self, placements: Sequence[Placement]) -> Behaviour:
        """Take a hand away from where it is, with what it holds, and keep it out for a while."""
        for out in (60.0, 170.0, 330.0, 520.0):
            yield tuple(replace(placement, out=placement.out + out) for placement in placements)
        yield from pause(self._rng, 4, 16)

    def withdraw(self, arm: Arm, by: tuple[float, float], begun: float) -> Behaviour:
        """Draw back a hand that has played; begun: how far back it is already, in millimetres."""
        for out in (begun + 40, begun + 150, begun + 300, begun + 460):
            yield (Placement(arm, out, by, sways=0.2),)

    def hover(self, seat: int) -> Behaviour:
        """Wait over the table with a card in hand."""
        rng, place, arm = self._rng, self._place(seat), self._hovers[seat]
        far = out_of_sight(place, np.array(arm.tip, float))
        yield from come(arm, far)
        for _ in range(int(rng.integers(5, 22))):
            yield (Placement(arm, float(rng.normal(0, 3))),)
        yield from go(arm, far)

    def take_away(self, seat: int, prop: Prop) -> Behaviour:
        """Take something that lies in the way off the table."""
        yield from self._carry(seat, prop, "grip" if prop.kind == "mug" else "lay", lays=False)

    def _place(self, seat: int) -> Seat:
        return self._appearance.seats[seat]

    def _resting(self, seat: int) -> Arm:
        rng, place = self._rng, self._place(seat)
        for _ in range(12):
            tip = place.at(float(rng.uniform(-165, -40)), float(rng.uniform(60, 165)))
            if self._beside(tip, HAND_MM):
                break
        return Arm(seat, False, "rest", spot(tip), round(place.towards + rng.normal(-4, 12)), 4)

    def _pointing(self, seat: int) -> Arm:
        place, rng = self._place(seat), self._rng
        tip = place.ray(float(rng.normal(0, 35)), float(rng.uniform(30, 130)))
        return Arm(seat, False, "point", spot(tip), round(place.towards), 50, reaches=True)

    def _standing(self, seat: int) -> list[np.ndarray]:
        place, rng = self._place(seat), self._rng
        return [place.at(float(rng.uniform(-215, -105)), float(rng.uniform(52, 78))) for _ in range(2)]

    def _lying(self, seat: int) -> Prop:
        place, rng = self._place(seat), self._rng
        at, turn = place.at(float(rng.uniform(-190, -80)), 84.0), float(rng.choice([-20, 0, 70]))
        return Prop("phone", seat, spot(at), round(place.towards + turn))

    def _hovering(self, seat: int) -> Arm:
        place = self._place(seat)
        tip = place.ray(-24.0, float(self._rng.uniform(150, 205)))
        return Arm(seat, False, "lay", spot(tip), round(place.towards), 55, reaches=True, card=True)

    def _away(self, seat: int) -> Behaviour:
        yield from away(self._rng)

    def _rest(self, seat: int, sways: float = 0.35, ticks: tuple[int, int] = (12, 60)) -> Behaviour:
        """Lay the hand upon the table."""
        arm = self._rests[seat][int(self._rng.integers(2))]
        far = out_of_sight(self._place(seat), np.array(arm.tip, float))
        yield from come(arm, far)
        for _ in range(int(self._rng.integers(*ticks))):
            yield (Placement(arm, sways=sways),)
        yield from go(arm, far)

    def _still(self, seat: int) -> Behaviour:
        yield from self._rest(seat, 0.0, (40, 160))

    def _drum(self, seat: int) -> Behaviour:
        arm = self._rests[seat][0]
        far = out_of_sight(self._place(seat), np.array(arm.tip, float))
        yield from come(replace(arm, pose="drum-0"), far)
        for number in range(int(self._rng.integers(8, 30))):
            yield (Placement(replace(arm, pose=f"drum-{number % 3}"), sways=0.2),)
        yield from go(arm, far)

    def _gesture(self, seat: int) -> Behaviour:
        """Speak with the hand, above the edge of the table."""
        rng, arm, place = self._rng, self._rests[seat][1], self._place(seat)
        arm = replace(arm, pose=("sweep", "rest")[int(rng.integers(2))], height=90)
        far = out_of_sight(place, np.array(arm.tip, float))
        yield from come(arm, far)
        swing, speed = rng.uniform(8, 32), rng.uniform(0.6, 1.5)
        for number in range(int(rng.integers(8, 22))):
            aside = place.beside * swing * np.sin(speed * number)
            yield (Placement(arm, 14.0 * float(np.cos(1.3 * speed * number)), (aside[0], aside[1])),)
        yield from go(arm, far)

    def _point(self, seat: int) -> Behaviour:
        """Point at the trick, over it at times, and draw the hand back."""
        rng, place = self._rng, self._place(seat)
        arm = self._points[seat][int(rng.integers(len(self._points[seat])))]
        far = out_of_sight(place, np.array(arm.tip, float))
        yield from come(arm, far)
        for number in range(int(rng.integers(2, 6))):
            yield (Placement(arm, 18.0 * (number % 2)),)
        yield from go(arm, far)

    def _sort(self, seat: int) -> Behaviour:
        """Pluck at the cards in the other hand."""
        if len(self._own[seat].cards) < 2 or self._own[seat].packet or self._own[seat].pushed:
            yield from self._away(seat)
            return
        rng, place = self._rng, self._place(seat)
        habits = self._appearance.habits[seat]
        tip = place.at(FAN_ASIDE_MM - 22, habits.depth - 12)
        arm = Arm(seat, False, "pluck", spot(tip), round(place.towards - 38), round(habits.height) + 70)
        far = out_of_sight(place, tip)
        yield from come(arm, far)
        for number in range(int(rng.integers(6, 20))):
            aside = place.beside * (9.0 * np.sin(0.9 * number))
            yield (Placement(arm, 8.0 * (number % 3), (aside[0], aside[1])),)
        yield from go(arm, far)

    def _drink(self, seat: int) -> Behaviour:
        """Take the mug, drink, and put it back, elsewhere maybe; bring one where none is there."""
        own = self._own[seat]
        if own.mug is not None:
            yield from self._carry(seat, own.mug, "grip", lays=False)
            yield from pause(self._rng, 8, 25)
        mug = self._stand(seat)
        yield from self._away(seat) if mug is None else self._carry(seat, mug, "grip", lays=True)

    def set_mug(self, seat: int) -> None:
        """Let a mug stand there from the beginning."""
        self._own[seat].mug = self._stand(seat)

    def _stand(self, seat: int) -> Prop | None:
        """Find a place for a mug."""
        for at in self._rng.permutation(self._mugs[seat]):
            if self._free(at, 70.0):
                return Prop("mug", seat, spot(at))
        return None

    def _use_phone(self, seat: int) -> Behaviour:
        """Lay a phone down, or take it up again."""
        own, phone = self._own[seat], self._phones[seat]
        if own.phone is not None:
            yield from self._carry(seat, own.phone, "lay", lays=False)
            return
        if self._free(np.array(phone.at, float), 90.0):
            yield from self._carry(seat, phone, "lay", lays=True)
        yield from self._away(seat)

    def _carry(self, seat: int, prop: Prop, pose: str, *, lays: bool) -> Behaviour:
        """Bring something, or take it away, with the right hand."""
        place, own = self._place(seat), self._own[seat]
        at = np.array(prop.at, float)
        grip = at - place.out * (28.0 if pose == "grip" else 52.0) - place.beside * 12.0
        arm = Arm(seat, False, pose, spot(grip), round(place.towards + 6), 62 if pose == "grip" else 16)
        far = out_of_sight(place, at) + 40
        kind = prop.kind.rstrip("+")
        if lays:
            yield from come(arm, far, prop)
            setattr(own, kind, prop)
        else:
            yield from come(arm, far)
        yield (Placement(arm, sways=0.0),)
        if lays:
            yield from go(arm, far)
        else:
            setattr(own, kind, None)
            yield from go(arm, far, prop)
