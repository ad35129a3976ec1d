"""Compositing: lay a face upon a picture, with its shadow."""

import cv2
import numpy as np


def lay(out: np.ndarray, face: np.ndarray, mask: np.ndarray, corners: np.ndarray, shadow: float) -> None:
    """Lay a face with its outline mask upon a picture at `corners`, float32 (4, 2) pixels; shadow: 0..1."""
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 8, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 8, out.shape[1::-1])
    if (high <= low).any():
        return
    part = out[low[1] : high[1], low[0] : high[0]]
    h, w = face.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (part.shape[1], part.shape[0])
    alpha = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR)[..., None].astype(np.uint16)
    if shadow > 0.1:
        dark = cv2.GaussianBlur(np.roll(alpha[..., 0].astype(np.uint8), (2, 2), (0, 1)), (0, 0), 2.5)
        part[:] = (part * (1 - shadow / 255 * dark[..., None].astype(np.float32))).astype(np.uint8)
    card = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR)
    part[:] = ((part * (255 - alpha) + card * alpha) // 255).astype(np.uint8)
