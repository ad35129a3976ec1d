"""Write a change of earlier events as operations of the journal, which only ever grows."""

from collections.abc import Mapping
from typing import Any

from games.history import Game
from games.record import event_to_dict
from table.journal import Kind

Operations = list[tuple[Kind, Mapping[str, Any]]]


def rewritten(before: Game, after: Game, index: int) -> Operations:
    """List what makes one game of the other, which differ from step `index` on."""
    events = [event_to_dict(event, after.header) for event in after.events[index:]]
    if before.events[index + 1 :] == after.events[index + 1 :]:
        return [("correct", {"index": index, "event": events[0]})]
    back: tuple[Kind, Mapping[str, Any]] = ("undo", {"count": len(before.events) - index})
    return [back, *(("event", event) for event in events)]
