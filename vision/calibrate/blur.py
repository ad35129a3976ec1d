"""How sharp a whole picture is: by the edges of the mat's markers, or by the print that lies there."""

import cv2
import numpy as np

from vision.geometry.quads import edge_normals
from vision.sharp import sharpness

BORDER_MODULES = 0.7
"""How far, in modules of a marker, its border is looked at to both sides: the border is one module wide."""

EDGE_SIGMAS = 2.563
"""From a tenth to nine tenths of its height an edge takes so many sigmas of its blur."""

PRINT_SLOPE = 60.0
"""Slope, in grey levels as Sobel's operator gives them, below which there is no print to judge by."""

BLUR_STRIPS = 4
"""Into so many strips, both ways, a table is divided; the sharpest print in it counts."""


def edge_blur(grey: np.ndarray, quad: np.ndarray) -> float:
    """Give the blur (sigma, pixels) of a marker's outer edge, black against paper, in uint8 (H, W)."""
    side = float(np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1).mean())
    reach = max(3.0, BORDER_MODULES * side / 6)
    offsets = np.linspace(-reach, reach, int(8 * reach) | 1, dtype=np.float32)
    widths = []
    for a, b, outwards in edge_normals(quad):
        at = a + (b - a) * np.linspace(0.1, 0.9, 24, dtype=np.float32)[:, None]
        points = at[:, None] + offsets[None, :, None] * outwards
        rows = cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR).astype(np.float32)
        widths += [_rise(row, offsets) for row in rows]
    # Each line by itself: an edge that is a little bent would look blurred in the mean of all.
    return float(np.median(widths)) / EDGE_SIGMAS


def _rise(row: np.ndarray, offsets: np.ndarray) -> float:
    """Give how far an edge takes from a tenth to nine tenths of its height."""
    low, high = float(np.percentile(row, 4)), float(np.percentile(row, 96))
    share = np.maximum.accumulate((row - low) / max(1.0, high - low))
    start, end = np.interp([0.1, 0.9], share, offsets)
    return float(end - start)


def print_sharpness(grey: np.ndarray, outline: np.ndarray) -> float | None:
    """Give the sharpness of the sharpest print on the table, 0..1 as in `sharp`; None: there is none."""
    low = np.maximum(outline.min(0).astype(int), 0)
    high = np.minimum(outline.max(0).astype(int) + 1, grey.shape[::-1])
    best = None
    for rows in np.array_split(np.arange(low[1], high[1]), BLUR_STRIPS):
        for columns in np.array_split(np.arange(low[0], high[0]), BLUR_STRIPS):
            if len(rows) < 40 or len(columns) < 40:
                continue
            tile = grey[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            smooth = cv2.GaussianBlur(tile, (3, 3), 0).astype(np.float32)
            slope = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1))[
                8:-8, 8:-8
            ]
            if float(np.partition(slope.ravel(), -600)[-600:].mean()) >= PRINT_SLOPE:
                sharp = sharpness(cv2.cvtColor(tile, cv2.COLOR_GRAY2BGR))
                best = sharp if best is None else max(best, sharp)
    return best
