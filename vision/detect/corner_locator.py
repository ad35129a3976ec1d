"""The ONNX corner locator: cards in a heap, each found by whatever corners of it are in view.

A keypoint detector of the kind of CornerNet (Law and Deng, 2018): each corner that it finds also says where
the card's edges run, so that one corner in view is enough for a whole card's outline.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from models.files import model_path
from models.labels import STRIDE, UNIT
from models.network import Network
from vision.detect import heatmap
from vision.geometry.quads import plausible, sides
from vision.networks import network

HEAT = 0.3
"""Heat from which a cell counts as a corner."""

SURE_CORNER = 0.5
"""Heat that a card's best corner must have."""

TYPICAL = 60.0
"""A card's short side, in pixels, in what the network sees."""

FIRST_LOOKS = (0.11, 0.3)
"""Shares of a picture's lesser side that a card's short side is first taken for."""

ONE_CARD = 4
"""Corners of one card: the size in which that many are surest is the right one."""

LARGEST_SCALE = 2.0
"""Times by which a picture is enlarged at most."""

LARGEST_LOOK = 1_600_000
"""Pixels that are looked at at most."""

SAME_CORNER = 0.14
"""Share of a card's short side within which two finds are one corner."""

SAME_CARD = 0.2
"""Share of a card's short side by which two of its corners may differ about where the other lies."""


@dataclass(frozen=True, eq=False)
class Cornered:
    """A card by its corners.

    quad: float32 (4, 2) pixels, clockwise, the first edge a short one; seen: the heat of each corner that is
    in view, 0 for one that is not, float (4,).
    """

    quad: np.ndarray
    seen: np.ndarray


@dataclass(frozen=True, eq=False)
class _Corner:
    """A corner, the quad that it says, and which of the quad's corners it is itself."""

    heat: float
    quad: np.ndarray
    own: int


class CornerLocator:
    """Finds cards by their corners, at any angle, under other cards.

    Raises MissingModel where the model file is not there or is broken.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._network = network(path or model_path("corner_locator"))

    def find(self, image: np.ndarray, short: float | None = None) -> list[Cornered]:
        """Find the cards in a picture, uint8 (H, W, 3) BGR, best seen first.

        short: a card's short side in pixels; where it is not known the picture is looked at in two sizes.
        """
        if short is None:
            looks = [self._look(image, share * min(image.shape[:2])) for share in FIRST_LOOKS]
            best = max(looks, key=lambda corners: sum(corner.heat for corner in corners[:ONE_CARD]))
            if not best:
                return []
            short = float(np.median([sides(corner.quad)[0] for corner in best]))
        return grouped(self._look(image, short))

    def _look(self, image: np.ndarray, short: float) -> list[_Corner]:
        """Look at a picture in which cards are so wide, surest corner first."""
        h, w = image.shape[:2]
        scale = min(TYPICAL / short, float(np.sqrt(LARGEST_LOOK / (w * h))), LARGEST_SCALE)
        return _corners(self._network, image, scale)


@cache
def shipped() -> CornerLocator:
    """Give the one corner locator over the shipped model file."""
    return CornerLocator()


def _corners(net: Network, image: np.ndarray, scale: float) -> list[_Corner]:
    """Look at a picture at this scale, surest corner first."""
    h, w = image.shape[:2]
    size = tuple(max(64, 32 * round(v * scale / 32)) for v in (w, h))
    small = heatmap.shrunk(image, size) if size[0] <= w and size[1] <= h else cv2.resize(image, size)
    heat, box = net.run(["heat", "box"], small[None])
    sure, box = 1 / (1 + np.exp(-heat[0, 0])), box[0]
    peak = (cv2.dilate(sure, np.ones((3, 3), np.uint8)) == sure) & (sure > HEAT)
    stretch = np.array([w / size[0], h / size[1]])
    found = []
    for y, x in np.argwhere(peak):
        at = (np.array([x, y]) + box[:2, y, x] + 0.5) * STRIDE
        short, long = box[2:4, y, x] * UNIT, box[4:6, y, x] * UNIT
        # Clockwise on the screen, a short edge first: which corner it is follows from how its edges turn.
        own = 0 if short[0] * long[1] - short[1] * long[0] > 0 else 1
        quad = [at, at + short, at + short + long, at + long]
        if own:
            quad = [quad[1], quad[0], quad[3], quad[2]]
        quad = (np.array(quad) * stretch).astype(np.float32)
        if plausible(quad):
            found.append(_Corner(float(sure[y, x]), quad, own))
    return _suppressed(sorted(found, key=lambda corner: -corner.heat))


def _suppressed(corners: Sequence[_Corner]) -> list[_Corner]:
    """Keep the surest of those that stand in one place (non-maximum suppression)."""
    kept: list[_Corner] = []
    for corner in corners:
        at, reach = corner.quad[corner.own], SAME_CORNER * sides(corner.quad)[0]
        if all(np.linalg.norm(other.quad[other.own] - at) > reach for other in kept):
            kept.append(corner)
    return kept


def grouped(corners: Sequence[_Corner]) -> list[Cornered]:
    """Put the corners of one card together: greedily, the surest first, each where it fits best."""
    groups: list[list[_Corner]] = []
    for corner in _leveled(corners):
        fits = [(fit, group) for group in groups if (fit := _joined(corner, group)) is not None]
        if not fits:
            groups.append([corner])
            continue
        (_, joined), group = min(fits, key=lambda pair: pair[0][0])
        if all(joined.own != other.own for other in group):
            group.append(joined)
    cards = [card for group in groups if (card := _card(group)).seen.max() > SURE_CORNER]
    return sorted(cards, key=lambda card: -float(card.seen.sum()))


def _leveled(corners: Sequence[_Corner]) -> list[_Corner]:
    """Draw each corner's edges towards the lengths that most corners say.

    Cards of one deck have one size, and which way an edge runs can be seen where its length cannot.
    """
    if not corners:
        return []
    usual = np.median([sides(corner.quad) for corner in corners], axis=0)
    out = []
    for corner in corners:
        own, k = corner.quad[corner.own], corner.own
        following, before = corner.quad[(k + 1) % 4] - own, corner.quad[k - 1] - own
        short, long = (following, before) if k % 2 == 0 else (before, following)
        short, long = (
            edge * np.float32(np.sqrt(length / max(1.0, np.linalg.norm(edge))))
            for edge, length in zip((short, long), usual, strict=True)
        )
        following, before = (short, long) if k % 2 == 0 else (long, short)
        quad = corner.quad.copy()
        quad[(k + 1) % 4], quad[k - 1], quad[k - 2] = own + following, own + before, own + following + before
        out.append(_Corner(corner.heat, quad, k))
    return out


def _joined(corner: _Corner, group: Sequence[_Corner]) -> tuple[float, _Corner] | None:
    """Turn a corner's quad so that it runs as the group's do; None where it is another card's.

    With it, how far the two are from each other's corners, in shares of the short side.
    """
    card = _card(group)
    # Half a turn maps a card's outline onto itself.
    turned = np.roll(corner.quad, 2, 0)
    if np.abs(turned - card.quad).sum() < np.abs(corner.quad - card.quad).sum():
        corner = _Corner(corner.heat, turned, (corner.own + 2) % 4)
    short = sides(card.quad)[0]
    away = np.linalg.norm(corner.quad - card.quad, axis=1) / short
    theirs = away[card.seen > 0].mean()
    off = float((away[corner.own] + theirs) / 2)
    return (off, corner) if off < SAME_CARD else None


def _card(group: Sequence[_Corner]) -> Cornered:
    """Place a card's corners: each where it was found itself, else where the others say, by their heat."""
    seen = np.zeros(4)
    weights = np.array([corner.heat for corner in group])
    quad = np.average([corner.quad for corner in group], axis=0, weights=weights)
    for corner in group:
        quad[corner.own] = corner.quad[corner.own]
        seen[corner.own] = corner.heat
    return Cornered(quad.astype(np.float32), seen)
