"""Eyes that read the truth from the simulated table, and are told when to fail."""

from collections.abc import Callable

import pytest

from games.cards import names
from simulation.table import SimulatedTable
from vision.types import Reading, Seen, Sight


class FakeEye:
    """Sees each card at the second look after it was laid. `fail(n)` says what becomes of the n-th card.

    "": read right; "wrong": another card, and certain; "ask": unsure; "miss": never seen; "phantom": a second
    card beside it, certain.
    """

    def __init__(self, table: SimulatedTable, fail: Callable[[int], str] = lambda n: "") -> None:
        self.table = table
        self._fail = fail
        self._shown = 0
        self._ids = 0
        self._lying: dict[tuple[str, int | None], list[Seen]] = {}
        self._before: tuple = ()
        self._told: tuple = ()

    def look(self, frame, seen=()) -> Sight | None:
        now = tuple((each.card, each.seat) for each in self.table.lying)
        still, self._before = now == self._before, now
        if not still or now == self._told:
            return None
        self._told = now
        self._lying = {key: found for key, found in self._lying.items() if key in now}
        for card, seat in now:
            if (card, seat) not in self._lying:
                self._lying[card, seat] = self._read(card, seen)
        return Sight(tuple(each for key in now for each in self._lying[key]))

    def forget(self) -> None:
        self._lying, self._told, self._before = {}, (), ()

    def _read(self, card: str, seen) -> list[Seen]:
        self._shown += 1
        match self._fail(self._shown):
            case "wrong":
                return [self._seen(self._other(card, seen))]
            case "ask":
                return [self._seen(self._other(card, seen), asks=True)]
            case "miss":
                return []
            case "phantom":
                return [self._seen(card), self._seen(self._other(card, (*seen, card)))]
        return [self._seen(card)]

    def _other(self, card: str, seen) -> str:
        return next(name for name in names(self.table.edition) if name != card and name not in seen)

    def _seen(self, name: str, asks: bool = False) -> Seen:
        self._ids += 1
        return Seen(self._ids, Reading(name, 0.4 if asks else 0.99, asks, (), ((0, 0),) * 4))


@pytest.fixture(scope="session")
def fake_eye():
    return FakeEye
