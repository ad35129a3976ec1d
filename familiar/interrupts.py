"""Hear the signals that end a program which serves a page."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

LISTEN_S = 1.0
"""Seconds after which the main thread looks up whether a signal has come."""


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


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end what stands within as Ctrl-C does, so that it is put away."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def wait(news: SimpleQueue[int]) -> int:
    """Wait for a signal, in the main thread, and give its number.

    A kernel may hand a signal to any thread, and Python's handler runs once the main thread does: one that
    sleeps for good would never hear of it.
    """
    while True:
        with suppress(Empty):
            return news.get(timeout=LISTEN_S)
