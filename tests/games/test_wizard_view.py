"""What a seat, a spectator and the camera are shown."""

import json

import pytest

from games.wizard import Bid, expects, result, score_sheet, shown, view

EVERYBODY = (None, 0, 1, 2)


def bids_seen(game):
    """List the bids that the spectator and each seat see."""
    return [view(game.state, seat)["bids"] for seat in EVERYBODY]


def test_the_view_is_complete_and_json_able(friends):
    game = friends.happen(friends.begin(edition="us"), "7H", 0, 1, 0, "2H", "9H")
    seen = view(game.state, 1)
    assert json.loads(json.dumps(seen)) == seen
    assert seen == {
        "game": "wizard",
        "edition": "us",
        "suits": ["S", "H", "D", "C"],
        "rules": {
            "edition": "us",
            "bids": "open",
            "last_bid": "free",
            "hell_vision": False,
            "next_dealer": "left",
            "turned_wizard": "dealer_chooses",
            "first_dealer": "chosen",
            "cards": "laid",
        },
        "phase": "trick",
        "players": ["Ann", "Bo", "Cy"],
        "dealer": 0,
        "lots": None,
        "round": 1,
        "rounds": 20,
        "trump": "H",
        "turned": "7H",
        "turn": 0,
        "leader": 1,
        "bids": [0, 0, 1],
        "bid_made": [True, True, True],
        "bid_total": 1,
        "forbidden_bids": [],
        "forbidden_rule": None,
        "max_bid": 1,
        "trick": [{"player": 1, "card": "2H"}, {"player": 2, "card": "9H"}],
        "seen": ["7H", "2H", "9H"],
        "called": "H",
        "winning": 2,
        "last_trick": None,
        "tricks": [0, 0, 0],
        "cards": "laid",
        "counted": False,
        "said": [],
        "wants_last": False,
        "totals": [0, 0, 0],
        "sheet": [],
        "winners": [],
        "stopped": None,
        "notices": [],
    }
    seen = view(friends.happen(game, "3C", "ok").state, None)
    cards = [{"player": 1, "card": "2H"}, {"player": 2, "card": "9H"}, {"player": 0, "card": "3C"}]
    assert seen["last_trick"] == {"cards": cards, "winner": 2}
    assert seen["sheet"][0]["totals"] == seen["totals"] == [20, 20, 30]


def test_open_bids_are_seen_by_everybody(friends):
    game = friends.happen(friends.begin(), "7H", 1)
    assert bids_seen(game) == [[None, 1, None]] * 4
    assert view(game.state, None)["bid_total"] == 1


def test_simultaneous_bids_are_hidden_from_other_seats_until_all_are_in(friends):
    game = friends.happen(friends.begin(bids="simultaneous"), "7H", Bid(2, 1), Bid(0, 0))
    assert bids_seen(game) == [[None] * 3, [0, None, None], [None] * 3, [None, None, 1]]
    for seat in EVERYBODY:
        assert view(game.state, seat)["bid_made"] == [True, False, True]
        assert view(game.state, seat)["bid_total"] is None
    assert bids_seen(friends.happen(game, Bid(1, 1))) == [[0, 1, 1]] * 4


def test_delayed_bids_are_hidden_from_other_seats_until_the_round_is_scored(friends):
    game = friends.happen(friends.begin(bids="delayed"), "7H", Bid(2, 1), Bid(0, 0), Bid(1, 1))
    for step in ("2H", "9H", "3C"):
        assert bids_seen(game) == [[None] * 3, [0, None, None], [None, 1, None], [None, None, 1]]
        game = friends.happen(game, step)
    assert bids_seen(game)[0] == [None] * 3
    game = friends.happen(game, "ok")
    assert [view(game.state, seat)["sheet"][0]["bids"] for seat in EVERYBODY] == [[0, 1, 1]] * 4


def test_the_delayed_bids_of_the_last_round_are_seen_once_the_game_is_over(friends):
    *_, (step, _, game) = friends.whole_game(friends.header(3, bids="delayed"), 4)
    assert bids_seen(game)[0] == [None] * 3
    assert None not in bids_seen(game.play(step))[0]


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_a_hidden_bid_stands_nowhere_in_another_seats_view(friends, bids):
    """Two games that differ in Cy's hidden bid alone must look alike to everybody else."""
    games = [friends.happen(friends.begin(bids=bids), "7H", Bid(2, tricks), Bid(0, 0)) for tricks in (0, 1)]
    if bids == "delayed":
        games = [friends.happen(game, Bid(1, 0), "2H", "9H", "3C") for game in games]
    for seat in EVERYBODY:
        views = [view(game.state, seat) for game in games]
        lists = [[shown(event, game.header, seat) for event in game.events] for game in games]
        assert (views[0] == views[1]) is (seat != 2)
        assert (lists[0] == lists[1]) is (seat != 2)


def test_the_list_of_events_says_what_happened(friends):
    game = friends.happen(
        friends.begin(), "W", {"event": "name_trump", "suit": "S"}, 1, 0, 0, "2H", "9H", "3C", "ok"
    )
    said = [shown(event, game.header, None)["text"] for event in game.events]
    assert said[:4] == ["a Wizard was turned up", "the dealer named spades as trump", "Bo bid 1", "Cy bid 0"]
    assert said[-2:] == ["the next player played the 3 of clubs", "the confirmation"]


def test_the_last_bidder_sees_the_bid_that_he_may_not_make(friends):
    game = friends.happen(friends.begin(last_bid="nonzero"), "7H", 0)
    assert view(game.state, None)["forbidden_bids"] == []
    seen = view(friends.happen(game, 0).state, 0)
    assert (seen["forbidden_bids"], seen["forbidden_rule"], seen["max_bid"]) == ([1], "nonzero", 1)
    seen = view(friends.happen(game, 1).state, 0)
    assert (seen["forbidden_bids"], seen["forbidden_rule"]) == ([0], "nonzero")


def test_the_camera_is_told_what_comes_next_and_what_cannot(friends):
    game = friends.begin()
    told = []
    for step in ("7H", 0, 0, 0, "2H", "9H", "3C", "ok"):
        told.append(expects(game.state))
        game = friends.happen(game, step)
    told.append(expects(game.state))
    assert [each.kind for each in told] == ["turn_up", *["none"] * 3, *["play"] * 3, "none", "turn_up"]
    assert [each.player for each in told[4:7]] == [1, 2, 0]
    assert told[6].seen == ("7H", "2H", "9H") and told[6].trick == ("2H", "9H")
    assert told[7].trick == ("2H", "9H", "3C") and told[8].seen == told[8].trick == ()


def test_the_result_of_an_unfinished_game_has_its_finished_rounds_alone(friends):
    game = friends.happen(friends.begin(), "7H", 0, 1, 0, "2H", "9H", "3C", "ok", "5D", 0)
    found = result(game.state)
    assert (found["over"], found["winners"], found["notices"]) == (False, [], [])
    assert found["rounds"] == [
        {
            "round": 1,
            "dealer": 0,
            "trump": "H",
            "bids": [0, 0, 1],
            "tricks": [0, 0, 1],
            "points": [20, 20, 30],
            "totals": [20, 20, 30],
        }
    ]
    assert result(friends.begin().state)["rounds"] == []


def test_the_score_sheet_is_readable(friends):
    game = friends.happen(friends.begin(), "7H", 0, 1, 0, "2H", "9H", "3C", "ok")
    assert score_sheet(game.state).splitlines() == [
        "round  dealer  trump         Ann         Bo         Cy",
        "    1  Ann     hearts  0/0    20  0/0    20  1/1    30",
        "",
        "The game is not over: 1 of 20 rounds finished.",
    ]
    *_, (step, _, game) = friends.whole_game(friends.header(6), 0)
    assert "with" in score_sheet(game.play(step).state).splitlines()[-1]
