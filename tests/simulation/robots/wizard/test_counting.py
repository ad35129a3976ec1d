"""Robots at a table that only counts tricks: they still play their hands, and say who took each trick."""

import pytest

from games.wizard import Confirm, Counted, Took
from simulation.robots.setup import Setup
from simulation.robots.wizard.self_play import WizardSelfPlay


@pytest.mark.parametrize("next_dealer", ["left", "last_trick_winner"])
def test_robots_play_a_whole_game_without_entering_a_card(next_dealer):
    rules = {"edition": "us", "cards": "none", "next_dealer": next_dealer}
    self_play = WizardSelfPlay(Setup("wizard", 3, ("Ann", "Bo", "Cy", "Dee"), 0, rules))
    while not self_play.state.over:
        self_play.deal()
        self_play.happened(self_play.next())
    lines = self_play.state.sheet
    assert len(lines) == 15 and all(sum(line.tricks) == line.round and line.counted for line in lines)
    assert not any("card" in self_play.as_dict(event) for event in self_play.events)


def test_robots_go_on_with_what_people_count():
    self_play = WizardSelfPlay(Setup("wizard", 3, ("Ann", "Bo", "Cy"), 0, {"edition": "us", "cards": "none"}))
    self_play.deal()
    for _ in range(3):
        self_play.happened(self_play.next())
    self_play.happened(Counted(0, 0))
    assert self_play.next() == Counted(1, 1)
    self_play.happened(self_play.next())
    assert self_play.next() == Confirm()


def test_robots_go_on_after_a_person_took_a_trick_back():
    self_play = WizardSelfPlay(Setup("wizard", 3, ("Ann", "Bo", "Cy"), 0, {"edition": "us", "cards": "none"}))
    self_play.deal()
    while not self_play.events or not isinstance(self_play.events[-1], Took):
        self_play.happened(self_play.next())
    assert self_play.follow(self_play.events[:-1])
    self_play.happened(self_play.next())
    assert isinstance(self_play.events[-1], Took)
    assert self_play.next() == Confirm()
