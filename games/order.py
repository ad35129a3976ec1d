"""Say what becomes of later events when an earlier one is put right: they follow as they stand."""

from collections.abc import Sequence
from typing import TypeVar

from games.protocol import GameEvent, GameState

E = TypeVar("E", bound=GameEvent)


def carry(state: GameState, waiting: Sequence[E], was: GameState) -> tuple[int, E | None]:
    """Let the first of the `waiting` events go on as it is."""
    return 0, waiting[0]
