"""A folder of pictures as a camera: each picture is one frame."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import numpy as np

from device.camera import Frame
from device.errors import BrokenPicture, CameraError
from files.pictures import TooManyPixels, decode, holds_table
from files.regular import read_file
from texts import say, spoken

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")


def is_picture_name(path: Path) -> bool:
    """Tell by its name whether a file should be a picture."""
    return path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".")


def natural(name: str) -> tuple[tuple[int, int | str], ...]:
    """Sort 2.jpg before 10.jpg: runs of digits count as numbers."""
    parts = re.split(r"(\d+)", name.casefold())
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in parts if part)


def load_picture(path: Path) -> np.ndarray:
    """Read a picture as uint8 (H, W, 3) BGR, turned as its EXIF tag says.

    Raises BrokenPicture.
    """
    try:
        data = read_file(path)
        image = decode(data)
    except OSError as error:
        raise BrokenPicture(
            say("{path}: cannot be read ({why}); check the file", path=path, why=error.strerror)
        ) from None
    except TooManyPixels as error:
        raise BrokenPicture(say("{path}: {why}", path=path, why=spoken(error))) from None
    if image is None:
        raise BrokenPicture(
            say("{path}: the file is empty; replace it or take it away", path=path)
            if not data
            else say("{path}: not a picture that can be decoded; replace it or take it away", path=path)
        )
    return image


def load_table_picture(path: Path) -> np.ndarray:
    """Read the picture of a table as `load_picture` does, and no other. Raises BrokenPicture."""
    image = load_picture(path)
    height, width = image.shape[:2]
    if not holds_table(width, height):
        raise BrokenPicture(
            say(
                "{path}: {width} x {height} pixels cannot show a table; replace it or take it away",
                path=path,
                width=width,
                height=height,
            )
        )
    return image


class PictureFolder:
    """A camera that gives the pictures of a folder by their natural order, or one single picture."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic):
        """List the pictures; files with other endings are passed over. Raises CameraError."""
        self._clock = clock
        self._paths = [path]
        if path.is_dir():
            try:
                found = [each for each in path.iterdir() if is_picture_name(each) and each.is_file()]
            except OSError as error:
                raise CameraError(
                    say("{path}: the folder cannot be read ({why})", path=path, why=error.strerror)
                ) from None
            self._paths = sorted(found, key=lambda each: (natural(each.name), each.name))
        if not self._paths:
            raise CameraError(
                say(
                    "{path}: there are no pictures in this folder; put some in ({kinds})",
                    path=path,
                    kinds=", ".join(PICTURE_SUFFIXES),
                )
            )
        self._next = 0

    def read(self, timeout: float) -> Frame | None:
        """Return the next picture as it is, or None after the last. Raises BrokenPicture, and goes on."""
        if self._next >= len(self._paths):
            return None
        path = self._paths[self._next]
        self._next += 1
        return Frame(load_table_picture(path), self._next, self._clock())

    def close(self) -> None:
        """Let go; reading on gives None."""
        self._next = len(self._paths)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
