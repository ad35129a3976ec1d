"""What the board tells: the evening with its ranking, and to each table who plays there next."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from club.errors import BadMessage, ClubError
from club.evening import GAMES_MAX, PLAYED, Entry, Evening, Standing, check
from club.messages import (
    POINTS_MAX,
    VERSION,
    check_distinct,
    listed,
    one_of,
    player_name,
    text,
    whole,
)
from club.topics import ID
from games.book import GAMES
from games.nearest import quote
from games.progressive import PLAYERS, TABLES
from table.settings.club import NAME
from texts import say, spoken

STAMP = "[0-9]{8}T[0-9]{6}Z"
BEGUN = "%Y%m%dT%H%M%SZ"
"""How an evening's id tells when it was begun, UTC."""
LAST_YEAR = 9998
"""The last year that a time which can be reckoned with may have: one can still be later."""
BEFORE_MAX = 1000
ROUNDS_MAX = 120
"""Rounds of a competition, its knock-out with them."""
SEATED_LEAST, SEATED_MOST = 2, 6


@dataclass(frozen=True)
class Seating:
    """Who plays the next game at a table, and with how many points each of them comes."""

    table: str
    evening: str
    game: str
    round: int
    rounds: int
    players: tuple[str, ...]
    carried: tuple[int, ...]


def seating_of(evening: Evening, table: str, ranking: Sequence[Standing]) -> Seating:
    """Tell a table who plays the newest round there; what they carry are the points of the rounds before."""
    at = len(evening.rounds) - 1
    players = evening.rounds[-1][evening.tables.index(table)]
    carried = {line.name: sum(points or 0 for points in line.points[:at]) for line in ranking}
    return Seating(
        table,
        evening.id,
        evening.game,
        at + 1,
        evening.games,
        players,
        tuple(carried[name] for name in players),
    )


def seating_to_dict(seating: Seating) -> dict[str, Any]:
    """Write a seating as a message."""
    lists = {"players": list(seating.players), "carried": list(seating.carried)}
    return {"familiar": VERSION, **vars(seating), **lists}


def seating_from_dict(values: Mapping[str, Any]) -> Seating:
    """Read a seating. Raises BadMessage."""
    seating = Seating(
        text(values, "table", NAME),
        text(values, "evening", STAMP),
        one_of(values, "game", tuple(GAMES)),
        whole(values, "round", 1, ROUNDS_MAX),
        whole(values, "rounds", 1, ROUNDS_MAX),
        listed(values, "players", player_name, SEATED_LEAST, SEATED_MOST),
        listed(values, "carried", _points, SEATED_LEAST, SEATED_MOST),
    )
    check_distinct(seating.players)
    if len(seating.players) not in GAMES[seating.game].SEATS:
        raise BadMessage(
            say("{count} cannot play {game}", count=len(seating.players), game=GAMES[seating.game].TITLE)
        )
    if len(seating.carried) != len(seating.players):
        raise BadMessage(say('its "carried" has not as many points as there are players'))
    return seating


def evening_to_dict(evening: Evening, ranking: Sequence[Standing], over: bool) -> dict[str, Any]:
    """Write an evening as a message; what is read again is the plan, the ranking follows from the games."""
    return {
        "familiar": VERSION,
        "id": evening.id,
        "game": evening.game,
        "games": evening.games,
        "tables": list(evening.tables),
        "rounds": [[list(seats) for seats in tables] for tables in evening.rounds],
        "before": sorted(evening.before),
        "by_hand": [{**vars(entry), "points": list(entry.points)} for entry in evening.by_hand],
        "over": over,
        "ranking": [{**vars(line), "points": list(line.points)} for line in ranking],
    }


def evening_from_dict(values: Mapping[str, Any]) -> Evening:
    """Read an evening's plan. Raises BadMessage."""
    evening = Evening(
        id=_begun(values),
        game=one_of(values, "game", PLAYED),
        games=whole(values, "games", 1, GAMES_MAX),
        tables=listed(values, "tables", lambda name: text({"tables": name}, "tables", NAME), TABLES, TABLES),
        rounds=listed(values, "rounds", _tables, 1, GAMES_MAX),
        before=frozenset(listed(values, "before", _before, 0, BEFORE_MAX)),
        by_hand=listed(values, "by_hand", _entry, 0, GAMES_MAX * TABLES),
    )
    try:
        check(evening)
    except BadMessage:
        raise
    except ClubError as error:
        raise BadMessage(spoken(error)) from None
    return evening


def _begun(values: Mapping[str, Any]) -> str:
    """Read when an evening was begun: another board begins its own behind it."""
    stamp = text(values, "id", STAMP)
    with suppress(ValueError):
        if datetime.strptime(stamp, BEGUN).replace(tzinfo=UTC).year <= LAST_YEAR:
            return stamp
    raise BadMessage(say('its "{key}" is {value}, which it cannot be', key="id", value=quote(stamp)))


def _tables(value: object) -> tuple[tuple[str, ...], ...]:
    return listed({"rounds": value}, "rounds", _four, TABLES, TABLES)


def _four(value: object) -> tuple[str, ...]:
    return listed({"rounds": value}, "rounds", player_name, PLAYERS, PLAYERS)


def _before(value: object) -> str:
    return text({"before": value}, "before", f"{NAME}/{ID}")


def _entry(value: object) -> Entry:
    if not isinstance(value, dict):
        raise BadMessage(say("points by hand are {value} and no object", value=quote(value)))
    return Entry(
        whole(value, "round", 1, GAMES_MAX),
        text(value, "table", NAME),
        listed(value, "points", _scored, PLAYERS, PLAYERS),
    )


def _scored(value: object) -> int:
    return whole({"points": value}, "points", -POINTS_MAX, POINTS_MAX)


def _points(value: object) -> int:
    return whole({"carried": value}, "carried", -POINTS_MAX * GAMES_MAX, POINTS_MAX * GAMES_MAX)
