"""Decks by their names: those that Familiar brings along, and those that were enrolled."""

import os
from collections.abc import Sequence
from pathlib import Path

from files.regular import expand
from games import cards
from games.nearest import close
from vision.errors import UnknownDeck
from vision.read.enrolled import EnrolledReader
from vision.read.profile import SUFFIX, Profile, load
from vision.read.reader import CardReader, Reader

__all__ = ["CardReader", "deck_file", "decks_folder", "known_decks", "open_profile", "open_reader", "unknown"]


def decks_folder() -> Path:
    """Give the folder of the enrolled decks: $FAMILIAR_DECKS, else ``familiar/decks`` in the user's data."""
    if named := os.environ.get("FAMILIAR_DECKS"):
        return expand(named)
    base = os.environ.get("XDG_DATA_HOME", "")
    # The XDG rule: a path that is not absolute is to be ignored.
    root = Path(base) if os.path.isabs(base) else Path(os.environ.get("HOME") or Path.home()) / ".local/share"
    return root / "familiar" / "decks"


def deck_file(deck: str, folder: Path | None = None) -> Path:
    """Give the file of an enrolled deck: by its name in the folder, or where a path is given, that."""
    if deck.endswith(SUFFIX) or "/" in deck or os.sep in deck:
        return expand(deck)
    return (folder or decks_folder()) / f"{deck}{SUFFIX}"


def known_decks(folder: Path | None = None) -> tuple[str, ...]:
    """List all decks that can be read by name."""
    found = sorted(path.stem for path in (folder or decks_folder()).glob(f"*{SUFFIX}"))
    return (*cards.EDITIONS, *found)


def unknown(what: str, name: str, known: Sequence[str], learns: str) -> str:
    """Say that there is no such deck or set, and which name is close, else by which command one is learnt."""
    near = close(name, known)
    hint = f"{learns} learns one." if near is None else f"did you mean {near!r}?"
    return f"there is no {what}; {hint} Known are {', '.join(known)}"


def open_profile(deck: str, folder: Path | None = None) -> Profile:
    """Open an enrolled deck by its name or file. Raises UnknownDeck, naming a close one; BadProfile."""
    path = deck_file(deck, folder)
    if not path.is_file():
        raise UnknownDeck(unknown(f"deck {deck!r}", path.stem, known_decks(folder), "familiar enrol NAME"))
    return load(path)


def open_reader(deck: str, folder: Path | None = None) -> CardReader:
    """Make the reader of a deck: ``us``, ``amigo``, the name of an enrolled deck, or a path to its file.

    Raises UnknownDeck, naming a close one; BadProfile where the file is broken; MissingModel.
    """
    return Reader(deck) if deck in cards.EDITIONS else EnrolledReader(open_profile(deck, folder))
