"""Map points from one plane to another."""

import cv2
import numpy as np


def project(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Map points (N, 2) through a homography (3, 3): float32 (N, 2)."""
    flat = np.asarray(points, np.float32).reshape(-1, 1, 2)
    return cv2.perspectiveTransform(flat, homography).reshape(-1, 2)
