"""Tell what a page needs beside the rules' own view: what happened in which turn."""

from typing import Any

from chronicle import magicians
from games.book import MAGICIANS, WIZARD
from games.history import Game, narrowed
from games.magicians import State, outcomes
from games.probe import State as ProbeState
from games.protocol import GameState
from games.wizard import State as WizardState
from table.view.snapshot import Snapshot

RECENT = 12
"""Events that come with every state: a turn of Les Trois Magiciens, a round's bids."""


def steps(game: Game | None) -> dict[str, Any]:
    """Give the number of the turn, where the game counts them, and the score sheet, where its view has none.

    `number` is not free for it: a snapshot's own number bears that name.
    """
    state = None if game is None else game.state
    if isinstance(state, ProbeState):
        return {"turn_number": state.now.number, "sheet": _sheet(state)}
    if game is not None and isinstance(state, State):
        return {"turn_number": state.now.number, "sheet": magicians.sheet(game)}
    return {}


def reach(game: Game) -> int:
    """Count the steps that anybody who plays may take back at once: those of the newest one's round, or few.

    Whoever noticed late goes back to where it began; a whole evening is no slip.
    """
    numbers = [_number(state) for state in game.states[:-1]]
    newest = next((place for place, number in enumerate(reversed(numbers)) if number != numbers[-1]), None)
    return max(RECENT, len(numbers) if newest is None else newest)


def _number(state: GameState) -> int:
    """Give the number of a state's round, or turn."""
    if isinstance(state, WizardState):
        return state.round
    return state.now.number if isinstance(state, State | ProbeState) else 0


def listed(shown: Snapshot, seat: int | None, newest: int | None = None) -> list[dict[str, Any]]:
    """List the events as `seat` may see them; each with its round or turn, and what came of it.

    `newest`: how many at most, the latest ones; None: all.
    """
    events, game = shown.events(seat, newest), shown.history
    if game is not None and game.header.game == WIZARD:
        return [
            event | {"round": narrowed(game.states[event["index"]], WizardState).round} for event in events
        ]
    if game is None or game.header.game != MAGICIANS:
        return events
    return [event | _step(game, event["index"]) for event in events]


def log(shown: Snapshot, seat: int | None) -> dict[str, Any]:
    """Give how many events there are and the newest of them: the whole list grows longer than all else.

    A page that shows the list asks for it (/events).
    """
    recent = listed(shown, seat, RECENT)
    count = 0 if shown.history is None else len(shown.history.events)
    return {"count": count, "last": recent[-1] if recent else None, "recent": recent}


def _step(game: Game, index: int) -> dict[str, Any]:
    before, after = (narrowed(state, State) for state in game.states[index : index + 2])
    step: dict[str, Any] = {"turn": before.now.number, "player": before.turn}
    if before.now.extra:
        step["extra"] = True
    if found := outcomes(before, after):
        step["effects"] = found
    return step


def _sheet(state: ProbeState) -> list[dict[str, Any]]:
    """List the finished turns with the totals after each."""
    return [
        {"turn": turn.number, "player": turn.player, "cards": list(turn.cards), "totals": turn.totals}
        for turn in state.log
    ]
