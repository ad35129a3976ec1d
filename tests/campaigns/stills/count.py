"""Draw cards that lie upon each other in one picture, read it, and count what became of each."""

from collections import Counter

import numpy as np

from games import cards
from models.render import decks, scenes
from models.training.data.corners import SHOWN, index_shown
from vision.geometry.quads import from_corners, iou, sides
from vision.photograph import read_cards

SIZE = (1280, 720)
"""Width and height of a picture."""

SHORT_PX = (55.0, 110.0)
"""How wide cards are."""

INDEXED = (0, 2)
"""A card's corners in which an index stands, of the four of its quad."""

NAMED_IOU = 0.3
"""Intersection over union from which a reading with a card's name is that card."""

PLACED = 0.35
"""Share of a card's width by which a reading of another name may be off for it to be that card."""


def counted(kind, seed, reader):
    """Count the cards of one picture of a kind of `scenes.HEAPED` by what became of them.

    Gives a Counter of right, asked, missed and silent cards with an index in view, and of needless readings,
    faces that are no card's, of which wrong ones are sure.
    """
    chance = np.random.default_rng([seed, 77])
    design = decks.design(int(chance.integers(1 << 30)), "us")
    names = [str(name) for name in chance.permutation([name for name in cards.names("us") if name != "back"])]
    laid = []

    def draw():
        laid.append(names.pop())
        return decks.face(design, laid[-1]), decks.mask(design)

    scene = scenes.scene(chance, SIZE, draw, float(chance.uniform(*SHORT_PX)), {kind: 1.0})
    readings = [reading for reading in read_cards(scene.picture, reader) if reading.card != "back"]
    found = _matched(scene.quads, laid, readings)
    count = Counter()
    for i, name in enumerate(laid):
        if max(index_shown(scene, i, k) for k in INDEXED) < SHOWN:
            continue
        reading = found.get(i)
        if reading is None:
            count["missed"] += 1
        else:
            count["asked" if reading.asks else "right" if reading.card == name else "silent"] += 1
    left = [reading for reading in readings if all(reading is not each for each in found.values())]
    count["needless"] += len(left)
    count["wrong"] += sum(not reading.asks for reading in left)
    return count


def _matched(quads, names, readings):
    """Give each card's reading, by its place in the list: by its name first, then by where it lies."""
    free, found = list(readings), {}

    def off(reading, quad):
        corners = from_corners(reading.corners)
        return min(float(np.abs(np.roll(corners, by, 0) - quad).max()) for by in (0, 2)) / sides(quad)[0]

    for i, (quad, name) in enumerate(zip(quads, names, strict=True)):
        alike = [r for r in free if r.card == name and iou(from_corners(r.corners), quad) > NAMED_IOU]
        if alike:
            found[i] = min(alike, key=lambda reading: off(reading, quad))
            free.remove(found[i])
    pairs = ((off(r, quad), i, k) for i, quad in enumerate(quads) for k, r in enumerate(free))
    taken = set()
    for away, i, k in sorted(pairs):
        if away < PLACED and i not in found and k not in taken:
            found[i] = free[k]
            taken.add(k)
    return found
