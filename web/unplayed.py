"""Count the games that are left before anything is played of them: each is in the journal for ever."""

import threading

MOST = 5
"""So often names, a dealer or rules may be chosen anew; who wants more asks the evening's owner."""


class Unplayed:
    """Hold how many games players left unplayed, one after the other."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._left = 0

    @property
    def enough(self) -> bool:
        """Tell whether the next one is the owner's to leave."""
        return self._left >= MOST

    def note(self, left: bool) -> None:
        """Take in that a game was begun; left: a player left one for it of which nothing was played."""
        with self._gate:
            self._left = self._left + 1 if left else 0
