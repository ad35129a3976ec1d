"""The connected parts of a change between two still pictures, and the quads that their shape suggests."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.detect import outlines
from vision.detect.fit import Fit, explains
from vision.geometry.components import components
from vision.geometry.quads import Sides, ordered, plausible

LEAST_CARD_CHANGE = 0.0012
"""Share of the picture below which a change is dust, a coin or a shadow, not a card."""

GRAIN_PX = 4
"""Pixels across of a change that are one where it is split into its parts."""

PRIOR_SHORT_SIDE, NEAR_PRINT = 0.067, 0.3
"""A card's short side, as a share of the picture's width, where it is not known; and the share of it within
which signs of print are one card's."""

INSIDE_LOOKED_AT = 0.8
"""Share of a part of a change that lies in what was looked at before for it to be a part of that."""


@dataclass(frozen=True)
class Part:
    """One connected part of a change.

    mask: uint8 (h, w) of the small picture, 255 where it changed; box: left, top, width and height in its
    pixels; hull: float32 (N, 2), in the frame's pixels; whole: like the mask, with what lies between; count:
    pixels of the mask.
    """

    mask: np.ndarray
    box: tuple[int, int, int, int]
    hull: np.ndarray
    whole: np.ndarray
    count: int

    def is_within(self, place: np.ndarray) -> bool:
        """Tell whether nearly all of it lies in a place, uint8 (h, w) of the small picture."""
        return cv2.countNonZero(cv2.bitwise_and(self.mask, place)) > INSIDE_LOOKED_AT * self.count

    def explained(self, quad: np.ndarray) -> Fit:
        """Tell how well a card at a quad, float32 (4, 2) in the mask's pixels, explains it."""
        return explains(self.mask, quad, self.count)

    def shapes(self, card: Sides | None, scale: float) -> list[np.ndarray]:
        """List the quads that its shape suggests, float32 (4, 2) pixels of the frame, the best first.

        card: how large one is in the frame, where known; scale: the frame's pixels to one of the mask.
        """
        quads = [quad for quad in shapes(self.hull, card) if plausible(quad)]
        return sorted(quads, key=lambda quad: -self.explained(quad / scale).score)


def parts(mask: np.ndarray, card: Sides | None, scale: float) -> list[Part]:
    """Split a change into what is connected, signs of print on one card being so, and large enough.

    Of what is too small for a card by itself, pips and indices of white paper on a white table, all that lies
    within a card's width of each other is one part.
    """
    short = (card.short if card else PRIOR_SHORT_SIDE * mask.shape[1] * scale) / scale
    fewest = 1.5 * LEAST_CARD_CHANGE * mask.size
    coarse = cv2.resize(mask, None, fx=1 / GRAIN_PX, fy=1 / GRAIN_PX, interpolation=cv2.INTER_AREA)
    coarse = cv2.threshold(coarse, 0, 255, cv2.THRESH_BINARY)[1]
    large, small = _connected(mask, coarse, max(9.0, NEAR_PRINT * short), fewest, scale)
    return large + (_connected(mask, small, short, fewest, scale)[0] if small.any() else [])


def _connected(
    mask: np.ndarray, coarse: np.ndarray, reach: float, fewest: float, scale: float
) -> tuple[list[Part], np.ndarray]:
    """Connect what lies within a reach, in the mask's pixels: the large parts, and what is in none of them.

    coarse: uint8 (h, w), what is to be connected, `GRAIN_PX` times smaller than the mask, as is what is given
    back; fewest: pixels that a part's box has at least; scale: the frame's pixels to one of the mask.
    """
    across = round(reach / GRAIN_PX) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    # What lies beyond the border counts as empty: else all that is near the picture's rim were one.
    margin = cv2.copyMakeBorder(coarse, across, across, across, across, cv2.BORDER_CONSTANT, value=0)
    blobs = cv2.morphologyEx(margin, cv2.MORPH_CLOSE, disc)[across:-across, across:-across]
    labels, stats = components(np.ascontiguousarray(blobs))
    large = [
        label for label in range(1, len(stats)) if stats[label, 2] * stats[label, 3] * GRAIN_PX**2 >= fewest
    ]
    kept, parts = np.zeros(len(stats), np.uint8), []
    kept[large] = 255
    for label in large:
        x, y, w, h = (int(v) * GRAIN_PX for v in stats[label, :4])
        whole, part = np.zeros_like(mask), np.zeros_like(mask)
        box = np.s_[y : y + h, x : x + w]
        view = whole[box]
        inside = cv2.inRange(labels, label, label)[y // GRAIN_PX :, x // GRAIN_PX :][
            : h // GRAIN_PX, : w // GRAIN_PX
        ]
        inside = cv2.resize(inside, (w, h), interpolation=cv2.INTER_NEAREST)
        view[:] = inside[: view.shape[0], : view.shape[1]]
        part[box] = cv2.bitwise_and(mask[box], view)
        points = cv2.findNonZero(part[box])
        if points is not None:
            hull = (cv2.convexHull(points).reshape(-1, 2) + (x, y)).astype(np.float32) * np.float32(scale)
            parts.append(Part(part, (x, y, view.shape[1], view.shape[0]), hull, whole, len(points)))
    return parts, cv2.subtract(coarse, kept[labels])


def shapes(hull: np.ndarray, card: Sides | None) -> list[np.ndarray]:
    """Give quads that the hull of a change suggests.

    With a known card size also that size set into the hull's corners. Rectangles are such on the table.
    """
    if card is not None:
        hull = card.upright(hull)
    hull = hull.astype(np.float32)
    center, (w, h), angle = cv2.minAreaRect(hull)
    box = cv2.boxPoints((center, (w, h), angle))
    found = [ordered(box)]
    four = outlines.four(hull.reshape(-1, 1, 2))
    if four is not None:
        found.append(four)
    if card is None:
        return found
    for across, down in ((card.short, card.long), (card.long, card.short)):
        half = np.array([across, down], np.float32) / 2
        axes = np.array(
            [
                [np.cos(np.radians(angle)), np.sin(np.radians(angle))],
                [-np.sin(np.radians(angle)), np.cos(np.radians(angle))],
            ]
        )
        room = np.array([w, h]) / 2 - half
        for sx, sy in ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            middle = np.array(center) + (room * [sx, sy]) @ axes
            signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            found.append(ordered(middle + (signs * half) @ axes))
    return [card.aslant(quad) for quad in found]
