"""A championship on one machine: a broker, a board, eight tables of Wizard whose players need no hands."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

from club.competition.setting import Format, Setting
from club.competition.state import State
from club.hall import Hall
from familiar.club.demo import NAMES, ClubDemo, DemoTable
from familiar.interrupts import ended_by
from familiar.tell import Tell
from simulation.robots.wizard.posting import WizardPlayers
from table.host import Host

LAST = ("Adler", "Bauer", "Costa")
PLAYERS = 32
ROUNDS, FINALISTS, SEATS = 2, 8, 4
STEP_S = 0.05
"""Seconds from one event of a table to its next, at speed 1: a game of fifteen rounds takes half a minute."""
LOOK_S = 12.0
"""Seconds in which a hall reads who sits where."""


class ChampionshipDemo(ClubDemo):
    """Hold broker, tables and board from entering to leaving it; `play_cup` plays a championship."""

    TABLES: ClassVar = tuple(f"{number}" for number in range(1, 9))
    PAGE: ClassVar = "hall"

    hall: Hall

    def _lead(self, closing: ExitStack, folder: Path) -> Hall | None:
        self.hall = Hall(self.board, "demo", folder / "competition.json", seed=lambda: self._seed)
        self.hall.listeners.append(self._wake)
        closing.callback(self.hall.close)
        return self.hall

    def _players(self, host: Host, seed: int) -> WizardPlayers:
        return WizardPlayers(host, 1000 * seed)

    def _setting(self, id: str, seed: int, before: frozenset[str]) -> Setting:
        return Setting(
            *(id, "Demo Cup", Format.SWISS, "wizard", self.TABLES, ROUNDS),
            wish=SEATS,
            finalists=FINALISTS,
            seed=seed,
            before=before,
        )

    def play_cup(self) -> bool:
        """Play a championship, all tables at once; False where the demo ended before."""
        if not self.await_(lambda: set(self.TABLES) <= set(self.board.snapshot.club.tables)):
            return False
        names = [f"{first} {last}" for last in LAST for first in NAMES]
        self.hall.begin(
            self._setting, [(name, "") for name in random.Random(self._seed).sample(names, PLAYERS)]
        )
        while not self._state().over:
            if self.stop.wait(LOOK_S * self._pace):
                return False
            self.hall.draw()
            if not self._round():
                return False
        return True

    def winner(self) -> str:
        """Name whoever is first."""
        return self._state().players[self.hall.snapshot.lines[0].player].name

    def _state(self) -> State:
        state = self.hall.snapshot.state
        assert state is not None
        return state

    def _round(self) -> bool:
        """Let the tables of the newest round play it to its end."""
        number = len(self._state().rounds)
        seated = {each.name for each in self._state().rounds[-1].tables}
        playing: list[DemoTable] = [table for table in self.tables if table.name in seated]
        if not self.await_(lambda: all(table.seated(number) for table in playing)):
            return False
        for table in playing:
            table.begin()
        if self.stop.wait(LOOK_S * self._pace):
            return False
        while playing:
            due = time.monotonic() + STEP_S * self._pace
            playing = [table for table in playing if table.players.step() and not self.stop.is_set()]
            if self.stop.wait(max(0.0, due - time.monotonic())):
                return False
        return self.await_(lambda: self._state().rounds[number - 1].over)


def run(seed: int, port: int | None, speed: float, cups: int | None, tell: Tell) -> int:
    """Play championships until Ctrl-C or SIGTERM, or so many. Raises ClubError without Mosquitto."""
    demo = ChampionshipDemo(seed, port, speed, tell)
    with ended_by(demo.end), demo:
        played = 0
        while demo.play_cup():
            tell(f"{demo.winner()} wins the championship.")
            played += 1
            if played == cups or demo.stop.wait(3 * LOOK_S / speed):
                break
            demo.hall.put_away()
    tell("The tables are cleared.")
    return 0
