"""A bid stands where the score by which it was allowed is put right later (docs/rules/wizard.md 4)."""

import pytest
from records import format_record, read_record

from games.errors import NotAllowed, Unreadable
from games.history import Game
from games.record import event_from_dict, event_to_dict
from games.wizard import Bid, ChangeBid, Phase, Play, view

CLOUDED = {"last_bid": "canadian", "cloud": True, "cloud_sum": "last_bid", "edition": "amigo"}


@pytest.fixture
def even(friends):
    """Cy leads alone after round 1; Bo deals round 2 and makes the bids even, which he may."""
    game = friends.begin(last_bid="canadian")
    game = friends.happen(game, "7H", 0, 1, 0, "2C", "9C", "3C", "ok", "7S", 1, 0, 1)
    assert game.state.totals == (20, 20, 30)
    return game


def led_by_bo(game):
    """Put Ann's card of round 1 right: she took the trick, so Bo alone leads."""
    return game.mend(6, Play("10C", 0))


def test_a_card_of_an_earlier_round_is_put_right_and_the_dealers_bid_stands(even):
    mended = led_by_bo(even)
    assert mended.state.totals == (-10, 20, -10)
    assert mended.state.bids == even.state.bids
    assert mended.events[-1] == Bid(1, 1, stands=True)


def test_a_bid_of_an_earlier_round_is_put_right_and_the_dealers_bid_stands(even):
    game = even.mend(2, Bid(2, 0)).mend(3, Bid(0, 1))
    assert game.state.totals == (-10, 20, -10)
    assert game.events[-1] == Bid(1, 1, stands=True)


def test_a_bid_changed_once_all_had_bid_stands_too(friends):
    game = friends.begin(last_bid="canadian")
    game = friends.happen(game, "7H", 0, 1, 0, "2C", "9C", "3C", "ok", "7S", 1, 1, 1, Bid(0, 0))
    assert led_by_bo(game).events[-1] == Bid(0, 0, stands=True)


def test_the_record_of_it_reads_back(even):
    mended = led_by_bo(even)
    record = format_record(mended.header, mended.events)
    assert record.rstrip().endswith('{"event": "bid", "player": 1, "tricks": 1, "stands": true}')
    assert Game.of(*read_record(record)).states == mended.states


def test_putting_it_back_leaves_the_game_as_it_was(even):
    assert led_by_bo(even).mend(6, even.events[6]) == even


def test_other_corrections_leave_a_bid_that_stands(even, friends):
    game = friends.happen(led_by_bo(even), "2D", "3D", "4D", "ok")
    other = game.mend(6, Play("JC", 0))
    assert other.events[11] == Bid(1, 1, stands=True) and other.state.past


def test_whoever_is_to_bid_after_the_correction_is_bound(even, friends):
    game = led_by_bo(even.undo())
    with pytest.raises(NotAllowed) as refusal:
        friends.happen(game, 1)
    assert refusal.value.rule == "canadian"
    assert friends.happen(game, 2).state.bids == (0, 2, 1)


@pytest.mark.parametrize("rule", ["nonzero", "canadian"])
def test_within_a_round_a_bid_is_not_put_right_against_the_last_bidder(friends, rule):
    rules = {"last_bid": rule, "next_dealer": "last_trick_winner"}
    game = friends.happen(friends.begin(**rules), "7H", 1, 1, 0, "2C", "9C", "3C", "ok", "7S", 0, 0, 1)
    assert game.state.dealer == 2
    bid = len(game.events) - 2
    with pytest.raises(NotAllowed) as refusal:
        game.mend(bid, Bid(1, 1))
    assert refusal.value.rule == rule


def test_a_bid_that_the_rule_allows_does_not_stand_against_it(even, friends):
    for game, bid in (
        (friends.happen(friends.begin(), "7H"), Bid(1, 0, stands=True)),
        (even, Bid(2, 0, True)),
    ):
        with pytest.raises(NotAllowed) as refusal:
            game.play(bid)
        assert refusal.value.rule == "stands"


@pytest.mark.parametrize("kind, rest", [("bid", {"tricks": 1}), ("change_bid", {"by": 1})])
def test_whether_it_stands_is_true_or_false(friends, kind, rest):
    values = {"event": kind, "player": 1, **rest}
    header = friends.header(**CLOUDED)
    with pytest.raises(Unreadable, match="true or false"):
        event_from_dict(values | {"stands": 1}, header)
    assert event_from_dict(values | {"stands": False}, header) == event_from_dict(values, header)
    assert event_to_dict(event_from_dict(values, header), header) == values


@pytest.fixture
def clouded(friends):
    """Bo, who deals round 2, wins the Cloud there and changes his bid so that the bids are even."""
    game = friends.happen(friends.begin(**CLOUDED), "7R", 0, 1, 0, "2B", "9B", "3B", "ok")
    game = friends.happen(game, "7G", 0, 0, 1, "2G", "cloud", {"event": "name_suit", "suit": "G"})
    game = friends.happen(game, "12G", "ok")
    assert (game.state.dealer, game.state.totals) == (1, (20, 20, 30))
    return friends.happen(game, ChangeBid(1, 1))


def test_a_bid_changed_for_the_cloud_stands(clouded):
    mended = clouded.mend(6, Play("10B", 0))
    assert mended.state.totals == (-10, 20, -10) and mended.state.bids == clouded.state.bids == (0, 2, 0)
    assert mended.events[-1] == ChangeBid(1, 1, stands=True)
    assert Game.of(*read_record(format_record(mended.header, mended.events))).states == mended.states
    back = mended.mend(6, clouded.events[6])
    assert back.state == clouded.state and back.events[-1] == ChangeBid(1, 1)


def test_a_changed_bid_that_the_rule_allows_does_not_stand_against_it(clouded):
    for by in (1, -1):
        with pytest.raises(NotAllowed) as refusal:
            clouded.undo().play(ChangeBid(1, by, stands=True))
        assert refusal.value.rule == "stands"


def half_bid(friends, seats, bids, **rules):
    """Play a round whose winner deals the next, of which some have bid; give the index of Bo's card too."""
    game = friends.begin(seats, next_dealer="last_trick_winner", **rules)
    cards = ("2C", "3C", "9C", "4C", "5C", "6C")[:seats]
    game = friends.happen(game, "7H", *(0,) * seats, *cards, "ok", "7S", *bids)
    return game, 1 + seats


@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("winner", range(6))
def test_who_has_bid_when_another_is_to_deal_has_bid_and_the_others_go_on_in_order(
    friends, seats, count, winner
):
    if count >= seats or winner >= seats:
        return
    game, first = half_bid(friends, seats, [step % 2 for step in range(count)])
    mended = game.mend(first + winner, Play("KC", (1 + winner) % seats))
    assert mended.state.dealer == (1 + winner) % seats and mended.state.bids == game.state.bids
    record = format_record(mended.header, mended.events)
    assert Game.of(*read_record(record)).states == mended.states
    assert mended.mend(first + winner, game.events[first + winner]).state == game.state
    order = []
    while mended.state.phase is Phase.BIDDING:
        order.append(mended.state.turn)
        mended = friends.happen(mended, 0)
    assert order == [seat for seat in mended.state.bidders if game.state.bids[seat] is None]
    assert mended.state.turn == (2 + winner) % seats


def test_a_bid_made_before_its_turn_may_be_changed_and_so_may_the_newest_in_turn(friends):
    game, first = half_bid(friends, 4, (1,))
    # Bo deals: Cy bids first, and Ann, who has bid, before him.
    mended = friends.happen(game.mend(first, Play("KC", 1)), 0)
    early = next(seat for seat in range(4) if game.state.bids[seat] is not None)
    for seat in (early, 2):
        assert mended.play(Bid(seat, 2)).state.bids[seat] == 2
    with pytest.raises(NotAllowed):
        friends.happen(mended, 1).play(Bid(2, 2))


def test_whoever_bids_last_in_truth_is_bound_though_the_dealer_has_bid(friends):
    game, first = half_bid(friends, 3, (1, 0), last_bid="nonzero")
    early = {seat: bid for seat, bid in enumerate(game.state.bids) if bid is not None}
    dealer = min(early)
    mended = game.mend(first + (dealer - 1) % 3, Play("KC", dealer))
    assert mended.state.dealer == dealer and mended.state.bids == game.state.bids
    seen = view(mended.state, mended.state.turn)
    assert (seen["forbidden_bids"], seen["forbidden_rule"]) == ([1], "nonzero")
    with pytest.raises(NotAllowed) as refusal:
        friends.happen(mended, 1)
    assert refusal.value.rule == "nonzero"
    assert friends.happen(mended, 0).state.phase is Phase.TRICK


def test_nobody_bids_out_of_turn_otherwise(friends):
    game = friends.happen(friends.begin(), "7H")
    for bid in (Bid(2, 0), Bid(1, 0, stands=True)):
        with pytest.raises(NotAllowed):
            game.play(bid)
    with pytest.raises(NotAllowed):
        friends.happen(game, 0, 0).mend(1, Bid(2, 0))
