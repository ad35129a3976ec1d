"""Shadows before a camera that stands still: they darken what lies there, and are nothing of their own."""

import cv2
import numpy as np

SHADOW = (0.6, 0.98)
"""Shares of its brightness between which a shadow leaves a place."""

DEEP_SHADOW = 0.4
"""Least such share of what a hand throws under a single lamp: set on one drawn table. Not for every change: a
white card that lies in a hand's shade would pass for a shadow."""

SHADOW_COLOR_DIFFERENCE = 0.08
"""Difference of these shares between the colours up to which it is a shadow."""

BRIGHTER_LEVELS = 10
"""Grey levels by which a place may be brighter than the bare table where a shadow has gone from it."""


def shaded(before: np.ndarray, now: np.ndarray, bare: np.ndarray, least: float = SHADOW[0]) -> np.ndarray:
    """Outline where a shadow alone has fallen, or gone, between two pictures, uint8 (h, w, 3).

    bare: the table with nothing on it, uint8 (h, w, 3), than which none of its places becomes brighter where
    a shadow goes: white paper upon lace does; least: the share of its brightness that a place keeps at
    least. Gives uint8 (h, w), 255 there: all colours are darker by about the same share (Prati, Mikic,
    Trivedi and Cucchiara, 2003).
    """
    blue, green, red = cv2.split((now.astype(np.float32) + 1) / (before.astype(np.float32) + 1))
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    gone = low > 1
    low, high = np.where(gone, 1 / high, low), np.where(gone, 1 / low, high)
    found = (high < SHADOW[1]) & (low > least) & (high - low < SHADOW_COLOR_DIFFERENCE)
    paper = gone & _brighter(now, bare) & ~_brighter(before, bare)
    return (found & ~paper).view(np.uint8) * np.uint8(255)


def _brighter(picture: np.ndarray, bare: np.ndarray) -> np.ndarray:
    """Tell where any colour is brighter than the bare table, uint8 (h, w, 3) both: bool (h, w)."""
    within = cv2.inRange(cv2.subtract(picture, bare), (0, 0, 0, 0), (BRIGHTER_LEVELS,) * 3 + (0,))
    return np.equal(within, 0)
