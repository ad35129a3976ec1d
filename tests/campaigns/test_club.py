"""The club's campaigns in short; `make club-load` and `make club-faults` are their long forms."""

import pytest
from hall import count, cup, faults, growth
from hall.load import hall, percentile

from club.errors import ClubError
from club.mosquitto import find


@pytest.fixture(autouse=True)
def mosquitto():
    try:
        find()
        find("mosquitto_passwd")
    except ClubError as error:
        pytest.skip(str(error))


@pytest.mark.slow
def test_after_every_fault_the_ranking_is_the_one_of_the_journals(tmp_path):
    troubles = {"broker": 3, "table": 1, "board": 1, "two boards": 1, "away": 1, "clock": 1, "again": 1}
    figures = faults.campaign(tmp_path, 4, 2, troubles | {"mallory": 1, "correction": 1})
    assert figures["broker"] == 3 and figures["lies"] == 17 and figures["games"] == 6


@pytest.mark.slow
def test_after_every_fault_the_championship_is_the_one_of_the_journals(tmp_path):
    troubles = {"broker": 2, "table": 1, "board": 1, "two boards": 1, "again": 1, "correction": 1, "draw": 1}
    figures = cup.campaign(tmp_path, 4, 3, troubles | {"mallory": 1})
    assert figures["two boards"] == 1 and figures["lies"] == 17 and figures["games"] == 7


@pytest.mark.slow
def test_every_trick_of_a_small_hall_reaches_every_screen(tmp_path):
    found = hall(tmp_path, 4, 4.0, pace=0.5, together=2, screens=2, ahead=0)
    assert found.missed == 0 and len(found.late) == 2 * len(found.host) > 20
    assert percentile(found.late, 0) > 0 and found.messages > 0 and found.states > 0


@pytest.mark.slow
def test_the_boards_work_does_not_grow_with_evenings_past():
    sizes = (4, 1), (32, 1), (4, 24)
    points = [growth.point(*size, growth.instructions, messages=192) for size in sizes]
    assert growth.grows(points) == ""
    worse = growth.Point(4, 24, 2 * points[0].message, *(1.0,) * 3)
    assert "after evenings past" in growth.grows([*points[:2], worse])


def test_the_second_count_refuses_an_evening_that_was_not_played_so(monkeypatch):
    seats = tuple(tuple(f"{table}{seat}" for seat in range(4)) for table in "abc")

    def journal(table, carried):
        return [(tuple(f"{table}{seat}" for seat in range(4)), [40, 30, 20, 10], carried, 1)]

    monkeypatch.setattr(count, "games", lambda path: journal(path, [0] * 4))
    totals, seatings, rounds = count.evening("abc", seats, 1)
    assert totals["a0"] == 40 and seatings == [seats] and rounds[0]["c3"] == 10
    monkeypatch.setattr(count, "games", lambda path: journal(path, [5, 0, 0, 0]))
    with pytest.raises(AssertionError, match="other points than were made"):
        count.evening("abc", seats, 1)


def test_the_second_count_of_a_championship_ranks_by_places_and_then_the_final(monkeypatch):
    games = {"red": [(("Ann", "Bo", "Cy"), [30, 20, 20], [0] * 3, 1), (("Bo", "Ann"), [9, 7], [0] * 2, 2)]}
    monkeypatch.setattr(count, "games", lambda path: games[path])
    rounds = [{"red": ("Ann", "Bo", "Cy")}, {"red": ("Bo", "Ann")}]
    ranked, final = count.cup({"red": "red"}, rounds)
    assert ranked == {"Ann": (2, 120, 30, (30, 7)), "Bo": (1, 30, 20, (20, 9)), "Cy": (2, 30, 20, (20, None))}
    assert final == {"Bo": 9, "Ann": 7}


def test_the_second_count_lets_who_is_behind_two_that_are_level_in_the_final_be_third(monkeypatch):
    games = {
        "red": [(("Ann", "Bo", "Cy"), [3, 2, 1], [0] * 3, 1), (("Ann", "Bo", "Cy"), [5, 7, 7], [0] * 3, 2)]
    }
    monkeypatch.setattr(count, "games", lambda path: games[path])
    ranked, _ = count.cup({"red": "red"}, [{"red": ("Ann", "Bo", "Cy")}] * 2)
    assert {name: rank for name, (rank, *_) in ranked.items()} == {"Bo": 1, "Cy": 1, "Ann": 3}
