"""What came to a table, shown without the table's pattern: lace has more edges than the sticks upon it."""

import cv2
import numpy as np

from models.resample import shrunk
from vision.geometry.quads import fill

COARSE_WIDTH_PX, ABOUT_PX = 80, 9
"""Width in pixels to which a picture is averaged down, and how many of those across are averaged, twice."""

BESIDE_PX = 5
"""Pixels across, of a picture `CHANGE_WIDTH_PX` wide, by which what came is shown larger than it is."""


def surroundings(image: np.ndarray) -> np.ndarray:
    """Give the mean of what is about each place of a picture: uint8 (H, W, 3)."""
    height, width = image.shape[:2]
    coarse = shrunk(image, (COARSE_WIDTH_PX, max(1, round(COARSE_WIDTH_PX * height / width))))
    mean = cv2.blur(cv2.blur(coarse, (ABOUT_PX, ABOUT_PX)), (ABOUT_PX, ABOUT_PX))
    return cv2.resize(mean, (width, height), interpolation=cv2.INTER_LINEAR)


def isolated(image: np.ndarray, foreground: np.ndarray) -> np.ndarray:
    """Show of a picture, uint8 (H, W, 3) BGR, the foreground alone, upon the mean of what is about it.

    foreground: uint8 of any size, not 0 where something came.
    """
    shown = cv2.dilate(foreground, np.ones((BESIDE_PX, BESIDE_PX), np.uint8))
    shown = cv2.resize(shown, image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return cv2.copyTo(image, shown, surroundings(image))


def share_of(foreground: np.ndarray, outline: np.ndarray) -> float:
    """Give the share of a convex outline, float32 (N, 2) of its pixels, that is foreground: 0..1."""
    inside = fill(np.zeros(foreground.shape, np.uint8), [outline])
    return cv2.countNonZero(cv2.bitwise_and(inside, foreground)) / max(1, cv2.countNonZero(inside))
