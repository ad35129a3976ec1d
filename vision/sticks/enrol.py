"""Learn a set of sticks from nine pictures, one of each stick upon each of its sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from games.sticks import COLOR_WORDS, COLORS, NOTCHES, SIDES, beside, notches
from models.strips import side_of, straighten
from texts import say
from vision.brightness import brightness
from vision.errors import BadProfile, UnfitPicture
from vision.sticks.decide import BAD, NONE
from vision.sticks.find import Finder
from vision.sticks.geometry import length, outside
from vision.sticks.matching import SetReader
from vision.sticks.profile import Face, StickProfile, profile
from vision.sticks.reader import Posterior, PosteriorReader

LEARNABLE_STICK_PX = 90
"""Length of a stick, in pixels, below which nothing can be learnt from a picture."""

DIM_LEARNT_STICK_LEVELS = 30
"""Grey level that a twentieth of a stick must reach."""

ANOTHER = 0.5
"""Certainty, as a share of the first stick's, from which a picture shows a second one."""

CERTAIN = 0.97
"""Probability from which the shipped reader tells by itself which sides are in view."""

LEARNT_CUT_OFF = 0.02
"""Share of its length by which a stick may reach beyond the picture."""

UNFLAT = 0.9
"""Certainty of the shipped reader from which a stick does not lie flat; such sticks may be new to it."""


class SidesUnknown(BadProfile):
    """Which sides these pictures show was not said, and cannot be seen."""


@dataclass(frozen=True)
class LabelledPicture:
    """A picture of one stick: uint8 (H, W, 3) BGR; sides: those in view where somebody said so."""

    color: str
    notches: int
    sides: tuple[str, str] | None
    image: np.ndarray
    where: str


@dataclass(frozen=True, eq=False)
class ReadPicture:
    """One such picture once its stick was found and looked at."""

    shown: LabelledPicture
    crop: np.ndarray
    posterior: Posterior


def learn(
    pictures: Sequence[LabelledPicture], name: str, finder: Finder, reader: PosteriorReader
) -> StickProfile:
    """Learn a set from pictures of its nine faces.

    Raises UnfitPicture where a picture shows no stick, or several, or one too small or dark; BadProfile where
    the nine do not fit together, or where nobody can tell which sides are in view.
    """
    found = [see(each, finder, reader) for each in pictures]
    faces = []
    for color in COLORS:
        mine = [each for each in found if each.shown.color == color]
        for each, down in zip(mine, _hidden(mine), strict=True):
            first, second = beside(down)
            faces.append(Face(color, each.shown.notches, (first, second), each.crop))
    return profile(name, faces)


def see(shown: LabelledPicture, finder: Finder, reader: PosteriorReader) -> ReadPicture:
    """Find the one stick of a picture and straighten it. Raises UnfitPicture."""
    bars = finder.find(shown.image)
    crops = [straighten(shown.image, bar.vertices) for bar in bars]
    said = reader.read(np.stack(crops)) if crops else []
    there = [k for k, posterior in enumerate(said) if posterior.state[NONE] < 0.5]
    if not there:
        raise UnfitPicture(
            say(
                "{where}: no stick was found; lay one alone upon a plain table and take it from nearer",
                where=shown.where,
            )
        )
    if len(there) > 1 and bars[there[1]].sure > ANOTHER * bars[there[0]].sure:
        raise UnfitPicture(
            say(
                "{where}: shows {count} sticks; lay one alone upon the table",
                where=shown.where,
                count=len(there),
            )
        )
    bar, crop, posterior = bars[there[0]], crops[there[0]], said[there[0]]
    if outside(bar.vertices, shown.image.shape[1::-1]) > LEARNT_CUT_OFF:
        raise UnfitPicture(
            say("{where}: the stick is cut off; the whole of it must be in the picture", where=shown.where)
        )
    if length(bar.vertices) < LEARNABLE_STICK_PX:
        raise UnfitPicture(
            say(
                "{where}: the stick is only {long} pixels long; "
                "take the picture from nearer ({least} at least)",
                where=shown.where,
                long=round(length(bar.vertices)),
                least=LEARNABLE_STICK_PX,
            )
        )
    if any(side_of(bar.vertices, above) is None for above in (True, False)):
        raise UnfitPicture(
            say(
                "{where}: only one side is in view; lay the stick right beneath the camera", where=shown.where
            )
        )
    if brightness(crop) < DIM_LEARNT_STICK_LEVELS:
        raise UnfitPicture(
            say("{where}: the stick is too dark; take the picture in more light", where=shown.where)
        )
    if posterior.state[BAD] > UNFLAT:
        raise UnfitPicture(
            say("{where}: the stick does not lie flat; lay it upon one of its sides", where=shown.where)
        )
    return ReadPicture(shown, crop, posterior)


def check(kept: StickProfile, reader: SetReader, said: Sequence[Posterior]) -> tuple[str, ...]:
    """Say what will make a set hard to read; said: what the shipped reader makes of its faces."""
    sentences = [
        say(
            "Two sides of the {color} stick look alike: they will be asked about; sharper pictures may help.",
            color=COLOR_WORDS[color],
        )
        for color, apart in reader.apart().items()
        if apart < 1
    ]
    wrong = [
        (face, int(np.argmax(posterior.notches)))
        for face, posterior in zip(kept.faces, said, strict=True)
        if posterior.notches.max() > CERTAIN and int(np.argmax(posterior.notches)) != face.notches
    ]
    if len(wrong) < 3:  # more than that: its notches are of a kind that the shipped reader does not know
        sentences += [
            say(
                "The upper edge of {face} looks like one with {notches}: check it.",
                face=f"{face.color}-{face.notches}",
                notches=notches(count),
            )
            for face, count in wrong
        ]
    return tuple(sentences)


def _hidden(mine: Sequence[ReadPicture]) -> list[str]:
    """Tell which side each picture of one stick hides: as was said, else as it reads, each side once.

    Raises BadProfile.
    """
    every = list(permutations(SIDES, len(mine))) if len(mine) <= len(NOTCHES) else []
    fitting = [
        way
        for way in every
        if all(each.shown.sides in (None, beside(down)) for each, down in zip(mine, way, strict=True))
    ]
    if not fitting:
        raise BadProfile(
            say(
                "{pictures}: a stick hides another side each time; check what their names say",
                pictures=[each.shown.where for each in mine],
            )
        )
    odds = np.array(
        [np.prod([_odds(each, down) for each, down in zip(mine, way, strict=True)]) for way in fitting]
    )
    best = int(np.argmax(odds))
    if odds[best] < CERTAIN * odds.sum():
        each = next(each for each in mine if each.shown.sides is None)
        raise SidesUnknown(
            say(
                "{where}: nobody can tell which sides these are; name them in the file's name, as in "
                "{name}-force-magic.jpg (destiny is the blank one)",
                where=each.shown.where,
                name=f"{each.shown.color}-{each.shown.notches}",
            )
        )
    return list(fitting[best])


def _odds(seen: ReadPicture, down: str) -> float:
    if seen.shown.sides is not None:
        return 1.0
    return float(max(1e-4, seen.posterior.hidden[SIDES.index(down)]))
