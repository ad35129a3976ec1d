"""Whatever the code says is found for the translators: what the extraction overlooks stays English."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

ROOT = Path(__file__).parents[2]
ROOMS = ("files", "games", "table", "vision", "device", "chronicle", "web", "club", "familiar")
PYTHON = {"say": None, "say_as": ((1, "c"), 2), "say_many": (1, 2)}
SCRIPT = {"t": None, "tc": ((1, "c"), 2), "tn": (1, 2)}
TEXT = r'"((?:[^"\\]|\\.)*)"'


def extracted(path, method, keywords):
    """List what Babel finds in a file, of plurals both forms."""
    found = set()
    for _, message, *_ in extract_from_file(method, path, keywords=keywords):
        found.update((message,) if isinstance(message, str) else message)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_that_is_said_is_extracted(room):
    for path in (ROOT / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "say" not in text:
            continue
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        said = [call.args for call in calls if getattr(call.func, "id", None) in PYTHON]
        # The one that passes on what a template says has it from there.
        said = [args for args in said if not isinstance(args[0], ast.Name) or path.name != "i18n.py"]
        assert all(isinstance(args[0], ast.Constant) for args in said), path
        written = {each.value for args in said for each in args if isinstance(each, ast.Constant)}
        written = {each for each in written if isinstance(each, str)}
        missing = written - extracted(path, "python", PYTHON)
        contexts = {args[0].value for args in said if len(args) == 2 and isinstance(args[1], ast.Constant)}
        assert missing <= contexts, path


def test_every_sentence_of_the_scripts_is_extracted():
    written, found = {}, set()
    for path in [*(ROOT / "web/static").glob("*.js"), *(ROOT / "club/static").glob("*.js")]:
        # Comments show by example how words are said.
        text = re.sub(r"^ *(//|/?\*).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        said = set(re.findall(rf"\bt\(\s*{TEXT}", text))
        said |= {form for forms in re.findall(rf"\btn\(\s*{TEXT}\s*,\s*{TEXT}", text) for form in forms}
        said |= {word for _, word in re.findall(rf"\btc\(\s*{TEXT}\s*,\s*{TEXT}", text)}
        written |= {each.replace('\\"', '"'): path.name for each in said if "\\u" not in each}
        found |= extracted(path, "javascript", SCRIPT)
    assert len(written) > 300 and {each: at for each, at in written.items() if each not in found} == {}
