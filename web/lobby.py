"""Hold who waits for a game: each phone with its name, colour and sign, and where at the table it sits.

After a game those who played it wait for the next one where they sat, with a phone and without.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from games.names import same
from table.view.snapshot import Snapshot
from texts import say
from web import checks
from web.errors import Forbidden
from web.join import Phone
from web.seats import Seats

PLACES = 6
"""Around the table, clockwise; the most that a game seats."""
MOST = 12
"""Phones that wait for a game, so that nobody fills the television with names."""
KNOWN = 64
"""Players whose colour, sign and place are remembered while they play, the latest."""
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
    """Hold who waits for a game, by phone; for as long as this program runs.

    Whoever played the game that is over waits under a key of nobody's, until a phone that plays for that
    player says otherwise. A new code puts out who came by the former one alone and plays for nobody. seats:
    knows which phone plays for whom, None: none does. stamp: gives what stands for the code that is good.
    """

    def __init__(self, seats: Seats | None = None, stamp: Callable[[], str | None] = lambda: None) -> None:
        self._gate = threading.Lock()
        self._seats = seats or Seats()
        self._stamp = stamp
        self._guests: dict[str, Guest] = {}
        self._by: dict[str, str] = {}
        self._known: dict[str, Guest] = {}
        self._back: int | None = None

    def hear(self, snapshot: Snapshot) -> None:
        """Let everybody who played sit there again once a game is over; a listener of the host."""
        view = snapshot.public
        over, back = view["phase"] == "game_over", self._back == snapshot.game_id
        if over and not back:
            with self._gate:
                self._return(view["players"])
                self._back = snapshot.game_id
        elif back and not over and view["phase"] is not None:
            # The end was taken back: they play on.
            with self._gate:
                self._guests = {key: each for key, each in self._guests.items() if not _played(key)}
                self._back = None

    def _return(self, players: Sequence[str]) -> None:
        count = len(players)
        known = [self._known.get(name) for name in players]
        places = [None if each is None else each.place for each in known]
        # Where they do not sit in the order in which they chose their places, they sit as they played.
        chosen = [place for place in places if place is not None]
        if len(chosen) < count or chosen != sorted(set(chosen)):
            places = [seat * PLACES // count for seat in range(count)]
        others = {key: each for key, each in self._guests.items() if each.name not in players}
        self._guests = {
            key: replace(each, place=None) if each.place in places else each for key, each in others.items()
        }
        for seat, (name, guest, place) in enumerate(zip(players, known, places, strict=True)):
            guest = guest or Guest(name, COLOURS[seat % len(COLOURS)], SIGNS[seat % len(SIGNS)])
            self._guests[_PLAYED + name] = replace(guest, place=place)

    def guests(self) -> tuple[tuple[str, Guest], ...]:
        """Give everybody with the key of the phone, in the order in which they came."""
        with self._gate:
            self._put_out()
            return tuple(self._guests.items())

    def may(self, key: str, stamp: str | None) -> None:
        """Note by which code alone a phone is here that may play now; None: by none."""
        with self._gate:
            self._may(key, stamp)

    def _may(self, key: str, stamp: str | None) -> None:
        if stamp is None:
            self._by.pop(key, None)
        elif key in self._guests:
            self._by[key] = stamp

    def _put_out(self) -> None:
        now = self._stamp()
        gone = {key for key, stamp in self._by.items() if stamp != now and not self._seats.plays(key)}
        if gone:
            self._guests = {key: each for key, each in self._guests.items() if key not in gone}
        self._by = {key: stamp for key, stamp in self._by.items() if key in self._guests}

    def enter(self, key: str, guest: Guest, stamp: str | None = None) -> None:
        """Let a phone wait as this guest, or be another from now on; stamp: as for `may`.

        Raises BadRequest, Forbidden.
        """
        with self._gate:
            self._put_out()
            free = self._free(key, guest.name)
            others = [each for other, each in self._guests.items() if other not in free]
            if len(others) >= MOST:
                raise Forbidden(say("{count} are waiting for a game already.", count=MOST), "full")
            (name,) = checks.names([guest.name], 1)
            for each in others:
                # Two others who look alike are no matter of this one's.
                checks.names([each.name, name], 2)
            if any(same(name) == same(each.name) for each in others):
                raise Forbidden(say("Somebody here has this name: take another."), "name")
            if guest.place is not None and guest.place in (each.place for each in others):
                raise Forbidden(say("Somebody sits there: choose another place."), "place")
            self._guests = {other: each for other, each in self._guests.items() if other not in free}
            self._guests[key] = replace(guest, name=name)
            self._may(key, stamp)

    def leave(self, key: str) -> None:
        """Let a phone wait no more; twice is harmless."""
        with self._gate:
            for own in self._free(key):
                self._guests.pop(own, None)

    def _free(self, key: str, name: str = "") -> set[str]:
        """List under which keys a phone waits, and those for which no phone plays and that bear this name."""
        owner = {
            each: self._seats.phone_of(guest.name) for each, guest in self._guests.items() if _played(each)
        }
        named = {
            each for each in owner if owner[each] is None and same(self._guests[each].name) == same(name)
        }
        return {key, *(each for each in owner if owner[each] == key), *named}

    def seat(self, players: Sequence[str]) -> list[tuple[Phone, str]]:
        """Give the phones of those who play the game that begins, each with its player; they wait no more."""
        with self._gate:
            self._put_out()
            found = [
                (Phone(key), each.name)
                for key, each in self._guests.items()
                if each.name in players and not _played(key)
            ]
            self._known |= {each.name: each for each in self._guests.values() if each.name in players}
            self._known = dict([*self._known.items()][-KNOWN:])
            self._guests = {key: each for key, each in self._guests.items() if each.name not in players}
            return found

    def shown(self, holder: Phone) -> dict[str, Any]:
        """Tell who waits, and which of them this phone is; no phone's key is in it."""
        guests = self.guests()
        names = [guest.name if _played(key) else "" for key, guest in guests]
        own = next((i for i, (key, _) in enumerate(guests) if key == holder.key), None)
        mine = self._seats.seat(holder, names) if own is None else own
        return {"guests": [asdict(guest) for _, guest in guests], "mine": mine}


_PLAYED = "played "
"""Begins the key of whoever played; no phone's key has a space."""


def _played(key: str) -> bool:
    return key.startswith(_PLAYED)
