"""The campaign of enrolled decks in short: what was never learnt is asked about, in any light."""

import pytest
from enrolled import drawn
from enrolled.count import count

HELD_OUT = 320_001
"""Seed of decks that set no constant."""


@pytest.mark.parametrize("kind", ["us", "colours", "pips"])
def test_a_card_that_was_never_learnt_is_asked_about_and_not_taken_for_its_neighbour(kind):
    figures = count(drawn.deck(kind, HELD_OUT), 0.7, False, 20, 3)
    assert figures.never.total() >= 8 and not figures.wrong
    assert figures.learnt["right"] >= 0.6 * figures.learnt.total()


def test_one_drawing_in_four_colours_is_told_or_asked_about_in_the_light_of_another_lamp():
    figures = count(drawn.deck("colours", HELD_OUT), 1.0, True, 20, 3)
    assert not figures.wrong
    assert figures.learnt["right"] >= 0.6 * figures.learnt.total()
