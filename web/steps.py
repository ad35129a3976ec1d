"""Tell what a page needs beside the rules' own view of Les Trois Magiciens: who did what in which turn."""

from typing import Any

from games.history import Game

MAGICIANS = "magicians"


def steps(game: Game | None) -> dict[str, Any]:
    """Give the number of the turn, and of each event its turn, its player and its phase.

    `number` is not free for it: a snapshot's own number bears that name. Nothing for another game.
    """
    if game is None or game.header.game != MAGICIANS:
        return {}
    listed = [
        {"turn": state.now.number, "player": state.turn, "extra": state.now.extra, "phase": state.phase.value}
        for state in game.states[:-1]
    ]
    return {"turn_number": game.state.now.number, "steps": listed}
