"""The secrecy policy of a game whose secrets end with their step: all may be put right and told again."""

from collections.abc import Sequence
from typing import Any

SECRETS = False
"""Whether a game that cannot be read any more may hold what was never shown."""


def check_undo(events: Sequence[Any], states: Sequence[Any], count: int) -> None:
    """Let the newest events be taken back, however many. Raises NotAllowed where the game forbids it."""


def check_correct(events: Sequence[Any], index: int, event: Any) -> None:
    """Let an event be put in another's place. Raises NotAllowed where the outcome could tell a secret."""


def retold(event: Any) -> Any:
    """Give an event as it may be told again."""
    return event
