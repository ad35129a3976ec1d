"""Say which game is played, by whom and under which rules."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Header:
    """Be the first line of a record. `dealer` is the seat that deals first; `rules` are the game's own."""

    game: str
    players: tuple[str, ...]
    dealer: int
    rules: Any
