"""A duel at the table: sticks set aside lie still while the others are thrown."""

import pytest

from table.command import Press, Submit


@pytest.fixture
def duel(sticks):
    """A duel for the Mill; Bo has thrown 2 notches with red, none with black, 1 with white."""
    sticks.to_duel()
    sticks.throw("201")
    assert sticks.phase == "duel_read"
    return sticks


def score(sticks):
    duel = sticks.view["duel"]
    return duel["total"], duel["throws"]


def test_only_the_thrown_sticks_are_read_while_the_kept_one_lies_still(duel):
    duel.submit("keep", sticks=["red"])
    assert duel.view["to_throw"] == ["black", "white"] and duel.thrown is None
    duel.throw(".12")
    assert duel.phase == "duel_read" and score(duel) == (5, 2)
    assert [stick["color"] for stick in duel.thrown["sticks"]] == ["black", "white"]
    assert duel.snapshot.out_of_step is None


def test_a_third_throw_and_no_more(duel):
    duel.submit("keep", sticks=["red"])
    duel.throw(".12")
    duel.submit("keep", sticks=["red", "white"])
    duel.throw(".2.")
    assert score(duel) == (6, 3) and duel.view["duel"]["may_keep"] is False
    duel.throw(".1.")
    assert score(duel) == (6, 3) and "otherwise" in duel.thrown["doubt"]


@pytest.mark.parametrize("as_a_throw", [True, False])
def test_a_kept_stick_may_be_laid_aside_before_the_others_are_thrown(duel, as_a_throw):
    duel.submit("keep", sticks=["red"])
    duel.push_one("red", 400.0)
    duel.eye += as_a_throw
    duel.look()
    assert duel.thrown is None and duel.snapshot.out_of_step is None
    duel.throw(".12")
    assert score(duel) == (5, 2)


def test_a_kept_stick_that_jitters_lies_still(duel):
    duel.submit("keep", sticks=["red"])
    duel.push("red", by=20.0)
    duel.throw(".12")
    assert score(duel) == (5, 2)


def test_a_kept_stick_that_moved_with_the_others_is_out_of_step(duel):
    duel.submit("keep", sticks=["red"])
    duel.take_up("black", "white")
    for color, count in (("red", 2), ("black", 1), ("white", 2)):
        duel.sticks[color] = duel.stick(color, count)
    duel.eye += 1
    duel.look()
    assert duel.phase == "duel"
    assert "the red stick, set aside with 2 notches, moved as the others" in duel.snapshot.out_of_step
    assert duel.snapshot.lights.pattern == "blink"
    duel.count()
    assert score(duel) == (5, 2) and duel.snapshot.out_of_step is None


def test_a_kept_stick_that_shows_something_else_is_out_of_step_until_it_is_turned_back(duel):
    duel.submit("keep", sticks=["red"])
    lay = duel.sticks["red"]
    duel.sticks["red"] = duel.stick("red", 1)
    duel.look()
    assert "was set aside with 2 notches and shows 1 notch." in duel.snapshot.out_of_step
    duel.throw(".12")
    assert duel.phase == "duel" and duel.thrown["doubt"] == duel.snapshot.out_of_step
    duel.sticks["red"] = lay
    duel.look()
    assert duel.snapshot.out_of_step is None and score(duel) == (5, 2)


def test_what_the_eye_calls_a_trouble_of_a_kept_stick_is_out_of_step_too(duel):
    duel.submit("keep", sticks=["red"])
    duel.sticks["red"] = duel.stick("red", 1)
    duel.look(trouble="the red stick that was set aside has been turned")
    assert "shows 1 notch." in duel.snapshot.out_of_step and duel.view["trouble"]


def test_a_kept_stick_that_is_gone_is_out_of_step_until_it_is_back(duel):
    duel.submit("keep", sticks=["red"])
    kept = duel.sticks["red"]
    duel.take_up("red")
    assert "not in sight" in duel.snapshot.out_of_step
    duel.throw(".12")
    assert duel.phase == "duel"
    duel.sticks["red"] = kept
    duel.look()
    assert duel.snapshot.out_of_step is None and score(duel) == (5, 2)


def test_an_unclear_look_at_a_kept_stick_that_lies_still_asks_nothing(duel):
    duel.submit("keep", sticks=["red"])
    kept = duel.sticks["red"]
    duel.sticks["red"] = duel.stick("red", 0, asks=True)
    duel.sticks["red"] = type(kept)(**{**vars(duel.sticks["red"]), "corners": kept.corners})
    duel.throw(".12")
    assert score(duel) == (5, 2)


def test_throwing_on_without_a_word_is_asked_about(duel):
    duel.throw(".12")
    assert score(duel) == (3, 1) and "Bo threw on and left the red stick lying" in duel.thrown["doubt"]
    assert duel.host.handle(Press("confirm")).rule == "question"
    duel.count()
    assert duel.kinds[-2:] == ["keep", "throw"] and score(duel) == (5, 2)


def test_throwing_on_to_the_same_without_a_word_is_asked_about_too(duel):
    duel.throw(".01")
    assert "Bo threw on" in duel.thrown["doubt"]
    duel.count()
    assert score(duel) == (3, 2)


def test_a_stick_laid_aside_before_it_is_said_to_be_kept_is_no_throw(duel):
    duel.push("red", by=700.0)
    assert "Bo threw on" in duel.thrown["doubt"]
    duel.submit("keep", sticks=["red"])
    assert duel.thrown is None and duel.snapshot.out_of_step is None
    duel.throw(".12")
    assert score(duel) == (5, 2)


def test_keeping_said_after_the_throw_asks_whether_it_counts(duel):
    duel.throw(".12")
    duel.submit("keep", sticks=["red"])
    assert "before Bo's throw was awaited" in duel.thrown["doubt"]
    duel.count()
    assert score(duel) == (5, 2)


def test_throwing_on_without_a_word_may_be_nothing(duel):
    duel.throw(".12")
    duel.count(False)
    assert duel.thrown["event"] is not None and duel.thrown["doubt"] is None
    duel.do(Press("confirm"))
    assert duel.view["duel"]["announced"] == [3, 1]
    assert "before Ann's throw was awaited" in duel.thrown["doubt"]


def test_keeping_nothing_throws_all_three_again(duel):
    duel.submit("keep", sticks=[])
    duel.throw("222")
    assert score(duel) == (6, 2)


def test_the_second_thrower_s_throw_is_his_own(duel):
    duel.do(Press("confirm"))
    assert duel.view["turn"] == 0 and duel.thrown is None and duel.phase == "duel"
    duel.throw("220")
    assert duel.view["duel"]["won"] and duel.view["turn"] == 0
    duel.do(Press("confirm"))
    assert duel.phase == "throw"


def test_a_void_throw_in_a_duel_costs_nothing(duel):
    duel.submit("keep", sticks=["red"])
    duel.throw(".12", again="overlap")
    assert duel.thrown["again"] == "overlap"
    duel.throw(".11")
    assert score(duel) == (4, 2) and "again" not in duel.kinds


def test_a_void_throw_costs_one_where_the_house_says_so(sticks):
    sticks.to_duel_with(void_duel_throw="counts")
    sticks.throw("201")
    sticks.submit("keep", sticks=["red"])
    sticks.throw(".12", again="overlap")
    sticks.throw(".11")
    assert sticks.kinds[-3:] == ["keep", "again", "throw"] and score(sticks) == (4, 3)


def test_a_void_last_throw_leaves_none_where_the_house_says_so(sticks):
    sticks.to_duel_with(void_duel_throw="counts")
    for kept in (["red"], ["red"]):
        sticks.throw("201" if not sticks.view["duel"]["throws"] else ".01")
        sticks.submit("keep", sticks=kept)
    sticks.throw(".22", again="overlap")
    sticks.throw(".11")
    assert sticks.kinds[-1] == "again" and score(sticks) == (2, 3) and sticks.phase == "duel_read"


def test_a_void_throw_that_people_let_count_costs_nothing_more(sticks):
    sticks.to_duel_with(void_duel_throw="counts")
    sticks.throw("201", again="overlap")
    sticks.count()
    assert sticks.kinds[-1] == "throw" and score(sticks) == (3, 1)


def test_an_undone_keep_leaves_the_throw_before(duel):
    duel.submit("keep", sticks=["red"])
    duel.do(Press("undo"))
    assert duel.phase == "duel_read" and duel.thrown["doubt"] is None and score(duel) == (3, 1)


def test_an_undone_throw_of_a_duel_is_asked_about_and_the_kept_stick_watched_on(duel):
    duel.submit("keep", sticks=["red"])
    duel.throw(".12")
    duel.do(Press("undo"))
    assert "taken back" in duel.thrown["doubt"] and duel.snapshot.out_of_step is None
    duel.throw(".11")
    assert score(duel) == (4, 2)


def test_a_tie_is_replayed_from_zero_with_all_three(duel):
    duel.do(Press("confirm"))
    duel.throw("201")
    duel.do(Press("confirm"))
    assert duel.phase == "replay" and duel.thrown["doubt"] is None
    duel.do(Submit({"event": "replay", "begin": True}))
    assert duel.view["to_throw"] == ["red", "black", "white"] and duel.thrown is None
    duel.throw("100")
    assert score(duel) == (1, 1)
