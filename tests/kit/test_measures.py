"""The kit's sticks are those that the product draws and learns from: their measures agree."""

import pytest

from kit import measures
from models.render.sticks.solid import Measures, notches


def test_the_sticks_that_are_drawn_and_learnt_from_have_the_measures_of_the_kit():
    drawn = Measures()
    assert (drawn.length, drawn.side) == (measures.LENGTH, measures.SIDE)
    assert (drawn.wide, drawn.deep) == (measures.NOTCH_WIDTH, measures.NOTCH_DEPTH)
    for count, places in measures.NOTCHES_AT.items():
        assert notches(count, drawn) == pytest.approx(places)
