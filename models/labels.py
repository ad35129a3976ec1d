"""What the reader's outputs mean: the order of its rank and suit heads."""

from games import cards

RANKS = (
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "1", "11", "12", "13", "wizard",
    "jester", "back", "none",
)  # fmt: skip
SUITS = ("S", "H", "D", "C", "B", "G", "R", "Y", "none")
CROP_SIZE = (96, 144)
"""Width and height in pixels of the rectified card that the reader sees."""
MARGIN_SIZE = (96, 128)
"""Width and height in pixels of the crop in which a card's corners are refined."""
MARGIN_SHARE = 0.77
"""The card's part of that crop's width and height, the rest is margin."""
STRIDE = 8
"""Pixels of the picture a cell of the locator's maps stands for."""
UNIT = 32.0
"""Pixels that the locator's lengths are measured in."""
EMBEDDING = 64
"""Length of the vector by which the reader tells faces of any deck from each other."""


def split(name: str) -> tuple[int, int]:
    """Give the rank and suit indices of a card's name, of ``back`` or of ``none``."""
    special = {"W": "wizard", "J": "jester", "back": "back", "none": "none"}
    if name in special:
        return RANKS.index(special[name]), SUITS.index("none")
    return RANKS.index(name[:-1]), SUITS.index(name[-1])


def table(edition: str) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """List all names a reading can have in an edition, with ``back`` and ``none``, and their (rank, suit)
    indices.
    """
    names = (*cards.names(edition), "back", "none")
    return names, tuple(split(name) for name in names)
