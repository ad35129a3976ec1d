"""Settle one trick: what is called, who may play what, who wins (docs/rules/wizard.md 2, points 4 and 5).

Cards are names or Cards, mixed as you like.
"""

from collections.abc import Sequence

from games.cards import Card, card


def called_suit(cards: Sequence[str | Card]) -> str | None:
    """Find the suit to be followed: that of the first card that is no Jester, if it is a number card."""
    for each in map(card, cards):
        if not each.is_jester:
            return each.suit
    return None


def winner_of(cards: Sequence[str | Card], trump: str | None) -> int:
    """Find the place, counted from 0, of the card that wins the trick or is winning so far.

    The first Wizard; else the highest trump; else the highest of the called suit; else the first Jester.
    Raises ValueError on an empty trick.
    """
    if not cards:
        raise ValueError("a trick without cards has no winner")
    called = called_suit(cards)

    def strength(place: int) -> tuple[int, int, int]:
        each = card(cards[place])
        if each.is_wizard:
            return 4, 0, -place
        if each.is_number and each.suit == trump:
            return 3, each.rank, 0
        if each.is_number and each.suit == called:
            return 2, each.rank, 0
        return 1, 0, -place

    return max(range(len(cards)), key=strength)


def follows(new: str | Card, played: Sequence[str | Card]) -> bool:
    """Tell whether a card keeps to the suit called so far: a special always does."""
    called, suit = called_suit(played), card(new).suit
    return called is None or suit is None or suit == called


def playable(hand: Sequence[str], played: Sequence[str | Card]) -> tuple[str, ...]:
    """List the cards of a hand that may be laid on a trick, in the hand's order."""
    called = called_suit(played)
    if called is None or all(card(each).suit != called for each in hand):
        return tuple(hand)
    return tuple(each for each in hand if follows(each, played))
