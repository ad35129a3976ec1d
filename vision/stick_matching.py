"""Reads the sticks of an enrolled set by what each of their nine faces looked like.

The constants were set on drawn sets only (models.render), each enrolled from nine drawn pictures.
"""

from functools import cached_property
from itertools import permutations

import cv2
import numpy as np

from games.sticks import COLORS, NOTCHES, SIDES
from models.labels import STICK_COLORS, STICK_SHARE, STICK_SIZE
from models.strips import GREY
from vision.stick_marks import Marks, MarksReader
from vision.stick_profile import StickProfile

HALF = (STICK_SIZE[0] // 2, STICK_SIZE[1] // 2)
"""Width and height in pixels at which faces are compared."""

SHIFT = (4, 2)
"""Pixels by which a face may lie aside and higher or lower than where its vertices said."""

STEADY = 0.035
"""Likeness by which one face must be ahead for it to be e times more likely."""

EVEN = 0.03
"""Probability that is shared out among all however clear a comparison is."""

BRIGHT, TINT = 0.3, 0.14
"""How far a stick's brightness and its tint are from where they were, as logarithms, in the same light."""

LIGHT, CAST = 0.5, 0.2
"""How far all sticks' brightness and tint may be off together: another light."""

HEARD = 8
"""Of nine faces, as many as the shipped reader must read rightly to be heard on notches, sides or colours."""


class SetReader:
    """Reads an enrolled set; a MarksReader.

    The shipped reader is heard beside the likeness of the faces on whatever it read rightly of the faces
    themselves: the notches of most sets, the colours of many, the symbols of some.
    """

    def __init__(self, profile: StickProfile, base: MarksReader) -> None:
        self._profile, self._base = profile, base
        self._own = [_contrast(face.crop) for face in profile.faces]
        self._tints = np.stack([_tint(face.crop) for face in profile.faces]).reshape(3, 3, 3).mean(1)

    def read(self, crops: np.ndarray) -> list[Marks]:
        """Read crops uint8 (N, 96, 192, 3) BGR, either way round."""
        said = self._base.read(crops)
        if not said:
            return []
        colors = self._colors(crops, said)
        return [self._one(crop, each, odds) for crop, each, odds in zip(crops, said, colors, strict=True)]

    def _one(self, crop: np.ndarray, said: Marks, color: np.ndarray) -> Marks:
        likes = self.likes(crop).reshape(3, 3)  # by color, then by notches
        odds = np.exp((likes - likes.max(1, keepdims=True)) / STEADY)
        odds = (odds / odds.sum(1, keepdims=True)) * (1 - EVEN) + EVEN / 3
        counts, hidden = np.zeros(3), np.zeros(3)
        for share, row, table in zip(color, odds, self._profile.table, strict=True):
            counts += share * row
            hidden += share * np.array([row[table.index(side)] for side in SIDES])
        notches_heard, sides_heard, _ = self._spoken
        if notches_heard:
            counts = said.notches
        if sides_heard:
            hidden = _both(hidden, said.hidden)
        other = np.zeros(len(STICK_COLORS) - len(COLORS))
        return Marks(counts, hidden, np.concatenate([color, other]), said.state)

    def likes(self, crop: np.ndarray) -> np.ndarray:
        """Say how like a crop is to each face, whichever way round: float (9,), at most 1."""
        plane = _contrast(crop)
        both = (plane, np.ascontiguousarray(plane[::-1, ::-1]))
        return np.array([max(_likeness(way, own) for way in both) for own in self._own])

    def _colors(self, crops: np.ndarray, said: list[Marks]) -> np.ndarray:
        """Give each stick's colour, all of them seen in one light: float (N, 3)."""
        tints = np.stack([_tint(crop) for crop in crops])
        odds = np.full((len(crops), 3), 1e-6)
        groups = [range(len(crops))] if len(crops) <= 3 else [[i] for i in range(len(crops))]
        for group in groups:
            rows = list(group)
            ways = list(permutations(range(3), len(rows)))
            costs = np.array([self._cost(tints[rows], list(way)) for way in ways])
            for way, weight in zip(ways, np.exp(-(costs - costs.min()) / 2), strict=True):
                odds[rows, list(way)] += weight
        odds /= odds.sum(1, keepdims=True)
        if self._spoken[2]:
            own = np.stack([each.color[: len(COLORS)] for each in said])
            odds = np.stack([_both(a, b) for a, b in zip(odds, own, strict=True)])
        return odds

    def _cost(self, tints: np.ndarray, colors: list[int]) -> float:
        """Give how unlikely these colours are, -2 log, under the light that suits them best."""
        off = tints - self._tints[colors]
        spread = np.array([BRIGHT, TINT, TINT]) ** 2
        prior = np.array([LIGHT, CAST, CAST]) ** 2
        light = off.sum(0) / (len(off) + spread / prior)
        return float((((off - light) ** 2) / spread).sum() + (light**2 / prior).sum())

    @cached_property
    def _spoken(self) -> tuple[bool, bool, bool]:
        """Tell whether the shipped reader reads this set's own notches, sides and colours rightly."""
        faces = self._profile.faces
        said = self._base.read(np.stack([face.crop for face in faces]))
        pairs = list(zip(faces, said, strict=True))
        right = (
            sum(int(np.argmax(each.notches)) == NOTCHES.index(face.notches) for face, each in pairs),
            sum(SIDES[int(np.argmax(each.hidden))] == face.hidden for face, each in pairs),
            sum(STICK_COLORS[int(np.argmax(each.color))] == face.color for face, each in pairs),
        )
        first, second, third = (count >= HEARD for count in right)
        return first, second, third


def _both(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Take two opinions together; where they contradict each other, doubt is left."""
    both = np.sqrt(np.maximum(one, 1e-6) * np.maximum(other, 1e-6))
    return both / max(1.0, float(both.sum()))


def _contrast(crop: np.ndarray) -> np.ndarray:
    """Give how each spot differs from its surroundings in each colour: float32 (48, 96, 3)."""
    small = cv2.resize(crop, HALF, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    around = cv2.GaussianBlur(small, (0, 0), 6.0)
    apart = (small - around) / (around + 0.06)
    spread = np.sqrt(cv2.GaussianBlur((apart * apart).sum(2), (0, 0), 10.0))[..., None]
    return np.clip(apart / (spread + 0.08), -2.5, 2.5)


def _likeness(plane: np.ndarray, own: np.ndarray) -> float:
    """Compare two strips above and below each other for themselves: at most 1."""
    (dx, dy), half = SHIFT, HALF[1] // 2
    end, rim = round(HALF[0] * (1 - STICK_SHARE[0]) / 2), round(half * (1 - STICK_SHARE[1]))
    found, weight = 0.0, 0.0
    for top, bottom in ((rim, half + 3), (half - 3, 2 * half - rim)):
        part = own[top:bottom, end:-end]
        area = plane[max(0, top - dy) : bottom + dy, end - dx : HALF[0] - end + dx]
        strength = min(float(part.std()), float(area.std()))
        if strength > 1e-3:
            like = float(cv2.matchTemplate(area, part, cv2.TM_CCOEFF_NORMED).max())
            found, weight = found + strength * like, weight + strength
    return found / weight if weight else 0.0


def _tint(crop: np.ndarray) -> np.ndarray:
    """Give brightness and tint of a stick as logarithms: float (3,)."""
    end = round(STICK_SIZE[0] * (1 - STICK_SHARE[0]) / 2) + 6
    rim = round(STICK_SIZE[1] / 2 * (1 - STICK_SHARE[1])) + 6
    inside = crop[rim:-rim, end:-end].reshape(-1, 3).astype(np.float32)
    inside = inside[np.abs(inside - GREY).max(1) > 0.5]  # a side out of view is grey
    blue, green, red = np.log(np.median(inside, axis=0) + 6) if len(inside) else np.zeros(3)
    return np.array([(blue + green + red) / 3, blue - green, red - green])
