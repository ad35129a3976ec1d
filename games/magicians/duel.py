"""Decide duels: a sum in a number of throws (docs/rules/magicians.md 6 and 11)."""

from dataclasses import dataclass
from enum import StrEnum

from games.chain import EMPTY, Chain
from games.sticks import Stick

MOST_THROWS = 3


class Outcome(StrEnum):
    """Say how a bout ended."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


@dataclass(frozen=True)
class Score:
    """A finished series: "5 in 3" is Score(5, 3)."""

    total: int
    throws: int

    def __str__(self) -> str:
        return f"{self.total} in {self.throws}"


def settle(first: Score, second: Score) -> Outcome:
    """Decide a bout: the higher sum wins, an equal one in fewer throws wins for the second thrower."""
    if second.total != first.total:
        return Outcome.SECOND if second.total > first.total else Outcome.FIRST
    return Outcome.SECOND if second.throws < first.throws else Outcome.TIE


@dataclass(frozen=True)
class Bout:
    """A finished bout: who threw first, both series, and how it ended."""

    first: int
    scores: tuple[Score, Score]

    @property
    def outcome(self) -> Outcome:
        """Say how it ended."""
        return settle(*self.scores)


@dataclass(frozen=True)
class Duel:
    """A duel under way. `announced` is the first thrower's finished series of this bout.

    `aside` are the sticks that the thrower set aside, `throws` counts his throws in this series.
    """

    place: str
    attacker: int
    defender: int
    first: int
    announced: Score | None = None
    aside: tuple[Stick, ...] = ()
    throws: int = 0
    bouts: Chain[Bout] = EMPTY

    @property
    def second(self) -> int:
        """Name the seat that throws second in this bout."""
        return self.attacker + self.defender - self.first

    @property
    def thrower(self) -> int:
        """Name the seat that throws now."""
        return self.first if self.announced is None else self.second

    @property
    def limit(self) -> int:
        """Count the throws that the thrower may take at most."""
        return MOST_THROWS if self.announced is None else self.announced.throws

    def score(self, reading: tuple[Stick, ...]) -> Score:
        """Give the series as it would be if the thrower stopped now."""
        return Score(sum(stick.notches or 0 for stick in (*self.aside, *reading)), self.throws)

    def won(self, reading: tuple[Stick, ...]) -> bool:
        """Tell whether the second thrower has won already and should stop."""
        return self.announced is not None and settle(self.announced, self.score(reading)) is Outcome.SECOND
