"""Draw each table's cloth once a process: many tests begin at the same table, and the cloth is half of it."""

import pickle
from collections import OrderedDict
from typing import Any

import numpy as np

from simulation import stage
from simulation.scene.cloth import draw_cloth

KEPT = 6
"""Cloths that are kept: 13 MB each, and the tests of one file have seldom more than four."""


class ClothsInMemory:
    """Cloths by all that they are drawn from: the state of their chance, and what they are asked for."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[bytes, tuple[tuple[np.ndarray, np.ndarray], Any]] = OrderedDict()

    def __call__(self, chance: np.random.Generator, *given: Any) -> tuple[np.ndarray, np.ndarray]:
        """Give what `draw_cloth` gives, and leave chance as it does."""
        key = pickle.dumps((chance.bit_generator.state, given))
        if key not in self._drawn:
            drawn = draw_cloth(chance, *given)
            # Several tables stand on it.
            for each in drawn:
                each.flags.writeable = False
            self._drawn[key] = drawn, chance.bit_generator.state
            if len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        drawn, chance.bit_generator.state = self._drawn[key]
        return drawn


def draw_once() -> None:
    """Let all tables that this process sets up from now on share their cloths."""
    stage.draw_cloth = ClothsInMemory()
