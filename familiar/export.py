"""Write a game of the journal as a record."""

from pathlib import Path

from games.record import format_line
from table.errors import JournalError
from table.journal import Journal


def record(path: Path, number: int | None) -> str:
    """Give game `number` of the journal at `path`, or its newest game, as the lines of a record.

    Raises JournalError where there is no such game.
    """
    if not path.exists():
        raise JournalError(f"{path}: there is no journal yet; `familiar play` writes one")
    with Journal(path, readonly=True) as journal:
        known = [entry.id for entry in journal.games()]
        if not known:
            raise JournalError(f"{path}: no game was begun yet; nothing can be exported")
        if number is not None and number not in known:
            raise JournalError(f"{path}: there is no game {number}; the newest is game {known[-1]}")
        header, events = journal.load(known[-1] if number is None else number)
    return "".join(format_line(values) + "\n" for values in (header, *events))
