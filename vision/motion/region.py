"""The region of interest of a calibrated camera: the table, around which the picture is painted over.

What is painted over tells of nothing, and an arm that reaches in ends at the region's rim, not at the
picture's.
"""

import cv2
import numpy as np

RIM_PX = 2
"""Small pixels from the region's edge to its rim: averaging mixes what is painted over into the first."""

RIM_GAP_PX = 4
"""Small pixels along the rim that part one crossing from the next."""

Rim = tuple[np.ndarray, np.ndarray]
"""The rim's pixels in order, as an image's indices: rows and columns, int (n,) each."""


class Region:
    """A region of interest in pictures of one size, and in the small ones in which motion is measured."""

    def __init__(self, inside: np.ndarray, small: tuple[int, ...]) -> None:
        """Take the region, uint8 (H, W), 255 upon the table, and the shape of the small pictures."""
        height, width = small[:2]
        shrunk = cv2.resize(inside, (width, height), interpolation=cv2.INTER_AREA)
        self.outside = cv2.bitwise_not(inside)
        """What is painted over of a picture: uint8 (H, W), not 0 there."""
        self.inside: np.ndarray = cv2.inRange(shrunk, 255, 255)
        """What is the table of a small picture: uint8 (h, w), 255 there."""
        self.beyond = cv2.bitwise_not(self.inside)
        """The rest of it."""
        self.pixels = max(1, cv2.countNonZero(self.inside))
        """How many small pixels are the table."""
        across = 2 * RIM_PX + 1
        inner = cv2.erode(self.inside, np.ones((across, across), np.uint8), borderValue=0)
        outlines = cv2.findContours(inner, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        self._rims: list[Rim] = [(each[:, 0, 1], each[:, 0, 0]) for each in outlines]

    def crossings(self, part: np.ndarray, corner: tuple[int, int]) -> list[tuple[Rim, np.ndarray]]:
        """List where a part crosses the rim: the rim, and the places along it of one crossing, in order.

        part: uint8 (h, w), 255 where it is; corner: its window's left and top in the small picture.
        """
        (left, top), (high, wide) = corner, part.shape
        found: list[tuple[Rim, np.ndarray]] = []
        for rows, columns in self._rims:
            y, x = rows - top, columns - left
            near = (0 <= y) & (y < high) & (0 <= x) & (x < wide)
            met = np.zeros(len(rows), bool)
            met[near] = part[y[near], x[near]] > 0
            if not met.any() or met.all():
                continue
            # A closed line has no beginning: let it begin where nothing crosses it.
            first = int(np.flatnonzero(~met)[0])
            rim, at = (np.roll(rows, -first), np.roll(columns, -first)), np.flatnonzero(np.roll(met, -first))
            found += [(rim, run) for run in np.split(at, np.flatnonzero(np.diff(at) > RIM_GAP_PX) + 1)]
        return found
