"""Say in one sentence what SQLite, or the system beneath it, met with a journal."""

import sqlite3
from pathlib import Path

from files import obstacle
from table.errors import JournalDamaged, JournalError, JournalUnwritten

BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; where even its complaint holds damaged text, Python cannot read that."""
NO_JOURNAL = "this is no journal, nor any database; give another path or move the file aside"


def damaged(path: Path | str, what: str) -> JournalDamaged:
    """Say that a journal is not what was written, and what of it."""
    return JournalDamaged(
        f"{path}: the journal is damaged ({' '.join(what.split())}); move it aside or bring a copy back"
    )


def translated(path: Path | str, error: Exception) -> JournalError:
    """Say in one sentence what SQLite met."""
    if isinstance(error, UnicodeDecodeError):
        return damaged(path, "its text is none")
    if isinstance(error, OSError):
        return _hindered(path, error) or JournalError(
            f"{path}: cannot be written ({error.strerror}); give a path that can"
        )
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return JournalDamaged(f"{path}: {NO_JOURNAL}")
    # Every statement here is right for a whole journal: what SQLite finds wrong (ERROR) is damage too.
    spoilt = (0, sqlite3.SQLITE_ERROR)
    if code == sqlite3.SQLITE_CORRUPT or isinstance(error, sqlite3.OperationalError) and code in spoilt:
        return damaged(path, str(error))
    if (hindered := _hindered(path, error)) is not None:
        return hindered
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return JournalError(
            f"{path}: cannot be opened or written ({error}); check the path and its permissions"
        )
    return JournalError(f"{path}: the journal cannot be used ({error})")


def _hindered(path: Path | str, error: Exception) -> JournalUnwritten | None:
    found = obstacle.known(error, path)
    return None if found is None else JournalUnwritten(f"{path}: {found}", found)
