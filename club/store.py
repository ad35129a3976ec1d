"""The board's file: the evening as it was agreed, the one thing that no table knows."""

from pathlib import Path

from club import kept
from club.evening import Evening
from club.messages import pack
from club.plan import evening_from_dict, evening_to_dict
from files.whole import write_whole


def load(path: Path) -> Evening | None:
    """Read the evening, None where there is none. Raises ClubError."""
    return kept.load(path, evening_from_dict, "evening")


def save(path: Path, evening: Evening) -> None:
    """Write the evening down; a power cut leaves the old file or the new. Raises OSError."""
    write_whole(path, pack(evening_to_dict(evening, (), False)), 0o644)
