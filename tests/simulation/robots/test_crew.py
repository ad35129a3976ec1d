"""Robots around the appliance's simulated table: which games they play."""

import threading

import pytest
from patience import PATIENCE_S

from simulation.devices import SimulatedPanel
from simulation.robots import crew
from simulation.table import SimulatedTable
from table.command import NewGame
from table.host import Host
from table.journal import Journal

GAME = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}


class Robots:
    """Those who play two games; a phone begins the second before they have risen from the first."""

    def __init__(self, host):
        self.host, self.game, self.begun = host, None, []
        self.done = threading.Event()

    def play(self, setup, *, begun):
        if not begun:
            self.host.handle(NewGame(GAME))
        self.game = self.host.snapshot.game_id
        self.begun.append(begun)
        if len(self.begun) == 2:
            self.done.set()
        else:
            self.host.handle(NewGame(GAME | {"players": ["Dora", "Emil", "Fay"]}))
        return True

    def stop(self):
        pass


@pytest.fixture
def small_table(monkeypatch):
    def small(setup):
        return SimulatedTable(setup.seed, len(setup.players), setup.edition, (160, 90))

    monkeypatch.setattr(crew, "set_table", small)


def test_a_game_that_begins_in_the_moment_of_another_s_end_is_played(small_table):
    with Host(Journal(":memory:")) as host:
        robots = Robots(host.start())
        at_the_table = crew.Crew(host, SimulatedPanel(), lambda player: False, print)
        at_the_table._robots = robots
        with at_the_table:
            at_the_table.start()
            assert robots.done.wait(PATIENCE_S)
    assert robots.begun == [False, True]
