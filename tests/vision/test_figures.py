"""Scoring by hand-made cases, and bounds against values from tables."""

import math

import pytest

from vision import figures
from vision.figures import Outcome, Seat, Tally
from vision.types import Reading

SIZE = (800, 600)


def reading(card, confidence=0.99, asks=False, at=(400, 300)):
    x, y = at
    corners = ((x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1))
    return Reading(card, confidence, asks, (), corners)


@pytest.mark.parametrize(
    ("cards", "found", "right", "asked", "silent", "missed", "idle"),
    [
        ("2H 3H", "2H 3H", 2, 0, 0, 0, 0),
        ("2H 3H", "2H 4H?", 1, 1, 0, 0, 0),
        ("2H 3H", "2H 4H", 1, 0, 1, 1, 0),
        ("2H 3H", "2H", 1, 0, 0, 1, 0),
        ("2H", "2H 2H", 1, 0, 1, 0, 0),
        ("W W", "W W", 2, 0, 0, 0, 0),
        ("2H", "2H? 2H", 1, 0, 0, 0, 1),
        ("2H 3H", "4H? 5H? 6H?", 0, 2, 0, 0, 1),
        ("", "", 0, 0, 0, 0, 0),
        ("", "2H 3H?", 0, 0, 1, 0, 1),
        ("2H", "2H back back?", 1, 0, 0, 0, 1),
        ("back", "back", 1, 0, 0, 0, 0),
    ],
)
def test_every_card_is_right_asked_or_missed_and_silent_errors_stand_beside(
    cards, found, right, asked, silent, missed, idle
):
    readings = [reading(word.rstrip("?"), asks=word.endswith("?")) for word in found.split()]
    tally = figures.score(cards.split(), readings).tally
    assert tally == Tally(1, len(cards.split()), right, asked, silent, missed, idle)
    assert tally.right + tally.asked + tally.missed == tally.cards


def test_the_names_that_were_trusted_wrongly_are_kept():
    assert figures.score(["2H"], [reading("2H"), reading("9S"), reading("9C", asks=True)]).silent == ("9S",)


def test_tallies_add_up_and_a_share_of_no_cards_is_nothing():
    assert Tally(1, 4, 3, 1) + Tally(1, 2, 0, 0, 1, 2, 1) == Tally(2, 6, 3, 1, 1, 2, 1)
    assert Tally(2, 8, 6).share(6) == 0.75
    assert Tally().share(0) == 0.0


@pytest.mark.parametrize(
    ("events", "trials", "bound"),
    [
        (0, 300, 0.0099361),  # 1 - 0.05 ** (1 / 300), the rule of three says 1 %
        (0, 10, 0.2588656),
        (1, 10, 0.3941633),  # Clopper and Pearson, 90 % two-sided, as in the tables
        (2, 20, 0.2826185),
        (10, 10, 1.0),
        (0, 0, 1.0),
    ],
)
def test_the_bound_of_a_rate_is_that_of_the_tables(events, trials, bound):
    assert figures.upper_bound(events, trials) == pytest.approx(bound, abs=2e-6)


def test_at_the_bound_so_few_events_come_in_one_of_twenty_trials():
    rate = figures.upper_bound(3, 500)
    chance = sum(math.comb(500, k) * rate**k * (1 - rate) ** (500 - k) for k in range(4))
    assert chance == pytest.approx(0.05, abs=1e-6)


def test_no_silent_error_in_few_cards_proves_no_evening():
    odds = figures.evening(Tally(10, 208, 208))
    assert odds.rate == 0.0 and odds.odds == 1.0
    assert odds.most == pytest.approx(0.014299, abs=1e-5)
    assert odds.least == pytest.approx(0.05 ** (630 / 208), abs=1e-6)


def test_so_many_cards_without_a_silent_error_prove_the_goal():
    needed = figures.evening(Tally()).needed
    assert figures.evening(Tally(1, needed, needed)).least >= figures.GOAL
    assert figures.evening(Tally(1, needed - 2, needed - 2)).least < figures.GOAL


def test_one_silent_error_in_ten_thousand_cards_leaves_94_of_100_evenings():
    assert figures.evening(Tally(1, 10_000, 9_999, 0, 1)).odds == pytest.approx(0.939, abs=1e-3)


def test_more_silent_errors_than_cards_are_certain():
    assert figures.evening(Tally(3, 0, 0, 0, 5)).odds == 0.0


def test_a_confidence_that_holds_has_no_error_and_one_that_boasts_has():
    honest = [Outcome(0.75, i % 4 > 0) for i in range(400)]
    assert figures.reliability(honest).error == pytest.approx(0.0)
    boast = [Outcome(0.96, i % 2 == 0) for i in range(100)]
    assert figures.reliability(boast).error == pytest.approx(0.46)
    both = figures.reliability(honest + boast)
    assert both.count == 500 and both.error == pytest.approx(0.2 * 0.46)


def test_each_reading_stands_in_one_bin_and_certainty_in_the_last():
    table = figures.reliability([Outcome(c, True) for c in (0.0, 0.5, 0.95, 0.999, 1.0, 1.0000001)])
    assert [each.count for each in table.bins] == [1, 1, 0, 0, 0, 1, 0, 3]
    assert table.bins[5].low == 0.95


def test_a_reading_is_true_once_for_each_card_of_its_name():
    score = figures.score(["2H"], [reading("2H", 0.6, asks=True), reading("2H", 0.97)])
    assert score.outcomes == (Outcome(0.97, True), Outcome(0.6, False))


def test_backs_that_nobody_labelled_are_no_readings_to_judge():
    assert figures.score([], [reading("back"), reading("back", asks=True)]).outcomes == ()


@pytest.mark.parametrize(
    ("at", "angle"), [((400, 500), 0), ((100, 300), 90), ((400, 100), 180), ((700, 300), 270)]
)
def test_directions_turn_clockwise_from_the_lower_edge(at, angle):
    assert figures.direction(reading("2H", at=at).corners, SIZE) == pytest.approx(angle)


SOUTH, WEST, NORTH, EAST = (Seat(n, a) for n, a in (("s", 0), ("w", 90), ("n", 180), ("e", 270)))


def test_a_card_belongs_to_the_seat_in_whose_direction_it_lies():
    cards = {SOUTH: "2H", WEST: "3H", NORTH: "4H", EAST: "5H"}
    readings = [
        reading("2H", at=(430, 500)),
        reading("9S", at=(150, 250)),
        reading("4H", asks=True, at=(380, 60)),
        reading("9C", asks=True, at=(390, 20)),
    ]
    found = figures.seating(cards, readings, SIZE)
    assert found == figures.Seating(seats=4, located=3, right=1, extra=1)
    assert found + found == figures.Seating(8, 6, 2, 2)


def test_cards_that_changed_seats_are_located_but_not_right():
    cards = {SOUTH: "2H", NORTH: "4H"}
    readings = [reading("4H", at=(400, 500)), reading("2H", at=(400, 100))]
    assert figures.seating(cards, readings, SIZE) == figures.Seating(2, 2, 0, 0)
