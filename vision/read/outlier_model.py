"""How badly a deck's cards fit each other's faces, as far as this game has shown it."""

from vision.read.decide import is_court

KNOWN_FACE_MISFIT, FEWEST_TRIED = 0.1, 3
"""Share of the least misfit of a new card with the faces known before it, below which a crop is of one of
those and of no card still to come; and how many new courts, or numbers, must have been tried with one of
their rank.

Of 27 courts of three drawn decks each fitted others by 0.62 at most and itself by 0.99. Of 88 numbers some
fitted others by 0.999: of those this is never said.
"""


class OutlierModel:
    """Knows how badly new cards fitted the faces known before them.

    Only cards count of whose rank one was known: nothing else fits a card as well as its neighbours do.
    """

    def __init__(self) -> None:
        self._of: dict[int, tuple[bool, float]] = {}

    def learn(self, event: int, card: str, fit: float) -> None:
        """Take in how well, 0..1, a new card fits the likest of the other faces."""
        self._of[event] = (is_court(card), 1.0 - fit)

    def forget(self, event: int) -> None:
        """Drop what was learnt of a card that is another now."""
        self._of.pop(event, None)

    def rule_out(self, card: str, fit: float) -> bool:
        """Tell whether what fits a known card's face so well is none of those still to come."""
        kind = [misfit for court, misfit in self._of.values() if court == is_court(card)]
        return len(kind) >= FEWEST_TRIED and 1.0 - fit <= KNOWN_FACE_MISFIT * min(kind)
