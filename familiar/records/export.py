"""Write a game of the journal as a record, or its sheet as CSV for a spreadsheet."""

from pathlib import Path
from typing import Any

from chronicle.files import as_csv
from games.errors import GameError
from games.history import Game
from games.record import event_from_dict, format_lines, header_from_dict
from table.errors import JournalError
from table.journal import Journal


def record(path: Path, number: int | None) -> str:
    """Give game `number` of the journal at `path`, or its newest game, as the lines of a record.

    Raises JournalError where there is no such game.
    """
    header, events = _load(path, number)
    return format_lines(header, events)


def sheet(path: Path, number: int | None) -> str:
    """Give the finished rounds or turns of a game as CSV, a line each, as `replay --json` names them.

    Raises JournalError where there is no such game, GameError where the rules do not know it.
    """
    values, events = _load(path, number)
    header = header_from_dict(values)
    try:
        game = Game.of(header, (event_from_dict(event, header) for event in events))
    except GameError as error:
        raise JournalError(f"{path}: this game cannot be settled ({error}); export its record") from None
    return as_csv(game)


def _load(path: Path, number: int | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    if not path.exists():
        raise JournalError(f"{path}: there is no journal yet; `familiar play` writes one")
    with Journal(path, readonly=True) as journal:
        # A damaged index may hide a step, which a game alone does not show.
        journal.check()
        known = [entry.id for entry in journal.games()]
        if not known:
            raise JournalError(f"{path}: no game was begun yet; nothing can be exported")
        if number is not None and number not in known:
            raise JournalError(f"{path}: there is no game {number}; the newest is game {known[-1]}")
        return journal.load(known[-1] if number is None else number)
