"""Say which game is played, by whom and under which rules."""

from dataclasses import dataclass
from typing import Any

from games.errors import Unreadable
from games.nearest import quote
from texts import listed, say


@dataclass(frozen=True)
class Header:
    """The first line of a record. `dealer` is the seat that deals first; `rules` are the game's own."""

    game: str
    players: tuple[str, ...]
    dealer: int
    rules: Any


def parse_seat(value: object, players: tuple[str, ...]) -> int:
    """Read a seat number.

    Raises Unreadable, with the seat's number where a player's name was given.
    """
    if type(value) is int and 0 <= value < len(players):
        return value
    seats = listed(say("{seat} is {name}", seat=seat, name=name) for seat, name in enumerate(players))
    raise Unreadable(
        say(
            "There is no player {value}: a player is the number of a seat, {seats}.",
            value=quote(value),
            seats=seats,
        )
    )
