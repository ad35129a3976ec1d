"""Say what sticks on the table may tell: a throw as it lies, that it is void, or which were set aside."""

from dataclasses import dataclass
from typing import NoReturn

from games.errors import NotAllowed
from games.sticks import Stick
from texts import say

MISSING = "missing"
"""Why a throw is void of which a stick is not in sight."""


@dataclass(frozen=True)
class Landed:
    """A throw, as its sticks lie."""

    sticks: tuple[Stick, ...]


@dataclass(frozen=True)
class Void:
    """A throw that does not count as it lies; `reason`: one word of the rules."""

    reason: str


@dataclass(frozen=True)
class SetAside:
    """All the sticks that lie aside while the others are thrown on."""

    colors: tuple[str, ...]


Fall = Landed | Void | SetAside


def thrown(state: object, fall: Fall) -> NoReturn:
    """Refuse whatever sticks tell. Raises NotAllowed."""
    raise NotAllowed(say("No sticks are thrown in this game."), "throw")


def fall(event: object) -> None:
    """Say that no sticks told an event: this game has none."""
    return
