"""Lay out a chart of totals: where each line, mark and name goes; how it looks is the page's business."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from chronicle.figures import Series

WIDTH, HEIGHT = 320, 230
"""The drawing's own units: a small phone's width, so that its letters keep their size there."""
LEFT, RIGHT, TOP, BOTTOM = 38, 86, 10, 26
"""Room for the numbers at the left, the names at the right, and the steps below."""
TICKS = 5
"""About so many lines across."""
STEPS = 8
"""At most so many numbers below."""
MARKS = 24
"""At most so many marks on a line, else they would run together."""
ROW = 15.0
"""From one name to the next at least."""
NAME = 9
"""Letters that a name has room for."""


@dataclass(frozen=True)
class Tick:
    """A number at an axis, and how far along it stands."""

    number: int
    at: float


@dataclass(frozen=True)
class Line:
    """One player's line: `points` x and y; `marks` those that bear a mark; the name at `label`."""

    seat: int
    name: str
    short: str
    total: int
    points: tuple[tuple[float, float], ...]
    marks: tuple[tuple[float, float], ...]
    label: float

    @property
    def path(self) -> str:
        """Give the points as SVG writes them."""
        return " ".join(f"{x},{y}" for x, y in self.points)


@dataclass(frozen=True)
class Chart:
    """A whole chart. `zero` is where nothing lies, or None at the lower edge."""

    series: Series
    lines: tuple[Line, ...]
    levels: tuple[Tick, ...]
    steps: tuple[Tick, ...]
    zero: float | None
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def chart(series: Series) -> Chart:
    """Lay the series out."""
    count = len(series.totals) - 1
    numbers = [total for step in series.totals for total in step]
    levels = _levels(min(numbers), max(numbers))
    low, high = levels[0], levels[-1]
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(step: int) -> float:
        return round(LEFT + across * step / max(count, 1), 1)

    def y(total: int) -> float:
        return round(TOP + down * (high - total) / (high - low), 1)

    rows = [
        tuple((x(step), y(totals[seat])) for step, totals in enumerate(series.totals))
        for seat in range(len(series.players))
    ]
    labels = _apart([row[-1][1] for row in rows], TOP, HEIGHT - BOTTOM)
    every = max(1, math.ceil(count / MARKS))
    lines = tuple(
        Line(
            seat,
            name,
            name if len(name) <= NAME else f"{name[: NAME - 1]}…",
            series.totals[-1][seat],
            rows[seat],
            tuple(row for step, row in enumerate(rows[seat]) if step and (count - step) % every == 0),
            labels[seat],
        )
        for seat, name in enumerate(series.players)
    )
    return Chart(
        series,
        lines,
        tuple(Tick(level, y(level)) for level in levels),
        tuple(Tick(step, x(step)) for step in _steps(count)),
        y(0) if low < 0 else None,
    )


def _levels(low: int, high: int) -> list[int]:
    """List round numbers from at or below the lowest total to at or above the highest, zero among them."""
    low, high = min(low, 0), max(high, 1)
    rough = (high - low) / TICKS
    size = 10 ** math.floor(math.log10(rough)) if rough > 1 else 1
    step = next(size * each for each in (1, 2, 5, 10) if size * each >= rough)
    return list(range(math.floor(low / step) * step, math.ceil(high / step) * step + 1, step))


def _steps(count: int) -> list[int]:
    """List the steps that are numbered: every one, every second, every fifth..."""
    every = next(each * ten for ten in (1, 10, 100) for each in (1, 2, 5) if count / (each * ten) <= STEPS)
    return list(range(every, count + 1, every)) or [0]


def _apart(wanted: Sequence[float], low: float, high: float) -> list[float]:
    """Move names apart that would lie upon one another, each as near to its line as can be."""
    order = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    placed: dict[int, float] = {}
    edge = low
    for seat in order:
        placed[seat] = max(wanted[seat], edge)
        edge = placed[seat] + ROW
    edge = high
    for seat in reversed(order):
        placed[seat] = min(placed[seat], edge)
        edge = placed[seat] - ROW
    return [round(placed[seat], 1) for seat in range(len(wanted))]
