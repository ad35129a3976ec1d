"""The house stands as docs/architecture.md draws it: each room imports only those beneath it."""

import ast
import sys
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from games import book

ROOT = Path(__file__).parent.parent

MAY_IMPORT = {
    "texts": set(),
    "games": {"texts"},
    "files": {"texts"},
    "models": {"games", "files"},
    "vision": {"games", "models", "files", "texts"},
    "device": {"files", "texts"},
    "table": {"games", "vision", "device", "files", "texts"},
    "simulation": {"games", "models", "vision", "device", "table", "texts"},
    "kit": {"games", "vision", "texts"},
    "chronicle": {"table", "games", "texts"},
    "web": {"table", "games", "files", "texts", "chronicle"},
    "club": {"table", "web", "games", "files", "texts", "chronicle"},
    "familiar": {
        *("games", "models", "vision", "device", "simulation", "table", "kit", "chronicle", "web", "club"),
        *("files", "texts"),
    },
}
# The program's own rooms, each only on those above it.
PROGRAM = {
    "invite": set(),
    "kit": set(),
    "read": set(),
    "records": set(),
    "doctor": set(),
    "club": {"invite"},
    "demo": {"invite"},
    "guide": {"invite"},
    "hotspot": {"invite"},
    "calibrate": {"doctor", "guide"},
    "enrol": {"guide"},
    "play": {"club", "invite"},
    "watch": {"read"},
    "bench": {"guide", "play"},
}
NO_COMMAND = {"guide"}
"""What several commands do in the same way: let a page lead whoever lays cards."""
COMMAND_LINE = {"cli", "group"}
SHARED = {
    *(
        "access",
        "assemble",
        "calibrated",
        "configured",
        "extra",
        "eyes",
        "interrupts",
        "page",
        "source",
        "tell",
    ),
    "went_back",
}
START = {"start", "smoke"}
"""What is called from outside: the program, and the trial that an installation stands."""
# The eye's own rooms, each only on those above it; what stands beside them (types, a photograph) is left out.
VISION = {
    "geometry": set(),
    "motion": {"geometry"},
    "read": {"geometry"},
    "detect": {"geometry", "motion", "read"},
    "enrol": {"geometry", "motion", "read", "detect"},
    "calibrate": {"geometry"},
    "sticks": {"geometry", "read", "detect"},
    "track": {"geometry", "motion", "read", "detect", "sticks"},
    "wheels": {"geometry"},
}
# The table's own rooms, and the modules beside them, likewise.
TABLE = {
    "errors": set(),
    "actor": set(),
    "listeners": set(),
    "command": set(),
    "settings": {"errors"},
    "storage": {"errors"},
    "journal": {"errors", "storage"},
    "view": {"command"},
    "refusal": {"view"},
    "reconcile": {"command", "journal", "view", "refusal"},
    "eye": {"errors", "view"},
    "watch": {"command", "view", "eye"},
    "wheels": {"command", "journal", "view", "reconcile", "eye"},
    "core": {"errors", "command", "journal", "view", "refusal", "reconcile", "wheels"},
    "host": {"errors", "actor", "listeners", "command", "journal", "view", "core"},
    "recovery": {"errors", "command", "storage", "journal", "view", "host"},
    "guides": {"errors", "eye"},
}
# The drawn table's rooms likewise; beside them stand the tables, and what is posted to them.
SIMULATION = {"scene": set(), "people": {"scene"}, "robots": {"scene", "people"}}
BESIDE_PEOPLE = {"temperament"}
"""What those rooms may import of what stands beside them, but for the robots, who use the tables."""
# The renderer's rooms: beside them stand the pictures that are made of what they draw.
RENDER = {"cards": set(), "tables": {"cards"}, "sticks": {"tables"}}
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


@cache
def parsed(path):
    """Parse a file, once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(path):
    """List the first name of every module that a file imports, wherever in it the import stands."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            # A relative import cannot leave its room, for the rooms have no parent package.
            yield (node.module or "").split(".")[0] if node.level == 0 else path.relative_to(ROOT).parts[0]


def named(node, path):
    """List what an import names, whole: a module, or something in one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    above = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
    return [".".join((*above, *filter(None, [node.module]), alias.name)) for alias in node.names]


def of_the_program(path):
    """List the rooms and modules of the program that a file imports, wherever in it the import stands."""
    names = [name for node in ast.walk(parsed(path)) for name in named(node, path)]
    return {name.split(".")[1] for name in names if name.startswith("familiar.")}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_the_rooms_that_it_may(room):
    assert modules(room)
    for path in modules(room):
        ours = set(imported(path)) & set(MAY_IMPORT) - {room}
        assert ours <= MAY_IMPORT[room], f"{path.relative_to(ROOT)} imports {ours - MAY_IMPORT[room]}"


def test_of_the_simulation_only_the_robots_know_that_somebody_watches():
    for path in modules("simulation"):
        if (ROOT / "simulation/robots") not in path.parents:
            assert not {"table", "vision"} & set(imported(path)), path
            assert "simulation.robots" not in path.read_text(encoding="utf-8"), path


GAMES = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
KNOWS_NO_GAME = ("files", "texts", "vision", "device", "table", "club")


@pytest.mark.parametrize("room", KNOWS_NO_GAME)
def test_a_room_that_knows_no_game_imports_none(room):
    assert len(GAMES) == 3
    for path in modules(room):
        found = {name for node in ast.walk(parsed(path)) for name in named(node, path)}
        ours = {game for game in GAMES for name in found if f"{name}.".startswith(f"games.{game}.")}
        ours |= {name for name in found if name in {f"games.book.{game.upper()}" for game in GAMES}}
        assert not ours, f"{path.relative_to(ROOT)} imports {ours}"


@pytest.mark.parametrize("room", [room for room in KNOWS_NO_GAME if room != "vision"])
def test_a_room_that_knows_no_game_names_none(room):
    # To vision a wizard is a card.
    for path in modules(room):
        said = {node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant)}
        assert not said & GAMES, f"{path.relative_to(ROOT)} names {said & GAMES}"


# Words of the host's own that a game has a phase by too.
OTHERWISE = {
    "table/view/lamps.py": {"ask": "a signal of the buzzer", "throw": "what is asked about"},
    "table/reconcile/throws.py": {"throw": "why something is refused"},
    "table/refusal.py": {"throw": "why something is refused"},
    "table/view/snapshot.py": {"phase": "there is none without a game"},
}


def test_the_host_names_no_phase_of_a_game_and_asks_for_none():
    phases = {phase.value for game in book.GAMES.values() for phase in game.Phase}
    halves = {f"_{phase.rpartition('_')[2]}" for phase in phases if "_" in phase}
    assert {"trick_done", "setup", "game_over"} <= phases and "_read" in halves
    for path in modules("table"):
        name = path.relative_to(ROOT).as_posix()
        nodes = (node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant))
        said = {value for value in nodes if isinstance(value, str)}
        found = said & (phases | halves | {"phase"})
        assert found == set(OTHERWISE.get(name, ())), name


# Words of the reconcilers' own that are an event of one game too.
ALSO_EVENTS = {
    "cards.py": {"take": "the key by which an event says what was taken up"},
    "throws.py": {"throw": "why something is refused"},
}


def test_what_lies_there_is_matched_without_naming_an_event_of_one_game():
    kinds = [set(import_module(f"games.{game}.events").KEYS) for game in book.GAMES]
    common = set.intersection(*kinds)
    assert common == {"confirm", "stop"} and {"throw", "draw", "turn_up"} <= set.union(*kinds)
    for path in [*modules("table/reconcile"), ROOT / "table/eye/faces.py"]:
        said = {node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant)}
        assert said & (set.union(*kinds) - common) == set(ALSO_EVENTS.get(path.name, ())), path


def test_what_is_said_needs_no_catalogue_until_it_is_told_elsewhere():
    for path in [path for path in modules("texts") if path.stem != "catalogue"]:
        assert set(imported(path)) <= sys.stdlib_module_names | {"texts"}, path
    for room in set(MAY_IMPORT) - {"texts", "web", "club", "familiar"}:
        for path in modules(room):
            assert "texts.catalogue" not in path.read_text(encoding="utf-8"), path


def test_every_room_with_code_is_in_the_plan():
    found = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert found <= set(MAY_IMPORT) | {"tests"}


def test_what_stands_in_the_program_itself_is_the_command_line_and_the_composition():
    files = {path.stem for path in (ROOT / "familiar").glob("*.py")}
    assert files == {"__init__"} | START | COMMAND_LINE | SHARED
    assert {path.parent.name for path in (ROOT / "familiar").glob("*/*.py")} == set(PROGRAM)


def test_each_folder_of_the_program_declares_its_commands():
    declare = {path.parent.name for path in (ROOT / "familiar").glob("*/command.py")}
    assert declare == set(PROGRAM) - NO_COMMAND


@pytest.mark.parametrize("room", PROGRAM)
def test_a_room_of_the_program_imports_only_the_rooms_above_it_that_it_may(room):
    assert PROGRAM[room] <= set(list(PROGRAM)[: list(PROGRAM).index(room)])
    for path in modules(f"familiar/{room}"):
        beside = of_the_program(path) - {room}
        line = COMMAND_LINE if path.stem == "command" else START
        assert beside <= PROGRAM[room] | SHARED | line, f"{path.relative_to(ROOT)} imports {beside}"


INNER = {"vision": VISION, "table": TABLE}
"""Rooms that have rooms of their own."""


@pytest.mark.parametrize(("house", "room"), [(house, room) for house in INNER for room in INNER[house]])
def test_a_room_within_a_room_imports_only_the_rooms_above_it_that_it_may(house, room):
    known = INNER[house]
    assert known[room] <= set(list(known)[: list(known).index(room)])
    for path in modules(f"{house}/{room}") or [ROOT / house / f"{room}.py"]:
        names = {each for node in ast.walk(parsed(path)) for each in named(node, path)}
        beside = {each.split(".")[1] for each in names if each.startswith(f"{house}.")} & set(known) - {room}
        assert beside <= known[room], f"{path.relative_to(ROOT)} imports {beside}"


def test_every_room_within_a_room_is_known():
    rooms = {house: {path.parent.name for path in (ROOT / house).glob("*/*.py")} for house in INNER}
    beside = {path.stem for path in (ROOT / "table").glob("*.py")} - {"__init__"}
    assert rooms["vision"] == set(VISION) and rooms["table"] | beside == set(TABLE)


@pytest.mark.parametrize("rooms", (SIMULATION, RENDER), ids=("simulation", "models/render"))
def test_a_room_of_what_is_drawn_imports_only_the_rooms_above_it_that_it_may(rooms):
    whole = "simulation" if rooms is SIMULATION else "models.render"
    folder = ROOT / whole.replace(".", "/")
    assert {path.parent.name for path in folder.glob("*/*.py")} == set(rooms)
    for room, may in rooms.items():
        if room == "robots":
            continue
        beside_may = BESIDE_PEOPLE if room == "people" else set()
        for path in sorted((folder / room).rglob("*.py")):
            names = {each for node in ast.walk(parsed(path)) for each in named(node, path)}
            beside = {
                each.removeprefix(f"{whole}.").split(".")[0] for each in names if each.startswith(whole)
            }
            assert beside <= may | beside_may | {room}, f"{path.relative_to(ROOT)} imports {beside}"


def test_what_the_rooms_of_the_program_share_needs_none_of_them():
    for name in SHARED | {"smoke"}:
        assert of_the_program(ROOT / f"familiar/{name}.py") <= SHARED, name


def test_the_command_line_loads_nothing_of_ours_before_a_command_is_called():
    declared = sorted((ROOT / "familiar").glob("*/command.py"))
    lines = {f"familiar.{path.parent.name}.command" for path in declared} | {"familiar.group"}
    for path in [
        ROOT / "familiar/start.py",
        *(ROOT / f"familiar/{name}.py" for name in COMMAND_LINE),
        *declared,
    ]:
        names = {each for node in parsed(path).body for each in named(node, path)}
        ours = {each for each in names if each.split(".")[0] not in sys.stdlib_module_names | {"click"}}
        ours -= {"games.nearest.close"}
        assert {each.rpartition(".")[0] for each in ours} <= lines, path


def test_no_module_needs_itself_by_way_of_others():
    known = {}
    for path in [path for room in MAY_IMPORT for path in modules(room)]:
        known[".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")] = path
    needs = {}
    for module, path in known.items():
        names = [name for node in ast.walk(parsed(path)) for name in named(node, path)]
        needs[module] = {name if name in known else name.rpartition(".")[0] for name in names} - {module}
    # Raises CycleError, which names the circle.
    TopologicalSorter(needs).prepare()


def test_the_rules_use_the_standard_library_alone_without_io_clock_or_chance():
    for path in modules("games"):
        names = set(imported(path)) - {"games", "texts"}
        assert names <= sys.stdlib_module_names, path
        assert not names & IMPURE, path
        calls = {node.func.id for node in ast.walk(parsed(path)) if _is_plain_call(node)}
        assert not calls & {"open", "print", "input"}, path


def test_nothing_of_the_product_imports_the_tests():
    for room in MAY_IMPORT:
        for path in modules(room):
            assert not {"tests", "pytest", "hypothesis"} & set(imported(path)), path


def _is_plain_call(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
