"""Does what is taken for a card go on beyond its edges? Then it is a part of the table's own pattern."""

from collections.abc import Sequence

import cv2
import numpy as np

from models.resample import warped
from vision.geometry.correlation import ncc_map
from vision.geometry.quads import sides
from vision.read.decide import ART, NEVER_GONE

PATCH = 1.3
"""Side of the patch that is looked for beside a quad, as a share of its short side: edges are in it."""

PATTERN_REACH = 2.6
"""How far about a quad's middle its pattern is looked for, as a share of its long side."""

PATCH_DISTANCE = 0.6
"""How far from the quad's middle, as a share of its short side, the middle of another such place lies."""

PATCH_PX = 28
"""Pixels across to which the patch is made smaller: a cloth's pattern is coarser than a card's print."""

REPEATS = 0.8
"""Normalised cross-correlation from which the pattern goes on outside."""

PLAIN_LEVELS = 7.0
"""Contrast, in grey levels, below which there is no pattern to compare, but a colour."""

SAME_COLOR_LEVELS = 10.0
"""Grey levels by which a plain patch may differ from what lies about it and be a part of it."""

BELIEVED_FACE, BELIEVED_ART = 0.3, 0.6
"""Probability from which a face is believed without a look at what lies beside it; the second a Wizard's or
a Jester's, which are drawn in so many ways that a light square of a cloth may be one, too.
"""


def is_table(image: np.ndarray, quad: np.ndarray, names: Sequence[str], row: np.ndarray) -> bool:
    """Tell whether what was read as a back, or is unclear, is the table's own pattern.

    row: float (K,), what was read of each of `names` at the quad.
    """
    said: dict[str, float] = dict(zip(names, row.tolist(), strict=True))
    art = max((said[name] for name in ART if name in said), default=0.0)
    faces = max(p for name, p in said.items() if name not in (*NEVER_GONE, *ART))
    return faces < BELIEVED_FACE and art < BELIEVED_ART and goes_on(image, quad)


def goes_on(image: np.ndarray, quad: np.ndarray) -> bool:
    """Tell whether the middle of a quad looks like what lies beside the quad: cloth, wood, a tray.

    image: uint8 (H, W, 3) BGR; quad: float32 (4, 2) pixels. Template matching of the quad's middle in its
    surroundings, as in the search for texture's period; plain places are compared by their colour.
    """
    short, long = sides(quad)
    middle = quad.mean(0)
    scale = PATCH_PX / max(1.0, PATCH * short)
    reach = PATTERN_REACH * long + PATCH * short / 2
    size = round(2 * reach * scale)
    low = middle - size / 2 / scale
    back = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]]])
    # Averaged down first where it must be: a cloth's threads would make noise.
    if scale < 0.5:
        half = cv2.resize(_around(image, middle, reach), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        corner = np.maximum(0, np.floor(middle - reach).astype(int))
        back = (back - np.array([[0, 0, corner[0]], [0, 0, corner[1]]])) / 2
        image = half
    view = warped(image, back, (size, size), border=cv2.BORDER_CONSTANT)
    seen = warped(np.full(image.shape[:2], 255, np.uint8), back, (size, size), border=cv2.BORDER_CONSTANT)
    low = (size - PATCH_PX) // 2
    patch = view[low : low + PATCH_PX, low : low + PATCH_PX]
    count = size - PATCH_PX + 1
    outside = _outside(size, scale, short) & _whole(seen)[:count, :count]
    if not outside.any():
        return False
    if float(patch.std(axis=(0, 1)).max()) < PLAIN_LEVELS:
        means = cv2.boxFilter(view.astype(np.float32), -1, (PATCH_PX, PATCH_PX), anchor=(0, 0))
        off = np.abs(means[: outside.shape[0], : outside.shape[1]] - patch.mean((0, 1))).max(2)
        return bool((off[outside] < SAME_COLOR_LEVELS).mean() > 0.5)
    found = ncc_map(view, patch)
    return bool(found[outside].max() > REPEATS)


def _around(image: np.ndarray, middle: np.ndarray, reach: float) -> np.ndarray:
    low = np.maximum(0, np.floor(middle - reach).astype(int))
    high = np.ceil(middle + reach).astype(int) + 1
    return image[low[1] : high[1], low[0] : high[0]]


def _outside(size: int, scale: float, short: float) -> np.ndarray:
    """Give where a patch, by its top left corner, lies apart from the one in the middle: bool (n, n)."""
    steps = np.arange(size - PATCH_PX + 1) - (size - PATCH_PX) // 2
    return np.hypot(steps[:, None], steps[None]) > PATCH_DISTANCE * short * scale


def _whole(seen: np.ndarray) -> np.ndarray:
    """Give where a whole patch, by its top left corner, lies within the picture: bool."""
    return cv2.erode(seen, np.ones((PATCH_PX, PATCH_PX), np.uint8), anchor=(0, 0)) > 250
