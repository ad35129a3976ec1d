"""By how much a flickering lamp changes the rows of one picture to the next."""

from collections.abc import Sequence

import cv2
import numpy as np

FEWEST_PICTURES = 4
"""Pictures from which flicker can be told."""

MOST_ROW_CHANGE = 0.10
"""Change of a picture's rows that is no flicker but a hand or a lamp."""


def row_changes(frames: Sequence[np.ndarray], outline: np.ndarray) -> float | None:
    """Give by which share rows differ from one picture to the next; None: too few pictures, or they move.

    frames: uint8 (H, W, 3) BGR of one still table, in their order; outline: (N, 2) pixels of the table.
    """
    if len(frames) < FEWEST_PICTURES:
        return None
    low = np.maximum(outline.min(0).astype(int), 0)
    high = np.minimum(outline.max(0).astype(int) + 1, frames[0].shape[1::-1])
    parts = [frame[low[1] : high[1] : 2, low[0] : high[0] : 4, 1] for frame in frames]
    profiles = np.stack([cv2.blur(part.mean(1, dtype=np.float32)[:, None], (1, 9))[:, 0] for part in parts])
    steps = profiles[1:] / np.maximum(1.0, profiles[:-1]) - 1
    if np.abs(steps).max() > MOST_ROW_CHANGE:
        return None
    return float(np.median(np.abs(steps).max(1)))
