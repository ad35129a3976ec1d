"""The games that a table has played before: what the host no longer shows, its journal still knows."""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from games.errors import GameError
from games.history import Game
from games.replay import settled
from table.errors import JournalError
from table.journal import Entry, Journal
from table.view.snapshot import Snapshot

log = logging.getLogger(__name__)

DAY_S = 86_400


class Past(Protocol):
    """Know when games began, and the games that were played."""

    def began(self, number: int) -> float:
        """Say when a game of the host began, in seconds since 1970."""
        ...

    def games(self) -> Iterator[tuple[float, Snapshot]]:
        """Give the recent games as they stand, with when they began."""
        ...


class MemoryPast:
    """Know only what was seen: for a host whose journal is kept nowhere."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._seen: dict[int, float] = {}

    def began(self, number: int) -> float:
        """Say when this game was seen first."""
        return self._seen.setdefault(number, self._clock())

    def games(self) -> Iterator[tuple[float, Snapshot]]:
        """Give nothing."""
        return iter(())


class JournalPast:
    """Read the journal beside the host that writes it; days: how far back a game may have begun."""

    def __init__(self, path: Path, days: int, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._days = days
        self._clock = clock
        self._known: dict[int, float] = {}

    def began(self, number: int) -> float:
        """Say when a game was begun, by the journal. Raises JournalError."""
        if number not in self._known:
            with Journal(self._path, readonly=True) as journal:
                self._known.update((entry.id, entry.began) for entry in journal.games())
        return self._known[number]

    def games(self) -> Iterator[tuple[float, Snapshot]]:
        """Settle every recent game anew; one that cannot be is left out with a line in the log.

        Raises JournalError where there is none, or it cannot be read at all.
        """
        oldest = self._clock() - self._days * DAY_S
        with Journal(self._path, readonly=True) as journal:
            for entry in journal.games():
                if entry.began >= oldest and (game := _game(journal, entry)) is not None:
                    shown = game.rules.view(game.state, None)
                    yield entry.began, Snapshot(game_id=entry.id, history=game, public=shown)


def _game(journal: Journal, entry: Entry) -> Game | None:
    try:
        return settled(*journal.load(entry.id))
    except (GameError, JournalError) as error:
        # A rule's sentence may name what only one player may know; which game it was is enough.
        log.warning("game %d of the journal is not told to the club (%s)", entry.id, type(error).__name__)
        return None
