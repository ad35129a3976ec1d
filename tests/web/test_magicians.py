"""What phones may ask at a table of Les Trois Magiciens, and what the host answers through them."""

import pytest

from games.sticks import COLORS
from table.command import NewGame

SETUP = {"game": "magicians", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"opening": "dealer"}}


def sticks(*notches, colors=COLORS):
    """Write the sticks of a throw."""
    return [{"color": color, "notches": count} for color, count in zip(colors, notches, strict=True)]


def begin(table, **rules):
    table.do(NewGame(SETUP | {"rules": SETUP["rules"] | rules}))
    return table


def to_moves(table, *notches, **rules):
    """Begin a game, and let Ann's first throw count."""
    begin(table, **rules)
    table.events({"event": "throw", "sticks": sticks(*notches)}, {"event": "confirm"})
    return table


def to_duel(table, **rules):
    """Let Ann go to the Mill, and Bo come there after her; the first throw of the duel is Bo's."""
    to_moves(table, 1, 1, 0, **rules)
    table.events(
        {"event": "jump", "to": "mill"},
        {"event": "walk", "to": "slab"},
        {"event": "throw", "sticks": sticks(0, 1, 1)},
        {"event": "confirm"},
        {"event": "jump", "to": "mill"},
        {"event": "walk", "to": "slab"},
    )
    return table


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
    assert answer.json["error"] == "'game' must be one of wizard, magicians."


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


def test_a_turn_is_played_by_hand_without_a_camera(table):
    begin(table)
    phone = table.phone()
    assert phone.say("throw", sticks=sticks(1, 2, 0)).status_code == 200
    state = phone.state()
    assert (state["phase"], [stick["notches"] for stick in state["reading"]]) == ("throw_read", [1, 2, 0])
    phone.say("confirm")
    assert phone.state()["moves"]["magician"]["to"] == ["magician", "castle", "labyrinth", "mill"]
    for event in ({"event": "jump", "to": "mill"}, {"event": "walk", "to": "mill"}, {"event": "take"}):
        answer = phone.say("decide", event=event)
        assert answer.status_code == 200, answer.json
    state = phone.state()
    assert (state["seats"][0]["cards"], state["turn"]) == (["mill"], 1)
    assert [step["turn"] for step in state["steps"]] == [1] * 5
    assert state["turn_number"] == 2


def test_a_throw_is_thrown_again_with_the_reason(table):
    begin(table)
    phone = table.phone()
    phone.say("throw", sticks=sticks(1, 2, 0))
    assert phone.say("again", reason="overlap").status_code == 200
    assert (phone.state()["phase"], phone.state()["reading"]) == ("throw", [])
    assert phone.say("again", reason="bored").status_code == 422


@pytest.mark.parametrize("listed", [None, [], "red", [1, 2, 3, 4], {"red": 1}])
def test_a_throw_of_the_wrong_kind_is_refused_in_one_sentence(table, listed):
    answer = begin(table).phone().say("throw", sticks=listed)
    assert answer.status_code == 400
    assert answer.json["error"] == "'sticks' must list the sticks that lie there, three at most."


@pytest.mark.parametrize(
    "listed",
    [
        [1, 2, 3],
        [{"color": "red", "notches": 3}],
        [{"color": "blue", "notches": 1}],
        sticks(1, 1, colors=("red", "red")),
        sticks(1, 1, colors=("red", "white")),
        [{"color": "red", "notches": 1, "sides": ["force", "magic"]}, *sticks(1, 1, colors=COLORS[1:])],
    ],
)
def test_a_throw_that_cannot_lie_so_is_refused_with_the_reason(table, listed):
    answer = begin(table).phone().say("throw", sticks=listed)
    assert answer.status_code == 422
    assert answer.json["error"].endswith((".", "?"))


@pytest.mark.parametrize(
    "event", [None, [], "jump", {}, {"event": 1}, {"event": "confirm"}, {"event": "throw"}]
)
def test_what_is_no_choice_of_a_player_is_refused(table, event):
    answer = to_moves(table, 1, 2, 0).phone().say("decide", event=event)
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")


def test_a_jump_that_the_rules_forbid_is_refused_by_its_rule(table):
    answer = to_moves(table, 1, 2, 0).phone().say("decide", event={"event": "jump", "to": "moon"})
    assert (answer.status_code, answer.json["rule"]) == (422, "jump")


def test_nobody_chooses_for_a_player_who_has_a_phone(table):
    to_moves(table, 1, 2, 0)
    ann, bo = table.phones(2)
    move = {"event": "jump", "to": "mill"}
    for other in (bo, table.phone()):
        answer = other.say("decide", event=move)
        assert answer.status_code == 403
        assert answer.json["error"] == "Ann has a phone at this table: only that phone decides for Ann."
    assert ann.say("decide", event=move).status_code == 200


def test_anybody_confirms_a_turns_throw_but_only_the_thrower_stops_in_a_duel(table):
    begin(table)
    ann, bo = table.phones(2)
    ann.say("throw", sticks=sticks(1, 1, 0))
    assert bo.say("confirm").status_code == 200
    to_duel(table)
    assert ann.say("throw", sticks=sticks(2, 1, 0)).status_code == 200
    assert ann.say("confirm").status_code == 403
    assert ann.say("decide", event={"event": "keep", "sticks": ["red"]}).status_code == 403
    assert bo.say("decide", event={"event": "keep", "sticks": ["red"]}).status_code == 200
    state = ann.state()
    assert state["to_throw"] == ["black", "white"]
    assert (state["duel"]["throws"], state["duel"]["thrower"]) == (1, 1)
    bo.say("throw", sticks=sticks(2, 2, colors=("black", "white")))
    assert bo.say("confirm").status_code == 200
    assert ann.state()["duel"]["announced"] == [6, 2]


def test_a_stale_choice_is_refused_with_the_fresh_state(table):
    to_moves(table, 1, 2, 0)
    ann, other = table.phone(), table.phone()
    seen = other.state()["number"]
    ann.say("decide", event={"event": "jump", "to": "mill"})
    answer = other.say("decide", event={"event": "jump", "to": "castle"}, seen=seen)
    assert answer.status_code == 409
    assert answer.json["state"]["seats"][0]["magician"] == "mill"


def test_a_misread_stick_is_corrected_after_it_counted_and_the_rest_settled_again(table):
    to_moves(table, 1, 2, 0)
    phone = table.phone()
    index = next(event["index"] for event in phone.state()["events"] if event["event"] == "throw")
    event = {"event": "throw", "player": 0, "sticks": sticks(2, 2, 0)}
    assert phone.say("amend", index=index, event=event).status_code == 200
    assert phone.state()["moves"]["magician"]["jumps"] == 2


def test_an_earlier_choice_is_amended_by_the_phone_of_its_player_only(table):
    to_moves(table, 1, 2, 0)
    ann, bo = table.phones(2)
    ann.say("decide", event={"event": "jump", "to": "mill"})
    other = {"event": "jump", "to": "castle"}
    assert bo.say("amend", index=2, event=other).status_code == 403
    assert ann.say("amend", index=2, event=other).status_code == 200
    assert bo.state()["seats"][0]["magician"] == "castle"


def test_what_could_be_chosen_at_an_earlier_step_is_told(table):
    to_moves(table, 1, 2, 0)
    phone = table.phone()
    phone.say("decide", event={"event": "jump", "to": "mill"})
    before = phone.client.get("/before/2").json
    assert (before["phase"], before["seats"][0]["magician"]) == ("moving", "life")
    assert "castle" in before["moves"]["magician"]["to"]
    assert phone.client.get("/before/3").status_code == 404


@pytest.mark.parametrize("body", [{"index": 0}, {"index": "0", "event": {}}, {"event": {"event": "confirm"}}])
def test_an_amendment_without_its_parts_is_refused(table, body):
    assert to_moves(table, 1, 2, 0).phone().say("amend", **body).status_code == 400


def test_several_steps_are_undone_at_once(table):
    to_moves(table, 1, 2, 0)
    phone = table.phone()
    assert phone.say("undo", count=2).status_code == 200
    assert phone.state()["events"] == []
    assert phone.say("undo", count=1).status_code == 422
    assert phone.say("undo", count=0).status_code == 400


@pytest.mark.parametrize("wish", ["throw", "again", "decide", "amend"])
def test_at_another_game_these_wishes_are_not_there(table, wish):
    bodies = {
        "throw": {"sticks": sticks(1, 1, 1)},
        "again": {"reason": "other"},
        "decide": {"event": {"event": "cast"}},
        "amend": {"index": 0, "event": {"event": "cast"}},
    }
    assert table.phone().say(wish, **bodies[wish]).status_code == 404
    table.to_bids(bids="delayed")
    answer = table.phone().say(wish, **bodies[wish])
    assert answer.status_code == 404
    assert "Les Trois Magiciens" in answer.json["error"]
    assert table.phone().client.get("/before/0").status_code == 404


def test_cards_and_bids_of_the_other_game_are_refused_here(table):
    begin(table)
    phone = table.phone()
    bodies = {"card": {"card": "7H"}, "bid": {"player": 0, "tricks": 0}, "trump": {"suit": "H"}}
    for wish, body in bodies.items():
        answer = phone.say(wish, **body)
        assert answer.status_code == 422, answer.json
        assert answer.json["error"].endswith((".", "?"))


def test_a_seat_changes_phones_at_any_time(table):
    ann = begin(table).phone().sit(0)
    assert ann.say("free", seat=0).status_code == 200
    assert table.phone().say("seat", seat=0).status_code == 200
