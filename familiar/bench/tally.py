"""What is counted of the cards that were laid, and how long they took: no clock, no table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from familiar.bench.phones import Heard
from games.wizard import Event, Shows
from table.view.snapshot import Snapshot

NEVER = math.inf
"""What a card took that did not come: later than any other."""

TOLD = ("entered", "marked", "marked wrong", "asked")
"""What may become of a card of which the phones are told."""
LOST = ("wrong", "missed")
"""And of one of which they are not: another was entered in its place, or none while people wait."""

SHARES = {"median_ms": 50.0, "p95_ms": 95.0, "worst_ms": 100.0}


@dataclass(frozen=True)
class Told:
    """How the host first told of a card: as one of TOLD or "wrong".

    number: of that snapshot; at: when it was made; frame: when the picture was taken that led to it, both in
    seconds. question: the one that asks about it, None: it was entered.
    """

    how: str
    number: int
    at: float
    frame: float
    question: int | None = None


@dataclass(frozen=True)
class Laid:
    """A card that was laid: the index of its event, and when it was first seen at rest, in seconds.

    rests: None where it never lay in full view. came: when a state with it reached each phone.
    """

    index: int
    rests: float | None
    told: Told | None = None
    came: tuple[float, ...] = ()

    @property
    def outcome(self) -> str:
        """Say what became of it: one of TOLD or LOST."""
        return "missed" if self.told is None else self.told.how

    def took(self) -> tuple[float, ...]:
        """Give the seconds from its rest to each phone that must be told of it; NEVER where it was lost.

        One that was told of before all of it was in view took none.
        """
        if self.rests is None:
            return ()
        return tuple(max(0.0, at - self.rests) for at in self.came) or (NEVER,)


def how_told(snapshot: Snapshot, index: int, event: Event) -> tuple[str, int | None] | None:
    """Tell how a snapshot has the card of an event, and which question asks about it; None: not at all.

    Of a question whoever knows where the card lies must still say whether it is about that card.
    """
    events = () if snapshot.history is None else snapshot.history.events
    if len(events) > index:
        marked = any(each.event == index for each in snapshot.marked)
        right = _card(events[index]) == _card(event)
        return ("marked" if right else "marked wrong") if marked else ("entered" if right else "wrong"), None
    question = next((each for each in snapshot.questions if each.event is None), None)
    return None if question is None or len(events) < index else ("asked", question.id)


def _card(event: object) -> str | None:
    return event.card if isinstance(event, Shows) else None


def arrived(laid: Laid, phones: int, heard: Sequence[Heard]) -> Laid:
    """Note when each phone first heard of a card; what was heard stands in the order of its coming."""
    told = laid.told
    if told is None or told.how not in TOLD:
        return laid
    came = dict[int, float]()
    for each in heard:
        has = each.events > laid.index or told.question in each.questions
        if each.number >= told.number and has:
            came.setdefault(each.phone, each.at)
    return replace(laid, came=tuple(came.get(phone, NEVER) for phone in range(phones)))


def percentile(values: Sequence[float], percent: float) -> float:
    """Give the smallest of the values that so many of a hundred do not exceed; NEVER where there are none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)] if ordered else NEVER


def spread(seconds: Sequence[float]) -> dict[str, float | None]:
    """Give median, p95 and worst in milliseconds; None where that is a card that never came."""
    found = {name: percentile(seconds, percent) for name, percent in SHARES.items()}
    return {name: None if value == NEVER else round(1000 * value, 1) for name, value in found.items()}


def figures(cards: Sequence[Laid]) -> dict[str, object]:
    """Give what the cards of one table showed.

    Times are of each card to each phone, and of their parts: until the picture was taken that was enough, the
    product's own work on it until the host had the card, the way from there to the phone.
    """
    counts = {name.replace(" ", "_"): sum(card.outcome == name for card in cards) for name in TOLD + LOST}
    seen = [card for card in cards if card.rests is not None]
    told = [(card, card.told) for card in seen if card.told is not None and card.came]
    times = [took for card in seen for took in card.took()]
    return {
        "cards": len(cards),
        **counts,
        "hidden": len(cards) - len(seen),
        "early": sum(said.at < _rest(card) for card, said in told),
        **spread(times),
        "waiting": spread([max(0.0, said.frame - _rest(card)) for card, said in told]),
        "working": spread([said.at - said.frame for _, said in told]),
        "telling": spread([at - said.at for card, said in told for at in card.came]),
    }


def _rest(card: Laid) -> float:
    return NEVER if card.rests is None else card.rests


def reached(p95_ms: float | None, aim_ms: float) -> bool:
    """Tell whether nineteen of twenty came in time; p95_ms: None where the twentieth never came."""
    return p95_ms is not None and p95_ms < aim_ms
