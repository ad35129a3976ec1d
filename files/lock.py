"""Let one program at a time have a file: the kernel frees it as soon as whoever has it ends in any way."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO


def lock(path: Path, *, wait: bool = False) -> IO[str]:
    """Take the file beside `path` that one program alone can hold, until what is given is closed.

    wait: for whoever holds it, for ever if need be. Else raises BlockingIOError where another program does;
    and OSError where it cannot be made.
    """
    # Whoever may read it could hold it, and keep its owner waiting.
    file = open(f"{path}.lock", "a+", opener=lambda name, flags: os.open(name, flags, 0o600))
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        file.close()
        raise
    return file


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """Read and write a file that other programs renew, too, with none of them in between.

    Its folder is made. Where the file beside it cannot be, nothing keeps the others out.
    """
    with ExitStack() as closing:
        with suppress(OSError):
            # Where nothing can be written nothing is renewed, and that is told in its time.
            path.parent.mkdir(parents=True, exist_ok=True)
            closing.enter_context(lock(path, wait=True))
        yield


@contextmanager
def alone(path: Path, refusal: Exception) -> Iterator[None]:
    """Keep other programs off a file, whose folder is made: what one wrote down another would write over.

    Raises `refusal` where another program has it.
    """
    with ExitStack() as closing:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            closing.enter_context(lock(path))
        except BlockingIOError:
            raise refusal from None
        except OSError:
            # Where nothing can be written nothing can be written over, and that is told in its time.
            pass
        yield
