"""A robot at a simulated table that lays each card a guide asks for, and presses what a person would."""

from __future__ import annotations

import threading
from functools import partial
from typing import Self

from familiar.guide.eyes import Holder
from simulation import gestures
from simulation.devices import SimulatedCamera, Step
from simulation.table import CardTable
from table.guides.guide import Guide, Kind, Phase, Place, Press
from table.guides.leading import Pressed

WAIT = 16
"""Pictures after which a card that was laid is not awaited any longer."""


CALM = 4
"""Pictures of the table as it is, before anything is laid."""


class Dealer:
    """Lays what is asked for: for pictures each card in the place of the last, for a check as in a trick.

    Give `follow` to whoever tells of the guide. patience: seconds for which a report is left to be read,
    None: for ever. way: how a hand reaches in, as in `simulation.gestures`.
    """

    def __init__(
        self,
        holder: Holder,
        camera: SimulatedCamera,
        patience: float | None = None,
        way: tuple[float, ...] = gestures.SLOW,
    ) -> None:
        self._holder, self._camera = holder, camera
        self._patience, self._way = patience, way
        self._handled = -1
        self._asked: tuple[int, int] | None = None
        self._lying = 0
        self._timer: threading.Timer | None = None

    def follow(self, guide: Guide) -> None:
        """Do what the guide asks for now, once."""
        if guide.number == self._handled:
            return
        self._handled = guide.number
        self._rest()
        if guide.now is not None:
            asked = (guide.at, guide.shots)
            steps = [] if asked == self._asked else self._lay(guide, guide.now)
            self._asked = asked
            self._camera.post([*steps, partial(self._await, guide.number, WAIT)])
        elif guide.phase is Phase.REPORT and self._patience is not None:
            self._timer = threading.Timer(self._patience, self._press, (Press.FINISH, guide.number))
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """Lay no more; twice is harmless."""
        self._rest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lay(self, guide: Guide, place: Place) -> list[Step]:
        table, lying = self._camera.table, self._lying
        assert isinstance(table, CardTable)
        if guide.kind is Kind.ENROL:
            self._lying = 1
            away = gestures.take_back(table, 0, self._way) if lying else [_look] * CALM
            return [*away, *gestures.lay(table, place.card, 0, self._way)]
        self._lying += 1
        seat = lying % table.seats
        before = gestures.sweep(table, seat, self._way) if lying and seat == 0 else [_look] * CALM
        return [*before, *gestures.lay(table, place.card, seat, self._way)]

    def _await(self, number: int, pictures: int) -> None:
        """Wait for so many pictures; then press what helps where the guide still asks for the card."""
        guide = self._holder.snapshot
        if guide.number != number or guide.now is None:
            return
        if pictures:
            self._camera.post([partial(self._await, number, pictures - 1)])
        elif guide.look.state == "poor":
            self._press(Press.TAKE, number)
        else:
            self._press(Press.MISSED if guide.kind is Kind.LIVE else Press.SKIP, number)

    def _press(self, press: Press, number: int) -> None:
        self._holder.post(Pressed(press, number))

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


def _look() -> None:
    """Do nothing for the length of a picture."""
