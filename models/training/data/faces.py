"""A cache of drawn faces, so that training does not wait for them to be drawn; which decks never train."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from games import cards
from models.render import decks
from models.render.cards.canvas import fonts

CACHE_PX = (130, 180)
"""Width and height of a cached face; narrower ones are padded on the right."""


HELD_OUT = 100_000
"""Seed of the first deck that never trains."""


@dataclass(frozen=True)
class Faces:
    """Faces of many decks of one edition.

    pixels: uint8 (decks, names, 180, 130, 3) BGR; masks: uint8 (decks, 180, 130); widths: int (decks,) in
    pixels.
    """

    edition: str
    names: tuple[str, ...]
    pixels: np.ndarray
    masks: np.ndarray
    widths: np.ndarray

    def face(self, deck: int, index: int) -> tuple[np.ndarray, np.ndarray]:
        """Give one face and its mask, without padding."""
        width = int(self.widths[deck])
        return self.pixels[deck, index, :, :width], self.masks[deck, :, :width]


def load(folder: Path, edition: str, first_seed: int, count: int) -> Faces:
    """Draw `count` decks from `first_seed` on, or take them from `folder` if they were drawn before."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"{edition}-{first_seed}-{count}"
    names = (*cards.names(edition), "back")
    if not stem.with_suffix(".npz").exists():
        _draw_faces(stem, edition, names, first_seed, count)
    side = np.load(stem.with_suffix(".npz"))
    return Faces(
        edition, names, np.load(stem.with_suffix(".npy"), mmap_mode="r"), side["masks"], side["widths"]
    )


def _draw_faces(stem: Path, edition: str, names: tuple[str, ...], first_seed: int, count: int) -> None:
    """Draw all faces of so many decks into the two files of the cache, `stem`.npy and `stem`.npz."""
    wide, high = CACHE_PX
    known = fonts()
    shape = (count, len(names), high, wide, 3)
    pixels = np.lib.format.open_memmap(stem.with_suffix(".npy"), "w+", np.uint8, shape)
    masks, widths = np.zeros((count, high, wide), np.uint8), np.zeros(count, np.int64)
    for i in range(count):
        deck = decks.design(first_seed + i, edition, known, muddle=True)
        widths[i] = round(high * deck.size_mm[0] / deck.size_mm[1])
        size = (int(widths[i]), high)
        masks[i, :, : widths[i]] = cv2.resize(decks.mask(deck), size, interpolation=cv2.INTER_AREA)
        for k, name in enumerate(names):
            pixels[i, k, :, : widths[i]] = cv2.resize(
                decks.face(deck, name, high), size, interpolation=cv2.INTER_AREA
            )
    pixels.flush()
    np.savez(stem.with_suffix(".npz"), masks=masks, widths=widths)


def load_decks(folder: Path, *, held_out: bool, count: int, first: int = 0) -> tuple[Faces, Faces]:
    """Give the ordinary and the painted decks to train on, or others that never train.

    first: seed of the first of those to train on. Raises ValueError where they would reach those held out.
    """
    if not held_out and not 0 <= first <= HELD_OUT - count:
        raise ValueError(f"decks to train on lie between 0 and {HELD_OUT}, not at {first} to {first + count}")
    first = HELD_OUT if held_out else first
    return load(folder, "us", first, count), load(folder, "amigo", first, max(1, count // 2))
