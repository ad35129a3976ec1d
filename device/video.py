"""Video files and USB cameras, both through OpenCV."""

import os
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import cv2

from device.camera import Frame, LiveCamera, Settings, begun_at
from device.errors import BrokenPicture, CameraError
from device.exposure import SETTLE_S, is_steady
from files.pictures import TooManyPixels, check_size
from files.quiet import quiet
from texts import Said, listed, say, spoken

DAMAGED_MOST = 10
"""So many damaged pictures in a row are no accident any more."""
LOCKED = (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN, cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_WB_TEMPERATURE)
SIZE = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
DEVICES, KERNEL = Path("/dev"), Path("/sys/class/video4linux")
LAST = 255
"""The largest number that the system gives a video device (VIDEO_NUM_DEVICES)."""
EXPOSURE_UNIT_US = 100
"""V4L2's unit of an exposure."""
MANUAL_EXPOSURE = 1
AUTOMATIC_EXPOSURE = (3, 0)
"""V4L2's ways of exposing: by hand; by aperture priority, as nearly all USB cameras call it, or wholly by
itself. A camera takes only those that it has."""


class _Capture:
    """What a video file and a USB camera share: one OpenCV capture."""

    def __init__(self, capture: cv2.VideoCapture, clock: Callable[[], float]):
        self._capture = capture
        self._clock = clock
        self._number = 0

    def _grab(self) -> Frame | None:
        with quiet():
            ok, image = self._capture.read()
        if not ok or image is None:
            return None
        self._number += 1
        return Frame(image, self._number, self._clock())

    def close(self) -> None:
        """Give the source back; twice is harmless."""
        self._capture.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


USUAL_FPS = 30.0
"""What a video is taken to have where its file does not tell."""


class VideoFile(_Capture):
    """A camera that gives the frames of a video file, as fast as they are asked for.

    fps: frames a second of the video's own time, on average where it varies.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic):
        """Open the file. Raises CameraError."""
        try:
            str(path).encode()
        except UnicodeEncodeError:
            # With such a name OpenCV does not fail, but ends the program (5.0: segmentation fault).
            raise CameraError(
                say(
                    "{path}: the name of a video must be Unicode text (UTF-8); rename the file",
                    path=path,
                )
            ) from None
        with quiet():
            capture = cv2.VideoCapture(str(path))
        try:
            check_size(*(int(capture.get(each)) for each in SIZE))
        except TooManyPixels as error:
            capture.release()
            raise CameraError(say("{path}: {why}", path=path, why=spoken(error))) from None
        super().__init__(capture, clock)
        # Some containers open well and hold nothing that can be decoded.
        self._first = self._grab() if capture.isOpened() else None
        if self._first is None:
            capture.release()
            raise CameraError(
                say(
                    "{path}: no picture, and no video that can be decoded; give another file or a folder",
                    path=path,
                )
            )
        told = float(capture.get(cv2.CAP_PROP_FPS))
        self.fps = told if 0 < told < float("inf") else USUAL_FPS

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame, or None at the end."""
        frame, self._first = self._first, None
        return frame or self._grab()


class UsbCamera(_Capture, LiveCamera):
    """A camera at the USB port, by its number in the system."""

    def __init__(
        self,
        index: int,
        size: tuple[int, int],
        settings: Settings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        """Open camera `index` and ask for `size`; the camera takes the nearest it can.

        `settings`: what it was locked to, None lets its automatics choose. Raises CameraError.
        """
        if index > LAST:
            raise no_camera(f"usb:{index}")
        with quiet():
            capture = cv2.VideoCapture(index, cv2.CAP_V4L2)
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
            # Old frames in the driver's queue would show a table that is no longer so.
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        super().__init__(capture, clock)
        self._index, self._name = index, f"usb:{index}"
        if not capture.isOpened():
            capture.release()
            raise no_camera(self._name)
        self._mine = threading.Lock()
        self._damaged = 0
        self._queue = max(1, round(capture.get(cv2.CAP_PROP_BUFFERSIZE)))
        self._keep(settings or Settings())

    def read(self, timeout: float, since: float | None = None) -> Frame | None:
        """Return a frame begun after this call, or from `since` on, in monotonic seconds.

        The wait itself is the driver's: 2 seconds a picture at most (`files.quiet` sets it). Raises
        CameraError when the camera is silent or gone.
        """
        with self._mine:
            return self._fresh(self._clock() if since is None else since)

    def _fresh(self, since: float) -> Frame:
        """Pass over what waited in the queue, and take the first picture begun from then on."""
        for older in range(self._queue, -1, -1):
            self._next()
            # The driver's time, in the monotonic clock's milliseconds, or 0 where it tells none.
            begun = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            # One that is yet to come is another clock's, and says nothing of when the picture was begun.
            if not older or since <= begun <= self._clock():
                break
        # Many cameras' JPEGs are not quite what libjpeg likes, and it says so of each picture.
        with quiet():
            ok, image = self._capture.retrieve()
        if not ok or image is None:
            self._damaged += 1
            # One that only gives damaged pictures must be opened anew.
            kind = BrokenPicture if self._damaged % DAMAGED_MOST else CameraError
            raise kind(say("the camera {name} gave a damaged picture: check its cable", name=self._name))
        self._damaged = 0
        self._number += 1
        return Frame(image, self._number, begun_at(begun, self._clock()))

    def _next(self) -> None:
        """Wait for the next picture. Raises CameraError."""
        if not self._capture.grab():
            # Some of a Pi's own devices can be opened all the same.
            if not _is_at_usb(self._index):
                raise _another_device(self._name)
            raise CameraError(say("the camera {name} gives no picture: check its cable", name=self._name))

    def lock(self) -> Settings:
        """Keep to what the camera's automatics have found by now, and return that.

        Waits until they have come to rest, SETTLE_S seconds at most. What its driver does not tell is None,
        and stays automatic. Raises CameraError.
        """
        with self._mine:
            if not self._capture.isOpened():
                raise CameraError(say("the camera {name} was closed: open it anew", name=self._name))
            told = [self._told()]
            until = self._clock() + SETTLE_S
            while not is_steady(told) and self._clock() < until:
                self._next()
                told.append(self._told())
            self._keep(told[-1])
            return told[-1]

    def _told(self) -> Settings:
        """Say what the automatics have found by now, as far as the driver tells."""
        values = (self._capture.get(control) for control in LOCKED)
        exposure, gain, focus, temperature = (value if value >= 0 else None for value in values)
        return Settings(
            exposure_us=round(exposure * EXPOSURE_UNIT_US) if exposure else None,
            gain=gain,
            lens_position=focus,
            temperature=round(temperature) if temperature else None,
        )

    def close(self) -> None:
        """Give the camera back; twice is harmless."""
        with self._mine:
            super().close()

    def _keep(self, settings: Settings) -> None:
        """Set what was locked, and leave the rest to the automatics; a driver passes over what it has not.

        A USB camera keeps what it was set to as long as it is plugged in, whoever opens it: what was locked
        once stays so until it is given back.
        """
        self._expose(settings.exposure_us)
        if settings.gain is not None:
            self._capture.set(cv2.CAP_PROP_GAIN, settings.gain)
        focus, temperature = settings.lens_position, settings.temperature
        for automatic, control, value in (
            (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, focus),
            (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, temperature),
        ):
            self._capture.set(automatic, 1 if value is None else 0)
            if value is not None:
                self._capture.set(control, value)

    def _expose(self, exposure_us: int | None) -> None:
        """Expose for so many microseconds, or as the camera finds right."""
        if exposure_us is None:
            any(self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, way) for way in AUTOMATIC_EXPOSURE)
            return
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure_us / EXPOSURE_UNIT_US)


def no_camera(name: str) -> CameraError:
    """Say that there is no such camera, and which there are; or that it is there and why it does not open."""
    number = name.removeprefix("usb:")
    if number in map(str, _numbers()):
        if not _is_camera(int(number)):
            return _another_device(name)
        if not os.access(DEVICES / f"video{number}", os.R_OK | os.W_OK):
            return CameraError(
                say(
                    "the camera {name} is there, and this user may not use it: "
                    "sudo usermod -aG video $USER, and log in anew",
                    name=name,
                )
            )
        return CameraError(
            say("the camera {name} is there and cannot be opened: end the program that has it", name=name)
        )
    return CameraError(
        say(
            "there is no camera {name}: plug it in, or give the number of another one ({found})",
            name=name,
            found=_found(),
        )
    )


def _another_device(name: str) -> CameraError:
    """Say that the system's video device of this number is none that gives a camera's pictures."""
    return CameraError(
        say(
            "{name} is a video device of this machine, and no USB camera: give the number of one ({found})",
            name=name,
            found=_found(),
        )
    )


def _found() -> Said:
    """Say which cameras the system has."""
    numbers = [number for number in _numbers() if _is_camera(number)]
    if not numbers:
        return say("this machine has none")
    return say("this machine has {cameras}", cameras=listed(f"usb:{number}" for number in numbers))


def _numbers() -> list[int]:
    return sorted(
        int(path.name.removeprefix("video"))
        for path in DEVICES.glob("video*")
        if path.name.removeprefix("video").isdecimal()
    )


def _is_camera(number: int) -> bool:
    """Tell whether a video device may be a USB camera, by what the kernel tells of it.

    On a Raspberry Pi a dozen of them are the processor's own, for coding and scaling; and a USB camera has a
    second one beside its first, for what is no picture.
    """
    about = KERNEL / f"video{number}"
    if not about.is_dir():
        return True
    try:
        first = (about / "index").read_text().strip() == "0"
    except OSError:
        first = True
    return first and _is_at_usb(number)


def _is_at_usb(number: int) -> bool:
    """Tell whether a video device hangs at the USB port, or the kernel tells nothing of it."""
    about = KERNEL / f"video{number}"
    return not about.is_dir() or re.search(r"/usb\d+/", str((about / "device").resolve())) is not None
