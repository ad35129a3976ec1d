"""The journal: every game as a list of operations in SQLite, committed before anybody is told.

Operations are only ever added: an undo and a correction are rows too, so nothing that was said is lost.
"""

import fcntl
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, Self

from table.errors import JournalError

APPLICATION_ID = 0x46616D31
"""SQLite's field for whose file it is: "Fam1"."""
VERSION = 1
BUSY_MS = 5000
SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began REAL NOT NULL,
    header TEXT NOT NULL
);
CREATE TABLE operations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('event', 'undo', 'correct')),
    body TEXT NOT NULL
);
CREATE INDEX operations_of_a_game ON operations (game, id);
CREATE TABLE openings (id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL);
CREATE TRIGGER games_stay BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER games_hold BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER operations_stay BEFORE DELETE ON operations BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER operations_hold BEFORE UPDATE ON operations BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""

Kind = Literal["event", "undo", "correct"]
Values = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """A game in the journal: `began` in seconds since 1970, `header` as in a record."""

    id: int
    began: float
    header: Values


def fold(operations: Iterable[tuple[str, Values]]) -> list[Values]:
    """Reduce operations to the events that stand. Raises ValueError where they contradict each other."""
    events: list[Values] = []
    for kind, body in operations:
        match kind:
            case "event":
                events.append(body)
            case "undo" if 0 < body["count"] <= len(events):
                del events[-body["count"] :]
            case "correct" if 0 <= body["index"] < len(events):
                events[body["index"]] = body["event"]
            case _:
                raise ValueError(f"an operation {kind!r} does not fit after {len(events)} events")
    return events


class Journal:
    """The open journal; a context manager. Whoever owns it uses it from one thread at a time.

    Opened for writing it is locked against every other host until `close`.
    """

    def __init__(self, path: Path | str, *, readonly: bool = False, clock: Callable[[], float] = time.time):
        """Open the journal at `path`, or make a new one; ":memory:" keeps none. Raises JournalError."""
        self.path = path
        self._clock = clock
        self._lock: IO[str] | None = None
        self._database: sqlite3.Connection | None = None
        self.openings = 0
        try:
            if str(path) != ":memory:":
                self.path = Path(path).expanduser()
                if readonly:
                    self._check_file(self.path)
                else:
                    self._lock = _lock(self.path)
            self._database = self._open(readonly)
            if not readonly:
                self.openings = self._write("INSERT INTO openings (at) VALUES (?)", (self._clock(),))
        except sqlite3.Error as error:
            self.close()
            raise JournalError(_sentence(self.path, error)) from None
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _check_file(path: Path) -> None:
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal here; check the path, or play a game first")

    def _open(self, readonly: bool) -> sqlite3.Connection:
        """Connect, recognise the file, and check that it is whole."""
        memory = str(self.path) == ":memory:"
        name = (
            ":memory:"
            if memory
            else f"{Path(self.path).absolute().as_uri()}?mode={'ro' if readonly else 'rwc'}"
        )
        database = sqlite3.connect(name, uri=not memory, isolation_level=None, check_same_thread=False)
        self._database = database
        database.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        # Whose file it is comes first: a stranger's must not even be switched to WAL.
        owner = database.execute("PRAGMA application_id").fetchone()[0]
        version = database.execute("PRAGMA user_version").fetchone()[0]
        fresh = not owner and not version and not database.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not fresh and owner != APPLICATION_ID:
            raise JournalError(
                f"{self.path}: this is a database of another program; give the journal a path of its own"
            )
        if version > VERSION:
            raise JournalError(
                f"{self.path}: written by a newer Familiar (version {version}, this one knows {VERSION});"
                " update Familiar"
            )
        if fresh and readonly:
            raise JournalError(f"{self.path}: there is no game in this journal yet; play one first")
        if not readonly:
            database.execute("PRAGMA journal_mode = WAL")
            # WAL's usual NORMAL may lose the last commits with the power.
            database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise JournalError(_damaged(self.path, found))
        if fresh:
            self._create(database)
        return database

    @staticmethod
    def _create(database: sqlite3.Connection) -> None:
        """Lay out a new journal in one transaction, so that a power cut leaves all of it or nothing."""
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
        database.executescript(f"BEGIN IMMEDIATE; {SCHEMA} {marks} COMMIT;")

    def begin(self, header: Mapping[str, Any]) -> int:
        """Begin a game and return its number once that is committed. Raises JournalError."""
        return self._write("INSERT INTO games (began, header) VALUES (?, ?)", (self._clock(), _text(header)))

    def append(self, game: int, kind: Kind, body: Mapping[str, Any]) -> int:
        """Add one operation and return its number once it is committed: what returned survives a power cut.

        `body`: the event; {"count": n} of an undo; {"index": i, "event": {...}} of a correction.
        Raises JournalError, and then nothing was added.
        """
        return self._write(
            "INSERT INTO operations (game, kind, body) VALUES (?, ?, ?)", (game, kind, _text(body))
        )

    def _write(self, statement: str, values: tuple[object, ...]) -> int:
        database = self._connection()
        try:
            database.execute("BEGIN IMMEDIATE")
            row = database.execute(statement, values).lastrowid
            database.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
            raise JournalError(_sentence(self.path, error)) from None
        return int(row or 0)

    def games(self) -> list[Entry]:
        """List the games, oldest first. Raises JournalError."""
        rows = self._read("SELECT id, began, header FROM games ORDER BY id", ())
        return [Entry(number, began, json.loads(header)) for number, began, header in rows]

    def operations(self, game: int) -> list[tuple[str, Values]]:
        """List everything that was ever done in a game, in order. Raises JournalError."""
        rows = self._read("SELECT kind, body FROM operations WHERE game = ? ORDER BY id", (game,))
        return [(kind, json.loads(body)) for kind, body in rows]

    def load(self, game: int) -> tuple[Values, list[Values]]:
        """Return a game's header and the events that stand. Raises JournalError."""
        rows = self._read("SELECT header FROM games WHERE id = ?", (game,))
        if not rows:
            known = ", ".join(str(entry.id) for entry in self.games()) or "none yet"
            raise JournalError(f"{self.path}: there is no game {game} in this journal; it holds {known}")
        try:
            return json.loads(rows[0][0]), fold(self.operations(game))
        except (ValueError, KeyError, TypeError) as error:
            raise JournalError(_damaged(self.path, f"game {game}: {error}")) from None

    def _read(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._connection().execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(_sentence(self.path, error)) from None

    def _connection(self) -> sqlite3.Connection:
        if self._database is None:
            raise JournalError(f"{self.path}: the journal is closed")
        return self._database

    def close(self) -> None:
        """Close the file and let other hosts at it; twice is harmless."""
        database, self._database = self._database, None
        if database is not None:
            database.close()
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _lock(path: Path) -> IO[str]:
    """Take the file beside the journal that only one host can hold; the kernel frees it when a host dies.

    It is a file of its own, since closing any handle of the database would drop SQLite's own locks.
    """
    file = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise JournalError(f"{path}: this is a folder; give the path of the journal's file")
        file = open(f"{path}.lock", "a+")
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if file is not None:
            file.close()
        raise JournalError(
            f"{path}: another Familiar is playing with this journal; stop that one, or give another path"
        ) from None
    except OSError as error:
        if file is not None:
            file.close()
        raise JournalError(f"{path}: cannot be written ({error.strerror}); give a path that can") from None
    return file


def _text(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _damaged(path: Path | str, what: str) -> str:
    return f"{path}: the journal is damaged ({' '.join(what.split())}); move it aside or bring a copy back"


def _sentence(path: Path | str, error: sqlite3.Error) -> str:
    """Say in one sentence what SQLite met."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return f"{path}: this is no journal, nor any database; give another path or move the file aside"
    if code == sqlite3.SQLITE_CORRUPT:
        return _damaged(path, str(error))
    if code == sqlite3.SQLITE_FULL:
        return f"{path}: the disk is full; make room, what was acknowledged is kept"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return f"{path}: cannot be opened or written ({error}); check the path and its permissions"
    return f"{path}: the journal cannot be used ({error})"
