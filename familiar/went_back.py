"""A newer version that did not come up, so the one before plays on: what packaging/setup wrote of it."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from files.regular import read_file
from texts import Said, say

FILE = "went-back.json"
TOLD_S = 24 * 3600.0
"""How long the pages tell of it; the doctor does until a newer version has come up."""


@dataclass(frozen=True)
class WayBack:
    """The releases that were left and that plays, and when: seconds since 1970."""

    new: str
    old: str
    at: float


def way_back(folder: Path) -> WayBack | None:
    """Read whether a newer version was left, in the data folder; None: it was not, or nobody can say."""
    path = folder / FILE
    try:
        said = json.loads(read_file(path))
        at = path.stat().st_mtime
    except (OSError, ValueError, RecursionError):
        return None
    names = [said.get(key) for key in ("new", "old")] if isinstance(said, dict) else []
    if len(names) != 2 or not all(isinstance(each, str) and each.isascii() for each in names):
        return None
    new, old = (str(each).partition("-")[0] for each in names)
    return WayBack(new, old, at)


def news(folder: Path, now: float | None = None) -> Said | None:
    """Say on the pages that a newer version was left, for a day. now: seconds since 1970."""
    found = way_back(folder)
    now = time.time() if now is None else now
    if found is None or not 0 <= now - found.at < TOLD_S:
        return None
    return say(
        "The new version {new} of Familiar did not start, so {old} plays on. All games are there.",
        new=found.new,
        old=found.old,
    )
