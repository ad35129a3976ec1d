"""Cards that went a moment ago: one that is found elsewhere was moved by a hand (track re-identification).

A hand that pulls a card in, or pushes it farther than is searched about its old place, leaves that place
empty. It is the same card, then, and no further one.
"""

from collections.abc import Sequence

from vision.read.decide import NEVER_GONE
from vision.track.tracks import Track

MOVES_MS = 2000
"""Milliseconds after a card went within which it may be found again as the same: a guess."""


class Moved:
    """The cards of one table that went, for as long as they may be found again."""

    def __init__(self) -> None:
        self._gone: tuple[tuple[int, Track], ...] = ()

    def went(self, now: int, gone: Sequence[Track]) -> None:
        """Take in the cards that went with a change; now: milliseconds of the scene."""
        faces = [(now, item) for item in gone if item.seen.reading.card not in NEVER_GONE]
        self._gone = (*self._lately(now), *faces)

    def forget(self) -> None:
        """Let those that went so far be gone for good: a card came, so the hand has done what it did."""
        self._gone = ()

    def again(self, now: int, name: str) -> Track | None:
        """Give the card that went a moment ago if one of this name that is found now is that; else None.

        Where several went they were swept up, and a Wizard or Jester that comes then is the next one. Nor is
        an unclear card known again, nor one of the round before.
        """
        gone = self._lately(now)
        if len(gone) != 1:
            return None
        item, reading = gone[0][1], gone[0][1].seen.reading
        return None if item.swept or item.old or reading.asks or reading.card != name else item

    def _lately(self, now: int) -> list[tuple[int, Track]]:
        return [(since, item) for since, item in self._gone if now - since <= MOVES_MS]
