"""The ONNX reader: rectified crops in, a probability for every card out."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from games import cards
from games.nearest import nearest
from models import labels
from models.files import model_path
from vision.errors import UnknownDeck
from vision.session import session


def _no_embeddings() -> np.ndarray:
    return np.zeros((0, 0), np.float32)


@dataclass(frozen=True)
class Scores:
    """What the reader thinks of N crops.

    names: the K names a crop can be, with ``back`` and ``none``; probabilities: float32 (N, K), rows sum
    to at most one, the rest is doubt; embeddings: float32 (N, E) of length one, the same either way up; E is
    what the model gives, 0 where it gives none.
    """

    names: tuple[str, ...]
    probabilities: np.ndarray
    embeddings: np.ndarray = field(default_factory=_no_embeddings)


class CardReader(Protocol):
    """Whatever reads the cards of one deck: the shipped reader, or one that knows an enrolled deck."""

    @property
    def names(self) -> tuple[str, ...]:
        """List all names a reading can have, with ``back`` and ``none``."""
        ...

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR, either way up."""
        ...


class Reader:
    """Reads cards of one edition with the shipped model.

    Raises UnknownDeck for an edition that is none, MissingModel where the model file is not there or is
    broken.
    """

    def __init__(self, edition: str, path: Path | None = None) -> None:
        if edition not in cards.EDITIONS:
            near, known = nearest(edition, cards.EDITIONS), ", ".join(cards.EDITIONS)
            raise UnknownDeck(f"there is no deck {edition!r}; did you mean {near!r}? Known are {known}")
        self.names, pairs = labels.table(edition)
        self._ranks = np.array([rank for rank, _ in pairs])
        self._suits = np.array([suit for _, suit in pairs])
        self._session = session(path or model_path("reader"))
        self._outputs = [output.name for output in self._session.get_outputs()]

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR; each is read either way up and the two are averaged."""
        if len(crops) == 0:
            return Scores(self.names, np.zeros((0, len(self.names)), np.float32))
        both = np.concatenate([crops, crops[:, ::-1, ::-1]])
        found = self._session.run(self._outputs, {"crop": np.ascontiguousarray(both)})
        heads = dict(zip(self._outputs, found, strict=True))
        log = _log_softmax(heads["rank"])[:, self._ranks] + _log_softmax(heads["suit"])[:, self._suits]
        half = len(crops)
        # The geometric mean: both ways up must agree before anything is certain.
        probabilities = np.exp((log[:half] + log[half:]) / 2)
        rows = heads.get("embedding", np.zeros((2 * half, 0), np.float32))
        rows = rows[:half] + rows[half:]
        rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
        return Scores(self.names, probabilities, rows.astype(np.float32))


def _log_softmax(x: np.ndarray) -> np.ndarray:
    x = x - x.max(1, keepdims=True)
    return x - np.log(np.exp(x).sum(1, keepdims=True))
