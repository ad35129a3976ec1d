"""The README of the rules says what the code does."""

import ast
import json
import re
from pathlib import Path

import pytest

from games.book import GAMES
from games.replay import replay

ROOM = Path(__file__).parents[2] / "games"
TEXT = (ROOM / "README.md").read_text(encoding="utf-8")


def blocks(language):
    """Cut every block of a language out of the page: one a game, in the order of the book."""
    found = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return dict(zip(GAMES, found, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_the_example_record_settles_to_the_printed_sheet_and_object(name):
    game = replay(blocks("jsonl")[name])
    rules = GAMES[game.header.game]
    assert game.header.game == name
    assert rules.score_sheet(game.state) + "\n" == blocks("text")[name]
    assert rules.result(game.state) == json.loads(blocks("json")[name])


@pytest.mark.parametrize("name", GAMES)
def test_every_setting_and_value_is_named(name):
    for key, values in GAMES[name].SETTINGS.items():
        assert f"`{key}`" in TEXT
        # Of a list only the default stands there: the others are its permutations.
        for value in values[:1] if isinstance(values[0], tuple) else values:
            assert f"`{json.dumps(value).strip(chr(34))}`" in TEXT


def named(row):
    """Give the words in code of a row of the table of modules."""
    return {word for code in re.findall(r"`([^`]+)`", row) for word in code.split()}


def test_every_module_is_named():
    rows = [row for row in TEXT.split("## ")[0].splitlines() if row.startswith("| `")]
    for package in GAMES:
        (row,) = (row for row in rows if row.startswith(f"| `{package}/`"))
        assert {path.stem for path in ROOM.glob(f"{package}/[a-z]*.py")} <= named(row)
    firsts = set.union(*(named(row.split("|")[1]) for row in rows))
    assert {path.stem for path in ROOM.glob("[a-z]*.py")} == {each for each in firsts if "/" not in each}


def test_every_key_of_a_refusal_is_named():
    rules = set()
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "NotAllowed":
                rules |= {part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)}
    assert {"turn", "duplicate", "bid_range", "game_over", "duel_throws", "stick_table"} <= rules
    assert all(f"`{rule}`" in TEXT for rule in rules)
