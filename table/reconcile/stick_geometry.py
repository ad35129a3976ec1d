"""Where throwing sticks lie, and whether they have moved: plain geometry, in lengths of the stick itself."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.errors import NotAllowed
from games.sticks import COLORS, NOTCHES, SIDES, Stick, Table, beside, complete
from vision.types import Corners, Lie, StickReading

STILL = (0.25, 15.0)
"""Share of its length, and degrees, by which a stick that lies still may seem to move.

The eye finds a stick anew to within a few millimetres and degrees; a thrown one comes to lie this close, at
this angle and the same way up, once in some six hundred throws.
"""
PUSHED = (1.0, 25.0)
"""The same for a stick that was pushed by a hand or another stick, and not taken up."""

Lying = Mapping[str, StickReading]
"""By colour."""


def by_color(sticks: Iterable[StickReading]) -> dict[str, StickReading]:
    """Sort what was read by colour; where a colour was read twice, none of both is certain."""
    found: dict[str, StickReading] = {}
    spare = []
    for stick in sorted(sticks, key=lambda each: -each.confidence):
        if stick.color in found:
            spare.append(stick)
            found[stick.color] = replace(found[stick.color], asks=True)
        elif stick.color in COLORS:
            found[stick.color] = stick
    missing = [color for color in COLORS if color not in found]
    if len(spare) == len(missing) == 1:
        found[missing[0]] = replace(spare[0], color=missing[0], asks=True)
    return found


def same_face(before: StickReading, now: StickReading) -> bool:
    """Tell whether both show the same, as far as they were read with certainty."""
    return before.asks or now.asks or (before.notches, before.sides) == (now.notches, now.sides)


def lies_still(before: StickReading, now: StickReading, within: tuple[float, float] = STILL) -> bool:
    """Tell whether a stick lies where and as it lay, `within` a share of its length and some degrees."""
    share, degrees = within
    (x0, y0), length, angle0 = _lie(before.corners)
    (x1, y1), _, angle1 = _lie(now.corners)
    turned = abs((angle1 - angle0 + 90) % 180 - 90)
    return same_face(before, now) and math.hypot(x1 - x0, y1 - y0) <= share * length and turned <= degrees


def moved(before: Lying, now: Lying) -> frozenset[str]:
    """List the colours that do not lie as they lay, those that lay nowhere too."""
    return frozenset(
        color for color in now if color not in before or not lies_still(before[color], now[color])
    )


def only_pushed(before: Lying, now: Lying) -> bool:
    """Tell whether every stick that moved lies close to where it lay, the same way up."""
    return all(color in before and lies_still(before[color], now[color], PUSHED) for color in now)


def may_lie(stick: Stick, table: Table | None) -> bool:
    """Tell whether a stick of this table can lie so."""
    try:
        complete(stick, table)
    except NotAllowed:
        return False
    return True


def ways_to_lie(color: str, reading: StickReading | None, table: Table | None) -> tuple[Lie, ...]:
    """List every way in which a stick can lie, what the eye thinks of first."""
    thought: list[Lie] = []
    if reading is not None:
        thought = [(reading.notches, reading.sides), *(lie for lie, _ in reading.alternatives)]
    everything = [(count, beside(hidden)) for count in NOTCHES for hidden in SIDES]
    lies = dict.fromkeys([*thought, *((count, (sides[0], sides[1])) for count, sides in everything)])
    return tuple(lie for lie in lies if may_lie(Stick(color, *lie), table))


def _lie(corners: Corners) -> tuple[tuple[float, float], float, float]:
    """Give a footprint's middle, its length, and the angle of its long side in degrees."""
    x, y = (sum(each) / 4 for each in zip(*corners, strict=True))
    sides = [(b[0] - a[0], b[1] - a[1]) for a, b in ((corners[0], corners[1]), (corners[1], corners[2]))]
    along = max(sides, key=lambda side: math.hypot(*side))
    return (x, y), math.hypot(*along), math.degrees(math.atan2(along[1], along[0]))
