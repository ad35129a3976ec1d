"""Choose which cards a guide asks for, and in which order."""

import random
from collections.abc import Iterable, Mapping, Sequence

from games import cards
from table.guides.guide import Place


def to_enrol(deck: Sequence[str], have: Mapping[str, int], *, copies: bool, most: int) -> tuple[Place, ...]:
    """List what to lay so that each card has a picture more than the least known one.

    have: pictures of each card so far; copies: whether the deck has four Wizards and four Jesters, which may
    differ; most: pictures that are kept of a card.
    """
    times = {name: cards.copies(name) if copies else 1 for name in deck}
    rounds = min((have.get(name, 0) // times[name] for name in deck), default=0) + 1
    # Where every card has as many as are kept, new pictures take the place of old ones.
    wanted = {name: min(most, rounds * times[name]) for name in deck}
    if all(have.get(name, 0) >= wanted[name] for name in deck):
        have, wanted = {}, times
    return tuple(
        Place(name, k % times[name] + 1, times[name], more=rounds > 1)
        for name in deck
        for k in range(have.get(name, 0), wanted[name])
    )


def to_check(
    names: Sequence[str], count: int, alike: Iterable[tuple[str, str]], rng: random.Random
) -> tuple[Place, ...]:
    """Choose cards for a live check: up to half of them those that are easily taken for one another."""
    hard = [name for name in dict.fromkeys(name for pair in alike for name in pair) if name in names]
    chosen = hard[: count // 2]
    rest = [name for name in names if name not in chosen]
    chosen += rng.sample(rest, min(count - len(chosen), len(rest)))
    rng.shuffle(chosen)
    return tuple(Place(name) for name in chosen)
