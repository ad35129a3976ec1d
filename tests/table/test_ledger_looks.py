"""What the host makes of what the eye sees."""

import random
from dataclasses import replace

import numpy as np
import pytest

from games.cards import names
from games.record import event_to_dict
from table.command import Answer, Correct, Look, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal
from vision.types import Sight


def test_a_certain_card_is_turned_up_at_once(game):
    game.to_bidding("7H")
    assert game.view["turned"] == "7H" and game.phase == "bidding"


def test_certain_cards_become_plays_of_whose_turn_it_is(game):
    game.to_trick()
    game.lay("2S")
    game.lay("3S")
    assert game.view["trick"] == [{"player": 1, "card": "2S"}, {"player": 2, "card": "3S"}]
    assert game.snapshot.questions == ()


def test_two_cards_in_one_look_are_taken_in_the_order_they_were_laid(game):
    game.to_trick()
    game.lying += [game.seen("9C"), game.seen("W")]
    game.look()
    assert game.trick == ["9C", "W"]


def test_a_card_is_taken_once_however_often_it_is_seen(game):
    game.to_trick()
    game.lay("2S")
    number = game.snapshot.number
    game.look()
    game.look()
    assert game.trick == ["2S"] and game.snapshot.number == number


def test_an_uncertain_card_is_asked_about_with_what_the_eye_thinks(game):
    game.to_trick()
    game.lay("9H", "6H", "8H", asks=True, confidence=0.6)
    assert game.trick == []
    assert game.question.player == 1 and game.question.options == ("9H", "6H", "8H")
    shown = game.view["questions"][0]
    assert shown["cards"][0] == {"card": "9H", "confidence": 0.6}
    assert shown["crop"] is None and shown["why"] == "Which card is this?"


def test_the_answer_is_played_and_the_question_is_gone(game):
    game.to_trick()
    game.lay("9H", "6H", asks=True)
    game.answer("6H")
    assert game.trick == ["6H"] and game.snapshot.questions == ()
    game.look()
    assert game.trick == ["6H"] and game.snapshot.questions == ()


def test_the_answer_may_be_a_card_the_eye_did_not_think_of(game):
    game.to_trick()
    game.lay("9H", asks=True)
    game.answer("KC")
    assert game.trick == ["KC"]


def test_an_answer_that_the_rules_refuse_leaves_the_question_open(game):
    game.to_trick(turned="7H")
    game.lay("9H", asks=True)
    for card, part in [("11H", "There is no card"), ("back", "back")]:
        outcome = game.host.handle(Answer(game.question.id, card))
        assert isinstance(outcome, Refused) and part in outcome.reason
    assert game.trick == [] and game.question.options == ("9H",)


def test_no_card_is_an_answer_too(game):
    game.to_trick()
    game.lay("9H", asks=True)
    game.answer(None)
    game.look()
    assert game.trick == [] and game.snapshot.questions == ()
    game.lay("2S")
    assert game.trick == ["2S"]


def test_an_answer_to_a_question_that_is_closed_is_refused_as_stale(game):
    game.to_trick()
    game.lay("9H", asks=True)
    number = game.question.id
    game.answer("9H")
    outcome = game.host.handle(Answer(number, "9H"))
    assert isinstance(outcome, Refused) and outcome.stale and outcome.rule == "question"


def test_cards_behind_a_question_wait_for_it(game):
    game.to_trick()
    game.lay("9H", asks=True)
    game.lay("3S")
    assert game.trick == []
    game.answer("9H")
    assert game.trick == ["9H", "3S"]


def test_one_question_follows_the_other(game):
    game.to_trick()
    game.lay("9H", asks=True)
    game.lay("3S", asks=True)
    first = game.question.id
    game.answer("9H")
    assert game.question.id != first and game.question.player == 2


def test_a_question_goes_with_its_card(game):
    game.to_trick()
    seen = game.lay("9H", asks=True)
    game.take(seen)
    assert game.snapshot.questions == () and game.trick == []


def test_a_second_look_that_is_certain_answers_the_question(game):
    game.to_trick()
    asked = game.lay("9H", asks=True)
    game.lying[-1] = type(asked)(asked.id, game.seen("6H").reading)
    game.look()
    assert game.trick == ["6H"] and game.snapshot.questions == ()


def test_a_question_keeps_its_number_while_it_is_open(game):
    game.to_trick()
    game.lay("9H", asks=True)
    number = game.question.id
    game.look()
    game.submit("bid", player=1, tricks=1)
    assert game.question.id == number


def test_options_leave_out_cards_that_were_already_seen(game):
    game.to_trick(turned="7H")
    game.lay("2S")
    game.lay("9H", "7H", "2S", "3G", "back", "W", asks=True)
    assert game.question.options == ("9H", "W")


def test_a_certain_card_that_was_already_seen_is_asked_about(game):
    game.to_trick(turned="7H")
    game.lay("7H", "7D", "2H")
    assert game.trick == []
    assert game.question.options == ("7H", "7D", "2H") and "only once" in game.question.why
    game.answer("7D")
    assert game.trick == ["7D"] and game.view["turned"] == "7H"


def test_a_certain_card_of_another_deck_is_asked_about(game):
    game.to_trick()
    game.lay("3G")
    assert game.trick == [] and "Amigo" in game.question.why


def test_a_fifth_wizard_is_asked_about(game):
    game.new(players=("A", "B", "C", "D", "E", "F"))
    game.lay("W")
    game.submit("name_trump", suit="H")
    game.bid(0, 0, 0, 0, 0, 0)
    for _ in range(3):
        game.lay("W")
    assert game.trick == ["W", "W", "W"]
    game.lay("W", "JC")
    assert game.trick == ["W", "W", "W"] and game.question.options == ("JC",)


def test_a_face_down_card_is_nothing(game):
    game.new()
    game.lay("back")
    assert game.phase == "deal"
    game.lay("7H")
    assert game.view["turned"] == "7H" and game.snapshot.questions == ()


def test_what_may_be_a_back_or_a_card_is_asked_about(game):
    game.to_trick()
    game.lay("back", "9H", asks=True)
    assert game.question.options == ("9H",)


def test_an_uncertain_turned_up_card_is_asked_about_and_belongs_to_nobody(game):
    game.new()
    game.lay("7H", "7D", asks=True)
    assert game.question.player is None
    game.answer("7D")
    assert game.view["trump"] == "D"


def test_cards_laid_while_bids_are_missing_wait_for_the_last_bid(game):
    game.to_bidding()
    game.lay("2S")
    game.lay("9H", asks=True)
    assert game.phase == "bidding" and game.snapshot.questions == ()
    game.bid(0, 0, 1)
    assert game.trick == ["2S"] and game.question.options == ("9H",)


def test_a_card_waits_while_the_dealer_chooses_trump(game):
    game.to_bidding("W")
    game.lay("2S")
    assert game.phase == "trump_choice"
    game.submit("name_trump", suit="C")
    game.bid(0, 0, 1)
    assert game.trick == ["2S"]


def test_a_lead_laid_before_the_confirmation_waits_for_it(game):
    game.to_trick(turned="7H", bids=(1, 0, 0))
    for card in ("AS", "3S", "2S"):
        game.lay(card)
    game.lay("9D")
    assert game.phase == "trick_done" and game.snapshot.questions == ()
    game.submit("confirm")
    assert game.view["round"] == 2 and game.view["turned"] == "9D"


def test_after_the_confirmation_the_lying_trick_is_done_with(game):
    game.to_trick()
    cards = [game.lay(card) for card in ("2S", "3S", "AS")]
    game.submit("confirm")
    game.look()
    assert game.phase == "deal" and game.snapshot.out_of_step is None
    game.take(*cards)
    assert game.phase == "deal" and game.snapshot.out_of_step is None and game.snapshot.questions == ()


def test_a_card_that_comes_out_from_beneath_the_hand_that_gathers_its_trick_is_not_the_next_one(game):
    game.to_trick()
    first, second = (game.lay(card) for card in ("2S", "3S"))
    game.submit("play", card="AS")
    game.submit("confirm")
    late = game.lay("AS")
    assert game.phase == "deal" and game.snapshot.questions == ()
    game.take(late)
    game.take(first, second)
    game.lay("AS")
    assert game.view["turned"] == "AS"


def test_a_card_of_the_last_trick_that_lies_on_once_the_others_are_gone_may_be_turned_up(game):
    game.to_trick()
    first, second = (game.lay(card) for card in ("2S", "3S"))
    game.submit("play", card="AS")
    game.submit("confirm")
    game.lay("AS")
    game.take(first)
    assert game.snapshot.questions == ()
    game.take(second)
    (question,) = game.snapshot.questions
    assert game.phase == "deal" and question.options[0] == "AS"
    game.answer("AS")
    assert game.view["turned"] == "AS"


@pytest.fixture
def second_trick(game):
    """Round 2, one trick confirmed and swept, Cy to lead."""
    game.to_trick()
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    game.submit("confirm")
    game.take()
    game.lay("9D")
    game.bid(1, 1, 0)
    return game


def test_a_swept_card_that_shows_up_elsewhere_is_asked_about(second_trick):
    game = second_trick
    cards = [game.lay(card) for card in ("W", "3H", "4H")]
    game.submit("confirm")
    game.lying = [seen for seen in game.lying if seen is not cards[0]]
    game.lay("W")
    assert game.trick == [] and "moved" in game.question.why
    game.answer(None)
    game.take()
    game.lay("W")
    assert game.trick == ["W"]


def test_a_number_card_pushed_while_its_trick_is_gathered_is_none_that_is_led(second_trick):
    game = second_trick
    cards = [game.lay(card) for card in ("2H", "3H", "4H")]
    game.submit("confirm")
    game.lying.remove(cards[2])
    pushed = game.lay("4H")
    assert game.trick == [] and game.snapshot.questions == ()
    # One that is left when the others are gone is asked about.
    game.take(*cards[:2])
    game.look()
    assert "cannot play the 4 of hearts" in game.question.why
    game.take(pushed)
    game.lay("5H")
    assert game.trick == ["5H"] and game.snapshot.questions == ()


def test_a_card_led_early_that_still_lies_in_the_trick_shows_that_one_was_misread(second_trick):
    game = second_trick
    for card in ("2H", "3H", "4H"):
        game.lay(card)
    game.submit("confirm")
    game.lay("4H")
    assert "cannot play the 4 of hearts" in game.question.why


def test_a_second_wizard_in_the_next_trick_is_a_play_like_any_other(second_trick):
    game = second_trick
    for card in ("W", "3H", "4H"):
        game.lay(card)
    game.submit("confirm")
    game.take(*[seen for seen in game.lying if seen.reading.card != "9D"])
    game.lay("W")
    assert game.trick == ["W"] and game.snapshot.questions == ()


def test_the_old_trick_swept_as_the_new_turned_up_card_comes_is_asked_about_when_it_bears_the_name(game):
    game.to_trick()
    cards = [game.lay(card) for card in ("2S", "3S", "AS")]
    game.submit("confirm")
    game.lying = [seen for seen in game.lying if seen not in cards]
    game.lay("AS")
    assert game.phase == "deal" and "moved" in game.question.why
    game.answer("AS")
    assert game.view["turned"] == "AS"


def test_a_card_of_the_round_before_is_a_play_like_any_other_once_the_next_one_has_begun(game):
    game.to_trick()
    cards = [game.lay(card) for card in ("2S", "3S", "AS")]
    game.submit("confirm")
    game.take(*cards[:2])
    game.lay("9D")
    game.bid(1, 1, 0)
    # What was thought to lie there yet is found gone as its like is laid.
    game.lying = [seen for seen in game.lying if seen is not cards[2]]
    game.lay("AS")
    assert game.trick == ["AS"] and game.snapshot.questions == ()


def test_a_turned_up_number_card_that_moved_is_the_same_card(game):
    game.to_trick(turned="7H")
    game.take()
    game.lay("7H")
    assert game.trick == [] and game.snapshot.questions == ()
    game.lay("2S")
    assert game.trick == ["2S"]


def test_a_turned_up_jester_that_moved_is_asked_about(game):
    game.to_trick(turned="J")
    game.take()
    game.lay("J")
    assert game.trick == [] and game.question.options == ("J",)


def test_a_second_jester_beside_the_turned_up_one_is_a_play(game):
    game.to_trick(turned="J")
    game.lay("J")
    assert game.trick == ["J"]


# Out of step.


def test_a_card_gone_before_the_confirmation_is_named_and_back_again_it_is_well(game):
    game.to_trick()
    seen = game.lay("10S")
    game.take(seen)
    assert "10S" in game.snapshot.out_of_step and game.view["out_of_step"] == game.snapshot.out_of_step
    game.lying.append(seen)
    game.look()
    assert game.snapshot.out_of_step is None and game.trick == ["10S"]


def test_a_card_laid_back_elsewhere_is_the_same_card(game):
    game.to_trick()
    game.lay("10S")
    game.take(game.lying[-1])
    game.lay("10S")
    assert game.snapshot.out_of_step is None and game.trick == ["10S"]
    game.lay("2S")
    assert game.trick == ["10S", "2S"]


def test_while_out_of_step_another_card_waits(game):
    game.to_trick()
    gone = game.lay("10S")
    game.take(gone)
    game.lay("2S")
    assert game.trick == ["10S"] and game.snapshot.questions == ()
    game.lying.insert(1, gone)
    game.look()
    assert game.trick == ["10S", "2S"] and game.snapshot.out_of_step is None


def test_a_missing_card_that_comes_back_unclear_is_asked_about(game):
    game.to_trick()
    game.take(game.lay("10S"))
    game.lay("8S", "10S", asks=True)
    assert game.question.options == ("8S", "10S")
    game.answer("10S")
    assert game.trick == ["10S"] and game.snapshot.out_of_step is None and game.snapshot.questions == ()


def test_a_card_taken_back_for_another_is_settled_by_undo(game):
    game.to_trick()
    game.take(game.lay("10S"))
    game.lay("2S")
    game.do(Undo())
    assert game.trick == ["2S"] and game.snapshot.out_of_step is None


def test_a_trick_swept_before_it_was_confirmed_can_still_be_confirmed(game):
    game.to_trick()
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    game.take(*game.lying[1:])
    assert "taken up before it was confirmed: confirm it" in game.snapshot.out_of_step
    assert [card["card"] for card in game.view["missing"]] == ["2S", "3S", "AS"]
    game.submit("confirm")
    assert game.snapshot.out_of_step is None and game.view["missing"] == []
    assert game.view["totals"] == [30, 20, 20]


def test_the_turned_up_card_may_leave(game):
    game.to_trick()
    game.take()
    assert game.snapshot.out_of_step is None


def test_the_neighbours_of_the_likeliest_cards_are_offered_unless_they_lie_already(game):
    game.to_trick(turned="7H")
    game.lay("8H", "10S", asks=True, confidence=0.6)
    assert game.question.options == ("8H", "10S") and game.question.near == ("9H",)
    assert game.snapshot.view(None)["questions"][0]["near"] == ["9H"]
    game.answer("9H")
    assert game.trick == ["9H"]
    game.lay("W", "AC", asks=True)
    assert game.question.near == ()


# Undo and correction.


def test_an_undone_card_is_asked_about_and_not_replayed(game):
    game.to_trick()
    game.lay("10S", "9S")
    game.do(Undo())
    assert game.trick == [] and game.question.options == ("10S", "9S") and "taken back" in game.question.why
    game.look()
    assert game.trick == []
    game.answer("9S")
    assert game.trick == ["9S"]


def test_an_undone_card_taken_off_and_laid_anew_is_played(game):
    game.to_trick()
    game.lay("10S")
    game.do(Undo())
    game.take(game.lying[-1])
    assert game.snapshot.questions == ()
    game.lay("10S")
    assert game.trick == ["10S"]


def test_all_undone_cards_are_asked_about_one_by_one(game):
    game.to_trick()
    game.lay("10S")
    game.lay("2S")
    game.do(Undo(2))
    game.answer("10S")
    assert game.trick == ["10S"] and game.question.options == ("2S",)


def test_an_undone_turned_up_card_is_asked_about(game):
    game.to_bidding("7H")
    game.do(Undo())
    assert game.phase == "deal"
    game.answer("7D")
    assert game.view["trump"] == "D"


def test_after_undoing_a_bid_the_card_that_followed_is_asked_about(game):
    game.to_trick()
    game.lay("10S")
    game.do(Undo(2))
    assert game.phase == "bidding" and game.snapshot.questions == ()
    game.submit("bid", player=0, tricks=0)
    assert game.trick == [] and "taken back" in game.question.why


def test_an_undone_confirmation_brings_the_lying_trick_back(game):
    game.to_trick()
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    game.submit("confirm")
    game.do(Undo())
    assert game.trick == ["2S", "3S", "AS"] and game.snapshot.out_of_step is None
    game.submit("confirm")
    assert game.view["round"] == 2


def test_a_corrected_card_keeps_its_place_on_the_table(game):
    game.to_trick()
    game.lay("10S")
    index = len(game.snapshot.history.events) - 1
    game.do(Correct(index, {"event": "play", "player": 1, "card": "9S"}))
    game.look()
    assert game.trick == ["9S"] and game.snapshot.questions == () and game.snapshot.out_of_step is None
    game.lay("2S")
    assert game.trick == ["9S", "2S"]


def test_a_corrected_turned_up_card_keeps_its_place_too(game):
    game.to_trick(turned="7H")
    game.do(Correct(0, {"event": "turn_up", "card": "7D"}))
    game.look()
    assert game.view["trump"] == "D" and game.snapshot.questions == () and game.trick == []


# By hand.


def test_a_card_entered_by_hand_answers_the_question(game):
    game.to_trick()
    game.lay("9H", asks=True)
    game.do(Submit({"event": "play", "card": "6H"}))
    game.look()
    assert game.trick == ["6H"] and game.snapshot.questions == ()


def test_a_card_entered_by_hand_is_not_played_again_when_it_is_seen(game):
    game.to_trick()
    game.do(Submit({"event": "play", "card": "W"}))
    game.lay("W")
    assert game.trick == ["W"] and game.snapshot.questions == ()
    game.lay("W")
    assert game.trick == ["W", "W"]


def test_a_wizard_entered_by_hand_and_seen_after_its_trick_is_asked_about(second_trick):
    game = second_trick
    for card in ("W", "3H", "4H"):
        game.submit("play", card=card)
    game.submit("confirm")
    game.lay("W")
    assert game.trick == [] and "moved" in game.question.why


def test_a_confirmation_is_refused_while_a_card_is_unclear(game):
    game.to_trick()
    game.lay("9H", asks=True)
    outcome = game.host.handle(Submit({"event": "confirm"}))
    assert isinstance(outcome, Refused) and outcome.rule == "question"


# What cannot be trusted.


def test_a_picture_that_cannot_be_trusted_changes_nothing_but_what_is_said(game):
    game.to_trick()
    game.lay("10S")
    lying, game.lying = game.lying, [game.seen("2S")]
    game.look(trouble="too dark")
    assert game.snapshot.sight_trouble == "too dark" and game.view["trouble"] == "too dark"
    assert game.trick == ["10S"] and game.snapshot.out_of_step is None
    game.lying = lying
    game.look()
    assert game.snapshot.trouble is None and game.trick == ["10S"]


def test_a_new_game_forgets_what_lay_there(game):
    game.to_trick()
    game.lay("10S")
    game.new()
    assert game.phase == "deal" and game.snapshot.questions == () and game.snapshot.out_of_step is None


def test_what_was_seen_before_a_new_game_is_not_taken_into_it(game):
    game.to_trick()
    old = game.snapshot.game_id
    game.new()
    outcome = game.host.handle(Look(Sight((game.seen("7H"),)), game=old))
    assert isinstance(outcome, Refused) and outcome.stale
    assert game.phase == "deal"


def test_a_look_before_any_game_is_harmless(game):
    game.lay("7H")
    assert game.snapshot.history is None


def test_the_crop_of_a_question_is_a_jpeg(game):
    game.to_trick()
    game.lay("9H", asks=True, crop=np.zeros((90, 60, 3), np.uint8))
    number = game.question.id
    assert game.view["questions"][0]["crop"] == f"/crop/{number}.jpg"
    assert game.host.crop(number)[:2] == b"\xff\xd8"
    assert game.host.crop(number + 1) is None


def test_no_picture_of_a_question_bears_the_address_of_an_earlier_one(tmp_path, make_game):
    path, shown = tmp_path / "journal.sqlite", []
    for _ in range(2):
        with Host(Journal(path)) as host:
            for _ in range(2):
                game = make_game(host).to_trick()
                game.lay("9H", asks=True, crop=np.zeros((90, 60, 3), np.uint8))
                shown.append(game.view["questions"][0]["crop"])
    assert len(set(shown)) == 4


def test_several_cards_that_lie_there_as_a_game_begins_are_asked_about(game):
    game.new()
    game.lying += [game.seen("9C"), game.seen("7H")]
    game.look()
    assert game.phase == "deal" and game.question.options == ("9C", "7H")
    game.answer(None)
    assert game.view["turned"] == "7H" and game.snapshot.questions == ()


def test_cards_that_came_while_the_host_was_away_are_asked_about(tmp_path, make_game):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game = make_game(host).to_trick()
        game.lay("10S")
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.lying += [game.seen(card) for card in ("3S", "7H", "10S", "2S")]
        game.look()
        assert game.trick == ["10S"] and game.question.options == ("3S", "2S")
        game.answer("2S")
        # The one that is left is the last.
        assert game.trick == ["10S", "2S", "3S"] and game.snapshot.questions == ()


def test_one_card_that_came_while_the_host_was_away_is_taken(tmp_path, make_game):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        make_game(host).to_trick().lay("10S")
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.lying += [game.seen(card) for card in ("2S", "7H", "10S")]
        game.look()
        assert game.trick == ["10S", "2S"] and game.snapshot.questions == ()


# Whole evenings.


class Evening:
    """Robots with paper cards, an eye that often asks, and people who take back, sweep early and undo."""

    def __init__(self, game, seed):
        self.game, self.chance, self.true = game, random.Random(seed), []
        self.again = None
        game.new()

    @property
    def played(self):
        header = self.game.snapshot.history.header
        return [event_to_dict(event, header) for event in self.game.snapshot.history.events]

    def sure(self, share):
        return self.chance.random() < share

    def lay(self, event):
        """Lay the event's card, sometimes unclear, and make sure that it counts, whatever it takes."""
        game, card = self.game, event["card"]
        read = card if self.sure(0.8) else "AC"
        game.lay(read, card, asks=read != card or self.sure(0.2))
        self.agree([*self.true, event])
        self.true.append(event)

    def agree(self, wanted):
        """Answer what is asked, as people do who know what lies there."""
        while self.game.snapshot.questions:
            count = len(self.played)
            back = self.game.snapshot.out_of_step and self.game.lying[-1] is self.again
            self.game.answer(wanted[-1]["card"] if back else wanted[count]["card"])
        assert self.played == wanted

    def disturb(self):
        """Take a card of the trick away and lay it back, or undo something and settle it again."""
        game = self.game
        if game.view["trick"] and self.sure(0.3):
            seen = game.lying.pop()
            game.look()
            assert game.snapshot.out_of_step
            if self.sure(0.5):
                game.lying.append(seen)
                game.look()
            else:
                # A complete trick waits for no card, so there an unclear one would stay out of step.
                self.again = game.seen(self.true[-1]["card"], asks=game.phase == "trick" and self.sure(0.3))
                game.lying.append(self.again)
                game.look()
                self.agree(self.true)
            assert game.snapshot.out_of_step is None
        if game.view["trick"] and self.sure(0.3):
            count = self.chance.randint(1, len(game.view["trick"]))
            game.do(Undo(count))
            assert self.played == self.true[:-count]
            self.agree(self.true)
        assert self.played == self.true

    def round(self, number):
        game, deck = self.game, [*names("us")[:52], *["W"] * 4, *["J"] * 4]
        self.chance.shuffle(deck)
        dealer = game.view["dealer"]
        self.lay({"event": "turn_up", "card": deck.pop()})
        early = None
        if game.phase == "trump_choice":
            self.enter({"event": "name_trump", "suit": "H"})
        for place in range(3):
            if place == 2 and self.sure(0.3):
                early = deck.pop()
                game.lay(early)
            self.enter({"event": "bid", "player": (dealer + 1 + place) % 3, "tricks": 0}, agree=not early)
        for _ in range(number):
            for _ in range(3):
                if early:
                    player = (dealer + 1) % 3
                    self.true.append({"event": "play", "player": player, "card": early})
                    self.agree(self.true)
                    early = None
                else:
                    card = next(name for name in deck if name != "AC")
                    deck.remove(card)
                    self.lay({"event": "play", "player": game.view["turn"], "card": card})
                self.disturb()
            if self.sure(0.3):
                game.take()
            self.enter({"event": "confirm"})
            game.take()

    def enter(self, event, agree=True):
        self.game.do(Submit(event))
        self.true.append(event)
        if agree:
            self.agree(self.true)


@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_disturbed_what_was_played_is_what_counts(game, seed):
    evening = Evening(game, seed)
    for number in range(1, 6):
        evening.round(number)
    assert len(game.view["sheet"]) == 5


@pytest.mark.parametrize(("aside", "asked"), [(0.0, True), (20.0, True), (70.0, False)])
def test_a_wizard_upon_the_turned_up_one_is_asked_about_and_one_beside_it_is_a_play(game, aside, asked):
    game.new()
    turned = game.lay("W")
    game.submit("name_trump", suit="S")
    game.bid(0, 0, 0)
    again = game.seen("W")
    corners = tuple((x + aside, y) for x, y in turned.reading.corners)
    game.lying.append(replace(again, reading=replace(again.reading, corners=corners)))
    game.look()
    assert (game.trick == []) == asked and (game.trick == ["W"]) != asked
    if asked:
        assert "already counted" in game.question.why
        # It is none: what is laid next is a play.
        game.answer(None)
        game.lay("7S")
        assert game.trick == ["7S"]
