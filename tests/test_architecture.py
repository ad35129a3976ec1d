"""The page for whoever changes the house: its files and functions are there, its rooms as the code's."""

import ast
import re
from functools import cache
from pathlib import Path
from runpy import run_path

import pytest

from games.book import GAMES

HOUSE = Path(__file__).parent.parent
MAY_IMPORT = run_path(str(HOUSE / "tests/test_structure.py"))["MAY_IMPORT"]
NAMES = ("architecture", "platform", "output", "rules/wizard", "rules/magicians", "rules/probe")
PAGES = [HOUSE / f"docs/{name}.md" for name in NAMES]
CODE = re.compile(r"`([\w.-]+(?:/[\w.-]+)*\.(?:py|js|json|toml|txt|sh|service))(?:: ([A-Za-z_][\w.]*))?`")
FOLDER = re.compile(r"`([a-z]\w*(?:/\w+)*)/`")
CITED = re.compile(r"\b(docs/(?:rules/)?\w+\.md) (\d+(?:(?:, | and | to )\d+)*)")
WRITTEN = {
    "access.json",
    "seats.json",
    "lead.json",
    "choices.json",
    "calibration.json",
    "club-NAME.json",
    "competition-NAME.json",
}
"""What the program writes into its data folder; no file of the house."""

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@cache
def defined(path):
    """List what a module defines, methods by their class, and so that `Core.handle` is one name."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {each.id for each in targets if isinstance(each, ast.Name)}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
            inner = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)]
            names |= {f"{node.name}.{each.name}" for each in inner}
    return names


@pages
def test_every_file_and_function_that_the_page_names_is_there(page):
    # A line may end within what is named.
    found = CODE.findall(" ".join(page.read_text(encoding="utf-8").split()))
    assert found
    for name, function in found:
        if name in WRITTEN:
            continue
        path = HOUSE / name
        assert path.is_file(), f"{page.name}: {name}"
        assert not function or function in defined(path), f"{page.name}: {name} has no {function}"


@pages
def test_every_folder_that_the_page_names_is_there(page):
    for name in set(FOLDER.findall(page.read_text(encoding="utf-8"))) - {"backups", "decks"}:
        assert (HOUSE / name).is_dir(), f"{page.name}: {name}/"


@pages
def test_every_link_of_the_page_leads_to_a_file(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_table_of_rooms_says_what_each_may_import():
    text = (HOUSE / "docs/architecture.md").read_text(encoding="utf-8")
    text = text.partition("\n## The list of events")[0]
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|$", text, re.M)
    told = {room: set(re.findall(r"`(\w+)`", may)) for room, may in rows if room in MAY_IMPORT}
    assert dict(rows)["familiar"] == "all" and MAY_IMPORT["familiar"] == set(MAY_IMPORT) - {"familiar"}
    assert told | {"familiar": MAY_IMPORT["familiar"]} == MAY_IMPORT


def test_the_picture_lays_each_room_above_those_that_it_may_import():
    picture = (HOUSE / "docs/rooms.svg").read_text(encoding="utf-8")
    found = re.findall(r'class="room" x="\d+" y="(\d+)"[^>]*>(\w+)<', picture)
    height = {room: -int(y) for y, room in found}
    assert set(height) == set(MAY_IMPORT)
    for room, others in MAY_IMPORT.items():
        assert all(height[other] < height[room] for other in others), room


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_names_every_setting_with_its_values_the_default_first(name):
    text = (HOUSE / f"docs/rules/{name}.md").read_text(encoding="utf-8")
    for key, values in GAMES[name].SETTINGS.items():
        assert f"`{key}`" in text, key
        words = [_word(value) for value in values]
        # Of these the page tells the range or the number; turned_wizard's default is the edition's.
        if key in ("colors", "layout", "min_letters", "max_dots", "carried", "turned_wizard"):
            continue
        # What each value of `board` means is said in a list.
        after = text[text.index(f"`{key}`") :][: 700 if key == "board" else 160]
        places = [after.find(f"`{word}`") for word in words]
        assert -1 not in places and places == sorted(places), f"{key}: {words}"


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_of_a_game_stands_in_its_table_of_steps(name):
    text = (HOUSE / f"docs/rules/{name}.md").read_text(encoding="utf-8")
    source = (HOUSE / f"games/{name}/state.py").read_text(encoding="utf-8")
    phases = re.findall(r'^    [A-Z_]+ = "(\w+)"$', source, re.M)
    assert "game_over" in phases
    for phase in phases:
        assert f"`{phase}`" in text, phase


def test_what_the_code_cites_stands_in_the_house():
    """A citation such as docs/rules/wizard.md 2, row 7, has its page and its section."""
    cited = 0
    for path in [each for room in (*MAY_IMPORT, "tests") for each in sorted((HOUSE / room).rglob("*.py"))]:
        text = path.read_text(encoding="utf-8")
        for page in re.findall(r"\bdocs/(?:rules/)?\w+\.md\b", text):
            assert (HOUSE / page).is_file(), f"{path.relative_to(HOUSE)} cites {page}"
        for page, numbers in CITED.findall(text):
            sections = set(re.findall(r"^## (\d+)\.", (HOUSE / page).read_text(encoding="utf-8"), re.M))
            asked = set(re.findall(r"\d+", numbers))
            assert asked <= sections, f"{path.relative_to(HOUSE)} cites {page} {numbers}"
            cited += 1
    assert cited > 50


def test_nothing_is_cited_that_only_its_writers_had():
    """Whoever clones the house must be able to look up what it cites."""
    papers = "DESIGN|PLATFORM|HOUSE|RULES|SPECIALS|STYLE"
    gone = re.compile(rf"\b(?:rules dossier|dossier \d|(?:{papers})(?:\.md|,? section| \d))")
    rooms = (*MAY_IMPORT, "tests", "docs", "packaging", "systemd")
    kinds = {".py", ".md", ".js", ".css", ".json", ".sh", ".service", ".html", ".svg"}
    ours = [each for room in rooms for each in sorted((HOUSE / room).rglob("*")) if each.suffix in kinds]
    for path in [HOUSE / "README.md", *ours]:
        if path == Path(__file__):
            continue
        found = gone.search(path.read_text(encoding="utf-8", errors="replace"))
        assert not found, f"{path.relative_to(HOUSE)}: {found[0]}"


def _word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
