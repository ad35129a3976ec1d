"""Read a journal into memory, for a place where nothing can be written.

SQLite reads a journal with the help of a file beside it (`-shm`) that it makes for that; on a full disk, in a
folder that is locked or of somebody else, it cannot. It could be told that the file never changes
(`immutable=1`), but then it passes over the log, in which the newest steps stand: only a log that is empty or
gone may be passed over. So the file is read as it is, and what was committed to its log is laid over it.
"""

import os
from pathlib import Path

from table.storage import wal

TRIES = 5
_WRITTEN_AS = slice(18, 20)
_ROLLBACK = b"\1\1"
"""What stands in a head of a database without a log."""


def read(path: Path) -> bytes | None:
    """Give what SQLite would see of the database at `path`, log and all, as a database without a log.

    None: it is being written, or an opening that made it was broken off, so that nobody can tell. Raises
    OSError where it cannot be read.
    """
    log = Path(f"{path}-wal")
    for _ in range(TRIES):
        before = _state(path), _state(log)
        data, pages = path.read_bytes(), {} if before[1] is None else _committed(log)
        if before == (_state(path), _state(log)):
            return None if _state(Path(f"{path}-journal")) else _laid(data, pages)
    return None


def _committed(log: Path) -> dict[int, bytes]:
    """Give the newest page of each number that was committed to a log. Raises OSError."""
    # A log that may not be read must not be taken for one that is not there.
    with log.open("rb"):
        pass
    return {number: versions[0] for number, versions in wal.read_log(log).committed.items()}


def _state(path: Path) -> tuple[int, int, int] | None:
    """Give what changes whenever a file is written; None: it is empty, or not there. Raises OSError."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size) if found.st_size else None


def _laid(data: bytes, pages: dict[int, bytes]) -> bytes:
    """Lay pages over a file."""
    size = len(next(iter(pages.values()))) if pages else 0
    image = bytearray(data)
    for number, page in sorted(pages.items()):
        at = (number - 1) * size
        image.extend(bytes(max(0, at + size - len(image))))
        image[at : at + size] = page
    if image.startswith(wal.MAGIC):
        image[_WRITTEN_AS] = _ROLLBACK
    return bytes(image)
