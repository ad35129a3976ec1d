"""Read what a phone posts: types and bounds are checked here, rules never."""

from collections.abc import Collection
from typing import Any

from flask import request

from games.errors import GameError
from games.names import check_unlike, spoils_a_line, tidy
from games.nearest import quote
from texts import say, spoken
from web.errors import BadRequest

TEXT_MAX = 60
INDEX_MAX = 100_000
"""Steps of a game, of which there are fewer (games/history.py)."""
ID_MAX = 2**53
"""Numbers of throws and questions: what a script holds as a whole number."""


def body(known: Collection[str]) -> dict[str, Any]:
    """Return the posted JSON object, which may hold the `known` keys and "seen" only.

    Raises BadRequest.
    """
    if not request.is_json:
        raise BadRequest(say("Send the request as JSON."))
    try:
        data = request.get_json(silent=True)
    except RecursionError:
        data = None
    if not isinstance(data, dict):
        raise BadRequest(say("The request must be one JSON object."))
    for key in data:
        if key != "seen" and key not in known:
            listed = ", ".join(sorted({*known, "seen"}))
            said = say(
                "The request has an unknown key {key}; known here: {known}.",
                key=repr(key[:TEXT_MAX]),
                known=listed,
            )
            raise BadRequest(said)
    return data


def whole(data: dict[str, Any], key: str, low: int, high: int) -> int:
    """Return the whole number under `key`, low <= it <= high. Raises BadRequest."""
    value = data.get(key)
    if type(value) is not int or not low <= value <= high:
        raise BadRequest(
            say("{key} must be a whole number from {low} to {high}.", key=repr(key), low=low, high=high)
        )
    return value


def switch(data: dict[str, Any], key: str) -> bool:
    """Return the truth value under `key`. Raises BadRequest."""
    value = data.get(key)
    if not isinstance(value, bool):
        raise BadRequest(say("{key} must be true or false.", key=repr(key)))
    return value


def text(data: dict[str, Any], key: str) -> str:
    """Return the short text under `key`. Raises BadRequest."""
    value = data.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= TEXT_MAX:
        raise BadRequest(say("{key} must be a text of 1 to {most} characters.", key=repr(key), most=TEXT_MAX))
    return value


def names(values: list[str], most: int) -> list[str]:
    """Return players' names, up to `most`, as they are written down. Raises BadRequest."""
    if not all(name.strip() for name in values):
        raise BadRequest(say("A player's name has no visible character: give every player a name."))
    if not 1 <= len(values) <= most or not all(len(name.strip()) <= TEXT_MAX for name in values):
        raise BadRequest(say("Every player needs a name of 1 to {most} characters.", most=TEXT_MAX))
    if spoilt := next(filter(spoils_a_line, map(str.strip, values)), None):
        raise BadRequest(
            say(
                "The player's name {value} holds a line break or control character: leave it out.",
                value=quote(spoilt),
            ),
            "players",
        )
    try:
        tidied = [tidy(name.strip()) for name in values]
        check_unlike(tidied)
    except GameError as error:
        raise BadRequest(spoken(error), "players") from None
    return tidied


def seen(data: dict[str, Any]) -> int:
    """Return the number of the state that the phone saw. Raises BadRequest."""
    value = data.get("seen")
    if type(value) is not int or value < 0:
        raise BadRequest(say("{key} must be the number of the state that this phone shows.", key="'seen'"))
    return value
