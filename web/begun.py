"""Know when the game began that is shown, and count those that are left before anything is played of them.

Each of these is in the journal for ever.
"""

import threading

from table.snapshot import Snapshot

MOST = 5
"""So often names, a dealer or rules may be chosen anew; who wants more asks the evening's owner."""


class Begun:
    """Hold since when the shown game is, and how many players left unplayed one after the other."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._left = 0
        self._game: int | None = None
        self.since = 0
        """The number of the state with which the game that is shown began."""

    def hear(self, snapshot: Snapshot) -> None:
        """Take in another game; a listener of the host."""
        if snapshot.game_id != self._game:
            self._game, self.since = snapshot.game_id, snapshot.number

    @property
    def enough(self) -> bool:
        """Tell whether the next one is the owner's to leave."""
        return self._left >= MOST

    def note(self, left: bool) -> None:
        """Take in that a game was begun; left: a player left one for it of which nothing was played."""
        with self._gate:
            self._left = self._left + 1 if left else 0
