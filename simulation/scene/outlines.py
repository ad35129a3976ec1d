"""Outlines of flat things on the table, in millimetres: rectangles, plain or rounded, placed and turned."""

from __future__ import annotations

import math

import numpy as np


def rectangle(size: tuple[float, float], centre: tuple[float, float], angle: float) -> np.ndarray:
    """Give the corners (4, 2) in millimetres of a card, clockwise from its top left; angle in degrees."""
    w, h = size[0] / 2, size[1] / 2
    return placed(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]), centre, angle)


def rounded(
    size: tuple[float, float], radius: float, centre: tuple[float, float], angle: float
) -> np.ndarray:
    """Give the outline (20, 2) in millimetres of a card with rounded corners, clockwise."""
    w, h = size[0] / 2 - radius, size[1] / 2 - radius
    middles = ((-w, -h, 180), (w, -h, 270), (w, h, 0), (-w, h, 90))
    arcs = [(x, y, math.radians(start + step)) for x, y, start in middles for step in (0, 22.5, 45, 67.5, 90)]
    return placed(
        np.array([[x + radius * math.cos(a), y + radius * math.sin(a)] for x, y, a in arcs]), centre, angle
    )


def placed(points: np.ndarray, centre: tuple[float, float] | np.ndarray, angle: float) -> np.ndarray:
    """Turn points (N, 2) by an angle in degrees, clockwise as seen, and move them."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return points @ np.array([[c, s], [-s, c]]) + np.asarray(centre)
