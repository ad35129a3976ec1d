"""What phones, the camera and the log are shown; secrets have a module of their own."""

import json

import pytest

from games.history import Game
from games.probe import Phase, awaited, begin, describe, expects, result, score_sheet, shown, view
from games.probe.sheet import _WHY
from games.record import event_from_dict


def test_the_view_is_complete_and_json_able(bench):
    state = bench.standing("FJORD", "..PHARE.", opened={1: [1]}, card="x5", carried=[10, 20, 30])
    state = bench.play(state, "ask 1 A")
    seen = view(state, 1)
    assert json.loads(json.dumps(seen)) == seen
    some = ("game", "phase", "players", "turn", "active", "number", "drawn", "times", "totals", "may_set_out")
    assert {key: seen[key] for key in some} == {
        "game": "probe",
        "phase": "answer",
        "players": ["Ann", "Bo", "Cy"],
        "turn": 1,
        "active": 0,
        "number": 1,
        "drawn": ["x5"],
        "times": 5,
        "totals": [10, 20, 30],
        "may_set_out": False,
    }
    assert seen["question"] == {"player": 0, "of": 1, "sign": "A"}
    assert seen["answer"] == {"open": [{"tray": None, "space": 5}], "may_deny": False}
    tray = seen["seats"][1]["trays"][0]
    assert (tray["hidden"], tray["may_be_named"], tray["typed"]) == (7, True, True)
    assert [space["value"] for space in tray["spaces"]] == [5, 10, 15, 15, 10, 5, 5, 10]
    assert [space["open"] for space in tray["spaces"]] == [True] + [False] * 7
    assert view(state, 0)["seats"][1]["trays"][0]["spaces"][0] == {
        "space": 1,
        "value": 5,
        "open": True,
        "sign": ".",
    }


def test_targets_are_those_who_may_be_asked_left_first(bench):
    state = bench.standing("FJORD", "PHARE", "QUIZ", "KIWI", seats=4, active=2, opened={3: range(1, 5)})
    assert view(state, 2)["targets"] == [0, 1]
    for seat in (0, 1):
        bench.play(state, f"ask {seat} X")
    assert view(bench.play(state, "ask 0 X"), 2)["targets"] == []


def test_the_last_word_is_announced_with_its_turns(bench):
    state = bench.standing("FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, active=1)
    assert view(state, None)["last"] == {"holder": 0, "turns": 7}
    assert awaited(state).startswith("The last word: 7 turns to go. The turn waits for Bo to ask Ann")


@pytest.mark.parametrize("kept", [False, True])
def test_once_all_is_uncovered_no_turns_are_left_to_go(bench, kept):
    """The pages said how many turns of the last word were still to go, be it none."""
    state = bench.standing("FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, active=1)
    steps = (
        []
        if kept
        else [step for space, sign in enumerate("FJORD", 1) for step in (f"ask 0 {sign}", f"open {space}")]
    )
    state = bench.play(state, *steps)
    while kept and state.playing:
        state = bench.play(state, *(["draw normal"] if state.phase is Phase.DRAW else ["ask 0 X", "no"]))
    assert state.phase is Phase.FINAL and view(state, None)["last"] is None


def test_the_camera_looks_for_a_card_when_one_is_drawn(bench):
    state = bench.standing("FJORD", "PHARE", card=None)
    assert (expects(state).kind, expects(state).player) == ("draw", 0)
    # The same card may come again and again.
    assert expects(state).seen == () == expects(bench.play(state, "draw normal")).seen
    assert expects(bench.play(state, "draw normal")).kind == "none"
    assert expects(bench.begin(3)).kind == "none"


def test_the_game_says_in_each_phase_what_it_waits_for(bench):
    said = {}
    for seed in range(6):
        game = bench.finished(bench.header(3), seed, typed=False)
        said |= {state.phase: awaited(state) for state in game.states}
    assert set(said) == set(Phase)
    for phase, text in said.items():
        assert text.endswith(".") and ("The game is over" in text) is (phase is Phase.GAME_OVER)
    assert len(set(said.values())) == len(Phase)


def test_the_list_of_events_says_what_happened(bench):
    steps = {
        "word 1 PHARE": "Bo set out a word",
        "ready 2 6": "Cy set out a word",
        "draw -10": "somebody drew: take off 10",
        "draw x3": "somebody drew: three times the first discovery",
        "ask 1 P": "somebody asked Bo",
        "open 3": "somebody opened space 3",
        "open left 3 A": "somebody opened space 3: the letter A, in the left tray",
        "no": "somebody said no",
        "call 2 1 right PHARE": "Cy named Bo's word, in the right tray",
        "call 2": "Cy named the word",
        "judge yes": "the word named was right",
        "judge no": "the word named was wrong",
        "misspelt 1 left": "Bo's word is misspelt, in the left tray",
        "ok": "the final score was confirmed",
    }
    header = bench.header(3)
    for step, text in steps.items():
        event = event_from_dict(bench.event(step), header)
        assert describe(event, header) == shown(event, header, None)["text"] == text
    event = event_from_dict({"event": "ask", "player": 0, "of": 1, "sign": "A"}, header)
    assert describe(event, header) == "Ann asked Bo"


def test_every_line_of_the_score_can_be_written(bench):
    seen = set()
    for seed in range(12):
        game = bench.finished(bench.header(2 + seed % 3), seed)
        seen |= {line.why for line in game.state.scores}
        text = score_sheet(game.state)
        assert "None" not in text and ("wins with" in text or "share the victory" in text)
        lines = [line for turn in result(game.state)["turns"] for line in turn["scores"]]
        lines += result(game.state)["final"]
        for seat in range(len(game.header.players)):
            points = sum(line["points"] for line in lines if line["player"] == seat)
            assert points == game.state.seats[seat].points
    assert seen == set(_WHY)


def test_the_sheet_tells_where_it_stands(bench):
    text = score_sheet(bench.standing("FJORD", "PHARE", opened={1: [2]}))
    assert text.splitlines()[-1] == "The game is not over: 0 turns finished."
    assert "Bo    _H___" in text
    trusted = bench.play(bench.standing("FJORD", "PHARE", typed=False), "call 2 1", "judge yes")
    assert "Bo    ?????" in score_sheet(trusted)


def test_a_game_with_too_many_numbers_carried_cannot_begin(bench):
    with pytest.raises(ValueError, match="give one for each seat"):
        begin(bench.header(2, carried=[1, 2, 3]))


def test_undo_and_correction_change_the_sheet(bench):
    game = Game.begin(bench.header(3))
    for step in ("word 0 FJORD", "word 1 PHARE", "ready 2 4", "draw +25"):
        game = game.play(event_from_dict(bench.event(step), game.header))
    assert game.state.totals == (25, 0, 0) and game.undo().state.totals == (0, 0, 0)
    other = game.correct(3, event_from_dict(bench.event("draw -10"), game.header))
    assert other.state.totals == (-10, 0, 0)
