"""The part of the picture that counts: the table without what lies around it, the mat without its markers."""

from collections.abc import Mapping

import cv2
import numpy as np

from vision.calibrate import mat
from vision.geometry.homography import project
from vision.geometry.quads import area

MARKER_MARGIN = 0.05
"""Share of a marker's side by which what is painted over reaches beyond it: the lens blurs its edge."""

PAPER_RING = 0.09
"""Share of a marker's side, beyond the margin, in which the colour of the paper around it is measured: on the
mat it ends 5 mm from the marker."""

RIM_WIDTH = 0.03
"""Width, as a share of the picture's, of the strip inside the outline that lends the outside its colour."""

MARKER_DIFFERENCE = 0.18
"""Share of its paper's brightness by which a marker may differ from itself as the empty table showed it."""

PALE_DIFFERENCE = 0.05
"""The same of pale print, which differs little from its paper."""

OUTSIDE_NOISE_LEVELS = 8
"""Grey levels that come on top of it."""

MAT_MODULES = 6
"""A marker has so many modules across."""

LAG_LEVELS = 2
"""Grey levels by which the colour around the table may lag behind the table's own."""

SMALLEST_OUTLINE = 0.02
"""Share of the picture that an outline must hold to be one."""

COLOR_WIDTH_PX = 160
"""So many pixels of a picture's width are looked at for the table's own colour."""


class Patch:
    """Something printed on the mat: painted over with its paper where it shows, left where it is covered."""

    def __init__(self, quad: np.ndarray, empty: np.ndarray, alike: float = MARKER_DIFFERENCE) -> None:
        """Take its corners (4, 2) in pixels and the picture of the empty table."""
        self._alike = alike
        side = float(np.sqrt(area(quad)))
        shape = (empty.shape[1], empty.shape[0])
        inner, outer = _grown(quad, MARKER_MARGIN * side), _grown(quad, (MARKER_MARGIN + PAPER_RING) * side)
        low = np.clip(np.floor(outer.min(0)).astype(int), 0, shape)
        high = np.clip(np.ceil(outer.max(0)).astype(int) + 1, 0, shape)
        self.place = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
        part = empty[self.place]
        self.seen = bool(part.size)
        if not self.seen:
            # OpenCV fills nothing that has no rows, and says so by an error.
            return
        self._inside = _filled(inner - low, part.shape[:2])
        self._ring = (_filled(outer - low, part.shape[:2]) > 0) & (self._inside == 0)
        self.seen = bool(self._ring.any())
        if not self.seen:
            return
        # A shift of the camera by a hair's breadth must not show the modules' edges.
        near = np.ones((3, 3), np.uint8)
        self._low, self._high = (
            cv2.erode(part, near).astype(np.int16),
            cv2.dilate(part, near).astype(np.int16),
        )
        self._paper = np.median(part[self._ring], axis=0)
        size = max(5, round(0.8 * side / MAT_MODULES)) | 1
        # Beside an edge nearly everything is like the marker: what is thinner than a module does not count.
        self._module = np.ones((size, size), np.uint8)

    def paint(self, image: np.ndarray, gain: np.ndarray) -> None:
        """Paint the marker over, in place; `gain` (3,): how much brighter the table is than it was."""
        part = image[self.place]
        paper = np.clip(self._paper * gain, 0, 255)
        now, reach = part / gain, OUTSIDE_NOISE_LEVELS + self._alike * float(self._paper.max())
        alike = ((now > self._low - reach) & (now < self._high + reach)).all(2)
        shown = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, self._module)
        cv2.copyTo(np.broadcast_to(paper.astype(np.uint8), part.shape).copy(), shown & self._inside, part)


class Area:
    """What counts in the pictures of one calibrated camera.

    outline: the table's corners, (N, 2) pixels of the empty picture, uint8 (H, W, 3) BGR; markers: the mat's,
    by id, (4, 2) pixels. Pictures of another size than the empty one pass as they are.
    """

    def __init__(self, outline: np.ndarray, markers: Mapping[int, np.ndarray], empty: np.ndarray) -> None:
        self.size = (empty.shape[1], empty.shape[0])
        inside = _filled(outline, empty.shape[:2])
        self._region = None if inside.all() else inside
        self._inside = None if inside.all() else cv2.merge([inside] * 3)
        self._color: np.ndarray | None = None
        reach = 2 * round(RIM_WIDTH * self.size[0]) + 1
        rim = cv2.subtract(inside, cv2.erode(inside, np.ones((reach, reach), np.uint8), borderValue=0))
        self._step = max(1, self.size[0] // COLOR_WIDTH_PX)
        self._thumb = self._few(inside) > 0
        self._level = self._color_of(empty, self._thumb)
        self._rim = self._few(rim) > 0
        patches = [Patch(np.array(quad, np.float32), empty) for quad in markers.values()]
        homography = mat.to_pixels(dict(markers))
        if homography is not None:
            # Where the markers are gone, the pale print is what looks most like a white stick.
            patches += [Patch(project(homography, quad), empty, PALE_DIFFERENCE) for quad in mat.print_mm()]
        self._patches = [patch for patch in patches if patch.seen]

    @property
    def whole(self) -> bool:
        """Tell whether every picture passes as it is."""
        return self._inside is None and not self._patches

    def region(self, image: np.ndarray) -> np.ndarray | None:
        """Give the region of interest of a picture: uint8 (H, W), 255 upon the table; None: all of it."""
        return self._region if (image.shape[1], image.shape[0]) == self.size else None

    def only(self, image: np.ndarray) -> np.ndarray:
        """Give the picture with nothing but the table in it: plain colour around it and over the markers."""
        if self.whole or (image.shape[1], image.shape[0]) != self.size:
            return image
        if self._inside is None:
            out = image.copy()
        else:
            out = cv2.bitwise_or(cv2.bitwise_and(image, self._inside), self._outside(image, self._inside))
        if self._patches:
            gain = self._color_of(image, self._thumb) / self._level
            for patch in self._patches:
                patch.paint(out, gain)
        return out

    def _few(self, picture: np.ndarray) -> np.ndarray:
        return picture[:: self._step, :: self._step]

    def _color_of(self, image: np.ndarray, where: np.ndarray) -> np.ndarray:
        """Give the median colour (3,) at some places, a little above black."""
        return np.maximum(np.median(self._few(image)[where], axis=0), 1.0)

    def _outside(self, image: np.ndarray, inside: np.ndarray) -> np.ndarray:
        """Draw what surrounds the table, black within: its rim's colour, lest its edge look like a card's.

        inside: uint8 (H, W, 3), 255 upon the table.
        """
        color = self._color_of(image, self._rim)
        # Drawn anew only when the light has changed: ten pictures a second are looked at.
        if self._color is None or np.abs(color - self._color).max() > LAG_LEVELS:
            self._color = color
            self._around = cv2.bitwise_and(
                cv2.bitwise_not(inside), np.full(image.shape, color.astype(np.uint8), np.uint8)
            )
        return self._around


def around(points: np.ndarray, size: tuple[int, int]) -> np.ndarray | None:
    """Order corners (N, 2) clockwise around their middle and keep them within the picture; None: no area."""
    points = np.clip(np.array(points, np.float32), 0, np.array(size, np.float32) - 1)
    middle = points.mean(0)
    points = points[np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]))]
    return points if area(points) >= SMALLEST_OUTLINE * size[0] * size[1] else None


def whole(size: tuple[int, int]) -> np.ndarray:
    """Give the outline of the whole picture, (4, 2) pixels."""
    width, height = size[0] - 1, size[1] - 1
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)


def _grown(quad: np.ndarray, by: float) -> np.ndarray:
    """Move each corner away from the middle so that every side moves by about `by` pixels."""
    away = quad - quad.mean(0)
    return quad + away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6) * by * np.sqrt(2)


def _filled(points: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Fill an outline: uint8 (h, w), 255 inside."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255)
    return mask
