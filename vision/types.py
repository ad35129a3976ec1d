"""What the eye says: one card read, one card that lies there, one look at the table."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from texts import say

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Pixels, clockwise from the card's own top left."""

State = Literal["sure", "marked", "asks"]
"""How far a reading is trusted."""


@dataclass(frozen=True)
class Reading:
    """One card as it was read.

    `card` is a card's name (or ``back``); `asks` is true where the product would rather ask than trust it.
    `alternatives` holds (name, probability) pairs, likeliest first, without `card` itself.
    `crop` is the rectified card, uint8 (H, W, 3) BGR, for the question on the phones.
    `likely`: though it asks, its card is likely enough to be entered until somebody confirms it. `doubt` says
    why it asks where that is not how it reads: something else is amiss with the card.
    """

    card: str
    confidence: float
    asks: bool
    alternatives: tuple[tuple[str, float], ...]
    corners: Corners
    crop: np.ndarray | None = field(default=None, compare=False, repr=False)
    likely: bool = False
    doubt: str | None = None

    @property
    def state(self) -> State:
        """Tell how far it is trusted: as it is, until it is confirmed, or not without an answer."""
        return "sure" if not self.asks else "marked" if self.likely else "asks"

    @property
    def candidates(self) -> tuple[str, ...]:
        """List the names that it may be, likeliest first, each once."""
        return tuple(dict.fromkeys((self.card, *(name for name, _ in self.alternatives))))


@dataclass(frozen=True)
class Seen:
    """A card that lies on the table; `id` grows in the order in which the cards were laid."""

    id: int
    reading: Reading


TOO_DARK = say("too dark to read: switch on a lamp")
HIDDEN = say("something hides most of the table, or the camera moves: nothing can be read")


@dataclass(frozen=True)
class Sight:
    """All cards that lie there now, in the order in which they were laid.

    `trouble` says in a few words why nothing can be trusted, `TOO_DARK` or `HIDDEN`, or is None.
    """

    lying: tuple[Seen, ...] = ()
    trouble: str | None = None


Lie = tuple[int, tuple[str, str]]
"""How a stick may lie: the notches of its upper edge and the two sides in view, sorted."""


@dataclass(frozen=True)
class StickReading:
    """One throwing stick as it was read.

    `color` is one of `games.sticks.COLORS`, `notches` what its upper edge shows, `sides` the two sides in
    view, sorted; `asks` is true where the product would rather ask than trust it. `alternatives` holds ways
    to lie with their probabilities, likeliest first, without the one read. `corners` are those of the stick's
    footprint in pixels, clockwise, a long side first. `crop` is the straightened stick, uint8
    (H, W, 3) BGR, for the question on the phones.
    """

    color: str
    notches: int
    sides: tuple[str, str]
    confidence: float
    asks: bool
    alternatives: tuple[tuple[Lie, float], ...]
    corners: Corners
    crop: np.ndarray | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class ThrowReading:
    """The sticks of one throw, in the order of their colours.

    `again` says why they must be thrown again, as `games.magicians.events.REASONS` does, or is None.
    """

    sticks: tuple[StickReading, ...] = ()
    again: str | None = None


@dataclass(frozen=True)
class ThrowSight:
    """The sticks that have come to rest; whether that is a new throw, whoever knows the game decides.

    `tracks`: the identities of those that are not set aside. They stay while these lie, and where one is
    pushed a little; once one lies otherwise, or again after it was taken up, all bear new ones. A throw
    without sticks says that they were taken up, or that none lay there at the first look. `aside` are the
    sticks that were set aside, as they lie now. `trouble` says in a few words why nothing can be trusted, or
    is None.
    """

    throw: ThrowReading
    tracks: frozenset[int] = frozenset()
    trouble: str | None = None
    aside: tuple[StickReading, ...] = ()
