"""Make guessing slow: wrong tries wait longer and longer, for each address and for all together.

They cost the one who tries: an address that did not err, or but once, waits for nobody else, or a few
machines that try without a pause would keep everybody out. With so few tries of each they find out nothing.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from texts import Said, say, say_many
from web.errors import TooMany

FORGET_S = 3600.0
ADDRESSES = 1024
"""How many are remembered; the one that was silent longest is forgotten first."""
SPARED = 2
"""Wrong tries from which on an address waits with all others, unless so many addresses erred that some are
forgotten: whoever has as many as he likes would never wait."""
UNIQUE_LOCAL = ip_network("fc00::/7")
NETWORK_BITS = 64
"""An IPv6 machine elsewhere has as many addresses as it likes within its network of 64 bits."""


@dataclass(frozen=True)
class Backoff:
    """Exponential backoff: some wrong tries are free, each further one waits twice as long; in seconds."""

    free: int
    first: float
    longest: float

    def wait(self, wrong: int) -> float:
        """Give the seconds to wait after so many wrong tries."""
        more = wrong - self.free
        return 0.0 if more <= 0 else min(self.first * 2.0 ** min(more - 1, 32), self.longest)


class Tries:
    """Count wrong tries; the time comes from `clock`, in seconds."""

    def __init__(self, each: Backoff, all_: Backoff, clock: Callable[[], float] = time.monotonic) -> None:
        self._each, self._all = each, all_
        self._clock = clock
        self._gate = threading.Lock()
        self._rows: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._total = (0, 0.0)
        self._key = ""

    def guess(self, address: str, right: bool, *, near: bool = False, key: str = "") -> bool:
        """Take a try from `address` and say whether it was `right`; while it must wait, nobody learns that.

        near: it comes from the machine itself, which never waits for others. key: names what is guessed;
        where that is another than at the last try, everybody begins anew. Raises TooMany.
        """
        place = network(address)
        with self._gate:
            if key != self._key:
                self._clear()
                self._key = key
            now = self._clock()
            while self._rows and now - next(iter(self._rows.values()))[1] >= FORGET_S:
                self._rows.popitem(last=False)
            wrong, until = self._current(self._rows.get(place, (0, 0.0)), now)
            total, all_until = self._current(self._total, now)
            spared = near or (wrong < SPARED and len(self._rows) < ADDRESSES)
            wait = max(until, 0.0 if spared else all_until) - now
            if wait > 0:
                raise TooMany(say("These were too many wrong tries: the next counts in {time}.",
                                  time=duration(wait)), after=wait)  # fmt: skip
            if right:
                self._rows.pop(place, None)
                return True
            self._rows[place] = wrong + 1, now + self._each.wait(wrong + 1)
            self._rows.move_to_end(place)
            if len(self._rows) > ADDRESSES:
                self._rows.popitem(last=False)
            if not near:
                self._total = total + 1, now + self._all.wait(total + 1)
            return False

    def forget(self) -> None:
        """Let everybody try again."""
        with self._gate:
            self._clear()

    def _clear(self) -> None:
        self._rows.clear()
        self._total = (0, 0.0)

    @staticmethod
    def _current(row: tuple[int, float], now: float) -> tuple[int, float]:
        return row if now - row[1] < FORGET_S else (0, 0.0)


def network(address: str) -> str:
    """Give what counts as one address: an IPv4 one, an IPv6 one of the house, or an IPv6 network.

    In one house all share a network of 64 bits, whether link-local or unique local (RFC 4193): whoever was
    counted by it would be counted with all others.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4:
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    if known.is_link_local or known in UNIQUE_LOCAL:
        return str(known)
    return str(ip_network((known, NETWORK_BITS), strict=False))


def duration(seconds: float) -> Said:
    """Say how long: seconds up to a minute, then whole minutes."""
    whole = max(1, -int(-seconds // 1))
    if whole <= 60:
        return say_many("{count} second", "{count} seconds", whole)
    return say_many("{count} minute", "{count} minutes", -(-whole // 60))
