"""Count what players did, put the counts of several games together, and say who stood out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from texts import Said

Count = int | tuple[int, int] | None
"""A number, or a part of a whole, or None where there is nothing to count."""
Figures = Mapping[str, Count]
"""What one player did, by the keys of the measures."""


@dataclass(frozen=True)
class Measure:
    """One thing that is counted of a player. `name` is what people read.

    `kind` says how two games are put together: a `sum` and a `share` (part, whole) are added up, of `most`
    and `least` the highest and the lowest stays.
    """

    key: str
    name: Said
    kind: Literal["sum", "share", "most", "least"] = "sum"


@dataclass(frozen=True)
class Prize:
    """What is awarded for the highest count of a measure: of a share, the part or the `rate`.

    `text` says the count in words; it takes the number, for a rate both. Below `least` (for a rate: the
    whole) nobody gets it.
    """

    key: str
    title: Said
    text: Callable[..., Said]
    least: int = 1
    rate: bool = False


@dataclass(frozen=True)
class Award:
    """A prize that was won by one player, or shared."""

    key: str
    title: Said
    players: tuple[str, ...]
    text: Said


@dataclass(frozen=True)
class Series:
    """How the totals grew: `totals[step][seat]`, from the beginning on; `step`: its name."""

    players: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    title: Said
    step: Said


def together(measures: Iterable[Measure], games: Iterable[Figures]) -> dict[str, Count]:
    """Put the figures of several games together."""
    games = tuple(games)
    return {each.key: reduce(_JOIN[each.kind], (game.get(each.key) for game in games)) for each in measures}


def awards(prizes: Iterable[Prize], figures: Mapping[str, Figures]) -> tuple[Award, ...]:
    """Say who gets which prize; what everybody would share is no award. `figures` by name."""
    found = []
    for prize in prizes:
        marks = {name: mark for name, each in figures.items() if (mark := _mark(prize, each)) is not None}
        best = max(marks.values(), default=None)
        winners = tuple(name for name, mark in marks.items() if mark == best)
        if best is None or len(winners) == len(figures):
            continue
        count = figures[winners[0]][prize.key]
        found.append(Award(prize.key, prize.title, winners, _text(prize, count)))
    return tuple(found)


def longest_run(hits: Sequence[bool]) -> int:
    """Count the longest run of hits."""
    best = now = 0
    for hit in hits:
        now = now + 1 if hit else 0
        best = max(best, now)
    return best


def part(count: Count) -> int:
    """Give a share's part, or the number itself; 0 where there is none."""
    return (count[0] if isinstance(count, tuple) else count) or 0


def _mark(prize: Prize, figures: Figures) -> tuple[float, int] | None:
    """Give what players are compared by, or None where it is not enough for the prize."""
    count = figures.get(prize.key)
    if prize.rate and isinstance(count, tuple):
        return (count[0] / count[1], count[1]) if count[0] and count[1] >= prize.least else None
    return (part(count), 0) if count is not None and part(count) >= prize.least else None


def _text(prize: Prize, count: Count) -> Said:
    return prize.text(*count) if prize.rate and isinstance(count, tuple) else prize.text(part(count))


def _sum(one: Any, other: Any) -> Any:
    return (one or 0) + (other or 0)


def _share(one: Any, other: Any) -> Any:
    (part_one, whole_one), (part_other, whole_other) = one or (0, 0), other or (0, 0)
    return part_one + part_other, whole_one + whole_other


def _end(choose: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def join(one: Any, other: Any) -> Any:
        return choose((each for each in (one, other) if each is not None), default=None)

    return join


_JOIN: Mapping[str, Callable[[Any, Any], Any]] = {
    "sum": _sum,
    "share": _share,
    "most": _end(max),
    "least": _end(min),
}
