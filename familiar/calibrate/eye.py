"""What looks at the table while it is calibrated: surveys the place, then takes the empty picture."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol, Self

import numpy as np

from device.camera import Camera, Frame, LiveCamera, Settings
from device.errors import CameraError
from familiar.source import Relay
from table.eye.calibration import Calibration
from table.guides.calibrating import Event, Failed, Phase, Setting, Surveyed, Taken
from texts import say, spoken
from vision.calibrate.survey import Survey, survey
from vision.interval import FrameInterval
from vision.motion.stillness import StillnessDetector
from vision.types import Sight

EVERY = 6
"""Pictures from one survey to the next. They are counted: a survey takes its share of the computer, and one
that manages few pictures has no more to spare."""

KEPT = 6
"""Pictures of a still table that are surveyed together, and averaged into the empty one: the noise that is
left of it depends on their number."""

AFTER_LOCK = 3
"""Pictures that pass until the camera does what it was locked to: so many it may have exposed before."""

PATIENCE = 6000
"""Milliseconds for which the table may be busy before its picture is given up."""

BUSY = say("The table does not come to rest: take your hands away, and see that nothing swings or flickers.")


class Holder(Protocol):
    """What holds the setting."""

    @property
    def snapshot(self) -> Setting:
        """Give the setting as it is now."""
        ...

    def post(self, event: Event) -> object:
        """Let something happen."""
        ...


class Lockable(LiveCamera):
    """A camera that can be locked to what its automatics found, and given back to them."""

    def __init__(self, open_it: Callable[[], Camera]) -> None:
        """Open the camera. Raises CameraError."""
        self._open = open_it
        self._camera: Camera | None = open_it()
        self._anew = False

    def read(self, timeout: float, since: float | None = None) -> Frame | None:
        """Give the next picture, from a camera that failed once it is there again. Raises CameraError."""
        if self._anew:
            self._anew = False
            self.close()
        if self._camera is None:
            self._camera = self._open()
        if isinstance(self._camera, LiveCamera):
            return self._camera.read(timeout, since)
        return self._camera.read(timeout)

    def lock(self) -> Settings | None:
        """Keep to what the automatics found; None where the camera has none. Raises CameraError."""
        return self._camera.lock() if isinstance(self._camera, LiveCamera) else None

    def unlock(self) -> None:
        """Let the automatics find anew, from the next picture on."""
        self._anew = True

    def close(self) -> None:
        """Give the camera back; twice is harmless."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Lasting(Relay):
    """Pictures from a file, of which the last one stays."""

    def __init__(self, source: Camera) -> None:
        super().__init__(source)
        self._last: Frame | None = None
        self._left = 0

    def read(self, timeout: float) -> Frame | None:
        """Give each picture often enough to be taken for a still table. Raises CameraError."""
        if self._left == 0:
            self._last = self._source.read(timeout) or self._last
            self._left = KEPT + AFTER_LOCK
        self._left -= 1
        return self._last


class SurveyingEye:
    """Looks, says what is amiss, and takes the empty table's picture when it is asked for.

    lock: lets the camera keep its exposure, unlock: lets it find another; both are called between two
    pictures. name: of the camera. distance: as in `vision.calibrate.survey`.
    """

    def __init__(
        self,
        holder: Holder,
        name: str,
        *,
        lock: Callable[[], Settings | None] = lambda: None,
        unlock: Callable[[], None] = lambda: None,
        distance: float | None = None,
        now: Callable[[], str] = lambda: time.strftime("%Y-%m-%dT%H:%M:%S"),
    ) -> None:
        self._holder, self._name = holder, name
        self._lock, self._unlock = lock, unlock
        self._distance, self._now = distance, now
        self._settle = StillnessDetector()
        self._frames: deque[np.ndarray] = deque(maxlen=KEPT)
        self._looks = 0
        self._surveyed: tuple[object, ...] | None = None
        self._settings: Settings | None = None
        self._locked = False
        self._interval = FrameInterval()
        # Pictures and milliseconds since the camera was locked.
        self._since_lock = self._waited = 0

    def taken(self, seconds: float) -> None:
        """Take in when the next picture was taken, in seconds: see `FrameInterval`."""
        self._interval.taken(seconds)

    def hurries(self) -> bool:
        """Tell that nobody waits for the next picture."""
        return False

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next picture, uint8 (H, W, 3) BGR."""
        setting = self._holder.snapshot
        still = self._settle.push(frame, self._interval.passed)
        if self._frames and (not still or self._frames[-1].shape != frame.shape):
            self._frames.clear()
        self._frames.append(frame)
        if setting.phase is Phase.AIM:
            self._aim(setting)
        elif setting.phase is Phase.TAKING:
            self._take(setting)
        return None

    def forget(self) -> None:
        """Begin with the table as it is."""
        self._frames.clear()

    def _aim(self, setting: Setting) -> None:
        if self._locked:
            self._locked = False
            self._unlock()
        wanted = (setting.marked, setting.outline)
        self._looks += 1
        if self._looks % EVERY == 1 or wanted != self._surveyed:
            self._surveyed = wanted
            self._holder.post(Surveyed(self._survey(setting)))

    def _take(self, setting: Setting) -> None:
        if not self._locked:
            self._locked = True
            self._since_lock = self._waited = 0
            try:
                self._settings = self._lock()
            except CameraError as error:
                self._locked = False
                self._holder.post(Failed(say("The camera cannot be locked: {why}.", why=spoken(error))))
                return
            self._frames.clear()
        self._since_lock += 1
        self._waited += self._interval.passed
        if self._since_lock <= AFTER_LOCK:
            self._frames.clear()
        elif len(self._frames) == KEPT:
            self._holder.post(self._taken(setting))
        elif self._waited > PATIENCE:
            self._holder.post(Failed(BUSY))

    def _survey(self, setting: Setting) -> Survey:
        return survey(tuple(self._frames), setting.area(), self._distance)

    def _taken(self, setting: Setting) -> Taken:
        found = self._survey(setting)
        return Taken(
            calibration_of(tuple(self._frames), found, self._name, setting.by, self._settings, self._now()),
            found,
        )


def calibration_of(
    frames: Sequence[np.ndarray],
    found: Survey,
    camera: str,
    marked: str,
    settings: Settings | None,
    made: str,
) -> Calibration:
    """Put together what is kept, from still pictures of the empty table."""
    # The mean of several pictures has less noise than any of them.
    mean = np.asarray(np.mean(np.stack(frames), axis=0, dtype=np.float32))
    empty = mean.round().astype(np.uint8)
    outline = tuple((float(x), float(y)) for x, y in found.outline)
    markers = {m: tuple((float(x), float(y)) for x, y in quad) for m, quad in found.markers.items()}
    return Calibration(camera, found.size, outline, marked, empty, markers, settings, made)
