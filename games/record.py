"""Read and write records: UTF-8 JSON lines, the header first, then one event a line (games/README.md)."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.book import GAMES
from games.errors import GameError, NotAllowed, Unreadable
from games.header import Header
from games.names import same, spoils_a_line
from games.nearest import quote, unknown
from games.protocol import AnyGame, EventDict, GameEvent
from texts import Said, say

__all__ = [
    "RECORD",
    "Header",
    "entries",
    "event_from_dict",
    "event_to_dict",
    "format_line",
    "header_from_dict",
    "header_to_dict",
    "parse_line",
]

RECORD = "familiar/1"
_START = f'{{"record": "{RECORD}", ...}}'
_KEYS = ("record", "game", "players", "dealer", "rules")
_WANTED = ("record", "game", "players", "dealer")
_BOM = b"\xef\xbb\xbf"
_COMMA = say("a comma stands before the end")
_FAULTS: Mapping[str, Said] = MappingProxyType(
    {
        "Expecting value": say("a value should stand there"),
        "Expecting property name enclosed in double quotes": say(
            "a key in double quotation marks should stand there"
        ),
        "Expecting ':' delimiter": say("a colon should stand there"),
        "Expecting ',' delimiter": say("a comma or the end should stand there"),
        "Unterminated string starting": say("the text that begins there has no closing quotation mark"),
        "Invalid control character": say("a control character stands in a text"),
        "Invalid \\escape": say("a backslash stands before a sign that cannot follow it"),
        "Invalid \\uXXXX escape": say("four hexadecimal digits should follow the backslash and its u"),
        "Extra data": say("something stands behind the end of the object"),
        "Illegal trailing comma before end of object": _COMMA,
        "Illegal trailing comma before end of array": _COMMA,
    }
)
"""What the standard library finds wrong with a line, without the "at" with which that may end."""
LONGEST_NAME = 60
"""Characters of a player's name: as much as a phone may post, and a line of a score sheet can bear."""
# Line breaks and lone surrogates in a name would spoil every message and every output that carries it.


def parse_line(line: str | bytes) -> dict[str, Any]:
    """Read one line as a JSON object.

    Raises Unreadable.
    """
    if isinstance(line, bytes):
        if line.startswith(_BOM):
            raise Unreadable(say("The file starts with a byte order mark: save it as UTF-8 without one."))
        try:
            line = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable(
                say("This line is not UTF-8 (byte {byte}): save the file as UTF-8.", byte=error.start + 1)
            ) from None
    if line.startswith("\ufeff"):
        raise Unreadable(say("The file starts with a byte order mark: save it as UTF-8 without one."))
    if not line.strip():
        raise Unreadable(say("This line is empty: delete it, every line holds one event."))
    try:
        found = json.loads(line, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        why = _FAULTS.get(error.msg.removesuffix(" at"), error.msg)
        raise Unreadable(
            say("This line is not JSON, at character {at}: {why}.", at=error.pos + 1, why=why)
        ) from None
    except GameError:
        raise
    except (ValueError, RecursionError):
        raise Unreadable(
            say("This line is not JSON that a record may hold: a number is too long or it is nested.")
        ) from None
    if not isinstance(found, dict):
        raise Unreadable(
            say(
                "A line must be an object such as {example}, not {value}.",
                example='{"event": "confirm"}',
                value=quote(found),
            )
        )
    return found


def format_line(values: Mapping[str, Any]) -> str:
    """Write one line, without its line break."""
    return json.dumps(values, ensure_ascii=False, allow_nan=False)


def format_lines(header: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> str:
    """Write the lines of a whole record as they were kept, each ended; whether they fit is not looked at."""
    return "".join(format_line(values) + "\n" for values in (header, *events))


def header_from_dict(values: Mapping[str, Any], *, new: bool = False) -> Header:
    """Read a header.

    `new`: of a game that begins now. Any other was perhaps written when some rules were none yet: it means
    these as the game was played then. Raises Unreadable, naming the nearest key, game or rule; NotAllowed for
    too few or too many players.
    """
    if "event" in values and "record" not in values:
        raise Unreadable(say("The header is missing: the first line must start with {start}.", start=_START))
    for key in values:
        if key not in _KEYS:
            raise Unreadable(unknown(say("key of the header"), key, _KEYS))
    for key in _WANTED:
        if key not in values:
            raise Unreadable(
                say('The header has no "{key}": it needs {keys}.', key=key, keys=", ".join(_WANTED))
            )
    if values["record"] != RECORD:
        raise Unreadable(
            say(
                'This is a record of the kind {kind}: only "{known}" can be read.',
                kind=quote(values["record"]),
                known=RECORD,
            )
        )
    name = values["game"]
    if not isinstance(name, str) or name not in GAMES:
        raise Unreadable(unknown(say("game"), name, GAMES))
    game = GAMES[name]
    players = _players(values["players"])
    if len(players) not in game.SEATS:
        raise NotAllowed(_wrong_number(game.TITLE, game.SEATS, len(players)), "players")
    dealer = values["dealer"]
    if type(dealer) is not int or not 0 <= dealer < len(players):
        raise Unreadable(
            say(
                "The dealer is the number of a seat, 0 to {last}, not {value}.",
                last=len(players) - 1,
                value=quote(dealer),
            )
        )
    rules = values.get("rules", {})
    return Header(name, players, dealer, game.parse_rules(rules if new else _as_written(game, rules)))


def header_to_dict(header: Header) -> dict[str, Any]:
    """Write a header as a record does, with every rule."""
    rules = GAMES[header.game].rules_to_dict(header.rules)
    return dict(zip(_KEYS, (RECORD, header.game, list(header.players), header.dealer, rules), strict=True))


def _as_written(game: AnyGame, rules: object) -> object:
    """Complete the rules of an older record. A written header says every rule that there was."""
    if not isinstance(rules, Mapping):
        return rules
    unsaid = game.SETTINGS.keys() - rules.keys()
    return {**game.BEFORE, **rules} if unsaid and unsaid <= game.BEFORE.keys() else rules


def event_from_dict(values: Mapping[str, Any], header: Header) -> GameEvent:
    """Read an event of the header's game.

    Raises Unreadable.
    """
    if "record" in values:
        raise Unreadable(say("A second header: a record holds one game, put the other in a file of its own."))
    event: GameEvent = GAMES[header.game].event_from_dict(values, header)
    return event


def event_to_dict(event: GameEvent, header: Header) -> EventDict:
    """Write an event as a record does."""
    return GAMES[header.game].event_to_dict(event)


def entries(data: str | bytes | Iterable[str | bytes]) -> tuple[Header, Iterator[tuple[int, GameEvent]]]:
    """Read a record: its header, which is line 1, and line by line the line's number and the event on it.

    `data`: a file's whole content, or its lines. Raises GameError with `line` set.
    """
    lines = enumerate(_lines(data), 1)
    first = next(lines, None)
    if first is None:
        raise Unreadable(say("The record is empty: its first line must be {start}.", start=_START)).at(line=1)
    try:
        header = header_from_dict(parse_line(first[1]))
    except GameError as error:
        raise error.at(line=1) from None
    return header, _events(lines, header)


def _events(lines: Iterable[tuple[int, str | bytes]], header: Header) -> Iterator[tuple[int, GameEvent]]:
    for number, line in lines:
        try:
            yield number, event_from_dict(parse_line(line), header)
        except GameError as error:
            raise error.at(line=number) from None


def _lines(data: str | bytes | Iterable[str | bytes]) -> Iterable[str | bytes]:
    """Split at line feeds alone: other breaks may stand within a JSON string."""
    if isinstance(data, bytes):
        return data.removesuffix(b"\n").split(b"\n") if data else ()
    if isinstance(data, str):
        return data.removesuffix("\n").split("\n") if data else ()
    return data


def _players(values: object) -> tuple[str, ...]:
    if not isinstance(values, list | tuple):
        raise Unreadable(
            say(
                'The players are a list of names such as ["Ann", "Bo", "Cy"], not {value}.',
                value=quote(values),
            )
        )
    seats: dict[str, str] = {}
    for value in values:
        if not isinstance(value, str) or not value.strip():
            raise Unreadable(
                say("A player's name cannot be {value}: give every player a name.", value=quote(value))
            )
        if spoils_a_line(value):
            raise Unreadable(
                say(
                    "The player's name {value} holds a line break or control character: leave it out.",
                    value=quote(value),
                )
            )
        if len(value) > LONGEST_NAME:
            raise Unreadable(
                say(
                    "The player's name {value} has {count} characters: give one of at most {most}.",
                    value=quote(value),
                    count=len(value),
                    most=LONGEST_NAME,
                )
            )
        key = same(value)
        if key in seats:
            raise Unreadable(
                say(
                    "Two players are called {one} and {other}: give them different names.",
                    one=quote(seats[key]),
                    other=quote(value),
                )
            )
        seats[key] = value
    return tuple(values)


def _wrong_number(title: str, seats: Sequence[int], here: int) -> str:
    if len(seats) > 1:
        return say(
            "{game} is for {fewest} to {most} players, not {here}.",
            game=title,
            fewest=seats[0],
            most=seats[-1],
            here=here,
        )
    return say("{game} is for exactly {seats} players, not {here}.", game=title, seats=seats[0], here=here)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable(say("The key {key} stands twice on this line: leave one.", key=quote(key)))
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise Unreadable(say("{name} is no number that a record may hold.", name=name))
