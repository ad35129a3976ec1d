"""A second opinion on a Wizard or a Jester: the word that stands on it, read at the camera's own resolution.

Editions draw the two as they like, so that one edition's Jester can look like another's Wizard. Where a title
stands it is the same few words in every edition: a word recogniser with a closed lexicon.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from models import titles
from models.files import model_path
from models.labels import TITLES
from models.network import Network
from vision.networks import network
from vision.read.decide import ART

WORD_TELLS = 0.6
"""Probability of a word from which a strip is taken to bear one."""

NAMES = 0.9
"""Probability of one of the two by all words from which a title names it.

Of 720 drawn cards without a title, of decks that never trained, none was given more than 0.83; of 240 Wizards
and Jesters, titled or not, none the other's name with 0.9.
"""

CONSIDERED = 0.03
"""Probability of a Wizard and a Jester together from which a card's title is looked for."""

SPENT = 0.2
"""Probability of a back from which it is not: backs bear titles, too."""

POWER_READER_BESIDE_TITLE = 0.4
"""Power of what the reader makes of a card beside its title: as beside its corners (`vision.read.index`)."""

CONTESTED_BY_TITLE = 0.6
"""Probability of another card from which a title that contradicts it is asked about, and most it is given."""

TITLE_NAME_FLOOR = 1e-6
"""Least probability of any name: a reader has no veto."""

ELSEWHERE = 0.005
"""How likely a word that names one of the two is read on any other card, beside on that one: at most one in
240 by those 720, with a certainty of 95 %.
"""


class TitleReader:
    """Reads the words on Wizards and Jesters.

    Its file is opened when it is first needed; MissingModel is raised then.
    """

    def __init__(self, names: tuple[str, ...], path: Path | None = None) -> None:
        """names: what a reading can be, with ``back`` and ``none``."""
        self._path = path
        self._art = tuple(names.index(name) for name in ART)
        self._back, self._none = names.index("back"), names.index("none")

    @cached_property
    def _network(self) -> Network:
        return network(self._path or model_path("title"))

    def words(self, picture: np.ndarray, quad: np.ndarray) -> np.ndarray:
        """Look at all strips of a card: float64 (S, 3), probabilities of models.labels.TITLES.

        picture: uint8 (H, W, 3) BGR; quad: float32 (4, 2), either end first.
        """
        shown = np.stack([titles.cut(picture, quad, *strip) for strip in titles.STRIPS])
        logits = self._network.run(["title"], shown)[0].astype(np.float64)
        spread = np.exp(logits - logits.max(1, keepdims=True))
        return spread / spread.sum(1, keepdims=True)

    def told(self, picture: np.ndarray, quad: np.ndarray) -> np.ndarray | None:
        """Give the probabilities of a Wizard and a Jester by the title, float64 (2,).

        None where no title names one of them.
        """
        words = self.words(picture, quad)
        none = TITLES.index("none")
        read = words[words[:, none] < 1 - WORD_TELLS]
        if not len(read):
            return None
        # Titles of one card repeat each other's mistakes: their geometric mean is taken.
        mean = np.exp(np.log(read + 1e-4).mean(0))
        told = (mean / mean.sum())[[TITLES.index("wizard"), TITLES.index("jester")]]
        return told if told.max() >= NAMES else None

    def second(
        self, picture: np.ndarray, quads: Sequence[np.ndarray], rows: Sequence[np.ndarray]
    ) -> list[np.ndarray]:
        """Give cards' probabilities, float (K,) each, once the titles of those that may be one were read.

        picture: uint8 (H, W, 3) BGR; quads: float32 (4, 2); rows: what is known of them, float (K,) each. A
        row is returned as it is where no title stands, or none is looked for.
        """
        out = list(rows)
        for i, (quad, row) in enumerate(zip(quads, rows, strict=True)):
            if self._may_be_art(row):
                told = self.told(picture, quad)
                out[i] = row if told is None else self._joined(row, told)
        return out

    def alone(self, picture: np.ndarray, quad: np.ndarray) -> np.ndarray | None:
        """Read a card by its title only, as one of which other cards hide a part: float (K,), or None."""
        told = self.told(picture, quad)
        if told is None:
            return None
        row = np.zeros(max(self._back, self._none, *self._art) + 1)
        row[list(self._art)] = told
        return row

    def _may_be_art(self, row: np.ndarray) -> bool:
        art = float(row[list(self._art)].sum())
        return row[self._back] < SPENT and (art > CONSIDERED or int(np.argmax(row)) == self._none)

    def _joined(self, row: np.ndarray, told: np.ndarray) -> np.ndarray:
        """Pool a row with a title: the product of the row's power and the title's likelihood of each name."""
        likely = np.full(len(row), ELSEWHERE)
        likely[list(self._art)] = told
        both = (row.astype(np.float64) + TITLE_NAME_FLOOR) ** POWER_READER_BESIDE_TITLE * likely
        both /= both.sum()
        best = int(np.argmax(row))
        if best not in (*self._art, self._none) and row[best] > CONTESTED_BY_TITLE:
            both *= min(1.0, CONTESTED_BY_TITLE / float(both.max()))
        return both.astype(row.dtype)
