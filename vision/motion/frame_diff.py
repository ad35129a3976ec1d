"""What changed between two still pictures of a table, and how much of a place that is."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.quads import fill, grown
from vision.motion.shadow import shaded

VICINITY = 1.4
"""How much larger than a card the place about it is in which its shadow falls, or a hand that holds it is."""


@dataclass(frozen=True)
class FrameDiff:
    """One still frame, uint8 (H, W, 3) BGR, and what changed in it, uint8 (h, w), 255 where it did."""

    frame: np.ndarray
    mask: np.ndarray

    @property
    def scale(self) -> float:
        """Give the frame's pixels to one of the mask."""
        return self.frame.shape[1] / self.mask.shape[1]

    def changed(self, quad: np.ndarray, above: Sequence[np.ndarray] = ()) -> float:
        """Give the share that changed of what newer cards leave to be seen of a quad: 0..1."""
        box = self._box(quad)
        part = self.mask[box]
        if not part.size:
            return 0.0
        seen, low = np.zeros_like(part), np.array([box[1].start, box[0].start])
        fill(seen, [quad / self.scale - low], 1)
        fill(seen, (grown(other) / self.scale - low for other in above), 0)
        return cv2.countNonZero(part * seen) / max(1, cv2.countNonZero(seen))

    def ring(self, quad: np.ndarray) -> float:
        """Give the share that changed of what lies about a quad: 0..1."""
        return self.changed(grown(quad, VICINITY), [quad])

    def without(self, quads: Sequence[np.ndarray]) -> np.ndarray:
        """Give what changed outside of these cards: uint8 (h, w)."""
        return fill(self.mask.copy(), (grown(quad) / self.scale for quad in quads), 0)

    def without_shadows(
        self, before: np.ndarray, now: np.ndarray, bare: np.ndarray, quad: np.ndarray | None = None
    ) -> "FrameDiff":
        """Give the same where more has changed than a shadow; before, now, the bare table: uint8 (h, w, 3).

        quad: about which alone that is worked out, for it takes long; None: everywhere.
        """
        box = np.s_[:, :] if quad is None else self._box(quad)
        mask = self.mask.copy()
        mask[box] = cv2.subtract(self.mask[box], shaded(before[box], now[box], bare[box]))
        return FrameDiff(self.frame, mask)

    def _box(self, quad: np.ndarray) -> tuple[slice, slice]:
        """Give the upright box of a quad in the small picture: rows, columns."""
        low = np.maximum(np.floor(quad.min(0) / self.scale).astype(int), 0)
        high = np.ceil(quad.max(0) / self.scale).astype(int) + 1
        high = np.maximum(np.minimum(high, self.mask.shape[::-1]), low)
        return np.s_[low[1] : high[1], low[0] : high[0]]
