"""Endless batches of training crops with their labels."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from models.labels import split
from models.render import crops
from models.training.faces import Faces, load

KIND_SHARE = {"card": 0.84, "misplaced": 0.11, "foreign": 0.05}
"""Share of crops that show a card of the deck, a wrong location, and a card of another game."""


def decks(folder: Path, *, held_out: bool, count: int) -> tuple[Faces, Faces]:
    """Give the ordinary and the painted decks to train on, or others that never train."""
    first = 100_000 if held_out else 0
    return load(folder, "us", first, count), load(
        folder, "amigo", first, max(1, count * 2 // 5 if not held_out else count // 2)
    )


def sample(rng: np.random.Generator, both: tuple[Faces, Faces]) -> tuple[np.ndarray, int, int]:
    """Draw one crop: uint8 (144, 96, 3) BGR, rank index, suit index."""
    faces = both[0] if rng.random() < 0.6 else both[1]
    deck = int(rng.integers(len(faces.widths)))
    kind = rng.random()
    if kind >= KIND_SHARE["card"] + KIND_SHARE["misplaced"]:
        return (crops.foreign(rng), *split("none"))
    # Wizards and Jesters have one face each where a suit has thirteen: show them more often.
    index = (
        int(rng.integers(len(faces.names)))
        if rng.random() < 0.93
        else len(faces.names) - 1 - int(rng.integers(3))
    )
    face, mask = faces.face(deck, index)
    others = [faces.face(deck, int(rng.integers(len(faces.names))))[0]]
    if kind >= KIND_SHARE["card"]:
        return (crops.misplaced(rng, face, mask, others), *split("none"))
    return (crops.crop(rng, face, mask, others), *split(faces.names[index]))


def batches(
    both: tuple[Faces, Faces], seed: int, size: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Give batches without end: uint8 (N, 144, 96, 3), int64 (N,) ranks, int64 (N,) suits."""
    rng = np.random.default_rng(seed)
    while True:
        pictures, ranks, suits = zip(*(sample(rng, both) for _ in range(size)), strict=True)
        yield np.stack(pictures), np.array(ranks), np.array(suits)
