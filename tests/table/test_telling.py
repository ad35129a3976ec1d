"""What everybody is told of an undo and of a correction, and what the journal keeps of it."""

import pytest

from table.command import Correct, Press, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal


def plain(text):
    return {"event": "play", "card": text}


def trick(game, *cards):
    for card in cards:
        game.do(Submit(plain(card)))
    game.do(Press("confirm"))


@pytest.fixture
def second_trick(game):
    """Play round 1, which Bo takes, and the first trick of round 2, which Cy takes; he leads with an ace."""
    game.new()
    game.submit("turn_up", card="7H")
    for player, tricks in ((1, 1), (2, 0), (0, 0)):
        game.submit("bid", player=player, tricks=tricks)
    trick(game, "9H", "2S", "3S")
    game.submit("turn_up", card="5D")
    for player in (2, 0, 1):
        game.submit("bid", player=player, tricks=0)
    trick(game, "9C", "6C", "2H")
    for card in ("AH", "W"):
        game.do(Submit(plain(card)))
    return game


def index_of(game, card):
    events = game.snapshot.events(None)
    return next(event["index"] for event in events if event.get("card") == card)


def test_a_correction_says_what_was_and_what_is_and_whose_points_it_moves(second_trick):
    assert second_trick.view["totals"] == [20, 30, 20]
    second_trick.do(Correct(index_of(second_trick, "2S"), {"event": "play", "player": 2, "card": "JH"}))
    assert second_trick.view["told"] == (
        "Put right: Cy played the jack of hearts. Until now it said: Cy played the 2 of spades. "
        "So the score changes: "
        "Bo \N{MINUS SIGN}40 (\N{MINUS SIGN}10) and Cy \N{MINUS SIGN}30 (\N{MINUS SIGN}10)."
    )
    assert second_trick.view["sheet"][0]["totals"] == [20, -10, -10]


def test_a_card_that_gives_the_trick_to_another_moves_the_lead_and_says_so(second_trick):
    second_trick.do(Correct(index_of(second_trick, "6C"), {"event": "play", "player": 0, "card": "QC"}))
    assert second_trick.view["trick"] == [{"player": 0, "card": "AH"}, {"player": 1, "card": "W"}]
    assert "Who led, and who laid what after it, follows from that." in second_trick.view["told"]


def test_a_trump_that_nobody_names_after_all_moves_no_lead_and_is_not_said_to(game):
    game.new()
    game.submit("turn_up", card="W")
    game.submit("name_trump", suit="H")
    for player in (1, 2, 0):
        game.submit("bid", player=player, tricks=0)
    game.do(Submit(plain("9C")))
    game.do(Correct(0, {"event": "turn_up", "card": "7D"}))
    assert (game.view["trump"], game.view["trick"]) == ("D", [{"player": 1, "card": "9C"}])
    assert game.view["told"] == (
        "Put right: the 7 of diamonds was turned up. Until now it said: a Wizard was turned up."
    )


def test_what_was_told_stands_until_the_trick_is_confirmed(second_trick):
    second_trick.do(Correct(index_of(second_trick, "AH"), {"event": "play", "player": 2, "card": "KH"}))
    second_trick.do(Submit(plain("3D")))
    assert second_trick.view["told"].startswith("Put right: Cy played the king of hearts.")
    second_trick.do(Press("confirm"))
    assert second_trick.view["told"] is None


def test_an_undo_says_what_it_takes_back_and_whose_points_go_with_it(second_trick):
    second_trick.do(Undo())
    assert second_trick.view["told"] == "Taken back: Ann played a Wizard."
    second_trick.do(Undo(9))
    told = second_trick.view["told"]
    assert told.startswith("Taken back: the 5 of diamonds was turned up and 8 more steps.")
    second_trick.do(Undo(1))
    lost = "So the score changes: Ann \N{MINUS SIGN}20 (0), Bo \N{MINUS SIGN}30 (0) and Cy"
    assert lost in second_trick.view["told"]


def test_a_hidden_bid_that_is_put_right_is_told_without_its_number(game):
    game.new(bids="delayed")
    game.submit("turn_up", card="7H")
    game.submit("bid", player=1, tricks=1)
    game.do(Correct(1, {"event": "bid", "player": 1, "tricks": 0}))
    assert game.view["told"] == "Put right: Bo bid."


def test_a_wizard_turned_up_after_all_asks_for_the_trump_and_shifts_what_lies(game):
    game.to_trick(turned="7H", turned_wizard="dealer_chooses")
    game.lay("10S")
    correction = {"event": "turn_up", "card": "W"}
    refused = game.host.handle(Correct(0, correction))
    assert isinstance(refused, Refused) and "to name the trump" in refused.reason
    game.do(Correct(0, correction, {"event": "name_trump", "suit": "C"}))
    game.look()
    assert (game.view["trump"], game.trick) == ("C", ["10S"])
    assert game.snapshot.questions == () and game.snapshot.out_of_step is None


def test_a_game_is_rewritten_as_a_whole_or_not_at_all(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        number = journal.begin({"game": "wizard"})
        journal.append(number, "event", {"event": "turn_up", "card": "7H"})
        with pytest.raises(TypeError):
            journal.append_all(number, [("undo", {"count": 1}), ("event", {"event": object()})])
        assert journal.operations(number) == [("event", {"event": "turn_up", "card": "7H"})]
        journal.append_all(number, [("undo", {"count": 1}), ("event", {"event": "confirm"})])
        assert journal.load(number)[1] == [{"event": "confirm"}]


def test_a_rewritten_game_is_the_same_after_a_restart(tmp_path, make_game):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.to_trick(turned="7H", turned_wizard="dealer_chooses")
        game.do(Correct(0, {"event": "turn_up", "card": "W"}, {"event": "name_trump", "suit": "C"}))
        before = host.snapshot.history
    with Host(Journal(path)) as host:
        assert host.snapshot.history == before


def test_a_throw_that_is_put_right_is_told_with_what_it_was(sticks):
    sticks.new()
    sticks.submit("throw", sticks=[{"color": color, "notches": 1} for color in ("red", "black", "white")])
    thrown = [{"color": color, "notches": n} for color, n in (("red", 1), ("black", 1), ("white", 2))]
    sticks.do(Correct(0, {"event": "throw", "player": 0, "sticks": thrown}))
    told = sticks.view["told"]
    assert told.startswith("Put right: Ann threw ") and "Until now it said: Ann threw " in told
    sticks.submit("confirm")
    assert sticks.view["told"] is None


def test_a_bid_that_stands_after_the_score_is_put_right_says_nothing_of_who_led(game):
    game.new(last_bid="canadian")
    game.submit("turn_up", card="7H")
    for player, tricks in ((1, 0), (2, 1), (0, 0)):
        game.submit("bid", player=player, tricks=tricks)
    trick(game, "2C", "9C", "3C")
    game.submit("turn_up", card="7S")
    for player, tricks in ((2, 1), (0, 0), (1, 1)):
        game.submit("bid", player=player, tricks=tricks)
    game.do(Correct(index_of(game, "3C"), {"event": "play", "player": 0, "card": "10C"}))
    assert game.view["totals"] == [-10, 20, -10] and game.view["bids"] == [0, 1, 1]
    assert "Who led" not in game.view["told"] and "So the score changes" in game.view["told"]
