"""Name the sixty cards of both editions, and the special cards that may be shuffled in.

A card crosses every border as its name, rank first: "10H", "13B", "W", "J". Inside, both editions share the
ranks 1 to 13 (docs/rules/wizard.md 1, row 2). The suit letters of the two editions differ, so that a number
card's name says its edition. A special card of the anniversary editions has neither rank nor suit, and is
called by a word in small letters, as a card's "back" is: "dragon".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from games.errors import Unreadable
from games.nearest import close, quote, suggesting
from texts import Said, capital, say, say_as

EDITIONS = ("us", "amigo")
EDITION_WORDS = MappingProxyType({"us": "US", "amigo": "Amigo"})
SPECIAL_COPIES = 4
JESTER_RANK = 0
WIZARD_RANK = 14
SPECIAL_RANK = -1
RANKS = range(1, 14)
SPECIALS = ("dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter", "witch", "vampire")
"""The special cards of the anniversary editions, of which there is one each (docs/rules/wizard.md 8)."""

_SUITS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"us": ("S", "H", "D", "C"), "amigo": ("B", "G", "R", "Y")}
)
_LABELS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "us": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
        "amigo": tuple(str(rank) for rank in RANKS),
    }
)
SUIT_WORDS: Mapping[str, Said] = MappingProxyType(
    {
        "S": say("spades"),
        "H": say("hearts"),
        "D": say("diamonds"),
        "C": say("clubs"),
        "B": say("Humans (blue)"),
        "G": say("Elves (green)"),
        "R": say("Dwarves (red)"),
        "Y": say("Giants (yellow)"),
    }
)
_COURT: Mapping[str, Callable[[Said], Said]] = MappingProxyType(
    {
        "J": lambda suit: say("the jack of {suit}", suit=suit),
        "Q": lambda suit: say("the queen of {suit}", suit=suit),
        "K": lambda suit: say("the king of {suit}", suit=suit),
        "A": lambda suit: say("the ace of {suit}", suit=suit),
    }
)
_COLORED: Mapping[str, Callable[[int], Said]] = MappingProxyType(
    {
        "B": lambda rank: say("the {rank} of Humans (blue)", rank=rank),
        "G": lambda rank: say("the {rank} of Elves (green)", rank=rank),
        "R": lambda rank: say("the {rank} of Dwarves (red)", rank=rank),
        "Y": lambda rank: say("the {rank} of Giants (yellow)", rank=rank),
    }
)
_ONE_OF_A_KIND: Mapping[str, Said] = MappingProxyType(
    {
        "dragon": say("the Dragon"),
        "fairy": say("the Fairy"),
        "bomb": say("the Bomb"),
        "werewolf": say("the Werewolf"),
        "juggler": say("the Juggler"),
        "cloud": say("the Cloud"),
        "shapeshifter": say("the Shapeshifter"),
        "witch": say("the Witch"),
        "vampire": say("the Vampire"),
    }
)
_SPECIAL_WORDS: Mapping[tuple[str, str], Said] = MappingProxyType(
    {
        ("us", "W"): say_as("edition us", "a Wizard"),
        ("us", "J"): say_as("edition us", "a Jester"),
        ("amigo", "W"): say_as("edition amigo", "a Wizard"),
        ("amigo", "J"): say_as("edition amigo", "a Fool"),
    }
)


@dataclass(frozen=True)
class Card:
    """One card: a number card has a suit and a rank of 1 to 13, a Wizard or Jester has no suit.

    `special`: what a special card of the anniversary editions is called.
    """

    suit: str | None
    rank: int
    special: str | None = None

    @property
    def is_number(self) -> bool:
        """Tell a number card from any other."""
        return self.suit is not None

    @property
    def is_wizard(self) -> bool:
        """Tell a Wizard."""
        return self.rank == WIZARD_RANK

    @property
    def is_jester(self) -> bool:
        """Tell a Jester."""
        return self.rank == JESTER_RANK

    @property
    def name(self) -> str:
        """Write the card as players do, rank first."""
        if self.special is not None:
            return self.special
        if self.suit is None:
            return "W" if self.is_wizard else "J"
        edition = "us" if self.suit in _SUITS["us"] else "amigo"
        return _LABELS[edition][self.rank - 1] + self.suit

    def __str__(self) -> str:
        return self.name


WIZARD = Card(None, WIZARD_RANK)
JESTER = Card(None, JESTER_RANK)


def suits(edition: str) -> tuple[str, ...]:
    """List the four suit letters of an edition."""
    return _SUITS[edition]


def names(edition: str) -> tuple[str, ...]:
    """List the 54 different names of an edition: 52 number cards, then "W" and "J"."""
    return _NAMES[edition]


def copies(name: str) -> int:
    """Count how often a card exists in a deck: 4 for "W" and "J", 1 for any other."""
    return SPECIAL_COPIES if name in ("W", "J") else 1


def neighbours(name: str) -> tuple[str, ...]:
    """List the cards of the same suit that are one rank away; what is no number card has none."""
    one = _CARDS.get(name)
    if one is None or not one.is_number:
        return ()
    return tuple(Card(one.suit, rank).name for rank in (one.rank - 1, one.rank + 1) if rank in RANKS)


def card(name: "str | Card") -> Card:
    """Look up a card of either edition, or a special one, by its name; a Card is returned as it is.

    Raises Unreadable.
    """
    if isinstance(name, Card):
        return name
    found = _CARDS.get(name) if isinstance(name, str) else None
    if found is None:
        raise Unreadable(suggesting(say("There is no card {card}", card=quote(name)), close(name, _CARDS)))
    return found


def parse_card(name: object, edition: str, specials: Sequence[str] = ()) -> Card:
    """Read a card's name in an edition; `specials`: the special cards that are shuffled in.

    Raises Unreadable, naming the nearest card of that deck.
    """
    if isinstance(name, Card):
        name = name.name
    known = (*names(edition), *specials)
    if isinstance(name, str) and name in known:
        return _CARDS[name]
    deck = EDITION_WORDS[edition]
    if name == "back":
        raise Unreadable(say("A card's back was seen, not its face: turn the card over."))
    if isinstance(name, str) and name in SPECIALS:
        raise Unreadable(
            say(
                "{card} is not in this game: look at the card again, or begin a game with it.",
                card=capital(_ONE_OF_A_KIND[name]),
            )
        )
    if isinstance(name, str) and name in _CARDS:
        other = next(other for other in EDITIONS if name in names(other))
        raise Unreadable(
            say(
                "{card} is a card of the {other} deck, but this game has the {deck} deck "
                "({first} to {last}, W, J): check the edition or the card.",
                card=quote(name),
                other=EDITION_WORDS[other],
                deck=deck,
                first=known[0],
                last=names(edition)[-3],
            )
        )
    raise Unreadable(
        suggesting(
            say("There is no card {card} in the {deck} deck", card=quote(name), deck=deck), close(name, known)
        )
    )


def words(name: "str | Card", edition: str = EDITIONS[0]) -> Said:
    """Write a card for a sentence: "the 10 of hearts", "the 13 of Humans (blue)", "a Wizard".

    `edition` matters to Wizards and Jesters only, which are called otherwise in each.
    """
    found = card(name)
    if found.special is not None:
        return _ONE_OF_A_KIND[found.special]
    if found.suit is None:
        return _SPECIAL_WORDS[edition, found.name]
    if found.suit in _COLORED:
        return _COLORED[found.suit](found.rank)
    label, suit = _LABELS["us"][found.rank - 1], SUIT_WORDS[found.suit]
    return _COURT[label](suit) if label in _COURT else say("the {rank} of {suit}", rank=label, suit=suit)


_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        edition: tuple(Card(suit, rank).name for suit in _SUITS[edition] for rank in RANKS) + ("W", "J")
        for edition in EDITIONS
    }
)
_CARDS: Mapping[str, Card] = MappingProxyType(
    {
        Card(suit, rank).name: Card(suit, rank)
        for edition in EDITIONS
        for suit in _SUITS[edition]
        for rank in RANKS
    }
    | {"W": WIZARD, "J": JESTER}
    | {name: Card(None, SPECIAL_RANK, name) for name in SPECIALS}
)
