"""Cards of a drawn deck that lie in rows, and a camera above them: what an enrolment from rows looks at."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from device.camera import Frame
from models.render import decks

SIZE = (1600, 900)
"""Width and height of the picture in pixels."""
FILLED = 0.8
"""Share of its place that a card fills."""


def rows(
    design: decks.Design,
    names: Sequence[str],
    *,
    across: int = 2,
    seed: int = 3,
) -> np.ndarray:
    """Draw cards that lie in so many rows on felt, a little askew: uint8 (H, W, 3) BGR."""
    rng = np.random.default_rng(seed)
    width, height = SIZE
    scene = rng.integers(0, 12, (height, width, 3), np.uint8) + np.array((60, 80, 45), np.uint8)
    columns = -(-len(names) // across) if names else 1
    for i, name in enumerate(names):
        face = decks.face(design, name)
        h, w = face.shape[:2]
        scale = min(FILLED * height / across / h, FILLED * width / columns / w)
        matrix = cv2.getRotationMatrix2D((w / 2, h / 2), float(rng.normal(0, 2)), scale)
        at = (i % columns + 0.5) * width / columns, (i // columns + 0.5) * height / across
        matrix[:, 2] += [at[0] - w / 2, at[1] - h / 2]
        mask = cv2.warpAffine(decks.mask(design), matrix, SIZE)
        left, top, wide, high = cv2.boundingRect(mask)
        box = np.s_[top : top + high, left : left + wide]
        alpha = mask[box][..., None] / 255
        card = cv2.warpAffine(face, matrix, SIZE)[box]
        scene[box] = (scene[box] * (1 - alpha) + card * alpha).astype(np.uint8)
    return cv2.GaussianBlur(scene, (0, 0), 0.7)


class RowsCamera:
    """Shows the cards that are wanted, laid in rows; a Camera. pace: seconds between two pictures.

    wanted: gives the names of the cards that lie there now, and a number that another way to lay them has.
    """

    def __init__(
        self, design: decks.Design, wanted: Callable[[], tuple[Sequence[str], int]], pace: float = 0.0
    ) -> None:
        self._design, self._wanted, self._pace = design, wanted, pace
        self._closed = threading.Event()
        self._number = 0
        self._shown: tuple[tuple[str, ...], int] | None = None
        self._image = rows(design, ())

    def read(self, timeout: float) -> Frame | None:
        """Take a picture; None once the camera is closed."""
        if self._closed.wait(min(self._pace, timeout)):
            return None
        names, way = self._wanted()
        if (tuple(names), way) != self._shown:
            self._shown = (tuple(names), way)
            self._image = rows(self._design, names, seed=3 + way)
        self._number += 1
        return Frame(self._image, self._number, time.monotonic())

    def close(self) -> None:
        """Take no more pictures; twice is harmless."""
        self._closed.set()

    def __enter__(self) -> RowsCamera:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
