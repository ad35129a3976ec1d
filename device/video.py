"""Video files and USB cameras, both through OpenCV."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import cv2

from device.camera import Frame
from device.errors import CameraError
from device.quiet import quiet


class _Capture:
    """What a video file and a USB camera share: one OpenCV capture."""

    def __init__(self, capture: cv2.VideoCapture, clock: Callable[[], float]):
        self._capture = capture
        self._clock = clock
        self._number = 0

    def _grab(self) -> Frame | None:
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


class VideoFile(_Capture):
    """A camera that gives the frames of a video file, as fast as they are asked for."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic):
        """Open the file. Raises CameraError."""
        with quiet():
            capture = cv2.VideoCapture(str(path))
            super().__init__(capture, clock)
            # Some containers open well and hold nothing that can be decoded.
            self._first = self._grab() if capture.isOpened() else None
        if self._first is None:
            capture.release()
            raise CameraError(
                f"{path}: no picture, and no video that can be decoded; give another file or a folder"
            )

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame, or None at the end."""
        frame, self._first = self._first, None
        return frame or self._grab()


class UsbCamera(_Capture):
    """A camera at the USB port, by its number in the system."""

    def __init__(self, index: int, size: tuple[int, int], clock: Callable[[], float] = time.monotonic):
        """Open camera `index` and ask for `size`; the camera takes the nearest it can. Raises CameraError."""
        with quiet():
            capture = cv2.VideoCapture(index)
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
            # Old frames in the driver's queue would show a table that is no longer so.
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        super().__init__(capture, clock)
        self._name = f"usb:{index}"
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                f"there is no camera {self._name}: plug it in, or give the number of another one ({_found()})"
            )

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame. Raises CameraError when the camera is silent or gone.

        The wait itself is the driver's (10 seconds at most in OpenCV's V4L2 backend).
        """
        frame = self._grab()
        if frame is None:
            raise CameraError(f"the camera {self._name} gives no picture: check its cable")
        return frame


def _found() -> str:
    """Say which video devices the system has."""
    numbers = sorted(
        int(path.name.removeprefix("video"))
        for path in Path("/dev").glob("video*")
        if path.name.removeprefix("video").isdecimal()
    )
    return (
        "this machine has " + ", ".join(f"usb:{number}" for number in numbers)
        if numbers
        else "this machine has none"
    )
