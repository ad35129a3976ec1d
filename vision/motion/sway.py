"""A camera that sways on its arm: how far the whole picture lies beside where it lay, in parts of a pixel.

Each tile of the picture tells of a shift by one step of Gauss and Newton (Lucas and Kanade, 1981): a place's
difference is what its slope makes of the shift. Most of the tiles must agree: a hand moves by itself.
"""

import cv2
import numpy as np

FARTHEST_SHIFT_PX = 1.0
"""Small pixels up to which a shift is taken out: beyond it somebody has pushed the camera."""

LEAST_SHIFT_PX = 0.08
"""Small pixels under which it is left as it is: no edge differs by more than noise then."""

TILES = (4, 6)
"""Rows and columns of tiles into which the picture is divided."""

VOTING = 2
"""Tiles that must tell of a shift: on a plain cloth the cards that lie there alone do."""

AGREED_PX, AGREEING_TILES = 0.2, 0.6
"""Small pixels within which tiles agree about the shift, and the share of them that must."""

NOISE_LEVELS = 5
"""Grey levels by which averaged noise makes a place differ at most."""

SWAYING_SHARE = 0.001
"""Share of the places that must differ by more, but where hands are, for a shift to be looked for."""

ASKED_ROW_STEP = 4
"""Rows from one that is asked to the next: they tell enough."""

UNLIKE_LEVELS = 12
"""Grey levels, beyond what its slope makes of the farthest shift, from which a place shows something else."""

STEADY_SHARE = 0.6
"""Share of the places with a slope that must look like themselves for the whole to have moved but little."""

LEAST_SLOPE = 6.0
"""Slope, in grey levels a pixel, that a place must have for it to tell of a shift."""

FEWEST_SLOPES = 12
"""Places with such a slope, both ways, from which a tile's shift can be told."""


def shift(before: np.ndarray, now: np.ndarray, hidden: np.ndarray) -> np.ndarray | None:
    """Tell by how many pixels (x, y) the whole picture moved: float64 (2,).

    Gives None where it did not, or where that cannot be told. before and now: uint8 (h, w, 3), in one light;
    hidden: uint8 (h, w), not 0 where hands are, which tell of nothing.
    """
    one, other = (cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) for image in (before, now))
    stirs = cv2.subtract(cv2.inRange(cv2.absdiff(one, other), NOISE_LEVELS, 255), hidden)
    if cv2.countNonZero(stirs) < SWAYING_SHARE * stirs.size:
        return None
    above, told, below = (one[first : len(one) - 2 + first : ASKED_ROW_STEP] for first in range(3))
    moved = other[1:-1:ASKED_ROW_STEP]
    across = cv2.Sobel(told, cv2.CV_16S, 1, 0, ksize=1)
    down = cv2.subtract(below, above, dtype=cv2.CV_16S)
    steep = cv2.add(cv2.convertScaleAbs(across), cv2.convertScaleAbs(down))
    telling = cv2.subtract(cv2.inRange(steep, 2 * LEAST_SLOPE, 255), hidden[1:-1:ASKED_ROW_STEP])
    # Half of the sum of both slopes is the most that a shift of one pixel makes of a place.
    beyond = cv2.subtract(cv2.absdiff(told, moved), cv2.convertScaleAbs(steep, alpha=0.5 * FARTHEST_SHIFT_PX))
    sloping = cv2.countNonZero(telling)
    telling[beyond > UNLIKE_LEVELS] = 0
    if cv2.countNonZero(telling) < STEADY_SHARE * sloping:
        return None
    at = rows, columns = np.nonzero(telling)
    x, y = across[at] * 0.5, down[at] * 0.5
    fallen = told[at].astype(float) - moved[at]
    high, wide = TILES
    tile = rows * high // len(told) * wide + columns * wide // told.shape[1]
    xx, xy, yy, xt, yt = (
        np.bincount(tile, weights, high * wide) for weights in (x * x, x * y, y * y, x * fallen, y * fallen)
    )
    determinant = xx * yy - xy * xy
    # The smaller eigenvalue: both ways must be told of.
    smaller = (xx + yy) / 2 - np.sqrt(np.maximum((xx + yy) ** 2 / 4 - determinant, 0))
    votes = smaller > FEWEST_SLOPES * LEAST_SLOPE**2
    if np.count_nonzero(votes) < VOTING:
        return None
    xx, xy, yy, xt, yt = np.stack([xx, xy, yy, xt, yt])[:, votes]
    shifts = np.stack([yy * xt - xy * yt, xx * yt - xy * xt], 1) / determinant[votes, None]
    agree = np.abs(shifts - np.median(shifts, axis=0)).max(1) < AGREED_PX
    if np.mean(agree) < AGREEING_TILES:
        return None
    xx, xy, yy, xt, yt = (each[agree].sum() for each in (xx, xy, yy, xt, yt))
    found = np.array([yy * xt - xy * yt, xx * yt - xy * xt]) / (xx * yy - xy * xy)
    return found if LEAST_SHIFT_PX < float(np.abs(found).max()) < FARTHEST_SHIFT_PX else None


def put_back(image: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """Give a picture, uint8 (h, w, 3), as it is where it had not moved by so many pixels (x, y)."""
    warp = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, warp, image.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
