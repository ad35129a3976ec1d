"""Read what rows can still be read from a damaged journal, page by page, without SQLite's help.

SQLite's file format is public and fixed (https://www.sqlite.org/fileformat2.html). Rows of the journal are
only ever added, so every copy of a page that lies about, in the file or in its write-ahead log, holds true
rows; what a row's own checksum does not confirm is passed over.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from table.journal import checksum, parsed
from table.storage import wal

LEAF = 0x0D
LARGEST = 64 * 2**20
"""Bytes. A row that claims to be longer is none."""
KINDS = ("event", "undo", "correct")
OPENINGS_MAX = 2**20
"""An opening a minute for two years: a higher number of them is damage."""
_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

Row = tuple[Any, ...]


@dataclass
class Rows:
    """What was found: `games` (began, header text) and `operations` (game, kind, body text) by number.

    `last`: the highest number of an operation that the file remembers to have given, 0 where it does not;
    `openings`: how often it was opened, as far as it is known.
    """

    games: dict[int, Row] = field(default_factory=dict)
    operations: dict[int, Row] = field(default_factory=dict)
    last: int = 0
    openings: int = field(default=0, compare=False)

    def add(self, other: "Rows") -> None:
        """Take over the rows that are missing here."""
        self.games = other.games | self.games
        self.operations = other.operations | self.operations
        self.last = max(self.last, other.last)
        self.openings = max(self.openings, other.openings)

    def agrees(self, other: "Rows") -> bool:
        """Tell whether both are of one journal: what both hold is the same."""
        pairs = ((self.games, other.games), (self.operations, other.operations))
        return all(
            mine[number] == theirs[number] for mine, theirs in pairs for number in mine & theirs.keys()
        )


def read(path: Path) -> Rows:
    """Collect the rows of a journal and its write-ahead log, in whatever state they are."""
    log = wal.read_log(Path(f"{path}-wal"))
    pages = log.committed
    for source in (_pages(path), log.stray):
        for number, versions in source.items():
            pages.setdefault(number, []).extend(versions)
    return _collect(pages)


def behind_damage(path: Path) -> Rows:
    """Collect the rows of commits that a damaged log beside the journal at `path` hides from SQLite.

    A single one counts for none: a power cut leaves the last commit so that was never told.
    """
    log = wal.read_log(Path(f"{path}-wal"))
    return _collect(log.stray) if log.commits > 1 else Rows()


def _pages(path: Path) -> dict[int, list[bytes]]:
    """Cut the file into pages, by their number from 1."""
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    size = wal.page_size(int.from_bytes(data[16:18], "big")) if data.startswith(wal.MAGIC) else wal.PAGE
    return {
        number: [data[at : at + size]] for number, at in enumerate(range(0, len(data) - size + 1, size), 1)
    }


def _collect(pages: dict[int, list[bytes]]) -> Rows:
    found = Rows()
    for number, versions in pages.items():
        for page in versions:
            for row, values in _cells(page, 100 if number == 1 else 0, pages):
                _sort(row, values, found)
    return found


def _sort(number: int, values: Row, found: Rows) -> None:
    """Recognise a row by its columns, and put it where it belongs if its checksum is right."""
    match values:
        case (None, int(game), str(kind), str(body), int(told)) if kind in KINDS and _is_object(body):
            row: Row = (game, kind, body)
            if told == checksum(number, *row):
                found.operations.setdefault(number, row)
        case (None, int() | float() as began, str(header), int(told)) if _is_object(header):
            row = (float(began), header)
            if told == checksum(number, *row):
                found.games.setdefault(number, row)
        case ("operations", int(last)):
            found.last = max(found.last, last)
        case ("openings", int(count)) if count <= OPENINGS_MAX:
            found.openings = max(found.openings, count)


def _is_object(text: str) -> bool:
    try:
        parsed(text)
    except ValueError:
        return False
    return True


def _cells(page: bytes, start: int, pages: dict[int, list[bytes]]) -> Iterator[tuple[int, Row]]:
    """Give the rows of a page with their numbers; `start`: where the page's own head begins."""
    if len(page) < start + 8 or page[start] != LEAF:
        return
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for place in range(start + 8, min(start + 8 + 2 * count, len(page) - 1), 2):
        try:
            yield _cell(page, int.from_bytes(page[place : place + 2], "big"), pages)
        except (ValueError, IndexError, struct.error):
            continue


def _cell(page: bytes, at: int, pages: dict[int, list[bytes]]) -> tuple[int, Row]:
    """Read one row. Raises ValueError, IndexError or struct.error where there is none."""
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    if not 0 < length <= LARGEST:
        raise ValueError("no row is so long")
    usable = len(page)
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    here = length
    if length > most:
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
    payload = page[at : at + here]
    if len(payload) < here:
        raise ValueError("the row reaches over the end of its page")
    following = int.from_bytes(page[at + here : at + here + 4], "big") if here < length else 0
    return number, _record(payload + _overflow(following, length - here, pages))


def _overflow(number: int, missing: int, pages: dict[int, list[bytes]]) -> bytes:
    """Follow the chain of pages that hold the rest of a long row. Raises ValueError."""
    rest, seen = b"", set()
    while missing > len(rest):
        if number in seen or number not in pages:
            raise ValueError("the rest of the row is gone")
        seen.add(number)
        # The newest copy: a page of such a chain is written once.
        page = pages[number][0]
        rest, number = rest + page[4:], int.from_bytes(page[:4], "big")
    return rest[:missing]


def _record(payload: bytes) -> Row:
    """Read the values of a record."""
    head, at = _varint(payload, 0)
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        size = _SIZES.get(kind, 8 if kind == 7 else (kind - 12) // 2 if kind >= 12 else 0)
        raw = payload[at : at + size]
        if len(raw) < size:
            raise ValueError("the record is cut off")
        values.append(_value(kind, raw))
        at += size
    return tuple(values)


def _value(kind: int, raw: bytes) -> object:
    if kind in _SIZES:
        return int.from_bytes(raw, "big", signed=True)
    if kind == 7:
        return struct.unpack(">d", raw)[0]
    if kind in (8, 9):
        return kind - 8
    if kind >= 13 and kind % 2:
        return raw.decode("utf-8")
    return None if kind == 0 else raw


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Read SQLite's integer of one to nine bytes; give it and where the next byte stands."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9
