"""The draw: nobody sits twice, sizes are legal, and nobody meets again while others are free."""

import subprocess
import sys
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.competition.draw import Limit, draw, draw_ahead, meetings
from club.competition.partition import cheapest
from club.competition.sizes import sizes


def naive_sizes(players, tables, allowed, wish):
    """Try every way to share out, by counting: the slow twin of `sizes`."""
    best = None
    for shape in shapes(players, tables, allowed):
        even = max(shape, default=0) - min(shape, default=0) <= 1
        worth = (players - sum(shape), sum((size - wish) ** 2 for size in shape), len(shape))
        if even and (best is None or worth < best[0]):
            best = worth, shape
    return best[1]


def shapes(players, tables, allowed, most=9):
    yield ()
    for size in allowed:
        if size <= min(players, most) and tables:
            for rest in shapes(players - size, tables - 1, allowed, size):
                yield (size, *rest)


@given(
    players=st.integers(0, 22),
    tables=st.integers(1, 6),
    low=st.integers(3, 6),
    wide=st.integers(0, 3),
    wish=st.integers(3, 6),
)
@settings(max_examples=150, deadline=None)
def test_sizes_are_those_that_a_count_of_all_ways_finds(players, tables, low, wide, wish):
    allowed = range(low, min(low + wide, 6) + 1)
    assert sizes(players, tables, allowed, wish) == naive_sizes(players, tables, allowed, wish)


def groupings(players, size):
    """List every way to put players at tables of one size."""
    if not players:
        yield ()
        return
    first, *rest = players
    for others in combinations(rest, size - 1):
        left = [each for each in rest if each not in others]
        for more in groupings(left, size):
            yield ((first, *others), *more)


@given(st.integers(0, 2**32 - 1), st.sampled_from([(6, 3), (8, 4), (9, 3)]))
@settings(max_examples=25, deadline=None)
def test_a_few_tables_are_seated_as_cheaply_as_trying_everything_finds(seed, case):
    count, size = case
    costs = np.random.default_rng(seed).integers(0, 5, (count, count)).astype(float)
    costs = np.triu(costs, 1) + np.triu(costs, 1).T

    def price(tables):
        return sum(costs[a, b] for table in tables for a, b in combinations(table, 2))

    found = cheapest(costs, [size] * (count // size))
    assert price(found) == min(map(price, groupings(range(count), size)))


def rounds(players, shape, count, **options):
    tables = []
    for number in range(count):
        made = draw(players, shape, meetings(tables), f"7/{number}", **options)
        assert sorted(each for table in made for each in table) == sorted(players)
        assert [len(table) for table in made] == list(shape)
        tables += made
    return tables


@pytest.mark.slow
@given(st.integers(6, 22), st.integers(2, 3), st.booleans())
@settings(max_examples=5, deadline=None)
def test_everybody_sits_once_in_every_round(players, count, ranked):
    rounds(list(range(100, 100 + players)), sizes(players, 99, range(3, 6), 4), count, ranked=ranked)


@pytest.mark.parametrize(("players", "size", "count"), [(9, 3, 4), (16, 4, 4), (40, 4, 6), (64, 4, 3)])
def test_nobody_meets_again_while_others_are_free(players, size, count):
    met = meetings(rounds(list(range(players)), (size,) * (players // size), count))
    assert set(met.values()) == {1}


def test_four_rounds_of_nine_at_tables_of_three_are_each_against_each():
    met = meetings(rounds(list(range(9)), (3, 3, 3), 4))
    assert set(met) == set(combinations(range(9), 2))


def test_where_all_have_met_the_same_three_are_not_met_again_while_others_are_free():
    tables = rounds(list(range(8)), (4, 4), 5)
    assert len(set(map(frozenset, tables))) == 10
    assert max(meetings(tables).values()) <= 4


def test_a_ranked_draw_seats_neighbours_and_goes_further_only_where_they_have_met():
    first = draw(list(range(32)), (4,) * 8, {}, "1", ranked=True)
    assert first == [tuple(range(at, at + 4)) for at in range(0, 32, 4)]
    second = draw(list(range(32)), (4,) * 8, meetings(first), "2", ranked=True)
    assert set(meetings(first + second).values()) == {1}
    # Nobody has to go further than to the fourth table from his own.
    assert max(max(table) // 4 - min(table) // 4 for table in second) <= 4


@pytest.mark.slow
def test_five_rounds_of_sixteen_are_each_against_each_once_for_later_rounds_are_foreseen():
    tables = []
    for number in range(5):
        tables += draw_ahead(list(range(16)), (4,) * 4, meetings(tables), f"6/{number}", 5 - number)
    met = meetings(tables)
    assert len(met) == 120 and set(met.values()) == {1}


def test_a_draw_follows_from_its_seed_alone():
    shape, players = (4, 4, 4, 3, 3), list(range(18))
    drawn = [draw(players, shape, {}, seed) for seed in ("1", "1", "2")]
    assert drawn[0] == drawn[1] != drawn[2]
    # Whoever was named first is not seated first.
    assert {frozenset(table) for table in draw(players[::-1], shape, {}, "1")} != set(
        map(frozenset, drawn[0])
    )


def test_meetings_are_counted_for_any_two():
    tables = [(3, 1, 2), (1, 2, 4)]
    expected = {
        pair: sum(set(pair) <= set(table) for table in tables) for pair in combinations(range(1, 5), 2)
    }
    assert meetings(tables) == {pair: times for pair, times in expected.items() if times}
    assert all(meetings([order]) == meetings([(1, 2, 3)]) for order in permutations((1, 2, 3)))


class Sand:
    """A clock that runs so many looks."""

    def __init__(self, looks):
        self.looks = looks

    def __call__(self):
        self.looks -= 1
        return float(self.looks)


@pytest.mark.parametrize("looks", [0, 1])
@pytest.mark.parametrize(("count", "ranked"), [(16, False), (40, True)])
def test_a_draw_that_runs_out_of_time_seats_everybody_and_says_so(looks, count, ranked):
    players, shape = list(range(count)), (4,) * (count // 4)
    before = draw(players, shape, {}, "1", ranked=ranked)
    limit = Limit(Sand(looks))
    made = draw(players, shape, meetings(before), "2", ranked=ranked, limit=limit)
    assert sorted(each for table in made for each in table) == players
    assert limit.out


def test_a_large_draw_without_any_time_lets_hardly_anybody_meet_again():
    players, shape = list(range(64)), (4,) * 16
    tables = []
    for number in range(4):
        tables += draw(players, shape, meetings(tables), f"9/{number}", limit=Limit(lambda: 0.0))
    assert sum(times - 1 for times in meetings(tables).values()) <= 20


def test_a_draw_ahead_that_runs_out_of_time_takes_what_it_has():
    limit = Limit(Sand(0))
    met = meetings([(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)])
    made = draw_ahead(list(range(12)), (4, 4, 4), met, "1", 4, limit)
    assert sorted(each for table in made for each in table) == list(range(12)) and limit.out


def test_without_a_bound_and_with_time_enough_a_draw_is_the_same():
    limit = Limit(lambda: 1e6)
    assert draw(list(range(24)), (4,) * 6, {}, "5", limit=limit) == draw(list(range(24)), (4,) * 6, {}, "5")
    assert not limit.out


def test_the_solver_stops_when_its_time_is_over():
    costs = np.random.default_rng(1).random((15, 15))
    costs = np.triu(costs, 1) + np.triu(costs, 1).T
    found = cheapest(costs, [5, 5, 5], 0.0)
    assert found is None or sorted(each for table in found for each in table) == list(range(15))


def test_the_solver_says_nothing_on_the_terminal():
    code = (
        "import numpy; from club.competition.partition import cheapest; cheapest(numpy.ones((6, 6)), [3, 3])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == said.stderr == ""
