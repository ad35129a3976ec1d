"""The models' page names every module of theirs."""

import re
from pathlib import Path

ROOM = Path(__file__).parent.parent.parent / "models"
TEXT = (ROOM / "README.md").read_text(encoding="utf-8")


def test_every_module_stands_in_the_table():
    rows = TEXT.partition("| in `models/` |")[2].splitlines()[2:]
    named = {word for row in rows for word in re.findall(r"`([\w/]+)`", row.split("|")[1])}
    modules = {path.stem for path in ROOM.rglob("[a-z]*.py")}
    folders = {f"{path.name}/" for path in ROOM.iterdir() if (path / "__init__.py").exists()}
    assert named == modules | folders
