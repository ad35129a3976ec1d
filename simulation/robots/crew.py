"""Robots around a simulated table that the appliance watches as if it were a real one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Self

from device.panel import NullPanel, Panel
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.robots.company import Company, draw_game, set_table
from simulation.robots.seated import Lend, Restarted
from simulation.robots.setup import Setup, adopt
from table.command import Press
from table.errors import TableError
from table.host import Host

PACE_S = 0.1
"""Seconds from one picture to the next."""
LOOK_S = 0.25
"""How often the robots look whether a game has begun, at least."""
SEED = 1
"""Draws the first game."""


def panel_for(panel: Panel) -> Panel:
    """Draw the panel on the page where there is no other."""
    return SimulatedPanel() if isinstance(panel, NullPanel) else panel


class Crew:
    """Robots in a thread of their own. They begin a game, and play each that a phone begins.

    A game that the journal brings back they do not go on with: nobody knows what was in whose hands.
    """

    def __init__(
        self,
        host: Host,
        panel: Panel,
        held: Callable[[str], bool],
        tell: Callable[[str], None],
        game: str = "wizard",
        lend: Lend = lambda word: None,
    ) -> None:
        self._host, self._tell = host, tell
        self._setup = draw_game(game, SEED)
        self.camera = SimulatedCamera(set_table(self._setup), PACE_S)
        fingers = panel if isinstance(panel, SimulatedPanel) else _Fingers(host)
        self._robots = Company(host, self.camera, fingers, set_table, held=held, tell=tell, lend=lend)
        self._stop = threading.Event()
        self._played: int | None = None
        self._thread: threading.Thread | None = None

    def hand(self, game: int | None, seat: int) -> tuple[str, ...]:
        """Give the cards that a seat holds in this game."""
        return self._robots.hand(game, seat)

    def start(self) -> None:
        """Sit down and play."""
        # Now, not once the thread comes to it: a phone may have begun another by then.
        self._played = self._host.snapshot.game_id
        self._thread = threading.Thread(target=self._run, name="robots", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; twice is harmless."""
        self._stop.set()
        self._robots.stop()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        self.camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        if self._played is None:
            self._play(self._setup, begun=False)
        else:
            self._tell("The robots did not see this game begin: begin another, and they play it.")
        while self._another():
            history = self._host.snapshot.history
            assert history is not None
            self._setup = adopt(history.header, self._setup.seed + 1)
            self._play(self._setup, begun=True)

    def _play(self, setup: Setup, *, begun: bool) -> None:
        to_its_end = False
        try:
            to_its_end = self._robots.play(setup, begun=begun)
        except Restarted:
            return
        except TableError as error:
            self._tell(str(error))
        # A phone may have begun another in the moment since the end.
        self._played = self._robots.game if to_its_end else self._host.snapshot.game_id

    def _another(self) -> bool:
        """Wait for a game that was not played yet; False when the robots were stopped."""
        snapshot = self._host.snapshot
        while snapshot.game_id in (None, self._played):
            if self._stop.is_set() or self._host.closed:
                return False
            snapshot = self._host.wait(snapshot.number, LOOK_S)
        return not self._stop.is_set()


class _Fingers:
    """Press the buttons of a panel that only real fingers can press."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def press(self, button: str) -> None:
        """Do what the button does."""
        self._host.post(Press(button))
