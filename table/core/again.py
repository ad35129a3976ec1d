"""Begin another game without a phone: who played last plays again, and sits where his wheel lies now.

One press says who would play, the next one begins. What only people know is told in a sentence.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.book import GAMES
from games.header import Header
from games.history import Game
from games.record import header_to_dict
from table.wheels.seating import WHOSE
from table.wheels.wheels import Wheels
from texts import listed, say, say_many

STRANGE = say("Nobody knows whose one of these wheels is: begin the game on a phone.")
MOVED = say("Somebody without a wheel sits elsewhere than last time: begin the game on a phone.")


@dataclass(frozen=True)
class Last:
    """The game that was played last with wheels; `owners`: whose each was, by its colour."""

    header: Header
    owners: Mapping[int, str]

    @classmethod
    def of(cls, game: Game, owners: Mapping[int, int]) -> "Last | None":
        """Take note of a game; owners: the seat of each wheel's colour. None where no wheel told anything."""
        names = {color: game.header.players[seat] for color, seat in owners.items()}
        return cls(game.header, names) if names else None


@dataclass(frozen=True)
class Again:
    """What the button would begin: a header as in a record, None: nothing, and what to say of it."""

    header: dict[str, Any] | None
    words: str


def again(last: Last, wheels: Wheels, pressed: bool) -> Again:
    """Say who would play, by the wheels that lie there. pressed: the next press begins it."""
    players, words = _seats(last, wheels)
    if words is not None:
        return Again(None, words)
    title, first = GAMES[last.header.game].TITLE, _dealer(last.header, players)
    known = {"names": listed(players), "game": title, "who": players[first]}
    if pressed:
        said = say(
            "{names} play {game} again, {who} deals first: press the button once more and it begins, "
            "or hold undo to leave it.",
            **known,
        )
    else:
        said = say("{names} play {game} again: press the button.", **known)
    return Again({**header_to_dict(last.header), "players": list(players), "dealer": first}, said)


def _seats(last: Last, wheels: Wheels) -> tuple[tuple[str, ...], str | None]:
    """Name who plays, by seat, or say why that cannot be told."""
    before, lying = last.header.players, wheels.turns
    if not lying:
        return before, None
    if lying.keys() - last.owners.keys():
        return before, STRANGE
    everybody = set(before) <= set(last.owners.values())
    count = len(lying) if everybody else len(before)
    if count not in GAMES[last.header.game].SEATS:
        return before, say_many(
            "{count} wheel lies there: lay one before each who plays.",
            "{count} wheels lie there: lay one before each who plays.",
            count,
        )
    seats, whose = wheels.seated(count)
    if whose is not None:
        return before, whose
    found = {seat: last.owners[color] for color, seat in seats.items()}
    if everybody:
        names = tuple(found[seat] for seat in range(count))
        return (names, None) if len(set(names)) == count else (before, WHOSE)
    moved = any(before[seat] != name for seat, name in found.items())
    return before, MOVED if moved else None


def _dealer(header: Header, players: tuple[str, ...]) -> int:
    """Say who deals first: of those who play, whoever sat next to who did so last time."""
    count = len(header.players)
    order = (header.players[(header.dealer + place) % count] for place in range(1, count + 1))
    return next(players.index(name) for name in order if name in players)
