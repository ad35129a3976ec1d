"""The board's file: the evening as it was agreed, the one thing that no table knows."""

from pathlib import Path
from re import fullmatch

from club.errors import BadMessage, ClubError
from club.evening import Evening
from club.messages import pack, unpack
from club.plan import STAMP, evening_from_dict, evening_to_dict
from files.regular import read_file
from files.whole import flush, write_whole


def load(path: Path) -> Evening | None:
    """Read the evening, None where there is none. Raises ClubError: a file is not passed over."""
    try:
        return evening_from_dict(unpack(read_file(path)))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ClubError(f"{path}: cannot be read ({error.strerror}); check its permissions.") from None
    except BadMessage as error:
        raise ClubError(f"{path}: this is no evening ({error}); move the file aside.") from None


def save(path: Path, evening: Evening) -> None:
    """Write the evening down; a power cut leaves the old file or the new. Raises OSError."""
    write_whole(path, pack(evening_to_dict(evening, (), False)), 0o644)


def put_away(path: Path, id: str) -> None:
    """Keep the file beside under its evening's id, so that another can begin. Raises OSError."""
    if path.exists():
        path.rename(path.with_name(f"{path.stem}-{id}.json"))
        flush(path.parent)


def led(path: Path) -> frozenset[str]:
    """Name the evenings, or the competitions, that were put away beside this file, by the names of theirs."""
    names = (other.stem.removeprefix(f"{path.stem}-") for other in path.parent.glob(f"{path.stem}-*.json"))
    return frozenset(name for name in names if fullmatch(STAMP, name))
