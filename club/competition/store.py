"""The file of a competition: its setting and all its events, the one thing that no table knows."""

from collections.abc import Sequence
from pathlib import Path

from club.competition import record
from club.competition.events import Event
from club.competition.record import from_dict, to_dict
from club.competition.setting import Setting
from club.competition.state import State
from club.errors import BadMessage, ClubError
from club.messages import pack, unpack
from files.regular import read_file
from files.whole import flush, write_whole
from texts import say

LARGEST = 32 * 2**20


def load(path: Path) -> tuple[Setting, tuple[Event, ...], State] | None:
    """Read a competition and settle it, None where there is none. Raises ClubError."""
    try:
        return from_dict(unpack(read_file(path, LARGEST), LARGEST))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ClubError(f"{path}: cannot be read ({error.strerror}); check its permissions.") from None
    except BadMessage as error:
        raise ClubError(f"{path}: this is no competition ({error}); move the file aside.") from None


def save(path: Path, setting: Setting, events: Sequence[Event]) -> None:
    """Write a competition down; a power cut leaves the old file or the new. Raises OSError, ClubError.

    More than `load` would read again is not written.
    """
    data = pack(to_dict(setting, events))
    if len(events) > record.EVENTS_MAX or len(data) > LARGEST:
        raise ClubError(
            say("This competition was changed so often that no further change can be kept: put it away.")
        )
    write_whole(path, data, 0o644)


def put_away(path: Path) -> None:
    """Keep the file beside under its own name, so that another can begin. Raises OSError."""
    if path.exists():
        known = load(path)
        stamp = known[0].id if known is not None else "old"
        path.rename(path.with_name(f"{path.stem}-{stamp}.json"))
        flush(path.parent)
