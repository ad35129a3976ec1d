"""Endless batches of strips of cards with what their words say."""

from collections.abc import Iterator

import cv2
import numpy as np

from games import cards
from models.labels import TITLES
from models.render import decks, title_crops
from models.render.cards.canvas import fonts
from models.render.cards.index_print import SCALE
from models.render.title_crops import Title
from models.training.data.faces import HELD_OUT

POOL = 1600
"""Printed strips that are photographed again and again; the oldest give way to new ones."""

A_TITLE, A_FACE = 5, 30
"""Pictures after which another strip is printed, and after which strips of another deck's face are."""

UNMET = 9
"""One font in so many never trains."""


class Pool:
    """Printed strips that grow old and are replaced."""

    def __init__(self, rng: np.random.Generator, first_deck: int, decks_drawn: int, held_out: bool) -> None:
        """Begin with a few; first_deck, decks_drawn: seeds of the decks whose faces are taken."""
        known = fonts()
        self._rng, self._seeds = rng, (first_deck, first_deck + decks_drawn)
        self._known = tuple(path for i, path in enumerate(known) if (i % UNMET == 0) == held_out)
        self._titles: list[Title] = [title_crops.title(rng, self._known) for _ in range(200)]
        self._next = self._drawn = 0

    def _put(self, one: Title) -> None:
        if len(self._titles) < POOL:
            self._titles.append(one)
        else:
            self._titles[self._next] = one
            self._next = (self._next + 1) % POOL

    def _grow(self) -> None:
        """Print what is due."""
        self._drawn += 1
        # A young pool grows faster, so that the first batches differ, too.
        if self._drawn % (A_TITLE if len(self._titles) == POOL else 2) == 0:
            self._put(title_crops.title(self._rng, self._known))
        if self._drawn % A_FACE == 0:
            edition = "us" if self._rng.random() < 0.7 else "amigo"
            deck = decks.design(int(self._rng.integers(*self._seeds)), edition, self._known, muddle=True)
            name = str(self._rng.choice([each for each in cards.names(edition) if each not in ("W", "J")]))
            high = round(deck.size_mm[1] * SCALE)
            size = (round(deck.size_mm[0] * SCALE), high)
            face, mask = (
                cv2.resize(part, size, interpolation=cv2.INTER_AREA)
                for part in (decks.face(deck, name), decks.mask(deck))
            )
            self._put(title_crops.of_face(self._rng, face, mask))

    def picture(self) -> tuple[np.ndarray, int]:
        """Give one strip, uint8 (64, 160, 3) BGR, and what it says, an index of models.labels.TITLES."""
        rng = self._rng
        while True:
            self._grow()
            one = self._titles[int(rng.integers(len(self._titles)))]
            others = [self._titles[int(rng.integers(len(self._titles)))].pixels for _ in range(2)]
            shown, says = title_crops.patch(rng, one, others)
            if says is not None:
                return shown, TITLES.index(says)


def batches(
    seed: int, size: int, *, held_out: bool = False, decks_drawn: int = 1280
) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches without end: uint8 (N, 64, 160, 3), and int64 (N,) of what they say."""
    rng = np.random.default_rng([seed, 29, held_out])
    pool = Pool(rng, HELD_OUT if held_out else 0, decks_drawn, held_out)
    while True:
        shown, says = zip(*(pool.picture() for _ in range(size)), strict=True)
        yield np.stack(shown), np.array(says, np.int64)
