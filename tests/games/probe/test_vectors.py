"""Every vector of docs/rules/probe.md 9, by its id: with typed words, and with owners trusted."""

import json
from pathlib import Path

import pytest

from games.errors import GameError, NotAllowed
from games.probe import Phase, asking, calls, scoring, state, turns, value
from games.progressive import carry

VECTORS = json.loads((Path(__file__).parents[1] / "vectors_probe.json").read_text())
PHARE = "..PHARE."


def refused(bench, state, step, rule):
    """Tell that a step is refused by a rule."""
    with pytest.raises(NotAllowed) as caught:
        bench.play(state, step)
    return caught.value.rule == rule


def r01(bench, typed):
    state = bench.play(bench.standing("FJORD", PHARE, typed=typed), "ask 1 P", "open 3")
    assert bench.opened(state)[1] == [3] and state.phase is Phase.ASK and state.active == state.turn == 0
    return bench.points(state)[0]


def r02(bench, typed):
    asked = bench.play(bench.standing("FJORD", "BANANE", typed=typed), "ask 1 A")
    assert asked.turn == 1
    after = [bench.play(asked, f"open {space}") for space in (2, 4)]
    assert [bench.opened(state)[1] for state in after] == [[2], [4]]
    if typed:
        assert refused(bench, asked, "open 3", "answer") and refused(bench, asked, "no", "answer")
    assert all(state.phase is Phase.ASK and state.active == 0 for state in after)
    return {bench.points(state)[0] for state in after}


def r03(bench, typed):
    state = bench.play(bench.standing("FJORD", "BANANE", typed=typed), "ask 1 A")
    found = []
    for first, second in ((2, 4), (4, 2)):
        once = bench.play(state, f"open {first}", "ask 1 A")
        assert refused(bench, once, f"open {first}", "space")
        found.append(bench.points(bench.play(once, f"open {second}"))[0] - value(first))
    return set(found)


def r04(bench, typed):
    state = bench.play(
        bench.standing("FJORD", "BANANE", typed=typed), "ask 1 A", "open 2", "ask 1 A", "open 4"
    )
    before = bench.points(state)
    state = bench.play(state, "ask 1 A", "no")
    assert state.phase is Phase.DRAW and state.active == 1
    return sum(bench.points(state)) - sum(before)


def r05(bench, typed):
    state = bench.play(bench.standing("FJORD", PHARE, typed=typed), "ask 1 .")
    after = {space: bench.play(state, f"open {space}") for space in (1, 2, 8)}
    assert [bench.points(after[space])[0] for space in (1, 2, 8)] == [5, 10, 10]
    return {bench.points(each)[0] for each in after.values()}


def r06(bench, typed):
    state = bench.play(bench.standing("FJORD", "BANANE", typed=typed), "ask 1 .", "no")
    assert state.active == 1 and state.phase is Phase.DRAW
    return bench.points(state)[0]


def r07(bench, typed):
    state = bench.standing("FJORD", "BANANE", card="x5", typed=typed)
    state = bench.play(state, "ask 1 A", "open 4")
    assert bench.points(state)[0] == 75
    state = bench.play(state, "ask 1 A", "open 2")
    assert [line.points for line in state.scores] == [75, 10]
    return bench.points(state)[0]


def r08(bench, typed):
    state = bench.play(bench.standing("FJORD", "BANANE", card="x3", typed=typed), "ask 1 S", "no")
    assert state.active == 1 and state.times == 1
    return bench.points(state)[0]


def r09(bench, typed):
    state = bench.standing("FJORD", PHARE, card="x4", typed=typed)
    return bench.points(bench.play(state, "ask 1 .", "open 1"))[0]


def r10(bench, typed):
    state = bench.standing("FJORD", "BANANE", closed={1: [6]}, typed=typed)
    state = bench.play(state, "ask 1 E", "open 6")
    assert [line.why for line in state.scores] == ["found", "completed"]
    return bench.points(state)[0]


def r11(bench, typed):
    state = bench.standing("FJORD", "BANANE", closed={1: [3]}, card="x5", typed=typed)
    state = bench.play(state, "ask 1 N", "open 3")
    assert [line.points for line in state.scores] == [75, 50]
    return bench.points(state)[0]


def r12(bench, typed):
    state = bench.standing("FJORD", PHARE, card="left", typed=typed)
    assert state.phase is Phase.NEIGHBOUR and state.turn == 1
    state = bench.play(state, "open 7 E")
    assert state.phase is Phase.ASK and state.turn == 0
    return bench.points(state)[0]


def r13(bench, typed):
    state = bench.standing("FJORD", "XYLOPHONES", closed={1: [10]}, card="left", typed=typed)
    assert refused(bench, state, "no", "phase") and refused(bench, state, "ask 2 A", "phase")
    state = bench.play(state, "open 10 S")
    assert not state.seats[1].hidden
    return bench.points(state)[0]


def r14(bench, typed):
    state = bench.standing("..FJORD", "BANANE", opened={0: [1]}, card="dot", typed=typed)
    assert state.phase is Phase.OWN_DOT and state.turn == 0
    assert refused(bench, state, "ask 1 A", "phase")
    state = bench.play(state, "open 2")
    assert bench.opened(state)[0] == [1, 2] and state.phase is Phase.ASK
    return sum(bench.points(state))


def r15(bench, typed):
    state = bench.standing("..FJORD", "BANANE", opened={0: [1, 2]}, card="dot", typed=typed)
    # Where the word was not typed, only its owner knows.
    state = state if typed else bench.play(state, "no")
    assert state.phase is Phase.ASK and state.turn == 0 and bench.opened(state)[0] == [1, 2]
    return sum(bench.points(state))


def r16(bench, typed):
    return bench.points(bench.standing("FJORD", "BANANE", card="+25", typed=typed))[0]


def r17(bench, typed):
    return bench.points(bench.standing("FJORD", "BANANE", card="-10", typed=typed))[0]


def r18(bench, typed):
    state = bench.standing("FJORD", "BANANE", card="additional", typed=typed)
    state = bench.play(state, "ask 1 S", "no")
    assert state.phase is Phase.DRAW and state.active == 0 and state.now.number == 1
    state = bench.play(state, "draw normal", "ask 1 S", "no")
    assert state.phase is Phase.DRAW and state.active == 1
    return sum(bench.points(state))


def called(bench, state, caller, word, *, right):
    """Name Bo's word; he judges it where he did not type it."""
    state = bench.play(state, f"call {caller} 1 {word}")
    if state.phase is Phase.JUDGE:
        assert not state.seats[1].trays[0].typed and state.turn == 1
        state = bench.play(state, f"judge {'yes' if right else 'no'}")
    assert bool(state.seats[1].hidden) is not right
    return state


def r19(bench, typed):
    state = bench.standing("FJORD", "..XYLOPHONE.", typed=typed)
    assert state.seats[1].hidden == 12
    state = called(bench, state, 2, "..XYLOPHONE.", right=True)
    assert bench.opened(state)[1] == list(range(1, 13))
    assert "".join(state.seats[1].trays[0].signs) == "..XYLOPHONE."
    assert state.phase is Phase.ASK and state.active == 0
    return bench.points(state)[2]


def r20(bench, typed):
    state = bench.standing("FJORD", "BANANES", closed={1: range(1, 6)}, typed=typed)
    return bench.points(called(bench, state, 2, "BANANES", right=True))[2]


def r21(bench, typed):
    state = bench.standing("FJORD", "BANANES", closed={1: range(1, 5)}, typed=typed)
    for step in ("call 2 1 BANANES", "call 2 1 WHISKYS", "call 2 1"):
        assert refused(bench, state, step, "five_hidden")
    return sum(bench.points(state))


def r22(bench, typed):
    state = bench.standing("FJORD", "BANANE", typed=typed)
    return bench.points(called(bench, state, 2, "WHISKY", right=False))[2]


def r23(bench, typed):
    state = bench.standing("FJORD", PHARE, typed=typed)
    for word in (".PHARE..", "..PHARE", "PHARE", "...PHARE"):
        assert bench.points(called(bench, state, 2, word, right=False))[2] == -50
    return bench.points(called(bench, state, 2, "...PHARE", right=False))[2]


def r24(bench, typed):
    state = bench.play(bench.standing("FJORD", "BANNANE", typed=typed), "misspelt 1")
    assert refused(bench, state, "misspelt 1", "misspelt")
    return bench.points(state)[1]


def kept(bench, typed, word, closed, **rules):
    """Let Ann keep the last word over both rotations, in which nobody finds anything."""
    spaces = range(1, len(word) + 1)
    state = bench.standing(
        word, "BANANE", opened={1: range(1, 7)}, closed={0: closed, 2: [1]}, card=None, typed=typed, active=1
    )
    state = bench.play(state, "draw normal", "ask 2 F", "open 1")
    assert state.last is not None and set(closed) <= set(spaces)
    state = bench.play(state, "ask 0 B", "no")
    assert state.last == 6 and state.active == 2
    before = sum(bench.points(state)[:1])
    for turn in range(6):
        assert state.active == (2 + turn) % 3 and state.phase is Phase.DRAW
        state = bench.play(state, "draw normal")
        state = bench.play(state, "ask 0 B", "no") if state.phase is Phase.ASK else state
    assert state.phase is Phase.FINAL and not any(player.hidden for player in state.seats)
    assert bench.play(state, "ok").over
    return bench.points(state)[0] - before


def r25(bench, typed):
    return kept(bench, typed, "XYLOPHONE", [1, 6, 9])


def r26(bench, typed):
    return kept(bench, typed, "XYLOPHONE", [1, 2, 3, 4, 5])


TWO = ("WHISKY", "QUIZ", "FJORD", "..ZEPHYR")


def r27(bench, typed):
    """Bo has an R in either tray: FJORD at his left, ZEPHYR at his right."""
    state = bench.play(bench.standing(*TWO, typed=typed), "ask R")
    left, right = bench.play(state, "open left 4"), bench.play(state, "open right 8")
    assert bench.opened(left)[2:] == [[4], []] and bench.opened(right)[2:] == [[], [8]]
    return [(bench.points(left)[0], value(4)), (bench.points(right)[0], value(8))]


def r28(bench, typed):
    state = bench.standing(*TWO, opened={3: [1, 2]}, typed=typed)
    if typed:
        hidden = bench.play(bench.standing(*TWO, opened={3: [1]}), "ask .")
        assert refused(bench, hidden, "no", "answer")
    state = bench.play(state, "ask .", "no")
    assert state.active == 1
    return bench.points(state)[0]


def r29(bench, typed):
    left = bench.standing(*TWO, card="left", typed=typed)
    assert left.phase is Phase.NEIGHBOUR and left.turn == 1
    assert refused(bench, left, "open right 3 Z", "answer")
    right = bench.play(bench.standing(*TWO, card="right", typed=typed), "open right 3 Z")
    left = bench.play(left, "open left 2 J")
    assert bench.opened(left)[2:] == [[2], []] and bench.opened(right)[2:] == [[], [3]]
    return [(bench.points(left)[0], value(2)), (bench.points(right)[0], value(3))]


def r30(bench, typed):
    totals = {"Ann": 0}
    for points in (310, 145, 200):
        totals = carry(totals, {"Ann": points})
    state = bench.standing("FJORD", "BANANE", typed=typed, carried=[totals["Ann"] - 200, 0, 0], card="+20")
    assert state.totals == (475, 0, 0)
    return totals["Ann"]


def r31(bench, typed):
    state = bench.standing(
        PHARE, "BANANE", opened={1: range(1, 7)}, closed={2: [1]}, card=None, typed=typed, active=1
    )
    state = bench.play(
        state, "draw normal", "ask 2 F", "open 1", "ask 0 B", "no", "draw normal", "ask 0 B", "no"
    )
    assert state.active == state.holder == 0 and state.phase is Phase.DRAW
    state = bench.play(state, "draw +20")
    assert state.active == 1 and state.phase is Phase.DRAW
    return bench.points(state)[0]


def r32(bench, typed):
    state = bench.standing("FJORD", "BANANE", opened={1: [2, 4]}, typed=typed)
    state = bench.play(state, "ask 1 A")
    assert refused(bench, state, "open 2", "space")
    state = bench.play(state, "no")
    assert state.active == 1
    return sum(bench.points(state))


SCENES = {
    name.upper(): scene for name, scene in list(globals().items()) if name[0] == "r" and name[1:].isdigit()
}


def test_every_vector_has_its_scene():
    assert list(SCENES) == [vector["id"] for vector in VECTORS]


def agrees(vector, found):
    """Hold what a scene brought against the points of its vector."""
    wanted = vector["points"]
    if isinstance(wanted, int):
        return found == wanted
    if wanted == "value of the space":
        return all(points == worth for points, worth in found)
    return found == {int(points) for points in wanted.split(" or ")}


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "trusted"])
@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_a_scene_brings_the_points_of_its_vector(bench, vector, typed):
    assert agrees(vector, SCENES[vector["id"]](bench, typed))


BROKEN = [
    (state, "VALUES", (5,) * 12, "R01"),
    (scoring, "COMPLETED", 0, "R10"),
    (scoring, "completes", lambda *_: False, "R11"),
    (asking, "NO_DOT", 0, "R06"),
    (asking, "NO_DOT", 0, "R28"),
    (asking, "times_of", lambda card: 1, "R07"),
    (asking, "times_of", lambda card: 1, "R09"),
    (asking, "points_of", lambda card: 0, "R16"),
    (asking, "points_of", lambda card: abs(int(card)) if card[0] in "+-" else 0, "R17"),
    (asking, "points_of", lambda card: 0, "R31"),
    (asking, "pass_turn", turns.end_turn, "R18"),
    (asking, "may_deny", lambda _: True, "R02"),
    (asking, "openable", lambda _: [(0, space) for space in range(1, 13)], "R02"),
    (asking, "_neighbour", lambda *_: (1, "right"), "R29"),
    (asking, "_check_space", lambda *_: None, "R32"),
    (turns, "openable", lambda _: ((0, 1),), "R15"),
    (turns, "ROTATIONS", 1, "R25"),
    (turns, "ROTATIONS", 3, "R26"),
    (scoring, "LAST_BONUS", 0, "R25"),
    (scoring, "LONG_LAST_BONUS", 50, "R26"),
    (scoring, "MANY_HIDDEN", 6, "R26"),
    (calls, "MANY_HIDDEN", 4, "R21"),
    (calls, "MANY_HIDDEN", 6, "R20"),
    (calls, "CALL_BONUS", 50, "R19"),
    (calls, "WRONG_CALL", 0, "R22"),
    (calls, "uncover_all", lambda state, *_: state, "R19"),
    (calls, "MISSPELT", -50, "R24"),
]


@pytest.mark.parametrize("room, name, wrong, vector", BROKEN, ids=[f"{b[3]}-{b[1]}" for b in BROKEN])
def test_a_broken_rule_breaks_its_vector(bench, monkeypatch, room, name, wrong, vector):
    monkeypatch.setattr(room, name, wrong)
    points = next(each for each in VECTORS if each["id"] == vector)
    with pytest.raises((AssertionError, pytest.fail.Exception, GameError)):
        assert agrees(points, SCENES[vector](bench, True))
