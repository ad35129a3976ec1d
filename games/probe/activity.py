"""Name the activity cards (docs/rules/probe.md 1 and 3)."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from games.errors import Unreadable
from games.nearest import unknown
from texts import Said, say, sentences

STAND_IN: Mapping[str, int] = MappingProxyType(
    {
        "normal": 11,
        "additional": 5,
        "left": 4,
        "right": 4,
        "dot": 5,
        "x3": 1,
        "x4": 1,
        "x5": 1,
        "-10": 1,
        "+15": 1,
        "+20": 1,
        "+25": 1,
    }
)
"""How often each card lies in a deck of 36: a stand-in, for real decks may differ (docs/rules/probe.md 1)."""

CARDS = tuple(STAND_IN)
"""The cards that are known; other points, +1 to -99, may stand on an edition's cards as well."""

_POINTS = re.compile(r"[+-][1-9][0-9]?", re.ASCII)
_WORDS = MappingProxyType(
    {
        "normal": say("a normal turn"),
        "additional": say("an additional turn"),
        "left": say("the left neighbour uncovers"),
        "right": say("the right neighbour uncovers"),
        "dot": say("uncover a dot of one's own"),
        "x3": say("three times the first discovery"),
        "x4": say("four times the first discovery"),
        "x5": say("five times the first discovery"),
    }
)


def parse_card(value: object) -> str:
    """Read an activity card's name.

    Raises Unreadable, naming the nearest.
    """
    if isinstance(value, str) and (value in STAND_IN or _POINTS.fullmatch(value)):
        return value
    raise Unreadable(
        sentences(unknown(say("activity card"), value, CARDS), say("Other points are written like +25."))
    )


def points_of(card: str) -> int:
    """Count what the card adds to its drawer's total; 0 where it is about something else."""
    return int(card) if _POINTS.fullmatch(card) else 0


def times_of(card: str) -> int:
    """Say by how much the card multiplies the first discovery; 1 where it does not."""
    return int(card[1:]) if card.startswith("x") else 1


def words(card: str) -> Said:
    """Write a card for a sentence."""
    points = points_of(card)
    if points:
        return say("add {points}", points=points) if points > 0 else say("take off {points}", points=-points)
    return _WORDS[card]
