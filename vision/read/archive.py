"""The zip archive in which a deck or a set of sticks is kept: a head of text, and pictures as JPEG.

Nothing in it is compressed twice, and what is equal gives equal files. It may come from anywhere, so it is
read in bounds.
"""

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from files.pictures import decode
from files.regular import open_file
from files.whole import write_whole
from texts import say
from vision.errors import BadProfile

BROKEN = (zipfile.BadZipFile, zlib.error, LookupError, TypeError, ValueError, RuntimeError, EOFError)
"""What a broken archive or text causes; RuntimeError: a locked archive, or text nested too deep."""

_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 92, cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
            cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]  # fmt: skip
"""How JPEG keeps a crop: quality, of 100, a guess; and its colours as fine as its light."""

_LARGEST_ENTRY = 1 << 20
"""Bytes that one entry unpacks to at most: a guess, some twenty times a crop before it is compressed."""

_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How an entry may be packed: what packs harder may ask for gigabytes, and breaks in ways of its own."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""When every entry was made, so that one content makes one file."""

Kept = TypeVar("Kept")


def write(path: Path, name: str, head: Mapping[str, Any], pictures: Iterable[tuple[str, np.ndarray]]) -> None:
    """Write an archive to its file, whole or not at all.

    name: the head's, which is written as JSON; pictures: their names, and uint8 (H, W, 3) BGR. Raises
    BadProfile; what stood there before is whole then.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name, _EPOCH), json.dumps(head, ensure_ascii=False, indent=1))
        for file, crop in pictures:
            data = cv2.imencode(".jpg", crop, _QUALITY)[1].tobytes()
            archive.writestr(zipfile.ZipInfo(file, _EPOCH), data)
    try:
        write_whole(path, out.getvalue(), 0o644)
    except OSError as error:
        raise BadProfile(
            say(
                "{path}: cannot be written ({why}); what was kept there is as it was before",
                path=path,
                why=error.strerror,
            )
        ) from error


def read(path: Path, largest: int, unpack: Callable[[zipfile.ZipFile], Kept], what: str) -> Kept:
    """Read an archive of `largest` bytes at most. Raises BadProfile with a sentence that names the file.

    unpack: makes of it what it keeps; raises BadProfile, or one of `BROKEN`. what: such a file, in words.
    """
    try:
        with open_file(path) as file:
            content = file.read(largest + 1)
        if len(content) > largest:
            raise BadProfile(f"{path}: is too large for an {what}; choose a file that `enrol` wrote")
    except OSError as error:
        raise BadProfile(f"{path}: cannot be opened ({error.strerror}); check the name") from error
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return unpack(archive)
    except BadProfile as error:
        raise BadProfile(f"{path}: {error}") from error
    except BROKEN as error:
        raise BadProfile(f"{path}: is no {what}, or is broken; enrol it again") from error


def head(archive: zipfile.ZipFile, name: str, key: str, version: int) -> dict[str, Any]:
    """Give the head, whose version stands under a key. Raises BadProfile, or one of `BROKEN`."""
    found: dict[str, Any] = json.loads(_entry(archive, name))
    if found[key] != version:
        raise BadProfile("was written by a newer Familiar; update this one")
    return found


def picture(archive: zipfile.ZipFile, name: str) -> np.ndarray | None:
    """Give a picture, uint8 (H, W, 3) BGR; None: what stands there is none. Raises one of `BROKEN`."""
    return decode(_entry(archive, name))


def text(value: object) -> str:
    """Demand a text. Raises TypeError."""
    if not isinstance(value, str):
        raise TypeError("a name must be text")
    return value


def _entry(archive: zipfile.ZipFile, name: str) -> bytes:
    entry = archive.getinfo(name)
    # OpenCV stumbles over an empty picture instead of refusing it.
    if entry.compress_type not in _PACKED or not 0 < entry.file_size <= _LARGEST_ENTRY:
        raise ValueError(name)
    return archive.read(name)
