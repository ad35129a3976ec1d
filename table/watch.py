"""From the camera to the host: the thread that looks."""

import logging
import threading
import time
import traceback
from collections.abc import Callable
from typing import Protocol

import cv2

from device.camera import Camera, Frame, LiveCamera
from device.errors import BrokenPicture, CameraError, UnfitPicture
from device.health import Judge
from files.pictures import as_jpeg
from games.history import Game
from table.command import Command, Look, Trouble
from table.eye.protocol import Paced, Remembers, Sees
from table.view.snapshot import Snapshot
from texts import say, spoken
from vision.types import Sight, ThrowSight

log = logging.getLogger(__name__)

READ_TIMEOUT_S = 2.0
RETRY_S = 2.0
RETRY_AT_MOST_S = 10.0
"""Each further failure doubles the wait; a plug that was put in again is still soon noticed."""
SOONER = 2 / 3
"""Share of the pace after which the next picture is taken where the eye would have it sooner: what has come
to rest is seen to rest in the second picture of it, at the earliest."""
SLACK_S = 1 / 60
"""By so much a frame may be begun before its pace: half a frame, of a camera that takes thirty a second."""
STALE_S = 0.1
"""A frame that was begun longer ago shows a table that may no longer be so."""
PICTURE_WIDTH = 1280
PICTURE_QUALITY = 80
STUMBLED = say("The eye stumbled over this picture; it looks at the next one.")


class NoWatch:
    """The watch of a table without a camera: there is nothing to see, and nothing that could fail."""

    frames = 0

    def turned(self) -> None:
        """Say that no thread has begun."""

    def fresh(self) -> None:
        """Say that no picture has come."""

    def start(self) -> None:
        """Begin nothing."""

    def stop(self) -> None:
        """End nothing."""


class Hears(Protocol):
    """As much of a host as the watch needs."""

    @property
    def snapshot(self) -> Snapshot:
        """Give what is known now."""
        ...

    @property
    def closed(self) -> bool:
        """Tell whether nobody hears any more."""
        ...

    def handle(self, command: Command, /) -> object:
        """Take in what was seen, or what troubles the camera."""
        ...


class Watch:
    """Read, look, tell: by the step, or in a thread of its own. Nothing that a camera does ends it."""

    def __init__(
        self,
        host: Hears,
        open_camera: Callable[[], Camera],
        eye: Sees,
        *,
        camera: Camera | None = None,
        pace: float = 0.0,
        timeout: float = READ_TIMEOUT_S,
        retry: float = RETRY_S,
        clock: Callable[[], float] = time.monotonic,
    ):
        """Watch with a camera that is opened at the first step, and anew after it failed.

        `camera`: one that is open already, to begin with; it is closed with the rest. `pace`: seconds from
        one picture to the next (0: as fast as they come), of a LiveCamera less while something moves;
        `timeout` of a reading and `retry` after an error, both in seconds. Pictures of a LiveCamera are
        judged before the eye sees them.
        """
        self.frames = 0
        self.ended = threading.Event()
        self._host = host
        self._open = open_camera
        self._eye = eye
        self._pace = pace
        self._timeout = timeout
        self._retry = retry
        self._wait = retry
        self._judge = Judge()
        self._remembers = eye if isinstance(eye, Remembers) else None
        self._paced = eye if isinstance(eye, Paced) else None
        self._hurries = False
        self._camera = camera
        self._begun: float | None = None
        # Where the eye stumbled last.
        self._stumble: str | None = None
        self._history: Game | None = None
        self._game: int | None = host.snapshot.game_id
        self._last: Frame | None = None
        self._sight: Sight | ThrowSight | None = None
        self._clock = clock
        self._turned: float | None = None
        self._fresh: float | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def step(self) -> bool:
        """Take one picture the whole way; False when the source is at its end. Raises CameraError."""
        if self._camera is None:
            self._camera = self._open()
        history = self._host.snapshot.history
        frame = self._read(self._camera, history)
        if frame is None:
            return False
        self._last = frame
        self.frames += 1
        if not self._is_good(self._camera, frame):
            return True
        self._fresh, self._wait = self._clock(), self._retry
        snapshot = self._host.snapshot
        if snapshot.game_id != self._game:
            self._game, self._sight = snapshot.game_id, None
            self._eye.forget()
        if self._remembers is not None:
            game = snapshot.history
            self._remembers.remember(snapshot.shown, () if game is None else game.laid_cards)
        # Of recorded and drawn pictures the pace is the source's own, whenever they are read.
        paced = self._paced if isinstance(self._camera, LiveCamera) else None
        if paced is not None:
            paced.taken(frame.time)
        expected = snapshot.expectation
        sight = self._eye.look(frame.image, seen=expected.seen or tuple(color for color, _ in expected.aside))
        self._hurries = paced is not None and paced.hurries()
        if snapshot.camera_trouble is not None:
            self._host.handle(Trouble(None))
        if sight is not None:
            self._sight = sight
            self._host.handle(Look(sight, game=self._game, history=history))
        return True

    def _read(self, camera: Camera, history: Game | None) -> Frame | None:
        """Read the next frame: of a live camera one that it may have exposed while the eye was busy.

        history: the game as it stands now. Where it has changed since the frame before, one that was begun
        earlier would pass for one of after that change. Raises CameraError.
        """
        if not isinstance(camera, LiveCamera):
            return camera.read(self._timeout)
        since = None
        if self._begun is not None and history is self._history:
            apart = max(SLACK_S, self._apart() - SLACK_S)
            since = max(self._begun + apart, self._clock() - STALE_S)
        self._begun, self._history = None, history
        frame = camera.read(self._timeout, since)
        self._begun = None if frame is None else frame.time
        return frame

    def _apart(self) -> float:
        """Give the seconds from one picture to the next as they are wanted now."""
        return self._pace * (SOONER if self._hurries else 1.0)

    def turned(self) -> float | None:
        """Return when the thread last came round, with a picture or an error, in the clock's seconds.

        It grows older than a reading and the longest wait after failures, together READ_TIMEOUT_S +
        RETRY_AT_MOST_S, only where a driver or the eye hangs.
        """
        return self._turned

    def fresh(self) -> float | None:
        """Return when the last good picture came, in the clock's seconds; None: none yet.

        A recorded or simulated picture is always good; after `ended` there comes none.
        """
        return self._fresh

    def _is_good(self, camera: Camera, frame: Frame) -> bool:
        """Tell whether the eye should see it. Raises UnfitPicture, or CameraError where the camera froze."""
        if not isinstance(camera, LiveCamera):
            return True
        verdict = self._judge.judge(frame.image, frame.time)
        if verdict.text is not None:
            raise (CameraError if verdict.reopen else UnfitPicture)(verdict.text)
        return verdict.good

    def seen(self) -> tuple[Frame | None, Sight | ThrowSight | None]:
        """Return the last picture, and what the eye said last of this game's table."""
        return self._last, self._sight

    def picture(self) -> bytes | None:
        """Return the last picture as JPEG, PICTURE_WIDTH wide at most, or None before the first."""
        frame = self._last
        if frame is None:
            return None
        image = frame.image
        height, width = image.shape[:2]
        if width > PICTURE_WIDTH:
            size = (PICTURE_WIDTH, round(height * PICTURE_WIDTH / width))
            image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return as_jpeg(image, PICTURE_QUALITY)

    def start(self) -> None:
        """Watch in a thread until `stop` or the source's end, which sets `ended`."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the thread and give the camera back; twice is harmless."""
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        self._close()

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and not self._host.closed:
                begun = self._clock()
                if not self._step_safely():
                    break
                self._turned = self._clock()
                # The camera and the eye have taken a part of the pace: only what is left of it is waited.
                self._stop.wait(max(0.0, self._apart() - (self._turned - begun)))
        finally:
            self._close()
            self.ended.set()

    def _step_safely(self) -> bool:
        try:
            return self.step()
        except CameraError as error:
            if isinstance(error, BrokenPicture | UnfitPicture):
                self._tell(spoken(error))
                self._stop.wait(self._pace)
            else:
                # Before anybody hears of it and puts the plug in again: as long as a camera that is gone is
                # held open its number is taken, and it would come back under another one.
                self._close()
                self._tell(spoken(error))
                self._stop.wait(self._wait)
                self._wait = min(2 * self._wait, max(self._retry, RETRY_AT_MOST_S))
            return True
        except Exception as error:
            where = "".join(traceback.format_tb(error.__traceback__))
            # Ten times a second the same, all evening, would fill the card.
            if where != self._stumble:
                self._stumble = where
                log.error("the eye stumbled over %s: %s\n%s", type(error).__name__, error, where)
            self._tell(STUMBLED)
            self._stop.wait(self._pace)
            return True

    def _tell(self, trouble: str) -> None:
        """Say why there is no picture, once as long as the reason stays."""
        if self._host.snapshot.camera_trouble != trouble:
            log.warning("%s", trouble)
            self._host.handle(Trouble(trouble))

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()
