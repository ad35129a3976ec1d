"""Endless batches of training crops with their labels."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from games import cards
from models.labels import split
from models.render import crops, other_games
from models.render.cards.canvas import fonts
from models.training.data.faces import Faces

KIND_SHARE = {"card": 0.75, "misplaced": 0.09, "odd": 0.1, "bare": 0.06}
"""Share of faces that are a card of the deck, a wrong location, a card of another game, and no card."""

COURTS = tuple(k for k, name in enumerate(cards.names("us")) if name[:-1] in ("J", "Q", "K"))
"""Where the courts stand among the names of an ordinary deck."""

DECKS_A_BATCH = 10
"""A batch takes its faces from so few decks that it holds cards which are hard to tell apart."""


@dataclass(frozen=True)
class Batch:
    """Crops with their labels.

    crops: uint8 (N, 144, 96, 3) BGR; ranks, suits: int64 (N,); faces: int64 (N,), equal for two pictures of
    one face, -1 for a picture of none.
    """

    crops: np.ndarray
    ranks: np.ndarray
    suits: np.ndarray
    faces: np.ndarray


def sample(
    rng: np.random.Generator, faces: Faces, deck: int, known: tuple[str, ...] = ()
) -> tuple[list[np.ndarray], str]:
    """Draw two pictures of one face, or one of a wrong location: uint8 (144, 96, 3) BGR each, and its name.

    known: fonts for cards of other games.
    """
    kind = str(rng.choice(list(KIND_SHARE), p=list(KIND_SHARE.values())))
    if kind == "bare":
        return [crops.bare(rng)], "none"
    others = [faces.face(deck, int(rng.integers(len(faces.names))))[0]]
    if kind == "odd":
        face = other_games.face(rng, known)
        mask = np.full(face.shape[:2], 255, np.uint8)
        return [crops.crop(rng, face, mask, others) for _ in range(2)], "none"
    index = _chosen(rng, faces)
    face, mask = faces.face(deck, index)
    if kind == "misplaced":
        return [crops.misplaced(rng, face, mask, others)], "none"
    return [crops.crop(rng, face, mask, others) for _ in range(2)], faces.names[index]


def _chosen(rng: np.random.Generator, faces: Faces) -> int:
    """Choose a face: some more often than the others."""
    roll, count = rng.random(), len(faces.names)
    if roll < 0.12:  # Wizards and Jesters have one face each where a suit has thirteen
        return count - 1 - int(rng.integers(3))
    if roll < 0.24 and faces.edition == "us":  # a court's index is all that tells it from the two others
        return COURTS[int(rng.integers(len(COURTS)))]
    return int(rng.integers(count))


def batches(both: tuple[Faces, Faces], seed: int, size: int) -> Iterator[Batch]:
    """Give batches of `size` crops without end."""
    rng = np.random.default_rng(seed)
    known = fonts()
    while True:
        chosen = [both[int(rng.random() < 0.5)] for _ in range(DECKS_A_BATCH)]
        places = [(faces, int(rng.integers(len(faces.widths)))) for faces in chosen]
        pictures: list[np.ndarray] = []
        names, faces_of = [], []
        while len(pictures) < size:
            faces, deck = places[int(rng.integers(len(places)))]
            views, name = sample(rng, faces, deck, known)
            number = len(pictures) if len(views) == 2 else -1
            for view in views[: size - len(pictures)]:
                pictures.append(view)
                names.append(name)
                faces_of.append(number)
        ranks, suits = np.array([split(name) for name in names]).T
        yield Batch(np.stack(pictures), ranks.astype(np.int64), suits.astype(np.int64), np.array(faces_of))
