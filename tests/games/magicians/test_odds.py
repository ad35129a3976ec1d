"""The odds of a duel under best play, computed by exhaustive search (docs/rules/magicians.md 6)."""

from fractions import Fraction

import pytest

from games.magicians import Score
from games.magicians.odds import falls, first_wins, second_wins


def test_the_first_thrower_wins_557_in_1000_under_best_play():
    assert first_wins() == Fraction(252707105, 454091867)
    assert round(float(first_wins()), 3) == 0.557


@pytest.mark.parametrize(
    "total, throws, chance",
    [
        (3, 1, 0.515),
        (4, 1, 0.272),
        (4, 2, 0.624),
        (4, 3, 0.835),
        (5, 2, 0.339),
        (5, 3, 0.588),
        (6, 1, 0.021),
        (6, 3, 0.270),
    ],
)
def test_the_second_thrower_has_the_chances_that_were_computed_apart(total, throws, chance):
    assert round(float(second_wins(Score(total, throws))), 3) == chance


def test_the_falls_of_three_sticks_sum_as_27_outcomes_do():
    sums = [sum(27 * chance for fall, chance in falls(3) if sum(fall) == total) for total in range(7)]
    assert sums == [1, 3, 6, 7, 6, 3, 1]


def test_against_nothing_in_one_the_second_thrower_loses_only_a_tied_replay():
    assert second_wins(Score(0, 1)) == 1 - Fraction(1, 27) * (1 - first_wins())
