"""Suits that the reader took for others in this game: each is doubted until its cards were seen."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from vision.read.decide import is_court, is_number

MISTAKEN = 0.25
"""Probability of another suit that the reader must give to a face for that suit to be doubted from then on.

Of 85 painted and 40 other drawn decks, each shown card by card in ten orders, the reader was sure and wrong
about one face. In 7 of its orders this asked about it; it asked about 5 and 11 in a thousand other faces when
they were first shown, never again.
"""


@dataclass(frozen=True)
class _Mistake:
    """A suit, what the reader takes it for, and whether it did so on a court."""

    true: str
    taken: str
    court: bool


class SuitConfusion:
    """Knows which suits of a deck the reader alone takes for which.

    names: those of the reader's rows.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._of: dict[int, frozenset[_Mistake]] = {}

    def learn(self, event: int, card: str, row: np.ndarray) -> None:
        """Take in what the reader alone, float (K,), thinks of a card whose name is known now."""
        suits: dict[str, float] = defaultdict(float)
        if is_number(card):
            for name, probability in zip(self._names, row, strict=True):
                if is_number(name):
                    suits[name[-1]] += float(probability)
        self._of[event] = frozenset(
            _Mistake(card[-1], suit, is_court(card)) for suit in suits if suits[suit] >= MISTAKEN
        )

    def forget(self, event: int) -> None:
        """Drop what was learnt of a card that was taken back."""
        self._of.pop(event, None)

    def instead(self, name: str) -> list[str]:
        """List the cards that a name may stand for by what was mistaken so far."""
        if not is_number(name):
            return []
        # A court wears its suit's sign small, among much else: what is mistaken there says nothing of pips.
        suits = {
            mistake.true
            for mistakes in self._of.values()
            for mistake in mistakes
            if mistake.taken == name[-1] and (is_court(name) or not mistake.court)
        }
        return sorted(name[:-1] + suit for suit in suits if suit != name[-1])
