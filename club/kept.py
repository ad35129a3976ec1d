"""The files of a board: each holds one message, what no table knows, and one that is spoilt is an error."""

from collections.abc import Callable
from pathlib import Path
from re import fullmatch
from typing import Any, TypeVar

from club.errors import BadMessage, ClubError
from club.messages import LARGEST, unpack
from club.plan import STAMP
from files.regular import read_file
from files.whole import flush

Kept = TypeVar("Kept")


def load(
    path: Path, parse: Callable[[dict[str, Any]], Kept], what: str, largest: int = LARGEST
) -> Kept | None:
    """Read a file, None where there is none. Raises ClubError.

    parse: makes of the message what it tells, and raises BadMessage; what: that, as the error calls it;
    largest: bytes that the message may have.
    """
    try:
        return parse(unpack(read_file(path), largest))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ClubError(f"{path}: cannot be read ({error.strerror}); check its permissions.") from None
    except BadMessage as error:
        raise ClubError(f"{path}: this is no {what} ({error}); move the file aside.") from None


def put_away(path: Path, id: str) -> None:
    """Keep the file beside under the id of what it tells, so that another can begin. Raises OSError."""
    if path.exists():
        path.rename(path.with_name(f"{path.stem}-{id}.json"))
        flush(path.parent)


def led(path: Path) -> frozenset[str]:
    """Name what was put away beside this file, by the names of those files."""
    names = (other.stem.removeprefix(f"{path.stem}-") for other in path.parent.glob(f"{path.stem}-*.json"))
    return frozenset(name for name in names if fullmatch(STAMP, name))
