"""Normalised cross-correlation: how much two pictures look alike, whatever light falls on them."""

import cv2
import numpy as np

FEWEST_PIXELS = 400
"""Pixels below which nothing is said against two pictures being alike."""


LIGHT_PX = 16.0
"""Standard deviation of the blur that tells the light upon a crop of a card, in its pixels: a sixth of its
width. A hand's soft shadow is wider, print is finer."""


def evenly_lit(crop: np.ndarray) -> np.ndarray:
    """Divide the light out of a crop, uint8 (H, W, 3): float32 (H, W, 3), about 1.

    The light is taken for the crop's own blur (single-scale retinex: Jobson, Rahman and Woodell, 1997).
    """
    levels = crop.astype(np.float32) + 1
    return levels / cv2.GaussianBlur(levels, (0, 0), LIGHT_PX)


def ncc(one: np.ndarray, other: np.ndarray, where: np.ndarray) -> float:
    """Give the zero-mean normalised cross-correlation of two crops where `where` is true: -1..1.

    one, other: uint8 or float32 (H, W, 3); where: bool (H, W). Each colour counts about its own mean (Lewis,
    Fast normalized cross-correlation, 1995). Of fewer than `FEWEST_PIXELS` pixels it is 1.
    """
    if where.sum() < FEWEST_PIXELS:
        return 1.0
    a, b = one[where].astype(np.float32), other[where].astype(np.float32)
    a, b = a - a.mean(0), b - b.mean(0)
    return float((a * b).sum() / max(1e-6, np.sqrt((a * a).sum() * (b * b).sum())))


def ncc_map(image: np.ndarray, template: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Give `ncc` of a template at each place within an image: float32 (H - h + 1, W - w + 1), -1..1.

    mask: weights of the template's pixels, float32. Places without any contrast count -1.
    """
    found = cv2.matchTemplate(image, template, cv2.TM_CCOEFF_NORMED, mask=mask)
    return np.where(np.isfinite(found) & (found <= 1.001), found, -1)
