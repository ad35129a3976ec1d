"""Hold who waits for a game: each phone with its name, colour and sign, and where at the table it sits."""

import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from games.names import same
from texts import say
from web import checks
from web.errors import Forbidden
from web.join import Phone

PLACES = 6
"""Around the table, clockwise; the most that a game seats."""
MOST = 12
"""Phones that wait for a game, so that nobody fills the television with names."""
NAME_MAX = 20
COLOURS = ("red", "orange", "green", "teal", "blue", "violet")
SIGNS = ("star", "moon", "owl", "cat", "key", "leaf", "flame", "hat")


@dataclass(frozen=True)
class Guest:
    """Somebody who waits for a game; `place`: where at the table, None: nowhere yet."""

    name: str
    colour: str
    sign: str
    place: int | None = None


class Lobby:
    """Hold who waits for a game, by phone; for as long as this program runs."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._guests: dict[str, Guest] = {}

    def guests(self) -> tuple[tuple[str, Guest], ...]:
        """Give everybody with the key of the phone, in the order in which they came."""
        with self._gate:
            return tuple(self._guests.items())

    def enter(self, key: str, guest: Guest) -> None:
        """Let a phone wait as this guest, or be another from now on. Raises BadRequest, Forbidden."""
        with self._gate:
            others = [each for other, each in self._guests.items() if other != key]
            if len(others) >= MOST:
                raise Forbidden(say("{count} wait for a game already.", count=MOST), "full")
            (*_, name) = checks.names([*(each.name for each in others), guest.name], MOST)
            if any(same(name) == same(each.name) for each in others):
                raise Forbidden(say("Somebody here has this name: take another."), "name")
            if guest.place is not None and guest.place in (each.place for each in others):
                raise Forbidden(say("Somebody sits there: choose another place."), "place")
            self._guests[key] = replace(guest, name=name)

    def leave(self, key: str) -> None:
        """Let a phone wait no more; twice is harmless."""
        with self._gate:
            self._guests.pop(key, None)

    def seat(self, players: Sequence[str]) -> list[tuple[Phone, str]]:
        """Give the phones of those who play the game that begins, each with its player; they wait no more."""
        with self._gate:
            found = [
                (Phone(key, None), each.name) for key, each in self._guests.items() if each.name in players
            ]
            self._guests = {key: each for key, each in self._guests.items() if each.name not in players}
            return found

    def shown(self, holder: Phone) -> dict[str, Any]:
        """Tell who waits, and which of them this phone is; no phone's key is in it."""
        guests = self.guests()
        mine = next((i for i, (key, _) in enumerate(guests) if key == holder.key), None)
        return {"guests": [asdict(guest) for _, guest in guests], "mine": mine}
