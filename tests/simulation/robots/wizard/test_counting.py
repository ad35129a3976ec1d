"""Robots at a table that only counts tricks: they still play their hands, and say who took each trick."""

import pytest

from games.wizard import Confirm, Counted
from simulation.robots.setup import Setup
from simulation.robots.wizard.script import Script


@pytest.mark.parametrize("next_dealer", ["left", "last_trick_winner"])
def test_robots_play_a_whole_game_without_entering_a_card(next_dealer):
    rules = {"edition": "us", "cards": "none", "next_dealer": next_dealer}
    script = Script(Setup("wizard", 3, ("Ann", "Bo", "Cy", "Dee"), 0, rules))
    while not script.state.over:
        script.deal()
        script.happened(script.next())
    lines = script.state.sheet
    assert len(lines) == 15 and all(sum(line.tricks) == line.round and line.counted for line in lines)
    assert not any("card" in script.as_dict(event) for event in script.events)


def test_robots_go_on_with_what_people_count():
    script = Script(Setup("wizard", 3, ("Ann", "Bo", "Cy"), 0, {"edition": "us", "cards": "none"}))
    script.deal()
    for _ in range(3):
        script.happened(script.next())
    script.happened(Counted(0, 0))
    assert script.next() == Counted(1, 1)
    script.happened(script.next())
    assert script.next() == Confirm()
