"""What the index reader sees: a card's corner, straightened at the camera's own resolution.

A quad is float32 (4, 2) pixels, clockwise, the first edge a short one.
"""

import cv2
import numpy as np

from models.labels import INDEX_REGION, INDEX_SIZE
from models.resample import around, onto, oversampling, warped

AROUND = ("top left", "top right", "bottom right", "bottom left")
"""A card's corners in the order of its quad's."""

USUAL = ("top left", "bottom right")
"""Corners that bear an index in nearly every deck."""

OTHER = ("top right", "bottom left")
"""Corners that bear one in decks of four indices."""


_UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def region(corner: str) -> np.ndarray:
    """Give a corner's place on the card, float32 (4, 2) in shares of its sides: as its index stands upright.

    corner: one of `USUAL` or `OTHER`; the two at the bottom are upside down.
    """
    left, top, right, bottom = INDEX_REGION
    if corner in OTHER:
        left, right = 1 - right, 1 - left
    place = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return 1 - place if corner.startswith("bottom") else place


def cut(picture: np.ndarray, quad: np.ndarray, corner: str) -> np.ndarray:
    """Cut a card's corner out of a picture, averaged down where it is larger: uint8 (112, 64, 3) BGR.

    picture: uint8 (H, W, 3) BGR.
    """
    return straightened(picture, quad, region(corner), INDEX_SIZE)


def straightened(
    picture: np.ndarray, quad: np.ndarray, place: np.ndarray, size: tuple[int, int]
) -> np.ndarray:
    """Cut a part of a card out of a picture, averaged down where it is larger: uint8 (h, w, 3) BGR.

    picture: uint8 (H, W, 3) BGR; place: the part's corners, float32 (4, 2) in shares of the card's sides,
    clockwise from the one that comes to the top left; size: w and h in pixels.
    """
    within = cv2.getPerspectiveTransform(_UNIT_SQUARE, np.asarray(quad, np.float32))
    place = cv2.perspectiveTransform(place[None].astype(np.float32), within)[0]
    long = (np.linalg.norm(place[3] - place[0]) + np.linalg.norm(place[2] - place[1])) / 2
    times = oversampling(float(long), size[1])
    part, corner = around(picture, place)
    return warped(part, onto(place - corner, size), size, times)
