"""Draw who sits with whom: a first seating, then better ones of a few tables at a time, each solved exactly.

A large neighbourhood search (Shaw, CP 1998): some tables are emptied and filled anew at least cost
(`club/competition/partition.py`). A small field, such as sixteen at tables of four, is one neighbourhood, and
its seating is the best there is. Every choice follows from the seed, and nothing from a clock, but where time
runs out: then it is the best that was found by then, and at worst the first one, made seat by seat.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from club.competition.partition import Costs, cheapest

Meetings = Mapping[tuple[int, int], int]
"""How often two have sat at a table together, the smaller number first."""

MEETING = 1000.0
"""What one meeting more costs; distance in the ranking costs little beside it: 1 a table, squared."""
NOISE = 1e-3
"""Below every difference that counts: of seatings that are equally good, one is chosen by the seed."""
COLUMNS_MAX = 2500
"""Possible tables of a neighbourhood: up to here it takes tenths of a second on a PC."""
FRUITLESS = 25
"""Neighbourhoods in a row that brought nothing, after which a seating stays as it is."""
WHOLE_MAX = 3100
"""Possible tables of a field that is solved at once: fifteen at tables of five, or 26 at tables of three."""
TRIES, FEW_TRIES = 8, 2
"""Ways to go on that are tried for such a field, until one is as good as can be: seconds on a PC. Where some
have to meet again in any case, few: they differ by little."""
AHEAD = 5
"""Rounds that are foreseen, the one that is drawn with them."""
NEAR = 8
"""Tables around one in the ranking with which it changes players first."""


class Limit:
    """Bound the time of a draw. left: gives the seconds that remain; None: as long as it takes.

    `out`: whether a draw was cut short, and could have become better.
    """

    def __init__(self, left: Callable[[], float] | None = None) -> None:
        self._left = left
        self.out = False

    @property
    def seconds(self) -> float | None:
        """Give what is left, None without a bound."""
        return None if self._left is None else self._left()

    def passed(self) -> bool:
        """Tell whether time is over, and remember it."""
        if self._left is not None and self._left() <= 0:
            self.out = True
        return self.out


def meetings(tables: Iterable[Sequence[int]]) -> dict[tuple[int, int], int]:
    """Count how often any two have sat together."""
    met: dict[tuple[int, int], int] = {}
    for seats in tables:
        for a, b in combinations(sorted(seats), 2):
            met[a, b] = met.get((a, b), 0) + 1
    return met


def draw(
    players: Sequence[int],
    sizes: Sequence[int],
    met: Meetings,
    seed: str,
    *,
    ranked: bool = False,
    limit: Limit | None = None,
) -> list[tuple[int, ...]]:
    """Seat players, as many as `sizes` have, so that as few as possible meet again.

    ranked: `players` are given by rank, and are seated with those near them, as far as that costs no meeting.
    """
    chance = random.Random(seed)
    order = list(players)
    if not ranked:
        chance.shuffle(order)
    costs = _costs(order, sizes, met, ranked)
    wobble = np.random.default_rng(chance.randrange(2**32)).random(costs.shape) * NOISE
    wobble = np.triu(wobble, 1)
    # A small field is solved at once from wherever it begins; whatever is good for now could end it early.
    by_order = ranked or _whole(sizes)
    first = _cut(range(len(order)), sizes) if by_order else _one_by_one(costs, sizes)
    search = _Search(first, costs, costs + wobble + wobble.T, chance, limit or Limit())
    search.ranked() if ranked else search.drawn()
    return [tuple(order[at] for at in table) for table in search.tables]


def draw_ahead(
    players: Sequence[int],
    sizes: Sequence[int],
    met: Meetings,
    seed: str,
    rounds: int,
    limit: Limit | None = None,
) -> list[tuple[int, ...]]:
    """Seat the first of so many rounds so that few meet again in all of them.

    Where players are few, a round that is as good as any may leave no good one after it: then some are tried,
    each with the rounds that would follow, and the one after which fewest meet again is taken.
    """
    few = _whole(sizes) and rounds > 1 and any(met.values())
    pairs = len(players) * (len(players) - 1) // 2
    best: tuple[int, list[tuple[int, ...]]] | None = None
    for attempt in range(TRIES if few else 1):
        tables: list[tuple[int, ...]] = []
        for number in range(min(rounds, AHEAD) if few else 1):
            tables += draw(players, sizes, _together(met, tables), f"{seed}/{attempt}/{number}", limit=limit)
        together = _together(met, tables).values()
        again = sum(times * (times - 1) for times in together)
        if best is None or again < best[0]:
            best = again, tables[: len(sizes)]
        # There are only so many pairs: who meets beyond that meets again, and at best each pair once.
        over = sum(together) - pairs
        done = again <= max(0, 2 * over) or (over > 0 and attempt + 1 >= FEW_TRIES)
        if done or (limit is not None and limit.passed()):
            break
    return [] if best is None else best[1]


def _together(met: Meetings, tables: Iterable[Sequence[int]]) -> dict[tuple[int, int], int]:
    found = meetings(tables)
    return {pair: met.get(pair, 0) + found.get(pair, 0) for pair in met.keys() | found.keys()}


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Cut an order into tables."""
    ends = np.cumsum(sizes)
    return [tuple(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _one_by_one(costs: Costs, sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Seat one after the other where he costs least at that moment: a first seating, never far from good."""
    left = list(range(len(costs)))
    tables: list[tuple[int, ...]] = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(left.pop(int(np.argmin(costs[np.ix_(left, table)].sum(axis=1)))))
        tables.append(tuple(table))
    return tables


def _costs(order: Sequence[int], sizes: Sequence[int], met: Meetings, ranked: bool) -> Costs:
    """Price each pair: MEETING for each time that they met, and the square of their distance, in tables.

    What is met twice costs more than twice as much as what is met once, so that meetings spread.
    """
    count = len(order)
    costs: Costs = np.zeros((count, count))
    if ranked:
        places = np.arange(count) * (len(sizes) / count)
        costs = (places[:, None] - places[None, :]) ** 2
    place = {player: at for at, player in enumerate(order)}
    for (a, b), times in met.items():
        if a in place and b in place:
            costs[place[a], place[b]] += MEETING * times * times
            costs[place[b], place[a]] = costs[place[a], place[b]]
    return costs


class _Search:
    """Hold a seating while it is made better."""

    def __init__(
        self,
        tables: list[tuple[int, ...]],
        costs: Costs,
        wobbly: Costs,
        chance: random.Random,
        limit: Limit,
    ):
        self.tables = tables
        self._limit = limit
        self._costs = costs
        self._wobbly = wobbly
        self._chance = chance
        sizes = [len(table) for table in tables]
        widest = max(sizes, default=1)
        some = max(n for n in (2, 3, 4) if n == 2 or _columns(n * widest, widest) <= COLUMNS_MAX)
        self._wide = len(sizes) if _whole(sizes) else some

    def drawn(self, good: float = 0, near: int | None = None) -> None:
        """Take a table that is worse than good, and others near it, until nothing gets better."""
        fruitless = 0
        while fruitless < FRUITLESS:
            bad = [at for at, table in enumerate(self.tables) if self._price(table) > good]
            if not bad or len(self.tables) < 2 or self._limit.passed():
                return
            first = self._chance.choice(bad)
            others = [at for at in range(len(self.tables)) if at != first]
            others = sorted(others, key=lambda at: (abs(at - first), at))[:near]
            some = [first, *self._chance.sample(others, min(self._wide - 1, len(others)))]
            fruitless = 0 if self._better(some) else fruitless + 1
            if len(self.tables) <= self._wide and fruitless:
                return

    def ranked(self) -> None:
        """Go down the ranking, a few tables at a time, then once more between these."""
        for start in (0, self._wide // 2):
            for at in range(start, len(self.tables), self._wide):
                self._better(range(at, min(at + self._wide, len(self.tables))))
        # Where neighbours have all met, somebody has to go further; only then over the whole hall.
        self.drawn(MEETING, NEAR)
        self.drawn(MEETING)

    def _better(self, some: Iterable[int]) -> bool:
        """Seat some tables anew at least cost; tell whether that brought anything."""
        places = list(some)
        if self._limit.passed():
            return False
        before = sum(self._price(self.tables[at]) for at in places)
        players = [player for at in places for player in self.tables[at]]
        part = self._wobbly[np.ix_(players, players)]
        found = cheapest(part, [len(self.tables[at]) for at in places], self._limit.seconds)
        if found is None:
            return False
        made = [tuple(players[at] for at in table) for table in found]
        if sum(map(self._price, made)) >= before - NOISE:
            return False
        # The best first, so that a seating by rank stays one.
        made.sort(key=lambda table: (-len(table), sum(table) / len(table)))
        for at, table in zip(sorted(places, key=lambda at: (-len(self.tables[at]), at)), made, strict=True):
            self.tables[at] = table
        return True

    def _price(self, table: Sequence[int]) -> float:
        return float(sum(self._costs[a, b] for a, b in combinations(table, 2)))


def _whole(sizes: Sequence[int]) -> bool:
    """Tell whether a field is small enough to be solved at once."""
    return sum(_columns(sum(sizes), size) for size in set(sizes)) <= WHOLE_MAX


def _columns(players: int, size: int) -> int:
    columns = 1
    for at in range(size):
        columns = columns * (players - at) // (at + 1)
    return columns
