"""Behaviours of the people's hands beside playing: each a trajectory of occluders, picture by picture.

A behaviour is an iterator that gives what is in the picture next; the left hand holds the cards, the right
one is free and does one thing after another, for as long as chance wants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from simulation.people.appearance import Appearance, Arm, HeldFan, Occluder, Prop
from simulation.people.seats import Seat
from simulation.temperament import Temperament

SHOWN_CARDS = (1, 2, 4, 8)
"""So many cards of a hand are told apart in a fan: it need not be painted anew for each that is played."""
HIDDEN_MM = 190.0
"""How far behind the edge of the picture an arm is out of sight, with what it holds."""
FAN_ASIDE_MM = 96.0
"""How far to the left of the seat held cards are."""
HAND_MM = 75.0
"""How far a hand that rests keeps from what lies there for long."""


@dataclass(frozen=True)
class Placement:
    """An occluder in one picture: `out` millimetres further out than painted, moved `by` (x, y) of them.

    sways: how much of its person's unrest it takes part in.
    """

    occluder: Occluder
    out: float = 0.0
    by: tuple[float, float] = (0.0, 0.0)
    sways: float = 1.0


Behaviour = Iterator[tuple[Placement, ...]]
"""What is seen of a behaviour, picture by picture."""
Free = Callable[[np.ndarray, float], bool]
"""Whether nothing lies, or is played, around a place (2,) in mm within a radius in mm."""


@dataclass
class Belongings:
    """What lies on the table of one person's things, and the cards in his hand.

    pushed: how far the hand with the cards was drawn back because it hid something, in millimetres.
    """

    cards: list[str] = field(default_factory=list)
    mug: Prop | None = None
    phone: Prop | None = None
    packet: Prop | None = None
    pushed: float = 0.0

    @property
    def lying(self) -> tuple[Prop, ...]:
        """List what lies there."""
        return tuple(each for each in (self.packet, self.phone, self.mug) if each is not None)


class Behaviours:
    """Lets the people around a table do something.

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

    def left(self, seat: int) -> Behaviour:
        """Let the other hand hold the cards, for ever."""
        own, rng = self._own[seat], self._rng
        while True:
            if not own.cards:
                yield from (self._rest_left if rng.random() < 0.5 else self._away)(seat)
                continue
            yield from self._hold(seat, int(rng.integers(12, 70)))
            if own.cards and rng.random() < self._temperament.lowers:
                yield from self._lower(seat)

    def retreat(self, placements: Sequence[Placement]) -> Behaviour:
        """Take a hand away from where it is, with what it holds, and keep it out for a while."""
        for out in (60.0, 170.0, 330.0, 520.0):
            yield tuple(replace(placement, out=placement.out + out) for placement in placements)
        yield from self._pause(4, 16)

    def withdraw(self, arm: Arm, by: tuple[float, float], begun: float) -> Behaviour:
        """Draw back a hand that has played; begun: how far back it is already, in millimetres."""
        for out in (begun + 40, begun + 150, begun + 300, begun + 460):
            yield (Placement(arm, out, by, sways=0.2),)

    def hover(self, seat: int) -> Behaviour:
        """Wait over the table with a card in hand."""
        rng, place, arm = self._rng, self._place(seat), self._hovers[seat]
        far = self._depth(place, np.array(arm.tip, float))
        yield from self._come(arm, far)
        for _ in range(int(rng.integers(5, 22))):
            yield (Placement(arm, float(rng.normal(0, 3))),)
        yield from self._go(arm, far)

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
        return Arm(seat, False, "rest", _spot(tip), round(place.towards + rng.normal(-4, 12)), 4)

    def _pointing(self, seat: int) -> Arm:
        place, rng = self._place(seat), self._rng
        tip = place.ray(float(rng.normal(0, 35)), float(rng.uniform(30, 130)))
        return Arm(seat, False, "point", _spot(tip), round(place.towards), 50, reaches=True)

    def _standing(self, seat: int) -> list[np.ndarray]:
        place, rng = self._place(seat), self._rng
        return [place.at(float(rng.uniform(-215, -105)), float(rng.uniform(52, 78))) for _ in range(2)]

    def _lying(self, seat: int) -> Prop:
        place, rng = self._place(seat), self._rng
        at, turn = place.at(float(rng.uniform(-190, -80)), 84.0), float(rng.choice([-20, 0, 70]))
        return Prop("phone", seat, _spot(at), round(place.towards + turn))

    def _hovering(self, seat: int) -> Arm:
        place = self._place(seat)
        tip = place.ray(-24.0, float(self._rng.uniform(150, 205)))
        return Arm(seat, False, "lay", _spot(tip), round(place.towards), 55, reaches=True, card=True)

    @staticmethod
    def _depth(place: Seat, tip: np.ndarray) -> float:
        """Give how far from a place the edge of the picture is, in millimetres."""
        edge = place.at(float(tip @ place.beside), 0.0)
        return float((edge - tip) @ place.out) + HIDDEN_MM

    def _come(self, occluder: Occluder, far: float, *more: Occluder) -> Behaviour:
        for share in (0.72, 0.36, 0.1):
            yield tuple(Placement(each, far * share) for each in (*more, occluder))

    def _go(self, occluder: Occluder, far: float, *more: Occluder) -> Behaviour:
        for share in (0.14, 0.42, 0.78):
            yield tuple(Placement(each, far * share) for each in (*more, occluder))

    def _pause(self, least: int, most: int) -> Behaviour:
        for _ in range(int(self._rng.integers(least, most))):
            yield ()

    def _away(self, seat: int) -> Behaviour:
        yield from self._pause(8, 35)

    def _rest(self, seat: int, sways: float = 0.35, ticks: tuple[int, int] = (12, 60)) -> Behaviour:
        """Lay the hand upon the table."""
        arm = self._rests[seat][int(self._rng.integers(2))]
        far = self._depth(self._place(seat), np.array(arm.tip, float))
        yield from self._come(arm, far)
        for _ in range(int(self._rng.integers(*ticks))):
            yield (Placement(arm, sways=sways),)
        yield from self._go(arm, far)

    def _still(self, seat: int) -> Behaviour:
        yield from self._rest(seat, 0.0, (40, 160))

    def _rest_left(self, seat: int) -> Behaviour:
        """Lay the left hand upon the table."""
        place = self._place(seat)
        tip = place.at(float(self._rng.choice([70, 125])), 90.0)
        arm = Arm(seat, True, "rest", _spot(tip), round(place.towards + 6), 4)
        far = self._depth(place, tip)
        yield from self._come(arm, far)
        for _ in range(int(self._rng.integers(15, 70))):
            yield (Placement(arm, sways=0.3),)
        yield from self._go(arm, far)

    def _drum(self, seat: int) -> Behaviour:
        arm = self._rests[seat][0]
        far = self._depth(self._place(seat), np.array(arm.tip, float))
        yield from self._come(replace(arm, pose="drum-0"), far)
        for number in range(int(self._rng.integers(8, 30))):
            yield (Placement(replace(arm, pose=f"drum-{number % 3}"), sways=0.2),)
        yield from self._go(arm, far)

    def _gesture(self, seat: int) -> Behaviour:
        """Speak with the hand, above the edge of the table."""
        rng, arm, place = self._rng, self._rests[seat][1], self._place(seat)
        arm = replace(arm, pose=("sweep", "rest")[int(rng.integers(2))], height=90)
        far = self._depth(place, np.array(arm.tip, float))
        yield from self._come(arm, far)
        swing, speed = rng.uniform(8, 32), rng.uniform(0.6, 1.5)
        for number in range(int(rng.integers(8, 22))):
            aside = place.beside * swing * np.sin(speed * number)
            yield (Placement(arm, 14.0 * float(np.cos(1.3 * speed * number)), (aside[0], aside[1])),)
        yield from self._go(arm, far)

    def _point(self, seat: int) -> Behaviour:
        """Point at the trick, over it at times, and draw the hand back."""
        rng, place = self._rng, self._place(seat)
        arm = self._points[seat][int(rng.integers(len(self._points[seat])))]
        far = self._depth(place, np.array(arm.tip, float))
        yield from self._come(arm, far)
        for number in range(int(rng.integers(2, 6))):
            yield (Placement(arm, 18.0 * (number % 2)),)
        yield from self._go(arm, far)

    def _sort(self, seat: int) -> Behaviour:
        """Pluck at the cards in the other hand."""
        if len(self._own[seat].cards) < 2 or self._own[seat].packet or self._own[seat].pushed:
            yield from self._away(seat)
            return
        rng, place = self._rng, self._place(seat)
        habits = self._appearance.habits[seat]
        tip = place.at(FAN_ASIDE_MM - 22, habits.depth - 12)
        arm = Arm(seat, False, "pluck", _spot(tip), round(place.towards - 38), round(habits.height) + 70)
        far = self._depth(place, tip)
        yield from self._come(arm, far)
        for number in range(int(rng.integers(6, 20))):
            aside = place.beside * (9.0 * np.sin(0.9 * number))
            yield (Placement(arm, 8.0 * (number % 3), (aside[0], aside[1])),)
        yield from self._go(arm, far)

    def _drink(self, seat: int) -> Behaviour:
        """Take the mug, drink, and put it back, elsewhere maybe; bring one where none is there."""
        own = self._own[seat]
        if own.mug is not None:
            yield from self._carry(seat, own.mug, "grip", lays=False)
            yield from self._pause(8, 25)
        mug = self._stand(seat)
        yield from self._away(seat) if mug is None else self._carry(seat, mug, "grip", lays=True)

    def set_mug(self, seat: int) -> None:
        """Let a mug stand there from the beginning."""
        self._own[seat].mug = self._stand(seat)

    def _stand(self, seat: int) -> Prop | None:
        """Find a place for a mug."""
        for at in self._rng.permutation(self._mugs[seat]):
            if self._free(at, 70.0):
                return Prop("mug", seat, _spot(at))
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
        arm = Arm(seat, False, pose, _spot(grip), round(place.towards + 6), 62 if pose == "grip" else 16)
        far = self._depth(place, at) + 40
        kind = prop.kind.rstrip("+")
        if lays:
            yield from self._come(arm, far, prop)
            setattr(own, kind, prop)
        else:
            yield from self._come(arm, far)
        yield (Placement(arm, sways=0.0),)
        if lays:
            yield from self._go(arm, far)
        else:
            setattr(own, kind, None)
            yield from self._go(arm, far, prop)

    def _hold(self, seat: int, ticks: int) -> Behaviour:
        """Hold up the cards, in one way or another."""
        own, sway = self._own[seat], int(self._rng.choice([-1, 1]))
        for _ in range(ticks):
            if not own.cards:
                return
            yield self._fan(seat, sway, own.pushed)

    def _fan(self, seat: int, sway: int, out: float) -> tuple[Placement, ...]:
        held = self._own[seat].cards
        if not held:
            return ()
        names = tuple(held[: max(count for count in SHOWN_CARDS if count <= len(held))])
        return (Placement(HeldFan(seat, names, round(FAN_ASIDE_MM), sway), out),)

    def _lower(self, seat: int) -> Behaviour:
        """Lay the cards down, backs up, with or without the hand upon them, and take them up again."""
        own, rng, place = self._own[seat], self._rng, self._place(seat)
        at = place.at(FAN_ASIDE_MM, 62.0)
        if not self._free(at, 75.0):
            return
        for share in (0.2, 0.55, 1.0):
            yield self._fan(seat, 0, own.pushed + share * 260)
        packet = Prop("packet", seat, _spot(at), round(place.towards + 8), min(5, len(own.cards)))
        arm = Arm(seat, True, "rest", _spot(at - place.out * 22), round(place.towards + 10), 8)
        far = self._depth(place, at)
        yield from self._come(arm, far, packet)
        own.packet = packet
        if rng.random() < 0.5:
            for _ in range(int(rng.integers(10, 40))):
                yield (Placement(arm, sways=0.15),)
        else:
            yield from self._go(arm, far)
            yield from self._pause(10, 50)
            yield from self._come(arm, far)
        own.packet = None
        yield from self._go(arm, far, packet)


def _spot(at: np.ndarray) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))
