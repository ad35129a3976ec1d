"""The policy of Wizard's robots: they estimate what a hand takes, bid that, and lay legal cards."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from games.cards import Card, card, copies, names, suits
from games.wizard import playable, winner_of

WIZARD_WINS = 0.96
"""How likely a Wizard is to take a trick: only an earlier one beats it. An estimate."""
SPECIAL_WINS = {"dragon": 0.97, "shapeshifter": 0.6, "cloud": 0.2, "juggler": 0.15, "vampire": 0.2}
"""How likely special cards are to take a trick; the others hardly ever do."""


def deal(
    rng: random.Random, edition: str, seats: int, number: int, specials: Sequence[str] = ()
) -> tuple[list[list[str]], list[str]]:
    """Shuffle and deal a round: a hand of `number` cards a seat, and the stock, its top card first.

    specials: the special cards that are shuffled in.
    """
    deck = [name for name in names(edition) for _ in range(copies(name))] + list(specials)
    rng.shuffle(deck)
    hands = [deck[seat * number : (seat + 1) * number] for seat in range(seats)]
    return hands, deck[seats * number :]


def chance(name: str, hand: Sequence[str], trump: str | None, seats: int) -> float:
    """Estimate how likely a card is to take a trick against players who hold the rest of the deck."""
    own = card(name)
    if own.special is not None:
        return SPECIAL_WINS.get(name, 0.02)
    if own.is_wizard:
        return WIZARD_WINS
    if own.is_jester:
        return 0.01
    higher = sum(1 for rank in range(own.rank + 1, 14) if Card(own.suit, rank).name not in hand)
    wizards = 4 - hand.count("W")
    trumps = 13 - sum(card(each).suit == trump for each in hand)
    # Whoever can follow suit must: with more cards in hand a trump is a smaller danger to a side suit.
    follows = 1.0 if len(hand) == 1 else 0.6
    threats = higher + wizards + (0 if trump in (None, own.suit) else follows * trumps)
    # On a strange suit led by another, a side card cannot win at all.
    lead = 1.0 if own.suit == trump else 0.75
    safe: float = max(0.0, 1 - threats / (60 - len(hand))) ** ((seats - 1) * 1.8)
    return lead * safe


class Robot:
    """A player in one seat.

    revokes: how often he forgets to follow suit, 0 to 1; for tests of what the table makes of it.
    """

    def __init__(self, seat: int, rng: random.Random, revokes: float = 0.0) -> None:
        self.seat = seat
        self.hand: list[str] = []
        self._rng = rng
        self._revokes = revokes

    def take(self, hand: Sequence[str]) -> None:
        """Take up a freshly dealt hand."""
        self.hand = list(hand)

    def name_trump(self, edition: str) -> str:
        """Name the suit of which he holds most, the stronger one where two are as long."""
        held = [card(name) for name in self.hand]
        return max(suits(edition), key=lambda suit: (_length(held, suit), _weight(held, suit)))

    def shape(self, wanted: int) -> str:
        """Make a Shapeshifter a Wizard as long as a trick is wanted, else a Jester."""
        return "W" if wanted > 0 else "J"

    def give(self, others: Sequence[str]) -> tuple[str, str]:
        """Choose a card to lay for one of the trick, and which: the weakest in hand for the strongest."""
        gave = min(self.hand, key=lambda name: chance(name, self.hand, None, len(others) + 1))
        took = max(others, key=lambda name: chance(name, self.hand, None, len(others) + 1))
        self.hand.remove(gave)
        self.hand.append(took)
        return gave, took

    def bid(self, trump: str | None, seats: int, forbidden: Collection[int] = ()) -> int:
        """Say how many tricks he expects; the nearest allowed number to his estimate."""
        hope = sum(chance(name, self.hand, trump, seats) for name in self.hand) + self._rng.gauss(0, 0.12)
        allowed = [bid for bid in range(len(self.hand) + 1) if bid not in forbidden]
        return min(allowed, key=lambda bid: abs(bid - hope))

    def play(
        self, trick: Sequence[str], trump: str | None, wanted: int, last: bool, named_suit: str = "called"
    ) -> str:
        """Choose a card for the trick and give it out of the hand.

        trick: what its cards count as. wanted: how many tricks he still needs. last: whether nobody lays
        after him.
        """
        may = playable(self.hand, trick, named_suit)
        allowed: Sequence[str] = may
        if self._revokes and len(may) < len(self.hand) and self._rng.random() < self._revokes:
            allowed = [name for name in self.hand if name not in may]
        chosen = self._choose(list(allowed), trick, trump, wanted, last)
        self.hand.remove(chosen)
        return chosen

    def _choose(
        self, may: list[str], trick: Sequence[str], trump: str | None, wanted: int, last: bool
    ) -> str:
        """Choose of the cards that may be laid: win cheaply while tricks are wanted, else lose dearly."""

        def strength(name: str) -> tuple[int, int]:
            each = card(name)
            return (
                3 if each.is_wizard else 2 if each.suit == trump else 0 if each.is_jester else 1,
                each.rank,
            )

        may.sort(key=strength)
        if not trick:
            return may[-1] if wanted > 0 and len(self.hand) > 1 else may[0]
        # What a special card will count as, who lays it says only then.
        wins = [name for name in may if winner_of([*trick, name], trump) == len(trick)]
        loses = [name for name in may if name not in wins]
        if wanted > 0:
            if wins:
                return wins[0] if last else wins[-1]
            return may[0]
        if loses:
            return loses[-1]
        return wins[-1] if last else wins[0]


def _length(held: Sequence[Card], suit: str) -> int:
    return sum(each.suit == suit for each in held)


def _weight(held: Sequence[Card], suit: str) -> int:
    return sum(each.rank for each in held if each.suit == suit)
