"""Bids that lie face down until the round is played (docs/rules/wizard.md 2)."""

import pytest

from games.errors import NotAllowed
from games.history import Game
from games.record import header_from_dict
from games.wizard import Bid, ChangeBid, Confirm, Cover, NameSuit, Phase, Play, TurnUp, restate


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


def test_nobody_waits_for_whoever_has_covered_the_bid_until_it_is_shown():
    game = begin(TurnUp("2H"), Cover(1))
    assert game.rules.moment(game.state).seats == (0, 2)
    for event in (Bid(2, 0), Cover(0), *PLAYED, Bid(0, 1)):
        game = game.play(event)
    assert game.rules.moment(game.state).seats == (1,)


def test_a_covered_bid_that_is_taken_back_is_said_to_be_open_again():
    game = begin(TurnUp("2H"), Cover(1))
    said = [str(line.text) for line in restate(game.state, game.undo().state)]
    assert said == ["The bid of Bo is open again."]
    game = begin(*COVERED, *PLAYED)
    assert not any("open again" in line.text for line in restate(game.undo().state, game.state))


def test_a_covered_bid_may_be_said_after_all_before_a_card_lies():
    game = begin(*COVERED, Bid(1, 1))
    assert game.state.covered == (0,) and game.state.bids == (None, 1, 0)


def test_only_with_the_event_that_shows_the_bids_something_lies_hidden_again():
    game = begin(*COVERED, *PLAYED, Bid(0, 1))
    assert all(game.uncovered(count) is None for count in range(len(game.states) + 2))
    game = game.play(Bid(1, 1))
    assert {game.uncovered(count) for count in range(1, len(game.states))} == {
        "Everybody has seen the bids of round 1."
    }
    game = game.play(TurnUp("3H"))
    assert game.uncovered(1) is None and game.uncovered(2) is not None


def test_a_bid_changed_for_all_to_see_hides_nothing_as_it_is_taken_back():
    game = begin(TurnUp("2H"), Bid(0, 0), Bid(1, 0), Bid(2, 0), Bid(1, 1), bids="simultaneous")
    assert game.uncovered(1) is None and game.uncovered(2) is not None
    game = begin(TurnUp("2H"), Bid(1, 0), Bid(2, 0), Bid(0, 0), bids="open")
    assert game.uncovered(3) is None


@pytest.mark.parametrize(
    ("events", "event", "rules", "rule"),
    [
        ((TurnUp("2H"),), Cover(1), {"bids": "open"}, "cover"),
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


CLOUDED = (TurnUp("2H"), Cover(1), Bid(2, 0), Cover(0), Play("W"), Play("8S"), Play("cloud"), NameSuit("S"))


def test_a_covered_bid_that_the_cloud_changes_is_turned_face_down_and_known_to_nobody():
    game = begin(*CLOUDED, Confirm(), cloud=True)
    assert (game.state.phase, game.state.turn) == (Phase.CHANGE_BID, 1)
    assert [game.rules.view(game.state, seat)["choice"]["by"] for seat in (0, 1, 2)] == [[None]] * 3
    game = game.play(ChangeBid(1, None))
    assert game.rules.describe(game.events[-1], game.header) == "Bo changed the bid by one"
    assert (game.state.phase, game.state.bids, game.state.missing) == (Phase.BIDDING, (None, None, 0), (1, 0))
    game = game.play(Bid(1, 1)).play(Bid(0, 0))
    assert game.state.sheet[0].points == (20, 30, 20)


@pytest.mark.parametrize(
    ("rules", "bid", "fits"),
    [
        ({}, 1, True),
        ({}, 2, False),
        ({}, -1, False),
        ({"cloud_range": "free"}, 2, True),
        ({"cloud_range": "free"}, -1, True),
        ({"cloud_range": "free"}, 3, False),
        ({"cloud_range": "free"}, -2, False),
    ],
)
def test_a_bid_that_was_changed_face_down_stays_where_the_cloud_may_bring_it(rules, bid, fits):
    game = begin(*CLOUDED, Confirm(), ChangeBid(1, None), Bid(0, 0), cloud=True, **rules)
    if fits:
        assert game.play(Bid(1, bid)).state.sheet[0].bids == (0, bid, 0)
        return
    with pytest.raises(NotAllowed) as refused:
        game.play(Bid(1, bid))
    assert refused.value.rule == "bid_range"


@pytest.mark.parametrize(("rules", "most"), [({}, 1), ({"cloud_range": "free"}, 2)])
def test_a_phone_offers_every_bid_that_the_cloud_may_have_brought_face_down(rules, most):
    game = begin(*CLOUDED, Confirm(), ChangeBid(1, None), cloud=True, **rules)
    assert game.rules.view(game.state, 1)["max_bid"] == most
    # Whose bid was not changed may not have left the round.
    assert game.rules.view(game.play(Bid(1, 1)).state, 0)["max_bid"] == 1


def test_only_what_lies_face_down_is_changed_without_a_word_which_way():
    game = begin(*CLOUDED, Confirm(), cloud=True)
    for by in (1, -1):
        with pytest.raises(NotAllowed, match="Bo's bid lies face down") as refused:
            game.play(ChangeBid(1, by))
        assert refused.value.rule == "change_bid"
    told = (TurnUp("2H"), Cover(0), Bid(1, 0), Bid(2, 0), *CLOUDED[4:], Confirm())
    game = begin(*told, cloud=True)
    assert game.rules.view(game.state, 1)["choice"]["by"] == [1]
    with pytest.raises(NotAllowed, match="Bo says whether it is one more or one fewer") as refused:
        game.play(ChangeBid(1, None))
    assert refused.value.rule == "change_bid"
    assert game.play(ChangeBid(1, 1)).state.bids == (None, 1, 0)


def test_a_bid_that_the_cloud_changed_face_down_is_put_right_within_what_it_allows():
    game = begin(*CLOUDED, Confirm(), ChangeBid(1, None), Bid(0, 0), Bid(1, 1), cloud=True)
    change = game.events.index(ChangeBid(1, None))
    with pytest.raises(NotAllowed, match="Bo's bid lies face down") as refused:
        game.mend(change, ChangeBid(1, 1))
    assert (refused.value.rule, refused.value.index) == ("change_bid", change)
    told = len(game.events) - 1
    assert game.mend(told, Bid(1, 0)).state.sheet[0].bids == (0, 0, 0)
    with pytest.raises(NotAllowed) as refused:
        game.mend(told, Bid(1, 2))
    assert refused.value.rule == "bid_range"


def test_a_card_put_right_takes_the_clouds_change_with_it_where_no_cloud_was_laid():
    game = begin(*CLOUDED, Confirm(), ChangeBid(1, None), Bid(0, 0), Bid(1, 1), cloud=True)
    mended = game.mend(game.events.index(Play("cloud")), Play("9C"))
    assert not any(isinstance(event, ChangeBid | NameSuit) for event in mended.events)
    assert mended.state.sheet[0].points == (20, 30, 20)
