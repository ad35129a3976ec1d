"""Name the throwing sticks of Les Trois Magiciens and what a lying one shows (docs/rules/magicians.md 1).

A stick is a three-sided bar. Lying, it shows its upper edge, with 0, 1 or 2 notches, and the two sides beside
it; the third side lies down. So each stick has three ways to lie, and its own table says which side lies down
under which notches. Six such tables are possible; which one a set has must be looked at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from games.errors import NotAllowed, Unreadable
from games.nearest import quote, unknown
from texts import Said, say, say_as, say_many

COLORS = ("red", "black", "white")
SIDES = ("force", "magic", "destiny")
NOTCHES = (0, 1, 2)
COLOR_WORDS: Mapping[str, Said] = MappingProxyType(
    {"red": say_as("stick", "red"), "black": say_as("stick", "black"), "white": say_as("stick", "white")}
)
SYMBOL_WORDS: Mapping[str, Said] = MappingProxyType(
    {"force": say("Force"), "magic": say("Magic"), "destiny": say("Destiny")}
)

Table = tuple[tuple[str, str, str], ...]
"""By COLORS, then by notches: the side that lies down."""

KIT: Table = (("destiny", "force", "magic"),) * 3
"""The sticks that we publish (docs/kit.md): blank opposite the 0 edge, Force opposite 1, Magic 2."""

_KEYS = ("color", "notches", "sides")


@dataclass(frozen=True)
class Stick:
    """A stick as it lies: the notches of its upper edge and the two sides in view, sorted.

    None is what nobody read; a known table fills it in.
    """

    color: str
    notches: int | None = None
    sides: tuple[str, ...] | None = None

    @property
    def hidden(self) -> str | None:
        """Name the side that lies down."""
        if self.sides is None:
            return None
        return next(side for side in SIDES if side not in self.sides)


def beside(hidden: str) -> tuple[str, ...]:
    """Name the two sides in view while `hidden` lies down, sorted."""
    return tuple(sorted(side for side in SIDES if side != hidden))


def complete(stick: Stick, table: Table | None) -> Stick:
    """Fill in what was not read, and check what was read twice; without a table the stick stays as it is.

    Raises NotAllowed (`stick_table`) for a stick that cannot lie like this.
    """
    if table is None:
        return stick
    row = table[COLORS.index(stick.color)]
    if stick.notches is None:
        return stick if stick.hidden is None else replace(stick, notches=row.index(stick.hidden))
    right = beside(row[stick.notches])
    if stick.sides not in (None, right):
        raise NotAllowed(
            say(
                "The {color} stick cannot lie like this: with {notches} it shows {right}, not {sides}. "
                "Look at its upper edge and its sides again.",
                color=COLOR_WORDS[stick.color],
                notches=notches(stick.notches),
                right=symbols(right),
                sides=symbols(stick.sides or ()),
            ),
            "stick_table",
        )
    return replace(stick, sides=right)


def notches(count: int) -> Said:
    """Say a number of notches."""
    return say_many("{count} notch", "{count} notches", count)


def symbols(sides: Iterable[str]) -> list[Said]:
    """Name sides for a sentence."""
    return [SYMBOL_WORDS[side] for side in sides]


def parse_color(value: object) -> str:
    """Read a stick's colour.

    Raises Unreadable, naming the nearest.
    """
    if isinstance(value, str) and value in COLORS:
        return value
    raise Unreadable(unknown(say("stick"), value, COLORS))


def parse_stick(value: object) -> Stick:
    """Read a stick such as {"color": "red", "notches": 1, "sides": ["destiny", "magic"]}.

    `notches` or `sides` may be left out, but not both. Raises Unreadable.
    """
    if not isinstance(value, Mapping):
        raise Unreadable(
            say(
                "A stick is such as {example}, not {value}.",
                example='{"color": "red", "notches": 1}',
                value=quote(value),
            )
        )
    for key in value:
        if key not in _KEYS:
            raise Unreadable(unknown(say("key of a stick"), key, _KEYS))
    if "color" not in value:
        raise Unreadable(say('A stick has no "color": there are {colors}.', colors=COLORS))
    color = parse_color(value["color"])
    if "notches" not in value and "sides" not in value:
        raise Unreadable(say('The {color} stick needs "notches", "sides" or both.', color=COLOR_WORDS[color]))
    count = _parse_notches(color, value["notches"]) if "notches" in value else None
    sides = _parse_sides(color, value["sides"]) if "sides" in value else None
    return Stick(color, count, sides)


def stick_to_dict(stick: Stick) -> dict[str, Any]:
    """Write a stick as a record does; what nobody read is left out."""
    values: dict[str, Any] = {"color": stick.color}
    if stick.notches is not None:
        values["notches"] = stick.notches
    if stick.sides is not None:
        values["sides"] = list(stick.sides)
    return values


def parse_table(value: object) -> Table:
    """Read the table of a set: per colour the side that lies down under 0, 1 and 2 notches.

    Raises Unreadable.
    """
    example = '{"red": ["destiny", "force", "magic"], "black": [...], "white": [...]}'
    if not isinstance(value, Mapping):
        raise Unreadable(
            say(
                "The table of the sticks is an object such as {example}, not {value}.",
                example=example,
                value=quote(value),
            )
        )
    for color in value:
        parse_color(color)
    rows = []
    for color in COLORS:
        row = value.get(color)
        if not isinstance(row, list | tuple) or sorted(map(str, row)) != sorted(SIDES):
            raise Unreadable(
                say(
                    "The table of the {color} stick lists the side that lies down under 0, 1 and 2 notches, "
                    "each of {sides} once, not {row}.",
                    color=COLOR_WORDS[color],
                    sides=SIDES,
                    row=quote(row),
                )
            )
        rows.append((str(row[0]), str(row[1]), str(row[2])))
    return tuple(rows)


def table_to_dict(table: Table) -> dict[str, list[str]]:
    """Write the table of a set as a record does."""
    return {color: list(row) for color, row in zip(COLORS, table, strict=True)}


def _parse_notches(color: str, value: object) -> int:
    if type(value) is int and value in NOTCHES:
        return value
    raise Unreadable(
        say(
            "The {color} stick shows 0, 1 or 2 notches, not {value}.",
            color=COLOR_WORDS[color],
            value=quote(value),
        )
    )


def _parse_sides(color: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise Unreadable(
            say('The sides are a list such as ["destiny", "force"], not {value}.', value=quote(value))
        )
    for side in value:
        if not isinstance(side, str) or side not in SIDES:
            raise Unreadable(unknown(say("side of a stick"), side, SIDES))
    if len(value) != 2 or value[0] == value[1]:
        raise Unreadable(
            say(
                "The {color} stick shows two different sides, not {value}.",
                color=COLOR_WORDS[color],
                value=quote(list(value)),
            )
        )
    return tuple(sorted(value))
