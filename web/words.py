"""Know which phone typed which word: a word is shown to that phone alone, whoever sits on the seat by now.

A phone that typed a word keeps a digest of it in its signed cookie, so that it knows its word after a restart
of the table; a digest holds the phone's own random key, so no other phone can make one.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from games.history import Game
from web.join import Phone
from web.steps import PROBE

DIGITS = 32


@dataclass(frozen=True)
class Keepers:
    """Hold the digests of the words that were typed; every change is one operation of one set."""

    digests: set[str] = field(default_factory=set)

    def note(self, holder: Phone, *word: Any) -> Phone:
        """Let `holder` be who typed a word (what `digest` takes); returns the phone that knows it."""
        fresh = digest(holder, *word)
        self.digests.add(fresh)
        return holder.knowing((fresh,))

    def sees(self, holder: Phone, game_id: int | None, game: Game | None, seat: int | None) -> bool:
        """Tell whether the phone at `seat` may see all that its player knows: it typed each of his words."""
        self.digests.update(holder.words)
        if seat is None:
            return True
        mine = ((tray.side, tray.first, "".join(tray.signs)) for tray in _typed(game, seat))
        return all(digest(holder, game_id, seat, *word) in self.digests for word in mine)


def digest(holder: Phone, game_id: int | None, seat: int, side: str | None, first: int, word: str) -> str:
    """Give the digest that a phone has of a word, folded, and of where it stands."""
    return sha256(f"{holder.key}/{game_id}/{seat}/{side}/{first}/{word}".encode()).hexdigest()[:DIGITS]


def typed(game: Game | None, seat: int) -> bool:
    """Tell whether a player typed a word of which something is still hidden."""
    return any(tray.hidden for tray in _typed(game, seat))


def _typed(game: Game | None, seat: int) -> list[Any]:
    if game is None or game.header.game != PROBE:
        return []
    return [tray for tray in game.state.seats[seat].trays if tray.typed]
