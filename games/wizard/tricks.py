"""Settle one trick: what is called, who may play what, who wins (docs/rules/wizard.md 2 and 8).

Cards are names or Cards, mixed as you like, and for special cards what they count as
(`games.wizard.specials`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.cards import Card, card
from games.wizard.specials import Face, face


@dataclass(frozen=True)
class Outcome:
    """What a trick comes to: `takes` is None where nobody gets it; `leads` leads the next.

    Both are places in the trick, counted from 0, or seats.
    """

    takes: int | None
    leads: int


def called_suit(cards: Sequence[str | Card]) -> str | None:
    """Find the suit that wins: that of the first card that leaves it to no other, if it has one."""
    first = _first(cards)
    return None if first is None else first.suit


def suit_to_follow(cards: Sequence[str | Card], named_suit: str = "called") -> str | None:
    """Find the suit that must be followed.

    `named_suit`: "free" where nobody follows a suit that was said with a Juggler or a Cloud.
    """
    first = _first(cards)
    return None if first is None or (named_suit == "free" and first.kind != "number") else first.suit


def _first(cards: Sequence[str | Card]) -> Face | None:
    return next((each for each in map(face, cards) if not each.is_low), None)


def outcome(cards: Sequence[str | Card], trump: str | None, witch_rank: str = "lowest") -> Outcome:
    """Settle a trick, or say who is winning it so far; `witch_rank`: "jester" where the Witch counts as one.

    The Fairy where the Dragon lies, the Dragon, the first Wizard; else the highest trump; else the highest of
    the called suit; else the first Jester, the Fairy, the Witch. With a Bomb nobody gets it, and whoever
    would have won without it leads. Raises ValueError on an empty trick.
    """
    if not cards:
        raise ValueError("a trick without cards has no winner")
    faces = [face(each) for each in cards]
    kinds = [each.kind for each in faces]
    called = called_suit(cards)

    def strength(place: int) -> tuple[int, float]:
        each = faces[place]
        match each.kind:
            case "fairy" if "dragon" in kinds:
                return 8, 0
            case "dragon":
                return 7, 0
            case "W":
                return 6, -place
            case "witch" if witch_rank == "lowest":
                return 1, 0
            case "J" | "witch":
                return 3, -place
            case "fairy":
                return 2, 0
        if each.suit is None:
            return 0, -place
        return (5 if each.suit == trump else 4 if each.suit == called else 0), each.value

    bombed = "bomb" in kinds
    rest = [place for place, kind in enumerate(kinds) if kind != "bomb"] or range(len(faces))
    best = max(rest, key=strength)
    return Outcome(None if bombed else best, best)


def winner_of(cards: Sequence[str | Card], trump: str | None) -> int:
    """Find the place, counted from 0, of the card that wins the trick or is winning so far.

    With a Bomb it is the card that would. Raises ValueError on an empty trick.
    """
    return outcome(cards, trump).leads


def follows(new: str | Card, played: Sequence[str | Card], named_suit: str = "called") -> bool:
    """Tell whether a card keeps to the suit called so far: one that is no number card always does."""
    return _keeps_to(suit_to_follow(played, named_suit), new)


def _keeps_to(called: str | None, new: str | Card) -> bool:
    return called is None or card(new).suit in (None, called)


def playable(
    hand: Sequence[str], played: Sequence[str | Card], named_suit: str = "called"
) -> tuple[str, ...]:
    """List the cards of a hand that may be laid on a trick, in the hand's order."""
    called = suit_to_follow(played, named_suit)
    if called is None or all(card(each).suit != called for each in hand):
        return tuple(hand)
    return tuple(each for each in hand if _keeps_to(called, each))
