"""Hear the signals that end a program which serves a page."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What asks a program to end: Ctrl-C, the system, a terminal that was closed."""
LISTEN_S = 1.0
"""Seconds after which the main thread looks up whether a signal has come."""


@contextmanager
def interrupts() -> Iterator[SimpleQueue[int]]:
    """Let the first of ENDING come through a queue, and only a second one interrupt."""
    news: SimpleQueue[int] = SimpleQueue()
    heard: list[int] = []

    def hear(number: int, frame: object) -> None:
        if heard:
            # Of a closed terminal both the shell and the system tell, and nobody is impatient there.
            if number == signal.SIGHUP:
                return
            raise KeyboardInterrupt
        heard.append(number)
        # A SimpleQueue may be filled from a signal's handler; an Event may lock itself up there.
        news.put(number)

    # Who started this may want it to outlive its terminal, as nohup does.
    heard_of = [each for each in ENDING if (each, signal.getsignal(each)) != (signal.SIGHUP, signal.SIG_IGN)]
    before = {number: signal.signal(number, hear) for number in heard_of}
    try:
        yield news
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


@contextmanager
def ended_by(end: Callable[[], None]) -> Iterator[None]:
    """Call `end`, in a thread of its own, at the first of ENDING; a second one interrupts.

    What works in the main thread is not torn off: a KeyboardInterrupt within `Condition.wait` may leave a
    block whose lock is not held, and the error that follows hides it.
    """
    with interrupts() as news:

        def listen() -> None:
            if news.get():
                end()

        listener = threading.Thread(target=listen, name="signals")
        listener.start()
        try:
            yield
        finally:
            news.put(0)
            listener.join()


def wait(news: SimpleQueue[int]) -> int:
    """Wait for a signal, in the main thread, and give its number.

    A kernel may hand a signal to any thread, and Python's handler runs once the main thread does: one that
    sleeps for good would never hear of it.
    """
    while True:
        with suppress(Empty):
            return news.get(timeout=LISTEN_S)
