"""Write down what the owner of a game does; know why that cannot be done, and find out when it can again."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from games.history import Game
from table.errors import JournalError, JournalUnwritten
from table.journal import Journal, Operations
from table.reconcile import marks
from table.wheels import notes as wheel_notes
from texts import Said, say

log = logging.getLogger(__name__)

UNWRITTEN = say("The game cannot be written down, so nothing new counts; the table's log says why.")
"""What phones are told where nobody knows why; the journal's own words name files."""
TRIAL_S = 2.0
"""Seconds from one trial to the next: so long may a table stand still after room was made."""


class Writer:
    """Writes in a journal, and remembers which cards are marked there.

    why: the sentence that says why nothing can be written at this moment; None: it can, as far as is known.
    """

    def __init__(self, journal: Journal, marked: frozenset[int]):
        self._journal = journal
        self._marked = marked
        self._due: float | None = None
        self.why: Said | None = None if journal.unwritten is None else _sentence(journal.unwritten)

    def begin(self, header: Mapping[str, Any]) -> int:
        """Begin a game and give its number. Raises JournalError, and then nothing was written."""
        with self._heard():
            number = self._journal.begin(header)
        self._marked = frozenset()
        return number

    def write(
        self, number: int, before: Game, operations: Operations, after: Game, marked: frozenset[int]
    ) -> None:
        """Write operations of a game as one, with what they change about marks. Raises JournalError, too."""
        written = marks.fold(self._marked, len(before.events), operations)
        with self._heard():
            self._journal.append_all(number, [*operations, *marks.notes(written, marked, after)])
        self._marked = marked

    def rewritten(
        self, number: int, before: Game, after: Game, index: int, places: Mapping[int, int]
    ) -> Operations:
        """List what makes one game of the other, which differ from step `index` on: it only ever grows.

        places: where each event of the one stands in the other, as `Game.mended` says. Raises JournalError.
        """
        events = [after.written(each) for each in range(index, len(after.events))]
        if before.events[index + 1 :] == after.events[index + 1 :]:
            return [("correct", {"index": index, "event": events[0]})]
        colors = wheel_notes.standing(self._journal.operations(number))
        later = {places[each]: color for each, color in colors.items() if each > index and each in places}
        return [
            ("undo", {"count": len(before.events) - index}),
            *(("event", event) for event in events),
            *wheel_notes.notes(later, after),
        ]

    def tried(self, now: float) -> bool:
        """Try again once it is time, where nothing could be written; tell whether that was done.

        now: seconds of any clock. What was refused stays so: only whoever wanted it can want it again.
        """
        if self.why is None:
            return False
        if self._due is None:
            self._due = now + TRIAL_S
        if now < self._due:
            return False
        self._due, before = now + TRIAL_S, self.why
        try:
            with self._heard():
                self._journal.rehearse()
        except JournalError as error:
            if self.why != before:
                log.error("the game still cannot be written down: %s", error)
        else:
            log.info("the journal can be written again")
        return True

    @contextmanager
    def _heard(self) -> Iterator[None]:
        """Remember what came of writing."""
        try:
            yield
        except JournalError as error:
            if self.why is None:
                self._due = None
            self.why = _sentence(error)
            raise
        self.why = self._due = None


def _sentence(error: JournalError) -> Said:
    if not isinstance(error, JournalUnwritten):
        return UNWRITTEN
    return say(
        "The game cannot be written down, so nothing new counts: {why}; {remedy}. Then it goes on by itself.",
        why=error.obstacle.why,
        remedy=error.obstacle.remedy,
    )
