"""Say what a card counts as in a trick, and what a turned-up one does (docs/rules/wizard.md 8).

A special card may count as another: a Shapeshifter as a Wizard or a Jester, a Vampire as the turned-up card.
What it counts as is written as a card's name, with the suit that was said behind a Juggler or a Cloud:
"juggler:H". As long as nobody has said it, such a card counts for nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from games.cards import Card, card, suits
from games.wizard.rules import Rules

BETWEEN = {"juggler": 7.5, "cloud": 9.75}
"""What a Juggler and a Cloud have printed on them, between two cards of a suit."""
_SAID = ":"
_CHOOSES = ("dragon", "cloud", "werewolf")
ALONE, NEXT_CARD, CHOSEN = "alone", "next_card", "chosen"


@dataclass(frozen=True)
class Face:
    """What a card counts as: a number card has a suit and a value; `kind` is its name, or "number"."""

    kind: str
    suit: str | None = None
    value: float = 0.0

    @property
    def is_low(self) -> bool:
        """Tell what calls no suit, and leaves that to the next card."""
        return self.suit is None and self.kind not in ("W", "dragon")


# The cards of both editions and all that special ones may count as; a game asks for them again and again.
@lru_cache(maxsize=512)
def face(counts: str | Card) -> Face:
    """Read what a card counts as. Raises Unreadable."""
    if isinstance(counts, str) and _SAID in counts:
        kind, _, suit = counts.partition(_SAID)
        # The printed number counts: in the US edition the 2 is the lowest of thirteen.
        return Face(kind, suit, BETWEEN[kind] - (suit in suits("us")))
    one = card(counts)
    return Face("number", one.suit, one.rank) if one.is_number else Face(one.name)


def named(kind: str, suit: str) -> str:
    """Write a Juggler or a Cloud of a suit."""
    return f"{kind}{_SAID}{suit}"


def kinds(counts: Iterable[str]) -> tuple[str, ...]:
    """List the kinds of what cards count as."""
    return tuple(face(each).kind for each in counts)


def turned_up(name: str, rules: Rules) -> str:
    """Say what follows when a card is turned up after the deal.

    ALONE: its suit is trump, or there is none; NEXT_CARD: the next card is turned up and decides; CHOSEN: the
    dealer names the trump.
    """
    said = ALONE
    if name == "W":
        said = rules.turned_wizard
    elif name in ("fairy", "juggler", "shapeshifter", "vampire"):
        said = getattr(rules, f"turned_{name}")
    elif name in _CHOOSES:
        said = "dealer_chooses"
    return {"dealer_chooses": CHOSEN, "next_card": NEXT_CARD}.get(said, ALONE)
