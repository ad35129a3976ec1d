"""Pair televisions: a screen shows a sign, and a phone that plays lets it in by it."""

import secrets
import threading
import time
from collections.abc import Callable

from web.keyring import SIGNS

LENGTH = 4
MOST = 64
EACH = 4
"""Screens of one address that may show a sign at the same time."""
LASTS_S = 600.0


class Pairing:
    """Hold which sign each screen shows, and which screens were let in; for as long as this program runs.

    clock: seconds, from any moment on.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._gate = clock, threading.Lock()
        self._shown: dict[str, tuple[str, str, float]] = {}
        self._let_in: dict[str, str] = {}

    def sign(self, screen: str, address: str) -> str:
        """Give the sign that a screen is to show: the same until it is used, or too old."""
        with self._gate:
            now = self._clock()
            self._shown = {sign: each for sign, each in self._shown.items() if now - each[2] < LASTS_S}
            for sign, (key, _, _) in self._shown.items():
                if key == screen:
                    return sign
            same = [sign for sign, (_, other, _) in self._shown.items() if other == address]
            # The oldest make room: those of the same address first.
            for old in same[: max(0, len(same) - EACH + 1)]:
                del self._shown[old]
            for old in list(self._shown)[: max(0, len(self._shown) - MOST + 1)]:
                del self._shown[old]
            # Another's sign would let this screen in by the phone that means the other.
            while (sign := _draw()) in self._shown:
                pass
            self._shown[sign] = screen, address, now
            return sign

    def let_in(self, sign: str, stamp: str) -> bool:
        """Let in the screen that shows a sign, for as long as `stamp` is the code's; False: none shows it."""
        with self._gate:
            screen, _, since = self._shown.pop(sign, ("", "", 0.0))
            if not screen or self._clock() - since >= LASTS_S:
                return False
            self._let_in = dict([*self._let_in.items(), (screen, stamp)][-MOST:])
            return True

    def stamp(self, screen: str) -> str | None:
        """Give the stamp with which a screen was let in; None: it never was."""
        return self._let_in.get(screen)


def _draw() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
