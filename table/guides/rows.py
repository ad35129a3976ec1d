"""Lead a person through a deck that is laid in rows: a picture a suit, each looked over before it counts.

Pure: no clock, no camera, no thread. `step(rows, event)` gives the state as it is then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from table.guides.leading import Checked, NotNow, Trouble
from texts import Said, say
from vision.enrol.cards import Report
from vision.enrol.rows import Named, renamed
from vision.types import Corners


class Phase(StrEnum):
    """Where the enrolment is: cards are being laid, or looked over; checked; told; at its end."""

    LAYING = "laying"
    TAKEN = "taken"
    CHECKING = "checking"
    REPORT = "report"
    OVER = "over"


class Press(StrEnum):
    """What a person can press."""

    NEXT = "next"
    AGAIN = "again"
    SKIP = "skip"
    DONE = "done"
    FINISH = "finish"


@dataclass(frozen=True)
class Called:
    """Somebody says which card lies there: its place in the picture from 0, and its name."""

    at: int
    name: str


@dataclass(frozen=True)
class Seen:
    """What the camera sees while cards are laid: their outlines in pixels, and why they are not taken yet."""

    outlines: tuple[Corners, ...] = ()
    size: tuple[int, int] = (0, 0)
    why: Said | None = None


@dataclass(frozen=True, eq=False)
class Taken:
    """A picture of a part of the deck; size: its own, in pixels; literate: whether its signs were read."""

    part: int
    cards: tuple[Named, ...]
    size: tuple[int, int]
    literate: bool = True


Event = Called | Seen | Taken | Checked | Trouble | Press


@dataclass(frozen=True)
class Rows:
    """All there is to know. `number` counts the moves.

    parts: the names of the cards of each picture; kept: the pictures that count, in the order in which they
    were taken; skipped: the numbers of parts that nobody wants to lay; taken: the one that is looked over;
    retakes: how often a picture was refused, so that the same cards are looked at once more.
    """

    parts: tuple[tuple[str, ...], ...]
    phase: Phase = Phase.LAYING
    kept: tuple[Taken, ...] = ()
    skipped: tuple[int, ...] = ()
    taken: Taken | None = None
    seen: Seen = Seen()
    trouble: str | None = None
    report: Report | None = None
    retakes: int = 0
    number: int = 0

    @property
    def left(self) -> tuple[int, ...]:
        """List the numbers of the parts that are still to be laid."""
        done = {each.part for each in self.kept} | {*self.skipped}
        return tuple(k for k in range(len(self.parts)) if k not in done)


def free(rows: Rows) -> tuple[str, ...]:
    """List the names of the picture that is looked over that no card has for certain."""
    if rows.taken is None:
        return ()
    part = rows.parts[rows.taken.part]
    left = Counter(part) - Counter(card.name for card in rows.taken.cards if card.clear)
    return tuple(name for name in dict.fromkeys(part) if left[name])


def offers(rows: Rows) -> tuple[Press, ...]:
    """List what can be pressed now."""
    match rows.phase:
        case Phase.LAYING:
            again = (Press.AGAIN,) if rows.kept else ()
            return (*again, Press.SKIP, *((Press.DONE,) if rows.kept else ()))
        case Phase.TAKEN:
            return Press.NEXT, Press.AGAIN
        case Phase.REPORT:
            return (Press.FINISH,)
        case _:
            return ()


def step(rows: Rows, event: Event) -> Rows:
    """Give the state after an event. Raises NotNow for what cannot be done at this moment."""
    after = _step(rows, event)
    return rows if after is rows else replace(after, number=rows.number + 1)


def _step(rows: Rows, event: Event) -> Rows:
    match event:
        case Press():
            if event not in offers(rows):
                raise NotNow(say("This cannot be pressed now: look at the page again."))
            return _PRESSES[event](rows)
        case Called(at, name):
            return _called(rows, at, name)
        case Seen():
            return rows if rows.phase is not Phase.LAYING or event == rows.seen else replace(rows, seen=event)
        case Taken():
            if rows.phase is not Phase.LAYING or event.part not in rows.left:
                return rows
            return replace(rows, phase=Phase.TAKEN, taken=event, seen=Seen(), trouble=None)
        case Checked(report):
            return replace(rows, phase=Phase.REPORT, report=report)
        case Trouble(text):
            return rows if text == rows.trouble else replace(rows, trouble=text)
        case _:
            assert_never(event)


def _called(rows: Rows, at: int, name: str) -> Rows:
    """Give a card its name: another that had it is unclear then. Where one card is left, so is one name."""
    taken = rows.taken
    if rows.phase is not Phase.TAKEN or taken is None or not 0 <= at < len(taken.cards):
        raise NotNow(say("There is no such card in this picture: look at the page again."))
    part = rows.parts[taken.part]
    if name not in part:
        raise NotNow(say("{name} is no card of this picture: choose one of its names.", name=name))
    cards = list(taken.cards)
    if name != cards[at].name or not cards[at].clear:
        others = [k for k, card in enumerate(cards) if k != at and card.clear and card.name == name]
        if len(others) >= part.count(name):
            cards[others[0]] = replace(cards[others[0]], clear=False)
        cards[at] = renamed(cards[at], name)
    rows = replace(rows, taken=replace(taken, cards=tuple(cards)))
    unclear = [k for k, card in enumerate(cards) if not card.clear]
    if len(cards) == len(part) and len(unclear) == 1:
        (last,) = free(rows)
        cards[unclear[0]] = renamed(cards[unclear[0]], last)
        rows = replace(rows, taken=replace(taken, cards=tuple(cards)))
    return rows


def _next(rows: Rows) -> Rows:
    assert rows.taken is not None
    after = replace(rows, kept=(*rows.kept, rows.taken), taken=None, phase=Phase.LAYING)
    return after if after.left else replace(after, phase=Phase.CHECKING)


def _again(rows: Rows) -> Rows:
    kept = rows.kept if rows.phase is Phase.TAKEN else rows.kept[:-1]
    return replace(rows, kept=kept, taken=None, phase=Phase.LAYING, seen=Seen(), retakes=rows.retakes + 1)


def _skip(rows: Rows) -> Rows:
    after = replace(rows, skipped=(*rows.skipped, rows.left[0]), seen=Seen())
    return after if after.left else replace(after, phase=Phase.CHECKING)


_PRESSES: dict[Press, Callable[[Rows], Rows]] = {
    Press.NEXT: _next,
    Press.AGAIN: _again,
    Press.SKIP: _skip,
    Press.DONE: lambda rows: replace(rows, phase=Phase.CHECKING, seen=Seen()),
    Press.FINISH: lambda rows: replace(rows, phase=Phase.OVER),
}
