"""The models' page names every module of theirs."""

import re
from pathlib import Path

ROOM = Path(__file__).parent.parent.parent / "models"
TEXT = (ROOM / "README.md").read_text(encoding="utf-8")


def test_every_module_stands_in_the_table_under_its_folder():
    rows = TEXT.partition("| in `models/` |")[2].splitlines()[2:]
    words = [word for row in rows for word in re.findall(r"`([\w/]+)`", row.split("|")[1])]
    named, folder = set(), ""
    for word in words:
        if word.endswith("/"):
            folder = word
        else:
            named.add(f"{folder}{word}.py")
    assert named == {path.relative_to(ROOM).as_posix() for path in ROOM.rglob("[a-z]*.py")}
