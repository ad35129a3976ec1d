"""Write files so that a power cut leaves the old one or the new, and never a half."""

import os
from contextlib import suppress
from pathlib import Path


def flush(path: Path) -> None:
    """Have a file or folder written to the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file so that a power cut leaves the old one or the new; its folder is made. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
        flush(path.parent)
    except OSError as error:
        # A full disk does not say which file it was.
        error.filename = error.filename or str(path)
        raise
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
