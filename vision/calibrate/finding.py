"""What is said of one thing that was looked at, and in which part of a picture it is."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from texts import Said, say

Level = Literal["ok", "warning", "failure", "unknown"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what is so, in one sentence, and what to do about it."""

    name: str
    level: Level
    said: str
    remedy: str = ""


_PLACES = (
    (say("at the top and at the left"), say("at the top"), say("at the top and at the right")),
    (say("at the left"), say("in the middle"), say("at the right")),
    (say("at the bottom and at the left"), say("at the bottom"), say("at the bottom and at the right")),
)


def where(point: np.ndarray, size: tuple[int, int]) -> Said:
    """Say in which part of the picture a point lies."""
    row, column = (int(np.clip(3 * point[axis] / size[axis], 0, 2)) for axis in (1, 0))
    return _PLACES[row][column]
