"""Eyes that read the truth from the simulated table, and are told when to fail."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from games.cards import names
from games.probe import CARDS
from games.sticks import COLORS, SIDES, beside
from simulation.people import hands
from simulation.pile import PileTable
from simulation.scene.cards import CardPainter
from simulation.scene.painter import Painter, Sheet
from simulation.sticks import LyingStick, StickTable
from simulation.table import SimulatedTable
from vision.types import Reading, Seen, Sight, StickReading, ThrowReading, ThrowSight


class FakeEye:
    """Sees each card at the second look after it was laid. `fail(n)` says what becomes of the n-th card.

    "": read right; "wrong": another card, and certain; "ask": unsure; "marked": right, and only likely;
    "guess": another card of its suit, and only likely; "miss": never seen; "phantom": a second card beside
    it, certain.
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
            case "marked":
                return [self._seen(card, likely=True)]
            case "guess":
                return [self._seen(self._other(card, (*seen, card), card[-1]), likely=True)]
            case "miss":
                return []
            case "phantom":
                return [self._seen(card), self._seen(self._other(card, (*seen, card)))]
        return [self._seen(card)]

    def _other(self, card: str, seen, suit: str = "") -> str:
        """Give a card that is not this one, of a suit where one is given and left."""
        others = [name for name in names(self.table.edition) if name != card and name not in seen]
        return next((name for name in others if name[-1:] == suit), others[0])

    def _seen(self, name: str, asks: bool = False, likely: bool = False) -> Seen:
        self._ids += 1
        sure = 0.4 if asks else 0.96 if likely else 0.99
        corners = ((0, 0),) * 4
        return Seen(self._ids, Reading(name, sure, asks or likely, (), corners, likely=likely))


@pytest.fixture(scope="session")
def fake_eye():
    return FakeEye


class FakeStickEye:
    """Sees a throw at the second look at sticks at rest. `fail(n)` says what becomes of the n-th throw.

    "": read right, a void one with its reason; "wrong": one stick another way, certain; "ask": one unsure;
    "again": to be thrown again; "blind": a void one is taken; "miss": never seen.
    """

    def __init__(self, table: StickTable, fail: Callable[[int], str] = lambda n: "") -> None:
        self.table = table
        self._fail = fail
        self._number = 0
        self._way = ""
        self.forget()

    def forget(self) -> None:
        self._before: tuple | None = None
        self._told: tuple | None = None
        self._places: set = set()

    def look(self, frame, seen=()) -> ThrowSight | None:
        now = tuple(self.table.lying)
        key = tuple(each.vertices.tobytes() for each in now)
        still, self._before = key == self._before, key
        if not still or key == self._told:
            return None
        self._told = key
        fallen = [each for each in now if not each.aside and each.vertices.tobytes() not in self._places]
        self._places = set(key)
        if fallen:
            self._number += 1
            self._way = self._fail(self._number)
        if self._way == "miss":
            return None
        sticks = sorted(now, key=lambda each: COLORS.index(each.color))
        first = fallen[0].color if fallen else None
        readings = {each.color: self._read(each, each.color == first) for each in sticks}
        poses = {each.pose for each in now}
        names = {"crossing": "overlap", "leaning": "leaning", "standing": "standing"}
        reason = next((names[pose] for pose in names if pose in poses and self._way != "blind"), None)
        again = "overlap" if self._way == "again" else reason
        aside = tuple(readings.pop(color) for color in seen if color in readings)
        tracks = frozenset({self._number} if readings else ())
        return ThrowSight(ThrowReading(tuple(readings.values()), again), tracks, aside=aside)

    def _read(self, stick: LyingStick, first: bool) -> StickReading:
        box = cv2.boxPoints(cv2.minAreaRect(stick.vertices))
        if np.linalg.norm(box[1] - box[0]) < np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, -1, axis=0)
        corners = tuple((float(x), float(y)) for x, y in box)
        notches, sides = stick.notches, stick.sides
        if first and self._way in ("wrong", "ask"):
            notches = (notches + 1) % 3
            sides = beside(("destiny", "force", "magic")[notches])
        assert set(sides) <= set(SIDES)
        asks = first and self._way == "ask"
        return StickReading(stick.color, notches, sides, 0.4 if asks else 0.99, asks, (), corners)


@pytest.fixture(scope="session")
def fake_stick_eye():
    return FakeStickEye


class FakePileEye:
    """Sees each activity card at the second look after it was laid. `fail(n)` as for FakeEye."""

    def __init__(self, table: PileTable, fail: Callable[[int], str] = lambda n: "") -> None:
        self.table = table
        self._fail = fail
        self._shown = 0
        self._ids = 0
        self.forget()

    def forget(self) -> None:
        self._lying: tuple[Seen, ...] | None = None
        self._before = self._told = 0

    def look(self, frame, seen=()) -> Sight | None:
        now = self.table.laid
        still, self._before = now == self._before, now
        if self._lying is None:
            self._lying = ()
            return Sight(())
        if not still or now == self._told:
            return None
        more, self._told = now > self._told, now
        if not more:
            self._lying = ()
            return Sight(())
        self._shown += 1
        card, way = self.table.lying[-1].card, self._fail(self._shown)
        if way == "miss":
            return None
        name = next(each for each in CARDS if each != card) if way in ("wrong", "ask") else card
        self._ids += 1
        reading = Reading(name, 0.4 if way == "ask" else 0.99, way == "ask", (), ((0, 0),) * 4)
        self._lying = (*self._lying[-2:], Seen(self._ids, reading))
        return Sight(self._lying)


@pytest.fixture(scope="session")
def fake_pile_eye():
    return FakePileEye


@pytest.fixture
def unpainted(monkeypatch):
    """Leave the simulated tables without paint: eyes that read the truth look at no picture."""
    for brush in ("paint", "shadow", "sides"):
        monkeypatch.setattr(Painter, brush, lambda *_, **__: None)
    blank = Sheet(np.zeros((1, 1, 3), np.uint8), np.zeros((1, 1), np.uint8))
    monkeypatch.setattr(CardPainter, "sheet", lambda *_: blank)
    monkeypatch.setattr(StickTable, "_draw", lambda *_, **__: None)
    monkeypatch.setattr(hands, "draw_arm", lambda *_: blank)


@pytest.fixture
def short_game(monkeypatch):
    """Let one Magic Place be all there are, so that a game of Les Trois Magiciens is over soon."""
    for room in ("games.magicians.state", "simulation.robots.magicians.policy"):
        monkeypatch.setattr(f"{room}.MAGIC_PLACES", ("mill",))
