"""An overexposed table is noticed; a white one that is not clipped, or a spot of glare, is none."""

import cv2
import numpy as np
import pytest

from simulation.table import SimulatedTable
from vision.calibrate.exposure import OVEREXPOSED, WELL_EXPOSED, Exposure, clipped_share

SHAPE = (720, 1280)


def cloth(*color):
    """Draw a table of one colour, with a sensor's noise of three levels."""
    noise = np.random.default_rng(3).normal(0, 3, (*SHAPE, 3))
    return np.clip(np.float32(color) + noise, 0, 255).astype(np.uint8)


def glaring(picture, radius=250):
    """Let a spot of a picture be burnt out: 21 % of it."""
    return cv2.circle(picture.copy(), (500, 300), radius, (255, 255, 255), -1)


def partly(share):
    """Burn out so much of a grey table, at its left."""
    picture = cloth(120, 120, 120)
    picture[:, : round(share * SHAPE[1])] = 255
    return picture


@pytest.mark.parametrize(
    ("color", "spot"),
    [
        pytest.param((245, 245, 245), False, id="white"),
        pytest.param((245, 245, 245), True, id="glare upon white"),
        pytest.param((40, 60, 30), True, id="glare upon dark"),
        pytest.param((110, 205, 290), False, id="one channel clipped"),
        pytest.param((20, 20, 20), False, id="dark"),
    ],
)
def test_a_table_that_can_be_read_is_not_called_overexposed(color, spot):
    exposure, picture = Exposure(), cloth(*color)
    if spot:
        picture = glaring(picture)
    assert [exposure.look(picture) for _ in range(3)] == [False] * 3


@pytest.mark.parametrize("color", [(290, 290, 290), (200, 290, 290), (290, 290, 120)])
def test_a_table_of_which_two_channels_are_clipped_is_overexposed_at_the_second_look(color):
    exposure, picture = Exposure(), cloth(*color)
    assert [exposure.look(each) for each in (picture, picture, picture)] == [False, True, True]


def test_one_look_alone_says_nothing():
    exposure = Exposure()
    assert not any(exposure.look(each) for each in (cloth(90, 90, 90), partly(0.9)) * 3)


def test_what_is_about_the_bound_is_not_told_and_taken_back_by_turns():
    exposure, about = Exposure(), [partly(OVEREXPOSED + 0.02), partly((OVEREXPOSED + WELL_EXPOSED) / 2)]
    assert [exposure.look(each) for each in (about[0], about[0], about[1], about[1])] == [False, *[True] * 3]
    well = partly(WELL_EXPOSED - 0.02)
    assert [exposure.look(well) for _ in range(2)] == [True, False]


def test_only_the_table_counts():
    left, picture = np.zeros(SHAPE, np.uint8), partly(0.5)
    left[:, : SHAPE[1] // 2] = 255
    assert clipped_share(picture, left) == 1 and clipped_share(picture, 255 - left) == 0
    assert clipped_share(picture) == 0.5 and clipped_share(picture, np.zeros_like(left)) == 0


@pytest.mark.parametrize("seed", [331400, 331402])
def test_cards_upon_a_drawn_table_make_it_no_overexposed_one(seed):
    table = SimulatedTable(seed, 4, "us", SHAPE[::-1])
    for seat, card in enumerate(("6H", "AH", "9S", "W")):
        table.lay(card, seat)
    assert clipped_share(cv2.convertScaleAbs(table.render(), alpha=1.5)) < WELL_EXPOSED
