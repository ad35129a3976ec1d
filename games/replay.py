"""Settle a recorded game."""

from collections.abc import Iterable

from games.book import GAMES
from games.errors import GameError
from games.history import Game, check_length
from games.record import entries


def replay(data: str | bytes | Iterable[str | bytes]) -> Game:
    """Play a record through; `data` is a file's content or its lines.

    Raises GameError with `line` set to the first line that is wrong.
    """
    header, steps = entries(data)
    game, events = GAMES[header.game], []
    try:
        states = [game.begin(header)]
    except GameError as error:
        raise error.at(line=1) from None
    for number, event in steps:
        try:
            check_length(len(states))
            states.append(game.apply(states[-1], event))
        except GameError as error:
            raise error.at(line=number) from None
        events.append(event)
    return Game(header, tuple(events), tuple(states))
