"""``familiar enrol``: learn a deck from a folder of pictures, check it and keep it."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from familiar.enrol.folder import PICTURES, listing
from files.terminal import one_line
from games import cards
from vision import photograph
from vision.enrol.cards import check, learn
from vision.errors import BadProfile, VisionError
from vision.read.decks import deck_file
from vision.read.profile import SUFFIX, Profile, card_name, deck_name, empty, load, save

Found = tuple[str, Path]
"""A card's name and a picture of it."""


def run(name: str, folder: Path, anew: bool) -> int:
    """Learn a deck and print what was found; give 1 if a picture could not be learnt from, else 0.

    Raises BadProfile or UnreadablePicture where nothing can be learnt at all.
    """
    file = deck_file(name)
    deck = deck_name(file.stem if name.endswith(SUFFIX) else name)
    before = load(file) if file.exists() and not anew else None
    refused: list[str] = []
    found = pictures(folder, before or empty(deck), refused)
    learnt = learn(_loaded(found, refused), deck, onto=before, refuse=refused.append)
    for sentence in refused:
        click.echo(one_line(sentence), err=True)
    if learnt.names and (refused and anew and file.exists()):
        raise BadProfile(f"{file}: is as it was before; mend these pictures, then enrol it anew")
    if learnt is before or not learnt.names:
        raise BadProfile(f"{folder}: nothing was learnt from it; {file} is as it was before")
    save(learnt, file)
    for sentence in check(learnt).sentences():
        click.echo(sentence)
    click.echo(f"{deck} is kept in {file}; try: familiar read --deck {name} PICTURE")
    return 1 if refused else 0


def pictures(folder: Path, known: Profile, refused: list[str]) -> list[Found]:
    """List the pictures of a folder with the cards that they show.

    ``7H-2.jpg`` is a second picture of ``7H`` where that one is in the folder, in the deck or in an edition;
    elsewhere it is a card of that name. A file whose name no card may have is refused.
    Raises UnreadablePicture where the folder holds no picture.
    """
    files = listing(folder, f"one of each card there: 7H.jpg ({', '.join(PICTURES)})")
    stems = {unicodedata.normalize("NFC", path.stem) for path in files}
    stems |= {*known.names, *(card for edition in cards.EDITIONS for card in cards.names(edition)), "back"}
    found = []
    for path in sorted(files, key=lambda path: order(path.stem)):
        try:
            found.append((card_name(_card(path.stem, stems)), path))
        except BadProfile as error:
            refused.append(f"{path}: {error}")
    return found


def _card(stem: str, known: set[str]) -> str:
    stem = unicodedata.normalize("NFC", stem)
    numbered = re.fullmatch(r"(.+)-([1-9]\d*)", stem)
    return numbered[1] if numbered and numbered[1] in known else stem


def order(stem: str) -> tuple[tuple[int, str, int], ...]:
    """Sort 2H before 10H, and a first picture before a second."""
    parts = re.findall(r"(\d+)|(\D+)", stem)
    return tuple((0, "", int(digits)) if digits else (1, text, 0) for digits, text in parts)


def _loaded(found: list[Found], refused: list[str]) -> Iterator[tuple[str, np.ndarray, str]]:
    """Load the pictures one after the other; those that are none are refused."""
    for card, path in found:
        try:
            yield card, photograph.load(path), str(path)
        except VisionError as error:
            refused.append(str(error))
