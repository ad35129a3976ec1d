"""The page about past games names everything that is counted."""

from pathlib import Path

import pytest

from chronicle.story import CHRONICLES
from games.book import GAMES

TEXT = (Path(__file__).parents[2] / "chronicle" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", list(CHRONICLES))
def test_every_measure_is_named_with_how_it_is_put_together(game):
    part = TEXT.split(f"| {GAMES[game].TITLE} |")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in part.splitlines()[2:]]
    told = {}
    for names, kinds, _ in rows:
        keys, kinds = [name.strip(" `") for name in names.split(",")], kinds.split(", ")
        told |= dict(zip(keys, kinds if len(kinds) > 1 else kinds * len(keys), strict=True))
    assert told == {measure.key: measure.kind for measure in CHRONICLES[game].MEASURES}
