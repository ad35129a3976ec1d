"""Where sticks lie in a picture, and whether they lie as sticks may.

A stick is the six vertices of its prism as in `models.strips`, float32 (6, 2) pixels. Its footprint, the four
at the table, is a quad; where two lie side by side their footprints touch, and where one lies on another they
cross, from wherever the camera looks.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.quads import area, following, iou


def footprint(vertices: np.ndarray) -> np.ndarray:
    """Give the corners at the table, clockwise, a long side first: float32 (4, 2)."""
    return np.asarray(vertices, np.float32)[[2, 3, 5, 4]]


def outline(vertices: np.ndarray) -> np.ndarray:
    """Give the convex outline of all that is in view, clockwise: float32 (N, 2)."""
    return cv2.convexHull(np.asarray(vertices, np.float32)).reshape(-1, 2)


def length(vertices: np.ndarray) -> float:
    """Give the mean length of the three edges in pixels."""
    points = np.asarray(vertices, np.float32)
    return float(np.linalg.norm(points[1::2] - points[::2], axis=1).mean())


def width(vertices: np.ndarray) -> float:
    """Give the mean width of the footprint in pixels."""
    points = np.asarray(vertices, np.float32)
    return float(np.linalg.norm(points[4:] - points[2:4], axis=1).mean())


def same_way(vertices: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether two sticks' left ends point the same way."""
    one, two = (np.asarray(each)[1::2].sum(0) - np.asarray(each)[::2].sum(0) for each in (vertices, other))
    return bool(one @ two > 0)


def possible(vertices: np.ndarray) -> bool:
    """Tell whether the six can be a stick's at all, however it lies."""
    points = np.asarray(vertices, np.float32)
    if not np.isfinite(points).all() or length(points) < 12:
        return False
    base = footprint(points)
    return bool(cv2.isContourConvex(base.reshape(4, 1, 2))) and area(base) > 0


def depth(one: np.ndarray, other: np.ndarray) -> float:
    """Say how far two footprints reach into each other, in pixels; below 0 they lie so far apart.

    It is the shortest way by which one could be shifted out of the other: two that touch along their whole
    length share many pixels where their corners are a little off, but reach into each other by next to none.
    """
    a, b = footprint(one), footprint(other)
    depths = []
    for quad in (a, b):
        edges = following(quad) - quad
        axes = np.column_stack([-edges[:, 1], edges[:, 0]])
        axes /= np.maximum(np.linalg.norm(axes, axis=1, keepdims=True), 1e-6)
        p, q = a @ axes.T, b @ axes.T
        depths.append(np.minimum(p.max(0), q.max(0)) - np.maximum(p.min(0), q.min(0)))
    return float(np.concatenate(depths).min())


def crossing(one: np.ndarray, other: np.ndarray) -> float:
    """Say how far two sticks reach into each other, as a share of their mean width."""
    return depth(one, other) / max(1.0, (width(one) + width(other)) / 2)


def outline_iou(one: np.ndarray, other: np.ndarray) -> float:
    """Give the intersection over union of two sticks' outlines: 0..1."""
    return iou(outline(one), outline(other))


def outside(vertices: np.ndarray, size: Sequence[int]) -> float:
    """Say how far a stick reaches beyond a picture of `size` (w, h), as a share of its length."""
    points = np.asarray(vertices, np.float32)
    beyond = max(float(-points.min()), float((points - np.array(size, np.float32)).max()))
    return max(0.0, beyond) / max(1.0, length(points))
