"""Learn a deck from what its cards looked like in a game, by the names that the game confirmed.

Nobody chose these pictures: a hand's shadow lies on one, another was cut out askew, and a card that nobody
looked at bears the wrong name. So the pictures of a card must agree with each other, and with no other
card's. What does not is left out, and the deck is one that was learnt in part: that card is asked about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from games.cards import copies
from texts import Said, say
from vision.enrol.cards import ONE_CARD_FIT
from vision.enrol.unfit import spoilt
from vision.read.gallery import Gallery
from vision.read.matching import Planes, Prototype
from vision.read.online import EVIDENCE_LEAD, REMEMBERED_FIT, UNLIKE_FIT
from vision.read.profile import MOST_PICTURES, Profile, empty, with_picture
from vision.sharp import sharpness

COMPARED_PICTURES = 3
"""Pictures of each card, the sharpest, that are compared: two of three outvote one that is wrong."""

COMPARED_ART_PICTURES = 8
"""The same of a Wizard or Jester, whose four may differ."""

KEPT_PICTURES = 2
"""Pictures kept of a card that exists once: each takes 0.65 MB of memory where the deck is read."""

DIFFERENT_CARDS = say("its pictures show different cards")


@dataclass(frozen=True, eq=False)
class Learnt:
    """A deck as a game taught it, and for each card that was seen and could not be learnt a sentence why."""

    profile: Profile
    left: tuple[Said, ...] = ()


@dataclass(eq=False)
class _Face:
    """One picture; likest: the name of the face it strongly resembles; own: its own name's fits it best."""

    name: str
    crop: np.ndarray
    prototype: Prototype
    likest: str | None = None
    own: bool = False


def learn(faces: Mapping[str, Sequence[np.ndarray]], name: str) -> Learnt:
    """Learn a deck, to be called `name`, from crops uint8 (144, 96, 3) BGR of each card.

    Raises BadProfile for a name that no deck or card may have.
    """
    profile, left, heard = empty(name), [], {}
    for card, crops in faces.items():
        why = next(filter(None, map(spoilt, crops)), None)
        good = [crop for crop in crops if spoilt(crop) is None]
        good.sort(key=sharpness, reverse=True)
        heard[card] = [
            _Face(card, crop, Prototype(card, Planes(crop)))
            for crop in good[: COMPARED_PICTURES if copies(card) == 1 else COMPARED_ART_PICTURES]
        ]
        if not good and why is not None:
            left.append(_about(card, why))
    _compare(heard)
    for card, seen in heard.items():
        kept, why = _agreeing(card, seen)
        for crop in _chosen(card, kept):
            profile = with_picture(profile, card, crop)
        if why is not None:
            left.append(_about(card, why))
    return Learnt(profile, tuple(left))


def _about(card: str, why: Said) -> Said:
    return say("{card} was not learnt: {why}.", card=card, why=why)


def _compare(heard: Mapping[str, Sequence[_Face]]) -> None:
    """Let every picture say which of the others it is most like: fold by fold, so that none meets itself.

    The only picture of a card is a fold of its own: two cards that were taken for each other must meet.
    """
    every = [face for faces in heard.values() for face in faces]
    several = [faces for faces in heard.values() if len(faces) > 1]
    folds = [[faces[0]] for faces in heard.values() if len(faces) == 1]
    for k in range(max(map(len, several), default=0)):
        folds.append([faces[k] for faces in several if k < len(faces)])
    for fold in folds:
        known = [face.prototype for face in every if all(face is not each for each in fold)]
        if known:
            gallery = Gallery(known)
            for face in fold:
                _ask(gallery, face)


def _ask(gallery: Gallery, face: _Face) -> None:
    match = gallery.match(face.crop, [face.name])
    if match is None or match.fit < UNLIKE_FIT:
        return
    face.own = match.names[0] == face.name
    # Without another to beat, a likeness proves nothing.
    if match.fit >= REMEMBERED_FIT and min(match.share[1:], default=0.0) >= EVIDENCE_LEAD:
        face.likest = match.names[0]


def _agreeing(card: str, faces: Sequence[_Face]) -> tuple[list[_Face], Said | None]:
    """Keep the pictures that can be of one card; say why where none can."""
    misnamed = next((face.likest for face in faces if face.likest not in (None, card)), None)
    free = [face for face in faces if face.likest in (None, card)]
    if copies(card) == 1 and len(faces) > 1:
        own = [face for face in free if face.own]
        # Of twins, each may be likest to the other: they are kept, and the deck's reader asks which it is.
        free = own or [face for face in free if _has_fellow(face, faces)]
    if free or not faces:
        return free, None
    if misnamed is None:
        return [], DIFFERENT_CARDS
    return [], say("its picture looks like {card}: one of the two was entered wrongly", card=misnamed)


def _has_fellow(face: _Face, faces: Sequence[_Face]) -> bool:
    """Tell whether another picture of a card can be of the same card."""
    match = Gallery([each.prototype for each in faces if each is not face]).match(face.crop, [face.name])
    return match is not None and match.fit >= ONE_CARD_FIT


def _chosen(card: str, faces: Sequence[_Face]) -> list[np.ndarray]:
    """Choose the pictures to keep, the sharpest; of Wizards and Jesters such as differ first."""
    if copies(card) == 1:
        return [face.crop for face in faces[:KEPT_PICTURES]]
    chosen: list[_Face] = []
    for face in faces:
        match = Gallery([each.prototype for each in chosen]).match(face.crop) if chosen else None
        if match is None or match.fit < REMEMBERED_FIT:
            chosen.append(face)
    more = [face for face in faces if all(face is not each for each in chosen)]
    wanted = max(KEPT_PICTURES, len(chosen))
    return [face.crop for face in (*chosen, *more)[: min(wanted, MOST_PICTURES)]]
