"""What is to be played: how many play, with what, under which rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.header import Header
from games.record import header_to_dict

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")
"""Who plays, from seat 0 on."""


@dataclass(frozen=True)
class Setup:
    """One game to play. rules: as in a record's header."""

    game: str
    seed: int
    players: tuple[str, ...]
    dealer: int
    rules: dict[str, Any]

    @property
    def edition(self) -> str:
        """Name the deck."""
        return str(self.rules["edition"])

    @property
    def header(self) -> dict[str, Any]:
        """Give the header of a record."""
        return {
            "record": "familiar/1",
            "game": self.game,
            "players": list(self.players),
            "dealer": self.dealer,
            "rules": self.rules,
        }


def adopt(header: Header, seed: int) -> Setup:
    """Take over a game that somebody else has set up."""
    values = header_to_dict(header)
    return Setup(header.game, seed, header.players, header.dealer, values["rules"])
