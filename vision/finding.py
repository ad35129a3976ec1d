"""What is said of one thing that was looked at, and in which part of a picture it is."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

Level = Literal["ok", "warning", "failure", "unknown"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what is so, in one sentence, and what to do about it."""

    name: str
    level: Level
    said: str
    remedy: str = ""


def where(point: np.ndarray, size: tuple[int, int]) -> str:
    """Say in which part of the picture a point lies."""
    across = ("at the left", "", "at the right")[int(np.clip(3 * point[0] / size[0], 0, 2))]
    down = ("at the top", "", "at the bottom")[int(np.clip(3 * point[1] / size[1], 0, 2))]
    return " and ".join(each for each in (down, across) if each) or "in the middle"
