"""Endless batches for the network that finds card corners, of cards in a heap too."""

from collections.abc import Iterator

import cv2
import numpy as np

from models.labels import INDEX_MIDDLE, STRIDE, UNIT
from models.render import scenes
from models.training.data.cards import dealer
from models.training.data.faces import Faces

SIZES = ((288, 256), (256, 288), (320, 224))
"""Widths and heights of training pictures."""

SHORT = (38.0, 150.0)
"""Short side, in pixels, of the cards on them."""

INDEX = (0.03, 0.03, 0.16, 0.24)
"""Where most indices stand: left, top, right and bottom in shares of the card's sides.

In a fan no more than a strip of ten millimetres may be in view.
"""

SHOWN, HIDDEN = 0.8, 0.4
"""Share of that place in view from which a corner must be found, and below which it must not be."""

HEART = 0.11
"""Share of a card's short side about an index's middle in which the corner's box is learnt."""


def maps(scene: scenes.Scene) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turn a scene into what the corner locator learns, a cell for STRIDE pixels.

    Returns heat float32 (h, w): 1 where the middle of a corner's index is in view, -1 where too much of it is
    hidden to be asked for; box float32 (6, h, w) as CornerLocator gives it, and its weight float32 (h, w).
    """
    h, w = (v // STRIDE for v in scene.picture.shape[:2])
    heat, weight = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    box = np.zeros((6, h, w), np.float32)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    for i, quad in enumerate(scene.quads):
        for k in range(4):
            corner, short, long = _frame(quad, k)
            shown = _in_view(scene.owner, i, corner, short, long)
            if shown < HIDDEN:
                continue
            at = (corner + INDEX_MIDDLE[0] * short + INDEX_MIDDLE[1] * long) / STRIDE - 0.5
            reach = max(0.8, HEART * float(np.linalg.norm(short)) / STRIDE)
            away = (at[0] - x) ** 2 + (at[1] - y) ** 2
            near = np.exp(-away / (2 * (reach / 1.5) ** 2))
            if shown < SHOWN:
                heat[(near > 0.3) & (heat < 0.3)] = -1
                continue
            heat = np.where(heat < 0, np.where(near > 0.5, near, heat), np.maximum(heat, near))
            cell = np.round(at[::-1]).astype(int)
            if (cell >= 0).all() and cell[0] < h and cell[1] < w:
                heat[tuple(cell)] = 1.0
            taken = (away <= max(1.0, reach * reach)) & (near > weight)
            box[0][taken] = (corner[0] / STRIDE - 0.5 - x)[taken]
            box[1][taken] = (corner[1] / STRIDE - 0.5 - y)[taken]
            for channel, value in zip((2, 3, 4, 5), (*short, *long), strict=True):
                box[channel][taken] = value / UNIT
            weight[taken] = near[taken]
    return heat, box, weight


def index_shown(scene: scenes.Scene, card: int, k: int) -> float:
    """Give the share of the index in corner `k` of a card that is in the picture and that nothing covers."""
    return _in_view(scene.owner, card, *_frame(scene.quads[card], k))


def _frame(quad: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give corner `k` of a quad and the vectors from it along the short and the long edge, in pixels."""
    corner, following, before = quad[k], quad[(k + 1) % 4] - quad[k], quad[k - 1] - quad[k]
    return (corner, following, before) if k % 2 == 0 else (corner, before, following)


def _in_view(owner: np.ndarray, card: int, corner: np.ndarray, short: np.ndarray, long: np.ndarray) -> float:
    """Give the share of a corner's index that is in the picture and that nothing covers."""
    left, top, right, bottom = INDEX
    place = [(left, top), (right, top), (right, bottom), (left, bottom)]
    polygon = np.array([corner + a * short + b * long for a, b in place])
    low = np.floor(polygon.min(0)).astype(int)
    size = np.ceil(polygon.max(0)).astype(int) - low + 1
    inside = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(inside, np.round(polygon - low).astype(np.int32), 1)
    first, last = np.maximum(low, 0), np.minimum(low + size, owner.shape[::-1])
    if (last <= first).any():
        return 0.0
    own = owner[first[1] : last[1], first[0] : last[0]] == card
    part = inside[first[1] - low[1] : last[1] - low[1], first[0] - low[0] : last[0] - low[0]]
    return float((own & (part > 0)).sum() / max(1, int(inside.sum())))


def batches(both: tuple[Faces, Faces], seed: int, size: int) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches for the corner locator: pictures uint8 (N, H, W, 3) and heat, box and weight by `maps`."""
    rng = np.random.default_rng([seed, 5])
    while True:
        shape = SIZES[int(rng.integers(len(SIZES)))]
        least, most = np.log(SHORT)
        shorts = np.exp(rng.uniform(least, most, size))
        drawn = [scenes.scene(rng, shape, dealer(rng, both), short, scenes.HEAPED) for short in shorts]
        heat, box, weight = (np.stack(parts) for parts in zip(*(maps(s) for s in drawn), strict=True))
        yield np.stack([s.picture for s in drawn]), heat, box, weight
