"""The host: the actor that owns the game, and the snapshot that anybody may hold."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Self, TypeVar

import numpy as np

from files.pictures import as_jpeg
from table.actor import Actor, Closed
from table.command import Command, Outcome, Refused
from table.core.core import Core
from table.errors import JournalError
from table.journal import Journal
from table.listeners import announce
from table.view.snapshot import Snapshot
from texts import say

TICK_S = 0.25
CROP_QUALITY = 85

Listener = Callable[[Snapshot], None]
T = TypeVar("T")


class Host:
    """Everybody posts, one thread answers. Without a thread (before `start`) whoever posts does the work.

    `listeners` are called with each new snapshot in the thread that made it; they may post, but not wait.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        confirm_after: float = 0.0,
        buttons: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ):
        """Go on with the journal's newest game unless it is over; `close` closes the journal too.

        `confirm_after`: seconds after which a complete trick confirms itself, 0: never. `buttons`:
        whether the table has any, which its sentences speak of. Raises JournalError.
        """
        self.listeners: list[Listener] = []
        self._journal = journal
        self._clock = clock
        self._tick = TICK_S if confirm_after else None
        self._actor = Actor("host", idle=lambda: self._core.tick(self._clock()), every=self._rest)
        self._news = threading.Condition()
        try:
            self._core = Core(journal, self._announce, confirm_after=confirm_after, buttons=buttons)
        except BaseException:
            journal.close()
            raise
        self._snapshot = self._core.snapshot

    @property
    def snapshot(self) -> Snapshot:
        """The latest snapshot."""
        return self._snapshot

    @property
    def much_changed(self) -> bool:
        """Whether the game was taken back and put right so often that few further changes can be kept."""
        return self._core.much_changed

    @property
    def closed(self) -> bool:
        """Whether the host has ended."""
        return self._actor.closed

    def start(self) -> Self:
        """Let a thread of its own do the work from now on."""
        self._actor.start()
        return self

    def stop(self) -> None:
        """End the thread after everything posted so far; twice is harmless."""
        self._actor.stop()

    def close(self) -> None:
        """Stop, refuse everything from now on, wake who waits and close the journal; twice is harmless."""
        self._actor.close()
        with self._news:
            self._news.notify_all()
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def post(self, command: Command) -> Future[Outcome]:
        """Put a command into the queue; the future holds Accepted or Refused."""
        try:
            return self._actor.post(lambda: self._core.handle(command))
        except Closed:
            future: Future[Outcome] = Future()
            future.set_result(Refused(say("The table has ended."), "closed", self.snapshot.number))
            return future

    def handle(self, command: Command) -> Outcome:
        """Do a command and return the answer. Raises RuntimeError in a listener: it would wait for itself."""
        if self._actor.mine:
            raise RuntimeError("a listener may post to the host, but not wait for its answer")
        return self.post(command).result()

    def knock(self) -> Future[None]:
        """Give a future that is done as soon as the host has come round to it: a sign that it turns."""
        try:
            return self._actor.post(lambda: None)
        except Closed:
            future: Future[None] = Future()
            future.set_result(None)
            return future

    def recall(self, look: Callable[[Journal], T]) -> Future[T]:
        """Let the thread that owns the journal look into it between two commands; `look` must be short.

        The future holds what `look` gives or raises; JournalError once the host is closed.
        """
        try:
            return self._actor.post(lambda: look(self._journal))
        except Closed:
            future: Future[T] = Future()
            future.set_exception(JournalError(say("The table has ended.")))
            return future

    def tick(self, now: float) -> None:
        """Let time pass for a host without a thread; `now` in seconds of its clock."""
        self._actor.between(lambda: self._core.tick(now))

    def wait(self, number: int, timeout: float) -> Snapshot:
        """Return the snapshot as soon as it is newer than `number`, or after `timeout` seconds as it is."""
        with self._news:
            self._news.wait_for(lambda: self.closed or self._snapshot.number > number, timeout)
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

    def _rest(self) -> float | None:
        return self._tick if self._core.written else TICK_S

    def _announce(self, snapshot: Snapshot) -> None:
        with self._news:
            self._snapshot = snapshot
            self._news.notify_all()
        announce(self.listeners, snapshot, "host")


def _jpeg(crops: Iterable[np.ndarray | None]) -> bytes | None:
    """Pack the first crop that there is."""
    crop = next((each for each in crops if each is not None), None)
    return None if crop is None else as_jpeg(crop, CROP_QUALITY)
