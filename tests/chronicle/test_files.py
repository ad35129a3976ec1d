"""A table for a spreadsheet: no name begins to calculate, whatever is taken for the end of a cell."""

import csv
import io

import pytest

from chronicle.files import as_csv, table
from games.header import Header
from games.history import Game
from games.record import event_from_dict
from games.wizard import parse_rules

NAMES = ["=1+1", "Bo;=1+1", 'a";"=1', "x;  @SUM(1)", "b; +1", "c|-2", "d;'=1", "＝1", "e;＋1", " =1", '"=1"']
ROUND = [
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)),
    *({"event": "play", "card": card} for card in ("2H", "9H", "3C")),
    {"event": "confirm"},
]


def cells(text):
    """List every cell as spreadsheets may cut them: by comma, semicolon or tab, with quotes and without."""
    for delimiter in ",;\t|":
        yield from (cell for row in csv.reader(io.StringIO(text), delimiter=delimiter) for cell in row)
    for line in text.splitlines():
        yield from line.replace("|", ";").replace("\t", ";").split(";")


def calculates(cell):
    bare = cell.strip(" \"'")
    begins = cell.lstrip(' "')[:1]
    return begins in tuple("=+-@＝＋－＠") and not bare.lstrip("-").replace(",", "").isdigit()


@pytest.mark.parametrize("name", NAMES)
def test_no_name_begins_a_formula_where_commas_or_semicolons_separate(name):
    header = Header("wizard", ("Ann", name, "Cy"), 1, parse_rules({}))
    events = [event | ({"player": (event["player"] + 1) % 3} if "player" in event else {}) for event in ROUND]
    text = as_csv(Game.of(header, [event_from_dict(event, header) for event in events]))
    assert text.count("\n") == 2
    assert [cell for cell in cells(text) if calculates(cell)] == []


def test_what_is_harmless_stays_as_it_is_and_numbers_can_be_added_up():
    rows = [{"player": "Zoë; B-o", "points": -10, "sign": "a = b", "list": '[{"points": -50}]'}]
    (row,) = csv.DictReader(io.StringIO(table(rows)))
    assert list(row.values()) == ["Zoë; B-o", "-10", "a = b", '[{"points": -50}]']
