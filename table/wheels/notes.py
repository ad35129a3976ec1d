"""Keep in the journal which events came from wheels, so that a restart does not forget it.

As marks are, these notes are corrections that change nothing: `{"index": 3, "event": {...}, "wheel": 2}`
after the event itself says that the wheel of colour 2 told it. Whoever puts that event right ends it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.history import Game
from games.protocol import EventDict
from table.journal import Operations

WHEEL = "wheel"


def note(index: int, values: EventDict, color: int | None) -> Operations:
    """List the operation that says which wheel told an event; None: no wheel did."""
    return [] if color is None else [("correct", {"index": index, "event": values, WHEEL: color})]


def notes(colors: Mapping[int, int], game: Game) -> Operations:
    """List the operations that say which wheels told a game's events; colors: by their index."""
    return [each for index in sorted(colors) for each in note(index, game.written(index), colors[index])]


def standing(operations: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[int, int]:
    """Give the colours of the wheels that told the events which stand, by their index."""
    colors: dict[int, int] = {}
    length = 0
    for kind, body in operations:
        match kind:
            case "event":
                length += 1
            case "undo":
                length -= body["count"]
                colors = {index: color for index, color in colors.items() if index < length}
            case "correct" if type(body.get(WHEEL)) is int:
                colors[body["index"]] = body[WHEEL]
            case "correct":
                colors.pop(body["index"], None)
    return colors
