"""What every behaviour is made of: occluders placed in one picture, and a limb that comes, stays and goes.

A behaviour is an iterator that gives what is in the picture next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from simulation.people.appearance import Occluder, Prop
from simulation.people.seats import Seat

HIDDEN_MM = 190.0
"""How far behind the edge of the picture an arm is out of sight, with what it holds."""


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


def out_of_sight(place: Seat, tip: np.ndarray) -> float:
    """Give how far out an arm that reaches to a place (2,) must be to be out of sight, in millimetres."""
    edge = place.at(float(tip @ place.beside), 0.0)
    return float((edge - tip) @ place.out) + HIDDEN_MM


def come(occluder: Occluder, far: float, *more: Occluder) -> Behaviour:
    """Bring an occluder in, with others before it; far: how far out it is out of sight, in millimetres."""
    for share in (0.72, 0.36, 0.1):
        yield tuple(Placement(each, far * share) for each in (*more, occluder))


def go(occluder: Occluder, far: float, *more: Occluder) -> Behaviour:
    """Take it away again."""
    for share in (0.14, 0.42, 0.78):
        yield tuple(Placement(each, far * share) for each in (*more, occluder))


def pause(rng: np.random.Generator, least: int, most: int) -> Behaviour:
    """Show nothing for so many pictures, `most` not among them."""
    for _ in range(int(rng.integers(least, most))):
        yield ()


def away(rng: np.random.Generator) -> Behaviour:
    """Be out of sight for a while."""
    return pause(rng, 8, 35)


def spot(at: np.ndarray) -> tuple[int, int]:
    """Round a place (2,) to whole millimetres: what is painted for it serves for all that is as near."""
    return round(float(at[0])), round(float(at[1]))
