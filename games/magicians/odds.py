"""Compute the odds of a duel under best play exactly, by exhaustive search (docs/rules/magicians.md 6).

A series is a small game of its own: after each throw the thrower may stop, or set any sticks aside for good
and throw the others. Sticks are fair and alike, so only the sum set aside and the number of sticks in hand
count. What a tie is worth depends on the whole duel's odds, which in turn depend on the ties: policies are
improved until they no longer change (a handful of rounds).
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product, starmap
from math import factorial

from games.magicians.duel import MOST_THROWS, Outcome, Score, settle
from games.sticks import COLORS, NOTCHES

Value = Callable[[Score], Fraction]
Chance = tuple[Fraction, Fraction]
"""The probability to win, and that of a tie."""
MOST_NOTCHES = max(NOTCHES) * len(COLORS)


@cache
def falls(sticks: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """List what a number of sticks may show, sorted, each with its probability."""
    found = []
    for fall in combinations_with_replacement(NOTCHES, sticks):
        ways = factorial(sticks)
        for count in NOTCHES:
            ways //= factorial(fall.count(count))
        found.append((fall, Fraction(ways, len(NOTCHES) ** sticks)))
    return tuple(found)


def best_series(worth: Value, chance: Callable[[Score], Chance], limit: int) -> Chance:
    """Give the chances of a series played so that `worth` of its score is as great as can be.

    `limit`: throws at most. Keeping a stick that could be thrown again is weighed against every other choice.
    """

    @cache
    def throw(aside: int, sticks: int, throws: int) -> tuple[Fraction, Chance]:
        expected, win, tie = Fraction(0), Fraction(0), Fraction(0)
        for fall, probability in falls(sticks):
            value, (won, tied) = after(aside, fall, throws + 1)
            expected += probability * value
            win += probability * won
            tie += probability * tied
        return expected, (win, tie)

    def after(aside: int, fall: tuple[int, ...], throws: int) -> tuple[Fraction, Chance]:
        score = Score(aside + sum(fall), throws)
        best = worth(score), chance(score)
        if throws < limit:
            for kept in _kept(fall):
                more = throw(aside + sum(kept), len(fall) - len(kept), throws)
                if more[0] > best[0]:
                    best = more
        return best

    return throw(0, len(COLORS), 0)[1]


def answer(announced: Score, value: Fraction) -> Chance:
    """Give the second thrower's chances against an announced score; `value` is what beginning is worth."""

    def chance(score: Score) -> Chance:
        outcome = settle(announced, score)
        return Fraction(outcome is Outcome.SECOND), Fraction(outcome is Outcome.TIE)

    def worth(score: Score) -> Fraction:
        won, tied = chance(score)
        return won + tied * _tie(value)

    return best_series(worth, chance, announced.throws)


def second_wins(announced: Score) -> Fraction:
    """Give the second thrower's probability to win the duel from "S in n" on, ties and replays included."""
    value = first_wins()
    won, tied = answer(announced, value)
    return won + tied * _tie(value)


def announce(value: Fraction) -> Chance:
    """Give the first thrower's chances of the bout; `value` is what beginning is worth."""
    scores = starmap(Score, product(range(MOST_NOTCHES + 1), range(1, MOST_THROWS + 1)))
    answers = {score: answer(score, value) for score in scores}

    def chance(score: Score) -> Chance:
        won, tied = answers[score]
        return 1 - won - tied, tied

    def worth(score: Score) -> Fraction:
        won, tied = chance(score)
        return won + tied * (1 - _tie(value))

    return best_series(worth, chance, MOST_THROWS)


@cache
def first_wins() -> Fraction:
    """Give the probability that the first thrower wins the duel when both play as well as can be: 55.7 %."""
    value = Fraction(1, 2)
    while True:
        won, tied = announce(value)
        # After a tie the second thrower begins where that is better for him: then the roles are swapped.
        better = (won + tied) / (1 + tied) if value >= Fraction(1, 2) else won / (1 - tied)
        if better == value:
            return value
        value = better


def _tie(value: Fraction) -> Fraction:
    """Give what a tie is worth to its second thrower, who may begin the replay or not."""
    return max(value, 1 - value)


def _kept(fall: tuple[int, ...]) -> set[tuple[int, ...]]:
    """List what may be set aside: any of the sticks, but at least one is thrown."""
    kept = set()
    for mask in product((False, True), repeat=len(fall)):
        if not all(mask):
            kept.add(tuple(count for count, aside in zip(fall, mask, strict=True) if aside))
    return kept
