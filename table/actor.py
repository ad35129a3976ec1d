"""An actor: what others post is done one after the other, by one thread that alone owns what it works on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class Closed(Exception):
    """Say that the actor has ended."""


class Actor:
    """Everybody posts, one thread works. Without a thread (before `start`) whoever posts does the work.

    idle: called after each job, and where none comes for `every()` seconds (None: however long that takes).
    """

    def __init__(
        self,
        name: str,
        *,
        idle: Callable[[], None] = lambda: None,
        every: Callable[[], float | None] = lambda: None,
    ) -> None:
        self.name = name
        self.closed = False
        self._idle, self._every = idle, every
        self._inbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._alone = threading.RLock()
        self._worker: int | None = None
        self._thread: threading.Thread | None = None

    @property
    def mine(self) -> bool:
        """Tell whether it is this thread that works now: it must not wait for an answer."""
        return self._worker == threading.get_ident()

    def start(self) -> None:
        """Let a thread of its own do the work from now on; twice is harmless."""
        with self._gate:
            if self._thread is None and not self.closed:
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the thread after everything posted so far; twice is harmless."""
        with self._gate:
            thread = self._thread
            if thread is None:
                return
            self._inbox.put(None)
        thread.join()
        with self._gate:
            self._thread = None
        self._drain()

    def close(self) -> None:
        """Stop, and take nothing more; twice is harmless."""
        self.stop()
        self.closed = True

    def post(self, job: Callable[[], T]) -> Future[T]:
        """Put a job into the queue; the future holds what it gives or raises. Raises Closed."""
        future: Future[T] = Future()
        with self._gate:
            if self.closed:
                raise Closed
            self._inbox.put(lambda: _answer(job, future))
            alone = self._thread is None
        if alone:
            self._drain()
        return future

    def between(self, job: Callable[[], None]) -> None:
        """Do a job at once in the calling thread, between two others; what it posts is done, too."""
        self._work(job)
        if self._thread is None:
            self._drain()

    def _run(self) -> None:
        while True:
            try:
                job = self._inbox.get(timeout=self._every())
            except queue.Empty:
                self._work(self._idle)
                continue
            if job is None:
                return
            self._work(job)
            self._work(self._idle)

    def _drain(self) -> None:
        """Do what is posted in the calling thread, unless it is already doing so further down its stack."""
        with self._alone:
            if self._worker is not None:
                return
            while not self._inbox.empty():
                if (job := self._inbox.get()) is not None:
                    self._work(job)

    def _work(self, job: Callable[[], None]) -> None:
        with self._alone:
            self._worker = threading.get_ident()
            try:
                job()
            finally:
                self._worker = None


def _answer(job: Callable[[], T], future: Future[T]) -> None:
    """Do a job and keep what came of it. What is no Exception ends the thread."""
    try:
        given = job()
    except BaseException as error:
        future.set_exception(error)
        if not isinstance(error, Exception):
            raise
    else:
        future.set_result(given)
