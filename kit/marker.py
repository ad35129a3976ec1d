"""Draw a marker as whole squares, from its modules."""

import math

import cv2
import numpy as np

from kit.sheet import BLACK, Sheet

# How far a white module reaches over its neighbours: a viewer would show a hair between two that only touch.
_OVER = 0.02


def modules(dictionary: int, marker: int) -> np.ndarray:
    """Give the modules of a marker of one of OpenCV's dictionaries, its border counted in.

    bool (N, N): true is black.
    """
    known = cv2.aruco.getPredefinedDictionary(dictionary)
    black: np.ndarray = cv2.aruco.generateImageMarker(known, marker, known.markerSize + 2) == 0
    return black


def draw_marker(sheet: Sheet, black: np.ndarray, size: float, turn: float = 0.0) -> None:
    """Draw a marker around the origin, its sides `size` mm long, turned clockwise by degrees.

    black: bool (N, N), its modules with the black border.
    """
    module, half = size / len(black), size / 2
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def box(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return [(x * c - y * s, x * s + y * c) for x, y in corners]

    sheet.polygon(box(-half, -half, half, half), BLACK, None)
    for row, column in zip(*(~black).nonzero(), strict=True):
        x, y = column * module - half, row * module - half
        corners = box(x - _OVER, y - _OVER, x + module + _OVER, y + module + _OVER)
        sheet.polygon(corners, "#ffffff", None)
