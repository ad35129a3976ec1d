"""The journal: every game as a list of operations in SQLite, committed before anybody is told.

Operations are only ever added: an undo and a correction are rows too, so nothing that was said is lost. Each
row carries a checksum, so that a disk which changes a letter in it is found out.
"""

import json
import math
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any, Literal, Self

from files.obstacle import try_room
from files.regular import expand
from table.errors import JournalDamaged, JournalEmpty, JournalError, JournalUnwritten
from table.storage import disk
from table.storage.complaint import BROKEN, NO_JOURNAL, damaged, translated

APPLICATION_ID = 0x46616D31
"""SQLite's field for whose file it is: "Fam1"."""
VERSION = 1
UNLIKELY = 1000
"""A version from here on is no newer Familiar's, but damage."""
BUSY_MS = 5000
CACHE_KIB = 256
"""What SQLite keeps of the file in memory: a table only ever adds to its end."""
EARLIEST, LATEST = -62_135_424_000.0, 253_402_128_000.0
"""3 January of the year 1 and 30 December 9999, in seconds since 1970: every time zone tells them."""
SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began REAL NOT NULL,
    header TEXT NOT NULL,
    sum INTEGER
);
CREATE TABLE operations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('event', 'undo', 'correct')),
    body TEXT NOT NULL,
    sum INTEGER
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
Operations = list[tuple[Kind, Mapping[str, Any]]]


@dataclass(frozen=True)
class Entry:
    """A game in the journal: `began` in seconds since 1970, `header` as in a record.

    A beginning that no calendar can tell counts as 0: as that of a machine which does not know the time.
    """

    id: int
    began: float
    header: Values


def _tellable(began: object) -> float:
    return began if isinstance(began, float) and EARLIEST <= began <= LATEST else 0.0


def _finite(number: str) -> float:
    if not math.isfinite(value := float(number)):
        raise ValueError(number)
    return value


_JSON = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)
"""No record can hold what is no number, or endless."""


def parsed(text: str) -> Values:
    """Read the object that stands in a row. Raises ValueError where there is none."""
    try:
        found = _JSON.decode(text)
    except (TypeError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ValueError("a row is not JSON")
    return found


def checksum(number: int, *values: object) -> int:
    """Sum up a row by its number and its values in the order of their columns: CRC-32."""
    return zlib.crc32("\0".join(map(str, (number, *values))).encode("utf-8", "surrogatepass"))


def fold(operations: Iterable[tuple[str, Values]]) -> list[Values]:
    """Reduce operations to the events that stand. Raises ValueError where they contradict each other."""
    events: list[Values] = []
    for kind, body in operations:
        step(events, kind, body)
    return events


def step(events: list[Values], kind: str, body: Values) -> None:
    """Let one operation change the events that stand. Raises ValueError where it does not fit."""
    match kind:
        case "event":
            events.append(body)
        case "undo" if 0 < body["count"] <= len(events):
            del events[-body["count"] :]
        case "correct" if 0 <= body["index"] < len(events) and isinstance(body["event"], dict):
            events[body["index"]] = body["event"]
        case _:
            raise ValueError(f"an operation {kind!r} does not fit after {len(events)} events")


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
        self.notice: str | None = None
        """What people should know of how this journal was brought back, without the names of files."""
        self.unwritten: JournalUnwritten | None = None
        """Why it can only be read, where it should be written too."""
        try:
            if str(path) != ":memory:":
                self.path = expand(path)
                if readonly:
                    self._check_file(self.path)
                else:
                    self._lock = disk.lock(self.path)
            self._database = self._open(readonly)
            if not readonly:
                with self._transaction() as database:
                    row = database.execute("INSERT INTO openings (at) VALUES (?)", (self._clock(),))
                    self.openings = row.lastrowid or 0
        except BROKEN as error:
            self.close()
            raise translated(self.path, error) from None
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _check_file(path: Path) -> None:
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal here; check the path, or play a game first")

    def _open(self, readonly: bool) -> sqlite3.Connection:
        """Connect, recognise the file, and check that it is whole."""
        database, head = disk.connect(self.path, readonly)
        self._database = database
        database.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        database.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        # Whose file it is comes first: a stranger's must not even be switched to WAL.
        owner = database.execute("PRAGMA application_id").fetchone()[0]
        version = database.execute("PRAGMA user_version").fetchone()[0]
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        fresh = not owner and not version and not tables
        if fresh and len(head) < disk.HEAD and head.strip(b"\0"):
            raise JournalDamaged(f"{self.path}: {NO_JOURNAL}")
        ours = tables >= {"games", "operations", "openings"}
        if not fresh and not ours and owner != APPLICATION_ID:
            raise JournalError(
                f"{self.path}: this is a database of another program; give the journal a path of its own"
            )
        if VERSION < version < UNLIKELY:
            raise JournalError(
                f"{self.path}: written by a newer Familiar (version {version}, this one knows {VERSION});"
                " update Familiar"
            )
        if fresh and readonly:
            raise JournalEmpty(f"{self.path}: there is no game in this journal yet; play one first")
        if not readonly:
            database.execute("PRAGMA journal_mode = WAL")
            # WAL's usual NORMAL may lose the last commits with the power.
            database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        whole = (owner, ours, version) == (APPLICATION_ID, True, VERSION) and set(head[18:20]) <= {1, 2}
        if found == "ok" and not fresh and not (whole and _layout(database) == _whole_layout()):
            found = "its head is not what was written"
        if found != "ok":
            raise damaged(self.path, found)
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
        return self.enter(header, ())

    def enter(
        self, header: Mapping[str, Any], operations: Iterable[tuple[str, Values]], began: float | None = None
    ) -> int:
        """Add a game with all that was done in it, as a whole or not at all; return its number.

        `began`: seconds since 1970, None: now. Raises JournalError.
        """
        began = self._clock() if began is None else began
        with self._transaction() as database:
            game = _insert(database, "games", began=float(began), header=_text(header))
            for kind, body in operations:
                _insert(database, "operations", game=game, kind=kind, body=_text(body))
        return game

    def append(self, game: int, kind: Kind, body: Mapping[str, Any]) -> int:
        """Add one operation and return its number once it is committed: what returned survives a power cut.

        `body`: the event; {"count": n} of an undo; {"index": i, "event": {...}} of a correction.
        Raises JournalError, and then nothing was added.
        """
        return self.append_all(game, [(kind, body)])

    def append_all(self, game: int, operations: Iterable[tuple[Kind, Mapping[str, Any]]]) -> int:
        """Add operations as `append` does, all of them or none; return the number of the last."""
        number = 0
        with self._transaction() as database:
            for kind, body in operations:
                number = _insert(database, "operations", game=game, kind=kind, body=_text(body))
        return number

    def count_openings(self, before: int) -> None:
        """Go on counting openings behind so many, of a journal in whose place this one comes.

        By their number a phone that slept through a restart is found stale. Raises JournalError.
        """
        if before > self.openings:
            with self._transaction() as database:
                database.execute("INSERT INTO openings (id, at) VALUES (?, ?)", (before, self._clock()))
            self.openings = before

    def rehearse(self) -> None:
        """Find out whether the next step could be kept, by a commit that changes nothing.

        Raises JournalError. Room that SQLite took before it ran out of it lets a small commit pass: so more
        is tried beside it.
        """
        self._try_room()
        with self._transaction() as database:
            database.execute(f"PRAGMA user_version = {VERSION}")

    def _try_room(self) -> None:
        if isinstance(self.path, Path):
            try:
                try_room(self.path)
            except OSError as error:
                raise translated(self.path, error) from None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit what is done within, or after any error nothing of it. Raises JournalError."""
        database = self._connection()
        try:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
            if isinstance(error, BROKEN):
                raise translated(self.path, error) from None
            raise

    def games(self) -> list[Entry]:
        """List the games, oldest first. Raises JournalError."""
        rows = self._rows("games", "began, header", "1")
        return [Entry(number, _tellable(began), self._object(header)) for number, began, header in rows]

    def played(self) -> set[int]:
        """List the games of which anything was played, even if it was taken back. Raises JournalError."""
        statement = "SELECT id FROM games WHERE EXISTS (SELECT 1 FROM operations WHERE game = games.id)"
        try:
            return {number for (number,) in self._connection().execute(statement)}
        except BROKEN as error:
            raise translated(self.path, error) from None

    def operations(self, game: int) -> list[tuple[str, Values]]:
        """List everything that was ever done in a game, in order. Raises JournalError."""
        rows = self._rows("operations", "game, kind, body", "game = ?", game)
        return [(kind, self._object(body)) for _, _, kind, body in rows]

    def load(self, game: int) -> tuple[Values, list[Values]]:
        """Return a game's header and the events that stand. Raises JournalError."""
        rows = self._rows("games", "began, header", "id = ?", game)
        if not rows:
            known = ", ".join(str(entry.id) for entry in self.games()) or "none yet"
            raise JournalError(f"{self.path}: there is no game {game} in this journal; it holds {known}")
        return self._object(rows[0][2]), self._standing(game, self.operations(game))

    def check(self) -> None:
        """Hold every row against its checksum, and every game against itself. Raises JournalDamaged."""
        found = {"games": 0, "operations": 0}
        for entry in self.games():
            operations = self.operations(entry.id)
            self._standing(entry.id, operations)
            found["games"] += 1
            found["operations"] += len(operations)
        for table, count in found.items():
            try:
                # Past the index, which has its own idea of what there is.
                statement = f"SELECT coalesce(max(id), 0), count(*) FROM {table} NOT INDEXED"
                last, there = self._connection().execute(statement).fetchone()
            except BROKEN as error:
                raise translated(self.path, error) from None
            if not count == there == last:
                raise damaged(self.path, f"{table}: {count} rows of {max(last, there)}")

    def _standing(self, game: int, operations: Iterable[tuple[str, Values]]) -> list[Values]:
        """Fold a game's operations. Raises JournalDamaged where they contradict each other."""
        try:
            return fold(operations)
        except (ValueError, KeyError, TypeError) as error:
            raise damaged(self.path, f"game {game}: {error}") from None

    def count(self) -> tuple[int, int]:
        """Count games and operations. Raises JournalError."""
        try:
            counts = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM operations)"
            games, operations = self._connection().execute(counts).fetchone()
        except BROKEN as error:
            raise translated(self.path, error) from None
        return int(games), int(operations)

    def _rows(self, table: str, columns: str, where: str, *values: object) -> list[tuple[Any, ...]]:
        """Read rows in order, each with its number first. Raises JournalError, JournalDamaged."""
        statement = f"SELECT sum, id, {columns} FROM {table} WHERE {where} ORDER BY id"
        try:
            rows = self._connection().execute(statement, values).fetchall()
        except BROKEN as error:
            raise translated(self.path, error) from None
        before = 0
        for told, *row in rows:
            # A damaged index gives another's place to a row.
            if row[0] <= before or told != checksum(*row):
                raise damaged(self.path, f"{table}: row {row[0]} is not what was written")
            before = row[0]
        return [tuple(row) for _, *row in rows]

    def _object(self, text: str) -> Values:
        try:
            return parsed(text)
        except ValueError:
            raise damaged(self.path, "a row is not JSON") from None

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


def _layout(database: sqlite3.Connection) -> frozenset[str]:
    """Give how tables, index and triggers were declared: SQLite checks every row by that text."""
    # Of SQLite's own tables only the one that numbers the openings: another may come of ANALYZE.
    ours = "name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence'"
    declared = f"SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND ({ours})"
    # Damage makes bytes of a text.
    return frozenset("".join(str(text).split()) for (text,) in database.execute(declared))


@cache
def _whole_layout() -> frozenset[str]:
    """Give the layout that a whole journal has."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(SCHEMA)
        return _layout(database)


def _insert(database: sqlite3.Connection, table: str, **values: Any) -> int:
    """Add a row with the next number and its checksum, and return that number."""
    number = int(database.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0])
    columns, marks = ", ".join(values), ", ".join("?" * len(values))
    database.execute(
        f"INSERT INTO {table} (id, {columns}, sum) VALUES (?, {marks}, ?)",
        (number, *values.values(), checksum(number, *values.values())),
    )
    return number


def _text(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
