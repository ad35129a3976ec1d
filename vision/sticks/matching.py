"""Reads the sticks of an enrolled set by what each of their nine faces looked like.

The constants were set on drawn sets only (models.render), each enrolled from nine drawn pictures.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, permutations, product

import cv2
import numpy as np

from games.sticks import COLORS, NOTCHES, SIDES
from models.labels import STICK_COLORS, STICK_SHARE, STICK_SIZE
from models.strips import in_view
from vision.sticks.profile import Face, StickProfile
from vision.sticks.reader import UNSEEN_NOTCHES, Posterior, PosteriorReader, hidden, pairs

HALF = (STICK_SIZE[0] // 2, STICK_SIZE[1] // 2)
"""Width and height in pixels at which faces are compared."""

SHIFT_PX = (4, 2)
"""Pixels by which a side may lie aside and higher or lower than where its vertices said."""

SIDE_LEAD = 0.1
"""Likeness by which one side must be ahead for it to be e times more likely."""

BLANK = 0.2
"""Contrast, as a share of the set's strongest side's, that noise and grain may make by themselves."""

FAINTER, STRONGER = 0.3, 2.0
"""How much weaker or stronger than when it was learnt a stick's contrast may be."""

SHARED_OUT = 0.03
"""Probability that is shared out among all however clear a comparison is."""

BRIGHT, TINT = 0.3, 0.14
"""How far a stick's brightness and its tint are from where they were, as logarithms, in the same light."""

LIGHT, CAST = 0.5, 0.2
"""How far all sticks' brightness and tint may be off together: another light."""

HEARD_FACES = 8
"""Of nine faces, as many as the shipped reader must read rightly to be heard on notches, sides or colours."""

_END = round(HALF[0] * (1 - STICK_SHARE[0]) / 2)
_TOP = round(HALF[1] / 2 * (1 - STICK_SHARE[1]))
_HIGH = HALF[1] // 2 - _TOP


class SetReader:
    """Reads an enrolled set; a PosteriorReader.

    The sides in view are told by their likeness to those of the nine faces. The shipped reader is heard on
    whatever it read rightly of the faces themselves: the notches of most sets, the colours of many, the
    symbols of some.
    """

    def __init__(self, profile: StickProfile, base: PosteriorReader) -> None:
        self._profile, self._base = profile, base
        faces = profile.faces
        self._sides = [_Sides(faces[at : at + 3]) for at in range(0, len(faces), 3)]
        self._tints = np.stack([_tint(face.crop) for face in faces]).reshape(3, 3, 3).mean(1)

    def read(self, crops: np.ndarray) -> list[Posterior]:
        """Read crops uint8 (N, 96, 192, 3) BGR, either way round."""
        said = self._base.read(crops)
        if not said:
            return []
        colors = self._colors(crops, said)
        return [self._one(crop, each, odds) for crop, each, odds in zip(crops, said, colors, strict=True)]

    def _one(self, crop: np.ndarray, said: Posterior, color: np.ndarray) -> Posterior:
        strips = _strips(crop)
        counts, shown = np.zeros(3), np.zeros((3, 3))
        for share, sides, row in zip(color, self._sides, self._profile.table, strict=True):
            odds = sides.pairs(strips)
            shown += share * odds
            counts += share * hidden(odds)[[SIDES.index(side) for side in row]]
        notches_heard, sides_heard, _ = self._spoken
        if sides_heard:
            shown = _both(shown, said.sides)
        other = np.zeros(len(STICK_COLORS) - len(COLORS))
        # Without the shipped reader's word on them, the notches are those that go with the sides.
        notches, bases = (
            (said.notches, said.bases) if notches_heard else (counts * (1 - SHARED_OUT), UNSEEN_NOTCHES)
        )
        return Posterior(notches, shown, np.concatenate([color, other]), said.state, bases)

    def apart(self) -> dict[str, float]:
        """Say of each colour how unlike its two likest sides are: 0 the same, 1 or more well told apart."""
        pairs = zip(COLORS, self._sides, strict=True)
        return {color: sides.apart() / (3 * SIDE_LEAD) for color, sides in pairs}

    def _colors(self, crops: np.ndarray, said: list[Posterior]) -> np.ndarray:
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
        first, second, third = (count >= HEARD_FACES for count in right)
        return first, second, third


def _both(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Take two opinions together; where they contradict each other, doubt is left."""
    both = np.sqrt(np.maximum(one, 1e-6) * np.maximum(other, 1e-6))
    return both / max(1.0, float(both.sum()))


Strip = np.ndarray | None
"""How a side differs from its surroundings, its base edge up, float32 (29, 96, 3); None: out of view."""


class _Sides:
    """What the three sides of one stick look like: from its three faces, each side in two of them."""

    def __init__(self, faces: Sequence[Face]) -> None:
        seen = [(sorted(face.sides, key=SIDES.index), _strips(face.crop)) for face in faces]
        self._strongest = max((_energy(strip) for _, pair in seen for strip in pair), default=1.0)
        # Which of the two in view is above was not said: the way in which each side is most like itself.
        ways = [_named(seen, way) for way in product((1, -1), repeat=len(seen))]
        self._views = max(ways, key=self._alike)

    def _alike(self, views: dict[str, list[np.ndarray]]) -> float:
        return sum(self._like(a, b, 1.0) for two in views.values() for a, b in combinations(two, 2))

    def _like(self, strip: np.ndarray, own: np.ndarray, gain: float) -> float:
        """Compare two strips, the same way up or upside down: at most 1."""
        noise = BLANK * gain * gain * self._strongest
        likes = []
        for part in (own, np.ascontiguousarray(own[::-1, ::-1])):
            common, a, b = _common(strip, part)
            b *= gain * gain
            likes.append(1 - (a - 2 * gain * common + b) / (a + b + noise))
        return max(likes)

    def pairs(self, strips: Sequence[Strip]) -> np.ndarray:
        """Give how likely each two sides are in view, the one above first: float (3, 3)."""
        strongest = max(_energy(strip) for strip in strips)
        gain = float(np.clip(np.sqrt(strongest / max(1e-6, self._strongest)), FAINTER, STRONGER))
        rows = np.full((2, 3), 1 / 3)
        for row, strip in zip(rows, strips, strict=True):
            if strip is not None:
                likes = [[self._like(strip, own, gain) for own in self._views[side]] for side in SIDES]
                best = np.array([max(each, default=0.0) for each in likes])
                odds = np.exp((best - best.max()) / SIDE_LEAD)
                row[:] = odds / odds.sum() * (1 - SHARED_OUT) + SHARED_OUT / 3
        return pairs(rows)

    def apart(self) -> float:
        """Say how unlike the two likest sides are."""
        pairs = combinations(SIDES, 2)
        both = [pair for one, two in pairs for pair in product(self._views[one], self._views[two])]
        return 1 - max((self._like(one, two, 1.0) for one, two in both), default=1.0)


def _named(
    seen: Sequence[tuple[Sequence[str], Sequence[Strip]]], way: Sequence[int]
) -> dict[str, list[np.ndarray]]:
    """Gather the views of each side, if in each face the first named is above (1) or below (-1)."""
    views: dict[str, list[np.ndarray]] = {side: [] for side in SIDES}
    for turn, (names, strips) in zip(way, seen, strict=True):
        for name, strip in zip(names[::turn], strips, strict=True):
            if strip is not None:
                views[name].append(strip)
    return views


def _strips(crop: np.ndarray) -> list[Strip]:
    """Take both sides of a straightened stick."""
    small: np.ndarray = cv2.resize(crop, HALF, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    small = cv2.GaussianBlur(small, (0, 0), 0.7)
    around = cv2.GaussianBlur(small, (0, 0), 5.0)
    plane = np.clip((small - around) / (around + 0.06), -1.5, 1.5)
    rows = 2 * _TOP + _HIGH
    halves = (plane[:rows], plane[::-1, ::-1][:rows])
    return [
        np.ascontiguousarray(strip) if there else None
        for strip, there in zip(halves, in_view(crop), strict=True)
    ]


def _energy(strip: Strip) -> float:
    return 0.0 if strip is None else float((_inner(strip) ** 2).sum())


def _inner(strip: np.ndarray) -> np.ndarray:
    return strip[_TOP : _TOP + _HIGH, _END:-_END]


def _common(strip: np.ndarray, own: np.ndarray) -> tuple[float, float, float]:
    """Lay a side upon another where they agree most: their common energy, and that of each."""
    (dx, dy), part = SHIFT_PX, _inner(own)
    area = strip[_TOP - dy : _TOP + _HIGH + dy, _END - dx : HALF[0] - _END + dx]
    found = cv2.matchTemplate(area, part, cv2.TM_CCORR)
    y, x = np.unravel_index(int(found.argmax()), found.shape)
    there = area[y : y + part.shape[0], x : x + part.shape[1]]
    return float(found[y, x]), float((there * there).sum()), float((part * part).sum())


def _tint(crop: np.ndarray) -> np.ndarray:
    """Give brightness and tint of a stick as logarithms: float (3,)."""
    end = round(STICK_SIZE[0] * (1 - STICK_SHARE[0]) / 2) + 6
    rim = round(STICK_SIZE[1] / 2 * (1 - STICK_SHARE[1])) + 6
    half = crop.shape[0] // 2
    there = zip((crop[rim:half, end:-end], crop[half:-rim, end:-end]), in_view(crop), strict=True)
    inside = np.concatenate([part.reshape(-1, 3) for part, seen in there if seen] or [crop[:0, 0]])
    inside = inside.astype(np.float32)
    blue, green, red = np.log(np.median(inside, axis=0) + 6) if len(inside) else np.zeros(3)
    return np.array([(blue + green + red) / 3, blue - green, red - green])
