"""Whole copies of the journal, made by themselves when it is opened and when a game ends."""

import logging
import queue
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from table.disk import flush
from table.errors import JournalError
from table.host import Host
from table.journal import BROKEN, Journal
from table.snapshot import Snapshot

log = logging.getLogger(__name__)

KEEP = 10
MOST_MB = 200
_NUMBER = re.compile(r"-(\d{6})-\d{8}T\d{6}\.sqlite$")


class Backups:
    """The newest `keep` copies of the journal at `path`, which together stay below `most_mb` megabytes.

    They lie in `folder`, by default `backups` beside the journal. Their order is that of the number in their
    names: the clock of a Pi that was switched off may stand anywhere.
    """

    def __init__(
        self,
        path: Path | str,
        folder: Path | str | None = None,
        *,
        keep: int = KEEP,
        most_mb: float = MOST_MB,
        clock: Callable[[], float] = time.time,
    ):
        self.path = Path(path).expanduser()
        self.folder = Path(folder).expanduser() if folder else self.path.parent / "backups"
        self._keep, self._most, self._clock = keep, most_mb * 1_000_000, clock

    def all(self) -> list[Path]:
        """List the copies, newest first."""
        found = [path for path in self.folder.glob(f"{self.path.stem}-*.sqlite") if self._number(path)]
        return sorted(found, key=self._number, reverse=True)

    def whole(self) -> Path | None:
        """Give the newest copy that is whole."""
        for path in self.all():
            with suppress(JournalError), Journal(path, readonly=True) as journal:
                journal.check()
                return path
        return None

    def ahead(self, operations: int) -> bool:
        """Tell whether the newest copy holds more operations than so many."""
        newest = self.all()[:1]
        count = self._count(newest[0]) if newest else None
        return count is not None and count[1] > operations

    def take(self) -> Path | None:
        """Copy the journal, as it is now, and let the oldest copies go; None where the newest is the same.

        The copy appears whole or not at all: it is checked and on the disk before it takes its name. Raises
        JournalError; the copies that are there then stay.
        """
        if not self._keep:
            return None
        draft = self.folder / f".{self.path.stem}.draft"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            draft.unlink(missing_ok=True)
            self._copy(draft)
            with Journal(draft, readonly=True) as journal:
                journal.check()
                count = journal.count()
            before = self.all()
            # Rows are only ever added: with as many of them nothing has happened since.
            if before and self._count(before[0]) == count:
                return None
            number = self._number(before[0]) + 1 if before else 1
            stamp = time.strftime("%Y%m%dT%H%M%S", time.localtime(self._clock()))
            path = self.folder / f"{self.path.stem}-{number:06d}-{stamp}.sqlite"
            draft.replace(path)
            flush(self.folder)
        except BROKEN as error:
            raise JournalError(f"{self.folder}: no backup could be made ({error}); make room there") from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise JournalError(
                f"{self.folder}: no backup could be made ({reason}); make room there"
            ) from None
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        self._let_go()
        return path

    def _copy(self, draft: Path) -> None:
        source = f"{self.path.absolute().as_uri()}?mode=ro"
        draft.touch(mode=0o600)
        with closing(sqlite3.connect(source, uri=True, isolation_level=None)) as database:
            database.execute("VACUUM INTO ?", (str(draft),))
        flush(draft)

    @staticmethod
    def _count(path: Path) -> tuple[int, int] | None:
        with suppress(JournalError), Journal(path, readonly=True) as journal:
            return journal.count()
        return None

    def _let_go(self) -> None:
        """Remove the oldest copies beyond the number and the size; the newest always stays."""
        size = 0
        for place, path in enumerate(self.all()):
            size += path.stat().st_size
            if place and (place >= self._keep or size > self._most):
                path.unlink(missing_ok=True)

    def _number(self, path: Path) -> int:
        found = _NUMBER.search(path.name)
        return int(found[1]) if found and path.name == f"{self.path.stem}{found[0]}" else 0


class Keeper:
    """Takes a backup at each game's end, in a thread of its own, so that nobody at the table waits for it."""

    def __init__(self, host: Host, backups: Backups):
        self._host, self._backups = host, backups
        self._wanted: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._over: int | None = None
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        """Take one now, and from now on one at each game's end."""
        self._thread.start()
        self._wanted.put(True)
        self._host.listeners.append(self._hear)

    def close(self) -> None:
        """Finish what is under way, and stop; twice is harmless."""
        if self._hear in self._host.listeners:
            self._host.listeners.remove(self._hear)
        if self._thread.is_alive():
            self._wanted.put(False)
            self._thread.join()

    def _hear(self, snapshot: Snapshot) -> None:
        if snapshot.history is None or not snapshot.history.state.over:
            self._over = None
        elif self._over != snapshot.game_id:
            self._over = snapshot.game_id
            self._wanted.put(True)

    def _run(self) -> None:
        while self._wanted.get():
            try:
                self._backups.take()
            except JournalError as error:
                log.warning("%s", error)
