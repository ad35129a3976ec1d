"""Games that nobody ends: what they hold in memory grows by a little with each step, and they do end.

`FAMILIAR_TURNS=10000 python -m pytest tests/games/test_endless.py -s` prints the figures for so many turns.
"""

import copy
import os
import pickle
import tracemalloc
from dataclasses import replace
from itertools import chain, cycle, islice

import pytest

import games.history
from games.book import GAMES
from games.chain import Chain
from games.errors import NotAllowed
from games.header import Header
from games.history import MOST_STEPS, Game
from games.magicians.duel import Duel
from games.record import event_from_dict, format_line, header_to_dict
from games.replay import replay

TURNS = int(os.environ.get("FAMILIAR_TURNS", 1000))
MOST = 40
STEP_MAX = 1400
"""Bytes that an event and the state after it may keep; measured: 630 to 1230."""
WORDS = [{"event": "word", "player": seat, "word": "FJORD"} for seat in range(3)]
DRAW, ASK, NO = {"event": "draw", "card": "normal"}, {"event": "ask", "sign": "K"}, {"event": "no"}
MORE, DOT = {"event": "draw", "card": "additional"}, {"event": "ask", "of": 1, "sign": "."}
NAMED = {"event": "interrupt", "player": 1, "of": 0, "word": "PHARE"}
AGAIN = {"event": "again", "reason": "overlap"}
OK = {"event": "confirm"}


def lying(*notches):
    sides = [("force", "magic"), ("magic", "destiny"), ("destiny", "force")]
    return {
        "event": "throw",
        "sticks": [
            {"color": color, "notches": count, "sides": list(sides[count])}
            for color, count in zip(("red", "black", "white"), notches, strict=True)
        ],
    }


ZERO = lying(0, 0, 0)


def dealt(state):
    return state


def words(state):
    for step in WORDS:
        state = apply_all(state, [step])
    return state


def drawn(state):
    return apply_all(words(state), [DRAW])


def fighting(state):
    """Set two Magicians before a duel."""
    seats = [replace(player, magician="mill") for player in state.seats[:2]]
    moved = {"magician_done": True, "apprentice_done": True, "duel": Duel("mill", 0, 1, 0)}
    return replace(state, seats=(*seats, state.seats[2]), phase=state.phase.DUEL, **moved)


def apply_all(state, steps):
    for step in steps:
        state = GAMES[state.header.game].apply(state, event_from_dict(step, state.header))
    return state


VAIN = [step for seat in range(3) for step in (DRAW, ASK | {"of": (seat + 1) % 3}, NO)]
DOTS = [step for seat in range(3) for step in (DRAW, DOT | {"of": (seat + 1) % 3}, NO)]
LOOPS = {
    "Probe, letters asked in vain": ("probe", words, VAIN, 3),
    "Probe, dots asked in vain": ("probe", words, DOTS, 3),
    "Probe, a turn without an end": ("probe", words, [MORE, DOT, NO], 3),
    "Probe, words named wrongly": ("probe", drawn, [NAMED], 1),
    "Les Trois Magiciens, nobody moves": ("magicians", dealt, [ZERO, OK], 2),
    "Les Trois Magiciens, a duel tied": ("magicians", fighting, [ZERO, OK, ZERO, OK, OK], 5),
    "Les Trois Magiciens, throws void": ("magicians", dealt, [ZERO, AGAIN], 2),
}
"""By name: the game, how it stands, the steps that lead nowhere, and how many of them are a turn."""
RULES = {"probe": {}, "magicians": {"opening": "dealer"}}


def kept(loop, turns):
    """Count the bytes that a game keeps after so many turns, events and states, and its steps."""
    game, begin, again, each = LOOPS[loop]
    head = Header(game, ("Ann", "Bo", "Cy"), 0, GAMES[game].parse_rules(RULES[game]))
    states, events = [begin(GAMES[game].begin(head))], []
    tracemalloc.start()
    try:
        for step in islice(cycle(again), turns * each):
            events.append(event_from_dict(step, head))
            states.append(GAMES[game].apply(states[-1], events[-1]))
        return tracemalloc.get_traced_memory()[0], len(events)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("loop", LOOPS)
def test_what_a_game_keeps_grows_by_a_little_with_every_step(loop):
    (half, _), (whole, steps) = kept(loop, TURNS // 2), kept(loop, TURNS)
    print(f"{loop}: {steps} steps, {whole / 2**20:.1f} MiB, {whole / steps:.0f} bytes a step")
    assert whole / steps < STEP_MAX and whole < 2.5 * half


@pytest.fixture
def endless(monkeypatch):
    """A game of Probe in which everybody asks in vain, one step before it has as many as a game may have."""
    monkeypatch.setattr(games.history, "MOST_STEPS", MOST)
    head = Header("probe", ("Ann", "Bo", "Cy"), 0, GAMES["probe"].parse_rules({}))
    return Game.of(head, [event_from_dict(step, head) for step in loop(MOST - 1)])


def loop(count):
    """List the first steps of that game."""
    return [*islice(chain(WORDS, cycle(VAIN)), count)]


def test_a_game_that_nobody_ends_is_ended_and_can_still_be_taken_back(endless):
    step, more = (event_from_dict(each, endless.header) for each in loop(MOST + 1)[-2:])
    full = endless.play(step)
    with pytest.raises(NotAllowed, match=f"has {MOST} steps, and no game needs more") as refusal:
        full.play(more)
    assert refusal.value.rule == "length"
    assert full.undo(2).play(endless.events[-1]).play(step) == full
    with pytest.raises(NotAllowed) as refusal:
        Game.of(full.header, [*full.events, more])
    assert (refusal.value.rule, refusal.value.index) == ("length", MOST)


def test_a_record_without_an_end_is_refused_at_the_line_that_is_too_many(endless):
    lines = [format_line(line) for line in (header_to_dict(endless.header), *loop(MOST + 2))]
    assert len(replay(lines[: MOST + 1]).events) == MOST
    with pytest.raises(NotAllowed) as refusal:
        replay(lines)
    assert (refusal.value.rule, refusal.value.line) == ("length", MOST + 2)


def test_no_game_of_wizard_comes_near_the_end():
    rounds = [60 // 3 - left for left in range(20)]
    assert sum(5 + 4 * cards for cards in rounds) == 940 < MOST_STEPS / 10


def test_a_chain_is_a_tuple_that_shares_what_came_before():
    four = Chain("abcd")
    left, right = four.grown("e"), four.grown("f")
    assert four == tuple("abcd") and left == ("a", "b", "c", "d", "e") and right[-1] == "f"
    assert (left[0], left[-5], left[1:3], [*reversed(right)][0]) == ("a", "a", ("b", "c"), "f")
    assert hash(left) == hash(tuple("abcde")) and left != right and Chain() == () and not Chain()
    assert left != list("abcde") and pickle.loads(pickle.dumps(left)) == left and repr(four) == repr((*four,))
    for index in (5, -6):
        with pytest.raises(IndexError):
            left[index]


def test_a_long_chain_is_let_go_and_copied_without_going_as_deep_as_it_is_long():
    long = Chain(range(200_000))
    assert copy.deepcopy(long) == long == pickle.loads(pickle.dumps(long))
    del long
