"""Know with which state the game that is shown began: what was chosen before it belongs to another."""

from table.view.snapshot import Snapshot


class GameStart:
    """Hold the number of the state with which the game that is shown began."""

    def __init__(self) -> None:
        self._game: int | None = None
        self.number = 0
        """As phones tell it of the state they saw."""

    def hear(self, snapshot: Snapshot) -> None:
        """Take in another game; a listener of the host."""
        if snapshot.game_id != self._game:
            self._game, self.number = snapshot.game_id, snapshot.number
