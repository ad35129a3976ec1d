"""Keep which phone sits where, over a restart too.

A phone holds a player by name, so it keeps its player when seats change.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from files import obstacle
from table.settings.kept import read_kept, write_kept
from texts import say, sentences
from web.errors import Busy
from web.join import Phone
from web.keyring import mark

FILE = "seats.json"
MOST = 64
"""Players of whom it is kept which phone was theirs; the one who sat down longest ago is forgotten first."""

log = logging.getLogger(__name__)


class Seats:
    """Hold who plays with which phone.

    After a restart nobody sits anywhere: each phone, known by the key in its signed cookie, takes back
    the player as whom it was the last to sit. The cookie alone proves nothing: whoever left, was freed from a
    seat or gave way to another may have kept his.

    path: the file in which that is kept, None: nowhere, and no phone finds back after a restart.
    listeners: called when a phone has taken its player back, of which nobody has asked for anything.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        # Whoever changes something waits for the disk; whoever only looks does not wait for him.
        self._changing, self._gate = threading.RLock(), threading.Lock()
        self._phone_of: dict[str, str] = {}
        self._last: dict[str, str] = {} if path is None else _read(path)
        self.listeners: list[Callable[[], None]] = []

    @contextmanager
    def kept_still(self) -> Iterator[None]:
        """Let no phone sit down or leave meanwhile but by this thread."""
        with self._changing:
            yield

    def take(self, phone: Phone, player: str) -> bool:
        """Give `player` to `phone` and say so, unless another phone holds it.

        Raises Busy where the seat would be a former phone's again after a restart.
        """
        return bool(self.take_all([(phone, player)]))

    def take_all(self, wanted: Sequence[tuple[Phone, str]]) -> int:
        """Give each player to the phone beside it, unless another holds it; count those who were given.

        All of them are written down at once: a slow card takes seconds for it. Raises Busy as `take` does,
        and then nobody sits elsewhere than before.
        """
        with self._changing:
            for phone, _ in wanted:
                self._player(phone)
            sits, last, ends = dict(self._phone_of), self._last, False
            given: list[tuple[Phone, str]] = []
            for phone, player in wanted:
                if sits.get(player, phone.key) != phone.key:
                    continue
                given.append((phone, player))
                sits = {name: key for name, key in sits.items() if key != phone.key} | {player: phone.key}
                own = mark(phone.key)
                ends |= last.get(player, own) != own
                last = {name: other for name, other in last.items() if name != player and other != own}
                last = dict([*last.items(), (player, own)][-MOST:])
            self._write(last, ends=ends)
            with self._gate:
                self._last = last
                # Others may have taken their own seats back meanwhile.
                moved = {phone.key for phone, _ in given}
                stay = {player: key for player, key in self._phone_of.items() if key not in moved}
                self._phone_of = stay | {player: phone.key for phone, player in given}
            return len(given)

    def leave(self, phone: Phone) -> None:
        """Let `phone` only watch from now on. Raises Busy."""
        with self._changing:
            player = self._player(phone)
            if player is not None:
                self.free(player)

    def free(self, player: str) -> None:
        """Take `player` from whichever phone holds it; that phone only watches from now on. Raises Busy."""
        with self._changing:
            last = {name: kept for name, kept in self._last.items() if name != player}
            self._write(last, ends=True)
            with self._gate:
                self._last = last
                self._phone_of.pop(player, None)

    def held(self, player: str) -> bool:
        """Say whether a phone plays for `player`."""
        return player in self._phone_of

    def plays(self, key: str) -> bool:
        """Say whether the phone of this key plays for anybody."""
        return key in self._phone_of.values()

    def phone_of(self, player: str) -> str | None:
        """Give the key of the phone that plays for `player`; None: none does."""
        return self._phone_of.get(player)

    def seat(self, phone: Phone, players: Sequence[str]) -> int | None:
        """Return the seat of `phone` among `players`; None: it only watches."""
        player = self._player(phone)
        return players.index(player) if player in players else None

    def _player(self, phone: Phone) -> str | None:
        with self._gate:
            found = next((player for player, key in self._phone_of.items() if key == phone.key), None)
            if found is not None:
                return found
            own = mark(phone.key)
            last = next((player for player, kept in self._last.items() if kept == own), None)
            if last is None:
                return None
            self._phone_of[last] = phone.key
        for listener in self.listeners:
            listener()
        return last

    def _write(self, last: dict[str, str], *, ends: bool) -> None:
        """Write down who sat where last; `ends`: a phone's right to a seat ends by it. Raises Busy."""
        if self._path is None or last == self._last:
            return
        try:
            write_kept(self._path, last)
        except OSError as error:
            log.error("%s: cannot be written (%s)", self._path, error.strerror)
            if ends:
                unwritten = say("Who sits where cannot be written down: see to the machine's disk.")
                why = obstacle.of(error, self._path).sentence
                raise Busy(sentences(unwritten, why)) from None


def _read(path: Path) -> dict[str, str]:
    """Read who sat where last; nobody, where that cannot be read."""
    said = read_kept(path, "phones choose their seats anew")
    rows = said.items() if isinstance(said, dict) else ()
    return {name: kept for name, kept in rows if isinstance(kept, str)}
