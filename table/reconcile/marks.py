"""Cards that were entered as they probably are: marked until somebody confirms them, or the eye is sure.

Pure. What the journal keeps of it are corrections that change nothing: `{"index": 3, "event": {...},
"marked": true}` after the event itself marks it, one without "marked" says that somebody has settled it. To
whatever does not know of marks it is a correction to what stands there already.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.cards import neighbours
from games.errors import GameError
from games.history import Game
from games.record import event_from_dict
from table.journal import Kind, Operations
from table.reconcile.card_tracking import NOT_SEEN, CardTracking
from table.view.snapshot import Marked

MARKED = "marked"


def show(tracking: CardTracking, game: Game) -> tuple[Marked, ...]:
    """Say of each marked card what is seen of it and what else it may be, in the order of the game."""
    return tuple(_shown(tracking, game, index) for index in sorted(tracking.marks))


def _shown(tracking: CardTracking, game: Game, index: int) -> Marked:
    values = game.written(index)
    card = str(values["card"])
    reading = tracking.readings.get(index) or replace(NOT_SEEN, card=card)
    thought = dict.fromkeys((card, *reading.candidates))
    options = tuple(name for name in thought if name == card or allowed(game, index, name))
    near = tuple(name for name in neighbours(card) if name not in options and allowed(game, index, name))
    return Marked(index, values.get("player"), card, reading, options, near, tracking.claims.get(index, 0))


def opened(game: Game, index: int) -> bool:
    """Tell whether something hung on this card as it came."""
    return game.rules.expects(game.states[index]).decides


def allowed(game: Game, index: int, name: str) -> bool:
    """Tell whether the rules would let this card stand where that event stands."""
    values = {**game.written(index), "card": name}
    try:
        game.mend(index, event_from_dict(values, game.header))
    except GameError:
        return False
    return True


def standing(operations: Iterable[tuple[str, Mapping[str, Any]]]) -> frozenset[int]:
    """Give the events that a journal's operations leave marked."""
    return fold(frozenset(), 0, operations)


def fold(
    marks: frozenset[int], length: int, operations: Iterable[tuple[str, Mapping[str, Any]]]
) -> frozenset[int]:
    """Let operations change which of the first `length` events are marked, as the journal tells it.

    A confirmation is somebody's press, and settles all that lie there.
    """
    for kind, body in operations:
        match kind:
            case "event":
                marks = frozenset() if body.get("event") == "confirm" else marks
                length += 1
            case "undo":
                length -= body["count"]
                marks = frozenset(index for index in marks if index < length)
            case "correct" if body.get(MARKED) is True:
                marks |= {body["index"]}
            case "correct":
                marks -= {body["index"]}
    return marks


def notes(written: frozenset[int], marked: frozenset[int], game: Game) -> Operations:
    """List the operations after which a journal that has `written` as marked has `marked`."""
    return [_note(game, index, index in marked) for index in sorted(marked ^ written)]


def _note(game: Game, index: int, marked: bool) -> tuple[Kind, Mapping[str, Any]]:
    values = game.written(index)
    return "correct", {"index": index, "event": values, **({MARKED: True} if marked else {})}
