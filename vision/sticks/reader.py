"""The ONNX reader of sticks: straightened ones in, what it says of notches, sides, colour and state out."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np

from games.sticks import NOTCHES, SIDES
from models.files import model_path
from models.heads import log_softmax
from models.strips import in_view
from vision.networks import network

UNSEEN_NOTCHES = np.full((2, len(NOTCHES)), 1 / len(NOTCHES))
"""What is said of the notches of base edges that nobody sees."""


@dataclass(frozen=True)
class Posterior:
    """What is believed of one stick once it was looked at: probabilities, each part for itself.

    notches: float (3,), those of the upper edge; sides: float (3, 3) by SIDES, the one in view above and the
    one below, a sum of at most one, since no side is there twice; color: float (4,) of STICK_COLORS; state:
    float (3,) of STICK_STATES; bases: float (2, 3), the notches of the base edges above and below.
    """

    notches: np.ndarray
    sides: np.ndarray
    color: np.ndarray
    state: np.ndarray
    bases: np.ndarray = field(default_factory=lambda: UNSEEN_NOTCHES)

    @property
    def hidden(self) -> np.ndarray:
        """Give how likely each side lies down, by SIDES: float (3,), a sum of at most one."""
        return hidden(self.sides)

    @property
    def both_in_view(self) -> bool:
        """Tell whether both base edges were in view."""
        return bool((self.bases != UNSEEN_NOTCHES).any(1).all())

    def turned(self) -> "Posterior":
        """Say the same of the stick as from the other side of the table."""
        return replace(self, sides=self.sides.T, bases=self.bases[::-1])


class PosteriorReader(Protocol):
    """Whatever reads straightened sticks: it gives a posterior for each."""

    def read(self, crops: np.ndarray) -> list[Posterior]:
        """Read crops uint8 (N, 96, 192, 3) BGR of models.strips, either way round."""
        ...


class StickReader:
    """Reads straightened sticks with the shipped model. Raises MissingModel."""

    def __init__(self, path: Path | None = None) -> None:
        self._network = network(path or model_path("stick_reader"))

    def read(self, crops: np.ndarray) -> list[Posterior]:
        """Read crops uint8 (N, 96, 192, 3) BGR, each from either side of the table."""
        if not len(crops):
            return []
        both = np.ascontiguousarray(np.concatenate([crops, crops[:, ::-1, ::-1]]))
        heads = [log_softmax(head) for head in self._network.run(_HEADS, both)]
        count = len(crops)
        for head in heads[:2]:
            head[count:] = head[count:, ::-1]
        # The geometric mean: both ways round must agree before anything is certain.
        bases, sides, *rest = (np.exp((head[:count] + head[count:]) / 2) for head in heads)
        bases[~np.array([in_view(crop) for crop in crops])] = UNSEEN_NOTCHES[0]
        parts = zip(rest[0], map(pairs, sides), *rest[1:], bases, strict=True)
        return [Posterior(*part) for part in parts]


@cache
def shipped() -> StickReader:
    """Give the one reader over the shipped model file."""
    return StickReader()


def pairs(each: np.ndarray) -> np.ndarray:
    """Give how likely each two sides are in view: float (3, 3), from what either of them is, float (2, 3)."""
    both = np.outer(*each)
    np.fill_diagonal(both, 0.0)
    return both


def hidden(sides: np.ndarray) -> np.ndarray:
    """Give how likely each side lies down: float (3,), from the two in view, float (3, 3)."""
    others = [[k for k in range(len(SIDES)) if k != down] for down in range(len(SIDES))]
    return np.array([sides[a, b] + sides[b, a] for a, b in others])


def geometric_mean(looks: Sequence[Posterior]) -> Posterior:
    """Take the mean of several looks at one stick, of their logarithms: what they disagree about is doubt."""
    if len(looks) == 1:
        return looks[0]
    every = ([getattr(each, part.name) for each in looks] for part in fields(Posterior))
    return Posterior(*(np.exp(np.log(np.maximum(np.stack(rows), 1e-9)).mean(0)) for rows in every))


_HEADS = ["bases", "sides", "notches", "color", "state"]
