"""The board's file: the evening as it was agreed, the one thing that no table knows."""

from pathlib import Path

from club.errors import BadMessage, ClubError
from club.evening import Evening
from club.messages import pack, unpack
from club.plan import evening_from_dict, evening_to_dict
from files.regular import read_file
from table.disk import flush, write_whole


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


def save(path: Path, evening: Evening | None) -> None:
    """Write the evening down, None forgets it; a power cut leaves the old file or the new. Raises OSError."""
    if evening is not None:
        write_whole(path, pack(evening_to_dict(evening, (), False)), 0o644)
    elif path.exists():
        path.unlink()
        flush(path.parent)
