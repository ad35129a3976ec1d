"""Who deals first, found by the high card (docs/rules/wizard.md 1, row 7, and vector V09)."""

import json

import pytest
from records import format_record

from games.errors import NotAllowed
from games.history import Game
from games.replay import replay
from games.wizard import (
    Bid,
    Confirm,
    Lot,
    NameTrump,
    Phase,
    Play,
    TurnUp,
    awaited,
    describe,
    expects,
    shown,
    view,
)


def begin(friends, seats=3, dealer=0, **rules):
    return Game.begin(friends.header(seats, dealer, first_dealer="high_card", **rules))


def dealt(game, *cards):
    """Deal these cards for the first deal, in order."""
    for card in cards:
        game = game.play(Lot(card))
    return game


def refused(game, event, rule):
    with pytest.raises(NotAllowed) as refusal:
        game.play(event)
    assert refusal.value.rule == rule
    return str(refusal.value)


def test_each_is_dealt_a_card_and_the_high_card_deals(friends):
    game = begin(friends)
    assert (game.state.phase, game.state.turn) == (Phase.LOTS, 0)
    game = dealt(game, "7H", "KS", "QS")
    assert (game.state.phase, game.state.turn, game.state.lots.best) == (Phase.LOTS_DONE, None, (1,))
    state = game.play(Confirm()).state
    assert (state.phase, state.dealer, state.round, state.turn) == (Phase.DEAL, 1, 1, 1)
    assert state.lots is None and state.seen == ()
    assert friends.happen(game.play(Confirm()), "7S").state.turn == 2


def test_the_cards_go_round_from_the_headers_seat(friends):
    game = begin(friends, 4, 2)
    assert game.state.lots.seats == (2, 3, 0, 1)
    assert dealt(game, "2H", "3H", "4H", "5H").play(Confirm()).state.dealer == 1


@pytest.mark.parametrize(
    "edition, cards, best",
    [
        ("us", ("AS", "W", "KS"), (1,)),
        ("us", ("J", "2H", "J"), (1,)),
        ("us", ("2H", "J", "2S"), (0, 2)),
        ("us", ("AH", "KH", "AS"), (0, 2)),
        ("us", ("W", "W", "AS"), (0, 1)),
        ("us", ("J", "J", "J"), (0, 1, 2)),
        ("amigo", ("13B", "12Y", "13R"), (0, 2)),
    ],
)
def test_v09_a_wizard_is_above_all_a_jester_below_and_suits_do_not_count(friends, edition, cards, best):
    assert dealt(begin(friends, edition=edition), *cards).state.lots.best == best


def test_v09_who_share_the_high_card_are_dealt_another_until_one_alone_has_it(friends):
    game = dealt(begin(friends), "AH", "KH", "AS")
    assert str(awaited(game.state)) == (
        "Ann and Cy share the high card: confirm it, and each of them is dealt another."
    )
    game = game.play(Confirm())
    assert (game.state.phase, game.state.turn, game.state.lots.seats) == (Phase.LOTS, 0, (0, 2))
    game = dealt(game, "5H", "5C").play(Confirm())
    # The first ones went back into the pack, or lie aside: either may be.
    game = dealt(game, "AH", "W").play(Confirm())
    assert (game.state.phase, game.state.dealer) == (Phase.DEAL, 2)


def test_a_card_out_of_turn_or_twice_is_refused(friends):
    game = dealt(begin(friends), "7H")
    assert "Bo who is dealt the next card" in refused(game, Lot("8H", 2), "turn")
    assert "Ann has it and there is no more of it" in refused(game, Lot("7H"), "duplicate")
    assert dealt(dealt(begin(friends), "W"), "W", "W").state.lots.best == (0, 1, 2)
    six = dealt(begin(friends, 6), "W", "W", "W", "W")
    assert "no more of it" in refused(six, Lot("W"), "duplicate")


def test_nothing_else_happens_before_the_first_dealer_is_found(friends):
    game = begin(friends)
    for event in (TurnUp("7H"), Bid(1, 0), Play("7H"), Confirm()):
        assert "waits for the card of Ann: each is dealt one, and the high card deals" in refused(
            game, event, "phase"
        )
    done = dealt(game, "7H", "8H", "9H")
    assert "Cy has the high card and deals first: confirm it." in refused(done, Lot("2H"), "phase")
    refused(friends.happen(done.play(Confirm()), "7S"), Lot("2H"), "phase")
    refused(friends.begin(), Lot("2H"), "phase")


def test_the_camera_is_told_whose_card_comes_and_which_lie_there(friends):
    game = dealt(begin(friends), "7H", "KS")
    seen = expects(game.state)
    assert (seen.kind, seen.player, seen.seen, seen.trick) == ("lot", 2, ("7H", "KS"), ("7H", "KS"))
    done = expects(dealt(game, "QS").state)
    assert (done.kind, done.player, done.seen, done.trick) == ("none", None, ("7H", "KS", "QS"), done.seen)


def test_the_view_shows_the_cards_who_has_the_high_one_and_no_dealer_yet(friends):
    seen = view(dealt(begin(friends), "7H", "KS").state, 1)
    assert json.loads(json.dumps(seen)) == seen
    assert seen["phase"] == "lots" and seen["dealer"] is None and seen["leader"] is None
    assert seen["seen"] == ["7H", "KS"]
    assert seen["lots"] == {
        "seats": [0, 1, 2],
        "cards": [{"player": 0, "card": "7H"}, {"player": 1, "card": "KS"}],
        "best": [1],
    }
    game = dealt(begin(friends), "7H", "KS", "QS").play(Confirm())
    seen = view(game.state, 1)
    assert seen["lots"] is None and seen["dealer"] == 1


def test_it_is_told_in_words(friends):
    game = dealt(begin(friends), "7H")
    assert (
        describe(game.events[0], game.header)
        == "the next player was dealt the 7 of hearts for the first deal"
    )
    assert shown(Lot("J", 2), game.header, None)["text"] == "Cy was dealt a Jester for the first deal"


def test_a_record_holds_it_and_settles_to_the_dealer_who_was_found(friends):
    game = dealt(begin(friends), "7H", "KS", "QS").play(Confirm())
    game = friends.happen(game, "7S", 0, 1, 0, "2H", "9H", "3C", "ok")
    again = replay(format_record(game.header, game.events))
    assert again.state == game.state and again.state.sheet[0].dealer == 1
    # The lot's "player" may be left out, as a card's may.
    assert '{"event": "lot", "card": "KS"}' in format_record(game.header, game.events)


def test_another_high_card_moves_the_deal_and_the_bids_with_it(friends):
    game = dealt(begin(friends), "7H", "KS", "QS").play(Confirm())
    game = friends.happen(game, "7S", 0, 1, 0, "2H", "9H", "3C")
    after = game.mend(0, Lot("AS", 0))
    assert after.state.dealer == 0
    assert [each.player for each in after.events if isinstance(each, Bid)] == [1, 2, 0]
    assert [each.player for each in after.events if isinstance(each, Play)] == [1, 2, 0]


@pytest.mark.parametrize("teller", [None, 1])
def test_the_trump_that_was_named_goes_over_to_the_dealer_that_another_high_card_finds(friends, teller):
    """A phone tells it without a seat, a tag with that of the dealer: a correction was refused then."""
    game = dealt(begin(friends), "7H", "KS", "QS").play(Confirm())
    game = friends.happen(game, "W", NameTrump("D", teller), 0, 1, 0, "2H")
    after = game.mend(0, Lot("AS", 0))
    assert (after.state.dealer, after.state.trump) == (0, "D")


def test_a_high_card_that_is_no_longer_shared_takes_the_second_cards_away(friends):
    game = dealt(begin(friends), "AH", "KH", "AS").play(Confirm())
    game = dealt(game, "5H", "6H").play(Confirm())
    game = friends.happen(game, "7S")
    after = game.mend(1, Lot("W", 1))
    assert after.state.dealer == 1 and after.state.turned == "7S"
    assert [type(each) for each in after.events[:5]] == [Lot, Lot, Lot, Confirm, TurnUp]
    with pytest.raises(NotAllowed, match="a later step would no longer fit"):
        dealt(begin(friends), "AH", "KH", "QS").play(Confirm()).play(TurnUp("7S")).mend(1, Lot("AS", 1))


def test_the_first_dealer_is_chosen_by_hand_unless_the_rules_say_otherwise(friends):
    assert friends.begin(dealer=2).state.phase is Phase.DEAL
    assert view(friends.begin(dealer=2).state, 0)["dealer"] == 2


def test_who_no_longer_shares_the_high_card_is_dealt_no_other(friends):
    for index, card, seat, dealer in ((2, "KC", 2, 1), (1, "KD", 1, 0)):
        game = Game.begin(friends.header(first_dealer="high_card"))
        for cards in (("AH", "AD", "AC"), ("5H", "9D", "2C")):
            for at, name in enumerate(cards):
                game = game.play(Lot(name, at))
            game = game.play(Confirm())
        game = friends.happen(game, "7S")
        after = game.mend(index, Lot(card, seat))
        assert (after.state.dealer, after.state.turned) == (dealer, "7S")
