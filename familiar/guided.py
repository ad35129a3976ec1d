"""Lead through cards with a camera and a page: the thread that owns the guide, and what runs around it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from typing import Self

import cv2

from device.camera import Camera
from familiar.assemble import open_page
from familiar.dealer import Dealer
from familiar.guided_eyes import Ear, Recorded
from familiar.invite import invitation
from familiar.play import LIVE, Source, interrupts, the_camera
from simulation import gestures
from simulation.devices import SimulatedCamera
from simulation.table import SimulatedTable
from table.command import Accepted, Outcome, Refused
from table.config import Config
from table.guide import Event, Guide, NotNow, Phase, Pressed, Trouble, step
from table.watch import Sees, Watch
from web.guide import create_guide_app

log = logging.getLogger(__name__)

END = "The pictures are at their end."
STALE = "The guide has gone on meanwhile."
CROP_QUALITY = 90
SEED = 1
"""Draws the simulated table and its deck, so that a check finds the deck that was learnt."""

Tell = Callable[[str], None]
React = Callable[[Guide, Guide], Event | None]


class Leader:
    """Own a guide: take what is seen and pressed, one after the other, in a thread of its own.

    react: called there after each change with the guide before and after it; what it returns happens next.
    What it raises ends the guide, and stands in `failed`.
    """

    def __init__(self, guide: Guide, deck: str, edition: str | None, react: React) -> None:
        self.deck, self.edition = deck, edition
        self.listeners: list[Callable[[Guide], object]] = []
        self.failed: Exception | None = None
        self._guide = guide
        self._react = react
        self._queue: queue.SimpleQueue[tuple[Event | Pressed, Future[Outcome]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def snapshot(self) -> Guide:
        """Give the guide as it is now; it is frozen, so any thread may look at it."""
        return self._guide

    def post(self, event: Event | Pressed) -> Future[Outcome]:
        """Let something happen; gives what came of it."""
        answer: Future[Outcome] = Future()
        self._queue.put((event, answer))
        return answer

    def crop(self, shot: int) -> bytes | None:
        """Give the cut-out of a caught card as JPEG, as long as it is kept."""
        kept = (place.shot for place in self._guide.places)
        crop = next((each.crop for each in kept if each is not None and each.id == shot), None)
        if crop is None:
            return None
        return cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, CROP_QUALITY])[1].tobytes()

    def start(self) -> Self:
        """Begin."""
        self._tell()
        self._thread = threading.Thread(target=self._run, name="guide", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """End the thread once all that was posted has happened; twice is harmless."""
        self._queue.put(None)
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            event, answer = item
            try:
                answer.set_result(self._handle(event))
            except Exception as error:
                log.error("the guide cannot go on: %s", error)
                self.failed = error
                answer.set_result(Refused(str(error), None, self._guide.number))
                self._tell()

    def _handle(self, event: Event | Pressed) -> Outcome:
        if isinstance(event, Pressed):
            if event.seen is not None and event.seen != self._guide.number:
                return Refused(STALE, "stale", self._guide.number, stale=True)
            event = event.press
        follows: Event | None = event
        while follows is not None:
            before = self._guide
            try:
                self._guide = step(before, follows)
            except NotNow as error:
                return Refused(str(error), None, before.number)
            self._tell()
            follows = self._react(before, self._guide) if self._guide != before else None
        return Accepted(self._guide.number)

    def _tell(self) -> None:
        for listener in tuple(self.listeners):
            listener(self._guide)


def lead(
    leader: Leader,
    make_eye: Callable[[Leader], Sees],
    config: Config,
    tell: Tell,
    *,
    hint: str,
    edition: str | None = None,
    table: SimulatedTable | None = None,
    patience: float | None = None,
) -> Guide:
    """Serve the page and look at the table until the guide is over or Ctrl-C; give the guide as it is then.

    edition: whose cards a robot lays on the simulated table; patience: seconds after which it closes the
    report by itself. Raises the root errors of the rooms, and what the leader failed with.
    """
    simulated = config.camera.source == "simulated"
    with interrupts() as news, ExitStack() as closing:
        closing.callback(leader.close)
        eye = make_eye(leader)
        if simulated:
            table = table or SimulatedTable(SEED, 4, edition or "us")
            drawn = SimulatedCamera(table, config.camera.pace)
            way = gestures.SLOW if config.camera.pace else gestures.BRIEF
            robot = closing.enter_context(Dealer(leader, drawn, patience, way))
            leader.listeners.append(robot.follow)
            source = closing.enter_context(Source(lambda: drawn))
        else:
            source = closing.enter_context(Source(partial(_camera, config, leader)))
        pace = 0.0 if simulated else config.camera.pace
        watch = Watch(Ear(leader), source.take, eye, pace=pace)  # type: ignore[arg-type]
        app = create_guide_app(leader, picture=watch.picture)
        server, address = open_page(app, config.web.host, config.web.port)
        closing.callback(server.close)
        leader.listeners.append(lambda guide: _ended(leader, guide) and news.put(0))
        leader.start()
        closing.callback(watch.stop)
        watch.start()
        server.start()
        tell(invitation(address, hint, board=False))
        news.get()
    if leader.failed is not None:
        raise leader.failed
    return leader.snapshot


def _ended(leader: Leader, guide: Guide) -> bool:
    return leader.failed is not None or guide.phase is Phase.OVER


def _camera(config: Config, leader: Leader) -> Camera:
    """Open the configured camera. Raises CameraError."""
    wanted, camera = config.camera, the_camera(config)
    return camera if wanted.source.startswith(LIVE) else Recorded(camera, lambda: leader.post(Trouble(END)))
