"""What hangs on a card in the moment in which it is laid, as the rules say: trump, or the suit to follow.

Whatever else hangs on it (who wins, who leads next) waits for the press that confirms the trick.
"""

from games.cards import SPECIALS, copies
from games.expectation import Expectation
from vision.types import Reading

KIND_KNOWN = 0.95
"""Probability that a card is of its suit, a Wizard or a Jester, from which that counts as known: as much as
is asked of a whole card before it is trusted (vision.read.decide.SURE)."""


def undecided(expected: Expectation, reading: Reading) -> bool:
    """Tell whether the next card decides something at once of which its reading leaves doubt.

    A special card always does: something is said or done with it.
    """
    return reading.card in SPECIALS or expected.decides and kind_share(reading) < KIND_KNOWN


def kind_share(reading: Reading) -> float:
    """Give the probability that a card is of the suit, or is the Wizard or Jester, that its name says: 0..1.

    What no name accounts for counts against it.
    """
    of = kind(reading.card)
    return reading.confidence + sum(share for name, share in reading.alternatives if kind(name) == of)


def kind(name: str) -> str:
    """Give the letter of a card's suit; a Wizard or a Jester is a kind of its own."""
    return name if name in SPECIALS or copies(name) > 1 else name[-1:]
