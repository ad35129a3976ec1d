"""Straighten a throwing stick as a camera sees it: the two sides in view as strips, one above the other.

A stick in a picture is the six vertices of its prism, float (6, 2) pixels, also where one is hidden: the
upper edge from left to right, the base edge of the side that is above in the picture, that of the side below.
Both who trains the stick reader and who runs it straighten by this.
"""

import cv2
import numpy as np

from models.labels import STICK_SHARE, STICK_SIZE
from models.resample import oversampling, warped

EDGE_ON = 0.022
"""Width of a side, as a share of its length, below which the camera does not see it; a side seen straight has
0.174. Its strip is left grey."""

BEYOND = 10
"""Rows beyond the upper edge that show what lies behind it where the camera does not see the other side.

There the edge is the stick's outline, and its notches are cut out of that.
"""

NARROW = 0.3
"""Width of one end of a side, as a share of its mean width, below which its vertices cannot be true."""

GREY = 127
"""The grey level where there is nothing to be seen."""

_UPPER, _ABOVE, _BELOW = [0, 1], [2, 3], [4, 5]


def straighten(image: np.ndarray, vertices: np.ndarray) -> np.ndarray:
    """Cut a stick out of a picture, uint8 (H, W, 3) BGR, and lay its sides flat: uint8 (96, 192, 3).

    The upper edge is the middle row; beyond both base edges and both ends is a margin, so that notches of the
    upper edge cut into the middle and those of the lower edges into the outer rows. A stick larger than that
    is averaged down, so that its grain does not turn into noise.
    """
    points = np.asarray(vertices, np.float64).reshape(6, 2)
    width, height = STICK_SIZE
    longest = max(float(np.linalg.norm(points[b] - points[a])) for a, b in (_UPPER, _ABOVE, _BELOW))
    times = oversampling(longest, width * STICK_SHARE[0])
    flat = np.full((height * times, width * times, 3), GREY, np.uint8)
    half = flat.shape[0] // 2
    sides = [side_of(points, above) for above in (True, False)]
    for above, side, other in zip((True, False), sides, reversed(sides), strict=True):
        if side is None:
            continue
        beyond = BEYOND * times if other is None else 0
        strip = flat[: half + beyond] if above else flat[half - beyond :]
        target = _target((half, flat.shape[1]), above) + np.array([0, 0 if above else beyond], np.float32)
        back = cv2.getPerspectiveTransform(target, side.astype(np.float32))
        strip[:] = warped(image, back, strip.shape[1::-1])
    return flat if times == 1 else cv2.resize(flat, STICK_SIZE, interpolation=cv2.INTER_AREA)


def in_view(crop: np.ndarray) -> tuple[bool, bool]:
    """Tell of a straightened stick which sides are in view, the one above and the one below."""
    far = crop.shape[0] // 2 - BEYOND - 2
    above, below = (bool(np.abs(part.astype(int) - GREY).max() > 1) for part in (crop[:far], crop[-far:]))
    return above, below


def side_of(points: np.ndarray, above: bool) -> np.ndarray | None:
    """Give a side's corners clockwise from the top left, float (4, 2), or None where it is not in view."""
    upper, base = points[_UPPER], points[_ABOVE if above else _BELOW]
    along = base[1] - base[0]
    length = float(np.linalg.norm(along))
    if length < 1:
        return None
    down = np.array([-along[1], along[0]]) / length * (1 if above else -1)
    widths = (upper - base) @ down
    if widths.mean() < EDGE_ON * length:
        return None
    if widths.min() < NARROW * widths.mean():
        upper = base + (upper - base).mean(0)
    return np.array([*base, *upper[::-1]] if above else [*upper, *base[::-1]])


def arranged(edges: np.ndarray) -> np.ndarray:
    """Put three edges with both ends, the upper edge first, in the order of this module: float32 (6, 2).

    The left end is the one further left in the picture; of an upright stick it is the upper one.
    """
    return np.asarray(edges, np.float32).reshape(6, 2)[arrangement(edges)]


def arrangement(edges: np.ndarray) -> np.ndarray:
    """Say which of three edges' ends comes where in that order: int (6,)."""
    points, order = np.asarray(edges, np.float32).reshape(3, 2, 2), np.arange(6).reshape(3, 2)
    along = (points[:, 1] - points[:, 0]).sum(0)
    if not (along[0] > 0.2 * abs(along[1]) or (along[0] > -0.2 * abs(along[1]) and along[1] > 0)):
        order, along = order[:, ::-1], -along
    down = points.mean(1) @ np.array([-along[1], along[0]], np.float32)
    return (order[[0, 2, 1]] if down[1] > down[2] else order).ravel()


def turned(vertices: np.ndarray) -> np.ndarray:
    """Name the same stick's vertices as from the other side of the table: float (6, 2)."""
    return np.asarray(vertices)[[1, 0, 5, 4, 3, 2]]


def _target(shape: tuple[int, ...], above: bool) -> np.ndarray:
    """Give where a side lies in its strip of `shape`, clockwise from the top left: float32 (4, 2)."""
    height, width = shape[:2]
    end, rim = width * (1 - STICK_SHARE[0]) / 2, height * (1 - STICK_SHARE[1])
    top, bottom = (rim, height) if above else (0, height - rim)
    corners = np.array([[end, top], [width - end, top], [width - end, bottom], [end, bottom]], np.float32)
    return corners - 0.5  # whole numbers are the middles of pixels
