"""Readings that change while their card lies there, and cards that were read twice."""

from dataclasses import replace

import numpy as np
import pytest

from table.command import Answer, Correct, Refused, Undo
from table.host import Host
from table.journal import Journal
from table.view.lamps import AMBER
from vision.types import Seen


def again(game, asked, card, *alternatives, **options):
    """Let the eye read a lying card once more."""
    place = next(place for place, each in enumerate(game.lying) if each.id == asked.id)
    game.lying[place] = Seen(asked.id, game.seen(card, *alternatives, **options).reading)
    game.look()


def test_a_card_that_becomes_clear_answers_its_question(game):
    game.to_trick()
    asked = game.lay("9H", "6H", asks=True)
    again(game, asked, "6H")
    assert game.trick == ["6H"] and game.snapshot.questions == ()


def test_a_card_that_stays_unclear_keeps_its_question_with_the_new_options(game):
    game.to_trick()
    asked = game.lay("9H", "6H", asks=True, confidence=0.6)
    number = game.question.id
    again(game, asked, "6H", "9H", asks=True, confidence=0.7)
    assert game.question.id == number and game.question.options == ("6H", "9H")
    assert game.question.reading.confidence == 0.7
    game.answer("6H")
    assert game.trick == ["6H"]


def dealt_anew(game):
    """Take up the seven of hearts that was turned up, and turn up the nine of spades; nobody says a word."""
    game.to_bidding("7H")
    game.take()
    game.lay("9S")
    return game


@pytest.mark.parametrize("late", [False, True], ids=["before the bids", "after them"])
def test_a_card_turned_up_in_the_place_of_another_is_asked_about_and_is_no_lead(game, late):
    dealt_anew(game)
    assert "7 of hearts" in game.question.why and game.question.options == ("9S",)
    game.bid(*(0, 0, 1)[: 3 * late])
    assert game.snapshot.lights.status == AMBER and game.view["turned"] == "7H"
    game.answer("9S")
    assert game.view["turned"] == "9S" and game.view["trump"] == "S" and game.snapshot.questions == ()
    game.bid(*(0, 0, 1)[3 * late :])
    assert game.trick == [] and "9 of spades" in str(game.snapshot.told)
    game.lay("2C")
    assert game.trick == ["2C"] and game.snapshot.questions == ()


@pytest.mark.parametrize("answer", [None, "7H"])
def test_a_lead_laid_early_while_the_turned_up_card_is_hidden_is_asked_about_once(game, answer):
    dealt_anew(game).answer(answer)
    assert game.snapshot.questions == () and game.view["turned"] == "7H"
    game.bid(0, 0, 1)
    assert game.trick == ["9S"] and game.snapshot.questions == ()


def test_a_lead_laid_early_waits_once_the_turned_up_card_is_seen_again(game):
    dealt_anew(game).lay("7H")
    assert game.snapshot.questions == ()
    game.bid(0, 0, 1)
    assert game.trick == ["9S"] and game.view["turned"] == "7H"


def test_a_lead_laid_early_is_a_lead_where_the_turned_up_card_was_never_in_the_picture(game):
    game.new()
    game.submit("turn_up", card="7H")
    game.lay("9S")
    game.bid(0, 0, 1)
    assert game.trick == ["9S"] and game.snapshot.questions == ()


def test_a_wizard_turned_up_in_the_place_of_another_is_that_one(game):
    game.to_bidding("W", turned_wizard="no_trump")
    game.take()
    game.lay("J")
    game.answer("J")
    assert game.view["turned"] == "J" and game.snapshot.questions == ()
    game.bid(0, 0, 1)
    game.lay("J")
    assert game.trick == ["J"]


def test_a_wizard_that_was_turned_up_and_is_found_elsewhere_is_that_one(game):
    game.to_bidding("W", turned_wizard="no_trump")
    game.take()
    game.guess("W", "J")
    game.answer("W")
    assert game.view["turned"] == "W" and game.snapshot.questions == () and game.snapshot.told is None
    game.bid(0, 0, 1)
    assert game.trick == [] and game.snapshot.questions == ()


def test_a_card_turned_up_anew_is_asked_about_after_a_power_cut_too(tmp_path, make_game):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        dealt_anew(make_game(host))
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.lay("9S")
        game.answer("9S")
        assert game.view["turned"] == "9S"


def test_what_was_accepted_stays_however_it_is_read_later(game):
    game.to_trick()
    asked = game.lay("9H", "6H", asks=True)
    game.answer("6H")
    again(game, asked, "9H")
    taken = game.lay("2S")
    again(game, taken, "3S", "2S", asks=True)
    assert game.trick == ["6H", "2S"] and game.snapshot.questions == ()


def test_a_card_behind_the_question_is_taken_once_the_first_becomes_clear(game):
    game.to_trick()
    asked = game.lay("9H", asks=True)
    game.lay("3S")
    again(game, asked, "9H")
    assert game.trick == ["9H", "3S"]


def test_a_card_told_to_be_none_stays_none_however_it_is_read_later(game):
    game.to_trick()
    asked = game.lay("9H", asks=True)
    game.answer(None)
    again(game, asked, "9H")
    assert game.trick == [] and game.snapshot.questions == ()


@pytest.fixture
def unseen(game):
    """A Jester was turned up by hand, which the eye has not seen; the first card is to be played."""
    game.new()
    game.look()
    game.submit("turn_up", card="J")
    game.bid(0, 0, 0)
    return game


@pytest.mark.parametrize(("said", "trick"), [("J", ["J"]), (None, [])])
@pytest.mark.parametrize("hand", [False, True])
def test_a_jester_that_comes_where_one_turned_up_was_not_seen_may_be_either(unseen, said, trick, hand):
    if hand:
        unseen.lay("J", asks=True)
        unseen.answer(None)
    unseen.lay("J")
    assert unseen.trick == [] and "already counted" in unseen.question.why
    unseen.answer(said)
    assert unseen.trick == trick and unseen.snapshot.questions == ()
    unseen.lay("J")
    if said == "J":
        unseen.answer("J")
    # The one turned up has been seen by now: it is asked about once.
    assert unseen.trick == [*trick, "J"] and unseen.snapshot.questions == ()


def test_a_jester_beside_the_stock_is_the_one_that_was_turned_up_by_hand(unseen):
    stock = unseen.seen("back")
    beside = tuple((x + 70.0, y) for x, y in stock.reading.corners)
    turned = unseen.seen("J")
    unseen.lying += [stock, replace(turned, reading=replace(turned.reading, corners=beside))]
    unseen.look()
    assert unseen.trick == [] and unseen.snapshot.questions == ()
    unseen.seen("J")  # The place beside it stays free.
    unseen.lay("J")
    assert unseen.trick == ["J"] and unseen.snapshot.questions == ()


def test_before_the_first_card_is_due_a_jester_is_the_one_that_was_turned_up_by_hand(game):
    game.new()
    game.look()
    game.submit("turn_up", card="J")
    game.lay("J")
    game.bid(0, 0, 0)
    game.lay("J")
    assert game.trick == ["J"] and game.snapshot.questions == ()


@pytest.mark.parametrize("card", ["7H", "J"])
def test_a_card_called_as_the_one_turned_up_a_round_before_may_be_that_one(game, card):
    game.to_trick(card)
    # A hand that gathers the trick rests upon it, so that it is lost, and goes.
    for name in ("2S", "3S", "AS"):
        game.lay(name)
    game.submit("confirm")
    game.take()
    game.lay(card)
    assert game.phase == "deal" and "already counted" in game.question.why
    game.answer(None)
    game.take()
    # Once another was turned up it is no more in doubt.
    game.lay("4C")
    assert game.view["turned"] == "4C" and game.snapshot.questions == ()


def test_a_wizard_found_again_while_its_trick_is_gathered_may_be_that_one(game):
    game.to_bidding()
    game.bid(0, 0, 0)
    for name in ("2S", "3S", "AS"):
        game.lay(name)
    game.submit("confirm")
    game.take()
    game.lay("4C")
    game.bid(0, 0, 0)
    wizard, *_ = [game.lay(name) for name in ("W", "3S", "AS")]
    game.submit("confirm")
    # A hand hides the Wizard and shows it again where it was pushed, while the others still lie.
    game.lying.remove(wizard)
    game.look()
    game.lay("W")
    assert game.trick == [] and "already counted" in game.question.why
    game.answer(None)
    # Once all are gathered another one is played.
    game.take()
    game.lay("W")
    assert game.trick == ["W"] and game.snapshot.questions == ()


def test_the_same_card_may_be_turned_up_twice_in_a_row(game):
    game.to_trick("7H")
    for name in ("2S", "3S", "AS"):
        game.lay(name)
    game.submit("confirm")
    game.take()
    game.lay("7H")
    game.answer("7H")
    assert game.view["turned"] == "7H" and game.snapshot.questions == ()


# The same card twice: one of the two was misread.


@pytest.fixture
def twice(game):
    """Ann's 6S of the first trick was read as the 8S with its crop; now Bo's 8S comes."""
    game.to_trick()
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    game.submit("confirm")
    game.take()
    game.lay("9D")
    game.bid(0, 0, 1)
    game.lay("KC")
    game.lay("8S", "6S", "KC", crop=np.zeros((90, 60, 3), np.uint8))
    game.lay("4H")
    game.submit("confirm")
    game.take()
    game.lay("8S", "9S", asks=True)
    return game


def test_a_card_played_already_is_asked_about_with_who_played_it(twice):
    question = twice.question
    assert question.event is None and question.options == ("8S", "9S")
    assert "Ann played it in trick 1 of round 2" in question.why


def test_the_other_card_of_the_two_may_be_the_answer(twice):
    twice.answer("9S")
    assert twice.trick == ["9S"] and twice.snapshot.questions == ()


def test_if_it_is_that_card_the_earlier_one_is_asked_about_with_its_picture(twice):
    number, player = twice.question.id, twice.question.player
    twice.answer("8S")
    question = twice.question
    assert twice.trick == [] and question.id != number and question.player != player
    assert twice.view["players"][question.player] == "Ann" and question.options == ("6S",)
    assert "8S" in question.why and "Ann" in question.why
    assert twice.view["questions"][0]["event"] == question.event
    assert twice.host.crop(question.id)[:2] == b"\xff\xd8"


def test_its_answer_corrects_the_earlier_play_and_the_new_card_counts(twice):
    twice.answer("8S")
    index = twice.question.event
    twice.answer("6S")
    assert twice.snapshot.history.events[index].card == "6S"
    assert twice.trick == ["8S"] and twice.snapshot.questions == ()
    twice.look()
    assert twice.trick == ["8S"]


@pytest.mark.parametrize("answer", [None, "8S"])
def test_if_the_earlier_one_was_right_the_new_card_is_asked_about_again(twice, answer):
    events = twice.snapshot.history.events
    twice.answer("8S")
    twice.answer(answer)
    assert twice.question.event is None and twice.question.options == ("8S", "9S")
    assert twice.snapshot.history.events == events


def test_a_correction_that_the_rules_refuse_leaves_the_question_open(twice):
    twice.answer("8S")
    number = twice.question.id
    for card in ("9D", "11S"):
        assert isinstance(twice.host.handle(Answer(number, card)), Refused)
    assert twice.question.id == number and twice.trick == []


def test_correcting_the_earlier_play_by_hand_settles_it_too(twice):
    twice.answer("8S")
    index = twice.question.event
    player = twice.snapshot.history.events[index].player
    twice.do(Correct(index, {"event": "play", "player": player, "card": "6S"}))
    assert twice.trick == ["8S"] and twice.snapshot.questions == ()


def test_taking_the_new_card_away_ends_the_matter(twice):
    twice.answer("8S")
    twice.take()
    assert twice.trick == [] and twice.snapshot.questions == ()


def test_the_turned_up_card_can_be_the_misread_one(game):
    game.to_trick(turned="7H")
    game.lay("7H", asks=True)
    game.answer("7H")
    assert game.question.event == 0 and game.question.player is None
    game.answer("7D")
    assert game.view["turned"] == "7D" and game.view["trump"] == "D" and game.trick == ["7H"]


def test_a_card_thought_of_faintly_is_not_offered_once_it_was_played(game):
    game.to_trick(turned="7H")
    game.lay("2S")
    game.lay("9H", "2S", asks=True)
    assert game.question.options == ("9H",)


def test_an_earlier_card_entered_by_hand_is_asked_about_without_a_picture(game):
    game.to_trick()
    game.submit("play", card="8S")
    game.lay("8S")
    game.lay("8S", asks=True)
    game.answer("8S")
    assert game.question.event == 4 and game.question.options == ()
    game.answer("6S")
    assert game.trick == ["6S", "8S"]


def test_after_an_undo_of_the_earlier_one_both_get_their_names(game):
    game.to_trick()
    game.lay("8S", "6S")
    game.lay("8S", asks=True)
    game.answer("8S")
    game.do(Undo())
    assert "taken back" in game.question.why and game.question.event is None
    game.answer("6S")
    assert game.trick == ["6S", "8S"] and game.snapshot.questions == ()


def test_the_pictures_of_a_round_are_let_go_with_it(game):
    game.to_trick()
    for card in ("2S", "3S", "AS"):
        game.lay(card, crop=np.zeros((90, 60, 3), np.uint8))
    assert len(game.host._core._table.tracking.readings) == 4
    game.submit("confirm")
    assert not game.host._core._table.tracking.readings
