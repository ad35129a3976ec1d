"""Settle a recorded game."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.book import GAMES
from games.errors import GameError
from games.history import Game, check_length
from games.record import entries, event_from_dict, header_from_dict


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


def settled(header: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> Game:
    """Play a game through whose header and events were read already, as a journal gives them.

    Raises GameError, with `index` set to the first event that does not fit.
    """
    known = header_from_dict(header)
    return Game.of(known, (event_from_dict(values, known) for values in events))
