"""A track: one card that is followed from its first find on, where it lies, and what was read of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from texts import say
from texts.said import Said
from vision.geometry.quads import to_corners
from vision.read.augmentation import FRAMES, Evidence
from vision.read.decide import NEVER_GONE
from vision.types import Reading, Seen

AT_ONCE_MS = 100
"""Milliseconds within which two cards came to rest at once."""

AT_ONCE = say("Several cards came to rest at once: which was laid first?")


@dataclass(frozen=True, eq=False)
class PlaceLook:
    """How a place, a quad float32 (4, 2) pixels, looked: uint8 (144, 96, 3) BGR."""

    quad: np.ndarray
    crop: np.ndarray


@dataclass(frozen=True, eq=False)
class Track:
    """One card, where it lies, and what was read of it.

    `known`: the cards of the round that had been seen as it came and were in sight no more. `fixed`: several
    came at once, and nobody saw in which order: it is asked about whatever it looks like. `first`: it lay
    there at the first look, so nobody saw the table beneath it. `since`: when it came to rest, in
    milliseconds. `old`: it lay there as a round began, and will be picked up. `veiled`: its place changed,
    and neither it nor the bare table was seen there since. `swept`: other faces have gone since the
    last one came, so it may go next. `before`: how its place looked before it came, where that was seen.
    `bitten`: a part of it, where a finger lay perhaps, was hidden as it was read, and is not in its crop.
    `unread`: a hand may hold it, and next to nothing of a face was read though all of it was in view.
    """

    seen: Seen
    quad: np.ndarray
    evidence: Evidence = Evidence()
    known: tuple[str, ...] = ()
    fixed: bool = False
    first: bool = False
    since: int | None = None
    old: bool = False
    veiled: bool = False
    swept: bool = False
    before: PlaceLook | None = None
    bitten: bool = False
    unread: bool = False

    @property
    def unclear(self) -> bool:
        """Tell whether another frame may help."""
        return self.seen.reading.asks and not self.fixed and len(self.evidence.rows) < FRAMES

    def read_as(self, reading: Reading) -> "Track":
        """Give the card a better reading."""
        return replace(self, seen=replace(self.seen, reading=reading))

    def moved(self, quad: np.ndarray) -> "Track":
        """Let the same card lie elsewhere."""
        reading = replace(self.seen.reading, corners=to_corners(quad))
        return replace(self, seen=replace(self.seen, reading=reading), quad=quad)


def asking(reading: Reading, others: Sequence[str], why: Said) -> Reading:
    """Give a reading that is asked about, with further cards among those that are offered, and why.

    What was amiss before is what is told.
    """
    known = {reading.card, *(name for name, _ in reading.alternatives)}
    more = tuple((name, 0.0) for name in others if name not in known)
    doubt = reading.doubt or why
    return replace(reading, asks=True, likely=False, alternatives=reading.alternatives + more, doubt=doubt)


def is_later(item: Track, since: int) -> bool:
    """Tell whether a card may have come to rest after the time `since`, or at once with what did then."""
    return item.since is not None and item.since >= since - AT_ONCE_MS


def order_doubted(items: Sequence[Track]) -> tuple[Track, ...]:
    """Ask about faces that came to rest in one moment: which was laid first cannot be seen any more.

    What hardly is a card, the edge of a hand or of a fan, was asked about already and takes part in no order.
    """
    moments = [_moment(each) for each in items]
    came = [
        (place, when, each.seen.reading.card)
        for place, (each, when) in enumerate(zip(items, moments, strict=True))
        if when is not None
    ]

    def doubted(mine: int, item: Track) -> Track:
        since = moments[mine]
        if since is None:
            return item
        together = [
            card
            for place, when, card in came
            if abs(when - since) <= AT_ONCE_MS or (place < mine) != (when < since)
        ]
        if len(together) == 1:
            return item
        return replace(item.read_as(asking(item.seen.reading, together, AT_ONCE)), fixed=True)

    return tuple(doubted(place, item) for place, item in enumerate(items))


def _moment(item: Track) -> int | None:
    """Give when a face came to rest, in milliseconds; None where that is unknown or tells no order."""
    return None if item.unread or item.seen.reading.card in NEVER_GONE else item.since
