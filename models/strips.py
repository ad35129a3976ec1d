"""Straighten a throwing stick as a camera sees it: the two sides in view as strips, one above the other.

A stick in a picture is the six corners of its prism, float (6, 2) pixels, also where one is hidden: the upper
edge from left to right, the base edge of the side that is above in the picture, that of the side below. Both
who trains the reader and who runs it straighten by this.
"""

import cv2
import numpy as np

SIZE = (192, 96)
"""Width and height in pixels of a straightened stick: its upper edge is the middle row."""

END = 12
"""Columns beyond either end of the stick."""

RIM = 8
"""Rows beyond either base edge: notches of the lower edges cut into them, those of the upper edge into the
middle."""

EDGE_ON = 0.022
"""Width of a side, as a share of its length, below which the camera does not see it; a side seen straight has
0.174. Its strip is left grey."""

NARROW = 0.3
"""Width of one end of a side, as a share of the side's mean width, below which its corners cannot be true."""

GREY = 127
LARGEST = 8

_UPPER, _ABOVE, _BELOW = (0, 1), (2, 3), (4, 5)


def straighten(image: np.ndarray, corners: np.ndarray, size: tuple[int, int] = SIZE) -> np.ndarray:
    """Cut a stick out of a picture, uint8 (H, W, 3) BGR, and lay its two sides flat: uint8 (size[1], size[0], 3).

    A stick larger than that is averaged down, so that its grain does not turn into noise.
    """
    points = np.asarray(corners, np.float64).reshape(6, 2)
    width, height = size
    longest = max(np.linalg.norm(points[b] - points[a]) for a, b in (_UPPER, _ABOVE, _BELOW))
    times = max(1, min(LARGEST, round(longest / (width - 2 * END * width / SIZE[0]))))
    flat = np.full((height * times, width * times, 3), GREY, np.uint8)
    half = flat.shape[0] // 2
    for first, above in ((0, True), (half, False)):
        side = side_of(points, above)
        if side is not None:
            strip = flat[first : first + half]
            matrix = cv2.getPerspectiveTransform(side.astype(np.float32), _target(strip.shape, size, times, above))
            cv2.warpPerspective(
                image, matrix, strip.shape[1::-1], dst=strip, flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )  # fmt: skip
    return flat if times == 1 else cv2.resize(flat, size, interpolation=cv2.INTER_AREA)


def side_of(points: np.ndarray, above: bool) -> np.ndarray | None:
    """Give a side's corners clockwise from the top left, float (4, 2), or None where it is not in view."""
    upper, base = points[list(_UPPER)], points[list(_ABOVE if above else _BELOW)]
    along = base[1] - base[0]
    length = float(np.linalg.norm(along))
    if length < 1:
        return None
    down = np.array([-along[1], along[0]]) / length * (1 if above else -1)
    left, right = ((end - start) @ down for start, end in zip(base, upper, strict=True))
    mean = (left + right) / 2
    if mean < EDGE_ON * length:
        return None
    if min(left, right) < NARROW * mean:
        upper = base + (upper - base).mean(0)
    return np.array([*base, *upper[::-1]] if above else [*upper, *base[::-1]])


def turned(corners: np.ndarray) -> np.ndarray:
    """Name the same stick's corners from the other side of the table: float (6, 2)."""
    return np.asarray(corners)[[1, 0, 5, 4, 3, 2]]


def _target(shape: tuple[int, ...], size: tuple[int, int], times: int, above: bool) -> np.ndarray:
    end, rim = END * times * size[0] / SIZE[0], RIM * times * size[1] / SIZE[1]
    left, right = end, shape[1] - end
    top, bottom = (rim, shape[0]) if above else (0, shape[0] - rim)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
