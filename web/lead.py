"""Keep who leads the evening: whoever begins its first game, without the PIN, until the morning."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from chronicle.story import NIGHT, evening
from table.settings.kept import read_kept, write_kept
from web.keyring import mark

FILE = "lead.json"
EVENING_S = 8 * 3600.0
"""As long as an evening takes, where the clock may be wrong; a guess."""
STEP_S = 60.0
"""By so much more or less than went by the clock was set."""

log = logging.getLogger(__name__)


def steady() -> float:
    """Give seconds that go on evenly whatever the clock is set to, while the machine sleeps, too."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Lead:
    """Hold which phone leads this evening, over a restart too.

    A phone's lead ends with the evening, by its own wish, and with the PIN that was good as it began: whoever
    draws another takes every right back. It does not end where the clock is set: a Pi that cannot ask for the
    time begins an evening by a wrong one. So it lasts for EVENING_S whatever the clock says, and after a
    start by which the clock is behind the day that was kept.

    path: the file in which that is kept, None: nowhere. clock: seconds since 1970. steady: seconds that go on
    evenly.
    """

    def __init__(
        self,
        path: Path | None = None,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady,
    ) -> None:
        self._path, self._clock, self._steady = path, clock, steady
        self._gate = threading.RLock()
        self._kept: tuple[str, str, str] | None = None if path is None else _read(path)
        # What was kept before a start may be another evening's, but none that is yet to come.
        self._here = False
        self._taken = self._steady()
        self._ends = self._taken + EVENING_S
        self._set_by = self._clock() - self._taken

    def leads(self, key: str, pin: str) -> bool:
        """Tell whether the phone of this key leads the evening; pin: what stands for the PIN that is good."""
        return self._stands(self._current(), (mark(pin), mark(key)))

    def free(self, pin: str) -> bool:
        """Tell whether nobody leads this evening."""
        return not self._stands(self._current(), (mark(pin),))

    def take(self, key: str, pin: str) -> bool:
        """Let this phone lead the evening unless another does; tell whether it leads it now."""
        with self._gate:
            if self.free(pin):
                self._keep((self._now(), mark(pin), mark(key)))
                self._here, self._taken = True, self._steady()
                self._reckon()
        return self.leads(key, pin)

    def _stands(self, kept: tuple[str, str, str] | None, whose: tuple[str, ...]) -> bool:
        """Tell whether it is still the evening of what was kept, and this is whose lead it was."""
        if kept is None or kept[1 : 1 + len(whose)] != whose:
            return False
        now = self._now()
        return kept[0] == now or ((self._here or kept[0] > now) and self._steady() < self._ends)

    def _current(self) -> tuple[str, str, str] | None:
        """Give what is kept, of the evening that the clock tells now where it was set in the course of it."""
        if self._here and abs(self._clock() - self._steady() - self._set_by) > STEP_S:
            with self._gate:
                if self._kept is not None and self._steady() < self._ends:
                    if self._kept[0] != (now := self._now()):
                        self._keep((now, *self._kept[1:]))
                    self._reckon()
        return self._kept

    def _reckon(self) -> None:
        """Note at which steady second this evening ends, as the clock stands."""
        steady, clock = self._steady(), self._clock()
        tonight = datetime.fromtimestamp(clock)
        morning = datetime.combine((tonight - NIGHT).date() + timedelta(days=1), datetime.min.time()) + NIGHT
        self._ends = max(steady + (morning - tonight).total_seconds(), self._taken + EVENING_S)
        self._set_by = clock - steady

    def leave(self, key: str) -> None:
        """Let this phone lead no more; twice is harmless, and another's lead stays."""
        with self._gate:
            if self._kept is not None and self._kept[2] == mark(key):
                self._keep(None)

    def _now(self) -> str:
        return evening(self._clock()).isoformat()

    def _keep(self, lead: tuple[str, str, str] | None) -> None:
        # Without its file the lead is good as long as this lives.
        self._kept = lead
        if self._path is None:
            return
        try:
            write_kept(self._path, lead)
        except OSError as error:
            log.error("%s: cannot be written (%s)", self._path, error.strerror)


def _read(path: Path) -> tuple[str, str, str] | None:
    """Read who led last; nobody, where that cannot be read."""
    said = read_kept(path, "nobody leads the evening")
    if not isinstance(said, list) or len(said) != 3 or not all(isinstance(each, str) for each in said):
        return None
    day, pin, key = said
    return day, pin, key
