"""Rounds of Wizard played out: the rules of docs/rules/wizard.md, named by row, point or vector."""

from itertools import islice

import pytest

from games.errors import NotAllowed, Unreadable
from games.wizard import Bid, Confirm, NameTrump, Phase, Play, Rules, TurnUp

ROUND_1 = ("7H", 0, 1, 0, "2H", "9H", "3C", "ok")
"""Ann deals, Bo leads; Cy takes the trick that he bid and leads with 30 to Ann's and Bo's 20."""


def refused(game, step, friends, rule):
    """Check that a step is refused by a rule, in a sentence fit for a phone, and give that sentence."""
    before = game.state
    with pytest.raises(NotAllowed) as refusal:
        friends.happen(game, step)
    assert refusal.value.rule == rule
    assert game.state is before
    said = str(refusal.value)
    assert "\n" not in said and said[0].isupper() and said[-1] in ".:" and "None" not in said
    return said


# Trump from the turned-up card


@pytest.mark.parametrize("rules", [{"edition": "amigo"}, {"edition": "us", "turned_wizard": "no_trump"}])
def test_v01_a_turned_wizard_is_no_trump_where_the_rules_say_so(friends, rules):
    state = friends.happen(friends.begin(**rules), "W").state
    assert (state.phase, state.trump, state.turned) == (Phase.BIDDING, None, "W")


@pytest.mark.parametrize(
    "rules, suit", [({"edition": "us"}, "C"), ({"edition": "amigo", "turned_wizard": "dealer_chooses"}, "Y")]
)
def test_v02_a_turned_wizard_lets_the_dealer_choose_before_any_bid(friends, rules, suit):
    game = friends.happen(friends.begin(dealer=2, **rules), "W")
    assert (game.state.phase, game.state.turn) == (Phase.TRUMP_CHOICE, 2)
    assert "Cy, the dealer, to name the trump suit" in refused(game, Bid(0, 0), friends, "phase")
    named = friends.happen(game, NameTrump(suit))
    assert (named.state.phase, named.state.trump) == (Phase.BIDDING, suit)


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_v03_a_turned_jester_is_no_trump(friends, edition):
    state = friends.happen(friends.begin(edition=edition), "J").state
    assert (state.phase, state.trump) == (Phase.BIDDING, None)


@pytest.mark.parametrize("edition, card", [("us", "7H"), ("amigo", "7R")])
def test_v04_a_turned_number_card_makes_its_suit_trump(friends, edition, card):
    assert friends.happen(friends.begin(edition=edition), card).state.trump == card[-1]


def test_v05_nothing_is_turned_in_the_last_round_and_there_is_no_trump(friends):
    game = next(game for _, _, game in friends.whole_game(friends.header(6), 5) if game.state.round == 10)
    assert (game.state.phase, game.state.trump, game.state.turned) == (Phase.BIDDING, None, None)
    assert "all 60 are dealt" in refused(game, TurnUp("7H"), friends, "last_round")


def test_a_trump_cannot_be_named_where_nobody_may(friends):
    said = refused(
        friends.happen(friends.begin(edition="amigo"), "W"), NameTrump("R"), friends, "trump_choice"
    )
    assert "no trump" in said
    refused(friends.happen(friends.begin(), "7H"), NameTrump("S"), friends, "phase")
    refused(friends.happen(friends.begin(), "W", NameTrump("S")), NameTrump("H"), friends, "phase")
    with pytest.raises(Unreadable, match="must name a suit"):
        friends.happen(friends.begin(), "W", {"event": "name_trump", "suit": None})


# Rounds, dealers, bidders


def test_v06_the_deal_passes_to_the_left_and_the_seat_beside_the_dealer_bids_and_leads(friends):
    game = friends.happen(friends.begin(4), "7H")
    assert (game.state.turn, game.state.trick.leader) == (1, 1)
    game = friends.happen(game, 0, 0, 0, 1, "2H", "9H", "3C", "AH", "ok")
    assert (game.state.dealer, game.state.round) == (1, 2)
    assert friends.happen(game, "7S").state.turn == 2


def test_the_winner_of_the_last_trick_deals_where_the_rules_say_so(friends):
    game = friends.happen(friends.begin(next_dealer="last_trick_winner"), *ROUND_1)
    assert game.state.dealer == 2
    assert friends.happen(game, "5D").state.turn == 0


@pytest.mark.parametrize("seats, rounds", [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_v07_v08_the_game_is_over_after_60_by_players_rounds(friends, seats, rounds):
    assert friends.begin(seats).state.rounds == rounds
    *_, (step, _, game) = friends.whole_game(friends.header(seats), 1)
    assert not game.state.over and game.state.winners == ()
    game = game.play(step)
    assert game.state.over and len(game.state.sheet) == rounds
    for step in (TurnUp("7H"), Bid(0, 0), Play("7H"), NameTrump("S"), Confirm()):
        assert "over" in refused(game, step, friends, "game_over")


def test_whoever_has_the_highest_total_wins_and_equals_share(friends):
    for seed in range(200):
        *_, (step, _, game) = friends.whole_game(friends.header(6), seed)
        state = game.play(step).state
        best = max(state.totals)
        assert state.winners == tuple(seat for seat in range(6) if state.totals[seat] == best)
        if len(state.winners) > 1:
            return
    pytest.fail("no shared victory in 200 games")


# Bidding


def test_open_bids_go_in_order_from_the_left_of_the_dealer(friends):
    game = friends.happen(friends.begin(4, dealer=2), "7H")
    assert [game.state.turn, friends.happen(game, 1).state.turn] == [3, 0]
    assert "Dee's turn to bid, not Bo's" in refused(game, Bid(1, 0), friends, "turn")


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_hidden_bids_come_in_any_order(friends, bids):
    game = friends.happen(friends.begin(bids=bids), "7H", Bid(0, 1), Bid(2, 0))
    assert game.state.turn is None
    game = friends.happen(game, Bid(1, 1))
    assert (game.state.bids, game.state.phase, game.state.turn) == ((1, 1, 0), Phase.TRICK, 1)


@pytest.mark.parametrize("tricks", [-1, 2, 21, 10**30])
def test_a_bid_beyond_the_round_is_refused(friends, tricks):
    said = refused(friends.happen(friends.begin(), "7H"), Bid(1, tricks), friends, "bid_range")
    assert "in round 1 a bid is 0 to 1" in said and len(said) < 150


def test_the_first_bid_waits_for_the_trump_card(friends):
    assert "turns up the next card" in refused(friends.begin(), Bid(1, 0), friends, "phase")


def test_an_open_bid_may_be_changed_until_the_next_is_made(friends):
    game = friends.happen(friends.begin(4), "7H", Bid(1, 0), Bid(1, 1), Bid(2, 0))
    assert game.state.bids == (None, 1, 0, None)
    assert "Dee's turn to bid" in refused(game, Bid(1, 0), friends, "turn")


def test_any_bid_may_be_changed_once_all_are_in_and_until_the_first_card_lies(friends):
    game = friends.happen(friends.begin(), "7H", 0, 1, 0, Bid(1, 1))
    assert (game.state.bids, game.state.phase) == ((0, 1, 1), Phase.TRICK)
    game = friends.happen(game, "2H")
    assert "are being played" in refused(game, Bid(1, 0), friends, "phase")


def test_a_hidden_bid_may_be_changed_at_any_time_before_the_first_card(friends):
    game = friends.happen(friends.begin(bids="delayed"), "7H", Bid(0, 1), Bid(2, 0), Bid(0, 0))
    assert game.state.bids == (0, None, 0)


@pytest.mark.parametrize("bids", ["open", "delayed"])
def test_the_same_bid_again_is_refused_without_saying_it(friends, bids):
    said = refused(friends.happen(friends.begin(bids=bids), "7H", Bid(1, 1)), Bid(1, 1), friends, "bid_again")
    assert "Bo has made this bid already" in said


def test_b02_nonzero_binds_the_dealer_and_any_later_change(friends):
    game = friends.happen(friends.begin(last_bid="nonzero"), "7H", 0, 0)
    assert "add up to 1" in refused(game, Bid(0, 1), friends, "nonzero")
    game = friends.happen(game, 0)
    said = refused(game, Bid(1, 1), friends, "nonzero")
    assert "Ann, who bid last" in said
    refused(game, Bid(0, 1), friends, "nonzero")


def test_a_bid_that_was_changed_at_once_is_changed_at_once_after_a_correction(friends):
    game = friends.happen(
        friends.begin(last_bid="nonzero"), "W", NameTrump("H"), 0, Bid(1, 1), Bid(1, 0), 0, 0
    )
    mended = game.mend(0, TurnUp("7S"))
    assert mended.events == (TurnUp("7S"), *game.events[2:]) and mended.state.bids == (0, 0, 0)


def test_the_canadian_rule_binds_a_dealer_who_leads_alone(friends):
    game = friends.happen(
        friends.begin(last_bid="canadian", next_dealer="last_trick_winner"), *ROUND_1, "5D", 1, 0
    )
    assert game.state.dealer == 2 and game.state.totals == (20, 20, 30)
    assert "Canadian" in refused(game, Bid(2, 1), friends, "canadian")
    assert friends.happen(game, 0).state.bids == (1, 0, 0)
    assert friends.happen(game, 2).state.bids == (1, 0, 2)


def test_the_canadian_rule_leaves_others_free(friends):
    game = friends.happen(friends.begin(last_bid="canadian"), *ROUND_1, "5D", 1, 0, 1)
    assert (game.state.dealer, game.state.bids) == (1, (0, 1, 1))


def test_b07_the_canadian_rule_always_allows_zero(friends):
    game = friends.happen(
        friends.begin(last_bid="canadian", next_dealer="last_trick_winner"), *ROUND_1, "5D", 1, 1, 0
    )
    assert game.state.bids == (1, 1, 0)


# Playing


def test_the_winner_leads_and_the_last_trick_scores_the_round(friends):
    game = friends.happen(friends.begin(), *ROUND_1, "5D", 1, 1, 0, "2H", "9H", "6D", "ok")
    assert (game.state.turn, game.state.taken) == (1, (0, 1, 0))
    game = friends.happen(game, "W", "W", "4H", "ok")
    line = game.state.sheet[-1]
    assert (line.bids, line.tricks, line.points, line.totals) == (
        (1, 0, 1),
        (0, 2, 0),
        (-10, -20, -10),
        (10, 0, 20),
    )


def test_a_card_out_of_turn_is_refused_by_name(friends):
    game = friends.happen(friends.begin(), "7H", 0, 0, 0)
    said = refused(game, Play("2H", 2), friends, "turn")
    assert said.startswith("It is Bo's turn in trick 1 of round 1, not Cy's")
    assert "2 of hearts" in said


def test_no_card_is_played_before_the_bids_nor_on_a_full_trick(friends):
    game = friends.happen(friends.begin(), "7H", 0)
    assert "waits for the bid of Cy" in refused(game, Play("2H", 1), friends, "phase")
    game = friends.happen(game, 0, 0, "2H", "9H", "3C")
    assert "waits to be confirmed" in refused(game, Play("4C"), friends, "phase")


def test_only_a_full_trick_is_confirmed(friends):
    game = friends.begin()
    for step in ("7H", 0, 0, 0, "2H", "9H"):
        refused(game, "ok", friends, "phase")
        game = friends.happen(game, step)
    assert "waits for a card from Ann" in refused(game, "ok", friends, "phase")


def test_a_number_card_is_seen_once_a_round(friends):
    game = friends.happen(friends.begin(), "7H", 0, 0, 0)
    assert "it was turned up in round 1" in refused(game, "7H", friends, "duplicate")
    game = friends.happen(game, "2H")
    assert "Bo played it in trick 1 of round 1" in refused(game, "2H", friends, "duplicate")
    game = friends.happen(game, "9H", "3C", "ok", "7H")
    assert game.state.turned == "7H"


@pytest.mark.parametrize("special", ["W", "J"])
def test_wizards_and_jesters_are_seen_four_times_a_round_with_the_turned_one(friends, special):
    rules = {"turned_wizard": "no_trump"}
    game = friends.happen(friends.begin(4, **rules), special, 0, 0, 0, 0, special, special, special)
    assert "all 4 have been seen" in refused(game, special, friends, "duplicate")


def test_a_card_of_the_other_edition_is_refused(friends):
    with pytest.raises(Unreadable, match="US deck"):
        friends.begin(edition="amigo").play(TurnUp("7H"))
    with pytest.raises(Unreadable, match="no player"):
        friends.happen(friends.begin(), "7H").play(Bid(3, 0))
    with pytest.raises(Unreadable, match="no event"):
        friends.begin().play("7H")


# Proof of a revoke


def test_a_revoke_is_a_notice_once_the_suit_is_played_later(friends):
    game = friends.happen(friends.begin(), *ROUND_1, "5D", 0, 0, 0, "2H", "9C", "AH", "ok")
    assert game.state.notices == ()
    game = friends.happen(game, "QC", "KH")
    assert [(note.kind, note.player, note.round, note.trick) for note in game.state.notices] == []
    game = friends.happen(game, "4H")
    (note,) = game.state.notices
    assert (note.kind, note.player, note.round, note.trick) == ("revoke", 0, 2, 1)
    assert "Ann did not follow suit in trick 1 of round 2" in note.text
    assert note.text.count("hearts") == 2 and "the 4 of hearts" in note.text
    assert friends.happen(game, "ok").state.notices == (note,)


@pytest.mark.parametrize(
    "thrown, later, proven",
    [
        ("9C", "4H", True),
        ("W", "4H", False),
        ("J", "4H", False),
        ("9C", "4D", False),
        ("9C", "J", False),
        ("9H", "4H", False),
    ],
)
def test_only_a_number_card_of_another_suit_and_then_one_of_the_called_suit_prove_it(
    friends, thrown, later, proven
):
    game = friends.happen(friends.begin(), *ROUND_1, "5D", 0, 0, 0, "2H", thrown, "3H", "ok")
    while game.state.turn != 0:
        game = friends.happen(game, "QC" if game.state.turn == 2 else "KC")
    assert bool(friends.happen(game, later).state.notices) is proven


def test_one_card_may_prove_two_revokes_and_the_next_round_forgets(friends):
    game = friends.happen(
        friends.begin(), *ROUND_1, "5D", 0, 0, 0, "2S", "3S", "4S", "ok", "6S", "7S", "8S", "ok"
    )
    assert game.state.round == 3
    game = friends.happen(game, "10D", 0, 0, 0, "AH", "2C", "3H", "ok", "KH", "3C", "4H", "ok")
    game = friends.happen(game, "QH", "5H")
    assert [(note.player, note.trick) for note in game.state.notices] == [(1, 1), (1, 2)]


def test_who_follows_a_wizard_or_jesters_owes_no_suit(friends):
    game = friends.happen(
        friends.begin(), *ROUND_1, "5D", 0, 0, 0, "W", "2H", "3C", "ok", "J", "4C", "5H", "ok"
    )
    assert game.state.notices == ()


# Settings


def test_the_last_bid_cannot_be_bound_where_all_bid_at_once():
    for rule in ("nonzero", "canadian"):
        for bids in ("simultaneous", "delayed"):
            with pytest.raises(Unreadable, match="needs somebody who bids last"):
                Rules(bids=bids, last_bid=rule)


def test_hell_vision_changes_nothing_but_what_players_do_with_their_hands(friends):
    plain, hell = friends.header(4), friends.header(4, hell_vision=True)
    steps = [step for step, *_ in friends.whole_game(plain, 3, rounds=4)]
    sheets = [
        list(islice(friends.happen(friends.begin(4, hell_vision=on), *steps).state.sheet, 9))
        for on in (False, True)
    ]
    assert sheets[0] == sheets[1] and hell.rules.hell_vision
