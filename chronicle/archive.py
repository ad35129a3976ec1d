"""Read past games from the host's journal, beside the game that is played."""

import logging
from collections.abc import Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from typing import Any

from chronicle.story import Story, tell
from games.errors import GameError
from games.history import Game
from games.record import event_from_dict, format_line, header_from_dict
from table.errors import JournalDamaged, JournalError
from table.journal import Entry

log = logging.getLogger(__name__)

WAIT_S = 5.0
KEPT = 4
"""Games that are kept settled: a page asks for its sheet, its chart and its files one after the other."""


@dataclass
class Archive:
    """Know the games of a host's journal. What is over, or was left, does not change and is settled once."""

    host: Any
    _told: dict[int, Story] = field(default_factory=dict)
    _settled: dict[int, Game] = field(default_factory=dict)

    def entries(self) -> Sequence[Entry]:
        """List all games, the newest first. Raises JournalError."""
        return self._read(lambda journal: journal.games())[::-1]

    def story(self, entry: Entry) -> Story | None:
        """Tell a game in short; None where not even its header is known to these rules.

        Raises JournalError.
        """
        running = self.running(entry.id)
        known = self._told.get(entry.id)
        if known is not None and not running and not known.running:
            return known
        try:
            game = self.game(entry.id)
        except (GameError, JournalDamaged) as error:
            # A rule's sentence may name what only one player may know; which game it was is enough.
            log.warning("game %d of the journal cannot be told (%s)", entry.id, type(error).__name__)
            return self._faulty(entry)
        # The newest game may yet be corrected after its end, as long as the table goes on with it.
        self._told[entry.id] = tell(entry.id, entry.began, game, running)
        return self._told[entry.id]

    def game(self, number: int) -> Game:
        """Settle a game.

        Raises JournalError where there is none, GameError where these rules do not know it.
        """
        shown = self.host.snapshot
        if number == shown.game_id and shown.history is not None:
            return shown.history
        if number not in self._settled:
            header, events = self._read(lambda journal: journal.load(number))
            known = header_from_dict(header)
            game = Game.of(known, (event_from_dict(values, known) for values in events))
            while len(self._settled) >= KEPT:
                self._settled.pop(next(iter(self._settled)), None)
            self._settled[number] = game
        return self._settled[number]

    def record(self, number: int) -> str:
        """Give the lines of a game's record, as they were written. Raises JournalError."""
        header, events = self._read(lambda journal: journal.load(number))
        return "".join(format_line(values) + "\n" for values in (header, *events))

    def running(self, number: int) -> bool:
        """Tell whether the table plays this game, or could go on with it by taking a step back."""
        return bool(number == self.host.snapshot.game_id)

    def _faulty(self, entry: Entry) -> Story | None:
        try:
            return Story(entry.id, entry.began, header_from_dict(entry.header), faults=True)
        except GameError:
            return None

    def _read(self, look: Any) -> Any:
        try:
            return self.host.recall(look).result(WAIT_S)
        except FutureTimeout:
            raise JournalError("The table does not answer at this moment; try again.") from None
