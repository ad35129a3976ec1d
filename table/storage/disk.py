"""The files of a journal, apart from what SQLite does with them: lock, head, and connection."""

import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import files.lock
from files import obstacle
from files.regular import is_odd
from table.errors import JournalError
from table.storage import image
from table.storage.complaint import translated

HEAD = 512
"""Bytes. SQLite takes a smaller file for an empty one, whatever it holds, and writes over it."""

PARTS = ("", "-wal", "-shm", "-journal")
"""What the names of a journal's own files end with, as SQLite gives them."""


class Handle(sqlite3.Connection):
    """A connection that is counted while it is open: this process may open a file more than once."""

    file: str | None = None

    def close(self) -> None:
        """Close it; twice is harmless."""
        super().close()
        with _gate:
            file, self.file = self.file, None
            if file is not None:
                _opened[file] -= 1


_opened: Counter[str] = Counter()
_gate = threading.Lock()


def connect(path: Path | str, readonly: bool) -> tuple[sqlite3.Connection, bytes]:
    """Open the database at `path`, or none at ":memory:", and give the first HEAD bytes of its file.

    A missing file has none, nor has one that this process holds open: closing another handle of a file drops
    all locks that the process has on it, SQLite's too, and the next program to look into it would take the
    log away from under the host (https://www.sqlite.org/howtocorrupt.html, section 2.2). Where SQLite cannot
    even read because nothing can be written beside the file, it is given as it is now, from memory.
    """
    if str(path) == ":memory:":
        return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False), b""
    file = os.path.realpath(path)
    name = f"{Path(file).as_uri()}?mode={'ro' if readonly else 'rwc'}"
    if not readonly:
        _begin(Path(file))
    with _gate:
        first = b"" if _opened[file] else head(Path(file))
        handle = sqlite3.connect(
            name, uri=True, isolation_level=None, check_same_thread=False, factory=Handle
        )
        handle.file = file
        _opened[file] += 1
    if not readonly:
        return handle, first
    try:
        handle.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        handle.close()
        found = _image(Path(file)) if obstacle.is_vague(error) else None
        if found is None:
            raise
        return found, first
    return handle, first


def _image(path: Path) -> sqlite3.Connection | None:
    """Connect to what stands in a file and its log, in memory; None where that cannot be read."""
    with _gate, suppress(OSError):
        # As with the head: another handle of this process would lose its locks.
        content = None if _opened[str(path)] else image.read(path)
        if content is not None:
            handle = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            handle.deserialize(content)
            handle.execute("PRAGMA query_only = ON")
            return handle
    return None


def _begin(path: Path) -> None:
    """Make a missing file that its owner alone may read, for words that nobody has seen yet stand in it."""
    # SQLite takes an empty file for a new database, and says itself what is wrong with a place.
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def head(path: Path) -> bytes:
    """Read the first HEAD bytes of a file; a missing one has none."""
    try:
        with path.open("rb") as file:
            return file.read(HEAD)
    except OSError:
        return b""


def check_files(path: Path) -> None:
    """Refuse a journal of which a file is a pipe or a device: who reads there waits for ever.

    Raises JournalError.
    """
    for file in (f"{path}{part}" for part in (*PARTS, ".lock")):
        if is_odd(file):
            raise JournalError(
                f"{file}: this is a pipe, a device or a socket; give the path of the journal's file"
            )


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keep other hosts off the journal at `path`. Raises JournalError where one has it."""
    with lock(path):
        yield


def lock(path: Path) -> IO[str]:
    """Take the file beside the journal that only one host can hold; the kernel frees it when a host dies.

    It is a file of its own, since closing any handle of the database would drop SQLite's own locks. Raises
    JournalError.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise JournalError(f"{path}: this is a folder; give the path of the journal's file")
        check_files(path)
        return files.lock.lock(path)
    except BlockingIOError:
        raise JournalError(
            f"{path}: another Familiar is playing with this journal; stop that one, or give another path"
        ) from None
    except OSError as error:
        raise translated(path, error) from None
