"""What a table tells: the scores of a game, written and read as JSON."""

import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from re import fullmatch
from typing import Any, TypeVar

from club.errors import BadMessage
from club.topics import ID
from games.book import GAMES
from games.errors import Unreadable
from games.names import same, spoils_a_line, tidy
from games.nearest import quote
from table.settings.club import NAME
from texts import say

VERSION = 1
LARGEST = 64 * 1024
"""Bytes of a message: a hundred times what a game's scores take."""
NAME_MAX = 100
"""Signs of a player's name; the pages take 60."""
NAMES_KEPT = 2048
"""Names that need not be looked through again: twice as many as a competition may have."""
PLAYERS_MAX = 12
POINTS_MAX = 10_000_000
ROUND_MAX = 100_000
STATES = ("idle", "playing", "over")
ONLINE, OFFLINE = b"online", b"offline"

T = TypeVar("T")


@dataclass(frozen=True)
class Player:
    """One seat's score: `points` of this game, `total` with what was carried from other tables."""

    name: str
    points: int
    total: int
    rank: int


@dataclass(frozen=True)
class Scores:
    """What a table tells of a game; without an `id` there is none.

    `run` names one connection of the table and `revision` grows within it, of one game over runs, too, so
    that an older message is known. `began`: UTC, as the table's clock said. `round`: the one played now, or
    the last; or turn. `stopped`: its players ended it early. `trick`: how many tricks of this round are over,
    None where none are played.
    """

    table: str
    id: str | None = None
    game: str | None = None
    state: str = "idle"
    began: str | None = None
    round: int = 0
    rounds: int | None = None
    players: tuple[Player, ...] = ()
    winners: tuple[str, ...] = ()
    run: str = field(default="", compare=False)
    revision: int = field(default=0, compare=False)
    stopped: bool = False
    trick: int | None = None

    @property
    def over(self) -> bool:
        """Tell whether the game is over."""
        return self.state == "over"

    @property
    def leaders(self) -> tuple[str, ...]:
        """Name who leads; nobody while all are level."""
        first = tuple(player.name for player in self.players if player.rank == 1)
        return first if len(first) < len(self.players) else ()

    @property
    def names(self) -> tuple[str, ...]:
        """Name the players in the order of their seats."""
        return tuple(player.name for player in self.players)

    @property
    def points(self) -> dict[str, int]:
        """Give everybody's points of this game."""
        return {player.name: player.points for player in self.players}


def scores_to_dict(scores: Scores) -> dict[str, Any]:
    """Write scores as a message; `title`, `leaders` and `points` are there for those who only show them."""
    return {
        "familiar": VERSION,
        "table": scores.table,
        "run": scores.run,
        "revision": scores.revision,
        "id": scores.id,
        "game": scores.game,
        "title": None if scores.game is None else GAMES[scores.game].TITLE,
        "state": scores.state,
        "began": scores.began,
        "round": scores.round,
        "rounds": scores.rounds,
        "players": [dict(vars(player)) for player in scores.players],
        "leaders": list(scores.leaders),
        "points": max((player.points for player in scores.players), default=None),
        "winners": list(scores.winners),
        "stopped": scores.stopped,
        "trick": scores.trick,
    }


def pack(values: Mapping[str, Any]) -> bytes:
    """Write a message's bytes."""
    return json.dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def unpack(payload: bytes, largest: int = LARGEST) -> dict[str, Any]:
    """Read a message's bytes. Raises BadMessage for what is no object of this version."""
    if len(payload) > largest:
        raise BadMessage(say("it is longer than {most} KiB", most=largest // 1024))
    try:
        values = json.loads(payload.decode("utf-8"), parse_constant=_no_constant)
    except BadMessage:
        raise
    except (ValueError, RecursionError):
        raise BadMessage(say("it is no JSON text in UTF-8")) from None
    if not isinstance(values, dict):
        raise BadMessage(say("it is no JSON object but {value}", value=quote(values)))
    version = values.get("familiar")
    if type(version) is not int or version < 1:
        raise BadMessage(
            say('its "familiar" is {value} and no version of these messages', value=quote(version))
        )
    if version > VERSION:
        raise BadMessage(
            say(
                "it is of version {version}, this program knows {known}: update Familiar",
                version=version,
                known=VERSION,
            )
        )
    return values


def scores_from_dict(values: Mapping[str, Any]) -> Scores:
    """Read a table's message. Raises BadMessage with what is wrong."""
    state = one_of(values, "state", STATES)
    idle = Scores(
        table=text(values, "table", NAME),
        run=text(values, "run", "[0-9a-f]{0,32}"),
        revision=whole(values, "revision", 0, 2**53),
    )
    if state == "idle":
        return idle
    scores = replace(
        idle,
        id=text(values, "id", ID),
        game=one_of(values, "game", tuple(GAMES)),
        state=state,
        began=text(values, "began", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"),
        round=whole(values, "round", 0, ROUND_MAX),
        rounds=None if values.get("rounds") is None else whole(values, "rounds", 1, ROUND_MAX),
        players=listed(values, "players", _player, 1, PLAYERS_MAX),
        winners=listed(values, "winners", player_name, 0, PLAYERS_MAX),
        # Programs that cannot stop a game do not write it.
        stopped=switch(values, "stopped") if "stopped" in values else False,
        trick=None if values.get("trick") is None else whole(values, "trick", 0, ROUND_MAX),
    )
    check_distinct(scores.names)
    strangers = set(scores.winners) - set(scores.names)
    if strangers:
        raise BadMessage(say('its "winners" name {name}, who does not play', name=quote(min(strangers))))
    return scores


def _player(values: object) -> Player:
    if not isinstance(values, dict):
        raise BadMessage(say("a player is {value} and no object", value=quote(values)))
    return Player(
        player_name(values.get("name")),
        whole(values, "points", -POINTS_MAX, POINTS_MAX),
        whole(values, "total", -POINTS_MAX, POINTS_MAX),
        whole(values, "rank", 1, PLAYERS_MAX),
    )


def player_name(value: object) -> str:
    """Read a player's name. Raises BadMessage."""
    if not isinstance(value, str) or not 0 < len(value.strip()) <= len(value) <= NAME_MAX:
        raise BadMessage(
            say(
                "a player's name is {value}: it has 1 to {most} characters", value=quote(value), most=NAME_MAX
            )
        )
    if spoils_a_line(value):
        raise BadMessage(
            say("the player's name {value} holds a line break or control character", value=quote(value))
        )
    if not _is_seen_whole(value):
        raise BadMessage(
            say(
                "the player's name {value} holds characters that cannot be seen, or that pile up",
                value=quote(value),
            )
        )
    return value


# A table tells the same few names with every event, and a hall hears them all.
@lru_cache(maxsize=NAMES_KEPT)
def _is_seen_whole(name: str) -> bool:
    """Tell whether each sign of a name is seen, and none piled up."""
    try:
        return "".join(unicodedata.normalize("NFC", name).split()) == "".join(tidy(name).split())
    except Unreadable:
        return False


def check_distinct(names: tuple[str, ...]) -> None:
    """Refuse two players of one name. Raises BadMessage."""
    folded = [same(name) for name in names]
    for name, fold in zip(names, folded, strict=True):
        if folded.count(fold) > 1:
            raise BadMessage(say("two players are called {name}", name=quote(name)))


def text(values: Mapping[str, Any], key: str, signs: str) -> str:
    """Read a text that a regular expression describes. Raises BadMessage."""
    value = values.get(key)
    if not isinstance(value, str) or not fullmatch(signs, value):
        raise BadMessage(say('its "{key}" is {value}, which it cannot be', key=key, value=quote(value)))
    return value


def whole(values: Mapping[str, Any], key: str, low: int, high: int) -> int:
    """Read a whole number. Raises BadMessage."""
    value = values.get(key)
    if type(value) is not int or not low <= value <= high:
        raise BadMessage(
            say(
                'its "{key}" is {value} and no whole number from {low} to {high}',
                key=key,
                value=quote(value),
                low=low,
                high=high,
            )
        )
    return value


def switch(values: Mapping[str, Any], key: str) -> bool:
    """Read yes or no. Raises BadMessage."""
    value = values.get(key)
    if not isinstance(value, bool):
        raise BadMessage(say('its "{key}" is {value}, and neither yes nor no', key=key, value=quote(value)))
    return value


def one_of(values: Mapping[str, Any], key: str, known: tuple[str, ...]) -> str:
    """Read one of some words. Raises BadMessage."""
    value = values.get(key)
    if not isinstance(value, str) or value not in known:
        raise BadMessage(
            say(
                'its "{key}" is {value} and none of {known}',
                key=key,
                value=quote(value),
                known=", ".join(known),
            )
        )
    return value


def listed(
    values: Mapping[str, Any], key: str, read: Callable[[object], T], fewest: int, most: int
) -> tuple[T, ...]:
    """Read a list of so many things. Raises BadMessage."""
    value = values.get(key)
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        raise BadMessage(
            say(
                'its "{key}" is {value} and no list of {fewest} to {most}',
                key=key,
                value=quote(value),
                fewest=fewest,
                most=most,
            )
        )
    return tuple(read(each) for each in value)


def _no_constant(name: str) -> Any:
    raise BadMessage(say("it holds {value}, which is no number", value=name))
