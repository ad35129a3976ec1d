"""``familiar enrol --sticks``: learn a set of sticks from a folder of nine pictures, check it and keep it."""

import re
from pathlib import Path

import click
import numpy as np

from familiar.enrol.folder import listing
from games.sticks import COLORS, NOTCHES, SIDES
from texts import listed
from vision import photograph
from vision.errors import BadProfile
from vision.sticks import find as stick_find
from vision.sticks import reader as stick_reader
from vision.sticks.enrol import LabelledPicture, check, learn
from vision.sticks.matching import SetReader
from vision.sticks.profile import StickProfile, save, set_name
from vision.sticks.sets import name_of, set_file

EXAMPLE = "red-0.jpg, or red-0-force-magic.jpg with the sides in view"


def run(name: str, folder: Path) -> int:
    """Learn a set and print what was found; give 0.

    Raises BadProfile or UnreadablePicture, with a sentence that names the picture.
    """
    called = set_name(name_of(name))
    return keep(learn(pictures(folder), called, stick_find.shipped(), stick_reader.shipped()), name)


def keep(learnt: StickProfile, name: str) -> int:
    """Keep a set under a name or in a file, and print what was found; give 0. Raises BadProfile."""
    file, base = set_file(name), stick_reader.shipped()
    save(learnt, file)
    for color, row in zip(COLORS, learnt.table, strict=True):
        under = listed(f"{side} under {count}" for count, side in enumerate(row))
        click.echo(f"The {color} stick hides {under}.")
    said = base.read(np.stack([face.crop for face in learnt.faces]))
    for sentence in check(learnt, SetReader(learnt, base), said):
        click.echo(sentence)
    click.echo(f"{learnt.name} is kept in {file}; try: familiar read --sticks --set {name} PICTURE")
    return 0


def pictures(folder: Path) -> list[LabelledPicture]:
    """Load the pictures of a folder, called COLOR-NOTCHES or COLOR-NOTCHES-SIDE-SIDE.

    Raises UnreadablePicture or BadProfile.
    """
    named = [(path, *_named(path)) for path in listing(folder, f"nine there: {EXAMPLE}")]
    there = {(color, notches) for _, color, notches, _ in named}
    missing = [f"{c}-{n}.jpg" for c in COLORS for n in NOTCHES if (c, n) not in there]
    if missing:
        raise BadProfile(f"{folder}: of the nine pictures of a set there is no {listed(missing)}")
    if len(named) > len(there):
        raise BadProfile(f"{folder}: holds two pictures of one way to lie; leave one of each: {EXAMPLE}")
    return [
        LabelledPicture(color, count, sides, photograph.load(path), str(path))
        for path, color, count, sides in named
    ]


def _named(path: Path) -> tuple[str, int, tuple[str, str] | None]:
    """Read the name of a picture. Raises BadProfile."""
    words = re.fullmatch(r"([a-z]+)-(\d+)(?:-([a-z]+)-([a-z]+))?", path.stem.lower())
    sides = None if words is None or words[3] is None else tuple(sorted((words[3], words[4])))
    if (
        words is None
        or words[1] not in COLORS
        or int(words[2]) not in NOTCHES
        or (sides is not None and (len(set(sides)) < 2 or not set(sides) <= set(SIDES)))
    ):
        raise BadProfile(
            f"{path}: a picture is called after the stick's colour and the notches of its upper edge: "
            f"{EXAMPLE}; colours are {listed(COLORS)}, sides {listed(SIDES)}"
        )
    return words[1], int(words[2]), None if sides is None else (sides[0], sides[1])
