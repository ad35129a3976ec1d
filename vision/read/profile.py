"""An enrolled deck: what each of its cards looked like, and the file that keeps it.

The file ``NAME.deck`` is a zip archive, nothing in it compressed twice:

    deck.json     {"familiar-deck": 1, "name": "grandma", "edition": "us" or null,
                   "whole": ["swap-1", ...], where its owner listed its cards,
                   "cards": [{"card": "7H", "pictures": ["000-0.jpg", "000-1.jpg"]}, ...]}
    000-0.jpg     the straightened card, 96 x 144 pixels, in JPEG without subsampled colours

Pictures are stored, not what a model makes of them: a better model needs no new enrolment. Sixty cards take
about half a megabyte. Two profiles with equal pictures give equal files.
"""

import io
import json
import os
import re
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from files.pictures import decode
from files.regular import open_file
from games import cards
from models.labels import CROP_SIZE
from texts import say
from vision.errors import BadProfile

MOST_PICTURES = 4
"""Pictures kept of one card; a newer one takes the place of the oldest."""

MOST_CARDS = 400
LONGEST_NAME = 40
VERSION = 1
SUFFIX = ".deck"

_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 92, cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
            cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]  # fmt: skip
_LARGEST_FILE = 16 << 20
_LARGEST_ENTRY = 1 << 20
BROKEN = (zipfile.BadZipFile, zlib.error, LookupError, TypeError, ValueError, RuntimeError, EOFError)
"""What a broken archive or text causes; RuntimeError: a locked archive, or text nested too deep."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
NAME = re.compile(r"[^\W_]+(-[^\W_]+)*")
"""What a deck may be called; a card too, also a number with its sign, as in +15."""
_CARD = re.compile(rf"([+-](?=\d))?{NAME.pattern}")
_PICTURE = re.compile(r"\d{3}-\d\.jpg")


@dataclass(frozen=True, eq=False)
class Profile:
    """A deck that was learnt.

    edition: ``us`` or ``amigo`` where all names are those of its cards or of special ones, else None; cards:
    (name, crops), each crop uint8 (144, 96, 3) BGR, either way up, the oldest first; whole: the names of all
    its cards, learnt or not, where its owner listed them.
    """

    name: str
    edition: str | None
    cards: tuple[tuple[str, tuple[np.ndarray, ...]], ...] = ()
    whole: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """List the cards that were learnt, ``back`` among them where it was."""
        return tuple(name for name, _ in self.cards)

    @property
    def every(self) -> tuple[str, ...]:
        """List all cards that the deck is known to have, its back left out; none where nobody said."""
        if self.whole:
            return self.whole
        return cards.names(self.edition) if self.edition else ()

    def pictures(self, card: str) -> tuple[np.ndarray, ...]:
        """Give the crops of a card; none where it was never shown."""
        return next((crops for name, crops in self.cards if name == card), ())


def empty(name: str) -> Profile:
    """Begin a deck. Raises BadProfile for a name that none may have."""
    return Profile(deck_name(name), None)


def deck_name(name: str) -> str:
    """Check the name of a deck and return it. Raises BadProfile."""
    name = unicodedata.normalize("NFC", name)
    if name in cards.EDITIONS:
        raise BadProfile(
            say("{name} is a deck that Familiar brings along; choose another name", name=repr(name))
        )
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise BadProfile(
            say(
                "a deck cannot be named {name}: use letters, digits and dashes, as in grandma-2",
                name=repr(name),
            )
        )
    return name


def card_name(name: str) -> str:
    """Check the name of a card and return it. Raises BadProfile."""
    name = unicodedata.normalize("NFC", name)
    if name == "none":
        raise BadProfile(
            say("no card may be named 'none': that word means that no card lies there; rename it")
        )
    if not _CARD.fullmatch(name) or len(name) > LONGEST_NAME:
        raise BadProfile(
            say(
                "a card cannot be named {name}: use letters, "
                "digits and single dashes, as in 7H, swap-2 or +15",
                name=repr(name),
            )
        )
    return name


def with_picture(profile: Profile, card: str, crop: np.ndarray, *, anew: bool = False) -> Profile:
    """Add a picture of a card, or with `anew` put it in the place of those before.

    crop: uint8 (144, 96, 3) BGR. Raises BadProfile for a name that no card may have, or one card too many.
    """
    card = card_name(card)
    crop = np.ascontiguousarray(crop, np.uint8)
    if crop.shape != (CROP_SIZE[1], CROP_SIZE[0], 3):
        raise BadProfile(f"a crop of {card} has the shape {crop.shape}; straighten it first")
    before = () if anew else profile.pictures(card)
    if any(np.array_equal(crop, other) for other in before):
        return profile
    entry = (card, (*before, crop)[-MOST_PICTURES:])
    if card in profile.names:
        every = tuple(entry if name == card else (name, crops) for name, crops in profile.cards)
    elif len(profile.cards) < MOST_CARDS:
        every = (*profile.cards, entry)
    else:
        raise BadProfile(
            say("{card}: a deck can have {most} different cards at most", card=card, most=MOST_CARDS)
        )
    return replace(profile, cards=every, edition=_edition(tuple(name for name, _ in every)))


def with_list(profile: Profile, whole: Iterable[str]) -> Profile:
    """Say which cards the deck has, whether they were learnt or not. Raises BadProfile."""
    names = tuple(dict.fromkeys(card_name(name) for name in whole if name != "back"))
    if len(names) > MOST_CARDS:
        raise BadProfile(say("a deck can have {most} different cards at most", most=MOST_CARDS))
    return replace(profile, whole=names)


def save(profile: Profile, path: Path) -> None:
    """Write a profile to its file, whole or not at all.

    Raises BadProfile where the file cannot be written; what stood there before is whole then.
    """
    write_whole(_pack(profile), path)


def write_whole(content: bytes, path: Path) -> None:
    """Write a file whole or not at all. Raises BadProfile; what stood there before is whole then."""
    draft = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with open(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except OSError as error:
        if draft is not None:
            Path(draft).unlink(missing_ok=True)
        raise BadProfile(
            say(
                "{path}: cannot be written ({why}); what was kept there is as it was before",
                path=path,
                why=error.strerror,
            )
        ) from error


def load(path: Path) -> Profile:
    """Read a profile. Raises BadProfile with a sentence that names the file."""
    try:
        with open_file(path) as file:
            content = file.read(_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            raise BadProfile(f"{path}: is too large for an enrolled deck; choose a file that `enrol` wrote")
    except OSError as error:
        raise BadProfile(f"{path}: cannot be opened ({error.strerror}); check the name") from error
    try:
        return _unpack(content)
    except BadProfile as error:
        raise BadProfile(f"{path}: {error}") from error
    except BROKEN as error:
        raise BadProfile(f"{path}: is no enrolled deck, or is broken; enrol it again") from error


def _pack(profile: Profile) -> bytes:
    listed, pictures = [], []
    for i, (name, crops) in enumerate(profile.cards):
        files = [f"{i:03d}-{k}.jpg" for k in range(len(crops))]
        listed.append({"card": name, "pictures": files})
        pictures += [
            (file, cv2.imencode(".jpg", crop, _QUALITY)[1].tobytes())
            for file, crop in zip(files, crops, strict=True)
        ]
    whole = {"whole": profile.whole} if profile.whole else {}
    head = {
        "familiar-deck": VERSION,
        "name": profile.name,
        "edition": profile.edition,
        **whole,
        "cards": listed,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("deck.json", _EPOCH), json.dumps(head, ensure_ascii=False, indent=1))
        for file, data in pictures:
            archive.writestr(zipfile.ZipInfo(file, _EPOCH), data)
    return out.getvalue()


def _unpack(content: bytes) -> Profile:
    """Read the archive. Raises BadProfile, or whatever a broken one causes."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        head = json.loads(_entry(archive, "deck.json"))
        if head["familiar-deck"] != VERSION:
            raise BadProfile("was written by a newer Familiar; update this one")
        profile = Profile(_text(head["name"]), None)
        if not head["cards"]:
            raise BadProfile("holds no card; enrol it again")
        for item in head["cards"]:
            for file in item["pictures"]:
                profile = with_picture(profile, _text(item["card"]), _picture(archive, file))
        return with_list(profile, map(_text, head.get("whole", ())))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a name must be text")
    return value


def _picture(archive: zipfile.ZipFile, file: str) -> np.ndarray:
    if not _PICTURE.fullmatch(file):
        raise ValueError(file)
    crop = decode(_entry(archive, file))
    if crop is None:
        raise ValueError(file)
    return crop


def _entry(archive: zipfile.ZipFile, name: str) -> bytes:
    # OpenCV stumbles over an empty picture instead of refusing it.
    if not 0 < archive.getinfo(name).file_size <= _LARGEST_ENTRY:
        raise ValueError(name)
    return archive.read(name)


def _edition(names: tuple[str, ...]) -> str | None:
    """Find the edition whose cards all these names are; special cards may be among those of either."""
    named = [name for name in names if name not in ("back", *cards.SPECIALS)]
    # "W" and "J" alone stand in either: the first card that tells decides.
    fitting = [e for e in cards.EDITIONS if set(named) <= set(cards.names(e))]
    return fitting[0] if named and fitting else None
