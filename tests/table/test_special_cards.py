"""The special cards of Wizard at the table: seen, said, exchanged, taken back and put right."""

import pytest

from games.wizard.rules import SWITCHES
from table.command import Correct, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal

ALL = dict.fromkeys(SWITCHES, True)


def to_trick(game, turned="1R", bids=(0, 0, 0), **rules):
    """Turn a card up and bid; Bo leads the first round of three."""
    game.new(**(ALL | {"edition": "amigo"} | rules))
    game.lay(turned)
    game.bid(*bids)


def round_two(game, **rules):
    """Come to the first trick of round 2, which Cy leads."""
    to_trick(game, **rules)
    game.to_round_two()


def test_the_camera_reads_a_special_card_and_waits_for_what_is_said(game):
    to_trick(game)
    game.lay("juggler")
    assert game.phase == "suit_choice" and game.snapshot.questions == ()
    # The next card may lie there already: it waits, and is taken once the suit is said.
    game.lay("9B")
    assert game.trick == ["juggler"]
    game.submit("name_suit", suit="B")
    assert game.trick == ["juggler", "9B"]
    assert game.view["trick"][0]["as"] == "juggler:B"


@pytest.mark.parametrize("asks", [{"asks": True, "confidence": 0.9}, {"asks": True, "confidence": 0.5}])
def test_a_special_card_that_is_not_certain_is_asked_about_and_never_marked(game, asks):
    to_trick(game)
    game.lay("9B")
    game.lay("dragon", "fairy", **asks)
    assert game.trick == ["9B"] and game.question.options[:2] == ("dragon", "fairy")
    game.answer("fairy")
    assert game.trick == ["9B", "fairy"]


def test_the_werewolf_is_seen_where_the_turned_up_card_lay(game):
    game.new(**ALL, edition="amigo")
    turned = game.lay("5R")
    game.lying.remove(turned)
    game.lay("werewolf")
    assert game.phase == "trump_choice" and game.view["turned"] == "werewolf"
    assert isinstance(game.host.handle(Submit({"event": "name_trump", "suit": "G"})), Refused)
    game.submit("name_trump", suit="G", player=2)
    game.bid(0, 0, 0)
    # The card that was taken up is played, and is not taken for the one that lay there.
    game.lay("5R")
    assert game.trick == ["5R"] and game.snapshot.questions == ()
    assert game.snapshot.out_of_step is None


def test_before_the_bids_no_other_card_is_taken_for_the_werewolf(game):
    game.new(**ALL, edition="amigo")
    game.lay("5R")
    game.lay("9B")
    assert game.phase == "bidding" and game.snapshot.questions == ()
    game.bid(0, 0, 0)
    assert game.trick == ["9B"]


@pytest.mark.parametrize("first", ["taken", "laid"])
def test_the_witchs_exchange_is_seen_and_is_not_out_of_step(game, first):
    round_two(game)
    cards = [game.lay(card) for card in ("witch", "13B", "2B")]
    game.submit("confirm")
    assert game.phase == "swap"
    given = game.seen("5G")
    if first == "taken":
        game.take(cards[1])
        assert game.phase == "swap" and game.snapshot.out_of_step is None
        game.lying.append(given)
    else:
        game.lying.append(given)
        game.look()
        assert game.phase == "swap"
        game.lying.remove(cards[1])
    game.look()
    assert game.snapshot.history.written(-1) == {"event": "swap", "player": 2, "card": "5G", "take": "13B"}
    game.take()
    for card in ("3G", "4G", "13B"):
        game.lay(card)
    assert game.trick == ["3G", "4G", "13B"] and game.snapshot.questions == ()


def test_a_trick_that_is_swept_is_no_exchange(game):
    round_two(game)
    for card in ("witch", "13B", "2B"):
        game.lay(card)
    game.submit("confirm")
    game.take()
    game.lay("5G")
    assert game.phase == "swap" and game.snapshot.questions == ()
    game.submit("swap", card="9Y", take="2B")
    # The card that waited was the next one's.
    assert game.trick == ["5G"]


def test_a_card_that_was_exchanged_by_hand_is_found_where_it_lies(game):
    round_two(game)
    cards = [game.lay(card) for card in ("witch", "13B", "2B")]
    game.submit("confirm")
    game.submit("swap", card="5G", take="13B")
    game.lying.remove(cards[1])
    game.lay("5G")
    assert game.trick == [] and game.snapshot.questions == () and game.phase == "trick"


def test_the_next_card_for_the_vampire_is_turned_up_before_the_camera(game):
    game.new(**ALL, edition="amigo")
    game.lay("5R")
    game.submit("exchange", card="werewolf", player=0)
    game.submit("name_trump", suit=None)
    game.take()
    game.bid(0, 0, 0)
    game.lay("vampire")
    assert game.phase == "next_card"
    game.lay("8G")
    game.lay("9G")
    assert game.trick == ["vampire", "9G"] and game.view["trick"][0]["as"] == "8G"
    assert game.snapshot.out_of_step is None


def test_each_step_is_taken_back_and_a_restart_knows_it(game, tmp_path):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game.host = host
        round_two(game)
        for card in ("cloud", "juggler"):
            game.lay(card)
            game.submit("name_suit", suit="B")
        game.lay("2B")
        game.submit("confirm")
        game.submit("change_bid", player=2, by=1)
        assert game.phase == "pass_on"
        game.do(Undo())
        assert game.phase == "change_bid" and "bid one more" in game.snapshot.told
        game.submit("change_bid", player=2, by=1)
        game.submit("pass_on")
        state = game.snapshot.history.state
    with Host(Journal(path)) as host:
        assert host.snapshot.history.state == state


def test_a_card_is_put_right_into_a_special_one_with_what_is_said(game):
    to_trick(game)
    for card in ("5B", "9B", "2B"):
        game.lay(card)
    index = len(game.snapshot.history.events) - 2
    play = {"event": "play", "player": 2, "card": "cloud"}
    refused = game.host.handle(Correct(index, play))
    assert isinstance(refused, Refused) and "later step" in refused.reason
    game.do(Correct(index, play, {"event": "name_suit", "suit": "B"}))
    assert game.view["winning"] == 2
    game.do(Correct(index, {"event": "play", "player": 2, "card": "9B"}))
    assert game.trick == ["5B", "9B", "2B"] and game.phase == "trick_done"


def test_a_bombed_trick_lights_nobodys_seat(game):
    to_trick(game)
    for card in ("5B", "bomb", "2B"):
        game.lay(card)
    assert game.phase == "trick_done" and set(game.snapshot.lights.seats) == {"off"}


def stale(game, seen, event, **values):
    outcome = game.host.handle(Submit({"event": event, **values}, seen=seen))
    return isinstance(outcome, Refused) and outcome.stale


def test_what_is_said_with_a_card_is_about_that_card(game):
    to_trick(game)
    game.lay("juggler")
    saw = game.snapshot.number
    game.do(Undo(1))
    game.submit("play", card="cloud")
    assert game.phase == "suit_choice"
    assert stale(game, saw, "name_suit", suit="B")
    game.do(Submit({"event": "name_suit", "suit": "B"}, seen=game.snapshot.number))
    assert stale(game, saw, "shape", shape="W")


def test_the_werewolf_is_about_the_card_that_he_is_laid_for(game):
    game.new(**ALL, edition="amigo")
    game.submit("turn_up", card="5R")
    saw = game.snapshot.number
    game.do(Correct(0, {"event": "turn_up", "card": "6R"}))
    assert stale(game, saw, "exchange", card="werewolf", player=1)
    game.do(Submit({"event": "exchange", "card": "werewolf", "player": 1}, seen=game.snapshot.number))
    assert game.phase == "trump_choice"


def test_what_follows_a_trick_is_about_that_trick_and_a_changed_bid_about_that_bid(game):
    to_trick(game)
    for card in ("5B", "6B", "7B"):
        game.submit("play", card=card)
    game.submit("confirm")
    game.submit("turn_up", card="1R")
    game.bid(1, 1, 0)
    leader = game.view["turn"]
    game.submit("play", card="cloud")
    game.submit("name_suit", suit="B")
    game.submit("play", card="witch")
    game.submit("play", card="juggler")
    game.submit("name_suit", suit="G")
    before = game.snapshot.number
    game.submit("confirm")
    assert game.phase == "change_bid" and game.view["turn"] == leader
    saw = game.snapshot.number
    assert stale(game, before, "change_bid", player=leader, by=1)
    game.do(Submit({"event": "change_bid", "player": leader, "by": 1}, seen=saw))
    assert game.phase == "swap"
    assert stale(game, saw, "change_bid", player=leader, by=1)
    assert stale(game, saw, "swap", card="2G", take="cloud")
    swapping = game.snapshot.number
    game.do(Submit({"event": "swap", "card": "2G", "take": "cloud"}, seen=swapping))
    assert game.phase == "pass_on"
    assert stale(game, swapping, "pass_on")
    passing = game.snapshot.number
    game.do(Submit({"event": "pass_on"}, seen=passing))
    assert stale(game, passing, "pass_on")
