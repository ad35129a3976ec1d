"""Say what is printed on the kit's mat and where, so that who draws it and who looks for it agree; find it.

Millimetres from the mat's top left corner, x to the right, y down.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache

import cv2
import numpy as np

from vision.geometry.homography import project

MAT_SIZE = (380.0, 260.0)
"""Width and height: what an A3 sheet holds, and two A4 or letter sheets glued side by side."""

MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50
MARKER_SIZE = 30.0
"""Side of a marker, its black border of one module counted in; a module is a sixth of it."""

MARKERS: dict[int, tuple[float, float]] = {0: (20, 20), 1: (360, 20), 2: (360, 240), 3: (20, 240)}
"""By id: the marker's middle. The four stand upright, clockwise from the mat's top left."""

THROW_ZONE = (42.0, 8.0, 296.0, 244.0)
"""Left, top, width, height: the sticks, three times as long as a stick and more."""

TRUMP_ZONE = (48.0, 74.0, 82.0, 112.0)
"""The turned-up card: the largest that we know of is 70 x 96 mm, and a hand lays it not quite straight."""

TRICK_ZONE = (136.0, 18.0, 192.0, 224.0)
"""The cards of a trick of six players, heaped as they fall."""

ZONES: Mapping[str, tuple[float, float, float, float]] = {
    "throw": THROW_ZONE,
    "trump": TRUMP_ZONE,
    "trick": TRICK_ZONE,
}

ZONE_CORNER = 8.0
"""Length of the two lines by which a zone's corner is drawn."""

WORDS_AT = 3.0
"""How far a zone's word stands from its left and lower edge."""

WORDS_SIZE = (14.0, 4.5)
"""What the longest of them takes."""

WRONG_MM = 1.5
"""Distance of a marker's corner from its place on the mat that tells of halves glued askew or a wavy mat."""

Found = dict[int, np.ndarray]
"""By id: a marker's corners in the picture, float32 (4, 2) pixels, clockwise from its own top left."""


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    wanted = cv2.aruco.DetectorParameters()
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), wanted)


def find(image: np.ndarray) -> Found:
    """Find the mat's markers, uint8 (H, W, 3) BGR; one that is there twice is none: nobody knows which."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    corners, ids, _ = _detector().detectMarkers(grey)
    known = [] if ids is None else [int(each) for each in ids.ravel()]
    often = Counter(known)
    return {
        marker: quad.reshape(4, 2).astype(np.float32)
        for marker, quad in zip(known, corners, strict=True)
        if marker in MARKERS and often[marker] == 1
    }


def marker_mm(marker: int) -> np.ndarray:
    """Give a marker's corners on the mat, float32 (4, 2) mm, clockwise."""
    x, y = MARKERS[marker]
    reach = MARKER_SIZE / 2
    return np.array(
        [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)],
        np.float32,
    )


def print_mm() -> list[np.ndarray]:
    """Give what else is printed, each within float32 (4, 2) mm: the corners of the zones, and their words."""
    found = []
    for left, top, width, height in ZONES.values():
        for x, inwards in ((left, ZONE_CORNER), (left + width, -ZONE_CORNER)):
            for y, down in ((top, ZONE_CORNER), (top + height, -ZONE_CORNER)):
                found.append(_box((x, y), (x + inwards, y + down), 1.0))
        words = (left + WORDS_AT, top + height - WORDS_AT)
        found.append(_box(words, (words[0] + WORDS_SIZE[0], words[1] - WORDS_SIZE[1]), 1.0))
    return found


def _box(one: tuple[float, float], other: tuple[float, float], margin: float) -> np.ndarray:
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(one, other, strict=True))
    left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)


def outline_mm(margin: float = 0.0) -> np.ndarray:
    """Give the mat's corners, float32 (4, 2) mm, clockwise; `margin` mm further out."""
    width, height = MAT_SIZE
    corners = [
        (-margin, -margin),
        (width + margin, -margin),
        (width + margin, height + margin),
        (-margin, height + margin),
    ]
    return np.array(corners, np.float32)


def to_pixels(found: Found) -> np.ndarray | None:
    """Give the homography from the mat's millimetres to the picture's pixels, or None with too few markers.

    One marker's corners lie too near to each other to say where the mat's far side is.
    """
    if len(found) < 2:
        return None
    mm = np.concatenate([marker_mm(marker) for marker in found])
    pixels = np.concatenate(list(found.values()))
    return cv2.findHomography(mm, pixels)[0]


def wrong_by(found: Found, homography: np.ndarray) -> float:
    """Give how far the worst corner of a marker lies from where it is printed, in millimetres."""
    back = np.linalg.inv(homography)
    return max(
        float(np.linalg.norm(project(back, quad) - marker_mm(marker), axis=1).max())
        for marker, quad in found.items()
    )


def scale(homography: np.ndarray, at: tuple[float, float]) -> float:
    """Give the pixels a millimetre at a place of the mat, the mean of both directions."""
    around = project(homography, np.array([at, (at[0] + 1, at[1]), (at[0], at[1] + 1)]))
    along, down = around[1] - around[0], around[2] - around[0]
    return float(np.sqrt(abs(along[0] * down[1] - along[1] * down[0])))
