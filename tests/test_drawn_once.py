"""A cloth drawn once is the one that would be drawn each time, and chance goes on as after drawing."""

import numpy as np
import pytest
from drawn_once import KEPT, ClothsInMemory

from simulation.scene import cloth
from simulation.table import SimulatedTable


def drawn(draw, seed, kind="felt", per_mm=0.2):
    chance = np.random.default_rng(seed)
    picture, to_mm = draw(chance, kind, per_mm)
    return picture.tobytes(), to_mm.tobytes(), chance.random()


def test_each_is_as_if_drawn_anew_and_so_is_all_that_is_drawn_after_it():
    cloths = ClothsInMemory()
    asked = [(seed, kind, per_mm) for seed in (1, 2) for kind in cloth.KINDS for per_mm in (0.2, 0.3)]
    assert len(asked) > KEPT
    for given in (*asked, *reversed(asked), *asked[:1] * 2):
        assert drawn(cloths, *given) == drawn(cloth.draw_cloth, *given)


def test_two_tables_of_one_seed_share_nothing_that_is_laid_on_them():
    one, other = (SimulatedTable(5, 4, "us", (160, 90), noise=0.0) for _ in range(2))
    one.lay("7H", 0)
    third = SimulatedTable(5, 4, "us", (160, 90), noise=0.0)
    assert np.array_equal(other.render(), third.render())
    assert not np.array_equal(one.render(), third.render())


def test_nobody_paints_upon_a_cloth_that_is_kept():
    picture, _ = ClothsInMemory()(np.random.default_rng(1), "felt", 0.2)
    with pytest.raises(ValueError, match="read-only"):
        picture[0, 0] = 0
