"""What the eye says: one card read, one card that lies there, one look at the table."""

from dataclasses import dataclass, field

import numpy as np

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Pixels, clockwise from the card's own top left."""


@dataclass(frozen=True)
class Reading:
    """One card as it was read.

    `card` is a card's name (or ``back``); `asks` is true where the product would rather ask than trust it.
    `alternatives` holds (name, probability) pairs, likeliest first, without `card` itself.
    `crop` is the rectified card, uint8 (H, W, 3) BGR, for the question on the phones.
    """

    card: str
    confidence: float
    asks: bool
    alternatives: tuple[tuple[str, float], ...]
    corners: Corners
    crop: np.ndarray | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Seen:
    """A card that lies on the table; `id` grows in the order in which the cards were laid."""

    id: int
    reading: Reading


@dataclass(frozen=True)
class Sight:
    """All cards that lie there now, in the order in which they were laid.

    `trouble` says in a few words why nothing can be trusted (``too dark``, ``two cards at once``), or is
    None.
    """

    lying: tuple[Seen, ...] = ()
    trouble: str | None = None
