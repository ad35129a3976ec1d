"""The ONNX reader: rectified crops in, a probability for every card out."""

import difflib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime

from games import cards
from models import labels
from models.files import model_path
from vision.errors import MissingModel, UnknownDeck


@dataclass(frozen=True)
class Scores:
    """What the reader thinks of N crops.

    names: the K names a crop can be, with ``back`` and ``none``; probabilities: float32 (N, K), rows sum
    to at most one, the rest is doubt.
    """

    names: tuple[str, ...]
    probabilities: np.ndarray


class Reader:
    """Reads cards of one edition with the shipped model.

    Raises UnknownDeck for an edition that is none, MissingModel where the model file is not there or is
    broken.
    """

    def __init__(self, edition: str, path: Path | None = None) -> None:
        if edition not in cards.EDITIONS:
            near = difflib.get_close_matches(edition, cards.EDITIONS, 1, 0.0)[0]
            known = ", ".join(cards.EDITIONS)
            raise UnknownDeck(f"there is no deck {edition!r}; did you mean {near!r}? Known are {known}")
        self.names, pairs = labels.table(edition)
        self._ranks = np.array([rank for rank, _ in pairs])
        self._suits = np.array([suit for _, suit in pairs])
        self._session = _session(path or model_path("reader"))

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR; each is read either way up and the two are averaged."""
        if len(crops) == 0:
            return Scores(self.names, np.zeros((0, len(self.names)), np.float32))
        both = np.concatenate([crops, crops[:, ::-1, ::-1]])
        rank, suit = self._session.run(["rank", "suit"], {"crop": np.ascontiguousarray(both)})
        log = _log_softmax(rank)[:, self._ranks] + _log_softmax(suit)[:, self._suits]
        half = len(crops)
        # The geometric mean: both ways up must agree before anything is certain.
        return Scores(self.names, np.exp((log[:half] + log[half:]) / 2))


@cache
def _session(path: Path) -> onnxruntime.InferenceSession:
    if not path.exists():
        raise MissingModel(
            f"the model file {path} is missing: install Familiar again, or train one with `make models`"
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2  # a Pi keeps two cores for the camera and the pages
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises classes of its own that it does not export
        raise MissingModel(
            f"the model file {path} cannot be loaded ({error}): install Familiar again"
        ) from error


def _log_softmax(x: np.ndarray) -> np.ndarray:
    x = x - x.max(1, keepdims=True)
    return x - np.log(np.exp(x).sum(1, keepdims=True))
