"""Does a card still lie where it lay? Compare what its place looks like with what it looked like."""

import cv2
import numpy as np

from models.labels import CROP_SIZE


def visible(quad: np.ndarray, above: list[np.ndarray]) -> np.ndarray:
    """Give the part of a card's crop that no newer card hides: bool (H, W)."""
    width, height = CROP_SIZE
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    hidden = np.zeros((height, width), np.uint8)
    for other in above:
        corners = cv2.perspectiveTransform(other.astype(np.float32)[None], matrix)[0]
        cv2.fillConvexPoly(hidden, np.clip(corners, -4000, 4000).round().astype(np.int32), 255)
    return hidden == 0


def alike(one: np.ndarray, other: np.ndarray, where: np.ndarray) -> float:
    """Correlate two crops where `where` is true, each about its own mean: -1..1."""
    if where.sum() < 400:
        return 1.0
    a, b = (cv2.GaussianBlur(crop, (0, 0), 1.5)[where].astype(np.float32) for crop in (one, other))
    a, b = a - a.mean(0), b - b.mean(0)
    return float((a * b).sum() / max(1e-6, np.sqrt((a * a).sum() * (b * b).sum())))
