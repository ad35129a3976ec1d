"""Sets of sticks by their names: the kit's, and those that were enrolled."""

from dataclasses import dataclass
from pathlib import Path

from files.regular import expand
from games.sticks import KIT, Table
from vision.errors import UnknownDeck
from vision.read.decks import decks_folder, unknown
from vision.sticks import reader as stick_reader
from vision.sticks.matching import SetReader
from vision.sticks.profile import SUFFIX, StickProfile, load
from vision.sticks.reader import PosteriorReader

KIT_NAME = "kit"


@dataclass(frozen=True)
class StickSet:
    """A set: which side lies down under which notches, and who reads its sticks."""

    name: str
    table: Table
    reader: PosteriorReader


def set_file(name: str, folder: Path | None = None) -> Path:
    """Give the file of an enrolled set: by its name beside the decks, or where a path is given, that."""
    if name.endswith(SUFFIX) or "/" in name:
        return expand(name)
    return (folder or decks_folder()) / f"{name}{SUFFIX}"


def name_of(name: str) -> str:
    """Give a set's own name, whether it was named or its file."""
    return Path(name).stem if name.endswith(SUFFIX) else name


def known_sets(folder: Path | None = None) -> tuple[str, ...]:
    """List all sets that can be read by name."""
    return (KIT_NAME, *sorted(path.stem for path in (folder or decks_folder()).glob(f"*{SUFFIX}")))


def open_profile(name: str, folder: Path | None = None) -> StickProfile:
    """Open an enrolled set by its name or file. Raises UnknownDeck, naming a close one; BadProfile."""
    path = set_file(name, folder)
    if not path.is_file():
        learns = "familiar enrol NAME --sticks"
        raise UnknownDeck(unknown(f"set of sticks {name!r}", path.stem, known_sets(folder), learns))
    return load(path)


def open_set(name: str = KIT_NAME) -> StickSet:
    """Open the kit's set, or an enrolled one by its name or file.

    Raises UnknownDeck, naming a close one; BadProfile where the file is broken; MissingModel.
    """
    if name == KIT_NAME:
        return StickSet(KIT_NAME, KIT, stick_reader.shipped())
    profile = open_profile(name)
    return StickSet(profile.name, profile.table, SetReader(profile, stick_reader.shipped()))
