"""Learn a deck from pictures of its cards, and check what was learnt."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from games import cards
from games.cards import listed
from vision import lines, locate
from vision.enrolled import EnrolledReader
from vision.errors import UnfitPicture, VisionError
from vision.geometry import area, ordered, overlap, rectify, shared, sides
from vision.profile import Profile, empty, with_picture

SMALLEST_PX = 45
"""Short side of a card, in pixels, below which nothing can be learnt from a picture."""

Refuse = Callable[[str], None]


@dataclass(frozen=True)
class Pair:
    """Two cards that look alike; margin: 0 the same, 1 told apart in any light."""

    one: str
    other: str
    margin: float


@dataclass(frozen=True)
class Report:
    """What a check of a profile found.

    alike: pairs that are easily taken for one another, the worst first; missing: cards of the edition that
    were never shown; doubtful: a sentence for every picture that fits its card badly.
    """

    cards: int
    pictures: int
    alike: tuple[Pair, ...] = ()
    missing: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()

    def sentences(self) -> tuple[str, ...]:
        """Write the report, a sentence a line."""
        said = [f"{self.cards} cards from {self.pictures} pictures."]
        if self.missing:
            said.append(f"Missing: {', '.join(self.missing)}.")
        said += [
            f"{pair.one} and {pair.other} look alike (margin {pair.margin:.2f}): reading them will ask; "
            "a second, sharp picture of each may help."
            for pair in self.alike
        ]
        return (*said, *self.doubtful)


def learn(
    pictures: Iterable[tuple[str, np.ndarray, str]], name: str, *,
    onto: Profile | None = None, refuse: Refuse | None = None,
) -> Profile:  # fmt: skip
    """Learn cards from pictures, each of one card.

    pictures: (card, image uint8 (H, W, 3) BGR, where it comes from for the sentence); onto: the profile to
    which they are added; refuse: is told a sentence for every picture that cannot be learnt from, and the
    others are learnt all the same. Raises UnfitPicture or BadProfile where `refuse` is not given.
    """
    profile = onto or empty(name)
    for card, image, where in pictures:
        try:
            profile = with_picture(profile, card, card_in(image))
        except VisionError as error:
            if refuse is None:
                raise type(error)(f"{where}: {error}") from error
            refuse(f"{where}: {error}")
    return profile


def check(profile: Profile, reader: EnrolledReader | None = None) -> Report:
    """Find what will make a deck hard to read."""
    del reader
    missing: tuple[str, ...] = ()
    if profile.edition is not None:
        missing = tuple(name for name in cards.names(profile.edition) if name not in profile.names)
    return Report(len(profile.cards), sum(len(crops) for _, crops in profile.cards), missing=missing)


def card_in(image: np.ndarray) -> np.ndarray:
    """Cut out the one card of a picture: uint8 (144, 96, 3) BGR, either way up.

    image: uint8 (H, W, 3) BGR, a card on a table, or a cut-out whose edges are the card's own.
    Raises UnfitPicture with a sentence that says what to do.
    """
    quads = [quad for quad in locate.candidates(image) if sides(quad)[0] >= SMALLEST_PX / 2]
    if not quads:
        quads = lines.candidates(image)
    height, width = image.shape[:2]
    whole = ordered(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))
    quad = max(quads, key=area) if quads else whole
    if sides(quad)[0] < SMALLEST_PX:
        raise UnfitPicture("the card is too small; take the picture from nearer")
    return rectify(image, quad)


_ = (cv2, listed, overlap, shared)
