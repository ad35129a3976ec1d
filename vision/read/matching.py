"""Compare a crop with pictures of cards themselves: line the two up, then weigh where two cards differ.

Everything here works on straightened crops and stands any light: what is compared is how much a spot differs
from its surroundings, in each colour, in units of how much the surroundings vary. Two warps meet in here:
a warp is a 3 x 3 homography from a prototype's plane to the crop's, both from -1 to 1 in each direction.

The constants were set on drawn decks only (models.render), enrolled from one drawn picture a card.
"""

from dataclasses import dataclass, field
from functools import cache, cached_property

import cv2
import numpy as np

from models.labels import CROP_SIZE

SIZES = ((24, 36), (48, 72), CROP_SIZE)
"""Width and height of the levels: to line up roughly, to line up and weigh, to weigh small print."""

EDGE_MARGIN, INNER_MARGIN = 0.03, 0.05
"""Share of the card at its edges where the table may show: left out of surroundings, and of evidence."""

FURTHEST = 0.4
"""How far a corner may lie from where it should, in half cards; beyond, it is no location of this card."""

SMEAR_PX = 0.9, 1.3
"""How far print is smeared, in pixels of the two finer levels, so that it counts little how sharp a picture
was."""

NOISE_SQUARED, NOISE_SHARE = 0.15, 0.7
"""Squared difference that is noise in any picture, and the share of a card whose difference
is taken for it."""

SPOT_DIFFERENCE = 0.8
"""Squared difference from which two faces differ in a spot, rather than two pictures in noise and light."""

SOFT = 0.012 * np.array([1, 1, 1, 1, 1, 1, 12, 12])
"""How strongly a warp is held near the identity: corners are some hundredths off, perspective hardly any."""

_FAR = 50.0
"""Light beyond the picture's edge, so unlike any within it that it weighs nothing (Tukey's biweight)."""

_ONES = np.ones(3, np.float32)

_LIGHT = np.array([0.2, 0.5, 0.3], np.float32)
"""What blue, green and red are of a picture's light: guesses."""

_CORNERS = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], float).T
"""A card's corners in half cards from its middle, in homogeneous coordinates: float (3, 4)."""

TURN = np.diag([-1.0, -1.0, 1.0])
"""Half a turn in the plane of a card."""


class Planes:
    """What is worked out once of a crop, uint8 (144, 96, 3) BGR."""

    def __init__(self, crop: np.ndarray) -> None:
        self.full = crop.astype(np.float32) / 255
        self.half = cv2.resize(self.full, SIZES[1], interpolation=cv2.INTER_AREA)
        quarter = cv2.resize(self.half, SIZES[0], interpolation=cv2.INTER_AREA)
        self.light = (_local(np.sqrt(quarter @ _LIGHT), 3.0), _local(np.sqrt(self.half @ _LIGHT), 4.0))
        total = quarter @ _ONES + 0.15
        colours = [(quarter[..., i] - quarter[..., 1]) / total for i in (2, 0)]
        light = np.clip(cv2.GaussianBlur(self.light[0], (0, 0), 0.8), -2, 2) * 0.35
        self.coarse = np.stack([light, *((c - np.median(c)) * 2 for c in colours)], 2)

    def contrast(self, level: int, warp: np.ndarray) -> np.ndarray:
        """Give each spot's contrast to its surroundings on the card: float32 (h, w, 3).

        warp: says where in this crop the card lies; what is beyond its edges is left out.
        """
        seen = _shown(1, warp, EDGE_MARGIN)
        smooth = cv2.GaussianBlur(self.half, (0, 0), SMEAR_PX[0])
        around: np.ndarray = _blur(smooth * seen[..., None], 4.5) / (_blur(seen, 4.5) + 1e-3)[..., None]
        varies = _squares((smooth - around) / (around + 0.02)) * (seen / 3)
        squares = _blur(varies, 11.0) / (_blur(seen, 11.0) + 1e-3) + 0.15 * varies.sum() / (seen.sum() + 1)
        spread: np.ndarray = np.sqrt(squares + 0.0016)
        if level == 2:
            smooth = cv2.GaussianBlur(self.full, (0, 0), SMEAR_PX[1])
            around, spread, seen = (cv2.resize(x, CROP_SIZE) for x in (around, spread, seen))
        own = (smooth - around) / (around + 0.02) * (seen / spread)[..., None]
        return np.clip(own, -4, 4)


@dataclass(eq=False)
class Prototype:
    """A card as it looked when it was learnt."""

    name: str
    planes: Planes
    _jacobian: dict[int, np.ndarray] = field(default_factory=dict)
    _contrast: dict[int, np.ndarray] = field(default_factory=dict)

    def jacobian(self, level: int) -> np.ndarray:
        """Give how the light changes with each of a warp's eight parameters: float32 (h * w, 8)."""
        if level not in self._jacobian:
            width, height = SIZES[level]
            plane, (x, y) = self.planes.light[level], _grid(level)
            gx = cv2.Sobel(plane, cv2.CV_32F, 1, 0) * (width / 16)
            gy = cv2.Sobel(plane, cv2.CV_32F, 0, 1) * (height / 16)
            along = gx * x + gy * y
            parts = [gx, gy, gx * x, gx * y, gy * x, gy * y, -along * x, -along * y]
            self._jacobian[level] = np.stack(parts, 2).reshape(-1, 8)
        return self._jacobian[level]

    def contrast(self, level: int) -> np.ndarray:
        """Give its own contrast, float32 (h, w, 3)."""
        if level not in self._contrast:
            self._contrast[level] = self.planes.contrast(level, np.eye(3))
        return self._contrast[level]

    @cached_property
    def face(self) -> np.ndarray:
        """Give its own contrast as a row to be compared with others: float32 (1, h * w * 3)."""
        return face(self.contrast(1))


def align(
    light: np.ndarray, prototype: Prototype, warp: np.ndarray, level: int, cuts: tuple[float, ...]
) -> tuple[np.ndarray, float]:
    """Refine a warp by Gauss and Newton's steps (Baker and Matthews, IJCV 2004: inverse composition).

    light: the crop's plane at this level; cuts: for every step, the difference from which a spot is taken for
    covered. Returns the warp and the mean squared difference that is left, 0 to 4.
    """
    jacobian, inside = prototype.jacobian(level), _inside(level, EDGE_MARGIN * 1.5).ravel()
    target = prototype.planes.light[level].ravel()
    soft = SOFT * target.size
    for cut in cuts:
        gap = (_seen_from(light, warp, level).ravel() - target) / cut
        weight = np.maximum(0, 1 - gap * gap)
        weight *= weight * inside
        weighted = jacobian * weight[:, None]
        square = (weighted.T @ jacobian).astype(float)
        square.flat[::9] += soft
        step = np.clip(np.linalg.solve(square, gap @ weighted * cut + soft * _parameters(warp)), -0.15, 0.15)
        warp = warp @ np.linalg.inv(_warp(step))
        warp = warp / warp[2, 2]
    gap = _seen_from(light, warp, level).ravel() - target
    return warp, float(np.minimum(gap * gap, 4) @ inside / inside.sum())


def sane(warp: np.ndarray) -> bool:
    """Tell whether a warp leaves every corner near where it should be."""
    corners = warp @ _CORNERS
    return bool((corners[2] > 0.2).all() and np.abs(corners[:2] / corners[2] - _CORNERS[:2]).max() < FURTHEST)


@dataclass(frozen=True, eq=False)
class Alignment:
    """A prototype laid over the crop.

    contrast: as it would look there; gap: its squared difference from the crop; noise: what most of that is
    below, grain and light as a rule; steep: how much of it a small shift can explain; seen: where the
    card is in the crop.
    """

    contrast: np.ndarray
    gap: np.ndarray
    noise: float
    steep: np.ndarray
    seen: np.ndarray
    fit: float


def aligned(crop: np.ndarray, prototype: Prototype, warp: np.ndarray, level: int) -> Alignment:
    """Lay a prototype over a crop's contrast; its fit is the share of contrast they have in common."""
    plane = cv2.warpPerspective(prototype.contrast(level), _pixels(warp, level), SIZES[level])
    total = plane @ _ONES
    gx, gy = (cv2.Sobel(total, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    steep = (gx * gx + gy * gy) * ((1 / 3 if level == 1 else 2 / 3) / 64)
    seen = _shown(level, warp, INNER_MARGIN) > 0.99
    gap = _squares(crop - plane)
    whole = float(((_squares(crop) + _squares(plane)) * seen).sum())
    fit = 1 - float((gap * seen).sum()) / (whole + 1e-6)
    return Alignment(plane, gap, _upper(gap[seen][::3]), steep, seen, fit)


def straight(crop: np.ndarray, warp: np.ndarray, level: int) -> np.ndarray:
    """Look at the crop's contrast as the prototype under this warp does: float32 (h, w, 3)."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(crop, _pixels(warp, level), SIZES[level], flags=flags)


def log_likelihood_ratio(one: Alignment, other: Alignment) -> tuple[float, float]:
    """Weigh one alignment against another where they differ.

    Returns how much more likely the crop is under `one`, in sigmas squared of what noise, blur and a small
    shift can do, and how much that would be were the crop exactly `one`.
    """
    # The noise of both: else all blank paper would speak against the grainier of two pictures.
    sigma = max(one.noise, other.noise, NOISE_SQUARED) + 0.125 * (one.steep + other.steep)
    apart = _squares(one.contrast - other.contrast)
    tells = apart * apart
    weight = tells / (tells + SPOT_DIFFERENCE * SPOT_DIFFERENCE) * (one.seen & other.seen) * 0.5
    found = (np.minimum(other.gap / sigma, 3) - np.minimum(one.gap / sigma, 3)) * weight
    return float(found.sum()), float((np.minimum(apart / sigma, 3) * weight).sum())


def _upper(gaps: np.ndarray) -> float:
    """Give what so many of the gaps, float32 (N,), are below; 0 for none."""
    return (
        float(np.partition(gaps, int(NOISE_SHARE * gaps.size))[int(NOISE_SHARE * gaps.size)])
        if gaps.size
        else 0.0
    )


def _squares(planes: np.ndarray) -> np.ndarray:
    """Give each spot's squared length: float32 (h, w) of (h, w, 3)."""
    return cv2.transform(planes * planes, _ONES[None])


def face(contrast: np.ndarray) -> np.ndarray:
    """Flatten one contrast plane to a row of length one, its grain left out: float32 (1, h * w * 3)."""
    strong = _squares(contrast)[..., None]
    row = cv2.GaussianBlur(contrast * (strong / (strong + 1)), (0, 0), 1.1).reshape(1, -1)
    return row / (np.linalg.norm(row) + 1e-6)


def _local(plane: np.ndarray, sigma: float) -> np.ndarray:
    """Take the surroundings' light and contrast out of a plane: float32 (h, w)."""
    apart = plane - cv2.GaussianBlur(plane, (0, 0), sigma)
    spread = np.sqrt(cv2.GaussianBlur(apart * apart, (0, 0), sigma * 1.5))
    apart = apart / (spread + 0.25 * spread.mean() + 0.004)
    return apart * (0.6 / (apart.std() + 0.1))


def _blur(plane: np.ndarray, sigma: float) -> np.ndarray:
    return cv2.GaussianBlur(plane, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)


@cache
def _grid(level: int) -> tuple[np.ndarray, np.ndarray]:
    width, height = SIZES[level]
    x, y = np.meshgrid((np.arange(width) + 0.5) / width * 2 - 1, (np.arange(height) + 0.5) / height * 2 - 1)
    return x.astype(np.float32), y.astype(np.float32)


@cache
def _inside(level: int, margin: float) -> np.ndarray:
    """Give 1 within a card's edges and 0 on them, a margin as a share of its width."""
    x, y = _grid(level)
    return ((np.abs(x) < 1 - 2 * margin) & (np.abs(y) < 1 - 1.34 * margin)).astype(np.float32)


@cache
def _to_plane(level: int) -> tuple[np.ndarray, np.ndarray]:
    """Give the matrices from pixels to the plane from -1 to 1, and back."""
    width, height = SIZES[level]
    there = np.array([[2 / width, 0, 1 / width - 1], [0, 2 / height, 1 / height - 1], [0, 0, 1]])
    return there, np.linalg.inv(there)


def _pixels(warp: np.ndarray, level: int) -> np.ndarray:
    there, back = _to_plane(level)
    return back @ warp @ there


def _seen_from(light: np.ndarray, warp: np.ndarray, level: int) -> np.ndarray:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(light, _pixels(warp, level), SIZES[level], flags=flags, borderValue=_FAR)


def _shown(level: int, warp: np.ndarray, margin: float) -> np.ndarray:
    return cv2.warpPerspective(_inside(level, margin), _pixels(warp, level), SIZES[level])


def _warp(step: np.ndarray) -> np.ndarray:
    dx, dy, a, b, c, d, p, q = step
    return np.array([[1 + a, b, dx], [c, 1 + d, dy], [p, q, 1]])


def _parameters(warp: np.ndarray) -> np.ndarray:
    """Undo _warp."""
    (a, b, dx), (c, d, dy), (p, q, _) = warp
    return np.array([dx, dy, a - 1, b, c, d - 1, p, q])
