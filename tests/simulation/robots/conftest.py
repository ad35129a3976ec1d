"""A running table with robots at it."""

import pytest
from fake_eyes import fake_eye, fake_pile_eye, fake_stick_eye, short_game, unpainted

from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.robots import seated
from table.host import Host
from table.journal import Journal
from table.view.lamps import tie
from table.watch import Watch

__all__ = ["fake_eye", "fake_pile_eye", "fake_stick_eye", "short_game", "unpainted"]

QUICK = 200.0


class Table:
    """A host, a watching thread and robots, without a page.

    robots: their class; table: the simulated one; eye: what reads it, told when to fail.
    """

    def __init__(self, robots, setup, table, eye, fail=lambda n: "", held=lambda player: False):
        self.setup = setup
        self.camera = SimulatedCamera(table)
        self.host = Host(Journal(":memory:"))
        panel = SimulatedPanel()
        self.watch = Watch(self.host, lambda: self.camera, eye(table, fail), pace=0.001)
        self.lines: list[str] = []
        self.robots = robots(
            self.host,
            self.camera,
            panel,
            lambda setup: table,
            held=held,
            speed=QUICK,
            tell=self.lines.append,
        )
        self.host.start()
        self.loosen = tie(self.host, panel)
        self.watch.start()

    @property
    def events(self):
        return self.host.snapshot.history.events

    @property
    def state(self):
        return self.host.snapshot.history.state

    def stop_after(self, round_number: int) -> None:
        """Stop the robots when this round is scored."""

        def look(snapshot):
            if snapshot.history and len(snapshot.history.state.sheet) >= round_number:
                self.robots.stop()

        self.host.listeners.append(look)

    def close(self):
        self.robots.stop()
        self.watch.stop()
        self.loosen()
        self.host.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    for kind in seated.PATIENCE_S:
        monkeypatch.setitem(seated.PATIENCE_S, kind, 1.0)
    monkeypatch.setattr(seated, "LOOK_S", 0.01)


@pytest.fixture
def seat_robots():
    """Set a table with robots; it is cleared after the test."""
    tables = []

    def make(*what, **options) -> Table:
        tables.append(Table(*what, **options))
        return tables[-1]

    yield make
    for table in tables:
        table.close()
