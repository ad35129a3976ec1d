"""Every open question of the rules is a setting, and each of its values matters (docs/rules/probe.md)."""

import pytest

from games.errors import GameError, NotAllowed, Unreadable
from games.probe import SETTINGS, Phase, Rules, parse_rules, rules_to_dict

TWO = ("WHISKY", "QUIZ", "FJORD", "..ZEPHYR")


def test_settings_left_out_take_their_first_value():
    assert Rules() == parse_rules({}) == parse_rules({key: values[0] for key, values in SETTINGS.items()})
    assert parse_rules(rules_to_dict(Rules(carried=(1, 2, 3)))) == Rules(carried=(1, 2, 3))


def test_an_unknown_setting_or_value_is_refused_with_the_nearest():
    with pytest.raises(Unreadable, match='Unknown rule "max_dot": did you mean max_dots'):
        parse_rules({"max_dot": 5})
    with pytest.raises(Unreadable, match="did you mean replace"):
        parse_rules({"last_bonus": "replaced"})
    with pytest.raises(Unreadable, match="true or false"):
        parse_rules({"call_completion": "yes"})
    with pytest.raises(Unreadable, match="must be an object"):
        parse_rules([])
    with pytest.raises(Unreadable, match="whole numbers"):
        parse_rules({"carried": [1, "2"]})


def test_letters_and_dots_are_counted_as_the_table_agreed(bench):
    assert bench.play(bench.begin(3, min_letters=3), "word 0 THE").seats[0].ready
    assert bench.play(bench.begin(3, max_dots=8), "word 0 ....QUIZ....").seats[0].ready
    for step, rules in (("word 0 QUIZ", {"min_letters": 5}), ("word 0 QUIZ.", {"max_dots": 0})):
        with pytest.raises(NotAllowed):
            bench.play(bench.begin(3, **rules), step)


def test_placing(bench):
    late = {"event": "word", "player": 0, "word": "QUIZ", "first": 9}
    tray = bench.play(bench.begin(3, placing="anywhere"), late).seats[0].trays[0]
    assert list(tray.spaces) == [9, 10, 11, 12] and tray.worth == 45
    with pytest.raises(NotAllowed, match="no room"):
        bench.play(bench.begin(3, placing="anywhere"), late | {"first": 10})
    with pytest.raises(NotAllowed, match="begins in space 1"):
        bench.play(bench.begin(3), late)


@pytest.mark.parametrize("typed", [True, False])
def test_own_dot(bench, typed):
    for rule, spaces in (("chosen", [1, 2, 8]), ("first", [1])):
        state = bench.standing("..FJORD.", "BANANE", card="dot", own_dot=rule, typed=typed)
        for space in (1, 2, 8):
            if space in spaces or not typed:
                assert bench.opened(bench.play(state, f"open {space}"))[0] == [space]
            else:
                with pytest.raises(NotAllowed):
                    bench.play(state, f"open {space}")


def test_empty_neighbour(bench):
    out = {1: range(1, 6)}
    state = bench.standing("FJORD", "FJORD", "QUIZ", opened=out, card="left")
    assert state.phase is Phase.ASK and state.active == 0
    state = bench.standing("FJORD", "FJORD", "QUIZ", opened=out, card="left", empty_neighbour="next")
    assert state.phase is Phase.NEIGHBOUR and state.turn == 2
    state = bench.standing(
        "FJORD", "QUIZ", "FJORD", opened={2: range(1, 6)}, card="right", empty_neighbour="next"
    )
    assert state.turn == 1
    # With two players the opponent's other tray is the next.
    state = bench.standing(*TWO, opened={2: range(1, 6)}, card="left")
    assert state.phase is Phase.ASK
    state = bench.standing(*TWO, opened={2: range(1, 6)}, card="left", empty_neighbour="next")
    assert state.neighbour == (1, "right")
    # Nobody else has anything hidden: nothing happens, and there is nobody to ask.
    state = bench.standing(
        "FJORD", "FJORD", opened={1: range(1, 6), 2: range(1, 6)}, card="left", empty_neighbour="next"
    )
    assert state.phase is Phase.DRAW and state.active == 1


def test_neighbour_completion(bench):
    for rule, points in ((False, 10), (True, 60)):
        state = bench.standing("FJORD", "PHARE", closed={1: [5]}, card="left", neighbour_completion=rule)
        assert bench.points(bench.play(state, "open 5"))[0] == points


def test_times_completion(bench):
    for rule, points in ((False, 100), (True, 300)):
        state = bench.standing("FJORD", "PHARE", closed={1: [5]}, card="x5", times_completion=rule)
        assert bench.points(bench.play(state, "ask 1 E", "open 5"))[0] == points


def test_tray_completion(bench):
    for rule, points in ((True, [60, 60]), (False, [10, 60])):
        state = bench.standing(*TWO, closed={2: [5], 3: [5]}, tray_completion=rule)
        state = bench.play(state, "ask D", "open left 5")
        first = bench.points(state)[0]
        state = bench.play(state, "ask P", "open right 5")
        assert [first, bench.points(state)[0] - first] == points
    # Where everybody has one tray this is no question.
    state = bench.standing("FJORD", "PHARE", closed={1: [5]}, tray_completion=False)
    assert bench.points(bench.play(state, "ask 1 E", "open 5"))[0] == 60


def test_call_completion(bench):
    for rule, points in ((False, 155), (True, 205)):
        state = bench.play(bench.standing("FJORD", "PHARE", call_completion=rule), "call 2 1 PHARE")
        assert bench.points(state)[2] == points


def test_call_in_own_turn(bench):
    assert bench.points(bench.play(bench.standing("FJORD", "PHARE"), "call 0 1 PHARE"))[0] == 155
    state = bench.standing("FJORD", "PHARE", call_in_own_turn=False)
    with pytest.raises(NotAllowed) as refused:
        bench.play(state, "call 0 1 PHARE")
    assert refused.value.rule == "call_turn"
    assert bench.points(bench.play(state, "call 2 1 PHARE"))[2] == 155


def test_wrong_call_ends_turn(bench):
    state = bench.play(bench.standing("FJORD", "PHARE"), "call 0 1 QUIZ")
    assert state.active == 0 and state.phase is Phase.ASK
    state = bench.standing("FJORD", "PHARE", wrong_call_ends_turn=True)
    assert bench.play(state, "call 2 1 QUIZ").active == 0
    state = bench.play(state, "call 0 1 QUIZ")
    assert state.active == 1 and bench.points(state)[0] == -50
    again = bench.standing("FJORD", "PHARE", wrong_call_ends_turn=True, card="additional")
    again = bench.play(again, "ask 1 A", "call 0 1 QUIZ")
    assert again.active == 0 and again.phase is Phase.DRAW and again.question is None


def test_after_call(bench):
    for rule, active in (("resume", 0), ("caller", 2)):
        state = bench.standing("FJORD", "PHARE", "QUIZ", after_call=rule)
        assert bench.play(state, "call 2 1 PHARE").active == active
        assert bench.play(state, "call 2 1 QUIZ").active == 0
        assert bench.play(state, "call 0 1 PHARE").phase is Phase.ASK
        # The rotations of the last word are not disturbed.
        state = bench.standing(
            "FJORD", "PHARE", "QUIZ", opened={0: range(1, 6)}, after_call=rule, typed=False
        )
        assert bench.play(state, "call 2 1 PHARE", "judge yes").active == 0


def test_misspelt(bench):
    state = bench.standing("FJORD", "PHARE", closed={1: [5]}, misspelt="open_word")
    with pytest.raises(NotAllowed) as refused:
        bench.play(state, "misspelt 1")
    assert refused.value.rule == "misspelt"
    assert bench.points(bench.play(state, "ask 1 E", "open 5", "misspelt 1"))[1] == -100
    assert bench.points(bench.play(bench.standing("FJORD", "PHARE"), "misspelt 1"))[1] == -100


def test_negative_totals(bench):
    for rule, points in ((True, -10), (False, 0)):
        state = bench.standing("FJORD", "PHARE", card="-10", negative_totals=rule)
        assert bench.points(state)[0] == points
    state = bench.standing("FJORD", "PHARE", card="+25", negative_totals=False, carried=[100, 0, 0])
    state = bench.play(state, "ask 1 .", "no")
    assert bench.points(state)[0] == 0 and state.totals[0] == 100 and state.scores[-1].points == -25


@pytest.mark.parametrize("rule, left", [("next_turn", 7), ("this_turn", 6)])
def test_last_begins(bench, rule, left):
    state = bench.standing("FJORD", "PHARE", opened={0: range(1, 6)}, closed={2: [1]}, last_begins=rule)
    state = bench.play(state, "ask 2 F", "open 1")
    assert state.last == left and state.active == 0 and state.phase is Phase.ASK
    # Between two turns none is running.
    state = bench.standing("FJORD", "PHARE", opened={0: range(1, 6)}, card=None, last_begins=rule)
    assert bench.play(state, "call 0 2 FJORD").last == 6


def test_two_player_last(bench):
    state = bench.standing(
        *TWO, opened={0: range(1, 7), 1: range(1, 5)}, closed={2: [5], 3: [5, 6]}, card=None, active=1
    )
    # Bo, who keeps the last words, has nobody to ask: his turn is the one that was running.
    assert bench.play(state, "draw normal").last == 4
    state = bench.standing(
        *TWO,
        opened={0: range(1, 7), 1: range(1, 5)},
        closed={2: [5], 3: [5, 6]},
        card=None,
        active=0,
        two_player_last="tray",
    )
    state = bench.play(state, "draw normal")
    assert state.last is None
    state = bench.play(state, "ask D", "open left 5")
    assert state.last == 5


def test_holder_additional(bench):
    for rule, active in ((True, 0), (False, 1)):
        state = bench.standing(
            "FJORD",
            "PHARE",
            opened={1: range(1, 6), 2: range(1, 6)},
            card="additional",
            holder_additional=rule,
        )
        assert state.active == active and state.phase is Phase.DRAW


def kept(bench, closed, **rules):
    """Let Ann keep the last spaces for two rotations; nobody asks right."""
    words = TWO if "last_trays" in rules else ("XYLOPHONE", "PHARE", "PHARE")
    closed = closed | {number: [] for number in range(len(words)) if number not in closed}
    state = bench.standing(*words, closed=closed, card=None, active=1, **rules)
    while state.phase is Phase.DRAW:
        state = bench.play(state, "draw normal")
        state = bench.play(state, "ask 0 B", "no") if state.phase is Phase.ASK else state
    assert state.phase is Phase.FINAL
    return bench.points(state)[0]


def test_last_bonus(bench):
    assert kept(bench, {0: [1, 2, 3, 4, 5]}) == 155
    assert kept(bench, {0: [1, 2, 3, 4, 5]}, last_bonus="add") == 205
    assert kept(bench, {0: [1, 2, 3, 4]}) == kept(bench, {0: [1, 2, 3, 4]}, last_bonus="add") == 95


def test_last_trays(bench):
    """Two trays kept with three hidden spaces each."""
    closed = {0: [1, 2, 3], 1: [1, 2, 3]}
    assert kept(bench, closed, last_trays="together") == 30 + 30 + 100
    assert kept(bench, closed, last_trays="each") == 30 + 50 + 30 + 50


def test_ranking_tie(bench):
    for rule, ranks in (("shared", [(2, 1), (0, 1), (1, 1)]), ("turn_order", [(2, 1), (0, 2), (1, 3)])):
        state = bench.begin(3, 2, ranking_tie=rule)
        assert list(state.ranking) == ranks


def test_carried(bench):
    assert bench.begin(3, carried=[310, 145, -20]).totals == (310, 145, -20)
    assert bench.begin(3).totals == (0, 0, 0)
    with pytest.raises(GameError, match="2 numbers for 3 players"):
        bench.begin(3, carried=[1, 2])
