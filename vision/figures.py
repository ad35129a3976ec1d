"""Score readings against what really lay there, and say what that promises for an evening. No I/O.

Every card that lay there comes out as one of three: *right* (trusted and true), *asked* (the product would
ask about it) or *missed* (neither). A fourth count stands beside them: *silent*, a reading that was trusted
and is not true, the worst thing this product can do.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from vision.types import Corners, Reading

EVENING = 630
"""Cards that a game of Wizard for three shows: three in each trick, 1 + 2 + ... + 20 tricks."""

CERTAINTY = 0.95
"""Share of such measurements in which the true rate of silent errors lies under the bound that is given."""

GOAL = 0.95
"""Evenings without a silent error that the product wants to reach."""

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
"""Confidences between which readings are counted together; finer where they are trusted."""


@dataclass(frozen=True)
class Tally:
    """What became of the cards of some pictures.

    `idle` counts questions about what is no card of the labels: no error, but a nuisance.
    """

    pictures: int = 0
    cards: int = 0
    right: int = 0
    asked: int = 0
    silent: int = 0
    missed: int = 0
    idle: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def share(self, count: int) -> float:
        """Give a count as a share of the cards, 0..1."""
        return count / max(1, self.cards)


@dataclass(frozen=True)
class Outcome:
    """One reading and whether a card of that name lay there."""

    confidence: float
    true: bool


@dataclass(frozen=True)
class Score:
    """What became of one picture: counts, what each reading was worth, and the names trusted wrongly."""

    tally: Tally
    outcomes: tuple[Outcome, ...]
    silent: tuple[str, ...]


def score(cards: Iterable[str], readings: Sequence[Reading]) -> Score:
    """Compare the readings of one picture with the names of all cards that lie there, as multisets.

    A back that nobody labelled is no error: packets lie on most tables.
    """
    left = Counter(cards)
    total = left.total()
    right, silent, outcomes = 0, [], []
    for reading in sorted(readings, key=lambda r: (r.asks, -r.confidence)):
        true = left[reading.card] > 0
        if reading.card == "back" and not true:
            continue
        outcomes.append(Outcome(reading.confidence, true))
        if reading.asks:
            # Taken off once its trusted namesakes have had their turn; `asked` counts below whatever it is.
            left[reading.card] -= true
        elif true:
            left[reading.card] -= 1
            right += 1
        else:
            silent.append(reading.card)
    asks = sum(reading.asks for reading in readings)
    asked = min(asks, total - right)
    tally = Tally(1, total, right, asked, len(silent), total - right - asked, asks - asked)
    return Score(tally, tuple(outcomes), tuple(silent))


@dataclass(frozen=True)
class Evening:
    """What a rate of silent errors means for a game of so many cards.

    rate: silent errors a card as counted; most: the rate that it may really be (upper bound of Clopper and
    Pearson, one-sided, `CERTAINTY`); odds and least: of a game without a silent error at these two rates;
    needed: cards without any silent error that would prove `GOAL`.
    """

    cards: int
    rate: float
    most: float
    odds: float
    least: float
    needed: int


def evening(tally: Tally, cards: int = EVENING) -> Evening:
    """Work out the odds of an evening without a silent error, each card taken as a trial of its own.

    A picture with more silent errors than cards (a table where none of ours lies) counts them as trials.
    """
    trials = max(tally.cards, tally.silent)
    rate = tally.silent / trials if trials else 0.0
    most = upper_bound(tally.silent, trials)
    needed = math.ceil(math.log(1 - CERTAINTY) / (math.log(GOAL) / cards))
    return Evening(cards, rate, most, (1 - rate) ** cards, (1 - most) ** cards, needed)


def upper_bound(events: int, trials: int) -> float:
    """Give the highest rate at which so few events are still likelier than 1 - `CERTAINTY`.

    The exact bound of Clopper and Pearson (Biometrika 26, 1934), one-sided; without events it is the "rule of
    three", about 3 / trials.
    """
    if events >= trials:
        return 1.0
    ways = [_log_choose(trials, k) for k in range(events + 1)]
    low, high = events / trials, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        yes, no = math.log(rate), math.log1p(-rate)
        chance = sum(math.exp(way + k * yes + (trials - k) * no) for k, way in enumerate(ways))
        low, high = (rate, high) if chance > 1 - CERTAINTY else (low, rate)
    return high


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


@dataclass(frozen=True)
class Bin:
    """Readings of a confidence from `low` up to `high`: how many, how many true, their mean confidence."""

    low: float
    high: float
    count: int
    true: int
    confidence: float


@dataclass(frozen=True)
class Reliability:
    """Confidence held against truth; `error` is the expected calibration error, 0..1."""

    bins: tuple[Bin, ...]
    count: int
    error: float


def reliability(outcomes: Sequence[Outcome]) -> Reliability:
    """Group readings by confidence and compare what each group promised with what it kept.

    The error is the mean distance between a bin's confidence and its share of true readings, weighted by
    count (Naeini, Cooper and Hauskrecht, AAAI 2015).
    """
    groups: list[list[Outcome]] = [[] for _ in EDGES[1:]]
    for outcome in outcomes:
        groups[min(max(bisect_right(EDGES, outcome.confidence) - 1, 0), len(groups) - 1)].append(outcome)
    bins = tuple(
        Bin(low, high, len(g), sum(o.true for o in g), sum(o.confidence for o in g) / max(1, len(g)))
        for low, high, g in zip(EDGES, EDGES[1:], groups, strict=False)
    )
    count = len(outcomes)
    error = sum(abs(b.true - b.confidence * b.count) for b in bins) / max(1, count)
    return Reliability(bins, count, error)


@dataclass(frozen=True)
class Seating:
    """Cards located, and given to the seat that laid them, by where they lie.

    seats: places where a card lies; located: of these, places where at least one card was found; right:
    places where the card was trusted and true; extra: cards found beyond one a place.
    """

    seats: int = 0
    located: int = 0
    right: int = 0
    extra: int = 0

    def __add__(self, other: "Seating") -> "Seating":
        return Seating(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True)
class Seat:
    """A place at the table: degrees clockwise from the picture's lower edge, seen from its middle."""

    name: str
    angle: float = field(compare=False)


def seating(cards: Mapping[Seat, str], readings: Sequence[Reading], size: tuple[int, int]) -> Seating:
    """Give each reading of one picture to the seat in whose direction it lies, and compare.

    cards: what each seat laid; size: width and height of the picture in pixels. The direction is that of the
    card's middle seen from the middle of the picture; the nearest seat has it.
    """
    found: dict[Seat, list[Reading]] = {seat: [] for seat in cards}
    for reading in readings:
        angle = direction(reading.corners, size)
        found[min(cards, key=lambda seat: _apart(seat.angle, angle))].append(reading)
    right = sum(
        any(reading.card == card and not reading.asks for reading in found[seat])
        for seat, card in cards.items()
    )
    located = sum(bool(each) for each in found.values())
    return Seating(len(cards), located, right, len(readings) - located)


def direction(corners: Corners, size: tuple[int, int]) -> float:
    """Give the direction in which a card lies from the picture's middle: degrees clockwise from below."""
    x = sum(point[0] for point in corners) / 4 - size[0] / 2
    y = sum(point[1] for point in corners) / 4 - size[1] / 2
    return math.degrees(math.atan2(-x, y)) % 360


def _apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)
