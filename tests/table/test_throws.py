"""Throws on their way through the host: taken once, asked about, voided, corrected."""

from dataclasses import replace

import numpy as np
import pytest

from games.record import event_to_dict
from table.command import Correct, CountThrow, Press, ReadStick, Refused, Undo
from table.host import Host
from table.journal import Journal
from table.reconcile.throws import LATE, PUSHED, REPLACES, TAKEN_BACK, lay_there
from vision.types import StickReading

JUMP = {"event": "jump", "to": "mill"}


def last(sticks):
    event = sticks.snapshot.history.events[-1]
    return event_to_dict(event, sticks.snapshot.history.header)


def faces(sticks):
    return "".join(str(stick["notches"]) for stick in last(sticks)["sticks"])


def test_a_certain_throw_is_taken_and_waits_for_its_confirmation(sticks):
    sticks.new()
    sticks.throw("120")
    assert sticks.phase == "throw_read" and faces(sticks) == "120" and last(sticks)["player"] == 0
    assert sticks.thrown["event"] == 0 and sticks.thrown["again"] is sticks.thrown["doubt"] is None
    assert [stick["notches"] for stick in sticks.thrown["sticks"]] == [1, 2, 0]
    sticks.do(Press("confirm"))
    assert sticks.phase == "moving"


def test_the_same_throw_is_never_counted_twice(sticks):
    sticks.new(opening="throw")
    sticks.throw("120")
    sticks.submit("confirm")
    sticks.look()
    assert sticks.phase == "opening" and sticks.view["turn"] == 1 and sticks.thrown is None
    sticks.eye += 1
    sticks.look()
    assert sticks.kinds == ["throw", "confirm"] and sticks.thrown is None
    sticks.throw("120")
    assert sticks.kinds == ["throw", "confirm", "throw"] and last(sticks)["player"] == 1


def test_a_throw_that_was_pushed_after_it_counted_is_no_new_one(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.push("red", "white")
    assert sticks.kinds == ["throw"] and sticks.thrown["doubt"] is None
    sticks.submit("confirm")
    sticks.push("red", "black", "white")
    sticks.submit("jump", to="mill")
    sticks.submit("walk", to="slab")
    assert sticks.phase == "throw" and sticks.thrown is None


def test_sticks_pushed_while_a_throw_is_awaited_are_asked_about(sticks):
    sticks.new().turn("120", {"event": "jump", "to": "mill"}, {"event": "walk", "to": "slab"})
    sticks.push("red", "black", "white")
    assert sticks.phase == "throw" and sticks.thrown["doubt"] == PUSHED
    sticks.count(False)
    assert sticks.thrown is None
    sticks.throw("011")
    assert sticks.phase == "throw_read"


def test_sticks_that_are_taken_up_show_nothing_and_count_nothing(sticks):
    sticks.new().turn("120", {"event": "jump", "to": "mill"}, {"event": "walk", "to": "slab"})
    sticks.take_up("white")
    assert sticks.thrown is None
    sticks.eye += 1
    sticks.look(again="missing")
    assert sticks.thrown is None and sticks.phase == "throw"
    sticks.take_up()
    assert sticks.thrown is None and sticks.snapshot.out_of_step is None


def test_a_void_throw_that_is_taken_up_says_no_more(sticks):
    sticks.new()
    sticks.throw("120", again="overlap")
    sticks.take_up("white")
    assert sticks.thrown is None
    sticks.take_up()
    assert sticks.thrown is None and sticks.kinds == []


def test_a_stick_that_did_not_move_makes_a_throw_doubtful(sticks):
    sticks.new().turn("120", {"event": "jump", "to": "mill"}, {"event": "walk", "to": "slab"})
    sticks.throw(".11")
    assert sticks.phase == "throw" and "The red stick has not moved" in sticks.thrown["doubt"]
    sticks.count()
    assert sticks.phase == "throw_read" and faces(sticks) == "111"


def test_an_unclear_stick_is_asked_about_with_every_way_to_lie(sticks):
    sticks.new()
    sticks.throw("120", asks=("black",))
    assert sticks.phase == "throw" and not sticks.kinds
    red, black, white = sticks.thrown["sticks"]
    assert (red["asks"], black["asks"], white["asks"]) == (False, True, False)
    assert [option["notches"] for option in black["options"]] == [2, 0, 1]
    sticks.say("black", 1)
    assert sticks.phase == "throw_read" and faces(sticks) == "110"
    assert last(sticks)["sticks"][1]["sides"] == ["destiny", "magic"]


def test_nothing_is_confirmed_while_a_stick_is_unclear(sticks):
    sticks.new()
    sticks.throw("120", asks=("black",))
    outcome = sticks.host.handle(Press("confirm"))
    assert isinstance(outcome, Refused) and outcome.rule == "question"


def test_a_better_look_answers_the_question(sticks):
    sticks.new()
    sticks.throw("120", asks=("black",))
    sticks.sticks["black"] = sticks.stick("black", 2, middle=(500, 500))
    sticks.look()
    assert sticks.phase == "throw_read" and faces(sticks) == "120"


def test_a_new_throw_settles_the_question_about_the_one_before(sticks):
    sticks.new()
    sticks.throw("120", asks=("black",))
    number = sticks.thrown["number"]
    sticks.throw("011")
    assert faces(sticks) == "011"
    outcome = sticks.host.handle(ReadStick(number, {"color": "black", "notches": 0}))
    assert isinstance(outcome, Refused) and outcome.rule == "throw" and outcome.stale


def test_an_answer_to_what_another_phone_has_answered_is_stale(sticks):
    sticks.new()
    sticks.throw("120", asks=("black",))
    saw, number = sticks.snapshot.number, sticks.thrown["number"]
    sticks.say("black", 1)
    outcome = sticks.host.handle(ReadStick(number, {"color": "black", "notches": 0}, seen=saw))
    assert isinstance(outcome, Refused) and outcome.stale and faces(sticks) == "110"


@pytest.mark.parametrize(
    ("stick", "part"),
    [
        ({"color": "red", "notches": 3}, "0, 1 or 2 notches"),
        ({"color": "green", "notches": 1}, "stick"),
        ({"color": "red"}, "needs"),
        ({"color": "red", "notches": 0, "sides": ["destiny", "force"]}, "cannot lie like this"),
        ("red", "A stick is such as"),
    ],
)
def test_an_impossible_stick_is_refused_and_nothing_changes(sticks, stick, part):
    sticks.new()
    sticks.throw("120", asks=("red",))
    before = sticks.snapshot
    outcome = sticks.host.handle(ReadStick(sticks.thrown["number"], stick))
    assert isinstance(outcome, Refused) and part in outcome.reason and sticks.snapshot is before


def test_a_misread_stick_is_corrected_by_a_tap_before_it_counts(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.say("white", 2)
    assert sticks.kinds == ["throw"] and faces(sticks) == "122"
    assert sticks.thrown["sticks"][2]["notches"] == 2 and sticks.thrown["event"] == 0
    sticks.look()
    sticks.eye += 1
    sticks.look()
    assert faces(sticks) == "122" and sticks.thrown["doubt"] is None


def test_a_confirmed_throw_is_corrected_in_the_list(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.submit("confirm")
    outcome = sticks.host.handle(ReadStick(sticks.thrown["number"], {"color": "white", "notches": 2}))
    assert isinstance(outcome, Refused) and "list of events" in outcome.reason


@pytest.mark.parametrize("reason", ["overlap", "leaning", "standing", "off_table", "other"])
def test_a_void_throw_says_why_and_a_new_one_counts(sticks, reason):
    sticks.new()
    sticks.throw("120", again=reason)
    assert sticks.phase == "throw" and sticks.thrown["again"] == reason
    assert sticks.thrown["again_text"].endswith("throw again.")
    sticks.throw("011")
    assert sticks.phase == "throw_read" and faces(sticks) == "011" and sticks.kinds == ["throw"]


def test_people_may_say_that_a_void_throw_counts(sticks):
    sticks.new()
    sticks.throw("120", again="overlap")
    sticks.count()
    assert sticks.phase == "throw_read" and faces(sticks) == "120"


def test_a_void_throw_that_counts_is_first_asked_about_where_it_is_unclear(sticks):
    sticks.new()
    sticks.throw("120", again="overlap", asks=("red",))
    sticks.count()
    assert sticks.phase == "throw" and sticks.thrown["again"] is None
    sticks.say("red", 2)
    assert faces(sticks) == "220"


def test_a_missing_stick_voids_the_throw_and_may_be_said_by_hand(sticks):
    sticks.new()
    sticks.throw("12.")
    assert sticks.thrown["again"] == "missing"
    assert sticks.thrown["sticks"][2]["notches"] is None and sticks.thrown["sticks"][2]["crop"] is None
    sticks.count()
    assert sticks.thrown["again"] is None and sticks.thrown["sticks"][2]["asks"]
    sticks.say("white", 0)
    assert faces(sticks) == "120"


def test_the_last_stick_to_come_into_sight_is_no_whole_throw(sticks):
    sticks.new()
    sticks.throw("12.")
    sticks.throw("..1")
    assert "The red and black sticks have not moved" in sticks.thrown["doubt"]


def test_a_stick_that_is_laid_to_the_others_after_it_was_missed_is_asked_about(sticks):
    sticks.new()
    sticks.throw("12.")
    sticks.sticks["white"] = sticks.stick("white", 0)
    sticks.look()
    assert sticks.phase == "throw" and sticks.thrown["doubt"] == LATE
    sticks.count()
    assert faces(sticks) == "120"


def test_a_leaning_stick_counts_where_the_house_says_so(sticks):
    sticks.new(leaning="counts")
    sticks.throw("120", again="leaning")
    assert sticks.phase == "throw_read"


def test_a_stick_that_lies_against_its_table_is_asked_about(sticks):
    sticks.new()
    red = sticks.stick("red", 1)
    sticks.throw("120")
    sticks.do(Undo())
    sticks.throw("120")
    sticks.do(Undo())
    sticks.take_up()
    for color, count in (("red", 1), ("black", 2), ("white", 0)):
        sticks.sticks[color] = sticks.stick(color, count)
    sticks.sticks["red"] = StickReading("red", 1, ("force", "magic"), 0.99, False, (), red.corners)
    sticks.eye += 1
    sticks.look()
    assert sticks.phase == "throw" and sticks.thrown["sticks"][0]["asks"]
    assert [option["notches"] for option in sticks.thrown["sticks"][0]["options"]] == [0, 1, 2]


def test_sticks_whose_table_nobody_knows_may_lie_in_nine_ways(sticks):
    sticks.new(sticks="untied")
    sticks.throw("120", asks=("red",))
    assert len(sticks.thrown["sticks"][0]["options"]) == 9
    said = {"color": "red", "notches": 0, "sides": ["destiny", "magic"]}
    sticks.do(ReadStick(sticks.thrown["number"], said))
    assert last(sticks)["sticks"][0] == said


def test_two_sticks_of_one_colour_are_asked_about(sticks):
    sticks.new()
    there = [("red", "red", 1), ("black", "black", 2), ("white", "red", 0)]
    sticks.sticks = {place: sticks.stick(color, count) for place, color, count in there}
    sticks.eye += 1
    sticks.look()
    assert [stick["asks"] for stick in sticks.thrown["sticks"]] == [True, False, True]


def test_a_throw_by_hand_needs_no_camera(sticks):
    sticks.new(look=False)
    thrown = [{"color": color, "notches": 1} for color in ("red", "black", "white")]
    sticks.submit("throw", sticks=thrown)
    assert sticks.phase == "throw_read" and sticks.thrown is None
    sticks.submit("confirm")
    assert sticks.phase == "moving"


def test_a_throw_by_hand_is_the_one_that_lies_there(sticks):
    sticks.new()
    sticks.throw("120", asks=("red", "white"))
    sticks.submit("throw", sticks=[{"color": c, "notches": 1} for c in ("red", "black", "white")])
    assert faces(sticks) == "111" and sticks.thrown["doubt"] is None
    sticks.submit("confirm")
    sticks.submit("jump", to="mill")
    sticks.submit("walk", to="slab")
    assert sticks.phase == "throw" and sticks.view["extra"] and sticks.thrown is None


def test_a_throw_by_hand_is_known_again_when_the_eye_sees_it(sticks):
    sticks.new()
    sticks.submit("throw", sticks=[{"color": c, "notches": 1} for c in ("red", "black", "white")])
    sticks.throw("111")
    assert sticks.kinds == ["throw"] and sticks.thrown["event"] == 0
    sticks.throw("112")
    assert sticks.thrown["doubt"] == REPLACES


def test_throw_again_voids_what_lies_there_for_good(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.submit("again", reason="other")
    sticks.look()
    assert sticks.kinds == ["throw", "again"] and sticks.phase == "throw" and sticks.thrown is None
    sticks.throw("011")
    assert faces(sticks) == "011"


def test_an_undone_throw_is_asked_about_before_it_counts_again(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.do(Press("undo"))
    sticks.look()
    assert sticks.kinds == [] and sticks.thrown["doubt"] == TAKEN_BACK
    sticks.count()
    assert faces(sticks) == "120" and sticks.phase == "throw_read"


def test_an_undone_throw_can_be_thrown_again(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.do(Undo())
    sticks.throw("011")
    assert faces(sticks) == "011" and sticks.thrown["doubt"] is None


def test_an_undone_confirmation_leaves_the_throw_as_it_was_read(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.do(Press("confirm"))
    sticks.do(Press("undo"))
    assert sticks.phase == "throw_read" and sticks.thrown["event"] == 0 and sticks.thrown["doubt"] is None
    sticks.do(Press("confirm"))
    assert sticks.phase == "moving"


def test_a_picture_from_before_an_undo_counts_nothing(sticks):
    sticks.new()
    sticks.throw("120")
    history = sticks.snapshot.history
    sticks.do(Undo())
    sticks.sticks = {color: sticks.stick(color, 1) for color in ("red", "black", "white")}
    sticks.eye += 1
    sticks.look(history=history)
    assert sticks.kinds == [] and sticks.thrown["doubt"] == lay_there("Ann")


def test_what_lies_there_at_the_start_is_asked_about(sticks):
    sticks.sticks = {color: sticks.stick(color, 1) for color in ("red", "black", "white")}
    sticks.new()
    assert sticks.kinds == [] and sticks.thrown["doubt"] == lay_there("Ann")
    sticks.count()
    assert faces(sticks) == "111"


def test_what_lay_there_at_the_start_asks_no_more_once_it_is_thrown(sticks):
    sticks.sticks = {color: sticks.stick(color, 1) for color in ("red", "black", "white")}
    sticks.new()
    sticks.throw("120")
    assert faces(sticks) == "120" and sticks.thrown["doubt"] is None


def test_a_throw_before_its_time_is_asked_about_when_its_time_comes(sticks):
    sticks.new().turn("120", {"event": "jump", "to": "mill"})
    sticks.throw("001")
    assert sticks.phase == "moving" and sticks.kinds[-1] == "jump"
    sticks.submit("walk", to="slab")
    assert sticks.phase == "throw" and sticks.thrown["doubt"] == lay_there("Bo")
    sticks.count()
    assert faces(sticks) == "001" and last(sticks)["player"] == 1


def test_sticks_that_lie_otherwise_before_the_confirmation_are_asked_about(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.throw("011")
    assert sticks.kinds == ["throw"] and faces(sticks) == "120" and sticks.thrown["doubt"] == REPLACES
    assert sticks.host.handle(Press("confirm")).rule == "question"
    sticks.count(False)
    sticks.do(Press("confirm"))
    assert sticks.phase == "moving" and sticks.view["throw"]["total"] == 3


def test_a_second_throw_may_count_instead_of_the_first(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.throw("011", asks=("red",))
    sticks.count()
    assert faces(sticks) == "120" and sticks.thrown["sticks"][0]["asks"]
    sticks.say("red", 0)
    assert sticks.kinds == ["throw"] and faces(sticks) == "011" and sticks.thrown["event"] == 0


def test_sticks_taken_up_before_the_confirmation_leave_the_throw_standing(sticks):
    sticks.new()
    sticks.throw("120")
    sticks.take_up()
    assert faces(sticks) == "120" and sticks.thrown["event"] == 0
    sticks.do(Press("confirm"))
    assert sticks.phase == "moving"


def test_bad_light_counts_nothing_until_it_is_gone(sticks):
    sticks.new()
    sticks.sticks = {color: sticks.stick(color, 1) for color in ("red", "black", "white")}
    sticks.eye += 1
    sticks.look(trouble="too dark to read")
    assert sticks.kinds == [] and sticks.view["trouble"] == "too dark to read"
    sticks.look()
    assert faces(sticks) == "111"


def test_a_number_that_lies_there_no_more_cannot_be_counted(sticks):
    sticks.new()
    for command in (CountThrow(1), ReadStick(1, {"color": "red", "notches": 1})):
        outcome = sticks.host.handle(command)
        assert isinstance(outcome, Refused) and outcome.rule == "throw"
    sticks.throw("120")
    assert sticks.host.handle(CountThrow(sticks.thrown["number"])).reason == "This throw counts already."


def test_a_new_game_counts_throws_on_so_that_no_picture_bears_an_old_number(sticks):
    sticks.new()
    sticks.throw("120")
    number = sticks.thrown["number"]
    sticks.eye = 0
    sticks.sticks = {}
    sticks.new()
    sticks.throw("011")
    assert sticks.kinds == ["throw"] and sticks.thrown["number"] > number


def test_a_spell_is_thrown_and_settled_by_its_sides(sticks):
    sticks.new().turn("120", {"event": "jump", "to": "mill"}, {"event": "walk", "to": "symbol"})
    sticks.submit("cast")
    assert sticks.thrown is None
    sticks.throw("222")
    sticks.submit("confirm")
    assert sticks.phase == "choice" and sticks.view["symbols"] == ["force", "destiny"]


def test_two_steps_back_into_the_start_ask_about_the_throw_that_lies_there(sticks):
    sticks.new(opening="throw")
    for counts in ("120", "222", "000"):
        sticks.throw(counts)
        sticks.do(Press("confirm"))
    assert sticks.phase == "throw" and sticks.view["turn"] == 1
    sticks.do(Undo(2))
    assert sticks.phase == "opening" and sticks.thrown["doubt"] == TAKEN_BACK
    sticks.count()
    sticks.do(Press("confirm"))
    assert sticks.view["turn"] == 1


def test_each_stick_has_its_picture_as_long_as_its_throw_is_shown(sticks):
    sticks.new()
    sticks.throw("120")
    crop = np.full((96, 192, 3), 90, np.uint8)
    sticks.do(Undo())
    sticks.take_up()
    for color in ("red", "black", "white"):
        sticks.sticks[color] = replace(sticks.stick(color, 1), crop=None if color == "white" else crop)
    sticks.eye += 1
    sticks.look()
    number = sticks.thrown["number"]
    assert sticks.thrown["sticks"][0]["crop"] == f"/crop/stick-{number}-red.jpg"
    assert sticks.thrown["sticks"][2]["crop"] is None
    assert sticks.host.stick(number, "red")[:2] == b"\xff\xd8"
    assert sticks.host.stick(number, "white") is sticks.host.stick(number, "green") is None
    assert sticks.host.stick(number - 1, "red") is None


@pytest.fixture
def patient(make_sticks):
    """A table at which clear throws confirm themselves after three seconds."""
    with Host(Journal(":memory:"), confirm_after=3.0) as host:
        yield make_sticks(host)


def wait(sticks):
    for now in (1000.0, 1004.0):
        sticks.host.tick(now)


def test_a_clear_throw_confirms_itself_where_the_house_wants_it(patient):
    patient.new()
    patient.throw("120")
    wait(patient)
    assert patient.phase == "moving"


def test_a_doubtful_throw_never_confirms_itself(patient):
    patient.new()
    patient.throw("120")
    patient.throw("011")
    wait(patient)
    assert patient.phase == "throw_read"
    patient.count(False)
    wait(patient)
    assert patient.phase == "moving"


def test_a_duel_is_never_stopped_by_itself_while_there_is_a_choice(patient):
    patient.to_duel()
    patient.throw("201")
    wait(patient)
    assert patient.phase == "duel_read"
    patient.submit("confirm")
    patient.throw("110")
    wait(patient)
    # The second thrower has as many throws as the first took: nothing is left to choose.
    assert patient.phase == "throw"


def test_nor_is_it_once_a_stick_was_set_aside_that_stays_so(patient):
    patient.to_duel()
    patient.throw("201")
    patient.submit("keep", sticks=["red"])
    patient.throw(".12")
    wait(patient)
    assert patient.phase == "duel_read"
    patient.submit("keep", sticks=["red", "white"])
    patient.throw(".2.")
    wait(patient)
    # That was the last of three throws.
    assert (patient.phase, patient.view["duel"]["announced"] is not None) == ("duel", True)


def test_a_walk_put_right_takes_the_refusal_of_its_spell_along_and_leaves_the_throws_as_they_were(sticks):
    sticks.new()
    sticks.turn("120", JUMP, {"event": "walk", "to": "symbol"}, {"event": "decline"})
    sticks.throw("010")
    sticks.do(Correct(3, {"event": "walk", "to": "slab"}))
    assert sticks.kinds == ["throw", "confirm", "jump", "walk", "throw"] and sticks.phase == "throw_read"
    now, was = "the Apprentice walked to a slab", "the Apprentice walked to a symbol slab"
    assert sticks.view["told"] == f"Put right: {now}. Until now it said: {was}."
    assert sticks.thrown["event"] == 4 and sticks.thrown["doubt"] is None
    sticks.do(Undo())
    assert sticks.thrown["doubt"] == TAKEN_BACK
    sticks.count()
    sticks.do(Press("confirm"))
    assert sticks.phase == "moving" and sticks.view["active"] == 1


def test_a_throw_that_is_asked_about_stays_so_where_an_earlier_step_goes(sticks):
    sticks.new()
    sticks.turn("120", JUMP, {"event": "walk", "to": "symbol"}, {"event": "decline"})
    sticks.throw("010", asks=("red", "black"))
    sticks.say("red", 1)
    sticks.do(Correct(3, {"event": "walk", "to": "slab"}))
    assert sticks.thrown["doubt"] is None and [each["asks"] for each in sticks.thrown["sticks"]][0] is False
    sticks.say("black", 1)
    assert sticks.phase == "throw_read" and faces(sticks) == "110"
