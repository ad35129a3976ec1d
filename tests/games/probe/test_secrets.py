"""A word is its owner's until it is uncovered: no other seat, sentence or sheet may tell it."""

import json
import random
from dataclasses import fields, replace

import pytest

from games.errors import GameError
from games.history import Game
from games.probe import (
    Ask,
    Interrupt,
    Open,
    Phase,
    Word,
    apply,
    awaited,
    describe,
    expects,
    result,
    score_sheet,
    shown,
    view,
)
from games.record import event_from_dict, event_to_dict

SETUPS = [
    (2, {}),
    (3, {}),
    (4, {}),
    (3, {"placing": "anywhere", "own_dot": "first", "empty_neighbour": "next"}),
]


def disguised(state, seat, chance):
    """Put other signs under the closed flaps of a seat."""
    trays = []
    for tray in state.seats[seat].trays:
        signs = [
            tray.sign(space) if space in tray.opened or not tray.typed else chance.choice("BCDEFGHIJK.")
            for space in tray.spaces
        ]
        trays.append(replace(tray, signs=tuple(signs)))
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], trays=tuple(trays))
    return replace(state, seats=tuple(seats))


def public(state, seat):
    """Give everything that leaves the engine for one seat, and for everybody."""
    return json.dumps(view(state, seat)), (
        json.dumps(view(state, None)),
        json.dumps(result(state)),
        score_sheet(state),
        awaited(state),
        repr(expects(state)),
        repr(state),
        str(state),
    )


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("seats, rules", SETUPS)
def test_what_lies_under_a_closed_flap_changes_nothing_that_others_see(bench, seats, rules, seed):
    """Whatever stood there, every other seat, spectators, result, sheet and sentences would be the same."""
    chance = random.Random(seed)
    for _, game, _ in bench.whole_game(bench.header(seats, **rules), seed, most=60, typed=True):
        owner = chance.randrange(seats)
        other = disguised(game.state, owner, chance)
        for seat in range(seats):
            mine, everybody = public(game.state, seat)
            others, unchanged = public(other, seat)
            assert everybody == unchanged
            assert seat == owner or mine == others


def test_the_disguise_is_seen_by_the_owner(bench):
    """Were it not, the test above could not fail."""
    state = bench.standing("FJORD", "..WHISKY.")
    other = disguised(state, 1, random.Random(1))
    assert view(state, 1) != view(other, 1)
    assert [space["sign"] for space in view(state, 1)["seats"][1]["trays"][0]["spaces"]] == list("..WHISKY.")


def test_the_owner_alone_sees_what_may_be_opened(bench):
    state = bench.play(bench.standing("FJORD", "BANANE"), "ask 1 a")
    spaces = [{"tray": None, "space": space} for space in (2, 4, 6)]
    assert view(state, 1)["answer"] == {"open": spaces[:2], "may_deny": False}
    for seat in (0, 2, None):
        assert view(state, seat)["answer"] is None
    state = bench.play(bench.standing("FJORD", "BANANE"), "ask 1 S")
    assert view(state, 1)["answer"] == {"open": [], "may_deny": True}
    state = bench.standing("FJORD", "QUIZ", card="left")
    # A neighbour's card cannot be denied.
    spaces = [{"tray": None, "space": space} for space in range(1, 5)]
    assert view(state, 1)["answer"] == {"open": spaces, "may_deny": False}


def test_the_list_of_events_tells_no_word_and_nothing_that_was_asked_or_called(bench):
    header, seen = bench.header(3), set()
    for step, _, _ in bench.whole_game(header, 5, typed=True):
        values = event_to_dict(step, header)
        for seat in (0, 1, 2, None):
            told = shown(step, header, seat)
            text = told.pop("text")
            if isinstance(step, Word):
                assert told["word"] == (step.word if step.player == seat else None)
                assert step.word.strip(".") not in text
            elif isinstance(step, Ask):
                assert told["sign"] is None and f"letter {step.sign}" not in text and "dot" not in text
            elif isinstance(step, Interrupt):
                assert told["word"] is None
            else:
                assert told == values
            assert text == describe(step, header)
        seen.add(type(step))
    assert {Word, Ask, Interrupt, Open} <= seen


def test_an_event_tells_everybody_else_the_same_whatever_the_word_is(bench):
    header = bench.header(3)
    for step in ("word 1 FJORD", "call 0 1 FJORD"):
        one = event_from_dict(bench.event(step), header)
        two = event_from_dict(bench.event(step.replace("FJORD", "..XYLOPHONE")), header)
        assert repr(one) == repr(two) and one != two
        for seat in (0, 2, None):
            assert shown(one, header, seat) == shown(two, header, seat)


def test_every_field_that_holds_a_secret_stays_out_of_representations(bench):
    state = bench.play(bench.standing("FJORD", "WHISKY", typed=True), "ask 1 A", "no", "call 2 1")
    state = replace(state, call=replace(state.call, word="WHISKY"))
    assert "WHISKY" not in repr(state) and "'W'" not in repr(state) and "(1, 'A')" not in repr(state)
    assert (1, "A") in state.denied
    assert not {field.name for field in fields(state) if field.repr} & {"denied"}


def refusals(state, steps):
    """Try steps and list what is said to each that is refused."""
    said = []
    for step in steps:
        try:
            apply(state, event_from_dict(step, state.header))
            said.append(None)
        except GameError as error:
            said.append(str(error))
    return said


def test_no_refusal_to_others_depends_on_a_hidden_sign(bench):
    """All that other seats may send is refused, or not, in the same words whatever lies under the flaps."""
    chance = random.Random(4)
    steps = [{"event": "ask", "of": of, "sign": sign} for of in range(3) for sign in ".AXE"]
    steps += [{"event": "draw", "card": card} for card in ("normal", "left", "dot", "x5")]
    steps += [{"event": "misspelt", "player": player} for player in range(3)]
    steps += [{"event": "interrupt", "player": player, "of": of} for player in range(3) for of in range(3)]
    steps += [{"event": "interrupt", "player": 0, "of": 1, "word": word} for word in ("QUARTZ", "ABCDE")]
    steps += [{"event": "confirm"}, {"event": "ready", "player": 1, "spaces": 7}]
    for _, game, _ in bench.whole_game(bench.header(3), 9, most=150, typed=True):
        if game.state.phase is not Phase.SETUP:
            assert refusals(game.state, steps) == refusals(disguised(game.state, 1, chance), steps)


def test_no_refusal_repeats_what_was_typed(bench):
    """Not even a wrong word: it may be the right one with a slip."""
    state = bench.begin(3)
    wrong = [
        "QUARTZ QUARTZ",
        "QUARTZ-",
        "QU.ARTZ",
        "QUARTZ7",
        "QUARTZQUARTZQ",
        "QZ",
        "......QUARTZ",
        "Q" * 99,
    ]
    steps = [{"event": "word", "player": 1, "word": word} for word in wrong]
    steps += [{"event": "word", "player": 1, "word": word, "first": 9} for word in wrong]
    steps += [{"event": "word", "player": 1, "word": word, "tray": "left"} for word in [*wrong, "QUARTZ"]]
    steps += [{"event": "word", "player": 1, "word": ["QUARTZ"]}, {"event": "word", "word": "QUARTZ"}]
    for said in refusals(state, steps):
        assert said and "Q" not in said and "q" not in said, said
    state = bench.play(bench.standing("FJORD", "QUARTZ"), "ask 1 Q")
    steps = [{"event": "open", "space": space} for space in range(2, 13)] + [{"event": "no"}]
    steps += [{"event": "open", "space": 1, "sign": sign} for sign in "QZ."]
    steps += [{"event": "interrupt", "player": 2, "word": word} for word in wrong]
    steps += [{"event": "interrupt", "player": 1, "of": 1, "word": "QUARTZ"}]
    told = refusals(state, steps)
    assert told.count(None) == 1
    for said in filter(None, told):
        assert "QU" not in said.upper() and "QZ" not in said.upper()
        # What was asked is known to all while the question stands; where it lies is not.
        assert "space 1 " not in said


def test_a_refused_correction_of_a_word_names_later_steps_without_what_they_hold(bench):
    game = Game.begin(bench.header(3))
    for step in ("word 0 FJORD", "word 1 WHISKY", "word 2 QUIZ", "draw normal", "ask 1 W", "open 1"):
        game = game.play(event_from_dict(bench.event(step), game.header))
    other = event_from_dict(bench.event("word 1 ZEPHYR"), game.header)
    with pytest.raises(GameError) as refused:
        game.correct(1, other)
    said = str(refused.value)
    assert "step 6" in said and "WHISKY" not in said and "ZEPHYR" not in said
    # A word that fits all that happened is taken.
    right = game.correct(1, event_from_dict(bench.event("word 1 WHISKIES"), game.header))
    assert right.state.seats[1].hidden == 7


def test_a_word_that_is_called_is_shown_to_the_owner_who_judges_and_to_nobody_else(bench):
    state = bench.play(bench.standing("FJORD", "WHISKY", typed=False), "call 2 1 WHISKY")
    assert state.phase is Phase.JUDGE
    assert [view(state, seat)["call"]["word"] for seat in (0, 1, 2, None)] == [None, "WHISKY", "WHISKY", None]


def test_once_a_word_is_out_everybody_sees_it(bench):
    state = bench.play(bench.standing("FJORD", "WHISKY"), "call 2 1 whisky")
    for seat in (0, 1, 2, None):
        signs = [space["sign"] for space in view(state, seat)["seats"][1]["trays"][0]["spaces"]]
        assert signs == list("WHISKY")
    assert result(state)["trays"][1]["signs"] == list("WHISKY")
    assert "WHISKY" in score_sheet(state)


def test_no_question_outlives_its_answer(bench):
    """The rules forbid lists of what was asked: neither view, result nor sheet keeps it."""
    quiet = bench.play(
        bench.standing("FJORD", "WHISKY", "QUIZ"), "ask 1 A", "no", "draw normal", "ask 2 A", "no"
    )
    other = bench.play(
        bench.standing("FJORD", "WHISKY", "QUIZ"), "ask 1 B", "no", "draw normal", "ask 0 C", "no"
    )
    for seat in (0, 1, 2, None):
        assert view(quiet, seat) == view(other, seat)
    assert result(quiet) == result(other) and score_sheet(quiet) == score_sheet(other)
    vain = bench.play(bench.standing("FJORD", "WHISKY", "QUIZ"), "ask 1 .", "no")
    other = bench.play(bench.standing("FJORD", "WHISKY", "QUIZ"), "ask 2 .", "no")
    assert view(vain, None) == view(other, None) and score_sheet(vain) == score_sheet(other)
