"""What was seen belongs to its event still where a correction takes or adds another one in between."""

import sys
from pathlib import Path

import numpy as np
import pytest

from games.wizard.rules import SWITCHES
from table.command import Correct, NewGame, Press, Undo
from table.core.resume import resume
from table.eye.faces import Faces
from table.host import Host
from table.journal import Journal
from table.reconcile import cards, throws
from table.view.speech import Speech

sys.path.insert(0, str(Path(__file__).parent))
from laid_wheels import Laid, begin

ALL = dict.fromkeys(SWITCHES, True) | {"edition": "amigo"}
JUMP = {"event": "jump", "to": "mill"}
TO_SYMBOL = {"event": "walk", "to": "symbol"}
TO_SLAB = {"event": "walk", "to": "slab"}


@pytest.fixture
def journal():
    return Journal(":memory:")


@pytest.fixture
def game(make_game, journal):
    with Host(journal) as host:
        yield make_game(host)


@pytest.fixture
def sticks(make_sticks, journal):
    with Host(journal) as host:
        yield make_sticks(host)


@pytest.fixture
def faces(game):
    remembered = Faces()
    game.host.listeners.append(remembered.hear)
    return remembered


@pytest.fixture
def said(game):
    """List what is said aloud from here on."""
    speech, heard = Speech(game.snapshot), []
    speech.listeners.append(lambda lines: heard.extend(str(line.text) for line in lines))
    game.host.listeners.append(speech.hear)
    return heard


def check_journal(game, journal):
    """Demand that the journal alone leads to the same game and the same marks."""
    table = resume(journal, 0)
    assert table.game == game.snapshot.history and table.game.states == game.snapshot.history.states
    assert table.tracking.marks == {each.event for each in game.snapshot.marked}


def kinds(game):
    return " ".join(event["event"] for event in game.snapshot.events(None))


def lay(game, card, level):
    """Lay a card whose picture is of one grey level, by which it is known again."""
    return game.lay(card, crop=np.full((144, 96, 3), level, np.uint8))


def shown(game):
    return {each.card: int(each.crop[0, 0, 0]) for each in game.snapshot.shown}


def place(game, card):
    """Find the event with which a card was laid last."""
    return [each["index"] for each in game.snapshot.events(None) if each.get("card") == card][-1]


def put_right(game, card, right, then=None):
    index = place(game, card)
    game.do(Correct(index, {**game.snapshot.history.written(index), "card": right}, then))


def missed(game, card):
    """Take a card off the table, say what is missed then, and lay it back."""
    lying = list(game.lying)
    game.take(next(seen for seen in lying if seen.reading.card == card))
    missing = [each["card"] for each in game.view["missing"]]
    game.lying = lying
    game.look()
    assert game.view["missing"] == []
    return missing


@pytest.fixture
def clouded(game):
    """Round 2: a bid was changed for the Cloud in the first trick; two cards of the second one lie there.

    The grey level of a picture is its card's number; the Cloud's is 9.
    """
    game.new(**ALL)
    game.lay("1R")
    game.bid(0, 0, 0)
    game.to_round_two()
    lay(game, "cloud", 9)
    game.submit("name_suit", suit="B")
    lay(game, "3B", 3)
    lay(game, "4B", 4)
    game.submit("confirm")
    game.submit("change_bid", player=game.view["turn"], by=1)
    game.take()
    lay(game, "10B", 10)
    lay(game, "11G", 11)
    assert kinds(game).endswith("bid play name_suit play play confirm change_bid play play")
    return game


def test_each_card_stays_with_its_event_where_later_steps_fall_away_between_them(clouded, journal):
    put_right(clouded, "cloud", "9B")
    assert kinds(clouded).endswith("bid play play play confirm play play")
    assert shown(clouded) == {"9B": 9, "3B": 3, "4B": 4, "10B": 10, "11G": 11}
    assert [missed(clouded, card) for card in ("10B", "11G")] == [["10B"], ["11G"]]
    check_journal(clouded, journal)


def test_after_that_a_card_in_between_is_put_right_and_keeps_its_own_picture(clouded, journal):
    put_right(clouded, "cloud", "9B")
    put_right(clouded, "3B", "8B")
    put_right(clouded, "4B", "12B")
    assert shown(clouded) == {"9B": 9, "8B": 3, "12B": 4, "10B": 10, "11G": 11}
    check_journal(clouded, journal)


def test_after_that_an_undo_asks_about_the_card_that_it_took_back(clouded, journal):
    put_right(clouded, "cloud", "9B")
    clouded.do(Undo())
    assert clouded.question.why == cards.TAKEN_BACK and clouded.question.reading.card == "11G"
    clouded.answer("12G")
    assert clouded.trick == ["10B", "12G"]
    assert shown(clouded) == {"9B": 9, "3B": 3, "4B": 4, "10B": 10, "12G": 11}
    check_journal(clouded, journal)


def test_a_question_that_is_open_meanwhile_is_answered_for_its_own_card(clouded, journal):
    clouded.lay("13G", "13Y", asks=True, confidence=0.5)
    asked = clouded.question.id
    put_right(clouded, "cloud", "9B")
    assert clouded.question.id == asked
    clouded.answer("13G")
    assert clouded.trick == ["10B", "11G", "13G"] and missed(clouded, "11G") == ["11G"]
    clouded.do(Undo())
    assert clouded.question.why == cards.TAKEN_BACK and clouded.question.reading.card == "13G"
    check_journal(clouded, journal)


def test_pictures_of_a_confirmed_trick_keep_their_names(clouded, faces, journal):
    clouded.look()
    lay(clouded, "13G", 13)
    clouded.submit("confirm")
    clouded.take()
    clouded.lay("3R")
    put_right(clouded, "cloud", "9B")
    levels = {name: [int(crop[0, 0, 0]) for crop in crops] for name, crops in faces.named().items()}
    assert levels == {"9B": [9], "3B": [3], "4B": [4], "10B": [10], "11G": [11], "13G": [13]}


def test_a_mark_stays_with_its_card_and_is_not_said_again(game, journal, said):
    game.new(**ALL)
    game.lay("1R")
    game.bid(0, 0, 0)
    lay(game, "cloud", 9)
    game.submit("name_suit", suit="B")
    seen = game.guess("8B", "9B")
    said.clear()
    put_right(game, "cloud", "7B")
    assert game.marked == [(place(game, "8B"), "8B")]
    assert not any("not certain" in line for line in said)
    check_journal(game, journal)
    game.reread(seen, "9B")
    assert game.trick == ["7B", "9B"] and game.marked == []


def test_a_card_whose_step_fell_away_is_asked_about_and_not_taken_for_the_next(game, journal):
    game.new(first_dealer="high_card")
    game.look()
    for card in ("AS", "KS", "AH"):
        game.lay(card)
    game.submit("confirm")
    game.take()
    game.guess("5S", "6S")
    assert len(game.marked) == 1
    put_right(game, "AS", "QS")
    # Cy alone has the high card, and deals: nobody is dealt another.
    assert kinds(game) == "lot lot lot confirm" and game.phase == "deal" and game.view["dealer"] == 2
    assert game.question.why == cards.TAKEN_BACK and game.question.reading.card == "5S"
    assert game.marked == []
    game.answer(None)
    game.lay("7H")
    assert game.view["turned"] == "7H" and game.snapshot.questions == ()
    check_journal(game, journal)


def test_the_card_that_was_turned_up_for_a_vampire_is_asked_about_once_that_was_none(game, journal):
    game.new(**ALL)
    game.lay("5R")
    game.submit("exchange", card="werewolf", player=0)
    game.submit("name_trump", suit=None)
    game.take()
    game.bid(0, 0, 0)
    lay(game, "5B", 5)
    lay(game, "vampire", 9)
    game.lay("8G")
    assert kinds(game).endswith("play play turn_up") and game.snapshot.questions == ()
    put_right(game, "vampire", "9B")
    assert game.trick == ["5B", "9B"]
    assert game.question.why == cards.TAKEN_BACK and game.question.reading.card == "8G"
    game.answer(None)
    lay(game, "6B", 6)
    assert game.trick == ["5B", "9B", "6B"] and shown(game) == {"5B": 5, "9B": 9, "6B": 6}
    assert [missed(game, card) for card in ("5B", "6B")] == [["5B"], ["6B"]]
    check_journal(game, journal)


def test_a_draw_of_probe_stays_with_its_card_where_an_earlier_one_is_put_right(game, journal):
    game.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    game.look()
    for seat, word in enumerate(("OEUVRE", "..PHARE.", "BANANE")):
        game.submit("word", player=seat, word=word)
    for card in ("x5", "normal"):
        game.lay(card)
        game.do(Press("confirm"))
        game.submit("ask", of=(game.view["active"] + 1) % 3, sign="Z")
        game.submit("no")
    put_right(game, "x5", "x4")
    game.do(Undo(3))
    assert game.question.why == cards.TAKEN_BACK and game.question.reading.card == "normal"
    game.answer("normal")
    assert [each.get("card") for each in game.snapshot.events(None)[3::3]] == ["x4", "normal"]
    check_journal(game, journal)


@pytest.fixture
def duel(sticks):
    """Bo's Apprentice came to a symbol, and his Magician to Ann's: he declines the spell after the duel.

    His throw was 2 with red, Ann's 0: that one lies there.
    """
    sticks.new()
    sticks.turn("120", JUMP, TO_SLAB)
    sticks.turn("011", JUMP, TO_SYMBOL)
    sticks.turn("200")
    sticks.turn("000")
    sticks.do(Press("next"))
    assert kinds(sticks).endswith("walk throw confirm throw confirm decline") and sticks.view["turn"] == 2
    return sticks


def correct_walk(sticks):
    """Let Bo's Apprentice have come to no symbol."""
    events = sticks.snapshot.events(None)
    index = next(each["index"] for each in events if each.get("to") == "symbol")
    sticks.do(Correct(index, TO_SLAB))
    assert kinds(sticks).endswith("walk throw confirm throw confirm") and sticks.view["turn"] == 2


def test_a_throw_of_the_duel_waits_as_its_own_event_once_its_end_is_undone(duel, journal):
    correct_walk(duel)
    duel.do(Undo())
    assert duel.phase == "duel_read" and duel.thrown["event"] == len(duel.kinds) - 1
    assert duel.thrown["doubt"] is None
    duel.throw("100")
    assert "lie otherwise" in duel.thrown["doubt"] or "threw on" in duel.thrown["doubt"]
    check_journal(duel, journal)


def test_a_throw_of_the_duel_that_is_undone_after_that_is_asked_about(duel, journal):
    correct_walk(duel)
    duel.do(Undo(2))
    assert duel.thrown["doubt"] == throws.TAKEN_BACK
    duel.count()
    assert kinds(duel).endswith("throw confirm throw") and duel.phase == "duel_read"
    check_journal(duel, journal)


def test_the_throw_after_that_is_taken_by_itself(duel, journal):
    correct_walk(duel)
    duel.throw("111")
    assert duel.phase == "throw_read" and duel.thrown["doubt"] is None
    assert duel.thrown["event"] == len(duel.kinds) - 1
    check_journal(duel, journal)


def test_what_was_said_not_to_count_does_not_after_that(duel):
    duel.push("red", "black", "white")
    assert duel.thrown["doubt"] == throws.PUSHED
    duel.count(False)
    assert duel.thrown is None
    correct_walk(duel)
    duel.look()
    assert duel.thrown is None


def test_wheels_are_known_after_a_restart_though_a_step_before_their_bids_fell_away(make_game, tmp_path):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game = make_game(host)
        wheels = Laid(game)
        begin(game, wheels, "W", turned_wizard="dealer_chooses")
        game.submit("name_trump", suit="H")
        wheels.turn(s1=1, s2=0, s0=1)
        put_right(game, "W", "2H")
        assert game.view["bids"] == [1, 1, 0] and kinds(game) == "turn_up bid bid bid"
    with Host(Journal(path)) as host:
        again = make_game(host)
        after = Laid(again)
        after.turn(s0=1, s1=1, s2=0)
        assert again.view["advice"] is None
        after.turn(s1=0)
        assert again.view["advice"].startswith("Bo's wheel shows 0, but 1 was bid")
