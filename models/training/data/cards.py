"""Endless batches for the networks that find cards."""

from collections.abc import Callable, Iterator
from math import log

import numpy as np

from models.labels import MARGIN_SHARE, MARGIN_SIZE, STRIDE, UNIT
from models.render import other_games, scenes
from models.render.cards.canvas import fonts
from models.training.data.faces import Faces

SIZES = ((384, 288), (384, 288), (448, 256), (288, 384), (320, 352))
"""Widths and heights of training pictures: the shapes that cameras have, about the same number of pixels."""

HEART = 0.25
"""Share of a card's short side about its middle in which the box is learnt."""


ART = 0.1
"""Share of cards that are a Wizard or a Jester, which look least like any other; a deck of 60 has eight."""


def dealer(rng: np.random.Generator, both: tuple[Faces, Faces]) -> Callable[[], scenes.Face]:
    """Give what draws one card after the other, of one deck as a rule, sometimes a card of another game."""
    known = fonts()
    faces = both[int(rng.random() < 0.4)]
    deck = int(rng.integers(len(faces.widths)))
    strange = rng.random() < 0.15

    def draw() -> scenes.Face:
        if strange or rng.random() < 0.03:
            face = other_games.face(rng, known)
            return face, np.full(face.shape[:2], 255, np.uint8)
        name = str(rng.choice(["W", "J"])) if rng.random() < ART else str(rng.choice(faces.names))
        return faces.face(deck, faces.names.index(name))

    return draw


def maps(scene: scenes.Scene) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turn a scene into what the locator learns, a cell for STRIDE pixels.

    Returns heat float32 (h, w): 1 at a card's middle, -1 where a card is hidden too much to be asked for;
    box float32 (6, h, w) as Locator gives it, and its weight float32 (h, w).
    """
    h, w = (v // STRIDE for v in scene.picture.shape[:2])
    heat, box, weight = (
        np.zeros((h, w), np.float32),
        np.zeros((6, h, w), np.float32),
        np.zeros((h, w), np.float32),
    )
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    for quad, visible in zip(scene.quads, scene.visible, strict=True):
        edges = np.roll(quad, -1, 0) - quad
        lengths = np.linalg.norm(edges, axis=1)
        short, long = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
        middle = _crossing(quad)
        dx, dy = middle[0] / STRIDE - 0.5 - x, middle[1] / STRIDE - 0.5 - y
        reach = max(0.75, HEART * short / STRIDE)
        near = np.exp(-(dx * dx + dy * dy) / (2 * (reach / 1.5) ** 2))
        inside = dx * dx + dy * dy <= reach * reach
        if visible < scenes.HARDLY_SEEN:
            continue
        if visible < scenes.SEEN:
            heat[(near > 0.3) & (heat < 0.3)] = -1
            continue
        heat = np.where(heat < 0, np.where(near > 0.5, near, heat), np.maximum(heat, near))
        cell = np.clip(
            np.round([middle[1] / STRIDE - 0.5, middle[0] / STRIDE - 0.5]), 0, [h - 1, w - 1]
        ).astype(int)
        if abs(dx[tuple(cell)]) < 1.5 and abs(dy[tuple(cell)]) < 1.5:
            heat[tuple(cell)] = 1.0
        along = (edges[1] - edges[3]) / 2
        twice = 2 * np.arctan2(along[1], along[0])
        values = (log(max(short, 4) / UNIT), log(max(long, 4) / UNIT), np.cos(twice), np.sin(twice))
        taken = inside & (near > weight)
        box[0][taken], box[1][taken] = dx[taken], dy[taken]
        for k, value in enumerate(values):
            box[2 + k][taken] = value
        weight[taken] = near[taken]
    return heat, box, weight


def _crossing(quad: np.ndarray) -> np.ndarray:
    """Give where the diagonals cross: the card's own middle under perspective."""
    a, c, b, d = quad[0], quad[2], quad[1], quad[3]
    u, v = c - a, d - b
    cross = u[0] * v[1] - u[1] * v[0]
    if abs(cross) < 1e-6:
        return quad.mean(0)
    t = ((b[0] - a[0]) * v[1] - (b[1] - a[1]) * v[0]) / cross
    return a + t * u


def whole(both: tuple[Faces, Faces], seed: int, size: int) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches for the locator: pictures uint8 (N, H, W, 3) and heat, box and weight by `maps`."""
    rng = np.random.default_rng([seed, 3])
    while True:
        shape = SIZES[int(rng.integers(len(SIZES)))]
        drawn = [scenes.scene(rng, shape, dealer(rng, both)) for _ in range(size)]
        heat, box, weight = (np.stack(parts) for parts in zip(*(maps(s) for s in drawn), strict=True))
        yield np.stack([s.picture for s in drawn]), heat, box, weight


def margins(both: tuple[Faces, Faces], seed: int, size: int) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches for the refiner.

    Crops uint8 (N, 128, 96, 3), corners float32 (N, 8) in shares of the crop, and whether there is a card,
    float32 (N,).
    """
    rng = np.random.default_rng([seed, 4])
    w, h = MARGIN_SIZE
    while True:
        crops, corners, card = [], np.zeros((size, 4, 2), np.float32), np.zeros(size, np.float32)
        for i in range(size):
            crop, quad = scenes.margin(rng, MARGIN_SIZE, MARGIN_SHARE, dealer(rng, both))
            crops.append(crop)
            if quad is not None:
                corners[i], card[i] = quad / np.array([w, h], np.float32), 1.0
        yield np.stack(crops), corners.reshape(size, 8), card
