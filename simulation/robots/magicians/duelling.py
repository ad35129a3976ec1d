"""Throw a duel's series as well as can be: which sticks to set aside, and when to stop.

`games.magicians.odds` gives the exact odds of a duel; here the same search, in floats, gives the choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import TypeVar

from games.magicians import Duel, Outcome, Score, settle
from games.magicians.odds import falls, first_wins, second_wins
from games.sticks import Stick

T = TypeVar("T")


@cache
def beginner_wins() -> float:
    """Give the chance of whoever begins a duel."""
    return float(first_wins())


@cache
def worth(score: Score, announced: Score | None) -> float:
    """Give the chance to win the duel with a score; `announced`: what it answers, None: it comes first."""
    if announced is None:
        return 1 - float(second_wins(score))
    outcome = settle(announced, score)
    if outcome is Outcome.TIE:
        # After a tie the second thrower begins, or does not, as he likes.
        return max(beginner_wins(), 1 - beginner_wins())
    return float(outcome is Outcome.SECOND)


def series(duel: Duel, reading: tuple[Stick, ...]) -> tuple[str, ...] | None:
    """Choose what lies aside in the next throw, by colour; None: stop with what lies there."""
    if duel.throws >= duel.limit:
        return None
    aside = tuple(stick.color for stick in duel.aside)
    kept_sum = sum(stick.notches or 0 for stick in duel.aside)
    best, chosen = worth(duel.score(reading), duel.announced), None
    for kept in _subsets(reading):
        total = kept_sum + sum(stick.notches or 0 for stick in kept)
        value = _throw(total, len(reading) - len(kept), duel.throws, duel.limit, duel.announced)
        # Fewer throws where it is all the same: a float's last digits decide nothing.
        if value > best + 1e-9:
            best, chosen = value, (*aside, *(stick.color for stick in kept))
    return chosen


@cache
def _throw(aside: int, sticks: int, throws: int, limit: int, announced: Score | None) -> float:
    """Give the chance to win when `sticks` are thrown now, `aside` being the notches that lie aside."""
    return sum(
        float(probability) * _after(aside, fall, throws + 1, limit, announced)
        for fall, probability in falls(sticks)
    )


def _after(aside: int, fall: tuple[int, ...], throws: int, limit: int, announced: Score | None) -> float:
    best = worth(Score(aside + sum(fall), throws), announced)
    if throws < limit:
        for kept in _subsets(fall):
            best = max(best, _throw(aside + sum(kept), len(fall) - len(kept), throws, limit, announced))
    return best


def _subsets(items: tuple[T, ...]) -> Iterable[tuple[T, ...]]:
    """List what may be set aside: any of them, but not all."""
    for size in range(len(items)):
        yield from combinations(items, size)
