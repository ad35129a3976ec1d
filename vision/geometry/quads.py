"""Quadrilaterals in pixels: order, overlap, rectification.

A quad is float32 (4, 2), clockwise from a short edge's left end.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, dist
from typing import NamedTuple

import cv2
import numpy as np

from models.labels import CROP_SIZE
from models.resample import around, onto, oversampling, warped
from vision.types import Corners

OPPOSITE_SIDES_RATIO = 0.8
"""How many times as long as the other one of two opposite sides must at least be: perspective alone does not
shorten one card's more, from 40 degrees and half a metre.
"""

UPON = 0.35
"""Share of the smaller of two quads that is the other's, from which one change shows but one of them."""

COVERING_SCALE = 1.12
"""How much larger a newer card counts than it is: it throws a shadow, and its quad is a few pixels off."""


def to_corners(quad: np.ndarray) -> Corners:
    """Write a quad, (4, 2) pixels, as corners."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def from_corners(corners: Corners) -> np.ndarray:
    """Take corners as a quad again: float32 (4, 2) pixels."""
    return np.array(corners, np.float32)


def ordered(quad: np.ndarray) -> np.ndarray:
    """Turn four corners into a quad: clockwise on the screen, the first edge a short one."""
    # Python's own numbers, here and below: for four corners an array costs more than the sum.
    points = np.asarray(quad, np.float32).reshape(4, 2).tolist()
    x, y = (sum(point[axis] for point in points) / 4 for axis in (0, 1))
    a, b, c, d = sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x))
    if dist(a, b) + dist(c, d) > dist(b, c) + dist(d, a):
        a, b, c, d = b, c, d, a
    # Of the two short edges the one nearer the picture's top left comes first, so the order is stable.
    nearer = sum(a) + sum(b) <= sum(c) + sum(d)
    return np.array((a, b, c, d) if nearer else (c, d, a, b), np.float32)


class Sides(NamedTuple):
    """How large a card is in a picture: its short and its long side, in that picture's pixels."""

    short: float
    long: float

    @property
    def area(self) -> float:
        """Give what it covers, in square pixels."""
        return self.short * self.long

    @property
    def nearer(self) -> float:
        """Give how many times as large a card may look elsewhere on the table, for it is nearer there."""
        return 1.0

    def upright(self, points: np.ndarray) -> np.ndarray:
        """Turn pixels (N, 2) into those of a picture from right above, in which these sides are told."""
        return points

    def aslant(self, points: np.ndarray) -> np.ndarray:
        """Turn such pixels (N, 2) into the picture's own again."""
        return points

    def of(self, quad: np.ndarray) -> "Sides":
        """Give a quad's mean short and mean long side as these are told."""
        return sides(self.upright(quad))


class SlantedSides(Sides):
    """How large a card is where the camera looks from the side.

    plane: float64 (2, 2) of determinant 1, turns the picture's directions into those of one from right above.
    """

    plane: np.ndarray

    def __new__(cls, short: float, long: float, plane: np.ndarray) -> "SlantedSides":
        """Take the sides in that other picture."""
        self = super().__new__(cls, short, long)
        self.plane = plane
        return self

    @property
    def nearer(self) -> float:
        """Give how many times as large a card may look elsewhere on the table, for it is nearer there.

        As many times as the picture shortens what points away from the camera: 1.31 at 40 degrees, where what
        lies 26 cm nearer to a camera 75 cm away is 1.29 times as large.
        """
        return float(np.linalg.cond(self.plane))

    def upright(self, points: np.ndarray) -> np.ndarray:
        """Turn pixels (N, 2) into those of a picture from right above, in which these sides are told."""
        return (points @ self.plane.T).astype(np.float32)

    def aslant(self, points: np.ndarray) -> np.ndarray:
        """Turn such pixels (N, 2) into the picture's own again."""
        return (points @ np.linalg.inv(self.plane).T).astype(np.float32)


def sides(quad: np.ndarray) -> Sides:
    """Give the mean short and mean long side."""
    a, b, c, d = quad.tolist()
    return Sides((dist(a, b) + dist(c, d)) / 2, (dist(b, c) + dist(d, a)) / 2)


def is_even(quad: np.ndarray, least: float = OPPOSITE_SIDES_RATIO) -> bool:
    """Tell whether the opposite sides of a quad are as nearly equal as one card's are.

    least: how many times as long as the other each must at least be.
    """
    a, b, c, d = quad.tolist()
    return all(
        min(one, other) > least * max(one, other)
        for one, other in ((dist(a, b), dist(c, d)), (dist(b, c), dist(d, a)))
    )


def has_size(quad: np.ndarray, card: Sides) -> bool:
    """Tell whether a quad is of a known size, its opposite sides as nearly equal as one card's are."""
    least, most = 0.75 / card.nearer, 1.33 * card.nearer
    return is_even(quad) and all(least < a / b < most for a, b in zip(card.of(quad), card, strict=True))


def median_sides(known: Iterable[Sides]) -> Sides | None:
    """Give the median of cards' sides; None where there are none."""
    found = list(known)
    return Sides(*(float(np.median(values)) for values in zip(*found, strict=True))) if found else None


_NEXT = np.array([1, 2, 3, 0])


def following(corners: np.ndarray) -> np.ndarray:
    """Give, for each of four corners in order, or of their edges, the one after it: (4, ...)."""
    return corners[_NEXT]


def area(quad: np.ndarray) -> float:
    """Give the area of a quad, or of another outline without crossings, (N, 2), in square pixels."""
    return abs(float(cv2.contourArea(np.asarray(quad, np.float32))))


def intersection(a: np.ndarray, b: np.ndarray) -> float:
    """Give the area two convex quads share, or other outlines, (N, 2) each, in square pixels."""
    # Python's own numbers: in a cluttered picture most of some hundred thousand pairs lie apart.
    (ax, ay), (bx, by) = zip(*a.tolist(), strict=True), zip(*b.tolist(), strict=True)
    if max(ax) < min(bx) or max(bx) < min(ax) or max(ay) < min(by) or max(by) < min(ay):
        return 0.0
    return float(cv2.intersectConvexConvex(np.asarray(a, np.float32), np.asarray(b, np.float32))[0])


def iou(a: np.ndarray, b: np.ndarray) -> float:
    """Give intersection over union, 0..1."""
    both = intersection(a, b)
    if both == 0.0:
        return 0.0
    return both / max(1e-6, area(a) + area(b) - both)


def mostly(a: np.ndarray, b: np.ndarray) -> bool:
    """Tell whether half of one quad is the other's."""
    return intersection(a, b) > 0.5 * min(area(a), area(b))


def upon_each_other(a: np.ndarray, b: np.ndarray) -> bool:
    """Tell whether so much of one quad is the other's that they cannot be two cards of one change."""
    return intersection(a, b) >= UPON * min(area(a), area(b))


def grown(quad: np.ndarray, times: float = COVERING_SCALE) -> np.ndarray:
    """Stretch a quad about its middle, or shrink it: float32 (4, 2)."""
    middle = quad.mean(0)
    return (quad - middle) * np.float32(times) + middle


def edge_normals(quad: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Go round the four edges of a convex quad: both ends and the unit normal outwards, each float32 (2,)."""
    middle = quad.mean(0)
    for a, b in zip(quad, following(quad), strict=True):
        along = (b - a) / max(1e-6, float(np.linalg.norm(b - a)))
        normal = np.array([along[1], -along[0]], np.float32)
        yield a, b, -normal if (a - middle) @ normal < 0 else normal


def fill(mask: np.ndarray, quads: Iterable[np.ndarray], value: int = 255) -> np.ndarray:
    """Fill quads in a mask, uint8 (h, w), in place and in its own pixels; give the mask."""
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), value)
    return mask


def covered_share(quad: np.ndarray, above: Sequence[np.ndarray]) -> float:
    """Give the share of a quad that newer cards hide, at most: 0 or more."""
    return sum(intersection(quad, other) for other in above) / max(1.0, area(quad))


def taper(quad: np.ndarray) -> float:
    """Give how many times as long as the one across from it a side is at most; 1: a rectangle."""
    points = quad.tolist()
    a, b, c, d = (dist(one, other) for one, other in pairwise((*points, points[0])))
    return max(a / c, c / a, b / d, d / b)


def plausible(quad: np.ndarray, slack: float = 0.0) -> bool:
    """Tell whether a quad can be a whole playing card seen from at most about 40 degrees off the vertical.

    slack: share by which every limit is wider, for corners that are known roughly.
    """
    points = quad.tolist()
    lengths = [dist(a, b) for a, b in pairwise((*points, points[0]))]
    short, long = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
    more, less = 1 + slack, 1 - slack
    if short < 12 * less or not 1.08 * less <= long / short <= 1.95 * more:
        return False
    if not cv2.isContourConvex(quad.reshape(4, 1, 2)):
        return False
    alike = 0.72 * less
    if min(lengths[::2]) < alike * max(lengths[::2]) or min(lengths[1::2]) < alike * max(lengths[1::2]):
        return False
    edges = [
        ((c - a) / length, (d - b) / length)
        for ((a, b), (c, d)), length in zip(pairwise((*points, points[0])), lengths, strict=True)
    ]
    return all(abs(a * c + b * d) < 0.5 * more for (a, b), (c, d) in pairwise((*edges, edges[0])))


def rectify(image: np.ndarray, quad: np.ndarray, size: tuple[int, int] = CROP_SIZE) -> np.ndarray:
    """Cut out and straighten a quad.

    image: uint8 (H, W, 3) BGR. Returns uint8 (size[1], size[0], 3), averaged down where the card is
    larger, so that fine print does not turn into noise.
    """
    quad = np.asarray(quad, np.float32)
    times = oversampling(sides(quad)[1], size[1])
    part, corner = around(image, quad)
    return warped(part, onto(quad - corner, size), size, times)


def window(image: np.ndarray, points: np.ndarray, margin: float) -> tuple[np.ndarray, np.ndarray]:
    """Cut out what lies within a margin of points: a part, and where its corner lies, float32 (2,).

    image: uint8 (H, W, 3) BGR, whose memory the part shares; points: float (N, 2), margin: pixels.
    """
    left, top = np.floor(points.min(0) - margin).clip(0).astype(int)
    right, bottom = np.ceil(points.max(0) + margin).astype(int)
    return image[top:bottom, left:right], np.array((left, top), np.float32)


def usual_sides(at: np.ndarray, middles: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Give how long the short and long sides of cards are about places of a picture: float (N, 2).

    at: (N, 2) pixels; middles, lengths: (M, 2), where cards lie and their sides. Seen from the side a table
    shows near cards larger: kernel regression of the logarithm (Nadaraya, 1964; Watson, 1964), two cards
    wide.
    """
    reach = 2 * float(np.median(lengths[:, 1]))
    away = np.linalg.norm(at[:, None] - middles[None], axis=-1)
    # A little of all keeps what is alone from being its own measure.
    weights = np.exp(-0.5 * (away / reach) ** 2) + 0.02
    return np.exp(weights @ np.log(np.maximum(lengths, 1.0)) / weights.sum(1, keepdims=True))
