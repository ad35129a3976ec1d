"""What a camera gives, and what it promises."""

from dataclasses import dataclass, field
from typing import Protocol, Self

import numpy as np


@dataclass(frozen=True)
class Frame:
    """One picture: `image` uint8 (H, W, 3) BGR, `number` from 1, `time` in monotonic seconds.

    time: when its exposure began, of a live camera that tells; else when it was handed over.
    """

    image: np.ndarray = field(compare=False, repr=False)
    number: int
    time: float


OLDEST_S = 10.0
"""A frame that should have begun longer ago, or at 0, has another clock, or none."""


def begun_at(told: float | None, now: float) -> float:
    """Give when a frame was begun, in monotonic seconds: as its driver told, or now where that cannot be."""
    return told if told is not None and max(0.0, now - OLDEST_S) < told <= now else now


@dataclass(frozen=True)
class Settings:
    """What calibration found and a camera keeps to; None: the camera chooses, or has nothing to set there.

    exposure_us: microseconds; gain: of the sensor, from 1; colour_gains: of red and of blue, the white
    balance of a Pi camera; lens_position: dioptres (1 / metres) on a Pi camera, the driver's own units on a
    USB camera; temperature: kelvin, the white balance of a USB camera.
    """

    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    lens_position: float | None = None
    temperature: int | None = None


class Camera(Protocol):
    """Where frames come from; a context manager whose `close` may be called twice."""

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame, or None at the end of the source.

        Raises BrokenPicture when this one cannot be decoded: read on. Raises CameraError when nothing came
        within `timeout` seconds or the camera is gone: close it and open it anew.
        """
        ...

    def close(self) -> None:
        """Give the hardware back."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class LiveCamera:
    """The base of real cameras: time passes before them, so no two of their pictures are quite alike."""

    def read(self, timeout: float, since: float | None = None) -> Frame | None:
        """Return a frame that was begun after this call, or from `since` on, in monotonic seconds.

        since: of a moment that has passed, so that what the camera exposed while its reader was busy need not
        be exposed anew. A camera that does not tell when its frames began gives one begun after the call.
        Raises CameraError.
        """
        raise NotImplementedError

    def lock(self) -> Settings | None:
        """Keep to what the camera's automatics have found by now, and return that; None: there are none.

        Raises CameraError.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Give the hardware back; twice is harmless."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
