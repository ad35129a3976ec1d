"""A competition written down, and read again: its setting and its events, as JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from club.bygone import GAMES_KEPT
from club.competition.events import (
    Drawn,
    Ended,
    Entered,
    Event,
    Gone,
    Here,
    Joined,
    Renamed,
    Seats,
    Told,
    Undrawn,
)
from club.competition.setting import (
    DRAWN_MAX,
    MOST,
    PLAYERS_MAX,
    ROUNDS_MAX,
    SEED_MAX,
    TABLES_MAX,
    Format,
    Scoring,
    Setting,
)
from club.competition.state import State, replay
from club.errors import BadMessage, ClubError
from club.messages import POINTS_MAX, VERSION, listed, one_of, player_name, switch, text, whole
from club.plan import STAMP
from club.topics import ID
from games.book import GAMES
from games.nearest import quote
from table.settings.club import NAME
from texts import say, spoken

EVENTS_MAX = 100_000
BEFORE_MAX = TABLES_MAX * (GAMES_KEPT + 1)
"""Games that were over: what a board remembers of every table, and each one's newest."""
SECONDS_MAX = 2**40
KINDS: Mapping[str, type[Event]] = {
    each.__name__.lower(): each
    for each in (Joined, Renamed, Here, Gone, Drawn, Undrawn, Told, Entered, Ended)
}


def to_dict(setting: Setting, events: Sequence[Event]) -> dict[str, Any]:
    """Write a competition."""
    values = {**vars(setting), "tables": list(setting.tables), "before": sorted(setting.before)}
    return {"familiar": VERSION, "setting": values, "events": [event_to_dict(event) for event in events]}


def event_to_dict(event: Event) -> dict[str, Any]:
    """Write an event."""
    return {"event": type(event).__name__.lower(), **vars(event)}


def from_dict(values: Mapping[str, Any]) -> tuple[Setting, tuple[Event, ...], State]:
    """Read a competition, and settle it. Raises BadMessage."""
    setting = setting_from_dict(_object(values.get("setting")))
    events = listed(values, "events", lambda value: event_from_dict(_object(value)), 0, EVENTS_MAX)
    try:
        return setting, events, replay(setting, events)
    except BadMessage:
        raise
    except ClubError as error:
        raise BadMessage(spoken(error)) from None


def setting_from_dict(values: Mapping[str, Any]) -> Setting:
    """Read a setting; whether it can be played is not looked at. Raises BadMessage."""
    title = values.get("title")
    if not isinstance(title, str):
        raise BadMessage(say('its "{key}" is {value}, which it cannot be', key="title", value=quote(title)))
    return Setting(
        id=text(values, "id", STAMP),
        title=title,
        format=Format(one_of(values, "format", tuple(Format))),
        game=one_of(values, "game", tuple(GAMES)),
        tables=listed(values, "tables", _text("tables", NAME), 1, TABLES_MAX),
        rounds=whole(values, "rounds", 1, ROUNDS_MAX),
        scoring=Scoring(one_of(values, "scoring", tuple(Scoring))),
        fewest=whole(values, "fewest", 1, MOST),
        most=whole(values, "most", 1, MOST),
        wish=whole(values, "wish", 1, MOST),
        finalists=whole(values, "finalists", 0, PLAYERS_MAX),
        advance=whole(values, "advance", 1, MOST),
        minutes=whole(values, "minutes", 0, 600),
        check_in=switch(values, "check_in"),
        seed=whole(values, "seed", 0, SEED_MAX),
        before=frozenset(listed(values, "before", _text("before", f"{NAME}/{ID}"), 0, BEFORE_MAX)),
    )


def event_from_dict(values: Mapping[str, Any]) -> Event:
    """Read an event; whether it may happen is not looked at. Raises BadMessage."""
    kind = KINDS[one_of(values, "event", tuple(KINDS))]
    if kind is Joined:
        return Joined(player_name(values.get("name")), text(values, "group", ".{0,20}"))
    if kind is Renamed:
        return Renamed(_player(values.get("player")), player_name(values.get("name")))
    if kind is Here or kind is Gone:
        return kind(_player(values.get("player")))
    if kind is Drawn:
        return Drawn(
            _number(values),
            listed(values, "seats", _seated, 1, TABLES_MAX),
            listed(values, "byes", _player, 0, PLAYERS_MAX),
            listed(values, "basis", _player, 0, PLAYERS_MAX),
            switch(values, "by_hand"),
            switch(values, "knockout"),
            _seconds(values),
        )
    if kind is Told:
        stopped = switch(values, "stopped")
        return Told(
            _number(values), text(values, "table", NAME), text(values, "game", ID), _points(values), stopped
        )
    if kind is Entered:
        return Entered(_number(values), text(values, "table", NAME), _points(values))
    return kind()


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadMessage(say("it is no JSON object but {value}", value=quote(value)))
    return value


def _text(key: str, signs: str) -> Callable[[object], str]:
    return lambda value: text({key: value}, key, signs)


def _number(values: Mapping[str, Any]) -> int:
    return whole(values, "number", 1, DRAWN_MAX)


def _player(value: object) -> int:
    return whole({"player": value}, "player", 0, PLAYERS_MAX - 1)


def _seconds(values: Mapping[str, Any]) -> float:
    value = values.get("began")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= SECONDS_MAX:
        raise BadMessage(say('its "{key}" is {value}, which it cannot be', key="began", value=quote(value)))
    return float(value)


def _seated(value: object) -> tuple[str, Seats]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadMessage(say("a table is {value}, and no name with its players", value=quote(value)))
    name, seats = value
    return text({"table": name}, "table", NAME), listed({"seats": seats}, "seats", _player, 1, MOST)


def _points(values: Mapping[str, Any]) -> tuple[int, ...] | None:
    if values.get("points") is None:
        return None
    return listed(values, "points", _scored, 1, MOST)


def _scored(value: object) -> int:
    return whole({"points": value}, "points", -POINTS_MAX, POINTS_MAX)
