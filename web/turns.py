"""Let but few pages be made at once: more would be done no sooner, and keep streams and host waiting.

Streams and wishes do not compute, they wait: they have threads of their own, however many ask for pages. Past
games have theirs as well: where the host is held up, by a slow disk for example, they wait for it, and the
state would wait for them.
"""

import time
from typing import Any

from waitress.task import ThreadedTaskDispatcher

AT_ONCE = 2
"""Pages that are made at once, and as many of past games."""

DRAWN = "api/screen"
"""The wish of a screen that nobody let in: a sign is drawn for it, which takes as long as a few pages."""


class Turns:
    """Hand what was asked to the threads for it; who waits for a page waits in a queue and holds no thread.

    A dispatcher of waitress. threads: how many there are for streams and wishes.
    """

    def __init__(self, threads: int) -> None:
        self._waits = _pool(threads)
        self._now, self._past = _pool(AT_ONCE), _pool(AT_ONCE)

    def add_task(self, channel: Any) -> None:
        """Take a connection whose next request is to be answered."""
        # One that was given up meanwhile has none.
        asked = next(iter(channel.requests), None)
        self._pool_for(getattr(asked, "command", ""), getattr(asked, "path", "")).add_task(channel)

    def _pool_for(self, method: str, path: str) -> Any:
        name = path.lstrip("/")
        made = method in ("GET", "HEAD") or name == DRAWN
        if not made or path.endswith("/live"):
            return self._waits
        return self._past if name.startswith("evenings") else self._now

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5.0) -> bool:
        """Let the open answers finish for `timeout` seconds in all, and end the threads."""
        end = time.monotonic() + timeout
        pools = (self._waits, self._now, self._past)
        for pool in pools:
            # All are told before any is waited for.
            pool.set_thread_count(0)
        ended = [pool.shutdown(cancel_pending, max(0.0, end - time.monotonic())) for pool in pools]
        return all(ended)


def _pool(threads: int) -> Any:
    pool = ThreadedTaskDispatcher()
    pool.set_thread_count(threads)
    return pool
