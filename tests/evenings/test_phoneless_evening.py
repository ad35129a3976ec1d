"""Evenings without a phone: names, seats, bids, trump, cards and every answer come from the table itself."""

from types import SimpleNamespace

import pytest

from familiar.bench.evening import play
from familiar.cli import run
from simulation.robots.counted import CountedGame, DemoError
from simulation.robots.wizard import paper
from simulation.robots.wizard.evening import Evening
from simulation.robots.wizard.phoneless import PhonelessGame
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.robots.wizard.televised import Habits
from simulation.stage import SIZE
from simulation.temperament import CALM, RESTLESS

SMALL = (1536, 864)
"""A camera of which the wheels are sought in whole pictures, for they have few pixels to a module."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "edition", "rounds", "seed", "temperament", "habits", "size", "rules"),
    [
        (3, "us", 3, 6, CALM, Habits(0.6), SMALL, {}),
        (3, "amigo", 2, 7, CALM, Habits(), SIZE, {"bids": "simultaneous"}),
        (3, "us", 2, 8, CALM, Habits(), SMALL, {"bids": "delayed"}),
        (4, "us", 1, 4, RESTLESS, Habits(next_seat=False), SIZE, {}),
    ],
)
def test_rounds_without_a_phone_come_to_the_right_sheet(
    players, edition, rounds, seed, temperament, habits, size, rules
):
    told = play(players, edition, rounds, seed, temperament, habits, size=size, **rules)
    assert (told.rounds, told.bids, told.sheet_correct) == (rounds, players * rounds, True)
    assert (told.bids_asked, told.bids_silent, told.silent_errors, told.phones) == (0, 0, 0, 0)
    assert told.cards == players * rounds * (rounds + 1) // 2 + rounds
    assert (told.slips > 0) == (habits.slips > 0)
    assert told.presses >= 2 + rounds * (rounds + 1) // 2 + told.needless


@pytest.mark.slow
def test_the_trump_is_named_by_a_tag_and_a_wrong_one_is_taken_back_with_the_button():
    told = play(3, "us", 2, 48, CALM, Habits(1.0))
    assert (told.rounds, told.trumps, told.sheet_correct, told.phones) == (2, 1, True, 0)
    # Every bid and the trump were told wrongly first.
    assert (told.slips, told.bids, told.bids_silent, told.stopped) == (7, 6, 0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "trumps", "choices", "size"),
    # Juggler, Cloud and Shapeshifter; Juggler, Cloud, Witch and Werewolf.
    [(4, 1, 7, SMALL), (27, 1, 4, SIZE)],
)
def test_what_special_cards_bring_is_told_with_tags_wheels_cards_and_the_button(seed, trumps, choices, size):
    told = play(3, "amigo", 3, seed, CALM, Habits(0.2), specials=True, size=size)
    assert (told.stopped, told.rounds, told.sheet_correct) == ("", 3, True)
    assert (told.trumps, told.choices, told.phones, told.bids_silent) == (trumps, choices, 0, 0)
    assert (told.asked, told.silent_errors, told.missed) == (0, 0, 0)


@pytest.mark.slow
# The Cloud, then the Witch; the Werewolf, whose owner a wheel tells, then the Cloud.
@pytest.mark.parametrize(("seed", "size"), [(27, SMALL), (42, SIZE)])
def test_a_bid_that_lies_face_down_is_turned_for_the_cloud_without_a_phone(seed, size):
    told = play(3, "amigo", 2, seed, CALM, Habits(), specials=True, bids="delayed", size=size)
    assert (told.stopped, told.rounds, told.sheet_correct) == ("", 2, True)
    assert (told.bids, told.phones, told.bids_silent, told.silent_errors) == (6, 0, 0, 0)
    assert told.choices >= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "seed", "rounds", "habits", "size", "rules"),
    [
        ("us", 9, 2, Habits(0.2, mixed=0.5), SIZE, {"bids": "simultaneous"}),
        # The first player has a phone and no wheel.
        ("amigo", 4, 3, Habits(0.2, with_phones=1, mixed=0.4), SMALL, {"specials": True}),
    ],
)
def test_whoever_likes_takes_a_phone_for_what_wheels_tags_and_buttons_tell(
    edition, seed, rounds, habits, size, rules
):
    told = play(3, edition, rounds, seed, CALM, habits, size=size, **rules)
    assert (told.stopped, told.rounds, told.sheet_correct) == ("", rounds, True)
    assert (told.bids, told.bids_silent, told.silent_errors) == (3 * rounds, 0, 0)
    # Some of each: the first two presses begin the game.
    assert told.phones >= 3 and told.presses >= 3


def test_an_evening_that_cannot_go_on_says_in_which_round_and_why(monkeypatch, capsys):
    def stuck(self, *_):
        raise DemoError("nobody turns a wheel")

    monkeypatch.setattr(PhonelessGame, "_bid", stuck)
    assert run(["bench", "evening", "--players", "3", "--rounds", "1", "--calm"]) == 1
    told = capsys.readouterr().out
    assert "STOPPED in round 1 because nobody turns a wheel; sheet right until then" in told


class Wrong(PhonelessGame):
    """People at a table that shows one card wrongly until it is taken back."""

    def __init__(self, marked):
        self.figures = Evening(1, 6, {}, players=3, rounds=2, frames=70)
        self._self_play = WizardSelfPlay(draw_setup(6, 3, "us", vary=False))
        self._host = SimpleNamespace(snapshot=SimpleNamespace(marked=marked))
        self.shown = ["9S", None]

    def _television(self):
        return None

    def _wrong(self, tv):
        return self.shown[0]

    def _undo(self):
        self.shown.pop(0)


@pytest.mark.parametrize("marked", [(), (SimpleNamespace(card="9S"),)])
def test_a_card_that_was_entered_wrongly_in_silence_is_told_with_its_round(marked):
    game = Wrong(marked)
    game._take_back_wrong()
    told = game.figures.line().splitlines()
    assert game.figures.silent_errors == len(told) - 1 == (not marked)
    assert told[1:] in (
        [],
        ["  picture 70, round 1: 9S was entered; None is turned up, nothing lies in the trick"],
    )


def test_whatever_a_phone_would_have_to_say_is_counted(monkeypatch):
    monkeypatch.setattr(PhonelessGame, "_begin", CountedGame._begin)
    monkeypatch.setattr(PhonelessGame, "_on_paper", lambda self: True)
    assert play(3, "us", 0, 6, CALM, Habits()).phones == 1


def test_the_count_on_paper_agrees_with_the_rules_and_can_differ():
    self_play = WizardSelfPlay(draw_setup(11, 4, "us", vary=False))
    while not self_play.state.over:
        self_play.deal()
        self_play.happened(self_play.next())
    header = self_play.header
    lines = paper.score(self_play.events, 4, header.dealer)
    sheet = [vars(line) for line in self_play.state.sheet]
    sheet = [
        {key: list(value) if isinstance(value, tuple) else value for key, value in line.items()}
        for line in sheet
    ]
    assert len(lines) == 15 and paper.agrees(lines, sheet)
    sheet[3]["tricks"][0] += 1
    assert not paper.agrees(lines, sheet)
