"""The files of JSON in which keys, seats, the lead and choices are kept over a restart."""

import json
import logging
from pathlib import Path
from typing import Any

from files.regular import read_file
from files.whole import write_whole

log = logging.getLogger(__name__)


def read_kept(path: Path, without: str) -> Any:
    """Read what is kept; None where nothing is, or where it cannot be read.

    without: what follows where it cannot, as the log says it.
    """
    try:
        return json.loads(read_file(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        why = f"cannot be read ({error.strerror})" if isinstance(error, OSError) else "it is no JSON text"
        log.warning("%s: %s; %s", path, why, without)
        return None


def write_kept(path: Path, values: object) -> None:
    """Write what is to be kept, whole or not at all. Raises OSError."""
    write_whole(path, (json.dumps(values, indent=1) + "\n").encode())
