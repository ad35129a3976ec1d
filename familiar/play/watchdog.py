"""Under systemd: say that the table is ready and how it is, and feed the watchdog while it is alive.

The watchdog is fed only while the host turns, the thread at the camera turns, and fresh pictures come *or*
the phones show why none do. A camera that is missing is said and waited for: a restart would bring no camera,
but would take the phones their page. One restart is tried where a camera gave pictures in this process and
then none for LOST_S, as a new process may open it; that one never saw a picture, so it will wait.
"""

from __future__ import annotations

import logging
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Protocol

from familiar.interrupts import wait
from familiar.play.notify import Notifier
from games.book import GAMES
from table.host import Host
from table.view.snapshot import Snapshot

log = logging.getLogger(__name__)

STILL_S = 30.0
"""So long may a thread take for one turn: a slow picture with its networks takes 2 s, a bad SD card 10 s, a
camera that is gone 2 s to be missed, up to 10 s of patience and some to be opened (table/watch.py)."""
FRESH_S = 30.0
LOST_S = 120.0
TURN_S = 5.0


class Watches(Protocol):
    """As much of the thread at the camera as is used here; times in seconds of time.monotonic."""

    @property
    def frames(self) -> int:
        """How many pictures have been taken."""
        ...

    def turned(self) -> float | None:
        """When the thread last came round, with a picture or an error; None: it has not begun."""
        ...

    def fresh(self) -> float | None:
        """When the last picture came that was fresh and good; None: none yet."""
        ...


@dataclass(frozen=True)
class Signs:
    """The last signs of life, in seconds of one clock; `said`: the phones show a trouble with the picture.

    camera: whether there is one to wait for; recorded pictures come to their end. frame: the last picture of
    any kind, None: none in this process.
    """

    host: float
    watch: float
    fresh: float
    frame: float | None = None
    said: bool = False
    camera: bool = True


def stuck(signs: Signs, now: float, pace: float = 0.0) -> str | None:
    """Say why the watchdog must not be fed, or None while all is alive; `pace`: seconds between pictures."""
    if (still := now - signs.host) > STILL_S:
        return f"the host has not turned for {still:.0f} seconds"
    if not signs.camera:
        return None
    if (still := now - signs.watch) > STILL_S + pace:
        return f"the thread at the camera has not turned for {still:.0f} seconds"
    if (old := now - signs.fresh) > FRESH_S + pace and not signs.said:
        return f"no fresh picture has come for {old:.0f} seconds and nobody was told"
    if signs.frame is not None and (gone := now - signs.frame) > LOST_S + pace:
        return f"the camera gave pictures, and none for {gone:.0f} seconds: a new process may open it"
    return None


class Watchdog:
    """Feeds systemd's watchdog from the main thread while all is alive: `ready`, then `keep` until a signal.

    live: whether the pictures come from a camera, or are recorded ones. watchdog: seconds within which a sign
    of life is wanted, None: nobody waits for one. pace: seconds from one picture to the next.
    """

    def __init__(
        self,
        host: Host,
        watch: Watches,
        notifier: Notifier,
        *,
        live: bool,
        pace: float = 0.0,
        watchdog: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._host, self._watch, self._notifier, self._clock = host, watch, notifier, clock
        self._pace, self._watchdog = pace, watchdog
        self._pause = min(TURN_S, watchdog / 3) if watchdog else TURN_S
        now = clock()
        self._signs = Signs(host=now, watch=now, fresh=now, camera=live)
        self._frames = watch.frames
        self._knock: Future[None] = host.knock()
        self._status = ""
        self._stuck: str | None = None

    def ready(self, page: str) -> None:
        """Say that the page is served, once it is. Raises OSError."""
        # What a proxy would say of this machine's own page is of no interest.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        opener.open(page, timeout=STILL_S).close()
        self._notifier.tell(READY=1)
        self.turn()

    def keep(self, news: SimpleQueue[int]) -> None:
        """Look after everything until a signal comes."""
        if not self._notifier.listening:
            wait(news)
            return
        while True:
            try:
                news.get(timeout=self._pause)
                break
            except Empty:
                self.turn()
        self._notifier.tell(STOPPING=1, STATUS="Ending; the game stays in the journal.")

    def turn(self) -> None:
        """Look once, feed the watchdog if all is alive, and say how it is where that has changed."""
        now, snapshot = self._clock(), self._host.snapshot
        self._signs = self._seen(now, snapshot)
        why = stuck(self._signs, now, self._pace)
        if why is None and self._watchdog:
            self._notifier.tell(WATCHDOG=1)
        if why is not None and self._stuck is None:
            log.error("%s; the watchdog is not fed any more", why)
        self._stuck = why
        status = status_line(snapshot) if why is None else f"Stuck: {why}."
        if status != self._status:
            self._status = status
            self._notifier.tell(STATUS=status)

    def _seen(self, now: float, snapshot: Snapshot) -> Signs:
        signs = replace(self._signs, said=bool(snapshot.camera_trouble or snapshot.sight_trouble))
        if self._knock.done():
            signs = replace(signs, host=now)
            self._knock = self._host.knock()
        if self._watch.frames != self._frames:
            self._frames = self._watch.frames
            signs = replace(signs, frame=now)
        watch, fresh = self._watch.turned(), self._watch.fresh()
        return replace(
            signs,
            watch=signs.watch if watch is None else max(watch, signs.watch),
            fresh=signs.fresh if fresh is None else max(fresh, signs.fresh),
        )


def status_line(snapshot: Snapshot) -> str:
    """Say in a line what goes on; nothing in it is a secret of a player."""
    game = "Waiting for a game to begin."
    if (history := snapshot.history) is not None:
        game = f"{GAMES[history.header.game].TITLE} with {', '.join(history.header.players)}."
    return f"{game} In trouble: {snapshot.trouble}" if snapshot.trouble else game
