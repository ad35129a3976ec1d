"""The first dealer is found by the high card: the camera reads one card a seat, in order."""

import pytest

from table.command import Correct, NewGame, Press, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal


@pytest.fixture
def lots(game):
    """A game of three that looks for its first dealer; the cards go round from Ann."""
    game.new(first_dealer="high_card")
    game.look()
    return game


def events(game):
    return [(event["event"], event.get("player"), event.get("card")) for event in game.snapshot.events(None)]


def test_the_cards_that_are_laid_are_each_seats_in_order_and_the_press_makes_the_dealer(lots):
    assert lots.phase == "lots" and lots.snapshot.expectation.kind == "lot"
    assert lots.snapshot.lights.seats == ("on", "off", "off")
    for card in ("7H", "KS", "QS"):
        lots.lay(card)
    assert events(lots) == [("lot", 0, "7H"), ("lot", 1, "KS"), ("lot", 2, "QS")]
    assert lots.phase == "lots_done" and lots.view["lots"]["best"] == [1] and lots.view["dealer"] is None
    assert (lots.snapshot.lights.pattern, lots.snapshot.lights.seats) == ("on", ("off", "pulse", "off"))
    lots.do(Press("confirm"))
    assert lots.phase == "deal" and lots.view["dealer"] == 1


def test_what_lies_there_still_is_not_turned_up_and_the_next_card_is(lots):
    for card in ("7H", "KS", "QS"):
        lots.lay(card)
    lots.submit("confirm")
    lots.look()
    assert lots.phase == "deal" and lots.view["turned"] is None
    lots.take()
    # It went back into the pack with the others.
    lots.lay("7H")
    assert lots.view["turned"] == "7H" and lots.view["turn"] == 2


def test_who_share_the_high_card_are_dealt_another(lots):
    for card in ("AS", "KS", "AH"):
        lots.lay(card)
    assert lots.snapshot.lights.seats == ("pulse", "off", "pulse")
    lots.submit("confirm")
    assert lots.phase == "lots" and lots.view["lots"]["seats"] == [0, 2]
    lots.lay("5S")
    lots.take(*lots.lying[:3])
    lots.lay("6S")
    assert events(lots)[-2:] == [("lot", 0, "5S"), ("lot", 2, "6S")]
    lots.submit("confirm")
    assert lots.view["dealer"] == 2


def test_a_likely_card_is_entered_marked_for_nothing_hangs_on_it_before_the_press(lots):
    lots.guess("7H", "7D", confidence=0.6)
    assert lots.marked == [(0, "7H")] and lots.snapshot.questions == ()
    lots.lay("KS")
    lots.lay("QS")
    assert lots.snapshot.lights.seats[0] == "blink"
    lots.submit("confirm")
    assert lots.marked == [] and lots.view["dealer"] == 1


def test_a_card_that_is_not_known_is_asked_about_for_its_seat(lots):
    lots.lay("7H")
    lots.lay("KS", "QS", asks=True, confidence=0.5)
    assert lots.question.player == 1
    lots.answer("QS")
    assert events(lots)[-1] == ("lot", 1, "QS")


def test_the_same_card_again_is_asked_about(lots):
    lots.lay("7H")
    lots.lay("7H", "7D")
    assert "7D" in lots.question.options
    assert events(lots) == [("lot", 0, "7H")]


def test_cards_taken_up_before_the_press_can_be_confirmed_nevertheless(lots):
    for card in ("7H", "KS", "QS"):
        lots.lay(card)
    lots.take()
    assert lots.snapshot.out_of_step.startswith("The cards were taken up before they were confirmed")
    lots.submit("confirm")
    assert lots.view["dealer"] == 1 and lots.snapshot.out_of_step is None


def test_a_card_is_put_right_and_undone_as_any_other(lots):
    for card in ("7H", "KS", "QS"):
        lots.lay(card)
    lots.do(Correct(0, {"event": "lot", "player": 0, "card": "AS"}))
    assert lots.view["lots"]["best"] == [0]
    lots.do(Undo())
    assert lots.phase == "lots" and lots.view["turn"] == 2


def test_without_a_camera_they_are_entered_by_hand_and_bids_wait(lots):
    refused = lots.host.handle(Submit({"event": "bid", "player": 0, "tricks": 0}))
    assert isinstance(refused, Refused) and refused.rule == "phase"
    for card in ("7H", "KS", "QS"):
        lots.submit("lot", card=card)
    assert lots.phase == "lots_done"


def test_a_complete_round_of_cards_may_confirm_itself():
    with Host(Journal(":memory:"), confirm_after=5) as host:
        host.handle(
            NewGame(
                {
                    "game": "wizard",
                    "players": list("abc"),
                    "dealer": 0,
                    "rules": {"first_dealer": "high_card"},
                }
            )
        )
        for card in ("7H", "KS", "QS"):
            host.handle(Submit({"event": "lot", "card": card}))
        host.tick(0)
        host.tick(6)
        assert host.snapshot.view(None)["dealer"] == 1


def test_a_restart_goes_on_among_the_cards(tmp_path, make_game):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.new(first_dealer="high_card")
        game.lay("7H")
        game.lay("KS")
        lying = list(game.lying)
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.lying, game._next = lying, 10
        game.look()
        assert game.phase == "lots" and game.view["turn"] == 2
        game.lay("QS")
        assert game.view["lots"]["best"] == [1]
