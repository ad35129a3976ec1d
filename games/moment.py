"""Say in the words of any game what it waits for at a moment, and of whom."""

from dataclasses import dataclass
from enum import Enum, auto


class Awaits(Enum):
    """What a game waits for."""

    CARD = auto()
    """A card that is laid or turned up, and counts once it is known."""
    READING = auto()
    """A throw, or a card that is drawn: it is read, and counts once it is confirmed."""
    CHOICE = auto()
    """What somebody chooses or says: no card and no throw tells it."""
    CONFIRMATION = auto()
    """That what lies there is confirmed."""
    NOTHING = auto()
    """Nothing any more: the game is over."""


@dataclass(frozen=True)
class Moment:
    """What a game waits for, and of whom.

    `seats`: who must act. With a confirmation those whom it is about: who takes the trick, whose throw it is.
    With nothing those who have won. `dealer`: who deals and turns up cards now, None: nobody.
    """

    awaits: Awaits
    seats: tuple[int, ...] = ()
    dealer: int | None = None


def whose(seat: int | None) -> tuple[int, ...]:
    """List the one seat that is meant, if there is one."""
    return () if seat is None else (seat,)
