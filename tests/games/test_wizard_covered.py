"""Bids that lie face down until the round is played (docs/rules/wizard.md 2)."""

import pytest

from games.errors import NotAllowed
from games.history import Game
from games.record import header_from_dict
from games.wizard import Bid, Confirm, Cover, Phase, Play, TurnUp


def begin(*events, players=3, **rules):
    names = ["Ann", "Bo", "Cy", "Dee"][:players]
    header = {"record": "familiar/1", "game": "wizard", "players": names, "dealer": 0}
    game = Game.begin(header_from_dict({**header, "rules": {"bids": "delayed", **rules}}, new=True))
    for event in events:
        game = game.play(event)
    return game


PLAYED = (Play("7S"), Play("8S"), Play("9S"), Confirm())
COVERED = (TurnUp("2H"), Cover(1), Bid(2, 0), Cover(0))


def test_a_covered_bid_is_known_to_nobody_and_said_once_the_round_is_played():
    game = begin(*COVERED)
    assert game.state.phase is Phase.TRICK and game.state.bids == (None, None, 0)
    view = game.rules.view(game.state, 0)
    assert view["bid_made"] == [True, True, True] and view["bids"] == [None, None, None]
    for event in PLAYED:
        game = game.play(event)
    assert game.state.phase is Phase.BIDDING and game.state.missing == (1, 0)
    assert game.rules.expects(game.state).kind == "none"
    game = game.play(Bid(0, 1)).play(Bid(1, 1))
    (line,) = game.state.sheet
    assert (line.bids, line.tricks, line.points) == ((1, 1, 0), (1, 0, 0), (30, -10, 20))
    assert (game.state.round, game.state.phase, game.state.covered) == (2, Phase.DEAL, ())


def test_a_covered_bid_may_be_said_after_all_before_a_card_lies():
    game = begin(*COVERED, Bid(1, 1))
    assert game.state.covered == (0,) and game.state.bids == (None, 1, 0)


@pytest.mark.parametrize(
    ("events", "event", "rules", "rule"),
    [
        ((TurnUp("2H"),), Cover(1), {"bids": "open"}, "cover"),
        ((TurnUp("2H"),), Cover(1), {"cloud": True}, "cover"),
        ((TurnUp("2H"), Cover(1)), Cover(1), {}, "bid_again"),
        ((TurnUp("2H"), Bid(1, 0)), Cover(1), {}, "bid_again"),
        (COVERED, Cover(1), {}, "phase"),
        ((*COVERED, *PLAYED), Cover(1), {}, "cover"),
        ((*COVERED, *PLAYED), Bid(2, 1), {}, "bid_again"),
        ((*COVERED, *PLAYED), Bid(1, 2), {}, "bid_range"),
        ((*COVERED, *PLAYED), Confirm(), {}, "phase"),
    ],
)
def test_what_does_not_fit_is_refused(events, event, rules, rule):
    game = begin(*events, **rules)
    with pytest.raises(NotAllowed) as refused:
        game.play(event)
    assert refused.value.rule == rule


def test_a_corrected_card_keeps_the_covered_bids():
    game = begin(*COVERED, *PLAYED, Bid(0, 1), Bid(1, 1)).mend(6, Play("3S"))
    (line,) = game.state.sheet
    assert (line.bids, line.tricks) == ((1, 1, 0), (0, 0, 1))


def test_counted_tricks_wait_for_covered_bids_too():
    game = begin(Cover(0), Cover(1), Cover(2), cards="none")
    assert game.state.phase is Phase.TRICKS
    game = game.play(game.rules.event_from_dict({"event": "took", "player": 2}, game.header)).play(Confirm())
    assert game.state.phase is Phase.BIDDING and game.state.reveal
    for seat in range(3):
        game = game.play(Bid(seat, 1))
    assert game.state.sheet[0].points == (-10, -10, 30)
