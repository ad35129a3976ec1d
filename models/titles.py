"""What the title reader sees: strips of a card from edge to edge, straightened at the camera's resolution.

A quad is float32 (4, 2) pixels, clockwise, the first edge a short one.
"""

import numpy as np

from models.corners import straightened
from models.labels import TITLE_HEIGHT, TITLE_MARGIN, TITLE_SIZE

ROWS = (-TITLE_MARGIN, 0.5 - TITLE_HEIGHT / 2, 1 + TITLE_MARGIN - TITLE_HEIGHT)
"""Where strips begin, in shares of a card's long side: at its head, across its middle, at its foot."""

WAYS = (False, True)
"""Which way up a strip is looked at: as its quad begins, or turned half round."""

STRIPS = tuple((row, turned) for row in ROWS for turned in WAYS)
"""All strips in which a title may stand: titles read from either end, and at the foot either way up."""


def region(row: float, turned: bool) -> np.ndarray:
    """Give a strip's place on the card, float32 (4, 2) in shares of its sides, as its word stands upright."""
    left, right, foot = -TITLE_MARGIN, 1 + TITLE_MARGIN, row + TITLE_HEIGHT
    place = np.array([[left, row], [right, row], [right, foot], [left, foot]], np.float32)
    return np.roll(place, 2, 0) if turned else place


def cut(picture: np.ndarray, quad: np.ndarray, row: float, turned: bool) -> np.ndarray:
    """Cut a strip of a card out of a picture, averaged down where it is larger: uint8 (64, 160, 3) BGR.

    picture: uint8 (H, W, 3) BGR; row, turned: one of `STRIPS`.
    """
    return straightened(picture, quad, region(row, turned), TITLE_SIZE)
