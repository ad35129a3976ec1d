"""A competition: what follows from its events, against a second, simple count, and by properties."""

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.competition.events import (
    Drawn,
    Ended,
    Entered,
    Gone,
    Here,
    Joined,
    Renamed,
    Told,
    Undrawn,
)
from club.competition.league import unmet
from club.competition.outcome import begun, notes, outcomes, running
from club.competition.ranking import places, ranking
from club.competition.record import event_to_dict, from_dict, to_dict
from club.competition.rounds import drawn_anew, moved, next_round
from club.competition.setting import Format, Scoring, Setting
from club.competition.sizes import shares, sizes
from club.competition.state import State, apply, replay
from club.errors import BadMessage, ClubError
from club.messages import Player, Scores

ID = "20261121T190000Z"


def setting(**changes):
    tables = tuple(f"t{number}" for number in range(1, 9))
    return Setting(ID, "Cup", Format.DRAWN, "wizard", tables, seed=5, **changes)


class Cup:
    """A competition that is played by chance, with all its events."""

    def __init__(self, players=16, **changes):
        self.setting = replace(setting(), **changes)
        self.events, self.chance = [], random.Random(self.setting.seed)
        self.state = State(self.setting)
        for number in range(players):
            group = f"g{number % 2}" if self.setting.format is Format.LEAGUE else ""
            self.do(Joined(f"P{number}", group))

    def do(self, *events):
        for event in events:
            self.state = apply(self.state, event)
            self.events.append(event)

    def draw(self):
        self.do(next_round(self.state, 1000.0))
        return self.state.round

    def play(self, *, wide=300):
        last = self.state.round
        for table in last.tables:
            points = tuple(10 * self.chance.randrange(-5, wide // 10) for _ in table.seats)
            game = f"20261121T19{last.number % 60:02}00Z-{last.number}"
            self.do(Told(last.number, table.name, game, points))

    def go(self, rounds=99):
        while rounds and not self.state.over:
            self.draw()
            self.play()
            rounds -= 1
        return self


def naive_ranking(cup):
    """Rank from the events alone, by other means: fractions, one player at a time, compared pair by pair."""
    names = [event.name for event in cup.events if isinstance(event, Joined)]
    seats, byes, points = {}, Counter(), {}
    for event in cup.events:
        if isinstance(event, Drawn):
            seats |= {(event.number, table): players for table, players in event.seats}
            byes.update(event.byes)
        elif isinstance(event, Told):
            points[event.number, event.table] = event.points
    worth = {}
    for number in range(len(names)):
        games = [
            (scored[seats[key].index(number)], sorted(scored))
            for key, scored in points.items()
            if scored is not None and number in seats[key]
        ]
        place = [
            Fraction(
                120 * (sum(each < mine for each in all_) * 2 + all_.count(mine) - 1), 2 * (len(all_) - 1)
            )
            for mine, all_ in games
        ]
        mine = [each for each, _ in games]
        bye = byes[number]
        placed = sum(place) + bye * (sum(place) // len(place) if place else 60)
        total = sum(mine) + bye * (sum(mine) // len(mine) if mine else 0)
        score = placed if cup.setting.scoring is Scoring.PLACES else total
        other = total if cup.setting.scoring is Scoring.PLACES else placed
        won = sum(each == all_[-1] for each, all_ in games)
        worth[number] = (score, other, won, max(mine, default=0))
    return {number: 1 + sum(other > worth[number] for other in worth.values()) for number in worth}


@pytest.mark.slow
@given(
    players=st.integers(3, 22),
    format=st.sampled_from([Format.DRAWN, Format.SWISS, Format.LEAGUE, Format.FREE]),
    scoring=st.sampled_from(Scoring),
    tables=st.integers(2, 8),
    seed=st.integers(0, 10_000),
)
@settings(max_examples=8, deadline=None)
def test_any_competition_goes_by_its_rules(players, format, scoring, tables, seed):
    if format is Format.LEAGUE and players < 6:
        players += 6
    names = tuple(f"t{number}" for number in range(tables))
    cup = Cup(players, format=format, scoring=scoring, tables=names, seed=seed).go(3)
    for each in cup.state.rounds:
        seated = [number for table in each.tables for number in table.seats]
        assert len(set(seated)) == len(seated) and not set(seated) & set(each.byes)
        assert sorted([*seated, *each.byes]) == list(range(players))
        assert all(3 <= len(table.seats) <= 5 for table in each.tables)
        assert len({table.name for table in each.tables}) == len(each.tables) <= tables
        if format is Format.LEAGUE:
            assert all(len({number % 2 for number in table.seats}) == 1 for table in each.tables)
    if format is not Format.LEAGUE:
        byes = Counter(number for each in cup.state.rounds for number in each.byes)
        counts = [byes[number] for number in range(players)]
        assert max(counts) - min(counts) <= 1
    ranks = {line.player: line.rank for line in ranking(cup.state)}
    assert ranks == naive_ranking(cup)
    assert replay(cup.setting, cup.events) == cup.state
    written = json.loads(json.dumps(to_dict(cup.setting, cup.events)))
    assert from_dict(written) == (cup.setting, tuple(cup.events), cup.state)


def test_places_are_worth_the_same_at_tables_of_every_size():
    assert places((30, 10, 20)) == (120, 0, 60)
    assert places((1, 1, 1, 1)) == (60, 60, 60, 60)
    assert places((5, 5, 0, -5, -10)) == (105, 105, 60, 30, 0)
    for count in range(2, 7):
        assert sum(places(tuple(range(count)))) == 60 * count


def test_of_sixteen_the_best_eight_play_on_and_the_last_table_names_the_winner():
    cup = Cup(16, rounds=2, finalists=8).go(2)
    best = [line.player for line in ranking(cup.state)][:8]
    semi = cup.draw()
    # There and back over the tables: 1 4 5 8 and 2 3 6 7.
    one, two = (table.seats for table in semi.tables)
    assert one == tuple(best[at] for at in (0, 3, 4, 7)) and two == tuple(best[at] for at in (1, 2, 5, 6))
    cup.play()
    points = {
        number: mine
        for table in cup.state.round.tables
        for number, mine in zip(table.seats, table.result.points, strict=True)
    }
    final = cup.draw()
    (table,) = final.tables
    for seats in (one, two):
        on = [number for number in seats if number in table.seats]
        assert len(on) == 2
        assert min(points[number] for number in on) >= max(points[n] for n in seats if n not in on)
    assert not cup.state.over
    cup.play()
    assert cup.state.over
    lines = ranking(cup.state)
    scored = dict(zip(table.seats, cup.state.round.tables[0].result.points, strict=True))
    assert [line.player for line in lines][:4] == sorted(
        table.seats, key=lambda number: (-scored[number], best.index(number))
    )
    assert {line.player for line in lines[4:8]} == {*one, *two} - set(table.seats)
    assert [line.stage for line in lines] == [2] * 4 + [1] * 4 + [0] * 8
    assert [line.rank for line in lines[:8]] == list(range(1, 9))
    with pytest.raises(ClubError, match="over"):
        next_round(cup.state)


def test_who_leaves_before_the_knock_out_makes_room_for_the_next():
    cup = Cup(16, rounds=1, finalists=8).go(1)
    best = [line.player for line in ranking(cup.state)]
    cup.do(Gone(best[2]))
    semi = cup.draw()
    seated = {number for table in semi.tables for number in table.seats}
    assert seated == set(best[:9]) - {best[2]}
    cup.play()
    (first, _) = semi.tables
    gone = cup.state.round.tables[0].seats[
        max(range(4), key=lambda at: cup.state.round.tables[0].result.points[at])
    ]
    cup.do(Gone(gone))
    final = {number for table in cup.draw().tables for number in table.seats}
    assert gone not in final and len(final & set(first.seats)) == 2


def test_whoever_comes_back_or_late_takes_nobody_s_place_in_a_knock_out_that_is_seated():
    cup = Cup(12, rounds=1, finalists=8, wish=4).go(1)
    best = [line.player for line in ranking(cup.state)]
    cup.do(Gone(best[0]))
    semi = cup.draw()
    assert semi.basis == tuple(best[1:9])
    cup.do(Here(best[0]), Joined("Late"), Gone(best[1]))
    assert not moved(cup.state)
    cup.play()
    cup.do(Here(best[1]))
    (one, *_) = cup.state.round.tables
    # Whoever goes on is asked at the moment of the draw, too.
    first = max(one.seats, key=lambda number: one.result.points[one.seats.index(number)])
    cup.do(Gone(first))
    final = cup.draw()
    cup.do(Here(first))
    assert first not in final.basis and not moved(cup.state)
    # A correction that changes who goes on still does.
    points = [0] * len(one.seats)
    on = [number for number in one.seats if number in final.basis]
    points[one.seats.index(next(n for n in one.seats if n not in on and n != first))] = 900
    cup.do(Told(2, one.name, one.result.game, tuple(points)))
    assert moved(cup.state)


def test_with_too_few_for_the_whole_knock_out_a_shorter_one_is_played():
    cup = Cup(7, rounds=1, finalists=8).go(1)
    assert len(cup.draw().tables) == 1
    cup.play()
    assert cup.state.over


def test_a_swiss_round_seats_the_best_together():
    cup = Cup(16, format=Format.SWISS).go(1)
    order = [line.player for line in ranking(cup.state)]
    second = cup.draw()
    assert second.basis == tuple(order)
    mean = [sum(order.index(number) for number in table.seats) for table in second.tables]
    assert mean == sorted(mean)


def test_late_arrivals_play_from_the_next_round_and_whoever_is_away_does_not():
    cup = Cup(8).go(1)
    cup.do(Joined("Late"), Gone(3))
    second = cup.draw()
    seated = {number for table in second.tables for number in table.seats}
    assert seated == set(range(9)) - {3} and second.byes == ()
    cup.play()
    cup.do(Here(3))
    assert 3 in {number for table in cup.draw().tables for number in table.seats}
    late = next(line for line in ranking(cup.state) if line.player == 8)
    assert late.points[0] is None and late.byes == 0


def test_with_check_in_only_those_are_seated_who_have_come():
    cup = Cup(8, check_in=True)
    with pytest.raises(ClubError, match="0 players are here"):
        next_round(cup.state)
    cup.do(Here(1))
    with pytest.raises(ClubError, match="1 player is here"):
        next_round(cup.state)
    cup.do(*(Here(number) for number in (4, 6)))
    assert {number for table in cup.draw().tables for number in table.seats} == {1, 4, 6}


@pytest.mark.parametrize("format", [Format.SWISS, Format.DRAWN])
def test_a_correction_moves_exactly_what_depends_on_it(format):
    cup = Cup(12, format=format).go(1)
    before = cup.draw()
    first = cup.state.rounds[0]
    table = first.tables[0]
    best = cup.state.rounds[0].tables[0].seats[0]
    other = tuple(each.result.points for each in first.tables[1:])
    points = (900, *table.result.points[1:])
    cup.do(Told(1, table.name, table.result.game, points))
    # The points of one table; its players' lines; and the seats, where these stand on a ranking.
    assert tuple(each.result.points for each in cup.state.rounds[0].tables[1:]) == other
    assert next(line for line in ranking(cup.state) if line.player == best).points == (900, None)
    assert cup.state.round == before
    assert moved(cup.state) is (format is Format.SWISS)
    if format is Format.SWISS:
        cup.do(drawn_anew(cup.state))
        assert not moved(cup.state) and best in cup.state.round.tables[0].seats
        assert len(cup.state.rounds) == 2
        cup.play()
        with pytest.raises(ClubError, match="has begun"):
            drawn_anew(cup.state)


def test_a_free_evening_ends_before_its_file_could_not_be_read_again():
    cup = Cup(3, format=Format.FREE, tables=("t1",)).go(120)
    with pytest.raises(ClubError, match="120 rounds at most: end it and begin another"):
        cup.draw()
    assert from_dict(json.loads(json.dumps(to_dict(cup.setting, cup.events))))[2] == cup.state


@pytest.mark.parametrize("format", [Format.DRAWN, Format.SWISS, Format.FREE, Format.LEAGUE])
def test_a_round_that_the_organiser_draws_anew_is_another_one(format):
    cup = Cup(16, format=format)
    first = cup.draw()
    # The same lots, where it only follows what has changed.
    assert drawn_anew(cup.state).seats == tuple((table.name, table.seats) for table in first.tables)
    seen = {frozenset(frozenset(table.seats) for table in first.tables)}
    for _ in range(4):
        cup.do(drawn_anew(cup.state, otherwise=True))
        seen.add(frozenset(frozenset(table.seats) for table in cup.state.round.tables))
    assert len(seen) == 5
    assert replay(cup.setting, cup.events) == cup.state


def test_a_correction_that_changes_no_rank_moves_nobody():
    cup = Cup(12, format=Format.SWISS).go(1)
    cup.draw()
    table = cup.state.rounds[0].tables[0]
    first = max(range(4), key=lambda at: table.result.points[at])
    lines = ranking(replace(cup.state, rounds=cup.state.rounds[:1]))
    if lines[0].player != table.seats[first]:
        first = None
    points = [each + (at == first) for at, each in enumerate(table.result.points)]
    cup.do(Told(1, table.name, table.result.game, tuple(points)))
    assert not moved(cup.state)


def test_what_the_organiser_seats_stays_and_keeps_the_results_of_tables_that_did_not_change():
    cup = Cup(8, format=Format.SWISS).go(1)
    last = cup.draw()
    one, two = last.tables
    cup.do(Entered(2, one.name, (1, 2, 3, 4)))
    swapped = (two.seats[1], two.seats[0], *two.seats[2:])
    cup.do(Drawn(2, ((one.name, one.seats), ("t5", swapped)), by_hand=True))
    assert cup.state.round.at(one.name).result.points == (1, 2, 3, 4)
    assert cup.state.round.at("t5").seats == swapped and not moved(cup.state)
    cup.do(Undrawn())
    assert len(cup.state.rounds) == 1


def test_points_by_hand_count_until_the_table_tells_and_after_it_only_against_it():
    cup = Cup(4)
    table = cup.draw().tables[0].name

    def counted():
        return cup.state.round.at(table).result

    cup.do(Entered(1, table, (1, 2, 3, 4)))
    assert counted().points == (1, 2, 3, 4) and counted().by_hand
    cup.do(Told(1, table, f"{ID}-1", (9, 8, 7, 6)))
    assert counted().points == (9, 8, 7, 6) and not counted().by_hand
    cup.do(Entered(1, table, (0, 0, 0, 5)), Told(1, table, f"{ID}-1", (9, 8, 7, 60)))
    assert counted().points == (0, 0, 0, 5) and counted().overrules
    cup.do(Entered(1, table, None))
    assert counted().points == (9, 8, 7, 60)
    cup.do(Told(1, table, f"{ID}-1", None))
    assert counted().points is None


def game(cup, table, id, points, state="over", names=None, **more):
    names = names or cup.state.names(cup.state.round.at(table).seats)
    players = tuple(Player(name, mine, mine, 1) for name, mine in zip(names, points, strict=True))
    return Scores(table, id, "wizard", state, "2026-11-21T19:00:00Z", 3, 15, players, **more)


def test_a_game_that_was_forgotten_by_the_time_a_competition_was_begun_does_not_count():
    known = [f"20261120T{number // 60:02d}{number % 60:02d}00Z-{number}" for number in range(10, 210)]
    cup = Cup(8, before=frozenset(f"t1/{id}" for id in known))
    cup.draw()
    forgotten = game(cup, "t1", "20261120T000900Z-9", (9, 9, 9, 9))
    # The newest of all, by a clock that stands in another year.
    tonight = game(cup, "t1", "20200101T000000Z-210", (1, 2, 3, 4))
    told = {"t1": {each.id: each for each in (forgotten, tonight)}}
    assert [event.game for event in outcomes(cup.state, told)] == [tonight.id]


def test_a_game_counts_once_and_only_where_its_players_sit():
    cup = Cup(8, before=frozenset({"t1/20261121T180000Z-1"}))
    one, two = cup.draw().tables
    names = cup.state.names(one.seats)
    old = game(cup, "t1", "20261121T180000Z-1", (9, 9, 9, 9))
    strangers = game(cup, "t2", f"{ID}-1", (1, 2, 3, 4), names=names)
    first = game(cup, "t1", f"{ID}-2", (1, 2, 3, 4), names=[name.lower() for name in names[::-1]])
    again = game(cup, "t1", f"{ID}-3", (5, 5, 5, 5))
    told = {"t1": {each.id: each for each in (again, old, first)}, "t2": {strangers.id: strangers}}
    assert outcomes(cup.state, told, {"t2"}) == []
    events = outcomes(cup.state, told)
    assert events == [Told(1, "t1", f"{ID}-2", (4, 3, 2, 1))]
    cup.do(*events)
    assert outcomes(cup.state, told) == []
    # Nothing that was heard before takes back what counts; the table alone does.
    assert outcomes(cup.state, {}) == []
    right = game(cup, "t1", f"{ID}-2", (4, 3, 2, 100), stopped=True)
    (event,) = outcomes(cup.state, {"t1": {right.id: right}})
    assert event == Told(1, "t1", f"{ID}-2", (4, 3, 2, 100), True)
    cup.do(event)
    assert notes(cup.state, {}) == ["Table t1 stopped its game early: its points count as they stood."]
    taken_up = replace(right, state="playing", stopped=False)
    assert outcomes(cup.state, {"t1": {right.id: taken_up}}) == [Told(1, "t1", f"{ID}-2", None)]


def test_points_by_hand_do_not_take_the_game_that_the_same_players_play_next():
    cup = Cup(4, rounds=3, tables=("t1",))
    drawn = [datetime(2026, 11, 21, hour, tzinfo=UTC) for hour in (19, 20, 21)]
    for number, when in enumerate(drawn[:2], 1):
        cup.do(next_round(cup.state, when.timestamp()), Entered(number, "t1", (40, 30, 20, 10)))
    cup.do(next_round(cup.state, drawn[2].timestamp()), Entered(3, "t1", None))
    third = game(cup, "t1", "20261121T210000Z-3", (1, 2, 3, 4))
    (event,) = outcomes(cup.state, {"t1": {third.id: third}})
    assert (event.number, event.game) == (3, third.id)
    cup.do(event)
    # A table that is back tells of the games before: each is of the round in which it was begun.
    names = cup.state.names(cup.state.rounds[0].tables[0].seats)
    second = game(cup, "t1", "20261121T205959Z-2", (5, 6, 7, 8), names=names)
    first = game(cup, "t1", "20261121T193000Z-1", (9, 8, 7, 6), names=names)
    told = {each.id: each for each in (first, second, third)}
    assert [(each.number, each.game) for each in outcomes(cup.state, {"t1": told})] == [
        (1, first.id),
        (2, second.id),
    ]


def test_a_game_counts_under_the_names_that_its_players_bore_when_it_was_begun():
    cup = Cup(8)
    one, two = cup.draw().tables
    (first, second, *_), (fifth, *_) = one.seats, two.seats
    over = game(cup, "t1", f"{ID}-1", (1, 2, 3, 4))
    playing = game(cup, "t2", f"{ID}-2", (10, 20, 30, 40), "playing")
    told = {"t1": {over.id: over}, "t2": {playing.id: playing}}
    cup.do(*outcomes(cup.state, told))
    names = cup.state.players[first].name, cup.state.players[second].name
    cup.do(Renamed(first, "Zoe"), Renamed(second, names[0]), Renamed(fifth, "Max"))
    # A game that counts, and one that is played: both know their players by what they were called.
    assert outcomes(cup.state, told) == []
    assert notes(cup.state, {"t1": over, "t2": playing}) == []
    seen = running(cup.state, two, playing)
    assert seen.points == dict(zip(cup.state.names(two.seats), (10, 20, 30, 40), strict=True))
    assert outcomes(cup.state, {"t1": {over.id: replace(over, stopped=True)}}) == [
        Told(1, "t1", over.id, (1, 2, 3, 4), True)
    ]
    done = replace(playing, state="over")
    assert outcomes(cup.state, {"t2": {done.id: done}}) == [Told(1, "t2", done.id, (10, 20, 30, 40))]
    # Nobody else's game becomes theirs by that, nor does one of a player too few.
    others = game(cup, "t2", f"{ID}-3", (1, 2, 3, 4), names=[*cup.state.names(two.seats[1:]), names[0]])
    assert outcomes(cup.state, {"t2": {others.id: others}}) == []
    fewer = replace(done, players=done.players[:3])
    assert outcomes(cup.state, {"t2": {done.id: fewer}}) == []
    written = json.loads(json.dumps(to_dict(cup.setting, cup.events)))
    assert from_dict(written)[2] == cup.state


def test_whoever_sits_wrong_is_said_and_whoever_sits_right_plays():
    cup = Cup(8)
    one, two = cup.draw().tables
    playing = game(cup, "t1", f"{ID}-1", (0, 0, 0, 0), "playing")
    assert running(cup.state, one, playing) == playing and begun(cup.state, {"t1": playing})
    wrong = game(cup, "t2", f"{ID}-1", (0, 0, 0, 0), "playing", cup.state.names(one.seats))
    assert not begun(cup.state, {"t2": wrong})
    (said,) = notes(cup.state, {"t2": wrong})
    assert "Table t2 plays with" in said and ", ".join(cup.state.names(two.seats)) in said
    other = replace(playing, game="probe")
    assert notes(cup.state, {"t1": other}) == ["Table t1 plays Probe: it does not count."]


@pytest.mark.parametrize(
    ("groups", "tables", "byes", "apart"),
    [
        *(((4, 4), 1, 4, 1), ((8, 8), 3, 3, 1), ((16, 4), 4, 1, 1), ((10, 3), 3, 0, 0), ((4, 3), 1, 3, 1)),
        # Of seven at one table two sit out, of five nobody.
        ((7, 5), 2, 2, 2),
    ],
)
def test_no_group_of_a_league_takes_the_tables_that_another_needs(groups, tables, byes, apart):
    names = tuple(f"t{number}" for number in range(tables))
    cup = Cup(0, format=Format.LEAGUE, rounds=4, tables=names)
    for at, count in enumerate(groups):
        cup.do(*(Joined(f"P{at}-{number}", f"g{at}") for number in range(count)))
    cup.go()
    # As few as can be sit out, and not the same again and again.
    assert len(cup.state.rounds[0].byes) == byes
    out = Counter(number for each in cup.state.rounds for number in each.byes)
    counts = [out[player.number] for player in cup.state.players]
    assert max(counts) - min(counts) <= apart


@given(
    groups=st.lists(st.integers(1, 12), min_size=1, max_size=3),
    tables=st.integers(1, 6),
    wish=st.integers(3, 5),
)
def test_tables_are_shared_out_among_groups_as_a_trial_of_all_ways_does(groups, tables, wish):
    allowed = range(3, 6)
    found = shares([[0] * count for count in groups], tables, allowed, wish)
    assert sum(map(len, found)) <= tables

    def worth(ways):
        byes = sum(count - sum(way) for count, way in zip(groups, ways, strict=True))
        return byes, sum((size - wish) ** 2 for way in ways for size in way)

    every = product(*([sizes(count, most, allowed, wish) for most in range(tables + 1)] for count in groups))
    assert worth(found) == min(worth(ways) for ways in every if sum(map(len, ways)) <= tables)
    if len(groups) == 1:
        assert found == [sizes(groups[0], tables, allowed, wish)]


def test_a_league_counts_who_has_not_met_yet_and_the_weeks_that_it_needs():
    cup = Cup(18, format=Format.LEAGUE, wish=3, most=3, rounds=4)
    left = [[(each.group, len(each.pairs), each.rounds) for each in unmet(cup.state)]]
    while not cup.state.over:
        cup.go(1)
        left.append([(each.group, len(each.pairs), each.rounds) for each in unmet(cup.state)])
    # Nine at tables of three meet each other in four rounds, and in no fewer.
    assert left[0] == [("g0", 36, 4), ("g1", 36, 4)] and left[-1] == [("g0", 0, 0), ("g1", 0, 0)]
    assert [each[0][2] for each in left] == [4, 3, 2, 1, 0]


def test_the_weeks_of_a_league_are_never_more_than_it_takes():
    cup = Cup(0, format=Format.LEAGUE, wish=3, rounds=8)
    for number in range(7):
        cup.do(Joined(f"P{number}", "A"))
    needed, played = unmet(cup.state)[0].rounds, 0
    while unmet(cup.state)[0].pairs:
        cup.go(1)
        played += 1
    assert needed == 3 <= played <= 8


def test_only_a_league_has_pairs_to_come():
    assert unmet(Cup(8).state) == ()


REFUSED = [
    (Joined("p0"), "Two players are called"),
    (Joined("\u202e"), "characters that cannot be seen|1 to 100"),
    (Renamed(0, "P1"), "Two players are called"),
    (Here(77), "no player number 78"),
    (Drawn(3, (("t1", (0, 1, 2)),)), "not the next one"),
    (Drawn(2, (("t1", (0, 1, 2)),)), "not over yet"),
    (Drawn(1, (("t9", (0, 1, 2)),)), "tables of the competition"),
    (Drawn(1, (("t1", (0, 1)),)), "2 cannot play Wizard"),
    (Drawn(1, (("t1", (0, 1, 2)), ("t2", (2, 3, 4)))), "cannot sit twice"),
    (Drawn(1, (("t1", (0, 1, 2)),), byes=(1,)), "cannot sit twice"),
    (Told(2, "t1", f"{ID}-1", (1, 2, 3, 4)), "no round 2"),
    (Told(1, "t7", f"{ID}-1", (1, 2, 3, 4)), "no table"),
    (Entered(1, "t1", (1, 2, 3)), "4 players: enter"),
    (Entered(1, "t1", (1, 2, 3, 10**8)), "4 players: enter"),
]


@pytest.mark.parametrize(("event", "why"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_cannot_be_is_refused_in_a_sentence(event, why):
    cup = Cup(8)
    cup.draw()
    with pytest.raises(ClubError, match=why):
        cup.do(event)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"finalists": 6}, "6 players cannot play a knock-out"),
        ({"finalists": 64}, "64 players cannot play a knock-out"),
        ({"tables": ("t1", "t1")}, "same name"),
        ({"tables": ("a/b",)}, "letters, digits"),
        ({"wish": 6}, "3 to 6 players at a table"),
        ({"game": "magicians"}, "3 to 3 players at a table"),
        ({"rounds": 0}, "1 to 60 rounds"),
        ({"game": "chess"}, "none of the games"),
        ({"title": " "}, "needs a title"),
        ({"format": Format.FREE, "finalists": 4}, "no knock-out"),
        ({"id": "today"}, "no time"),
    ],
)
def test_a_setting_that_cannot_be_played_is_refused_in_a_sentence(changes, why):
    with pytest.raises(ClubError, match=why):
        replay(replace(setting(), **changes), ())


def test_after_the_end_only_points_are_put_right():
    cup = Cup(4)
    table = cup.draw().tables[0].name
    cup.do(Ended(), Entered(1, table, (1, 2, 3, 4)))
    with pytest.raises(ClubError, match="has ended"):
        cup.do(Joined("Late"))


def test_a_damaged_record_is_refused_in_a_sentence_wherever_it_is_damaged():
    cup = Cup(4)
    cup.draw()
    cup.play()
    whole = to_dict(cup.setting, [*cup.events, Entered(1, "t1", None), Renamed(0, "Q"), Gone(1)])
    chance = random.Random(3)
    kept = json.dumps(whole)
    for _ in range(300):
        values = json.loads(kept)
        at = chance.choice([values["setting"], *values["events"]])
        key = chance.choice(list(at))
        at[key] = chance.choice([None, -1, "x" * 200, [], {}, 1.5, [[1]], True])
        try:
            from_dict(values)
        except BadMessage as error:
            assert str(error)
    assert event_to_dict(Ended()) == {"event": "ended"}
