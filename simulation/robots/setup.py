"""Draw a game for the demo: how many play, with which deck, under which rules. All from one seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from games.header import Header
from games.record import header_to_dict
from games.wizard import SETTINGS

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")


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


def draw_setup(
    seed: int,
    players: int | None = None,
    edition: str | None = None,
    *,
    vary: bool = True,
    game: str = "wizard",
) -> Setup:
    """Draw a game; what is given stays, and without `vary` the rules are the edition's own."""
    rng = random.Random(f"familiar demo {seed}")
    seats = players or rng.choice((3, 4, 5, 6))
    rules: dict[str, Any] = {"edition": edition or rng.choice(("us", "amigo"))}
    if vary:
        rules["bids"] = rng.choice(("open", *SETTINGS["bids"]))
        if rules["bids"] == "open":
            rules["last_bid"] = rng.choice(SETTINGS["last_bid"])
        rules["next_dealer"] = rng.choice(("left", "left", "last_trick_winner"))
        if rng.random() < 0.3:
            rules["turned_wizard"] = rng.choice(SETTINGS["turned_wizard"])
    return Setup(game, seed, NAMES[:seats], rng.randrange(seats), rules)


def adopt(header: Header, seed: int) -> Setup:
    """Take over a game that somebody else has set up."""
    values = header_to_dict(header)
    return Setup(header.game, seed, header.players, header.dealer, values["rules"])
