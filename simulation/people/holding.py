"""The hand that holds the cards: it holds them up, lays them down, and rests where there are none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simulation.people.appearance import Appearance, Arm, HeldFan, Prop
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
from simulation.temperament import Temperament

SHOWN_CARDS = (1, 2, 4, 8)
"""So many cards of a hand are told apart in a fan: it need not be painted anew for each that is played."""
FAN_ASIDE_MM = 96.0
"""How far to the left of the seat held cards are."""


class Holding:
    """Lets the left hands around a table do something. Arguments as those of Behaviours."""

    def __init__(
        self,
        rng: np.random.Generator,
        temperament: Temperament,
        appearance: Appearance,
        own: Sequence[Belongings],
        free: Free,
    ) -> None:
        self._rng, self._temperament, self._appearance = rng, temperament, appearance
        self._own, self._free = own, free

    def left(self, seat: int) -> Behaviour:
        """Let the hand hold the cards, for ever."""
        own, rng = self._own[seat], self._rng
        while True:
            if not own.cards:
                yield from self._rest(seat) if rng.random() < 0.5 else away(rng)
                continue
            yield from self._hold(seat, int(rng.integers(12, 70)))
            if own.cards and rng.random() < self._temperament.lowers:
                yield from self._lower(seat)

    def _rest(self, seat: int) -> Behaviour:
        """Lay the hand upon the table."""
        place = self._appearance.seats[seat]
        tip = place.at(float(self._rng.choice([70, 125])), 90.0)
        arm = Arm(seat, True, "rest", spot(tip), round(place.towards + 6), 4)
        far = out_of_sight(place, tip)
        yield from come(arm, far)
        for _ in range(int(self._rng.integers(15, 70))):
            yield (Placement(arm, sways=0.3),)
        yield from go(arm, far)

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
        own, rng, place = self._own[seat], self._rng, self._appearance.seats[seat]
        at = place.at(FAN_ASIDE_MM, 62.0)
        if not self._free(at, 75.0):
            return
        for share in (0.2, 0.55, 1.0):
            yield self._fan(seat, 0, own.pushed + share * 260)
        packet = Prop("packet", seat, spot(at), round(place.towards + 8), min(5, len(own.cards)))
        arm = Arm(seat, True, "rest", spot(at - place.out * 22), round(place.towards + 10), 8)
        far = out_of_sight(place, at)
        yield from come(arm, far, packet)
        own.packet = packet
        if rng.random() < 0.5:
            for _ in range(int(rng.integers(10, 40))):
                yield (Placement(arm, sways=0.15),)
        else:
            yield from go(arm, far)
            yield from pause(self._rng, 10, 50)
            yield from come(arm, far)
        own.packet = None
        yield from go(arm, far, packet)
