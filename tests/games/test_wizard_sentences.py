"""Sentences of Wizard that told something else than what was so."""

import pytest

from games.errors import NotAllowed
from games.history import Game
from games.wizard import Bid, Cards, Exchange, NameTrump, Phase, TurnUp, narrate
from games.wizard.rules import SWITCHES
from games.wizard.state import deal


def said(game):
    return [str(line.text) for line in narrate(game.states[-2], game.events[-1], game.state)]


def special(friends, *steps, round=1):
    header = friends.header(3, edition="amigo", **dict.fromkeys(SWITCHES, True))
    return friends.happen(Game(header, (), (deal(header, round, round - 1),)), *steps)


def test_where_the_dealer_names_a_trump_no_refusal_says_that_a_wizard_means_none(friends):
    game = friends.happen(friends.begin(), "W", Cards("none"))
    with pytest.raises(NotAllowed) as refusal:
        game.play(NameTrump("H"))
    assert "no trump" not in str(refusal.value)


def test_it_is_said_that_another_card_is_turned_up_behind_a_vampire(friends):
    game = special(friends, "vampire")
    assert said(game)[1:] == [str(game.rules.awaited(game.state))]


def test_it_is_said_that_the_dealer_who_laid_the_werewolf_may_name_none(friends):
    game = special(friends, "dragon", Exchange("werewolf", 0))
    assert said(game)[1:] == [str(game.rules.awaited(game.state))]


def test_cards_that_are_entered_again_at_once_are_not_said_to_come_later(friends):
    game = friends.happen(friends.begin(), "7H", Cards("none"), Cards("laid"))
    assert not game.state.counted and "next deal" not in " ".join(said(game))


def test_a_card_turned_up_for_the_vampire_is_not_said_to_be_played(friends):
    game = special(friends, "5R", Exchange("werewolf", 0), NameTrump("G"), 0, 0, 0, "9B", "vampire")
    assert game.state.phase is Phase.NEXT_CARD
    with pytest.raises(NotAllowed) as refusal:
        game.play(TurnUp("9B"))
    assert "cannot play" not in str(refusal.value)


def test_who_laid_a_vampire_is_not_said_to_have_laid_the_witch(friends):
    game = special(friends, "witch", 0, 0, 0, "vampire", "13B", "2B", "ok", round=2)
    assert game.state.phase is Phase.SWAP and "laid the Witch" not in str(game.rules.awaited(game.state))


def test_several_bids_are_awaited_in_the_plural_and_one_in_the_singular(friends):
    game = friends.happen(friends.begin(bids="simultaneous"), "7H")
    told = []
    while game.state.phase is Phase.BIDDING:
        told.append(str(game.rules.awaited(game.state)))
        game = game.play(Bid(game.state.missing[0], 0))
    assert told == [
        "Round 1 waits for the bids of Bo, Cy and Ann.",
        "Round 1 waits for the bids of Cy and Ann.",
        "Round 1 waits for the bid of Ann.",
    ]
