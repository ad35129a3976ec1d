"""Hold the settings of Probe: every question that the rules leave open (docs/rules/probe.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from games.errors import Unreadable
from games.expectation import Pile
from games.nearest import quote
from games.settings import check_known, is_allowed, settings_of, wrong_value
from texts import say

MOST_CARRIED = 100_000
"""Points, either way. A hundred times what a whole progressive evening brings."""

SETTINGS: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "min_letters": (4, 1, 2, 3, 5),
        "max_dots": (5, 0, 1, 2, 3, 4, 6, 7, 8),
        "placing": ("from_one", "anywhere"),
        "accents": ("folded", "kept"),
        "own_dot": ("chosen", "first"),
        "empty_neighbour": ("nothing", "next"),
        "neighbour_completion": (False, True),
        "times_completion": (False, True),
        "tray_completion": (True, False),
        "call_completion": (False, True),
        "call_in_own_turn": (True, False),
        "wrong_call_ends_turn": (False, True),
        "after_call": ("resume", "caller"),
        "question_after_call": ("anew", "stands"),
        "misspelt": ("any_time", "open_word"),
        "negative_totals": (True, False),
        "last_begins": ("next_turn", "this_turn"),
        "two_player_last": ("player", "tray"),
        "holder_additional": (True, False),
        "last_bonus": ("replace", "add"),
        "last_trays": ("together", "each"),
        "ranking_tie": ("shared", "turn_order"),
        "carried": ((),),
    }
)
"""Rule -> its values, the default first.

`carried` may also be the points, one number a seat, that the players bring from another table.
"""

BEFORE: Mapping[str, Any] = MappingProxyType({"question_after_call": "stands"})
"""What a record means that was written when these were no rules yet."""


@dataclass(frozen=True)
class Rules:
    """The settings of a game; the README of the rules says what each means."""

    min_letters: int = 4
    max_dots: int = 5
    placing: str = "from_one"
    accents: str = "folded"
    own_dot: str = "chosen"
    empty_neighbour: str = "nothing"
    neighbour_completion: bool = False
    times_completion: bool = False
    tray_completion: bool = True
    call_completion: bool = False
    call_in_own_turn: bool = True
    wrong_call_ends_turn: bool = False
    after_call: str = "resume"
    question_after_call: str = "anew"
    misspelt: str = "any_time"
    negative_totals: bool = True
    last_begins: str = "next_turn"
    two_player_last: str = "player"
    holder_additional: bool = True
    last_bonus: str = "replace"
    last_trays: str = "together"
    ranking_tie: str = "shared"
    carried: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse values that do not exist.

        Raises Unreadable.
        """
        for field in fields(self):
            value, allowed = getattr(self, field.name), SETTINGS[field.name]
            if field.name == "carried":
                _check_carried(value)
            elif not is_allowed(value, allowed):
                raise Unreadable(wrong_value(field.name, value, allowed))


def parse_rules(values: object) -> Rules:
    """Read the rules of a record's header; a key left out takes its default.

    Raises Unreadable, naming the nearest key or value.
    """
    found = dict(settings_of(values, '{"max_dots": 5}'))
    check_known(found, SETTINGS)
    if isinstance(found.get("carried"), list):
        found["carried"] = tuple(found["carried"])
    return Rules(**found)


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """Write every setting, defaults too, so that a record means the same for ever."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)} | {
        "carried": list(rules.carried)
    }


def lies(rules: Rules) -> Pile:
    """Say what lies on the table."""
    return Pile()


def _check_carried(value: object) -> None:
    if not isinstance(value, tuple) or len(value) > 4:
        raise Unreadable(
            say(
                'The rule "{key}" lists the points of each seat, not {value}.',
                key="carried",
                value=quote(value),
            )
        )
    for points in value:
        if type(points) is not int or abs(points) > MOST_CARRIED:
            raise Unreadable(
                say(
                    'The rule "{key}" holds whole numbers up to {most}, not {value}.',
                    key="carried",
                    most=MOST_CARRIED,
                    value=quote(points),
                )
            )
