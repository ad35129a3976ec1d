"""Players of Les Trois Magiciens: whole games within every rule, duels by the odds, and no fools."""

import random
from functools import cache

import pytest

from games.board import MAGIC_PLACES, PLACES
from games.magicians import SETTINGS, Confirm, Duel, Jump, Keep, Phase, Score, Take, Throw, Walk, apply, begin
from games.magicians.odds import first_wins
from games.record import header_from_dict
from games.sticks import COLORS, KIT, NOTCHES, Stick, beside
from simulation.robots.magicians.duelling import series, worth
from simulation.robots.magicians.policy import Policy

MOST = 4000


def header(dealer=0, **rules):
    names = ["Ann", "Bo", "Cy"]
    return header_from_dict(
        {"record": "familiar/1", "game": "magicians", "players": names, "dealer": dealer, "rules": rules}
    )


def fall(rng, state):
    """Throw the sticks that are to be thrown, fairly."""
    table = state.rules.table or KIT
    counts = {color: rng.choice(NOTCHES) for color in state.to_throw}
    return Throw(tuple(Stick(each, n, beside(table[COLORS.index(each)][n])) for each, n in counts.items()))


def play(seed, **rules):
    """Play a whole game; give its states and events."""
    rng = random.Random(seed)
    states, events, robots = [begin(header(seed % 3, **rules))], [], Policy(rng)
    while not states[-1].over:
        state = states[-1]
        events.append(fall(rng, state) if state.to_throw else robots.choose(state))
        states.append(apply(state, events[-1]))
        assert len(events) < MOST
    return states, events


@cache
def known(board):
    """Play one whole game for several tests."""
    return play(3, board=board)


def lying(*counts):
    return tuple(Stick(color, count) for color, count in zip(COLORS, counts, strict=True))


@pytest.mark.parametrize("board", ["none", "house"])
def test_robots_play_a_whole_game_to_its_end(board):
    states, events = known(board)
    assert len(states[-1].seats[states[-1].winner].cards) == 7
    assert {"Jump", "Walk", "Take", "Keep", "Cast"} <= {type(event).__name__ for event in events}


@pytest.mark.parametrize("seed", range(4))
def test_robots_play_by_whatever_the_table_agreed_on(seed):
    rng = random.Random(f"agreed {seed}")
    rules = {key: rng.choice(values) for key, values in SETTINGS.items()}
    rules["colors"] = list(rules["colors"])
    assert play(seed, **rules)[0][-1].over


def test_the_same_seed_plays_the_same_game():
    assert play(3, board="house")[1] == known("house")[1]


def test_without_a_board_robots_walk_the_stand_in_all_the_same():
    jumps = [[e for e in known(board)[1] if isinstance(e, Jump | Take)] for board in ("none", "house")]
    assert jumps[0] == jumps[1]
    walks = [event.to for event in known("none")[1] if isinstance(event, Walk)]
    assert set(walks) <= {*PLACES, "symbol", "slab"}


def test_robots_get_cards_far_faster_than_chance_would():
    # Six games of choices made by chance on this board took 608 to 1421 turns.
    assert len(known("house")[0][-1].log) < 300


def test_a_card_within_reach_is_fetched():
    state = begin(header(board="house", opening="dealer"))
    for event in (Throw(lying(1, 2, 1)), Confirm()):
        state = apply(state, event)
    robots = Policy(random.Random(1))
    while state.phase is Phase.MOVING and state.active == 0:
        state = apply(state, robots.choose(state))
    assert state.phase is Phase.MEETING
    assert state.meeting in MAGIC_PLACES
    assert isinstance(robots.choose(state), Take)


def duel(throws, limit_from=None, aside=()):
    return Duel("mill", 0, 1, 0, announced=limit_from, aside=aside, throws=throws)


def test_the_best_series_is_stopped_with_and_the_worst_thrown_again():
    assert series(duel(1), lying(2, 2, 2)) is None
    assert series(duel(1), lying(0, 0, 0)) == ()
    assert series(duel(1), lying(2, 0, 0)) == ("red",)
    assert series(duel(3), lying(0, 0, 0)) is None


def test_who_throws_second_stops_as_soon_as_he_has_won():
    assert series(duel(1, Score(3, 3)), lying(2, 1, 0)) is None
    assert series(duel(2, Score(3, 3)), lying(2, 1, 0)) is None
    assert series(duel(2, Score(6, 3)), lying(2, 1, 2)) == ("red", "white")


def test_what_lies_aside_already_stays_aside():
    chosen = series(duel(2, None, (Stick("white", 2),)), lying(0, 0, 0)[:2])
    assert chosen == ("white",)


def test_robots_win_as_often_as_the_odds_say_when_they_begin():
    rng, won, games = random.Random(7), 0, 4000
    for _ in range(games):
        won += fight(rng)
    assert won / games == pytest.approx(float(first_wins()), abs=0.025)


def fight(rng):
    """Fight a duel by the robots' choices alone; tell whether its beginner won."""
    begins = True
    while True:
        first = throw_series(rng, None)
        second = throw_series(rng, first)
        chance = worth(second, first)
        if chance in (0.0, 1.0):
            return (chance == 0.0) == begins
        begins = not begins


def throw_series(rng, announced):
    aside, throws = (), 0
    while True:
        free = [color for color in COLORS if color not in {stick.color for stick in aside}]
        reading = tuple(Stick(color, rng.choice(NOTCHES)) for color in free)
        throws += 1
        now = duel(throws, announced, aside)
        kept = series(now, reading)
        if kept is None:
            return now.score(reading)
        aside = tuple(stick for stick in (*aside, *reading) if stick.color in kept)


def test_a_throw_that_lies_there_is_confirmed_and_a_duel_goes_on_by_keeping():
    states, events = known("none")
    kept = [event for event in events if isinstance(event, Keep)]
    assert all(len(event.sticks) < 3 for event in kept)
    for state, event in zip(states, events, strict=False):
        if state.phase in (Phase.THROW_READ, Phase.OPENING_READ, Phase.SPELL_READ):
            assert event == Confirm()
