"""Hear the signals that end a program which serves a page."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue


@contextmanager
def interrupts() -> Iterator[SimpleQueue[int]]:
    """Let the first SIGINT or SIGTERM come through a queue, and only a second one interrupt."""
    news: SimpleQueue[int] = SimpleQueue()
    heard: list[int] = []

    def hear(number: int, frame: object) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)
        # A SimpleQueue may be filled from a signal's handler; an Event may lock itself up there.
        news.put(number)

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield news
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
