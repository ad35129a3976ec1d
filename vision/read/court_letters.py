"""What a letter that stands for two ranks means in this game: a V is a jack in French, a queen in Dutch.

A card's letter alone cannot tell; the cards of this game that are known can. Two hypotheses are compared by
how often cards of either rank left the reader torn between both: the Bayes factor of two binomials, each with
a beta prior (Kass and Raftery, *Bayes factors*, 1995).
"""

import numpy as np

TORN = 0.03
"""Share that the lesser of the two ranks must have of both for a row to be torn between them.

Seven of eight jacks of four drawn French decks had more, and two of twenty courts of five drawn English ones.
"""

BOTH = 0.75
"""Probability that both ranks must have together for a row to be about them at all."""

PRIOR = (0.1, 0.9)
"""Beta prior of the share of a rank's cards that leave the reader torn: worth one card, torn by a tenth."""

MOST_FACTOR = 15.0
"""The most that a Bayes factor may say: two ranks can look alike for other reasons than their letter."""


class CourtLetters:
    """Knows which of jack and queen leaves the reader torn between the two in this deck.

    names: those of the reader's rows.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self._ranks = {rank: _of_rank(names, rank) for rank in "JQ"}
        self._known: dict[int, tuple[str, bool]] = {}

    def learn(self, event: int, card: str, row: np.ndarray) -> None:
        """Take in what the reader alone, float (K,), thinks of a card whose name is known now."""
        self.forget(event)
        rank = card[:-1]
        if rank in self._ranks:
            self._known[event] = (rank, self._is_torn(row))

    def forget(self, event: int) -> None:
        """Drop what was learnt of a card that was taken back."""
        self._known.pop(event, None)

    def weigh(self, row: np.ndarray) -> np.ndarray:
        """Give the row, float (K,), by what is known; the same row where it is not torn."""
        if not self._known or not self._is_torn(row):
            return row
        factor = float(np.clip(self._torn_share("J") / self._torn_share("Q"), 1 / MOST_FACTOR, MOST_FACTOR))
        weighed = row.copy()
        weighed[self._ranks["J"]] *= factor**0.5
        weighed[self._ranks["Q"]] *= factor**-0.5
        both = self._ranks["J"] | self._ranks["Q"]
        weighed[both] *= row[both].sum() / weighed[both].sum()
        return weighed

    def _is_torn(self, row: np.ndarray) -> bool:
        jack, queen = (float(row[of].sum()) for of in self._ranks.values())
        both = jack + queen
        return both > BOTH and min(jack, queen) > TORN * both

    def _torn_share(self, rank: str) -> float:
        """Give the posterior mean of the share of this rank's cards that leave the reader torn."""
        of_rank = [torn for known, torn in self._known.values() if known == rank]
        return (sum(of_rank) + PRIOR[0]) / (len(of_rank) + sum(PRIOR))


def _of_rank(names: tuple[str, ...], rank: str) -> np.ndarray:
    """Outline the names of a rank in a row: bool (K,)."""
    return np.array([len(name) == 2 and name[0] == rank for name in names])
