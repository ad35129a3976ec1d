"""What phones may ask, and what the host answers through them."""

import pytest

from table.view.snapshot import Snapshot

SETUP = {"players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"edition": "us"}}


def test_a_game_is_set_up_from_a_phone(table):
    phone = table.phone()
    assert phone.state()["phase"] is None
    answer = phone.say("game", **SETUP)
    assert answer.status_code == 200
    state = phone.state()
    assert (state["phase"], state["players"], state["number"]) == (
        "deal",
        ["Ann", "Bo", "Cy"],
        answer.json["number"],
    )


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["Ann", "Bo"]},
        {"players": ["Ann", "Ann", "Bo"]},
        {"players": list("abcdefg")},
        {"rules": {"bids": "delayed", "last_bid": "nonzero"}},
        {"rules": {"edition": "uk"}},
        {"rules": {"color": "red"}},
    ],
)
def test_a_game_that_the_rules_do_not_know_is_refused_with_the_reason(table, change):
    answer = table.phone().say("game", **SETUP | change)
    assert answer.status_code == 422
    assert answer.json["error"].endswith((".", "?"))
    assert table.host.snapshot.history is None


def test_names_are_written_down_as_they_are_seen(table):
    names = ["\u202eAnn\u202c\u200b", " Bo \u00a0 Lee\u2066", "Andre\u0301", "علی\u200cرضا", "👩\u200d🚀"]
    assert table.phone().say("game", **SETUP | {"players": names}).status_code == 200
    assert table.phone().state()["players"] == ["Ann", "Bo Lee", "André", "علی\u200cرضا", "👩\u200d🚀"]


def test_names_that_look_alike_are_refused_by_name(table):
    answer = table.phone().say("game", **SETUP | {"players": ["Ann", "Bo", "\u0410nn"]})
    assert answer.json["error"] == "The names of two players, Ann and \u0410nn, look alike: give them others."


@pytest.mark.parametrize(
    "change",
    [
        {"players": "Ann"},
        {"players": []},
        {"players": [1, 2, 3]},
        {"players": ["Ann", "Bo", " "]},
        {"players": ["Ann", "Bo", "x" * 61]},
        {"players": ["Ann", "Bo", "\u202e\u200b"]},
        {"players": ["Ann", "Bo", "\u3164"]},
        {"players": ["Ann", "Bo", "Z" + 9 * "\u0336"]},
        {"players": ["Ann", "Bo", "\u0410nn"]},
        {"players": ["Ali", "Bo", "AIi"]},
        {"dealer": 3},
        {"dealer": "0"},
        {"rules": []},
        {"extra": 1},
        {"seen": "now"},
        {"seen": None},
    ],
)
def test_a_set_up_of_the_wrong_kind_is_refused_in_one_sentence(table, change):
    answer = table.phone().say("game", **SETUP | change)
    assert answer.status_code == 400
    assert "\n" not in answer.json["error"]
    assert answer.json["error"].endswith(".")


def test_a_name_of_blanks_is_told_so_and_a_long_one_how_long_it_may_be(table):
    blank, long = (
        table.phone().say("game", **SETUP | {"players": ["Ann", "Bo", name]}) for name in ("  ", "x" * 61)
    )
    assert blank.json["error"].startswith("A player's name has no visible character:")
    assert long.json["error"] == "Every player needs a name of 1 to 60 characters."


def test_a_player_bids_on_his_own_phone(table):
    table.to_bids()
    bo = table.phone().sit(1)
    assert bo.say("bid", tricks=1).status_code == 200
    assert table.phone().state()["bids"] == [None, 1, None]


def test_a_bid_out_of_turn_is_refused_by_its_rule(table):
    table.to_bids()
    answer = table.phone().sit(2).say("bid", tricks=0)
    assert answer.status_code == 422
    assert answer.json["rule"] == "turn"


def test_a_bid_above_the_round_is_refused(table):
    table.to_bids()
    assert table.phone().sit(1).say("bid", tricks=2).status_code == 422


@pytest.mark.parametrize("tricks", [-1, 61, "1", 1.5, None, True, [], {}])
def test_a_bid_that_is_no_number_is_refused_in_one_sentence(table, tricks):
    table.to_bids()
    answer = table.phone().sit(1).say("bid", tricks=tricks)
    assert answer.status_code == 400
    assert answer.json["error"] == "'tricks' must be a whole number from 0 to 60."


def test_nobody_bids_for_a_player_who_has_a_phone(table):
    table.to_bids()
    table.phone().sit(1)
    for other in (table.phone(), table.phone().sit(2)):
        answer = other.say("bid", player=1, tricks=0)
        assert answer.status_code == 403
        assert answer.json["error"] == "Bo has a phone at this table: only that phone decides for Bo."


def test_another_phone_bids_for_a_player_without_one(table):
    table.to_bids()
    assert table.phone().say("bid", player=1, tricks=1).status_code == 200


def test_a_phone_without_a_seat_must_say_whose_bid_it_is(table):
    table.to_bids()
    answer = table.phone().say("bid", tricks=1)
    assert answer.status_code == 403


def test_a_stale_wish_is_refused_with_the_fresh_state(table):
    table.to_bids()
    bo, cy = table.phone().sit(1), table.phone().sit(2)
    seen = cy.state()["number"]
    bo.say("bid", tricks=1)
    answer = cy.say("undo", seen=seen)
    assert answer.status_code == 409
    assert answer.json["state"]["bids"] == [None, 1, None]
    assert answer.json["state"]["you"] == 2
    assert answer.json["state"]["number"] == answer.json["number"]
    assert cy.say("bid", tricks=0, seen=seen).status_code == 200


def test_the_dealer_names_the_trump_on_his_phone_and_nobody_else_does(table):
    table.begin()
    table.events({"event": "turn_up", "card": "W"})
    ann, bo = table.phone().sit(0), table.phone().sit(1)
    assert bo.say("trump", suit="S").status_code == 403
    assert ann.say("trump", suit="X").status_code == 422
    assert ann.say("trump", suit="S").status_code == 200
    assert bo.state()["trump"] == "S"


def test_a_whole_round_is_entered_by_hand_without_a_camera(table):
    phone = table.phone()
    phone.say("game", **SETUP)
    phone.say("card", card="7H")
    for seat in (1, 2, 0):
        assert phone.say("bid", player=seat, tricks=int(seat == 1)).status_code == 200
    for card in ("10H", "2S", "3S"):
        assert phone.say("card", card=card).status_code == 200
    state = phone.state()
    assert (state["phase"], state["winning"]) == ("trick_done", 1)
    assert phone.say("confirm").status_code == 200
    assert phone.state()["sheet"][0]["totals"] == [20, 30, 20]


def test_a_card_of_a_player_whose_turn_it_is_not_is_refused(table):
    table.to_trick()
    assert table.phone().say("card", card="2S", player=2).status_code == 422
    assert table.phone().say("card", card="2S", player=1).status_code == 200


@pytest.mark.parametrize("card", ["1H", "10X", "hearts", "7H"])
def test_a_card_that_cannot_be_is_refused_with_the_reason(table, card):
    table.to_trick()
    answer = table.phone().say("card", card=card)
    assert answer.status_code == 422
    assert answer.json["error"]


def test_undo_takes_the_last_event_back(table):
    table.to_trick()
    phone = table.phone()
    phone.say("card", card="2S")
    assert phone.say("undo").status_code == 200
    assert phone.state()["trick"] == []


def test_undo_of_nothing_is_refused(table):
    table.begin()
    answer = table.phone().say("undo")
    assert answer.status_code == 422
    assert answer.json["rule"] == "undo"


def test_an_earlier_card_is_corrected_and_everything_after_it_settled_again(table):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")))
    phone = table.phone()
    assert phone.state()["winning"] == 0
    index = next(event["index"] for event in phone.state()["log"]["recent"] if event.get("card") == "2S")
    assert phone.say("correct", index=index, card="10H").status_code == 200
    assert phone.state()["winning"] == 1


def test_the_turned_up_card_and_a_bid_can_be_corrected(table):
    table.to_trick()
    phone = table.phone()
    assert phone.say("correct", index=0, card="9S").status_code == 200
    assert phone.say("correct", index=1, tricks=1).status_code == 200
    assert (phone.state()["trump"], phone.state()["bids"]) == ("S", [0, 1, 0])


def test_a_turned_up_card_that_was_a_wizard_is_corrected_with_the_trump_that_follows(table):
    table.to_trick(turned_wizard="dealer_chooses")
    phone = table.phone()
    refused = phone.say("correct", index=0, card="W")
    assert refused.status_code == 422 and "to name the trump" in refused.json["error"]
    assert phone.say("correct", index=0, card="W", suit="C").status_code == 200
    assert (phone.state()["trump"], phone.state()["phase"]) == ("C", "trick")


def test_a_trump_that_was_named_is_put_right_by_the_dealers_phone_only(table):
    table.begin()
    table.events({"event": "turn_up", "card": "W"})
    ann, _, cy = table.phones(3)
    assert ann.say("trump", suit="H").status_code == 200
    for change in ({"index": 1, "suit": "S"}, {"index": 0, "card": "W", "suit": "S"}):
        answer = cy.say("correct", **change)
        assert (answer.status_code, answer.json["rule"]) == (403, "seat")
    assert ann.say("correct", index=1, suit="S").status_code == 200
    assert cy.say("correct", index=0, card="5C").status_code == 200
    assert cy.state()["trump"] == "C"


def test_a_bid_made_before_another_was_to_deal_is_corrected_like_any_other(table):
    table.to_trick(next_dealer="last_trick_winner")
    table.events(*({"event": "play", "card": card} for card in ("9C", "2C", "3C")), {"event": "confirm"})
    table.events({"event": "turn_up", "card": "7S"}, {"event": "bid", "player": 2, "tricks": 1})
    phone = table.phone()
    # The highest card was Cy's: he deals, and Ann is to bid before him.
    assert phone.say("correct", index=5, card="KC").status_code == 200
    assert (phone.state()["dealer"], phone.state()["turn"], phone.state()["bids"]) == (2, 0, [None, None, 1])
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (0, 1)))
    table.events({"event": "play", "card": "2D"})
    (index,) = (e["index"] for e in phone.state()["log"]["recent"][-4:] if e.get("tricks") == 1)
    assert phone.say("correct", index=index, tricks=2).status_code == 200
    assert phone.state()["bids"] == [0, 0, 2]


def test_a_bid_is_corrected_by_the_phone_of_its_player_only(table):
    table.to_trick()
    bo = table.phone().sit(1)
    assert table.phone().say("correct", index=1, tricks=1).status_code == 403
    assert bo.say("correct", index=1, tricks=1).status_code == 200


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"index": 99, "card": "2S"}, 404),
        ({"index": -1, "card": "2S"}, 400),
        ({"index": 0}, 400),
        ({"index": 0, "card": 7}, 400),
        ({"index": 0, "card": "XX"}, 422),
        ({"index": 1, "card": "2S"}, 400),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(table, change, status):
    table.to_trick()
    answer = table.phone().say("correct", **change)
    assert answer.status_code == status
    assert answer.json["error"]


def test_a_question_shows_the_likely_cards_and_is_answered_by_tapping(table):
    table.to_trick()
    table.look(("10H", (("10D", 0.3),)))
    phone = table.phone()
    (question,) = phone.state()["questions"]
    assert [option["card"] for option in question["cards"]][:2] == ["10H", "10D"]
    assert phone.state()["trick"] == []
    assert phone.say("answer", question=question["id"], card="10D").status_code == 200
    assert phone.state()["trick"] == [{"player": 1, "card": "10D"}]
    assert phone.state()["questions"] == []


def test_a_question_may_be_answered_with_any_other_card_or_with_none(table):
    table.to_trick()
    phone = table.phone()
    table.look(("10H", (("10D", 0.3),)))
    (question,) = phone.state()["questions"]
    assert phone.say("answer", question=question["id"], card=None).status_code == 200
    assert (phone.state()["questions"], phone.state()["trick"]) == ([], [])


def test_an_answer_to_a_question_that_is_closed_is_stale(table):
    table.to_trick()
    phone = table.phone()
    answer = phone.say("answer", question=7, card="2S")
    assert answer.status_code == 409


@pytest.mark.parametrize("body", [{"question": 1}, {"question": "1", "card": None}, {"card": "2S"}])
def test_an_answer_without_its_parts_is_refused(table, body):
    table.to_trick()
    assert table.phone().say("answer", **body).status_code == 400


def test_the_simulated_buttons_do_what_the_real_ones_do(table):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")))
    phone = table.phone()
    assert phone.state()["lights"]["seats"] == ["pulse", "off", "off"]
    number = phone.state()["number"]
    assert phone.say("press", button="confirm").status_code == 200
    assert table.host.wait(number, 60.0).view(None)["round"] == 2
    assert phone.say("press", button="bang").status_code == 400
    assert phone.state()["simulated"] is True


@pytest.mark.parametrize("wish", ["bid", "trump", "card", "confirm", "undo", "correct", "answer"])
def test_before_there_is_a_game_every_wish_gets_a_sentence(table, wish):
    bodies = {
        "bid": {"tricks": 0},
        "trump": {"suit": "S"},
        "card": {"card": "2S"},
        "correct": {"index": 0, "card": "2S"},
        "answer": {"question": 1, "card": "2S"},
    }
    answer = table.phone().say(wish, **bodies.get(wish, {}))
    assert answer.status_code in (404, 422)
    assert answer.json["error"].endswith(".")


def test_a_wish_is_answered_without_a_view_of_everything(table, monkeypatch):
    phone = table.phone()

    def never(*_):
        raise AssertionError("a view of everything was built to read one field")

    def say(wish, **body):
        return phone.say(wish, seen=table.host.snapshot.number, **body).status_code

    monkeypatch.setattr(Snapshot, "view", never)
    assert say("game", **SETUP) == 200
    assert say("card", card="7H") == 200
    assert say("bid", player=1, tricks=0) == 200
    assert say("confirm") == 422
    assert say("undo") == 200
