"""The README of the rules says what the code does."""

import ast
import json
import re
from pathlib import Path

from games.replay import replay
from games.wizard import SETTINGS, result, score_sheet

ROOM = Path(__file__).parents[2] / "games"
TEXT = (ROOM / "README.md").read_text(encoding="utf-8")


def block(language):
    """Cut the one block of a language out of the page."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return found


def test_the_example_record_settles_to_the_printed_sheet_and_object():
    state = replay(block("jsonl")).state
    assert score_sheet(state) + "\n" == block("text")
    assert result(state) == json.loads(block("json"))


def test_every_setting_and_value_is_named():
    for key, values in SETTINGS.items():
        assert f"`{key}`" in TEXT
        assert all(f"`{json.dumps(value).strip(chr(34))}`" in TEXT for value in values)


def test_every_key_of_a_refusal_is_named():
    rules = set()
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "NotAllowed":
                rules |= {part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)}
    assert {"turn", "duplicate", "bid_range", "game_over"} <= rules
    assert all(f"`{rule}`" in TEXT for rule in rules)
