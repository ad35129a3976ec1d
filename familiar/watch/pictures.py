"""The pictures of a source in their order, each with its time in the source."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from device.camera import Camera, Frame, LiveCamera
from device.errors import BrokenPicture
from device.video import VideoFile

TIMEOUT_S = 2.0
NEARLY_S = 1e-6
"""A frame that is due at this very moment must not be passed over for a rounding."""


@dataclass(frozen=True)
class Timed:
    """A picture and when it was taken, in seconds of its source."""

    frame: Frame
    time: float


def timed(
    camera: Camera,
    pace: float,
    broken: Callable[[BrokenPicture], object],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Iterator[Timed]:
    """Give a source's pictures one by one until its end, `pace` seconds of its own time apart.

    Of a video those between are passed over, and time is counted from its beginning. Of other recorded or
    drawn pictures none is: the n-th is taken at n times the pace. A real camera is waited for, and time
    begins with its first picture. broken: told of each picture that cannot be decoded. Raises CameraError.
    """
    began: float | None = None
    looked, live = 0, isinstance(camera, LiveCamera)
    while True:
        if live and began is not None and (wait := began + looked * pace - clock()) > 0:
            sleep(wait)
        try:
            frame = camera.read(TIMEOUT_S)
        except BrokenPicture as error:
            broken(error)
            continue
        if frame is None:
            return
        if isinstance(camera, VideoFile):
            at = frame.number / camera.fps
            if at < looked * pace - NEARLY_S:
                continue
        elif live:
            began = frame.time if began is None else began
            at = frame.time - began
        else:
            at = frame.number * pace
        looked += 1
        yield Timed(frame, at)
