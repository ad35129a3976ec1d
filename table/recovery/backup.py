"""Whole copies of the journal, made by themselves when it is opened, within a game and when it ends."""

import logging
import math
import queue
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import closing, suppress
from pathlib import Path

from files import obstacle
from files.regular import expand, read_file
from files.whole import flush
from table.command import Advise
from table.errors import JournalError, JournalUnwritten
from table.host import Host
from table.journal import Journal
from table.recovery.salvage import OPENINGS_MAX
from table.storage.complaint import BROKEN
from table.storage.disk import connect
from table.view.snapshot import Snapshot
from texts import Said, say

log = logging.getLogger(__name__)

KEEP = 10
MOST_MB = 200
EVERY_S = 180.0
"""Seconds from one copy within a game to the next, while steps come."""
WAIT_S = 5.0
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
        self.path = expand(path)
        self.folder = expand(folder) if folder else self.path.parent / "backups"
        self._keep, self._most, self._clock = keep, most_mb * 1_000_000, clock
        self._within: Path | None = None

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

    def had_journal(self) -> bool:
        """Tell whether there was a journal here: copies lie there, whole or not, or steps were noted."""
        return bool(self.all() or self.noted())

    def ahead(self, operations: int) -> bool:
        """Tell whether the newest copy holds more operations than so many."""
        newest = self.all()[:1]
        count = self._count(newest[0]) if newest else None
        return count is not None and count[1] > operations

    def note(self, operations: int) -> None:
        """Keep beside the copies how many operations the journal holds, should its own files be lost.

        It is not waited for until that is on the disk: the copies are, and a power cut loses no journal.
        Where it cannot be written the copies alone must do.
        """
        self._note("count", operations)

    def noted(self) -> int | None:
        """Give how many operations the journal held when that was last noted; None: nobody knows."""
        return self._noted("count")

    def note_opening(self, openings: int) -> None:
        """Keep beside the copies how often the journal was opened: a copy knows no opening after it."""
        self._note("openings", openings)

    @property
    def opened(self) -> int:
        """Give how often the journal was opened when that was last noted; 0: nobody knows."""
        count = self._noted("openings") or 0
        return count if count <= OPENINGS_MAX else 0

    def _note(self, what: str, count: int) -> None:
        if self._keep:
            draft = self.folder / f"{self.path.stem}.draft"
            with suppress(OSError):
                self.folder.mkdir(parents=True, exist_ok=True)
                draft.write_text(f"{count}\n", encoding="ascii")
                draft.replace(self.folder / f"{self.path.stem}.{what}")

    def _noted(self, what: str) -> int | None:
        with suppress(OSError, ValueError):
            note = read_file(self.folder / f"{self.path.stem}.{what}")
            return max(0, int(note.decode("ascii")[:20]))
        return None

    def take(self, *, within: bool = False) -> Path | None:
        """Copy the journal, as it is now, and let the oldest copies go; None where the newest is the same.

        within: in the course of a game; the next copy takes its place, so that older evenings keep theirs.
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
        except (*BROKEN, OSError) as error:
            found = obstacle.of(error, draft)
            raise JournalUnwritten(f"{self.folder}: no backup could be made: {found}", found) from None
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        if self._within is not None:
            self._within.unlink(missing_ok=True)
        self._within = path if within else None
        self._let_go()
        return path

    def _copy(self, draft: Path) -> None:
        draft.touch(mode=0o600)
        with closing(connect(self.path.absolute(), readonly=True)[0]) as database:
            # What is read from memory may write nothing, and the copy is another file.
            database.execute("PRAGMA query_only = OFF")
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
    """Takes backups within a game and at its end, in a thread of its own: nobody at the table waits."""

    def __init__(self, host: Host, backups: Backups, every: float = EVERY_S):
        self._host, self._backups, self._every = host, backups, every
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._over: int | None = None
        self._heard: object = None
        self._taken = -math.inf
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        """Take one now, and from now on one every few minutes of a game and one at its end."""
        self._thread.start()
        self._wanted.put("copy")
        self._host.listeners.append(self._hear)

    def close(self) -> None:
        """Finish what is under way, and stop; twice is harmless."""
        if self._hear in self._host.listeners:
            self._host.listeners.remove(self._hear)
        if self._thread.is_alive():
            self._wanted.put("end")
            self._thread.join()

    def _hear(self, snapshot: Snapshot) -> None:
        if snapshot.history is None or not snapshot.history.state.over:
            self._over = None
            # Most snapshots tell only what the eye sees.
            if snapshot.history is not self._heard:
                self._wanted.put("step")
        elif self._over != snapshot.game_id:
            self._over = snapshot.game_id
            self._wanted.put("copy")
        self._heard = snapshot.history

    def _run(self) -> None:
        due, count = False, -1
        while True:
            left = self._taken + self._every - time.monotonic()
            try:
                wish = self._wanted.get(timeout=max(0.0, left) if due else None)
            except queue.Empty:
                wish = "due"
            if wish == "end":
                return
            before, count = count, self._count(count)
            due |= count != before
            if wish == "copy" or (due and time.monotonic() - self._taken >= self._every):
                self._take(within=wish != "copy")
                due = False

    def _count(self, known: int) -> int:
        """Note how many operations there are now; `known`: as many as were noted."""
        try:
            _, count = self._host.recall(lambda journal: journal.count()).result(WAIT_S)
        except (JournalError, FutureTimeout):
            return known
        if count != known:
            self._backups.note(count)
        return int(count)

    def _take(self, *, within: bool) -> None:
        self._taken = time.monotonic()
        said = None
        try:
            self._backups.take(within=within)
        except JournalError as error:
            log.warning("%s", error)
            said = _untaken(error)
        except (OSError, ValueError) as error:
            # Somebody cleared the folder meanwhile, or took its stick: the next copy may be made again.
            log.warning("%s: the copies cannot be looked after (%s)", self._backups.folder, error)
            said = say("No copy of the journal can be made; the table's log says why.")
        # A game goes on without: its copy comes as soon as one can be made.
        self._host.post(Advise(said, "backups"))


def _untaken(error: JournalError) -> Said:
    if not isinstance(error, JournalUnwritten):
        return say("No copy of the journal can be made; the table's log says why.")
    why, remedy = error.obstacle.why, error.obstacle.remedy
    return say("No copy of the journal can be made: {why}; {remedy}.", why=why, remedy=remedy)
