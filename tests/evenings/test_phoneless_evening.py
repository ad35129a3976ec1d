"""Evenings without a phone: names, seats, bids, trump, cards and every answer come from the table itself."""

import pytest

from familiar.bench.evening import play
from simulation.robots.counted import CountedGame
from simulation.robots.wizard import paper
from simulation.robots.wizard.phoneless import PhonelessGame
from simulation.robots.wizard.script import Script, draw_setup
from simulation.temperament import CALM, RESTLESS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "edition", "rounds", "seed", "temperament", "rules"),
    [
        (3, "us", 3, 6, CALM, {"slips": 0.6}),
        (3, "amigo", 2, 7, CALM, {"bids": "simultaneous"}),
        (3, "us", 2, 8, CALM, {"bids": "delayed"}),
        (4, "us", 1, 4, RESTLESS, {}),
    ],
)
def test_rounds_without_a_phone_come_to_the_right_sheet(players, edition, rounds, seed, temperament, rules):
    told = play(players, edition, rounds, seed, temperament, **rules)
    assert (told.rounds, told.bids, told.sheet_correct) == (rounds, players * rounds, True)
    assert (told.bids_asked, told.bids_silent, told.silent_errors, told.phones) == (0, 0, 0, 0)
    assert told.cards == players * rounds * (rounds + 1) // 2 + rounds
    assert (told.slips > 0) == ("slips" in rules)
    assert told.presses >= 2 + rounds * (rounds + 1) // 2 + told.needless


def test_whatever_a_phone_would_have_to_say_is_counted(monkeypatch):
    monkeypatch.setattr(PhonelessGame, "_begin", CountedGame._begin)
    monkeypatch.setattr(PhonelessGame, "_on_paper", lambda self: True)
    assert play(3, "us", 0, 6, CALM).phones == 1


def test_the_count_on_paper_agrees_with_the_rules_and_can_differ():
    script = Script(draw_setup(11, 4, "us", vary=False))
    while not script.state.over:
        script.deal()
        script.happened(script.next())
    header = script.header
    lines = paper.score(script.events, 4, header.dealer)
    sheet = [vars(line) for line in script.state.sheet]
    sheet = [
        {key: list(value) if isinstance(value, tuple) else value for key, value in line.items()}
        for line in sheet
    ]
    assert len(lines) == 15 and paper.agrees(lines, sheet)
    sheet[3]["tricks"][0] += 1
    assert not paper.agrees(lines, sheet)
