"""Hold the settings: every question that the rules leave open (docs/rules/magicians.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import permutations
from types import MappingProxyType
from typing import Any

from games.board import MOST_WALKS, Board, board_to_dict, parse_board, walks
from games.errors import Unreadable
from games.expectation import Throws
from games.magicians.graph import LAYOUTS, house
from games.nearest import quote
from games.settings import check_known, is_allowed, settings_of, wrong_value
from games.sticks import COLORS, KIT, Table, parse_table, table_to_dict
from texts import say, sentences

SETTINGS: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "colors": tuple(permutations(COLORS)),
        "sticks": ("kit", "untied"),
        "board": ("none", "house"),
        "layout": LAYOUTS,
        "labyrinth": ("from_life", "never", "sideways"),
        "opening": ("throw", "dealer"),
        "opening_tie": ("tied", "all"),
        "turn_order": ("clockwise", "counterclockwise"),
        "life_rule_first_turn": (True, False),
        "life_rule_extra_turn": (True, False),
        "jump_back": (False, True),
        "walk_back": (False, True),
        "apprentice_may_stay": (False, True),
        "apprentice_path": ("no_return", "no_square_twice"),
        "apprentice_labyrinth": (True, False),
        "spell_timing": ("after_duels", "immediate"),
        "teleport_may_stay": (True, False),
        "hostile_place_takes_stone": (True, False),
        "extra_turn_after_lost_duel": (True, False),
        "rethrow": ("all", "invalid"),
        "leaning": ("again", "counts"),
        "void_duel_throw": ("free", "counts"),
        "kept_sticks": ("stay", "may_return"),
        "keep_all": ("stops", "refused"),
        "replay_begins": ("ask", "second", "first"),
        "second_tie": ("swap", "keep"),
        "ranking_tie": ("shared", "turn_order"),
    }
)
"""Rule -> its values, the default first.

`sticks` may also be a set's own table, `board` a board file's content.
"""

BEFORE: Mapping[str, Any] = MappingProxyType({"walk_back": True})
"""What a record means that was written when these were no rules yet."""


@dataclass(frozen=True)
class Rules:
    """The settings of a game; the README of the rules says what each means."""

    colors: tuple[str, ...] = COLORS
    sticks: str | Table = "kit"
    board: str | Board = "none"
    layout: str = LAYOUTS[0]
    labyrinth: str = "from_life"
    opening: str = "throw"
    opening_tie: str = "tied"
    turn_order: str = "clockwise"
    life_rule_first_turn: bool = True
    life_rule_extra_turn: bool = True
    jump_back: bool = False
    walk_back: bool = False
    apprentice_may_stay: bool = False
    apprentice_path: str = "no_return"
    apprentice_labyrinth: bool = True
    spell_timing: str = "after_duels"
    teleport_may_stay: bool = True
    hostile_place_takes_stone: bool = True
    extra_turn_after_lost_duel: bool = True
    rethrow: str = "all"
    leaning: str = "again"
    void_duel_throw: str = "free"
    kept_sticks: str = "stay"
    keep_all: str = "stops"
    replay_begins: str = "ask"
    second_tie: str = "swap"
    ranking_tie: str = "shared"

    def __post_init__(self) -> None:
        """Refuse values that do not exist.

        Raises Unreadable.
        """
        for field in fields(self):
            value, allowed = getattr(self, field.name), SETTINGS[field.name]
            if field.name == "sticks" and isinstance(value, tuple):
                parse_table(table_to_dict(value))
            elif field.name == "board" and isinstance(value, Board):
                parse_board(board_to_dict(value))
            elif not is_allowed(value, allowed):
                raise Unreadable(_wrong_value(field.name, value))
        if self.apprentice_path == "no_square_twice" and self.paths and walks(self.paths) > MOST_WALKS:
            raise Unreadable(
                say(
                    "This board has too many forks to follow each path by itself: choose "
                    '"apprentice_path": "no_return".'
                )
            )

    @property
    def table(self) -> Table | None:
        """Give the sticks' own table; None where notches and sides are not tied."""
        if isinstance(self.sticks, str):
            return KIT if self.sticks == "kit" else None
        return self.sticks

    @property
    def paths(self) -> Board | None:
        """Give the apprentices' paths; None where the players move by hand and tap where they stopped."""
        if isinstance(self.board, Board):
            return self.board
        return house(self.layout) if self.board == "house" else None


def parse_rules(values: object) -> Rules:
    """Read the rules of a record's header; a key left out takes its default.

    Raises Unreadable, naming the nearest key or value, or what is wrong with a board or a table of sticks.
    """
    found = dict(settings_of(values, '{"board": "none"}'))
    check_known(found, SETTINGS)
    if isinstance(found.get("colors"), list):
        found["colors"] = tuple(found["colors"])
    for key, parse in (("sticks", parse_table), ("board", parse_board)):
        value = found.get(key)
        if isinstance(value, Mapping):
            found[key] = parse(value)
        elif key in found and not isinstance(value, str):
            raise Unreadable(_wrong_value(key, value))
    return Rules(**found)


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """Write every setting, defaults too, so that a record means the same for ever."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    values["colors"] = list(rules.colors)
    if not isinstance(rules.sticks, str):
        values["sticks"] = table_to_dict(rules.sticks)
    if isinstance(rules.board, Board):
        values["board"] = board_to_dict(rules.board)
    return values


def lies(rules: Rules) -> Throws:
    """Say what lies on the table."""
    return Throws(rules.table)


def _wrong_value(key: str, value: object) -> str:
    if key == "colors":
        return say(
            "The colors list {colors}, each once in the order of the seats, not {value}.",
            colors=COLORS,
            value=_shown(value),
        )
    said = wrong_value(key, value, SETTINGS[key])
    if key == "board":
        return sentences(said, say("Or the content of a board file stands there."))
    if key == "sticks":
        return sentences(said, say("Or the set's own table stands there."))
    return said


def _shown(value: object) -> str:
    return quote(list(value) if isinstance(value, tuple) else value)
