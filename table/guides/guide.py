"""Lead a person through cards, one after the other: which to lay now, and what came of each.

Pure: no clock, no camera, no thread. `step(guide, event)` gives the guide as it is then; what the camera saw
and what the person pressed are both events. There are two kinds of guide: one takes a picture of each card
(`enrol`), one holds what the eye reads against what was asked for (`live`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np

from table.guides.leading import Checked, NotNow, Trouble
from texts import say
from vision import figures
from vision.types import Corners, Reading

if TYPE_CHECKING:
    from vision.enrol.cards import Report


class Kind(StrEnum):
    """What the cards are laid for."""

    ENROL = "enrol"
    LIVE = "live"


class Phase(StrEnum):
    """Where the guide is."""

    LAYING = "laying"
    CHECKING = "checking"
    REPORT = "report"
    OVER = "over"


class Verdict(StrEnum):
    """What became of a card that the eye was to read."""

    RIGHT = "right"
    ASKED = "asked"
    SILENT = "silent"
    MISSED = "missed"


@dataclass(frozen=True)
class Shot:
    """A card as it was caught. `crop`: uint8 (H, W, 3) BGR; `readings` are those of a live check."""

    id: int
    crop: np.ndarray | None = field(default=None, compare=False, repr=False)
    readings: tuple[Reading, ...] = ()
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Place:
    """One card to be laid, the `copy`-th of its `copies`; `more`: pictures of it were kept before."""

    card: str
    copy: int = 1
    copies: int = 1
    more: bool = False
    shot: Shot | None = None
    skipped: bool = False


@dataclass(frozen=True)
class Look:
    """What the camera sees now: a state and a fault as the finder names them, a card's outline in pixels.

    size: width and height of the picture.
    """

    state: str = ""
    fault: str | None = None
    corners: Corners | None = None
    size: tuple[int, int] = (16, 9)


@dataclass(frozen=True)
class Guide:
    """All there is to know. `number` counts the moves, so that a command can say which state it saw.

    at: the place that is asked for; last: the place whose card was caught last; insisted: how often a person
    wanted a card taken in spite of its fault.
    """

    kind: Kind
    places: tuple[Place, ...]
    at: int = 0
    phase: Phase = Phase.LAYING
    last: int | None = None
    look: Look = Look()
    trouble: str | None = None
    report: Report | None = None
    number: int = 0
    shots: int = 0
    insisted: int = 0

    @property
    def now(self) -> Place | None:
        """Give what is asked for, while cards are laid."""
        return self.places[self.at] if self.phase is Phase.LAYING else None


@dataclass(frozen=True)
class Caught:
    """A new card lies there."""

    crop: np.ndarray = field(compare=False, repr=False)
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class Reread:
    """The card that was caught last is read otherwise now."""

    readings: tuple[Reading, ...]


class Press(StrEnum):
    """What a person can press."""

    AGAIN = "again"
    SKIP = "skip"
    BACK = "back"
    TAKE = "take"
    MISSED = "missed"
    DONE = "done"
    MISSING = "missing"
    ALIKE = "alike"
    SECOND = "second"
    FINISH = "finish"


Event = Look | Caught | Reread | Trouble | Checked | Press


def step(guide: Guide, event: Event) -> Guide:
    """Go one step. Raises NotNow for a press that does not fit."""
    match event:
        case Look():
            return replace(guide, look=event)
        case Trouble(reason):
            return replace(guide, trouble=reason)
        case Reread(readings):
            return _reread(guide, readings)
        case Caught():
            return _caught(guide, event) if guide.phase is Phase.LAYING else guide
        case Checked(report):
            return _moved(guide, phase=Phase.REPORT, report=report)
        case Press():
            check(guide, event)
            return _PRESSED[event](guide)
    assert_never(event)


def check(guide: Guide, press: Press) -> None:
    """Check that something can be pressed now. Raises NotNow."""
    if press not in offers(guide):
        raise NotNow(_WHY.get(press, say("That cannot be done at this point.")))


def offers(guide: Guide) -> tuple[Press, ...]:
    """List what can be pressed now."""
    enrols = guide.kind is Kind.ENROL
    match guide.phase:
        case Phase.LAYING:
            able = {
                Press.AGAIN: guide.last is not None,
                Press.SKIP: True,
                Press.BACK: guide.at > 0,
                Press.TAKE: enrols and guide.look.state == "poor",
                Press.MISSED: not enrols,
                Press.DONE: True,
            }
        case Phase.REPORT:
            able = {
                Press.BACK: True,
                Press.MISSING: any(place.shot is None for place in guide.places),
                Press.ALIKE: bool(_alike(guide)),
                Press.SECOND: enrols and not any(place.shot is None for place in guide.places),
                Press.FINISH: True,
            }
        case _:
            able = {}
    return tuple(press for press, can in able.items() if can)


_WHY = {
    Press.AGAIN: say("No picture was taken yet."),
    Press.BACK: say("This is the first card."),
    Press.TAKE: say("No card lies there that could be taken."),
    Press.MISSING: say("No card is missing."),
    Press.ALIKE: say("No cards look alike."),
}


def _again(guide: Guide) -> Guide:
    """Drop the last picture and ask for its card once more."""
    assert guide.last is not None
    return _moved(_put(guide, guide.last, shot=None, skipped=False), at=guide.last, last=None)


def _back(guide: Guide) -> Guide:
    """Ask for the card before; its picture stays until there is a better one."""
    if guide.phase is Phase.REPORT:
        return _moved(guide, phase=Phase.LAYING, at=len(guide.places) - 1, report=None)
    return _moved(guide, at=guide.at - 1)


def _skip(guide: Guide) -> Guide:
    kept = guide.places[guide.at].shot is not None
    return _onward(guide if kept else _put(guide, guide.at, skipped=True))


def _missed(guide: Guide) -> Guide:
    return _caught(guide, Caught(np.zeros((0, 0, 3), np.uint8)))


def _missing(guide: Guide) -> Guide:
    """Ask once more for what was skipped or not reached."""
    places = tuple(replace(place, skipped=False) for place in guide.places)
    first = next(i for i, place in enumerate(places) if place.shot is None)
    return _moved(guide, places=places, at=first, phase=Phase.LAYING, report=None)


def _ask_more(guide: Guide, names: Iterable[str]) -> Guide:
    """Ask for one more picture of each of these cards."""
    more = tuple(Place(name, more=True) for name in names)
    return _moved(guide, places=guide.places + more, at=len(guide.places), phase=Phase.LAYING, report=None)


def _alike(guide: Guide) -> list[str]:
    pairs = guide.report.alike if guide.report else ()
    return list(dict.fromkeys(name for pair in pairs for name in (pair.one, pair.other)))


_PRESSED: Mapping[Press, Callable[[Guide], Guide]] = {
    Press.AGAIN: _again,
    Press.SKIP: _skip,
    Press.BACK: _back,
    Press.TAKE: lambda guide: _moved(guide, insisted=guide.insisted + 1),
    Press.MISSED: _missed,
    Press.DONE: lambda guide: _end(guide),
    Press.MISSING: _missing,
    Press.ALIKE: lambda guide: _ask_more(guide, _alike(guide)),
    Press.SECOND: lambda guide: _ask_more(guide, dict.fromkeys(place.card for place in guide.places)),
    Press.FINISH: lambda guide: _moved(guide, phase=Phase.OVER),
}


def _caught(guide: Guide, caught: Caught) -> Guide:
    shot = Shot(guide.shots + 1, caught.crop if caught.crop.size else None, caught.readings)
    if guide.kind is Kind.LIVE:
        shot = replace(shot, verdict=judge(guide.places[guide.at].card, caught.readings))
    taken = _put(guide, guide.at, shot=shot, skipped=False)
    return _onward(replace(taken, last=guide.at, shots=shot.id))


def _reread(guide: Guide, readings: tuple[Reading, ...]) -> Guide:
    """Judge the last card anew; a silent error stays one, for the table has believed it once."""
    if guide.last is None or guide.kind is not Kind.LIVE:
        return guide
    place = guide.places[guide.last]
    if place.shot is None or place.shot.verdict is Verdict.SILENT:
        return guide
    shot = replace(place.shot, readings=readings, verdict=judge(place.card, readings))
    return _put(guide, guide.last, shot=shot)


def _onward(guide: Guide) -> Guide:
    """Go to the next place that is still open."""
    ahead = (i for i in range(guide.at + 1, len(guide.places)) if _open(guide.places[i]))
    at = next(ahead, None)
    return _end(guide) if at is None else _moved(guide, at=at)


def _open(place: Place) -> bool:
    return place.shot is None and not place.skipped


def _end(guide: Guide) -> Guide:
    """Lay no more: pictures must be checked first, a live check is its own report."""
    return _moved(guide, phase=Phase.CHECKING if guide.kind is Kind.ENROL else Phase.REPORT)


def _moved(guide: Guide, **changes: Any) -> Guide:
    return replace(guide, number=guide.number + 1, **changes)


def _put(guide: Guide, at: int, **changes: Any) -> Guide:
    place = replace(guide.places[at], **changes)
    return replace(guide, places=(*guide.places[:at], place, *guide.places[at + 1 :]))


def judge(card: str, readings: Sequence[Reading]) -> Verdict:
    """Say what became of a card that the eye read so; no reading at all is a miss."""
    tally = figures.score([card], readings).tally
    if tally.silent:
        return Verdict.SILENT
    return Verdict.RIGHT if tally.right else Verdict.ASKED if tally.asked else Verdict.MISSED


def tally(guide: Guide) -> figures.Tally:
    """Count what a live check has found so far."""
    found = [place.shot.verdict for place in guide.places if place.shot is not None]
    counts = {verdict.value: found.count(verdict) for verdict in Verdict}
    return figures.Tally(pictures=len(found), cards=len(found), **counts)


def odds(guide: Guide) -> figures.Evening:
    """Say what the counts of a live check promise for an evening."""
    return figures.evening(tally(guide))
