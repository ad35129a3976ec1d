"""A game is its list of events: undo and correction are replays."""

import pytest

from games.errors import NotAllowed, Unreadable
from games.history import Game
from games.wizard import Bid, Confirm, NameTrump, Play, TurnUp

ROUND_1 = ("7H", 0, 1, 0, "2H", "9H", "3C", "ok")


@pytest.fixture
def game(friends):
    """Play a whole first round: Ann deals, Cy takes the trick."""
    return friends.happen(friends.begin(), *ROUND_1)


def test_undo_takes_back_to_any_depth_and_no_deeper(game):
    assert game.undo(3).state == game.states[-4]
    assert game.undo(8) == Game.begin(game.header)
    with pytest.raises(NotAllowed, match="Only 8 steps") as refusal:
        game.undo(9)
    assert refusal.value.rule == "undo"
    with pytest.raises(NotAllowed, match="nothing left to undo"):
        Game.begin(game.header).undo()
    for count in (0, -1, True, 1.0):
        with pytest.raises(Unreadable):
            game.undo(count)


def test_what_the_rules_would_not_take_is_refused_with_their_reason_and_all_else_is_not(friends):
    begun = friends.begin()
    assert begun.refusal({"event": "turn_up", "card": "7H"}) is None and begun.events == ()
    with pytest.raises(NotAllowed) as error:
        begun.play(Play("7H"))
    refusal = begun.refusal({"event": "play", "card": "7H"})
    assert isinstance(refusal, NotAllowed) and str(refusal) == str(error.value)
    assert isinstance(begun.refusal({"event": "play", "card": "17H"}), Unreadable)


def test_a_corrected_card_moves_the_trick_and_the_sheet(game):
    assert game.correct(4, Play("AH")).state.totals == (20, -10, -10)
    assert game.state.totals == (20, 20, 30)


def test_a_corrected_trump_card_moves_the_trick(game):
    assert game.correct(0, TurnUp("7C")).state.sheet[-1].tricks == (1, 0, 0)


def test_a_correction_that_does_not_fit_its_place_is_refused_with_its_own_reason(game):
    with pytest.raises(NotAllowed, match="bid is 0 to 1") as refusal:
        game.correct(1, Bid(1, 2))
    assert (refusal.value.index, refusal.value.rule) == (1, "bid_range")


def test_a_correction_names_the_first_later_step_that_no_longer_fits(game):
    with pytest.raises(NotAllowed) as refusal:
        game.correct(0, TurnUp("9H"))
    assert (refusal.value.index, refusal.value.rule) == (5, "duplicate")
    assert "step 6: the next player played the 9 of hearts" in str(refusal.value)
    assert "it was turned up in round 1" in str(refusal.value)


def test_a_changed_winner_that_leaves_a_later_player_out_of_turn_is_refused(friends):
    steps = ("5D", 0, 0, 0, "2H", "9H", "6D", "ok", Play("AH", 1), Play("W", 2))
    game = friends.happen(friends.begin(), *ROUND_1, *steps)
    with pytest.raises(NotAllowed, match="Bo played the ace of hearts") as refusal:
        game.correct(13, Play("JD"))
    assert (refusal.value.index, refusal.value.rule) == (16, "turn")
    assert game.state.turn == 0


def test_a_refused_correction_never_says_a_hidden_bid(friends):
    game = friends.happen(friends.begin(bids="delayed"), "7H", Bid(0, 1), Bid(1, 1), Bid(2, 1), "2H", "9H")
    with pytest.raises(NotAllowed) as refusal:
        game.correct(0, TurnUp("W"))
    assert "(step 2: Ann bid)" in str(refusal.value) and "bid 1" not in str(refusal.value)


@pytest.mark.parametrize("index", [-1, 8, True, None, 1.0])
def test_only_a_step_of_the_list_can_be_corrected(game, index):
    with pytest.raises(Unreadable, match="no such step"):
        game.correct(index, Confirm())


def test_stored_events_that_do_not_fit_are_refused_by_their_index(game):
    with pytest.raises(NotAllowed) as refusal:
        Game.of(game.header, (*game.events[:4], Confirm()))
    assert refusal.value.index == 4


@pytest.fixture
def second_round(friends):
    """Go on to the second trick of round 2, which Cy leads: he took the first with the 9 of hearts."""
    steps = ("5D", 0, 0, 0, "9H", "6C", "2H", "ok", Play("AH", 2), Play("W", 0))
    return friends.happen(friends.begin(), *ROUND_1, *steps)


def laid(game):
    return game.state.trick.plays(3)


def test_a_mended_trick_gives_the_lead_and_with_it_the_later_cards_to_who_took_it(second_round):
    assert laid(second_round) == ((2, "AH"), (0, "W"))
    mended = second_round.mend(13, Play("QH"))
    assert laid(mended) == ((0, "AH"), (1, "W")) and mended.state.turn == 2
    assert mended.mend(13, second_round.events[13]).states == second_round.states
    assert second_round.mend(13, Play("JD")).events[17:] == mended.events[17:]


def test_a_wizard_that_was_turned_up_after_all_brings_the_choice_of_the_trump(friends):
    game = friends.happen(friends.begin(turned_wizard="dealer_chooses"), *ROUND_1[:5])
    with pytest.raises(NotAllowed, match="waits for Ann, the dealer, to name the trump"):
        game.mend(0, TurnUp("W"))
    named = game.mend(0, TurnUp("W"), NameTrump("S"))
    assert (named.state.turned, named.state.trump, named.state.bids) == ("W", "S", game.state.bids)
    assert named.mend(0, TurnUp("7H")).states == game.states


def test_another_winner_of_a_round_deals_the_next_and_the_bids_are_put_into_their_order(friends):
    rules = {"next_dealer": "last_trick_winner"}
    game = friends.happen(friends.begin(**rules), *ROUND_1, "5D", Bid(0, 0), Bid(1, 1), Bid(2, 2))
    assert game.state.dealer == 2
    mended = game.mend(4, Play("AH"))
    assert (mended.state.dealer, mended.state.bids) == (1, (0, 1, 2))
    assert mended.events[9:] == (Bid(2, 2), Bid(0, 0), Bid(1, 1))


def test_a_mended_game_says_where_each_step_stands_in_it_and_what_fell_away(friends):
    game = friends.happen(friends.begin(turned_wizard="dealer_chooses"), *ROUND_1[:5])
    named, places = game.mended(0, TurnUp("W"), NameTrump("S"))
    assert places == {0: 0, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6}
    assert named.mended(0, TurnUp("7H"))[1] == {0: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}
    assert named.mended(0, TurnUp("J"))[1] == {0: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}
    assert game.mended(4, Play("AH"))[1] == {index: index for index in range(6)}


def test_bids_that_are_put_into_another_order_are_found_where_they_stand_now(friends):
    rules = {"next_dealer": "last_trick_winner"}
    game = friends.happen(friends.begin(**rules), *ROUND_1, "5D", Bid(0, 0), Bid(1, 1), Bid(2, 2))
    mended, places = game.mended(4, Play("AH"))
    assert [mended.events[places[index]] for index in (9, 10, 11)] == list(game.events[9:])
    assert [places[index] for index in (9, 10, 11)] == [10, 11, 9]


def test_a_mended_step_that_spoils_a_later_one_names_it_by_its_own_number(second_round):
    with pytest.raises(NotAllowed, match="step 17: .* played the ace of hearts") as refusal:
        second_round.mend(13, Play("AH"))
    assert refusal.value.rule == "duplicate"
