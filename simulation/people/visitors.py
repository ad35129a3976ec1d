"""Who comes to a table and does not play: a cat whose tail passes by, a child who leans in."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from simulation.people.appearance import Arm, Prop
from simulation.people.movements import Behaviour, Placement, spot
from simulation.people.occluders import TAIL_PHASES
from simulation.people.seats import Seat
from simulation.scene.sensor import PICTURE_S
from simulation.temperament import Temperament

LEAN_MM = 320.0
"""From out of sight to where a child's head is when it looks on."""


def between(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Give the sides of the table between each player and the next."""
    found = []
    for one, other in zip(seats, (*seats[1:], seats[0]), strict=True):
        ray = one.out + other.out
        angle = math.atan2(ray[1], ray[0])
        out = np.array([math.cos(angle), math.sin(angle)])
        found.append(Seat(one.view, out, np.array([-out[1], out[0]])))
    return tuple(found)


def visits(rng: np.random.Generator, temperament: Temperament, gaps: Sequence[Seat], child: int) -> Behaviour:
    """Let nobody come for a while, then somebody, for ever; child: the place of its arm among the people."""
    minute = 60 / PICTURE_S
    tails, children = temperament.tails_per_minute / minute, temperament.children_per_minute / minute
    while True:
        drawn = rng.random()
        if drawn < tails:
            yield from _tail(rng, gaps[int(rng.integers(len(gaps)))])
        elif drawn < tails + children:
            yield from _child(rng, gaps[int(rng.integers(len(gaps)))], child)
        else:
            yield ()


def _tail(rng: np.random.Generator, gap: Seat) -> Behaviour:
    """Let a tail come up, go along the edge, and vanish."""
    tip = gap.at(0.0, 130.0)
    depth = float(rng.uniform(-25, 60))
    ticks, way = int(rng.integers(22, 50)), float(rng.choice([-1, 1]) * rng.uniform(120, 300))
    for number in range(ticks):
        share = number / ticks
        out = depth + 260 * max(0.0, 1 - 6 * share, 6 * share - 5)
        by = gap.beside * way * (share - 0.5)
        prop = Prop("tail", 0, spot(tip), round(gap.towards), (number // 2) % TAIL_PHASES)
        yield (Placement(prop, out, (float(by[0]), float(by[1])), sways=0.0),)


def _child(rng: np.random.Generator, gap: Seat, child: int) -> Behaviour:
    """Let a child lean in, look, maybe point at something, and go."""
    at = gap.at(0.0, 50.0)
    head = Prop("head", 0, spot(at), round(gap.towards))
    arm = Arm(child, False, "point", spot(gap.at(-70.0, 175.0)), round(gap.towards + 8), 60)
    back = float(rng.uniform(-10, 45))
    points = rng.random() < 0.6
    ticks = int(rng.integers(16, 42))
    for number in range(ticks):
        share = number / ticks
        lean = back + LEAN_MM * max(0.0, 1 - 5 * share, 5 * share - 4)
        reach = max(lean, 300 * abs(2 * share - 1) ** 2 - 20, 0.0)
        shown = (Placement(arm, reach, sways=1.0),) if points else ()
        yield (*shown, Placement(head, lean, sways=1.0))
