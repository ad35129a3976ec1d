"""Write a game of the journal as a record, or its sheet as CSV for a spreadsheet."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.book import GAMES
from games.errors import GameError
from games.history import Game
from games.record import event_from_dict, format_line, header_from_dict
from table.errors import JournalError
from table.journal import Journal

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet begins to calculate: a player's name must not."""


def record(path: Path, number: int | None) -> str:
    """Give game `number` of the journal at `path`, or its newest game, as the lines of a record.

    Raises JournalError where there is no such game.
    """
    header, events = _load(path, number)
    return "".join(format_line(values) + "\n" for values in (header, *events))


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
    result = GAMES[header.game].result(game.state)
    rows = [dict(_cells(line, header.players)) for line in result.get("rounds", result.get("turns", ()))]
    columns = list(dict.fromkeys(column for row in rows for column in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writerow({column: _plain(column) for column in columns})
    writer.writerows({column: _plain(value) for column, value in row.items()} for row in rows)
    return out.getvalue()


def _load(path: Path, number: int | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    if not path.exists():
        raise JournalError(f"{path}: there is no journal yet; `familiar play` writes one")
    with Journal(path, readonly=True) as journal:
        known = [entry.id for entry in journal.games()]
        if not known:
            raise JournalError(f"{path}: no game was begun yet; nothing can be exported")
        if number is not None and number not in known:
            raise JournalError(f"{path}: there is no game {number}; the newest is game {known[-1]}")
        return journal.load(known[-1] if number is None else number)


def _cells(line: dict[str, Any], players: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    """Give a line's cells by column; what there is of each player has a column each."""
    for key, value in line.items():
        if isinstance(value, list) and key in ("bids", "tricks", "points", "totals"):
            yield from ((f"{name} {key}", each) for name, each in zip(players, value, strict=True))
        elif key in ("dealer", "player") and type(value) is int:
            yield key, players[value]
        elif isinstance(value, list | dict):
            yield key, json.dumps(value, ensure_ascii=False)
        else:
            yield key, value


def _plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
