"""``familiar bench wheels``: how well bid wheels are read, on drawn tables in poor light.

A hand turns a wheel that lies anywhere on the table. The camera looks askew and from 75 or 90 cm; what it
takes is blurred, noisy and packed, a lamp's reflection and a shadow's edge may lie upon the wheel. What the
tracker tells is held against what was turned, and then against wheels that nobody can read.
"""

import json
import math
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import click
import numpy as np

from kit.wheel_picture import SIZE_MM, back_picture, wheel_picture
from models.render import decks
from simulation.scene.degradation import draw_degradation
from simulation.scene.sensor import Sensor
from simulation.table import SimulatedTable
from simulation.wheels import Picture, Wheels, WheelSpot
from vision.interval import USUAL_MS
from vision.wheels import printed
from vision.wheels.track import UNREADABLE_MS, WHEEL_RESTS_MS, WHEEL_SEARCH_MS, WheelReading, WheelTracker

WIDTHS = (2304, 1920)
"""Of the whole pictures: a card takes 132 pixels, as from 75 cm, or 110, as from 90 cm (docs/mounting.md)."""

TILT = 25.0
"""Degrees by which the camera leans at most."""

TURNS = 10
"""How often one wheel is turned."""

CARD_MM = (56.0, 87.0)

HALF = (0.35, 0.65)
"""How far between two places a wheel is that was turned half."""

STOPS = 200
"""Milliseconds for which a hand stops at each place where it is drawn."""

WRONG = ("half turned", "upside down", "card on the window", "card on the marker", "hand on the wheel")
KEYS = ("right", "asked", "missed", "silent")


@dataclass
class Counts:
    """What became of the bids, and of the wheels that nobody can read: by kind, then by outcome."""

    bids: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, Counter[str]] = field(default_factory=dict)


def run(bids: int, seed: int, rate: float, as_json: bool) -> int:
    """Draw so many bids, print what was read; 1 where one was silently wrong.

    rate: pictures that are looked at a second.
    """
    counts = measure(bids, seed, rate)
    rest, search = spent()
    figures = {
        "bench": "wheels",
        "seed": seed,
        "rate": rate,
        "bids": sum(counts.bids.values()),
        **{key: counts.bids[key] for key in KEYS},
        "wrong_input": {
            kind: {key: found[key] for key in ("asked", "right", "silent")}
            for kind, found in counts.wrong.items()
        },
        "idle_ms": round(rest, 2),
        "search_ms": round(search, 2),
    }
    click.echo(json.dumps(figures) if as_json else as_text(figures))
    silent = counts.bids["silent"] + sum(found["silent"] for found in counts.wrong.values())
    return int(silent > 0)


def as_text(figures: dict[str, Any]) -> str:
    """Write the figures for people."""
    total = figures["bids"]
    lines = [f"{total} bids drawn, seed {figures['seed']}, {figures['rate']:g} pictures a second"]
    lines += [f"  {key:7}{figures[key]:6}  {100 * figures[key] / total:6.2f} %" for key in KEYS]
    lines += [
        f"  {kind}: {found['asked']} asked, {found['right']} right, {found['silent']} silent"
        for kind, found in figures["wrong_input"].items()
    ]
    lines += [f"  a look at rest {figures['idle_ms']} ms, a search of the picture {figures['search_ms']} ms"]
    return "\n".join(lines)


def measure(bids: int, seed: int, rate: float) -> Counts:
    """Turn wheels until there were so many bids; then each wheel is laid so that nobody can read it."""
    counts = Counts(wrong={kind: Counter() for kind in WRONG})
    number = 0
    while sum(counts.bids.values()) < bids:
        drawn = Drawn(seed, number, rate)
        for _ in range(min(TURNS, bids - sum(counts.bids.values()))):
            counts.bids[drawn.bid()] += 1
        kind = WRONG[number % len(WRONG)]
        counts.wrong[kind][drawn.wrong(kind)] += 1
        number += 1
    return counts


class Drawn:
    """One wheel on its table, with its light and its camera."""

    def __init__(self, seed: int, number: int, rate: float = 1000 / USUAL_MS) -> None:
        """Draw a table; rate: pictures of it that are looked at a second."""
        self._rate, self._looked = rate, 0
        self._rng = rng = np.random.default_rng([seed, number])
        whole = WIDTHS[int(rng.random() < 0.4)]
        self._spot = WheelSpot(rng, SIZE_MM, whole, float(rng.uniform(0, TILT)))
        self._color = int(rng.integers(len(printed.COLORS)))
        size = self._spot.view.size
        self._degradation = draw_degradation(rng, size)
        self._sensor = Sensor(size, rng, float(rng.uniform(0.5, 2.0)))
        self._tracker = WheelTracker(half=True)
        self._shown: WheelReading | None = None
        self._told: set[int] = set()
        self._place = printed.COVERED
        self._spot.lay(wheel_picture(self._color, self._place))
        self._look(1 + self._pictures(WHEEL_RESTS_MS + WHEEL_SEARCH_MS))

    def bid(self) -> str:
        """Let a hand turn the wheel to another number; give what became of the bid."""
        before = self._place
        self._place = int(self._rng.choice([each for each in range(printed.COVERED) if each != before]))
        between = float(self._rng.uniform(0, printed.PLACES))
        self._told = set()
        for farther in (40.0, 0.0):
            self._spot.lay(wheel_picture(self._color, between if farther == 0 else before))
            self._spot.reach(np.array([0.0, 58.0]), farther)
            self._look(self._pictures(STOPS))
        self._spot.lay(wheel_picture(self._color, self._place))
        self._look(1 + self._pictures(WHEEL_RESTS_MS + WHEEL_SEARCH_MS))
        number = None if self._shown is None else self._shown.number
        if self._told - {self._place, before}:
            return "silent"
        if number == self._place:
            return "right"
        return "missed" if self._shown is None or self._shown.state == "rests" else "asked"

    def wrong(self, kind: str) -> str:
        """Lay the wheel so that nobody can read it; give what became of that."""
        rng, spot = self._rng, self._spot
        place = int(rng.integers(printed.PLACES)) + (
            float(rng.uniform(*HALF)) if kind == "half turned" else 0
        )
        wheel = back_picture() if kind == "upside down" else wheel_picture(self._color, place)
        spot.lay(wheel)
        window = np.array([0.0, -printed.NUMBER_AT])
        if kind.startswith("card"):
            at = window if kind == "card on the window" else np.array(printed.COVER_AT)
            spot.upon(_card(), CARD_MM, at + rng.normal(0, 3, 2), float(rng.uniform(0, 360)))
        elif kind == "hand on the wheel":
            spot.reach(window, float(rng.uniform(-30, -10)))
        self._told, before = set(), self._shown and self._shown.number
        self._look(self._pictures(UNREADABLE_MS + WHEEL_SEARCH_MS))
        number = None if self._shown is None else self._shown.number
        if kind == "hand on the wheel" and number == place:
            # Between the fingers its whole window can be seen.
            return "right"
        return "silent" if number is not None or self._told - {before} else "asked"

    def _pictures(self, milliseconds: int) -> int:
        """Count the pictures that are looked at in so long."""
        return math.ceil(round(milliseconds / 1000 * self._rate, 6))

    def _look(self, looks: int) -> None:
        """Look at what lies there now for so many pictures."""
        still = self._degradation.apply(self._spot.picture, self._rng)
        for _ in range(looks):
            frame = self._sensor.expose(still)
            self._tracker.taken(self._looked / self._rate)
            self._looked += 1
            sight = self._tracker.look(frame)
            if sight is not None:
                self._shown = next((each for each in sight.wheels if each.color == self._color), None)
                self._told |= {each.number for each in sight.wheels if each.number is not None}


@cache
def _card() -> Picture:
    design = decks.design(3, "us")
    return decks.face(design, "7H"), decks.mask(design)


def spent() -> tuple[float, float]:
    """Measure a whole picture with six wheels: milliseconds of a look at rest, and of a search.

    A search is made once a second, and costs what it says more than a look at rest. Ten pictures a second.
    """
    table = SimulatedTable(5, len(printed.COLORS), "us")
    wheels = Wheels(table, np.random.default_rng(5), wheel_picture, SIZE_MM)
    for seat in range(table.seats):
        wheels.lay(seat, seat)
    tracker = WheelTracker()
    rest: list[float] = []
    search: list[float] = []
    apart = WHEEL_SEARCH_MS // USUAL_MS
    for turn in range(4 * apart):
        frame = table.render()
        begun = time.thread_time()
        tracker.look(frame)
        (search if turn % apart == 0 else rest).append(1000 * (time.thread_time() - begun))
    return statistics.median(rest), statistics.median(search)
