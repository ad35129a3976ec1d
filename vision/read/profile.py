"""An enrolled deck: what each of its cards looked like, and the file that keeps it.

The file ``NAME.deck`` is a zip archive, nothing in it compressed twice:

    deck.json     {"familiar-deck": 1, "name": "grandma", "edition": "us" or null,
                   "whole": ["swap-1", ...], where its owner listed its cards,
                   "cards": [{"card": "7H", "pictures": ["000-0.jpg", "000-1.jpg"]}, ...]}
    000-0.jpg     the straightened card, 96 x 144 pixels, in JPEG without subsampled colours

Pictures are stored, not what a model makes of them: a better model needs no new enrolment. Sixty cards take
about half a megabyte. Two profiles with equal pictures give equal files.
"""

import re
import unicodedata
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from games import cards
from models.labels import CROP_SIZE
from texts import say
from vision.errors import BadProfile
from vision.read import archive

MOST_PICTURES = 4
"""Pictures kept of one card; a newer one takes the place of the oldest."""

MOST_CARDS = 400
"""Different cards of one deck at most: a guess."""

LONGEST_NAME = 40
"""Characters of a deck's or a card's name at most: a guess."""

VERSION = 1
SUFFIX = ".deck"

_HEAD = "deck.json"

_LARGEST_FILE = 16 << 20
"""Bytes of a deck's file at most: a guess."""

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
    listed: list[dict[str, object]] = []
    pictures: list[tuple[str, np.ndarray]] = []
    for i, (name, crops) in enumerate(profile.cards):
        files = [f"{i:03d}-{k}.jpg" for k in range(len(crops))]
        listed.append({"card": name, "pictures": files})
        pictures += zip(files, crops, strict=True)
    whole = {"whole": profile.whole} if profile.whole else {}
    head = {
        "familiar-deck": VERSION,
        "name": profile.name,
        "edition": profile.edition,
        **whole,
        "cards": listed,
    }
    archive.write(path, _HEAD, head, pictures)


def load(path: Path) -> Profile:
    """Read a profile. Raises BadProfile with a sentence that names the file."""
    return archive.read(path, _LARGEST_FILE, _unpack, "enrolled deck")


def _unpack(file: zipfile.ZipFile) -> Profile:
    """Make a profile of the archive. Raises BadProfile, or whatever a broken one causes."""
    head = archive.head(file, _HEAD, "familiar-deck", VERSION)
    profile = Profile(archive.text(head["name"]), None)
    if not head["cards"]:
        raise BadProfile("holds no card; enrol it again")
    # One picture may be listed as often as a head has room for: each time it would be decoded anew.
    if sum(len(item["pictures"]) for item in head["cards"]) > MOST_CARDS * MOST_PICTURES:
        raise BadProfile("lists more pictures than a deck can have; enrol it again")
    for item in head["cards"]:
        for picture in item["pictures"]:
            profile = with_picture(profile, archive.text(item["card"]), _picture(file, picture))
    return with_list(profile, map(archive.text, head.get("whole", ())))


def _picture(file: zipfile.ZipFile, name: str) -> np.ndarray:
    crop = archive.picture(file, name) if _PICTURE.fullmatch(name) else None
    if crop is None:
        raise ValueError(name)
    return crop


def _edition(names: tuple[str, ...]) -> str | None:
    """Find the edition whose cards all these names are; special cards may be among those of either."""
    named = [name for name in names if name not in ("back", *cards.SPECIALS)]
    # "W" and "J" alone stand in either: the first card that tells decides.
    fitting = [e for e in cards.EDITIONS if set(named) <= set(cards.names(e))]
    return fitting[0] if named and fitting else None
