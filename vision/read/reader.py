"""The ONNX reader: rectified crops in, a probability for every card out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from games import cards
from games.nearest import nearest
from models import labels
from models.files import model_path
from models.heads import log_probabilities
from vision.errors import UnknownDeck
from vision.networks import network
from vision.read.illuminant import is_colored, marginal, white, without_light
from vision.read.index import IndexReader
from vision.read.title import TitleReader

ONE_WAY = 0.995
"""Probability from which a card need not be read the other way up, too."""

READ_BATCH = 16
"""Crops that are read at once: ONNX Runtime keeps the room of the largest batch it ever saw."""


@dataclass(frozen=True)
class Scores:
    """What the reader thinks of N crops.

    names: the K names a crop can be, with ``back`` and ``none``; probabilities: float32 (N, K), rows sum
    to at most one, the rest is doubt.
    """

    names: tuple[str, ...]
    probabilities: np.ndarray


class CardReader(Protocol):
    """Whatever reads the cards of one deck: the shipped reader, or one that knows an enrolled deck."""

    @property
    def names(self) -> tuple[str, ...]:
        """List all names a reading can have, with ``back`` and ``none``."""
        ...

    @property
    def index(self) -> IndexReader | None:
        """Give who reads the corner indices of unclear cards; None where the deck has none that are known."""
        ...

    @property
    def titles(self) -> TitleReader | None:
        """Give who reads the word on a Wizard or a Jester, likewise."""
        ...

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR, either way up."""
        ...


@runtime_checkable
class Recalls(Protocol):
    """A reader that remembers cards, which takes longer than to read them."""

    def glance(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR without holding them against memory."""
        ...

    def recall(self, row: np.ndarray, crop: np.ndarray) -> np.ndarray:
        """Hold what was read of a crop at a glance, float32 (K,), against memory: float32 (K,)."""
        ...


def glance(reader: CardReader, crops: np.ndarray) -> Scores:
    """Read crops, uint8 (N, 144, 96, 3) BGR, as well as can be done quickly."""
    return reader.glance(crops) if isinstance(reader, Recalls) else reader.read(crops)


def recall(reader: CardReader, row: np.ndarray, crop: np.ndarray) -> np.ndarray:
    """Give what a reader makes of a crop in the end, float32 (K,), of which it knows `row` at a glance."""
    return reader.recall(row, crop) if isinstance(reader, Recalls) else row


class Reader:
    """Reads cards of one edition with the shipped model.

    `index` and `titles` are what its unclear cards are held against. Raises UnknownDeck for an edition that
    is none, MissingModel where the model file is not there or is broken.
    """

    def __init__(self, edition: str, path: Path | None = None) -> None:
        if edition not in cards.EDITIONS:
            near, known = nearest(edition, cards.EDITIONS), ", ".join(cards.EDITIONS)
            raise UnknownDeck(f"there is no deck {edition!r}; did you mean {near!r}? Known are {known}")
        self.names, self._pairs = labels.table(edition)
        self._colored = np.array([is_colored(name) for name in self.names])
        self.index = IndexReader(edition)
        self.titles = TitleReader(self.names)
        self._network = network(path or model_path("reader"))
        # Fitted to decks that never trained, by models.training.calibrate.
        self._temperature = float(self._network.metadata.get("temperature", 1.0))

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR; painted cards also as they would look by white light."""
        probabilities = self._either_way(crops)
        colored = np.flatnonzero(self._colored[np.argmax(probabilities, axis=1)])
        if len(colored):
            lit = np.stack([without_light(crop, white(crop)) for crop in crops[colored]])
            probabilities[colored] = marginal(probabilities[colored], self._either_way(lit))
        return Scores(self.names, probabilities)

    def _either_way(self, crops: np.ndarray) -> np.ndarray:
        """Give the names' probabilities, float32 (N, K): what is unclear is read either way up."""
        log = self._look(crops)
        again = np.flatnonzero(log.max(1, initial=-np.inf) < np.log(ONE_WAY))
        if len(again):
            # The geometric mean: both ways up must agree before anything is certain.
            log[again] = (log[again] + self._look(crops[again][:, ::-1, ::-1])) / 2
        return np.exp(log)

    def _look(self, crops: np.ndarray) -> np.ndarray:
        """Give the logarithms of the names' probabilities: float32 (N, K)."""
        logs = [np.zeros((0, len(self.names)), np.float32)]
        for start in range(0, len(crops), READ_BATCH):
            part = np.ascontiguousarray(crops[start : start + READ_BATCH])
            rank, suit = self._network.run(["rank", "suit"], part)
            logs.append(log_probabilities(rank, suit, self._pairs, self._temperature))
        return np.concatenate(logs)
