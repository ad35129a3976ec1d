"""Draw the mat as a picture, as it lies on the simulated table; `mat` draws it for the printer."""

import cv2
import numpy as np

from vision.calibrate.mat import MARKER_DICTIONARY, MARKERS, MAT_SIZE, WORDS_AT, ZONE_CORNER, ZONES, marker_mm

PAPER = (236, 238, 238)
INK = (28, 26, 26)
PALE = (184, 184, 184)
GREY = (140, 140, 140)
FINE_MM = 0.4
LETTERS_MM = 4.0


def mat_picture(per_mm: int = 4) -> np.ndarray:
    """Draw the mat, uint8 (H, W, 3) BGR, with `per_mm` pixels a millimetre."""
    width, height = (round(each * per_mm) for each in MAT_SIZE)
    picture = np.full((height, width, 3), PAPER, np.uint8)
    for marker in MARKERS:
        _draw_marker(picture, marker, per_mm)
    for words, zone in ZONES.items():
        _draw_zone(picture, zone, words, per_mm)
    return picture


def _draw_marker(picture: np.ndarray, marker: int, per_mm: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    low, high = (marker_mm(marker)[[0, 2]] * per_mm).round().astype(int)
    # Drawn with whole modules and enlarged: the drawing of OpenCV itself rounds them.
    cells = cv2.aruco.generateImageMarker(dictionary, marker, dictionary.markerSize + 2)
    large = cv2.resize(cells, tuple((high - low).tolist()), interpolation=cv2.INTER_NEAREST)
    picture[low[1] : high[1], low[0] : high[0]] = np.where(large[..., None] > 127, PAPER, INK)


def _draw_zone(picture: np.ndarray, zone: tuple[float, float, float, float], words: str, per_mm: int) -> None:
    left, top, width, height = zone
    thick = max(1, round(FINE_MM * per_mm))
    for x, inwards in ((left, ZONE_CORNER), (left + width, -ZONE_CORNER)):
        for y, down in ((top, ZONE_CORNER), (top + height, -ZONE_CORNER)):
            points = np.array([(x + inwards, y), (x, y), (x, y + down)], np.float32) * per_mm
            cv2.polylines(picture, [points.round().astype(np.int32)], False, PALE, thick, cv2.LINE_AA)
    at = (round((left + WORDS_AT) * per_mm), round((top + height - WORDS_AT) * per_mm))
    size = LETTERS_MM * per_mm / 30
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, GREY, thick, cv2.LINE_AA)
