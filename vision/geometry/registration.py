"""How far the print of a card has moved between two looks at its place: image registration."""

import cv2
import numpy as np

from vision.geometry.correlation import ncc_map
from vision.geometry.homography import project
from vision.geometry.quads import fill, grown, sides

SEARCH_RIM_PX = 8
"""Pixels of a crop by which its print is searched for at first."""

CORRELATES = 0.85
"""Enhanced correlation from which two crops, registered on each other, show the same print."""

BLUR_PX = 1.0
"""Standard deviation, in pixels of a crop, of the blur that takes the noise out."""

TRACKED = 0.6
"""Enhanced correlation from which two pictures show one table, and not a plain cloth's noise."""

LEFT_OUT = 1.3
"""How many times its size is left out about a card."""

SMOOTH_PX = 5
"""Small pixels across of the blur under which the camera's shift is followed."""

REGISTRATION_WIDTH_PX = 576
"""Width in pixels of the pictures in which the camera's own shift is looked for."""

_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
"""Steps of a registration at most, and what one must add to the correlation for another: guesses."""


def moved(before: np.ndarray, now: np.ndarray, quad: np.ndarray) -> np.ndarray | None:
    """Find where the print of a card lies now: a quad in the picture's pixels, float32 (4, 2), or None.

    before, now: crops, uint8 (h, w, 3) BGR, of one place, float32 (4, 2), in two pictures. The warp that
    maximises the enhanced correlation coefficient is taken (Evangelidis and Psarakis, 2008), over shifts and
    turns; None: they do not show the same.
    """
    old, new = (cv2.GaussianBlur(cv2.cvtColor(c, cv2.COLOR_BGR2GRAY), (0, 0), BLUR_PX) for c in (before, now))
    found = ncc_map(new, old[SEARCH_RIM_PX:-SEARCH_RIM_PX, SEARCH_RIM_PX:-SEARCH_RIM_PX])
    y, x = np.unravel_index(int(found.argmax()), found.shape)
    warp: np.ndarray = np.array([[1, 0, x - SEARCH_RIM_PX], [0, 1, y - SEARCH_RIM_PX]], np.float32)
    everywhere = np.full(new.shape, 255, np.uint8)
    try:
        like, warp = cv2.findTransformECC(old, new, warp, cv2.MOTION_EUCLIDEAN, _STOP, everywhere, 1)
    except cv2.error:
        # Nothing in common to climb by.
        return None
    if like < CORRELATES:
        return None
    height, width = old.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    there = corners @ warp[:, :2].T + warp[:, 2]
    back = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    return project(back, there)


def distance(quad: np.ndarray, other: np.ndarray) -> float:
    """Give by how much of its short side a card's farthest corner moved from one quad to another."""
    return float(np.linalg.norm(other - quad, axis=1).max()) / max(1.0, sides(quad)[0])


def camera_shift(before: np.ndarray, now: np.ndarray, without: list[np.ndarray]) -> np.ndarray:
    """Estimate by how many pixels the whole picture moved: float (2,), zero where that cannot be told.

    before, now: uint8 (h, w, 3) BGR of one size; without: quads, in their pixels, that are left out.
    """
    scale = REGISTRATION_WIDTH_PX / before.shape[1]
    size = (REGISTRATION_WIDTH_PX, round(before.shape[0] * scale))
    old, new = (
        cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        for picture in (before, now)
    )
    counts = np.full(old.shape, 255, np.uint8)
    fill(counts, (grown(quad, LEFT_OUT) * scale for quad in without), 0)
    try:
        like, warp = cv2.findTransformECC(
            old, new, np.eye(2, 3, dtype=np.float32), cv2.MOTION_TRANSLATION, _STOP, counts, SMOOTH_PX
        )
    except cv2.error:
        return np.zeros(2)
    return warp[:, 2] / scale if like > TRACKED else np.zeros(2)
