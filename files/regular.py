"""Paths as people write them, and files that end: no pipe and no device is read as if it were one."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from texts import say

MOST = 64 * 2**20
"""Bytes that a file may have which is read whole, where nothing else is said."""


def expand(path: Path | str) -> Path:
    """Put a home folder in the place of a ~ or ~user at the beginning.

    Raises OSError where there is no such user.
    """
    try:
        return Path(path).expanduser()
    except (RuntimeError, ValueError):
        raise OSError(errno.EINVAL, say("there is no such user on this machine"), str(path)) from None


def open_file(path: Path | str) -> BinaryIO:
    """Open a regular file for reading.

    Raises OSError, also for a pipe, a socket or a device: to read there may take for ever. Its `strerror`
    says what is wrong.
    """
    # Asked before it is opened too, for to open a device may already do something.
    _check(path, _about(path))
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        _check(path, os.fstat(handle))
        return open(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_file(path: Path | str, most: int | None = MOST) -> bytes:
    """Read a regular file whole; `most`: the bytes that it may have, None: any number. Raises OSError."""
    with open_file(path) as file:
        data = file.read() if most is None else file.read(most + 1)
    if most is not None and len(data) > most:
        # So that 1000 bytes are not said to be more than 0 MiB.
        size = f"{most // 2**20} MiB" if most >= 2**20 else f"{most // 2**10} KiB"
        raise OSError(errno.EFBIG, say("it is larger than {size}", size=size), str(path))
    return data


def is_odd(path: Path | str) -> bool:
    """Tell whether something bears this name that is neither a regular file nor a folder."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _about(path: Path | str) -> os.stat_result:
    try:
        return os.stat(path)
    except ValueError:
        raise OSError(errno.EINVAL, say("no file can have such a name"), str(path)) from None


def _check(path: Path | str, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, say("it is a pipe, a device or a socket, and no file"), str(path))
