"""An enrolled set of sticks: what each of its nine faces looked like, and the file that keeps it.

The file ``NAME.sticks`` is a zip archive, nothing in it compressed twice:

    sticks.json     {"familiar-sticks": 1, "name": "noris",
                     "faces": [{"color": "red", "notches": 0, "sides": ["force", "magic"],
                                "picture": "red-0.jpg"}, ...]}
    red-0.jpg       the straightened stick of models.strips, 192 x 96 pixels, JPEG without subsampled colours

Nine faces: three sticks, each upon each of its sides. The colours are those of the rules; which real stick of
another set bears which name was said when it was enrolled.
"""

import unicodedata
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from games.sticks import COLOR_WORDS, COLORS, NOTCHES, SIDES, SYMBOL_WORDS, Stick, Table, notches, parse_stick
from models.labels import STICK_SIZE
from texts import say
from vision.errors import BadProfile
from vision.read import archive
from vision.read.profile import LONGEST_NAME, NAME

SUFFIX = ".sticks"
VERSION = 1
BUILT_IN = "kit"

_HEAD = "sticks.json"

_LARGEST_FILE = 4 << 20
"""Bytes of a set's file at most: a guess."""


@dataclass(frozen=True, eq=False)
class Face:
    """One stick as it lies upon one of its sides.

    sides: the two in view, sorted; crop: uint8 (96, 192, 3) BGR of models.strips, either way round.
    """

    color: str
    notches: int
    sides: tuple[str, str]
    crop: np.ndarray

    @property
    def hidden(self) -> str:
        """Name the side that lies down."""
        return next(side for side in SIDES if side not in self.sides)


@dataclass(frozen=True, eq=False)
class StickProfile:
    """A set that was learnt: all nine faces, by colour and by notches."""

    name: str
    faces: tuple[Face, ...]

    @property
    def table(self) -> Table:
        """Say which side lies down under which notches."""
        row = {(face.color, face.notches): face.hidden for face in self.faces}
        first, second, third = ((row[c, 0], row[c, 1], row[c, 2]) for c in COLORS)
        return (first, second, third)


def set_name(name: str) -> str:
    """Check the name of a set and return it. Raises BadProfile."""
    name = unicodedata.normalize("NFC", name)
    if name == BUILT_IN:
        raise BadProfile(f"{name!r} is the set that Familiar brings along; choose another name")
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise BadProfile(f"a set cannot be named {name!r}: use letters, digits and dashes, as in noris-2")
    return name


def profile(name: str, faces: Iterable[Face]) -> StickProfile:
    """Put nine faces together.

    Raises BadProfile where one is missing or stands there twice, or where two ways to lie of one stick hide
    the same side.
    """
    found: dict[tuple[str, int], Face] = {}
    for face in faces:
        if (face.color, face.notches) in found:
            raise BadProfile(
                say(
                    "the {color} stick with {notches} up stands there twice",
                    color=COLOR_WORDS[face.color],
                    notches=notches(face.notches),
                )
            )
        found[face.color, face.notches] = face
    every = [(color, count) for color in COLORS for count in NOTCHES]
    missing = [f"{color}-{count}" for color, count in every if (color, count) not in found]
    if missing:
        raise BadProfile(
            say("of the nine pictures of a set there is no {missing}", missing=", ".join(missing))
        )
    for color in COLORS:
        for one, other in ((0, 1), (0, 2), (1, 2)):
            if found[color, one].hidden == found[color, other].hidden:
                raise BadProfile(
                    say(
                        "the {color} stick cannot hide {side} both with {one} and with {other} up: "
                        "look at {first} and {second} again",
                        color=COLOR_WORDS[color],
                        side=SYMBOL_WORDS[found[color, one].hidden],
                        one=notches(one),
                        other=notches(other),
                        first=f"{color}-{one}",
                        second=f"{color}-{other}",
                    )
                )
    return StickProfile(set_name(name), tuple(found[key] for key in every))


def save(kept: StickProfile, path: Path) -> None:
    """Write a set to its file, whole or not at all. Raises BadProfile."""
    listed = [
        {"color": f.color, "notches": f.notches, "sides": list(f.sides), "picture": _picture(f)}
        for f in kept.faces
    ]
    head = {"familiar-sticks": VERSION, "name": kept.name, "faces": listed}
    archive.write(path, _HEAD, head, ((_picture(face), face.crop) for face in kept.faces))


def load(path: Path) -> StickProfile:
    """Read a set. Raises BadProfile with a sentence that names the file."""
    return archive.read(path, _LARGEST_FILE, _unpack, "enrolled set of sticks")


def _unpack(file: zipfile.ZipFile) -> StickProfile:
    """Make a set of the archive. Raises BadProfile, or whatever a broken one causes."""
    head = archive.head(file, _HEAD, "familiar-sticks", VERSION)
    return profile(archive.text(head["name"]), [_face(file, item) for item in head["faces"]])


def _picture(face: Face) -> str:
    return f"{face.color}-{face.notches}.jpg"


def _face(file: zipfile.ZipFile, item: dict[str, object]) -> Face:
    stick: Stick = parse_stick({key: item[key] for key in ("color", "notches", "sides")})
    crop = archive.picture(file, f"{stick.color}-{stick.notches}.jpg")
    if crop is None or crop.shape != (STICK_SIZE[1], STICK_SIZE[0], 3):
        raise ValueError("a face is no picture of the right size")
    first, second = stick.sides or ()
    return Face(stick.color, int(stick.notches or 0), (first, second), crop)
