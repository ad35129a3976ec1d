"""The camera that the configuration names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from device.camera import Camera, Settings
from device.cameras import open_camera
from table.settings.config import Config


def the_camera(config: Config, locked: Settings | None = None, *, or_none: bool = False) -> Camera:
    """Open the configured camera, kept to the settings of its calibration. Raises CameraError.

    or_none: whoever asks can do without one.
    """
    wanted = config.camera
    size = (wanted.width, wanted.height)
    return open_camera(
        wanted.source,
        size,
        settings=locked,
        distance=wanted.distance,
        mains=wanted.mains,
        or_none=or_none,
    )


class Source:
    """A camera that is open before the watching thread asks for it, and is opened anew after it failed.

    patient: leave the opening to that thread, which tells what is wrong and tries again.
    """

    def __init__(self, open_it: Callable[[], Camera], *, patient: bool = False) -> None:
        """Open the camera. Raises CameraError."""
        self._open = open_it
        self._ready: Camera | None = None if patient else open_it()

    def take(self) -> Camera:
        """Hand over the open camera, or open it once more. Raises CameraError."""
        camera, self._ready = self._ready, None
        return camera or self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ready is not None:
            self._ready.close()


class Relay:
    """Pictures of a camera that are handed on in another way: what closes this closes the camera."""

    def __init__(self, source: Camera) -> None:
        self._source = source

    def close(self) -> None:
        """Let go of the pictures."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
