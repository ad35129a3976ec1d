"""Say what an event laid on the table: which card, and where it lies."""

from dataclasses import dataclass
from enum import Enum, auto


class Place(Enum):
    """Where a card lies."""

    TRICK = auto()
    """Beside the others of the trick, or upon the pile."""
    STOCK = auto()
    """Upon the stock: it is turned up."""
    DEAL = auto()
    """Before whoever it was dealt to, to find the first dealer."""


TURNED = "turned"
"""Stands for the card that was turned up, where another was laid for it."""


@dataclass(frozen=True)
class Laid:
    """A card that came to lie on the table; `takes`: the one that was taken up for it, or TURNED."""

    card: str
    place: Place = Place.TRICK
    takes: str | None = None


def laid(event: object) -> None:
    """Say that nothing was laid: this game has no cards on the table."""
    return
