"""Twelve players at three tables (docs/rules/probe.md 7)."""

import pytest

from games.errors import NotAllowed
from games.progressive import GAMES, carry, seating

TABLES = (("A", "B", "C", "D"), ("E", "F", "G", "H"), ("I", "J", "K", "L"))
POINTS = dict(zip("ABCDEFGHIJKL", (310, 145, 200, -50, 90, 80, 70, 60, 5, 5, 5, 4), strict=True))


def test_the_two_best_of_each_table_move_to_the_next_and_carry_their_totals():
    totals = carry(dict.fromkeys(POINTS, 0), POINTS)
    assert totals == POINTS
    # I, J and K have as many points: who sits earlier moves.
    assert seating(TABLES, POINTS, totals) == (
        ("B", "D", "I", "J"),
        ("G", "H", "A", "C"),
        ("K", "L", "E", "F"),
    )


def test_of_equal_points_the_higher_total_moves():
    totals = dict.fromkeys(POINTS, 0) | {"K": 40}
    assert seating(TABLES, POINTS, totals)[0] == ("B", "D", "K", "I")


def test_an_evening_keeps_everybody_seated_and_every_point():
    tables, totals = TABLES, dict.fromkeys(POINTS, 0)
    for _ in range(GAMES):
        totals = carry(totals, POINTS)
        tables = seating(tables, POINTS, totals)
        assert sorted(name for table in tables for name in table) == sorted(POINTS)
    assert totals == {name: GAMES * points for name, points in POINTS.items()}
    assert carry({"A": 5, "B": 7}, {"A": 1}) == {"A": 6, "B": 7}


@pytest.mark.parametrize(
    "tables, points",
    [
        (TABLES[:2], POINTS),
        ((("A", "B", "C"), *TABLES[1:]), POINTS),
        ((("A", "B", "C", "L"), *TABLES[1:]), POINTS),
        (TABLES, {name: 1 for name in "ABCD"}),
    ],
)
def test_missing_players_are_told(tables, points):
    with pytest.raises(NotAllowed):
        seating(tables, points, POINTS)
