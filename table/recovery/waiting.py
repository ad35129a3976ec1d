"""A journal that can only be read for now: the table shows what stands in it, says why, and waits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection

from table.errors import JournalEmpty, JournalError, JournalUnwritten
from table.journal import Journal
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal


class Waiting(Journal):
    """Gives what stands there, and refuses all else until a rehearsal finds that it can be written.

    why: what stood in the way when it was opened; again: opens it for writing, or raises JournalError.
    """

    def __init__(self, path: Path, why: JournalUnwritten, again: Callable[[], Journal]):
        """Read the journal at `path`; where there is none yet, there is no game. Raises JournalError."""
        try:
            super().__init__(path if path.is_file() else ":memory:", readonly=path.is_file())
        except JournalEmpty:
            super().__init__(":memory:")
        self.path = path
        self.unwritten = why
        self._again = again
        self._read = self.count()
        last = self._connection().execute("SELECT coalesce(max(id), 0) FROM openings").fetchone()[0]
        # As it will be numbered: a phone that slept through the restart must be found stale now, too.
        self.openings = self.openings or last + 1

    def rehearse(self) -> None:
        """Open it for writing, or find out whether the next step could be kept. Raises JournalError."""
        if self.unwritten is None:
            super().rehearse()
            return
        self._try_room()
        opened = self._again()
        if opened.count() != self._read:
            opened.close()
            raise JournalError(f"{self.path}: was written by another program meanwhile; start Familiar anew")
        self.close()
        vars(self).update(vars(opened))

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self.unwritten is not None:
            raise self.unwritten
        with super()._transaction() as database:
            yield database


def open_or_wait(path: Path | str, backups: Backups | None = None) -> Journal:
    """Open the journal at `path` as `open_journal` does; only for reading while its disk is full or locked.

    Raises JournalError.
    """
    try:
        return open_journal(path, backups)
    except JournalUnwritten as why:
        if not why.obstacle.passes:
            raise
        return Waiting(Path(path).expanduser(), why, lambda: open_journal(path, backups))
