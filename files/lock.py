"""Let one program at a time have a file: the kernel frees it as soon as whoever has it ends in any way."""

import fcntl
from pathlib import Path
from typing import IO


def lock(path: Path) -> IO[str]:
    """Take the file beside `path` that one program alone can hold, until what is given is closed.

    Raises BlockingIOError where another program holds it, and OSError where it cannot be made.
    """
    file = open(f"{path}.lock", "a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        file.close()
        raise
    return file
