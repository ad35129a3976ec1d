"""The ONNX corner locator: cards in a heap, each found by whatever corners of it are in view.

A keypoint detector of the kind of CornerNet (Law and Deng, 2018): each corner that it finds also says where
the card's edges run, so that one corner in view is enough for a whole card's outline.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import dist
from pathlib import Path

import numpy as np

from models.files import model_path
from models.labels import STRIDE, UNIT
from models.network import Network
from vision.detect import heatmap
from vision.geometry.quads import plausible, sides, usual_sides, window
from vision.networks import network

HEAT = 0.3
"""Heat from which a cell counts as a corner."""

SURE_CORNER = 0.5
"""Heat that a card's best corner must have, for what has no index to be taken for a card's."""

TYPICAL_CARD_PX, FINE_CARD_PX = 60.0, 110.0
"""A card's short side, in pixels, in what the network sees at first, and where corners stand close together:
in a fan they are no farther apart than two cells of the first look."""

CLOSE_CORNER = 0.45
"""Share of a card's short side within which another corner stands close."""

FIRST_SIZES = (0.11, 0.3)
"""Shares of a picture's lesser side that a card's short side is first taken for."""

CORNERS_OF_A_CARD = 4
"""Corners of one card: the size in which that many are surest is the right one."""

LARGEST_SCALE = 2.0
"""Times by which a picture is enlarged at most."""

LARGEST_LOOK_PIXELS = 1_600_000
"""Pixels that are looked at at most."""

SAME_CORNER = 0.09
"""Share of a card's short side within which two finds are one corner."""

SAME_CARD = 0.3
"""Share of a card's short side by which two of its corners may differ about where the other lies."""


@dataclass(frozen=True, eq=False)
class Cornered:
    """A card by its corners.

    quad: float32 (4, 2) pixels, clockwise, the first edge a short one; seen: the heat of each corner that is
    in view, 0 for one that is not, float (4,).
    """

    quad: np.ndarray
    seen: np.ndarray

    @property
    def is_sure(self) -> bool:
        """Tell whether one of its corners is surely a card's."""
        return bool(self.seen.max() > SURE_CORNER)


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
            looks = [self._look(image, share * min(image.shape[:2])) for share in FIRST_SIZES]
            best = max(looks, key=lambda corners: sum(corner.heat for corner in corners[:CORNERS_OF_A_CARD]))
            if not best:
                return []
            short = float(np.median([sides(corner.quad)[0] for corner in best]))
        corners = self._look(image, short)
        return grouped(self._look_closer(image, short, corners) if _crowded(corners) else corners)

    def _look(self, image: np.ndarray, short: float, shown: float = TYPICAL_CARD_PX) -> list[_Corner]:
        """Look at a picture in which cards are so wide, surest corner first.

        shown: as how wide the network is shown them, in its own pixels.
        """
        h, w = image.shape[:2]
        scale = min(shown / short, float(np.sqrt(LARGEST_LOOK_PIXELS / (w * h))), LARGEST_SCALE)
        return _corners(self._network, image, scale)

    def _look_closer(self, image: np.ndarray, short: float, corners: Sequence[_Corner]) -> list[_Corner]:
        """Look again, larger, at the part of the picture in which corners were found."""
        if not corners:
            return []
        part, at = window(image, np.concatenate([corner.quad for corner in corners]), short)
        return [replace(each, quad=each.quad + at) for each in self._look(part, short, FINE_CARD_PX)]


@cache
def shipped() -> CornerLocator:
    """Give the one corner locator over the shipped model file."""
    return CornerLocator()


def _corners(net: Network, image: np.ndarray, scale: float) -> list[_Corner]:
    """Look at a picture at this scale, surest corner first."""
    heat, box, peaks, stretch = heatmap.look(net, image, scale, HEAT)
    y, x = peaks.T
    told = box[:, y, x].T
    at = (peaks[:, ::-1] + told[:, :2] + 0.5) * STRIDE
    short, long = told[:, 2:4] * UNIT, told[:, 4:6] * UNIT
    quads = (np.stack([at, at + short, at + short + long, at + long], 1) * stretch).astype(np.float32)
    # Clockwise on the screen, a short edge first: which corner it is follows from how its edges turn.
    other = short[:, 0] * long[:, 1] - short[:, 1] * long[:, 0] <= 0
    quads[other] = quads[other][:, [1, 0, 3, 2]]
    found = (
        _Corner(sure, quad, own)
        for sure, quad, own in zip(heat[y, x].tolist(), quads, other.astype(int).tolist(), strict=True)
        if plausible(quad)
    )
    return _suppressed(sorted(found, key=lambda corner: -corner.heat))


def _crowded(corners: Sequence[_Corner]) -> bool:
    """Tell whether two corners stand as close together as those of a fan do."""
    if len(corners) < 2:
        return False
    at = np.array([corner.quad[corner.own] for corner in corners])
    away = np.linalg.norm(at[:, None] - at, axis=-1)
    np.fill_diagonal(away, np.inf)
    return bool(away.min() < CLOSE_CORNER * np.median([sides(corner.quad)[0] for corner in corners]))


def _suppressed(corners: Sequence[_Corner]) -> list[_Corner]:
    """Keep the surest of those that stand in one place (non-maximum suppression)."""
    kept: list[_Corner] = []
    # Python's own numbers: in a cluttered picture there are some hundred thousand pairs.
    places: list[list[float]] = []
    for corner in corners:
        at, reach = corner.quad[corner.own].tolist(), SAME_CORNER * sides(corner.quad)[0]
        if all(dist(place, at) > reach for place in places):
            kept.append(corner)
            places.append(at)
    return kept


_BOTH_WAYS = np.array([[0, 1, 2, 3], [2, 3, 0, 1]])
"""A quad's corners, and those of the same outline after half a turn."""


def grouped(corners: Sequence[_Corner]) -> list[Cornered]:
    """Put the corners of one card together: agglomerative clustering, those first that agree best.

    Centroid linkage (Sokal and Michener, 1958): what was put together is one card from then on, and each of a
    card's four corners is found once. So in a fan, whose cards lie nearly alike, each corner finds its own.
    """
    groups = [[corner] for corner in _leveled(corners)]
    cards = [_card(group) for group in groups]
    apart = _apart(cards, cards) if cards else np.empty((0, 0))
    np.fill_diagonal(apart, np.inf)
    while apart.size and apart.min() < SAME_CARD:
        one, other = sorted(int(k) for k in np.unravel_index(apart.argmin(), apart.shape))
        turn = _turn(cards[one], cards[other])
        groups[one] += [_turned(corner, turn) for corner in groups.pop(other)]
        del cards[other]
        apart = np.delete(np.delete(apart, other, 0), other, 1)
        cards[one] = _card(groups[one])
        apart[one] = apart[:, one] = _apart(cards[one : one + 1], cards)[0]
        apart[one, one] = np.inf
    return sorted(cards, key=lambda card: -float(card.seen.sum()))


def _turn(one: Cornered, other: Cornered) -> int:
    """Tell by how many corners the other's quad is to be turned to run as the first's: 0 or 2.

    Half a turn maps a card's outline onto itself.
    """
    away = [float(np.linalg.norm(one.quad - np.roll(other.quad, by, 0), axis=1).sum()) for by in (0, 2)]
    return 0 if away[0] <= away[1] else 2


def _turned(corner: _Corner, by: int) -> _Corner:
    return _Corner(corner.heat, np.roll(corner.quad, by, 0), (corner.own + by) % 4)


def _apart(cards: Sequence[Cornered], others: Sequence[Cornered]) -> np.ndarray:
    """Tell how far cards and others differ about where their corners lie: (m, n) shares of its short side.

    It is infinite where both have found the same corner: they are two cards.
    """
    quads, seen = np.array([each.quad for each in others]), np.array([each.seen > 0 for each in others])
    both, either = quads[:, _BOTH_WAYS], seen[:, _BOTH_WAYS]
    short = np.array([sides(card.quad)[0] for card in cards], np.float32)
    away = np.array([card.quad for card in cards])[:, None, None] - both
    away = np.linalg.norm(away, axis=-1) / short[:, None, None, None]
    turned = away.sum(-1).argmin(-1)
    away = np.take_along_axis(away, turned[..., None, None], 2)[:, :, 0]
    theirs, mine = (
        either[np.arange(len(others)), turned],
        np.array([card.seen > 0 for card in cards])[:, None],
    )
    first = (away * mine).sum(-1) / mine.sum(-1, dtype=np.float32)
    second = (away * theirs).sum(-1) / theirs.sum(-1)
    return np.where((theirs & mine).any(-1), np.inf, (first + second) / 2)


def _leveled(corners: Sequence[_Corner]) -> list[_Corner]:
    """Draw each corner's edges towards the lengths that the corners about it say.

    Cards of one deck have one size, and which way an edge runs can be seen where its length cannot.
    """
    if not corners:
        return []
    places = np.array([corner.quad[corner.own] for corner in corners])
    lengths = np.array([sides(corner.quad) for corner in corners])
    out = []
    for corner, usual in zip(corners, usual_sides(places, places, lengths), strict=True):
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


def _card(group: Sequence[_Corner]) -> Cornered:
    """Place a card's corners: each where it was found itself, else where the others say, by their heat."""
    seen = np.zeros(4)
    if len(group) == 1:
        seen[group[0].own] = group[0].heat
        return Cornered(group[0].quad, seen)
    weights = np.array([corner.heat for corner in group])
    quad = (np.array([corner.quad for corner in group]) * weights[:, None, None]).sum(0) / weights.sum()
    for corner in group:
        quad[corner.own] = corner.quad[corner.own]
        seen[corner.own] = corner.heat
    return Cornered(quad.astype(np.float32), seen)
