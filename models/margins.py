"""What the stick refiner sees: a box about a stick's footprint, with a margin, straightened.

A box is a rectangle, float32 (4, 2) pixels, clockwise, a long side first: that side becomes the crop's upper
one.
"""

import cv2
import numpy as np

from models.labels import STICK_MARGIN_SHARE, STICK_MARGIN_SIZE
from models.resample import oversampling, warped


def box_about(vertices: np.ndarray) -> np.ndarray:
    """Give the smallest rectangle along a stick's axis about the four vertices of its base edges."""
    points = np.asarray(vertices, np.float32)
    along = points[1::2].sum(0) - points[::2].sum(0)
    u = along / max(1e-6, float(np.linalg.norm(along)))
    axes = np.stack([u, [-u[1], u[0]]])
    own = points[2:] @ axes.T
    (left, top), (right, bottom) = own.min(0), own.max(0)
    return (np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) @ axes).astype(np.float32)


def margin_map(box: np.ndarray) -> np.ndarray:
    """Give the 3x3 map from the picture's pixels to those of the refiner's crop about a box."""
    w, h = STICK_MARGIN_SIZE
    size, share = np.array(STICK_MARGIN_SIZE, np.float32), np.array(STICK_MARGIN_SHARE, np.float32)
    x, y = (size * (1 - share) / 2).tolist()
    target = np.array([[x, y], [w - x, y], [w - x, h - y], [x, h - y]], np.float32)
    return cv2.getPerspectiveTransform(np.asarray(box, np.float32), target)


def margin(picture: np.ndarray, box: np.ndarray) -> np.ndarray:
    """Cut out what the refiner sees of a box, averaged down if it is larger: uint8 (64, 192, 3) BGR."""
    w, h = STICK_MARGIN_SIZE
    long = float(np.linalg.norm(box[1] - box[0])) / STICK_MARGIN_SHARE[0]
    times = oversampling(long, w)
    return warped(picture, np.linalg.inv(margin_map(box)), (w, h), times)
