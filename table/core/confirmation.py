"""Wait the time after which what is complete and clear confirms itself, where the owner chose so."""

from games.history import Game
from games.protocol import EventDict
from table.core.state import Table

CONFIRM: EventDict = {"event": "confirm"}


class AutoConfirm:
    """How long the same thing has waited for its confirmation."""

    def __init__(self, after: float) -> None:
        """Begin; after: seconds, 0: wait for ever."""
        self._after = after
        self._waiting: tuple[Game, tuple[int, str] | None, float] | None = None
        self._left: Game | None = None

    def leave(self, game: Game) -> None:
        """Leave the game as it stands to people: somebody has undone a step, and meant something by it."""
        self._left = game

    def due(self, table: Table, now: float) -> bool:
        """Tell whether what waits has waited long enough; it then begins anew. `now` in seconds."""
        game, question = table.game, table.finding.question
        # A card that is read otherwise is another one to whoever looks at the phones.
        asked = None if question is None else (question.id, question.reading.card)
        if not self._after or game is None or game is self._left or not may_confirm(table, game):
            self._waiting = None
        elif self._waiting is None or self._waiting[0] is not game or self._waiting[1] != asked:
            self._waiting = (game, asked, now)
        elif now - self._waiting[2] >= self._after:
            self._waiting = None
            return True
        return False


def may_confirm(table: Table, game: Game) -> bool:
    """Tell whether nothing speaks against it: no card unclear, marked or half swept, no choice left."""
    found = table.finding
    if table.sight_trouble or table.camera_trouble or table.unwritten:
        return False
    if found.tracking.marks and not game.expected.unread:
        return False
    if found.question is not None:
        return found.question.sure
    if not found.tracking.may_confirm(game, found):
        return False
    return game.refusal(CONFIRM) is None
