"""The table without sticks: a background model, learnt where it is known that none lies there."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.geometry.quads import fill, grown
from vision.motion.background import patched
from vision.motion.static_scene import NO_PICTURE
from vision.motion.stillness import changed_smooth, smoothed
from vision.sticks.isolation import surroundings

ABOUT_A_STICK = 1.5
"""How many times as large as a stick its place counts that is not learnt: its shadow lies beside it."""

TWO_PARTS_PX = 9
"""Pixels, of a picture `CHANGE_WIDTH_PX` wide, up to which two changes are one: a stick that looks as a
thread beneath it is no change there."""


class BareTable:
    """One picture of the table, uint8 (h, w, 3) BGR, `smoothed`, and what of others is not in it."""

    def __init__(self) -> None:
        self._picture = NO_PICTURE

    def foreground(self, now: np.ndarray) -> np.ndarray | None:
        """Outline what of a small picture, uint8 (h, w, 3) BGR, is not the table.

        uint8 (h, w), 255 there; None where the table is not known.
        """
        if self._picture.shape != now.shape:
            return None
        came = changed_smooth(self._picture, smoothed(now))
        return cv2.morphologyEx(came, cv2.MORPH_CLOSE, np.ones((TWO_PARTS_PX, TWO_PARTS_PX), np.uint8))

    def learn(self, now: np.ndarray, unseen: np.ndarray, sticks: Iterable[np.ndarray] = ()) -> None:
        """Take in a small picture, uint8 (h, w, 3) BGR, in which no other sticks lie.

        unseen: uint8 of any size, not 0 where the picture shows what was; sticks: convex outlines, float32
        (N, 2) of its pixels each. What of the table was never seen looks as what is about it.
        """
        covered = cv2.resize(unseen, now.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        fill(covered, (grown(each, ABOUT_A_STICK) for each in sticks))
        now = smoothed(now)
        known = self._picture if self._picture.shape == now.shape else surroundings(now)
        self._picture = patched(now, known, covered)
