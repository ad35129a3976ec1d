"""Say what the camera should look for next."""

from dataclasses import dataclass
from enum import Enum


class Lies(Enum):
    """What lies on the table in a game: cards that are laid one beside another, a pile of them, or sticks."""

    TRICKS = "tricks"
    PILE = "pile"
    THROWS = "throws"


@dataclass(frozen=True)
class Expectation:
    """Be what the rules expect to see. Cards are names, sticks are colours.

    `kind`: "lot" (a card for the first deal), "turn_up", "play", "throw", "draw" (an activity card) or
    "none". `player`: the seat that acts, where there is one.
    `seen`: every card seen so far in this round, the turned-up card first; number cards among them cannot
    come again, "W" and "J" at most four times each. `trick`: what lies in the current trick, or lies there
    for the first deal, in order.
    `sticks`: those that are to be thrown. `aside`: those set aside in a duel, each with the notches that it
    keeps; they lie still.
    """

    kind: str
    player: int | None
    seen: tuple[str, ...] = ()
    trick: tuple[str, ...] = ()
    sticks: tuple[str, ...] = ()
    aside: tuple[tuple[str, int], ...] = ()
