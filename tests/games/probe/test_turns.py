"""Turns, answers, calls and the last word, where the vectors say nothing (docs/rules/probe.md 2 to 6)."""

import pytest

from games.errors import Ambiguous, NotAllowed, Unreadable
from games.probe import Phase, view

TWO = ("WHISKY", "QUIZ", "FJORD", "..ZEPHYR")
OUT = {0: range(1, 6)}


def refused(bench, state, step):
    """Give the rule by which a step is refused."""
    with pytest.raises(NotAllowed) as caught:
        bench.play(state, step)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 300
    return caught.value.rule


def test_play_goes_to_the_left_and_begins_with_the_headers_seat(bench):
    state = bench.standing("FJORD", "PHARE", "QUIZ", "KIWI", seats=4, active=2, card=None)
    for seat in (2, 3, 0, 1, 2):
        assert state.active == state.turn == seat
        state = bench.play(state, "draw normal", f"ask {(seat + 1) % 4} B", "no")


def test_the_asker_goes_on_with_the_same_or_another_opponent(bench):
    state = bench.play(
        bench.standing("FJORD", "PHARE", "QUIZ"), "ask 1 A", "open 3", "ask 2 U", "open 2", "ask 1 E"
    )
    assert bench.points(bench.play(state, "open 5"))[0] == 15 + 10 + 10


@pytest.mark.parametrize("card, seat", [("left", 1), ("right", 3)])
def test_left_and_right_are_those_of_the_drawer(bench, card, seat):
    state = bench.standing("FJORD", "PHARE", "QUIZ", "KIWI", seats=4, card=card)
    assert state.turn == seat
    assert refused(bench, state, {"event": "open", "player": 2, "space": 1}) == "turn"
    assert bench.points(bench.play(state, "open 1")) == [5, 0, 0, 0]


def test_whose_turn_it_is_may_be_said_and_must_then_be_right(bench):
    state = bench.standing("FJORD", "PHARE")
    assert refused(bench, state, {"event": "ask", "player": 1, "of": 2, "sign": "A"}) == "turn"
    state = bench.play(state, {"event": "ask", "player": 0, "of": 1, "sign": "A"})
    assert refused(bench, state, {"event": "no", "player": 0}) == "turn"
    assert bench.play(state, {"event": "open", "player": 1, "space": 3}).phase is Phase.ASK


def test_what_comes_at_another_time_is_refused(bench):
    drawing, asking = bench.standing("FJORD", "PHARE", card=None), bench.standing("FJORD", "PHARE")
    for step in ("ask 1 A", "open 1", "no", "judge yes", "ok"):
        assert refused(bench, drawing, step) == "phase"
    for step in ("draw normal", "open 1", "no", "judge no", "ok"):
        assert refused(bench, asking, step) == "phase"
    for step in ("draw normal", "ask 1 A", "call 0 1 PHARE", "misspelt 1", "ok"):
        assert refused(bench, bench.begin(3), step) == "phase"


def test_one_must_ask_an_opponent_who_has_something_hidden(bench):
    state = bench.standing("FJORD", "PHARE", "QUIZ", opened={2: range(1, 5)})
    assert refused(bench, state, "ask 0 A") == "opponent"
    assert refused(bench, state, "ask 2 U") == "nothing_hidden"
    with pytest.raises(Ambiguous, match="several opponents"):
        bench.play(state, "ask A")


@pytest.mark.parametrize("step", ["open 1", "open 5", "open 3 P", "no"])
def test_a_typed_word_holds_its_owner_to_it(bench, step):
    state = bench.play(bench.standing("FJORD", "PHARE"), "ask 1 A")
    assert refused(bench, state, step) == "answer"


def test_a_space_must_be_used_and_closed(bench):
    state = bench.play(bench.standing("FJORD", "PHARE", opened={1: [1]}), "ask 1 A")
    assert refused(bench, state, "open 6") == refused(bench, state, "open 1") == "space"


def test_a_trusted_owner_says_what_stands_there_when_nobody_asked_for_it(bench):
    state = bench.standing("FJORD", "PHARE", card="left", typed=False)
    with pytest.raises(Ambiguous, match="say which letter"):
        bench.play(state, "open 3")
    state = bench.play(state, "open 3 A")
    assert view(state, None)["seats"][1]["trays"][0]["spaces"][2]["sign"] == "A"


def test_a_trusted_owner_cannot_say_what_no_word_can_have(bench):
    """Dots stand before and after the word, and it needs its letters."""
    state = bench.standing("FJORD", "..PHARE.", opened={}, card="left", typed=False)
    state = bench.play(state, "open 3 P", "ask 1 .")
    # A dot in space 4 would leave three spaces for the letters.
    assert refused(bench, state, "open 4") == "answer"
    assert bench.opened(bench.play(state, "open 2"))[1] == [2, 3]
    assert bench.opened(bench.play(state, "open 8"))[1] == [3, 8]


def test_a_no_that_shows_to_be_wrong_is_noticed_once(bench):
    state = bench.standing("FJORD", "BANANE", typed=False)
    state = bench.play(state, "ask 1 A", "no")
    assert not state.notices
    state = bench.play(state, "draw normal", "ask 0 X", "no", "draw normal", "ask 1 A", "open 2")
    assert [(notice.kind, notice.player) for notice in state.notices] == [("wrong_no", 1)]
    assert "Bo said no to the letter A, but space 2 had it" in state.notices[0].text
    assert len(bench.play(state, "ask 1 A", "open 4").notices) == 1
    # Another letter, and another's no, prove nothing.
    state = bench.play(
        bench.standing("FJORD", "BANANE", typed=False), "ask 2 A", "no", "draw right", "open 3 A"
    )
    assert not state.notices


def test_a_word_called_shows_a_wrong_no_as_well(bench):
    state = bench.play(bench.standing("FJORD", "..PHARE", typed=False), "ask 1 .", "no")
    state = bench.play(state, "call 2 1 ..PHARE", "judge yes")
    assert len(state.notices) == 1 and "a dot" in state.notices[0].text


def test_a_call_may_come_at_any_moment_and_the_turn_goes_on(bench):
    base = bench.standing("..FJORD", "PHARE", "WHISKY", card=None)
    moments = [
        base,
        bench.play(base, "draw left"),
        bench.play(base, "draw dot"),
        bench.play(base, "draw normal"),
        bench.play(base, "draw normal", "ask 1 A"),
    ]
    for state in moments:
        for seat in (0, 1):
            after = bench.play(state, f"call {seat} 2 WHISKY")
            assert (after.phase, after.turn, after.question) == (state.phase, state.turn, state.question)
            assert bench.points(after)[seat] == 60 + 100
            wrong = bench.play(state, f"call {seat} 2 PHARE")
            assert (wrong.phase, wrong.turn) == (state.phase, state.turn) and bench.points(wrong)[seat] == -50


def test_a_question_lapses_when_the_word_is_called_before_its_answer(bench):
    state = bench.play(bench.standing("FJORD", "PHARE", "WHISKY", card="x5"), "ask 1 A", "call 2 1 PHARE")
    assert state.phase is Phase.ASK and state.active == 0 and state.question is None
    # Nothing was answered: the first discovery is still to come.
    assert bench.points(bench.play(state, "ask 2 W", "open 1"))[0] == 25
    state = bench.play(bench.standing("FJORD", "PHARE", "WHISKY", card="left"), "call 2 1 PHARE")
    assert state.phase is Phase.ASK and state.active == 0
    state = bench.play(bench.standing("..FJORD", "PHARE", "WHISKY", card="dot"), "call 2 0 ..FJORD")
    assert state.phase is Phase.ASK and state.active == 0


@pytest.mark.parametrize("typed", [True, False])
def test_a_call_of_one_tray_ends_the_question_that_could_be_of_it(bench, typed):
    """As with three players: what was asked may have stood there, and then only a loss would be left."""
    state = bench.play(bench.standing(*TWO, typed=typed), "ask J", "call 0 1 left FJORD")
    state = state if typed else bench.play(state, "judge yes")
    assert state.phase is Phase.ASK and state.active == 0 and state.question is None
    assert bench.points(state)[0] == 155
    assert bench.play(state, "ask R").phase is Phase.ANSWER


def test_a_wrong_call_or_one_of_the_own_tray_leaves_the_question_standing(bench):
    asked = bench.play(bench.standing(*TWO), "ask J")
    assert bench.play(asked, "call 0 1 left WHISK").phase is Phase.ANSWER
    own = view(asked, 0)["seats"][0]["trays"][0]
    word = "".join(space["sign"] for space in own["spaces"])
    assert bench.play(asked, f"call 1 0 left {word}").phase is Phase.ANSWER


def test_a_call_of_one_tray_leaves_the_question_to_the_other_in_older_records(bench):
    standing = bench.standing(*TWO, question_after_call="stands")
    state = bench.play(standing, "ask R", "call 0 1 left FJORD")
    assert state.phase is Phase.ANSWER and bench.points(state)[0] == 155
    assert bench.opened(bench.play(state, "open right 8"))[3] == [8]
    # Where nothing is left that could answer it, it falls there, too.
    alone = bench.standing("FJORD", "PHARE", "WHISKY", question_after_call="stands")
    state = bench.play(alone, "ask 1 A", "call 2 1 PHARE")
    assert state.phase is Phase.ASK and state.active == 0 and state.question is None


def test_only_one_call_is_judged_at_a_time(bench):
    state = bench.play(bench.standing("FJORD", "PHARE", "WHISKY", typed=False), "call 2 1 PHARE")
    assert refused(bench, state, "call 0 1 PHARE") == "phase"
    assert refused(bench, state, {"event": "judge", "player": 2, "right": True}) == "turn"
    assert refused(bench, state, "ask 1 A") == "phase"


def test_a_word_named_aloud_is_judged_by_its_owner(bench):
    for typed in (True, False):
        state = bench.play(bench.standing("FJORD", "PHARE", typed=typed), "call 2 1")
        assert state.phase is Phase.JUDGE and state.turn == 1
        assert bench.points(bench.play(state, "judge no"))[2] == -50
        after = bench.play(state, "judge yes")
        assert bench.points(after)[2] == 155
        sign = view(after, None)["seats"][1]["trays"][0]["spaces"][0]
        assert sign == {"space": 1, "value": 5, "open": True, "sign": "P" if typed else None}


def test_an_owner_cannot_say_right_to_a_word_that_does_not_fit(bench):
    state = bench.play(bench.standing("FJORD", "PHARES", typed=False), "ask 1 A", "open 3")
    for word in ("PHARE", "PHONES", ".PHARE"):
        assert refused(bench, bench.play(state, f"call 2 1 {word}"), "judge yes") == "answer"
    assert bench.points(bench.play(state, "call 2 1 CHALET", "judge yes"))[2] == 145


def test_nobody_names_an_own_word_and_of_two_trays_one_is_named(bench):
    assert refused(bench, bench.standing("FJORD", "PHARE"), "call 1 1 PHARE") == "opponent"
    with pytest.raises(Ambiguous, match="two trays"):
        bench.play(bench.standing(*TWO), "call 0 1 FJORD")
    with pytest.raises(Ambiguous, match="several opponents"):
        bench.play(bench.standing("FJORD", "PHARE"), "call 0")
    state = bench.play(bench.standing(*TWO), "call 0 1 left FJORD")
    assert bench.opened(state)[2] == [1, 2, 3, 4, 5] and bench.points(state)[0] == 155
    state = bench.play(bench.standing(*TWO), "call 0 1 right FJORD")
    assert bench.points(state)[0] == -50


def test_trays_are_named_by_two_players_and_by_nobody_else(bench):
    state = bench.play(bench.standing(*TWO), "ask R")
    with pytest.raises(Ambiguous, match="two trays"):
        bench.play(state, "open 4")
    for step in ("word 0 left QUIZ", "ready 0 left 5"):
        assert refused(bench, bench.begin(3), step) == "tray"
    state = bench.play(bench.standing("FJORD", "PHARE"), "ask 1 A")
    assert refused(bench, state, "open left 3") == "tray"
    with pytest.raises(Ambiguous):
        bench.play(bench.begin(2), "word 0 QUIZ")
    with pytest.raises(Unreadable, match="did you mean left"):
        bench.play(bench.begin(2), {"event": "word", "player": 0, "tray": "lefty", "word": "QUIZ"})


def test_each_player_of_two_gets_both_words_in_before_the_game_begins(bench):
    state = bench.play(bench.begin(2), "word 0 left QUIZ", "word 0 right KIWI", "ready 1 right 5")
    assert (
        state.phase is Phase.SETUP and view(state, None)["awaited"] == "The game waits for the words of Bo."
    )
    assert bench.play(state, "word 1 left PHARE").phase is Phase.DRAW


def test_a_card_for_the_own_dot_opens_nothing_but_a_dot(bench):
    state = bench.standing(".FJORD", "PHARE", card="dot")
    assert refused(bench, state, "open 2") == "answer" and refused(bench, state, "no") == "answer"
    assert bench.points(bench.play(state, "open 1")) == [0, 0, 0]


def test_who_opens_the_own_last_dot_may_end_the_game(bench):
    state = bench.standing(
        ".FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, closed={0: [1]}, card="dot"
    )
    state = bench.play(state, "open 1")
    assert state.phase is Phase.FINAL and bench.points(state) == [0, 0, 0]


def test_the_game_ends_at_once_when_the_last_space_is_found(bench):
    state = bench.standing("FJORD", "PHARE", "WHISKY", opened=OUT, closed={1: [5], 2: [6]})
    state = bench.play(state, "ask 1 E", "open 5")
    assert state.holder == 2 and state.last == 7 and state.phase is Phase.ASK
    state = bench.play(state, "ask 2 Y", "open 6")
    assert state.phase is Phase.FINAL and bench.points(state) == [60 + 55, 0, 0]
    state = bench.play(state, "ok")
    assert state.over and state.winners == (0,)
    for step in ("draw normal", "ok", "misspelt 1", "call 0 1 PHARE", "word 0 QUIZ"):
        assert refused(bench, state, step) == "game_over"


def test_players_whose_word_is_out_play_on(bench):
    state = bench.standing("FJORD", "PHARE", "WHISKY", opened=OUT, card=None)
    state = bench.play(state, "draw normal", "ask 1 A", "open 3", "ask 1 X", "no")
    assert bench.points(state) == [15, 0, 0] and state.active == 1 and state.last is None
    assert bench.points(bench.play(state, "call 0 2 WHISKY"))[0] == 175


def test_the_holder_draws_cards_but_has_nobody_to_ask(bench):
    state = bench.standing("FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, card=None)
    for card in ("normal", "x5", "left", "right", "dot"):
        after = bench.play(state, f"draw {card}")
        assert after.active == 1 and bench.points(after) == [0, 0, 0]
    assert bench.points(bench.play(state, "draw +20"))[0] == 20


def test_the_holders_neighbour_may_draw_his_last_spaces_out(bench):
    state = bench.standing(
        "FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, closed={0: [5]}, active=1, card="right"
    )
    assert state.phase is Phase.NEIGHBOUR and state.turn == 0
    state = bench.play(state, "open 5")
    assert state.phase is Phase.FINAL and bench.points(state) == [0, 10, 0]


def test_an_additional_turn_is_one_turn_of_the_last_rotations(bench):
    state = bench.standing("FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, active=1, card=None)
    state = bench.play(state, "draw additional")
    assert state.last == 7
    state = bench.play(state, "ask 0 B", "no", "draw normal")
    assert state.last == 7 and state.active == 1
    assert bench.play(state, "ask 0 B", "no").last == 6


def test_an_additional_turn_may_bring_another(bench):
    state = bench.standing("FJORD", "PHARE", card="additional")
    state = bench.play(state, "ask 1 B", "no", "draw additional", "ask 1 B", "no", "draw x5")
    assert state.active == 0 and state.now.cards == ("additional", "additional", "x5") and state.times == 5
    state = bench.play(state, "ask 1 A", "open 3", "ask 1 B", "no")
    assert state.active == 1 and bench.points(state)[0] == 75


def test_a_multiple_is_lost_with_the_first_no(bench):
    state = bench.standing("FJORD", "PHARE", card="x5")
    state = bench.play(state, "ask 1 B", "no", "draw normal", "ask 0 O", "open 3")
    assert bench.points(state) == [0, 15, 0]


def test_the_last_word_may_be_found_misspelt_before_the_score_is_confirmed(bench):
    state = bench.standing(
        "FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, closed={0: [5]}, active=1
    )
    state = bench.play(state, "ask 0 D", "open 5", "misspelt 0")
    assert bench.points(state) == [-100, 60, 0] and state.scores[-1].turn is None
    assert bench.play(state, "ok").winners == (1,)


def test_each_of_two_trays_may_be_misspelt_once(bench):
    state = bench.play(bench.standing(*TWO), "misspelt 1 left", "misspelt 1 right")
    assert bench.points(state) == [0, -200]
    assert refused(bench, state, "misspelt 1 left") == "misspelt"


def test_equal_points_share_the_victory(bench):
    state = bench.standing(
        "FJORD", "PHARE", opened={1: range(1, 6), 2: range(1, 6)}, closed={0: [5]}, card="dot"
    )
    state = bench.play(state, "draw right", "open 5") if state.phase is Phase.DRAW else state
    assert state.phase is Phase.FINAL
    state = bench.play(state, "ok")
    assert state.winners == (1,) and [rank for _, rank in state.ranking] == [1, 2, 2]
