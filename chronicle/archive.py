"""Read past games from the host's journal, beside the game that is played."""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from typing import Any, TypeVar

from chronicle.story import Story, tell
from games.book import GAMES
from games.errors import GameError
from games.header import Header
from games.history import Game
from games.record import event_from_dict, format_lines, header_from_dict
from table.errors import JournalBusy, JournalDamaged
from table.host import Host
from table.journal import Entry, Journal
from table.view.snapshot import Snapshot
from texts import say

log = logging.getLogger(__name__)

T = TypeVar("T")

WAIT_S = 5.0
KEPT = 2
"""Games that are kept settled, for a page asks for its sheet, its chart and its files one after the other.

With all its states a long game takes half a megabyte.
"""


@dataclass
class Archive:
    """Know the games of a host's journal. What the table has left does not change and is settled once."""

    host: Host
    clock: Callable[[], float] = time.monotonic
    _told: dict[int, Story | None] = field(default_factory=dict)
    _settled: dict[int, Game] = field(default_factory=dict)
    _gate: threading.Lock = field(default_factory=threading.Lock)
    _late: Future[Any] | None = None

    def entries(self) -> Sequence[Entry]:
        """List all games, the newest first. Raises JournalError."""
        return self._read(lambda journal: journal.games())[::-1]

    def played(self) -> Sequence[Entry]:
        """List the games of which anything was played and the one that the table shows, the newest first.

        Raises JournalError.
        """
        shown = self.host.snapshot.game_id

        def look(journal: Journal) -> list[Entry]:
            known = journal.played()
            return [entry for entry in journal.games() if entry.id in known or entry.id == shown]

        return self._read(look)[::-1]

    def story(self, entry: Entry) -> Story | None:
        """Tell a game in short; None where not even its header is known to these rules.

        Raises JournalError.
        """
        current = entry.id == self.host.snapshot.game_id
        if entry.id in self._told and not current:
            return self._told[entry.id]
        try:
            story: Story | None = tell(entry.id, entry.began, self.game(entry.id))
        except (GameError, JournalDamaged) as error:
            # A rule's sentence may name what only one player may know; which game it was is enough.
            log.warning("game %d of the journal cannot be told (%s)", entry.id, type(error).__name__)
            story = self._faulty(entry)
        # What the table shows goes on, or may yet be corrected after its end.
        if not current:
            self._told[entry.id] = story
        return story

    def stories(self, entries: Iterable[Entry], within: float | None = None) -> tuple[list[Story], int]:
        """Tell games in short, and count those that are still to be settled after `within` seconds.

        So the first look at years of games neither waits for all of them nor takes the table's time at once:
        whoever asks again gets more. None: all of them. Raises JournalError.
        """
        found, left = [], 0
        end = math.inf if within is None else self.clock() + within
        for entry in entries:
            if entry.id not in self._told and self.clock() > end:
                left += 1
            elif (story := self.story(entry)) is not None:
                found.append(story)
        return found, left

    def game(self, number: int) -> Game:
        """Settle a game.

        Raises JournalError where there is none, GameError where these rules do not know it.
        """
        shown: Snapshot = self.host.snapshot
        if number == shown.game_id and shown.history is not None:
            return shown.history
        # One after the other: at a game's end all phones ask for it, and each settling takes 2 MB meanwhile.
        with self._gate:
            game = self._settled.get(number)
            if game is None:
                while len(self._settled) >= KEPT:
                    self._settled.pop(next(iter(self._settled)))
                game = self._settled[number] = Game.of(*self._written(number))
            return game

    def _written(self, number: int) -> tuple[Header, tuple[Any, ...]]:
        """Read a game; what the journal gave for it is let go before it is settled, for both are large."""
        header, events = self._read(lambda journal: journal.load(number))
        known = header_from_dict(header)
        return known, tuple(event_from_dict(values, known) for values in events)

    def record(self, number: int) -> str:
        """Give the lines of a game's record, as they were written. Raises JournalError."""
        header, events = self._read(lambda journal: journal.load(number))
        return format_lines(header, events)

    def _faulty(self, entry: Entry) -> Story | None:
        try:
            header = header_from_dict(entry.header)
        except GameError:
            return None
        # Nobody can say whether its words were ever shown.
        return Story(entry.id, entry.began, header, faults=True, secret=GAMES[header.game].SECRETS)

    def _read(self, look: Callable[[Journal], T]) -> T:
        # Who asks while another's look is overdue would wait in vain, and give the host more to do later.
        if self._late is None or self._late.done():
            answer: Future[T] = self.host.recall(look)
            try:
                return answer.result(WAIT_S)
            except FutureTimeout:
                self._late = answer
        raise JournalBusy(say("The table does not answer at this moment; try again."))
