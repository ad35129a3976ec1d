"""Write files so that a power cut leaves the old one or the new, and never a half."""

import os
import stat
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def flush(path: Path) -> None:
    """Have a file or folder written to the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file so that a power cut leaves the old one or the new; its folder is made.

    Raises OSError; what is found there is then as it was, unless it cannot be read or the disk takes no more.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new, former = not os.path.lexists(path), _former(path)
    try:
        _replace(path, data, mode)
        try:
            flush(path.parent)
        except OSError:
            # The new one has the name already, but whoever calls is told that it was not written.
            with suppress(OSError):
                if new:
                    path.unlink()
                elif former is not None:
                    _replace(path, former.read(), stat.S_IMODE(os.fstat(former.fileno()).st_mode))
            raise
    except OSError as error:
        # A full disk does not say which file it was.
        error.filename = error.filename or str(path)
        raise
    finally:
        if former is not None:
            former.close()


def _replace(path: Path, data: bytes, mode: int) -> None:
    # Each thread has one of its own: two that write at once would else write into the same.
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_native_id()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _former(path: Path) -> BinaryIO | None:
    """Open what is there now, to be read once its name is another's; None: nothing that can be read."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return open(handle, "rb")
        os.close(handle)
    return None
