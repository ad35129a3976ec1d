"""The host: one queue, and one thread that alone owns the game."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np

from table.command import Command, Outcome, Refused
from table.core import Core
from table.errors import JournalError
from table.journal import Journal
from table.snapshot import Snapshot
from texts import say

log = logging.getLogger(__name__)

TICK_S = 0.25
CROP_QUALITY = 85

Listener = Callable[[Snapshot], None]


@dataclass(frozen=True)
class _Recall:
    """Be a look into the journal, which is no command: it changes nothing."""

    look: Callable[[Journal], Any]


_Posted = tuple[Command | _Recall | None, Future[Any]]


class Host:
    """Everybody posts, one thread answers. Without a thread (before `start`) whoever posts does the work.

    `listeners` are called with each new snapshot in the thread that made it; they may post, but not wait.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        confirm_after: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ):
        """Go on with the journal's newest game unless it is over; `close` closes the journal too.

        `confirm_after`: seconds after which a complete trick confirms itself, 0: never. Raises JournalError.
        """
        self.listeners: list[Listener] = []
        self._journal = journal
        self._clock = clock
        self._tick = TICK_S if confirm_after else None
        self._posted: queue.SimpleQueue[_Posted | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._alone = threading.RLock()
        self._worker: int | None = None
        self._thread: threading.Thread | None = None
        self._news = threading.Condition()
        self._closed = False
        try:
            self._core = Core(journal, self._announce, confirm_after=confirm_after)
        except BaseException:
            journal.close()
            raise
        self._snapshot = self._core.snapshot

    @property
    def snapshot(self) -> Snapshot:
        """The latest snapshot."""
        return self._snapshot

    @property
    def closed(self) -> bool:
        """Whether the host has ended."""
        return self._closed

    def start(self) -> Self:
        """Let a thread of its own do the work from now on."""
        with self._gate:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._run, name="host", daemon=True)
                self._thread.start()
        return self

    def stop(self) -> None:
        """End the thread after everything posted so far; twice is harmless."""
        with self._gate:
            thread = self._thread
            if thread is None:
                return
            self._posted.put(None)
        thread.join()
        with self._gate:
            self._thread = None
        self._drain()

    def close(self) -> None:
        """Stop, refuse everything from now on, wake who waits and close the journal; twice is harmless."""
        self.stop()
        self._closed = True
        with self._news:
            self._news.notify_all()
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def post(self, command: Command) -> "Future[Outcome]":
        """Put a command into the queue; the future holds Accepted or Refused."""
        future: Future[Outcome] = Future()
        with self._gate:
            if self._closed:
                future.set_result(Refused(say("The table has ended."), "closed", self.snapshot.number))
                return future
            self._posted.put((command, future))
            alone = self._thread is None
        if alone:
            self._drain()
        return future

    def handle(self, command: Command) -> Outcome:
        """Do a command and return the answer. Raises RuntimeError in a listener: it would wait for itself."""
        if self._worker == threading.get_ident():
            raise RuntimeError("a listener may post to the host, but not wait for its answer")
        return self.post(command).result()

    def knock(self) -> "Future[None]":
        """Give a future that is done as soon as the host has come round to it: a sign that it turns."""
        future: Future[None] = Future()
        with self._gate:
            self._posted.put((None, future))
            alone = self._thread is None
        if alone:
            self._drain()
        return future

    def recall(self, look: Callable[[Journal], Any]) -> "Future[Any]":
        """Let the thread that owns the journal look into it between two commands; `look` must be short.

        The future holds what `look` gives or raises; JournalError once the host is closed.
        """
        future: Future[Any] = Future()
        with self._gate:
            if self._closed:
                future.set_exception(JournalError(say("The table has ended.")))
                return future
            self._posted.put((_Recall(look), future))
            alone = self._thread is None
        if alone:
            self._drain()
        return future

    def tick(self, now: float) -> None:
        """Let time pass for a host without a thread; `now` in seconds of its clock."""
        with self._alone:
            self._worker = threading.get_ident()
            try:
                self._core.tick(now)
            finally:
                self._worker = None
        if self._thread is None:
            self._drain()

    def wait(self, number: int, timeout: float) -> Snapshot:
        """Return the snapshot as soon as it is newer than `number`, or after `timeout` seconds as it is."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._snapshot.number > number, timeout)
            return self._snapshot

    def crop(self, question: int) -> bytes | None:
        """Return the card that a question is about as JPEG, or None when there is none."""
        return _jpeg(each.reading.crop for each in self.snapshot.questions if each.id == question)

    def marked_crop(self, event: int) -> bytes | None:
        """Return the marked card that this event is as JPEG, or None when there is none."""
        return _jpeg(each.reading.crop for each in self.snapshot.marked if each.event == event)

    def stick(self, throw: int, color: str) -> bytes | None:
        """Return a stick of the throw that lies there as JPEG, or None when there is none."""
        thrown = self.snapshot.throw
        if thrown is None or thrown.number != throw:
            return None
        return _jpeg(stick.crop for stick in thrown.sticks if stick.color == color)

    def _run(self) -> None:
        while True:
            try:
                posted = self._posted.get(timeout=self._tick if self._core.written else TICK_S)
            except queue.Empty:
                self.tick(self._clock())
                continue
            if posted is None:
                return
            self._work(*posted)
            self.tick(self._clock())

    def _drain(self) -> None:
        """Do what is posted in the calling thread, unless it is already doing so further down its stack."""
        with self._alone:
            if self._worker is not None:
                return
            while not self._posted.empty():
                posted = self._posted.get()
                if posted is not None:
                    self._work(*posted)

    def _work(self, command: Command | _Recall | None, future: "Future[Any]") -> None:
        if command is None:
            future.set_result(None)
            return
        if isinstance(command, _Recall):
            try:
                future.set_result(command.look(self._journal))
            except Exception as error:
                future.set_exception(error)
            return
        with self._alone:
            self._worker = threading.get_ident()
            try:
                outcome = self._core.handle(command)
            except BaseException as error:
                future.set_exception(error)
                raise
            finally:
                self._worker = None
        future.set_result(outcome)

    def _announce(self, snapshot: Snapshot) -> None:
        with self._news:
            self._snapshot = snapshot
            self._news.notify_all()
        for listener in tuple(self.listeners):
            try:
                listener(snapshot)
            except Exception:
                log.exception("a listener of the host stumbled")


def _jpeg(crops: Iterable[np.ndarray | None]) -> bytes | None:
    """Pack the first crop that there is."""
    crop = next((each for each in crops if each is not None), None)
    if crop is None:
        return None
    ok, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, CROP_QUALITY])
    return data.tobytes() if ok else None
