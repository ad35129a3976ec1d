"""What keeps a file from being written or read, in words that people understand, and what they can do."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from texts import Said, capital, say, spoken

ROOM = 64 * 1024
"""Bytes. With less free than this a disk is full: a step takes some pages of 4 KiB, and so does what is
written beside it."""


@dataclass(frozen=True)
class Obstacle:
    """Why a file cannot be written or read, and what to do: two parts of a sentence that names the file.

    passes: whether it may pass while the program runs, without a change to what it was asked to do.
    """

    why: str
    remedy: str
    passes: bool = True

    def __str__(self) -> str:
        return f"{self.why}; {self.remedy}"

    @property
    def sentence(self) -> Said:
        """Say both as a sentence of its own."""
        return capital(say("{why}; {remedy}.", why=self.why, remedy=self.remedy))


FULL = Obstacle(say("the disk is full"), say("delete something there to make room"))
LOCKED = Obstacle(
    say("the disk can only be read"),
    say(
        "see to the switch of the card or stick and start the machine anew; a card that locks itself is "
        "worn out: copy it and replace it"
    ),
)
FAILING = Obstacle(
    say("the disk reports an error"),
    say("see that card and plugs sit firmly, copy what is on it, and replace it"),
)
FORBIDDEN = Obstacle(
    say("this user may not read and write there"),
    say("do it as the user to whom file and folder belong, or give them to the one that Familiar runs as"),
    passes=False,
)
_BY_NUMBER = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), FULL),
    errno.EROFS: LOCKED,
    **dict.fromkeys((errno.EIO, errno.ENXIO, errno.ENODEV, errno.ESTALE, errno.EUCLEAN), FAILING),
    **dict.fromkeys((errno.EACCES, errno.EPERM), FORBIDDEN),
}
_VAGUE = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)
"""What SQLite says of a full disk as well as of a locked one or of one that fails."""


def known(error: BaseException, path: Path | str) -> Obstacle | None:
    """Tell what stood in the way when `path` was written or read; None: something else."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return FULL
        found = look(Path(path)) if is_vague(error) else None
        return FAILING if found is None and code == sqlite3.SQLITE_IOERR else found
    return _BY_NUMBER.get(getattr(error, "errno", None) or 0)


def is_vague(error: sqlite3.Error) -> bool:
    """Tell whether SQLite could not do what it does with files, for whatever reason."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _VAGUE


def look(path: Path) -> Obstacle | None:
    """Find out what there is in the way where a file could not be written; None: nothing that one can see.

    What a disk tells of itself is not asked: one that the system locked after an error still says that it can
    be written.
    """
    try:
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            return FORBIDDEN
        try_room(path)
    except OSError as error:
        return _BY_NUMBER.get(error.errno or 0)
    return None


def try_room(path: Path) -> None:
    """Find out whether there is room beside a file, by writing so much and taking it away. Raises OSError."""
    folder = next((each for each in path.absolute().parents if each.is_dir()), Path("/"))
    draft = folder / f".{path.name}.room"
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "wb") as out:
            out.write(bytes(ROOM))
            out.flush()
            os.fsync(out.fileno())
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def of(error: BaseException, path: Path | str) -> Obstacle:
    """Tell what stood in the way when `path` was written, where nobody knows it in the system's words."""
    words = getattr(error, "strerror", None) or str(error)
    return known(error, path) or Obstacle(words, say("see to the disk"), passes=False)


def behind(error: BaseException) -> Obstacle | None:
    """Tell what stood in the way of a file where an error was raised for that; None: something else."""
    cause = error.__cause__
    return known(cause, cause.filename or ".") if isinstance(cause, OSError) else None


def told(error: BaseException) -> str:
    """Give an error's message, and what to do where something stood in the way of a file."""
    if (found := behind(error)) is None:
        return spoken(error)
    return say("{said}; {remedy}.", said=spoken(error), remedy=found.remedy)


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Let an OSError from within name the file: a full disk's does not say which one it was."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
