"""Say where a Magician can jump, straight on or round a corner (docs/rules/magicians.md 2)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from games.board import LABYRINTH, LIFE, Board, stand_in
from texts import Said, say

LAYOUTS = (
    "forest_magician_castle",
    "forest_castle_magician",
    "magician_forest_castle",
    "magician_castle_forest",
    "castle_forest_magician",
    "castle_magician_forest",
)
"""Which Places lie in the corner opposite the Moon, next to it towards the Tower, and towards the Sun.

The other six are certain; these three rest on a reviewer's list (docs/rules/magicians.md 2).
"""

PLACE_WORDS: Mapping[str, Said] = MappingProxyType(
    {
        "forest": say("the Forest"),
        "magician": say("the Magician's Place"),
        "tower": say("the Tower"),
        "castle": say("the Castle"),
        "life": say("the Place of Life"),
        "labyrinth": say("the Labyrinth"),
        "sun": say("the Sun"),
        "mill": say("the Mill"),
        "moon": say("the Moon"),
    }
)


def edges(layout: str = LAYOUTS[0]) -> tuple[tuple[str, str], ...]:
    """List the ten edges of the Magicians' grid. The Labyrinth hangs on Life alone."""
    corner, north, west = layout.split("_")
    return (
        (corner, north),
        (north, "tower"),
        (corner, west),
        (north, LIFE),
        (west, LIFE),
        (LIFE, LABYRINTH),
        (west, "sun"),
        (LIFE, "mill"),
        ("sun", "mill"),
        ("mill", "moon"),
    )


@cache
def house(layout: str) -> Board:
    """Build the stand-in board; paths west and east of Life bear no symbol (docs/rules/magicians.md 2)."""
    west = layout.split("_")[2]
    return stand_in(edges(layout), (frozenset((west, LIFE)), frozenset((LIFE, LABYRINTH))))


def targets(
    place: str,
    jumps: int,
    *,
    layout: str = LAYOUTS[0],
    labyrinth: str = "from_life",
    jump_back: bool = False,
) -> frozenset[str]:
    """List the Places where a Magician lands after exactly `jumps`; none for 0, for then he stays.

    `labyrinth`: "from_life" he may enter it from Life alone, "never" not of his own will, "sideways" from
    the Tower and the Moon too; he leaves it through Life always. `jump_back`: whether two jumps may lead
    there and back.
    """
    ways = {(first, second) for edge in edges(layout) for first, second in (edge, edge[::-1])}
    if labyrinth == "never":
        ways.discard((LIFE, LABYRINTH))
    if labyrinth == "sideways":
        ways |= {("tower", LABYRINTH), ("moon", LABYRINTH)}
    at = {place}
    for _ in range(jumps):
        at = {second for first, second in ways if first in at}
    if jumps == 0 or not jump_back:
        at.discard(place)
    return frozenset(at)
