"""How well a card explains a change between two still pictures: its share of it, and what of it changed."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.quads import fill

EXPLAINED = 0.85
"""How well a located card must explain a change for no other outline to be tried: see `Fit.score`."""

WHOLE_COVER, WHOLE_CERTAINTY = 0.9, 0.95
"""Cover and share of a change, and certainty of the networks, from which one card is all that changed."""

OWN_SHARE, PRINT_CHANGED = 0.8, 0.1
"""Share of a change that lies upon a card, and changed share of the card, from which its print is all that
changed: of white paper on a white table no more is new."""

READ_ANYWAY = 0.8
"""Certainty of the networks times changed share from which a candidate is read in any case."""


@dataclass(frozen=True)
class Fit:
    """How well a card explains a change: its share of the change, and the changed share of it, each 0..1.

    sure: how sure the networks are that a card lies there, 0..1; 0 where only outlines speak for it.
    """

    cover: float
    share: float
    sure: float = 0.0

    @property
    def score(self) -> float:
        """Weigh both: a card covers all that it changed, but white on white changes little of it."""
        return 0.65 * self.cover + 0.35 * self.share

    @property
    def overlap(self) -> float:
        """Give the intersection over union of the card and the change."""
        both = self.cover * self.share
        return both / max(1e-6, self.cover + self.share - both)

    @property
    def is_all(self) -> bool:
        """Tell whether the change is one card, plainly seen, and nothing else."""
        return min(self.cover, self.share) > WHOLE_COVER and self.sure > WHOLE_CERTAINTY

    @property
    def is_nearly_all(self) -> bool:
        """Tell whether it is one card, surely seen, and hardly anything else: its shadow, say."""
        return self.score > EXPLAINED and self.sure > WHOLE_CERTAINTY

    @property
    def is_printed(self) -> bool:
        """Tell whether a card is surely seen and all that changed there, be it but its print."""
        return self.cover > OWN_SHARE and self.share > PRINT_CHANGED and self.sure > WHOLE_CERTAINTY

    @property
    def plain(self) -> bool:
        """Tell whether a card is plainly seen there: it may be a small part of what changed."""
        return self.sure * self.share > READ_ANYWAY


def changed_share(mask: np.ndarray, quad: np.ndarray) -> float:
    """Give the share of the quad (in the mask's pixels) that changed."""
    inside, part = _inside(mask, quad)
    return cv2.countNonZero(cv2.bitwise_and(inside, part)) / max(1, cv2.countNonZero(inside))


def without(mask: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Give a mask with a quad, in its pixels, taken out of it."""
    return fill(mask.copy(), [quad], 0)


def explains(mask: np.ndarray, quad: np.ndarray, changed: int | None = None) -> Fit:
    """Tell how well a card at a quad, float32 (4, 2) in the mask's pixels, explains a change.

    changed: how many pixels of the mask did, where that is known.
    """
    inside, part = _inside(mask, quad)
    both = cv2.countNonZero(cv2.bitwise_and(inside, part))
    changed = cv2.countNonZero(mask) if changed is None else changed
    return Fit(both / max(1, changed), both / max(1, cv2.countNonZero(inside)))


def _inside(mask: np.ndarray, quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give the filled quad and the mask under it, both uint8 of the quad's bounding box within the mask."""
    low = np.maximum(np.floor(quad.min(0)).astype(int), 0)
    high = np.maximum(np.minimum(np.ceil(quad.max(0)).astype(int) + 1, mask.shape[::-1]), low)
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    if inside.size:
        fill(inside, [quad - low])
    return inside, mask[low[1] : high[1], low[0] : high[0]]
