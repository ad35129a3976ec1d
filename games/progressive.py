"""Seat twelve players anew after each game of a progressive evening (docs/rules/probe.md 7)."""

from collections.abc import Mapping, Sequence

from games.errors import NotAllowed
from games.nearest import quote
from texts import say

TABLES = 3
PLAYERS = 4
GAME = "probe"
"""The game whose rules know of it; any other that four can play is seated so, too."""
GAMES = 3
"""Games of an evening: nobody says how many (docs/rules/probe.md 7), so this is a default."""
MOVING = 2
"""Players of each table that move on: the best two of its game."""

Tables = tuple[tuple[str, ...], ...]


def seating(tables: Sequence[Sequence[str]], points: Mapping[str, int], totals: Mapping[str, int]) -> Tables:
    """Let the two best of each table move to the next one, those of the last to the first; the others stay.

    `points`: of the game just played; `totals`: of the evening, this game included. Equal points: the higher
    total moves, then who sits earlier. Those who stay keep the earlier seats. Raises NotAllowed where players
    are missing or sit twice.
    """
    _check(tables, points, totals)
    movers = [best(table, points, totals) for table in tables]
    return tuple(
        (*(name for name in table if name not in movers[place]), *movers[place - 1])
        for place, table in enumerate(tables)
    )


def carry(totals: Mapping[str, int], points: Mapping[str, int]) -> dict[str, int]:
    """Add a game's points to everybody's total."""
    return {name: total + points.get(name, 0) for name, total in totals.items()}


def best(table: Sequence[str], points: Mapping[str, int], totals: Mapping[str, int]) -> tuple[str, ...]:
    """Name who moves on from a table, the best first."""
    return tuple(sorted(table, key=lambda name: (-points[name], -totals[name]))[:MOVING])


def _check(tables: Sequence[Sequence[str]], points: Mapping[str, int], totals: Mapping[str, int]) -> None:
    names = [name for table in tables for name in table]
    if len(tables) != TABLES or any(len(table) != PLAYERS for table in tables):
        raise NotAllowed(
            say("Progressive play has {tables} tables of {players}.", tables=TABLES, players=PLAYERS),
            "players",
        )
    for name in names:
        if names.count(name) > 1:
            raise NotAllowed(say("{name} cannot sit twice.", name=quote(name)), "players")
        if name not in points or name not in totals:
            raise NotAllowed(
                say("There are no points of {name}: finish that table's game first.", name=quote(name)),
                "players",
            )
