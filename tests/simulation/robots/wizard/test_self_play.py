"""The robots' own account of a game with special cards: they play each of them, to the end."""

import pytest

from games.cards import SPECIALS
from games.wizard import ChangeBid, Exchange, NameSuit, PassOn, Phase, Shape, Swap
from games.wizard.rules import SWITCHES
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup

ALL = dict.fromkeys(SWITCHES, True)


def play(seed, players, **rules):
    setup = draw_setup(seed, players, ("us", "amigo")[seed % 2], vary=False)
    setup.rules.update(ALL | rules)
    self_play = WizardSelfPlay(setup)
    while not self_play.state.over:
        self_play.deal()
        held = [card for hand in self_play.hands for card in hand if card not in ("W", "J")]
        assert len(set(held)) == len(held)
        self_play.happened(self_play.next())
        if self_play.state.phase is Phase.TRICK and not self_play.state.trick.cards:
            left = self_play.state.round - len(self_play.state.past)
            assert [len(hand) for hand in self_play.hands] == [left] * players
    return self_play


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_robots_play_whole_games_with_every_special_card(players):
    self_plays = [play(seed, players) for seed in range(3)]
    events = [event for self_play in self_plays for event in self_play.events]
    assert {Exchange, NameSuit, Shape, ChangeBid, Swap, PassOn} <= {type(each) for each in events}
    shown = {getattr(event, "card", None) for event in events}
    assert set(SPECIALS) <= shown
    assert all(len(self_play.state.sheet) == 60 // players for self_play in self_plays)


@pytest.mark.parametrize(
    "rules",
    [
        {"turned_fairy": "dealer_chooses", "turned_juggler": "no_trump", "turned_vampire": "dealer_chooses"},
        {"rounds": "deck", "unturned_werewolf": "names_trump", "witch_rank": "jester"},
        {"bids": "delayed", "named_suit": "free", "cloud_range": "free"},
        {"last_bid": "nonzero", "cloud_sum": "last_bid"},
    ],
)
def test_robots_follow_every_open_rule_of_special_cards(rules):
    assert play(5, 4, **rules).state.winners


def test_robots_who_never_revoke_are_never_said_to():
    assert all(not play(seed, 4).state.notices for seed in range(4))
