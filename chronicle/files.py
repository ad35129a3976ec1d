"""Write a game for a spreadsheet."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from games.cards import SUIT_WORDS
from games.history import Game
from texts import Said, say

FORMULA = re.compile("(^|[;|\t\r\n])([\\s\"']*)([=+@\uff1d\uff0b\uff0d\uff20-])")
"""With these, at the beginning of a cell, a spreadsheet begins to calculate: a player's name must not. A
comma begins no cell within a value, for the value is quoted then; but where a spreadsheet separates by
semicolons, as it does in French and in German, quotes in the middle of a line keep nothing together."""


COLUMNS: Mapping[str, Said] = MappingProxyType(
    {
        "round": say("round"),
        "turn": say("turn"),
        "dealer": say("dealer"),
        "trump": say("trump"),
        "player": say("player"),
        "bids": say("bids"),
        "tricks": say("tricks"),
        "points": say("points"),
        "totals": say("totals"),
        "game": say("game number"),
        "began": say("began"),
        "title": say("title"),
        "over": say("over"),
        "stopped": say("stopped"),
        "rank": say("rank"),
        "total": say("total"),
        "table": say("table"),
        "seat": say("seat"),
    }
)
"""What columns are called; others bear the names that `replay --json` has for them."""
YES, NO = say("yes"), say("no")


def as_csv(game: Game, told: Callable[[str], str] = str, delimiter: str = ",") -> str:
    """Give the finished rounds or turns of a game as CSV, a line each, as `replay --json` names them.

    told: says what has words in the reader's language; delimiter: what its spreadsheets want. The last
    line of a game that was stopped says so.
    """
    result = game.rules.result(game.state)
    lines = [
        dict(_cells(line, game.header.players)) for line in result.get("rounds", result.get("turns", ()))
    ]
    if lines and game.state.stopped:
        lines[-1]["stopped"] = True
    return table(lines, told, delimiter)


def table(rows: Iterable[Mapping[str, Any]], told: Callable[[str], str] = str, delimiter: str = ",") -> str:
    """Give rows as CSV, with a first line that names every column of any of them."""
    rows = list(rows)
    columns = list(dict.fromkeys(column for row in rows for column in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n", delimiter=delimiter)
    writer.writerow({column: _plain(told(COLUMNS.get(column, column))) for column in columns})
    writer.writerows({column: _plain(_worded(value, told)) for column, value in row.items()} for row in rows)
    return out.getvalue()


def _cells(line: dict[str, Any], players: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    """Give a line's cells by column; what there is of each player has a column each."""
    for key, value in line.items():
        if isinstance(value, list) and key in ("bids", "tricks", "points", "totals"):
            names = (say("{name} {what}", name=name, what=COLUMNS[key]) for name in players)
            yield from zip(names, value, strict=True)
        elif key in ("dealer", "player") and type(value) is int:
            yield key, players[value]
        elif key == "trump":
            yield key, SUIT_WORDS.get(value, value)
        elif isinstance(value, list | dict):
            yield key, json.dumps(value, ensure_ascii=False)
        else:
            yield key, value


def _worded(value: object, told: Callable[[str], str]) -> object:
    if isinstance(value, bool):
        return told(YES if value else NO)
    return told(value) if isinstance(value, Said) else value


def _plain(value: object) -> object:
    return FORMULA.sub(r"\1\2'\3", value) if isinstance(value, str) else value
