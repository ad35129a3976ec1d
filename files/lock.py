"""Let one program at a time have a file: the kernel frees it as soon as whoever has it ends in any way."""

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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
