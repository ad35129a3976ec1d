"""The ONNX reader of sticks: straightened ones in, what it says of notches, sides, colour and state out."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np

from games.sticks import SIDES
from models.files import model_path
from vision.session import session


@dataclass(frozen=True)
class Marks:
    """What is believed of one stick: probabilities, each set for itself.

    notches: float (3,), those of the upper edge; hidden: float (3,), by SIDES the one that lies down, a sum
    of at most one, since two sides that read the same hide none; color: float (4,) of STICK_COLORS; state:
    float (3,) of STICK_STATES.
    """

    notches: np.ndarray
    hidden: np.ndarray
    color: np.ndarray
    state: np.ndarray


class MarksReader(Protocol):
    """Whatever reads straightened sticks."""

    def read(self, crops: np.ndarray) -> list[Marks]:
        """Read crops uint8 (N, 96, 192, 3) BGR of models.strips, either way round."""
        ...


class StickReader:
    """Reads straightened sticks with the shipped model. Raises MissingModel."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = session(path or model_path("stick_reader"))

    def read(self, crops: np.ndarray) -> list[Marks]:
        """Read crops uint8 (N, 96, 192, 3) BGR, each from either side of the table."""
        if not len(crops):
            return []
        both = np.ascontiguousarray(np.concatenate([crops, crops[:, ::-1, ::-1]]))
        notches, sides, color, state = (
            _log_softmax(head) for head in self._session.run(_HEADS, {"crop": both})
        )
        count = len(crops)
        sides[count:] = sides[count:, ::-1]
        # The geometric mean: both ways round must agree before anything is certain.
        means = [(head[:count] + head[count:]) / 2 for head in (notches, sides, color, state)]
        a, b, c, d = (np.exp(mean) for mean in means)
        return [Marks(*row) for row in zip(a, map(hidden, b), c, d, strict=True)]


@cache
def shipped() -> StickReader:
    """Give the one reader over the shipped model file."""
    return StickReader()


def hidden(sides: np.ndarray) -> np.ndarray:
    """Give how likely each side lies down: float (3,), from what either side in view is, float (2, 3)."""
    above, below = sides
    others = [[k for k in range(len(SIDES)) if k != down] for down in range(len(SIDES))]
    return np.array([above[a] * below[b] + above[b] * below[a] for a, b in others])


def pooled(looks: Sequence[Marks]) -> Marks:
    """Take the mean of several looks at one stick, of their logarithms: what they disagree about is doubt."""
    if len(looks) == 1:
        return looks[0]
    fields = zip(*((each.notches, each.hidden, each.color, each.state) for each in looks), strict=True)
    return Marks(*(np.exp(np.log(np.maximum(np.stack(rows), 1e-9)).mean(0)) for rows in fields))


_HEADS = ["notches", "sides", "color", "state"]


def _log_softmax(x: np.ndarray) -> np.ndarray:
    x = x - x.max(-1, keepdims=True)
    return x - np.log(np.exp(x).sum(-1, keepdims=True))
