"""Bring a recorded game into the journal."""

from pathlib import Path
from typing import Any

from familiar.records.replay import load
from games.errors import GameError, Unreadable
from games.names import tidy
from games.record import event_to_dict, header_from_dict, header_to_dict
from games.replay import settled
from table.errors import JournalError
from table.journal import Journal
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal


def run(record: str, path: Path, backups: Backups, anyway: bool) -> str:
    """Add the game of `record` to the journal at `path`, and say in a line what came of it.

    A game that the journal has is not added twice, unless it was left for another before its end and the
    table is to go on with it: a table goes on with its newest game alone.
    Raises GameError with `RECORD:LINE: reason` where the record is wrong; JournalError where the newest game
    of the journal is not over, which the table could then not go on with, unless `anyway`.
    """
    game = load(record)
    header = _tidied(record, header_to_dict(game.header))
    events = [event_to_dict(event, game.header) for event in game.events]
    with open_journal(path, backups) as journal:
        entries = journal.games()
        for entry in reversed(entries):
            if entry.header == header and journal.load(entry.id) == (header, events):
                left = not game.state.over and entry != entries[-1]
                if left and anyway:
                    break
                hint = " With --anyway the table goes on with it." if left else ""
                return f"{record} is game {entry.id} of this journal already; nothing was added.{hint}"
        if not anyway and (open_game := _unfinished(journal)):
            raise JournalError(
                f"{path}: game {open_game} is not over, and the table could not go on with it after this one;"
                " finish it first, or give --anyway"
            )
        number = journal.enter(header, (("event", values) for values in events))
    steps = f"{len(events)} step{'' if len(events) == 1 else 's'}"
    over = "it is over" if game.state.over else "the table goes on with it"
    return f"{record} is game {number} now, with {steps}; {over}."


def _tidied(record: str, header: dict[str, Any]) -> dict[str, Any]:
    """Write the players' names as a table does: a stranger's record may hold what is not seen.

    Raises GameError.
    """
    try:
        tidied = {**header, "players": [tidy(name) for name in header["players"]]}
        # Two may be one now.
        header_from_dict(tidied)
    except GameError as error:
        raise Unreadable(f"{record}:1: {error}") from error
    return tidied


def _unfinished(journal: Journal) -> int | None:
    """Give the number of the newest game where it is not over yet."""
    entries = journal.games()
    if not entries:
        return None
    written = journal.load(entries[-1].id)
    try:
        game = settled(*written)
    except ValueError:
        return None
    return None if game.rules.result(game.state)["over"] else entries[-1].id
