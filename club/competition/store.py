"""The file of a competition: its setting and all its events, the one thing that no table knows."""

from collections.abc import Sequence
from pathlib import Path

from club import kept
from club.competition import record
from club.competition.events import Event
from club.competition.record import from_dict, to_dict
from club.competition.setting import Setting
from club.competition.state import State
from club.errors import ClubError
from club.messages import pack
from files.whole import write_whole
from texts import say

LARGEST = 32 * 2**20
"""Bytes that the file may have."""


def load(path: Path) -> tuple[Setting, tuple[Event, ...], State] | None:
    """Read a competition and settle it, None where there is none. Raises ClubError."""
    return kept.load(path, from_dict, "competition", LARGEST)


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
        kept.put_away(path, "old" if known is None else known[0].id)
