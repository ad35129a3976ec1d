"""Progressive play (docs/rules/probe.md 7): ranking and seating against the rules', and what may go wrong."""

import random
from dataclasses import replace

import pytest

from club import evening as evenings
from club.errors import ClubError
from club.messages import Player, Scores
from games import progressive

TABLES = ("red", "green", "blue")
NAMES = tuple("ABCDEFGHIJKL")
SEATS = (NAMES[:4], NAMES[4:8], NAMES[8:])


def game(table, number, points, *, state="over", kind="probe"):
    ranked = [1 + sum(other > mine for other in points.values()) for mine in points.values()]
    players = tuple(
        Player(name, mine, mine, rank)
        for (name, mine), rank in zip(points.items(), ranked, strict=True)
    )  # fmt: skip
    id = f"20261121T19{number:02}00Z-{number}"
    return Scores(table, id, kind, state, "2026-11-21T19:00:00Z", 9, None, players)


def tell(told, scores):
    """Add a game to what was told."""
    return {**told, scores.table: {**told.get(scores.table, {}), scores.id: scores}}


def play_round(evening, told, number, points, **options):
    for table, seats in zip(evening.tables, evening.rounds[number - 1], strict=True):
        told = tell(told, game(table, number, {name: points[name] for name in seats}, **options))
    return told


@pytest.fixture
def evening():
    return evenings.begin("20261121T190000Z", TABLES, SEATS, {})


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("games", [3, 5])
def test_ranking_and_seating_are_those_of_the_rules(seed, games):
    chance = random.Random(seed)
    evening, told = evenings.begin("20261121T190000Z", TABLES, SEATS, {}, games=games), {}
    seats, totals = SEATS, dict.fromkeys(NAMES, 0)
    for number in range(1, games + 1):
        assert evening.rounds[-1] == seats and len(evening.rounds) == number
        points = {name: 5 * chance.randint(-10, 40) for name in NAMES}
        order = list(zip(TABLES, seats, strict=True))
        chance.shuffle(order)
        for table, four in order:
            # Each table writes its players down in an order of its own.
            told = tell(told, game(table, number, {n: points[n] for n in chance.sample(four, 4)}))
            evening = evenings.settle(evening, told)
        totals = progressive.carry(totals, points)
        seats = progressive.seating(seats, points, totals)
    lines = evenings.standings(evening, told)
    assert {line.name: line.total for line in lines} == totals
    assert [line.total for line in lines] == sorted(totals.values(), reverse=True)
    assert [line.rank for line in lines] == [
        1 + sum(o > totals[x.name] for o in totals.values()) for x in lines
    ]
    assert evenings.over(evening, told) and evenings.notes(evening, told, {}) == []


def test_nobody_is_seated_anew_before_every_table_has_finished(evening):
    told = play_round(evening, {}, 1, dict(zip(NAMES, range(12), strict=True)))
    running = told["blue"].popitem()[1]
    told = tell(told, replace(running, state="playing"))
    assert evenings.settle(evening, told) == evening
    lines = {line.name: line for line in evenings.standings(evening, told)}
    assert lines["L"].points == (None,) and lines["L"].playing == 11 and lines["L"].total == 0
    assert lines["A"].points == (0,) and lines["A"].playing is None
    assert len(evenings.settle(evening, tell(told, running)).rounds) == 2


def test_a_correction_seats_anew_until_the_next_game_has_begun_and_then_changes_the_totals_alone(evening):
    points = dict(zip(NAMES, range(12), strict=True))
    told = play_round(evening, {}, 1, points)
    first = evenings.settle(evening, told)
    assert first.rounds[1][0] == ("A", "B", "L", "K")
    mended = play_round(evening, told, 1, points | {"A": 500})
    assert evenings.settle(first, mended).rounds[1][1] == ("E", "F", "A", "D")
    begun = tell(told, game("red", 2, dict.fromkeys("ABLK", 0), state="playing"))
    mended = {**mended, "red": {**mended["red"], **begun["red"], **{
        id: each for id, each in mended["red"].items()}}}  # fmt: skip
    after = evenings.settle(evenings.settle(first, begun), mended)
    assert after.rounds == first.rounds
    assert evenings.standings(after, mended)[0].total == 500
    (note,) = evenings.notes(after, mended, {})
    assert "points of game 1 were changed" in note and "seating stays" in note


def test_a_game_that_is_taken_up_again_keeps_the_seating_but_not_its_points(evening):
    told = play_round(evening, {}, 1, dict(zip(NAMES, range(12), strict=True)))
    seated = evenings.settle(evening, told)
    red = next(iter(told["red"].values()))
    reopened = tell(told, replace(red, state="playing"))
    assert evenings.settle(seated, reopened) == seated
    assert {line.total for line in evenings.standings(seated, reopened) if line.name in "ABCD"} == {0}


def test_games_of_before_other_games_and_other_players_do_not_count(evening):
    old = play_round(evening, {}, 1, dict.fromkeys(NAMES, 100))
    evening = evenings.begin("20261121T200000Z", TABLES, SEATS, old)
    assert evenings.settle(evening, old) == evening
    strangers = dict.fromkeys(("A", "B", "C", "Zoe"), 7)
    told = tell(
        tell(old, game("red", 2, strangers)), game("green", 2, dict.fromkeys("EFGH", 1), kind="wizard")
    )
    assert {line.total for line in evenings.standings(evening, told)} == {0}
    playing = {
        "red": game("red", 3, strangers, state="playing"),
        "green": game("green", 3, dict.fromkeys("EFGH", 1), state="playing", kind="wizard"),
    }
    notes = evenings.notes(evening, told, playing)
    assert notes == [
        "Table red plays with A, B, C, Zoe; the seating says A, B, C, D.",
        "Table green plays Wizard: it does not count tonight.",
    ]


def test_names_are_the_same_however_they_are_written(evening):
    told = play_round(evening, {}, 1, dict(zip(NAMES, range(12), strict=True)))
    (red,) = told["red"].values()
    told = tell(told, replace(red, players=tuple(replace(p, name=f" {p.name.lower()}") for p in red.players)))
    assert len(evenings.settle(evening, told).rounds) == 2
    assert evenings.standings(evening, told)[8].name == "D"


def test_of_two_games_of_the_same_four_the_first_finished_counts_and_it_is_said(evening):
    told = tell({}, game("red", 1, dict(zip("ABCD", (1, 2, 3, 4), strict=True))))
    told = tell(told, game("red", 2, dict(zip("ABCD", (90, 80, 70, 60), strict=True))))
    assert [line.total for line in evenings.standings(evening, told)][:4] == [4, 3, 2, 1]
    assert evenings.notes(evening, told, {}) == [
        "Table red has finished 2 games with the four of game 1: the first one counts."
    ]


def test_a_game_that_was_stopped_counts_as_it_stood_and_it_is_said(evening):
    told = tell({}, replace(game("red", 1, dict(zip("ABCD", (1, 2, 3, 4), strict=True))), stopped=True))
    assert [line.total for line in evenings.standings(evening, told)][:4] == [4, 3, 2, 1]
    assert evenings.notes(evening, told, {}) == [
        "Table red stopped game 1 early: its points count as they stood."
    ]


def test_the_same_four_may_meet_again_and_each_game_has_its_own_points():
    # Who is best moves through all three tables, and is back with the same company after three games.
    evening, told = evenings.begin("20261121T190000Z", TABLES, SEATS, {}, games=4), {}
    for number in range(1, 5):
        points = {name: (20 - place) * number for place, name in enumerate(NAMES)}
        for four in evening.rounds[-1]:
            for bonus, name in enumerate(sorted(four, key=SEATS[0].__contains__)):
                points[name] = number * 10 + bonus
        told = play_round(evening, told, number, points)
        evening = evenings.settle(evening, told)
    assert any(set(evening.rounds[0][at]) == set(evening.rounds[3][at]) for at in range(3))
    by_round = [sum(line.points[at] for line in evenings.standings(evening, told)) for at in range(4)]
    assert by_round == [12 * 10 * number + 18 for number in range(1, 5)]
    assert evenings.over(evening, told) and evenings.notes(evening, told, {}) == []


def test_points_by_hand_count_until_the_table_tells_itself(evening):
    told = play_round(evening, {}, 1, dict(zip(NAMES, range(12), strict=True)))
    own = told.pop("blue")
    entered = evenings.enter(evening, 1, "blue", (70, 0, -5, 60))
    settled = evenings.settle(entered, told)
    assert settled.rounds[1][0] == ("A", "B", "I", "L") and evenings.matches(settled, told)[0][2].by_hand
    assert evenings.standings(settled, told)[0].name == "I"
    later = evenings.settle(settled, {**told, "blue": own})
    assert (
        later.rounds[1][0] == ("A", "B", "L", "K")
        and evenings.standings(later, told | {"blue": own})[0].total == 11
    )
    assert evenings.enter(settled, 1, "blue", None).by_hand == ()


def test_points_by_hand_are_a_game_that_is_over_so_their_seating_stays(evening):
    told = play_round(evening, {}, 1, dict(zip(NAMES, range(12), strict=True)))
    seated = evenings.enter(evenings.settle(evening, told), 2, "red", (1, 2, 3, 4))
    assert evenings.settle(seated, told) == seated
    mended = play_round(evening, told, 1, dict(zip(NAMES, range(12), strict=True)) | {"L": -100})
    # Points by hand are a game that is over: the seating stays, and it is said.
    assert evenings.settle(seated, mended) == seated
    assert "seating stays" in evenings.notes(seated, mended, {})[0]
    without = evenings.enter(seated, 2, "red", None)
    assert evenings.settle(without, mended).rounds[1] != seated.rounds[1]


@pytest.mark.parametrize(
    ("round", "table", "points"),
    [(2, "red", (1, 2, 3, 4)), (0, "red", (1, 2, 3, 4)), (1, "grey", (1, 2, 3, 4)), (1, "red", (1, 2, 3))]
    + [(1, "red", (1, 2, 3, 10**8))],
)
def test_points_by_hand_that_fit_no_game_are_refused(evening, round, table, points):
    with pytest.raises(ClubError):
        evenings.enter(evening, round, table, points)


@pytest.mark.parametrize(
    ("tables", "seats", "options", "part"),
    [
        (("red", "red", "blue"), SEATS, {}, "3 different tables"),
        (TABLES[:2], SEATS, {}, "3 different tables"),
        (TABLES, SEATS[:2], {}, "3 tables of 4"),
        (TABLES, (NAMES[:3], *SEATS[1:]), {}, "3 tables of 4"),
        (TABLES, (("A", "b", "C", "B"), *SEATS[1:]), {}, "two players"),
        (TABLES, (("A", "", "C", "D"), *SEATS[1:]), {}, "1 to 100 characters"),
        (TABLES, SEATS, {"games": 0}, "1 to 12 games"),
        (TABLES, SEATS, {"games": 13}, "1 to 12 games"),
        (TABLES, SEATS, {"game": "magicians"}, "no game for 4"),
    ],
)
def test_an_evening_that_cannot_be_played_is_refused(tables, seats, options, part):
    with pytest.raises(ClubError, match=part):
        evenings.begin("20261121T190000Z", tables, seats, {}, **options)
