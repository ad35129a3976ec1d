"""What the reader's outputs mean: the order of its rank and suit heads."""

from games import cards, sticks

RANKS = (
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "1", "11", "12", "13", "wizard",
    "jester", "back", "none",
)  # fmt: skip
"""Outputs of the rank heads, in this order: those of all decks, both specials, the back, and no card."""
SUITS = ("S", "H", "D", "C", "B", "G", "R", "Y", "none")
"""Outputs of the suit heads: spades, hearts, diamonds, clubs; blue, green, red, yellow; and no suit."""
CROP_SIZE = (96, 144)
"""Width and height in pixels of the rectified card that the reader sees."""
INDEX_SIZE = (64, 112)
"""Width and height in pixels of the straightened corner that the index reader sees."""
INDEX_REGION = (-0.04, -0.03, 0.36, 0.45)
"""Left, top, right and bottom of that corner in shares of the card's sides: a little of the table, too."""
INDEX_MIDDLE = (0.14, 0.15)
"""Where the middle of a corner's index is taken to be, in shares of the card's short and long side."""
TITLES = ("wizard", "jester", "none")
"""What a word on a card says; ``none`` where none stands there, or one that names neither."""
TITLE_SIZE = (160, 64)
"""Width and height in pixels of the straightened strip that the title reader sees."""
TITLE_HEIGHT = 0.3
"""Height of that strip in shares of the card's long side."""
TITLE_MARGIN = 0.03
"""What the strip shows beyond the card's sides, in shares of its short one, and beyond its end."""
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
STICK_PIXELS = 640 * 352
"""Pixels of a whole picture that the stick locator is made for: a stick is then 30 to 150 pixels long."""
STICK_MARGIN_SIZE = (192, 64)
"""Width and height in pixels of the crop in which a stick's six vertices are found, its axis horizontal."""
STICK_MARGIN_SHARE = (0.84, 0.5)
"""The stick's part of that crop's width and height, the rest is margin."""
STICK_SIZE = (192, 96)
"""Width and height in pixels of the two straightened sides that the stick reader sees, one upon the other."""
STICK_SHARE = (0.88, 0.8)
"""The two sides' part of that crop's width and height: their upper edge is its middle row."""
STICK_COLORS = (*sticks.COLORS, "other")
"""Outputs of the stick reader's colour head: the set's, and any other."""
STICK_STATES = ("lying", "bad", "none")
"""Lies flat; leans, stands, lies upon or beneath another; is no stick."""


def split(name: str) -> tuple[int, int]:
    """Give the rank and suit indices of a card's name, of ``back`` or of ``none``."""
    special = {"W": "wizard", "J": "jester", "back": "back", "none": "none"}
    if name in special:
        return RANKS.index(special[name]), SUITS.index("none")
    return RANKS.index(name[:-1]), SUITS.index(name[-1])


def table(edition: str) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """List all names a reading can have in an edition, ``back`` and ``none`` too, and their (rank, suit)."""
    names = (*cards.names(edition), "back", "none")
    return names, tuple(split(name) for name in names)
