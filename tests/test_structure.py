"""The house stands as DESIGN section 1 draws it: each room imports only those beneath it."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAY_IMPORT = {
    "texts": set(),
    "games": {"texts"},
    "models": {"games"},
    "vision": {"games", "models", "texts"},
    "device": {"texts"},
    "simulation": {"games", "models", "device"},
    "table": {"games", "vision", "device", "texts"},
    "chronicle": {"table", "games", "texts"},
    "web": {"table", "games", "texts", "chronicle"},
    "club": {"table", "web", "games", "texts"},
    "familiar": {
        *("games", "models", "vision", "device", "simulation", "table", "chronicle", "web", "club", "texts")
    },
}
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
}
IMPURE |= {"sys", "tempfile", "threading", "time", "urllib", "uuid"}


def modules(room):
    """List the Python files of a room."""
    return sorted((ROOT / room).rglob("*.py"))


def imported(path):
    """List the first name of every module that a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            # A relative import cannot leave its room, for the rooms have no parent package.
            yield (node.module or "").split(".")[0] if node.level == 0 else path.relative_to(ROOT).parts[0]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_the_rooms_that_it_may(room):
    assert modules(room)
    for path in modules(room):
        ours = set(imported(path)) & set(MAY_IMPORT) - {room}
        assert ours <= MAY_IMPORT[room], f"{path.relative_to(ROOT)} imports {ours - MAY_IMPORT[room]}"


def test_what_is_said_needs_no_catalogue_until_it_is_told_elsewhere():
    for path in [path for path in modules("texts") if path.stem != "catalogue"]:
        assert set(imported(path)) <= sys.stdlib_module_names | {"texts"}, path
    for room in set(MAY_IMPORT) - {"texts", "web", "club"}:
        for path in modules(room):
            assert "texts.catalogue" not in path.read_text(encoding="utf-8"), path


def test_every_room_with_code_is_in_the_plan():
    found = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert found <= set(MAY_IMPORT) | {"tests"}


def test_the_rules_use_the_standard_library_alone_without_io_clock_or_chance():
    for path in modules("games"):
        names = set(imported(path)) - {"games", "texts"}
        assert names <= sys.stdlib_module_names, path
        assert not names & IMPURE, path
        calls = {node.func.id for node in ast.walk(ast.parse(path.read_text())) if _is_plain_call(node)}
        assert not calls & {"open", "print", "input"}, path


def test_nothing_of_the_product_imports_the_tests():
    for room in MAY_IMPORT:
        for path in modules(room):
            assert not {"tests", "pytest", "hypothesis"} & set(imported(path)), path


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_module_stays_of_a_size_one_can_hold_in_the_head(room):
    for path in modules(room):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path


def _is_plain_call(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
