"""The secrecy policy of a game whose secrets end with their step: all may be put right and told again."""

from collections.abc import Sequence
from typing import TypeVar

from games.protocol import GameEvent, GameState
from texts import Said

E = TypeVar("E", bound=GameEvent)

SECRETS = False


def check_undo(events: Sequence[GameEvent], states: Sequence[GameState], count: int) -> None:
    """Let the newest events be taken back, however many."""


def check_correct(events: Sequence[GameEvent], index: int, event: GameEvent) -> None:
    """Let an event be put in another's place."""


def uncovered(before: GameState, after: GameState) -> Said | None:
    """Say what everybody has seen by an event that lay hidden before it: nothing."""
    return None


def retold(event: E) -> E:
    """Give an event as it may be told again."""
    return event
