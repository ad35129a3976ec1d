"""What phones may ask at a table of Les Trois Magiciens, and what the host answers through them."""

import numpy as np
import pytest

from games.sticks import COLORS
from table.settings.config import House

SETUP = {"game": "magicians", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"opening": "dealer"}}
WHOLE = [{"color": color, "notches": 1} for color in COLORS]


def test_the_game_is_chosen_when_it_is_set_up(table):
    phone = table.phone()
    assert phone.say("game", **SETUP).status_code == 200
    assert (phone.state()["game"], phone.state()["phase"]) == ("magicians", "throw")
    assert phone.say("game", **SETUP | {"game": "wizard", "rules": {}}).status_code == 200
    assert (phone.state()["game"], phone.state()["phase"]) == ("wizard", "deal")


@pytest.mark.parametrize("game", ["chess", "", None, 1, ["wizard"], {}])
def test_a_game_without_a_page_is_refused_in_one_sentence(table, game):
    answer = table.phone().say("game", **SETUP | {"game": game})
    assert answer.status_code == 400
    assert answer.json["error"] == "'game' must be one of wizard, magicians, probe."


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["Ann", "Bo"]},
        {"players": ["Ann", "Bo", "Cy", "Dee"]},
        {"rules": {"edition": "us"}},
        {"rules": {"board": {"nodes": [], "edges": []}}},
        {"rules": {"colors": ["red", "red", "white"]}},
    ],
)
def test_settings_that_this_game_does_not_know_are_refused_with_the_reason(table, change):
    answer = table.phone().say("game", **SETUP | change)
    assert answer.status_code == 422
    assert answer.json["error"].endswith((".", "?"))


def test_what_the_sticks_on_the_table_settle_is_told_and_cannot_be_set(make_table):
    own = {color: ["force", "magic", "destiny"] for color in COLORS}
    table = make_table(house=House("magicians", {}, {"magicians": {"sticks": own}}))
    phone = table.phone()
    assert phone.state()["settled"] == {"magicians": ["sticks"]}
    assert phone.say("game", **SETUP | {"rules": {"sticks": "untied"}}).status_code == 200
    assert phone.state()["rules"]["sticks"] == own


def test_a_turn_is_played_by_hand_without_a_camera(table):
    table.mages()
    phone = table.phone()
    assert phone.say("throw", sticks=table.lie(1, 2, 0)).status_code == 200
    state = phone.state()
    assert (state["phase"], [stick["notches"] for stick in state["reading"]]) == ("throw_read", [1, 2, 0])
    phone.say("confirm")
    assert phone.state()["moves"]["magician"]["to"] == ["magician", "castle", "labyrinth", "mill"]
    for event in ({"event": "jump", "to": "mill"}, {"event": "walk", "to": "mill"}, {"event": "take"}):
        answer = phone.say("decide", event=event)
        assert answer.status_code == 200, answer.json
    state = phone.state()
    assert (state["seats"][0]["cards"], state["turn"]) == (["mill"], 1)
    assert [event["turn"] for event in state["log"]["recent"]] == [1] * 5
    assert state["turn_number"] == 2


def test_a_throw_is_thrown_again_with_the_reason(table):
    table.mages()
    phone = table.phone()
    phone.say("throw", sticks=table.lie(1, 2, 0))
    assert phone.say("again", reason="overlap").status_code == 200
    assert (phone.state()["phase"], phone.state()["reading"]) == ("throw", [])
    assert phone.say("again", reason="bored").status_code == 422


@pytest.mark.parametrize("listed", [None, [], "red", [1, 2, 3, 4], {"red": 1}])
def test_a_throw_of_the_wrong_kind_is_refused_in_one_sentence(table, listed):
    answer = table.mages().phone().say("throw", sticks=listed)
    assert answer.status_code == 400
    assert answer.json["error"] == "'sticks' must list the sticks that lie there, three at most."


@pytest.mark.parametrize(
    "listed",
    [
        [1, 2, 3],
        [{"color": "red", "notches": 3}],
        [{"color": "blue", "notches": 1}],
        [WHOLE[0], WHOLE[0]],
        [WHOLE[0], WHOLE[2]],
        [{"color": "red", "notches": 1, "sides": ["force", "magic"]}, *WHOLE[1:]],
    ],
)
def test_a_throw_that_cannot_lie_so_is_refused_with_the_reason(table, listed):
    answer = table.mages().phone().say("throw", sticks=listed)
    assert answer.status_code == 422
    assert answer.json["error"].endswith((".", "?"))


@pytest.mark.parametrize(
    "event", [None, [], "jump", {}, {"event": 1}, {"event": "confirm"}, {"event": "throw"}]
)
def test_what_is_no_choice_of_a_player_is_refused(table, event):
    answer = table.to_moves(1, 2, 0).phone().say("decide", event=event)
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")


def test_a_jump_that_the_rules_forbid_is_refused_by_its_rule(table):
    answer = table.to_moves(1, 2, 0).phone().say("decide", event={"event": "jump", "to": "moon"})
    assert (answer.status_code, answer.json["rule"]) == (422, "jump")


def test_nobody_chooses_for_a_player_who_has_a_phone(table):
    table.to_moves(1, 2, 0)
    ann, bo = table.phones(2)
    move = {"event": "jump", "to": "mill"}
    for other in (bo, table.phone()):
        answer = other.say("decide", event=move)
        assert answer.status_code == 403
        assert answer.json["error"] == "Ann has a phone at this table: only that phone decides for Ann."
    assert ann.say("decide", event=move).status_code == 200


def test_anybody_confirms_a_turns_throw_but_only_the_thrower_stops_in_a_duel(table):
    table.mages()
    ann, bo = table.phones(2)
    ann.say("throw", sticks=table.lie(1, 1, 0))
    assert bo.say("confirm").status_code == 200
    table.to_duel()
    assert ann.say("throw", sticks=table.lie(2, 1, 0)).status_code == 200
    assert ann.say("confirm").status_code == 403
    assert ann.say("decide", event={"event": "keep", "sticks": ["red"]}).status_code == 403
    assert bo.say("decide", event={"event": "keep", "sticks": ["red"]}).status_code == 200
    state = ann.state()
    assert state["to_throw"] == ["black", "white"]
    assert (state["duel"]["throws"], state["duel"]["thrower"]) == (1, 1)
    bo.say("throw", sticks=table.lie(2, 2, colors=("black", "white")))
    assert bo.say("confirm").status_code == 200
    assert ann.state()["duel"]["announced"] == [6, 2]


def test_what_a_step_brought_about_is_told_with_it(table):
    table.to_duel().throw(0, 0, 1).events({"event": "confirm"})
    table.throw(2, 2, 2).events({"event": "confirm"})
    state = table.phone().state()
    assert state["log"]["last"]["effects"] == [
        {"what": "won", "player": 0, "place": "mill"},
        {"what": "card", "player": 0, "place": "mill", "from": None},
        {"what": "exile", "player": 1, "figure": "magician"},
    ]
    assert not any("effects" in event for event in state["log"]["recent"][:-1])
    assert state["turn_number"] == 3


def test_an_unclear_stick_is_asked_about_and_answered_by_tapping(table):
    table.mages().see_throw(1, 2, 0, asks=("black",))
    phone = table.phone()
    thrown = phone.state()["thrown"]
    assert [stick["asks"] for stick in thrown["sticks"]] == [False, True, False]
    assert phone.state()["phase"] == "throw"
    lies = {"color": "black", **thrown["sticks"][1]["options"][1]}
    assert phone.say("stick", throw=thrown["number"], stick=lies).status_code == 200
    state = phone.state()
    assert (state["phase"], state["reading"][1]["notches"]) == ("throw_read", lies["notches"])


def test_a_stick_that_was_read_wrongly_is_corrected_before_it_counts(table):
    table.mages().see_throw(1, 2, 0)
    phone = table.phone()
    number = phone.state()["thrown"]["number"]
    assert phone.say("stick", throw=number, stick={"color": "red", "notches": 2}).status_code == 200
    assert [stick["notches"] for stick in phone.state()["reading"]] == [2, 2, 0]
    assert phone.say("stick", throw=number + 5, stick={"color": "red", "notches": 2}).status_code == 409


def test_a_throw_that_is_to_be_thrown_again_can_be_counted_all_the_same(table):
    table.mages().see_throw(1, 2, 0, again="overlap")
    phone = table.phone()
    thrown = phone.state()["thrown"]
    assert (thrown["again"], phone.state()["phase"]) == ("overlap", "throw")
    assert phone.say("count", throw=thrown["number"], count=True).status_code == 200
    assert phone.state()["phase"] == "throw_read"


@pytest.mark.parametrize(
    ("wish", "body"),
    [
        ("stick", {"throw": 1, "stick": "red"}),
        ("stick", {"stick": {"color": "red"}}),
        ("count", {"throw": "1", "count": True}),
        ("count", {"throw": 1, "count": "yes"}),
        ("count", {"throw": 1}),
    ],
)
def test_what_is_said_of_a_throw_is_read_with_care(table, wish, body):
    answer = table.mages().phone().say(wish, **body)
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")


def test_each_stick_of_the_throw_has_its_picture(table):
    table.mages().see_throw(1, 2, 0, crop=np.full((96, 192, 3), 90, np.uint8))
    phone = table.phone()
    for stick in phone.state()["thrown"]["sticks"]:
        answer = phone.client.get(stick["crop"])
        assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
        assert answer.data.startswith(b"\xff\xd8")
    for wrong in ("/crop/stick-99-red.jpg", "/crop/stick-1-blue.jpg", "/crop/stick-x-red.jpg"):
        assert phone.client.get(wrong).status_code == 404


def test_a_stale_choice_is_refused_with_the_fresh_state(table):
    table.to_moves(1, 2, 0)
    ann, other = table.phone(), table.phone()
    seen = other.state()["number"]
    ann.say("decide", event={"event": "jump", "to": "mill"})
    answer = other.say("decide", event={"event": "jump", "to": "castle"}, seen=seen)
    assert answer.status_code == 409
    assert answer.json["state"]["seats"][0]["magician"] == "mill"


def test_a_misread_stick_is_corrected_after_it_counted_and_the_rest_settled_again(table):
    table.to_moves(1, 2, 0)
    phone = table.phone()
    index = next(event["index"] for event in phone.state()["log"]["recent"] if event["event"] == "throw")
    event = {"event": "throw", "player": 0, "sticks": table.lie(2, 2, 0)}
    assert phone.say("amend", index=index, event=event).status_code == 200
    assert phone.state()["moves"]["magician"]["jumps"] == 2


def test_an_earlier_choice_is_amended_by_the_phone_of_its_player_only(table):
    table.to_moves(1, 2, 0)
    ann, bo = table.phones(2)
    ann.say("decide", event={"event": "jump", "to": "mill"})
    other = {"event": "jump", "to": "castle"}
    assert bo.say("amend", index=2, event=other).status_code == 403
    assert ann.say("amend", index=2, event=other).status_code == 200
    assert bo.state()["seats"][0]["magician"] == "castle"


def test_a_duel_s_choice_is_amended_to_a_stop_by_the_thrower_s_phone_only(table):
    table.to_duel().throw(2, 0, 1)
    ann, bo = table.phones(2)
    assert bo.say("decide", event={"event": "keep", "sticks": ["red"]}).status_code == 200
    index = ann.state()["log"]["last"]["index"]
    assert ann.say("amend", index=index, event={"event": "confirm"}).json["rule"] == "seat"
    assert ann.state()["duel"]["announced"] is None
    assert bo.say("amend", index=index, event={"event": "confirm"}).status_code == 200
    assert ann.state()["duel"]["announced"] == [3, 1]


def test_what_could_be_chosen_at_an_earlier_step_is_told(table):
    table.to_moves(1, 2, 0)
    phone = table.phone()
    phone.say("decide", event={"event": "jump", "to": "mill"})
    before = phone.client.get("/before/2").json
    assert (before["phase"], before["seats"][0]["magician"]) == ("moving", "life")
    assert "castle" in before["moves"]["magician"]["to"]
    assert phone.client.get("/before/3").status_code == 404


@pytest.mark.parametrize("body", [{"index": 0}, {"index": "0", "event": {}}, {"event": {"event": "confirm"}}])
def test_an_amendment_without_its_parts_is_refused(table, body):
    assert table.to_moves(1, 2, 0).phone().say("amend", **body).status_code == 400


def test_several_steps_are_undone_at_once(table):
    table.to_moves(1, 2, 0)
    phone = table.phone()
    assert phone.say("undo", count=2).status_code == 200
    assert phone.state()["log"] == {"count": 0, "last": None, "recent": []}
    assert phone.say("undo", count=1).status_code == 422
    assert phone.say("undo", count=0).status_code == 400


@pytest.mark.parametrize("wish", ["throw", "again", "decide", "amend", "stick", "count"])
def test_at_another_game_these_wishes_are_not_there(table, wish):
    bodies = {
        "throw": {"sticks": WHOLE},
        "again": {"reason": "other"},
        "decide": {"event": {"event": "cast"}},
        "amend": {"index": 0, "event": {"event": "cast"}},
        "stick": {"throw": 1, "stick": WHOLE[0]},
        "count": {"throw": 1, "count": True},
    }
    assert table.phone().say(wish, **bodies[wish]).status_code == 404
    table.to_bids(bids="delayed")
    answer = table.phone().say(wish, **bodies[wish])
    assert answer.status_code == 404
    assert "Les Trois Magiciens" in answer.json["error"]
    assert table.phone().client.get("/before/0").status_code == 404


def test_cards_and_bids_of_the_other_game_are_refused_here(table):
    table.mages()
    phone = table.phone()
    bodies = {"card": {"card": "7H"}, "bid": {"player": 0, "tricks": 0}, "trump": {"suit": "H"}}
    for wish, body in bodies.items():
        answer = phone.say(wish, **body)
        assert answer.status_code == 422, answer.json
        assert answer.json["error"].endswith((".", "?"))


def test_a_seat_changes_phones_at_any_time(table):
    ann = table.mages().phone().sit(0)
    assert ann.say("free", seat=0).status_code == 200
    assert table.phone().say("seat", seat=0).status_code == 200
