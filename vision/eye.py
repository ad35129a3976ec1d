"""The eye above the table: frames in, the cards that lie there in the order in which they were laid out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.labels import CROP_SIZE
from vision import read, settle
from vision.change import SMALLEST_CHANGE, Fit, candidates, changed_share, reaches_in
from vision.decide import COPIES, NEVER_GONE, SURE, decide
from vision.geometry import area, overlap, rectify, shared, sides
from vision.likeness import alike, visible
from vision.reader import Reader
from vision.types import Reading, Seen, Sight

STILL_THERE = 0.3
"""Probability of its name from which a card counts as still lying at its place."""

CARD_SHAPED = 0.9
"""Share of ``none`` up to which a change of exactly a card's shape is asked about as a card."""

WHOLE_CHANGE = 0.75
"""Share of a change that one card must explain; one card on the simulated table explains 0.86 or more."""

ALIKE = 0.75
"""Correlation from which two crops show the same thing under another light."""

HIDDEN = 0.55
"""Share of a card that newer cards may cover before its absence can no longer be seen."""

PATIENCE = 20
"""Still pictures for which an arm over the table is waited for: two seconds."""

FIRST_READ = 4
"""Candidates that are read at once; the others only where these leave something open."""

CROP_SHAPE = (CROP_SIZE[1], CROP_SIZE[0], 3)

DARK = 22
"""Mean grey level below which a picture is too dark to trust."""


@dataclass(frozen=True)
class _Lying:
    seen: Seen
    quad: np.ndarray


class Eye:
    """Follows the cards on one table.

    It needs no calibration: the newest card is what changed between two still pictures, and the cards read
    so far teach it how large a card is.
    """

    def __init__(self, edition: str = "us", reader: Reader | None = None) -> None:
        self._reader = reader or Reader(edition)
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the first."""
        self._settle = settle.Settle()
        self._reference: np.ndarray | None = None
        self._lying: tuple[_Lying, ...] = ()
        self._next = 1
        self._trouble: str | None = None
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._size: tuple[float, float] | None = None
        self._unclear = 0
        self._waited = 0

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; `seen` are the cards of this round known so far.

        Returns None while the picture moves and while nothing has changed.
        """
        if not self._settle.push(frame):
            return None
        now = settle.small(frame, settle.CHANGE_WIDTH)
        if float(now[::8, ::8].mean()) < DARK:
            return self._say("too dark to read: switch on a lamp")
        if self._reference is None or self._reference.shape != now.shape:
            self._reference = now
            self._first(frame)
            return self._sight()
        mask = settle.changed(self._reference, now)
        if cv2.countNonZero(mask) < SMALLEST_CHANGE * mask.size:
            self._waited = 0
            return self._say(None)
        if self._waited < PATIENCE and reaches_in(mask, self._reference, now):
            # Whoever lays a card rests his hand a moment; taken in, it would change together with the card.
            self._waited += 1
            return None
        self._waited = 0
        self._reference = now
        before = self._lying
        self._change(frame, mask, seen)
        if self._lying == before and self._trouble is None:
            return None
        return self._sight()

    def _say(self, trouble: str | None) -> Sight | None:
        if trouble == self._trouble:
            return None
        self._trouble = trouble
        return self._sight()

    def _sight(self) -> Sight:
        return Sight(tuple(item.seen for item in self._lying), self._trouble)

    def _first(self, frame: np.ndarray) -> None:
        """Take what lies there at the start, in no known order."""
        self._trouble = None
        for reading in read.read_cards(frame, self._reader):
            self._add(reading, np.array(reading.corners, np.float32))

    def _change(self, frame: np.ndarray, mask: np.ndarray, seen: Sequence[str]) -> None:
        """Work out what a change means: a card laid, cards moved, cards taken away."""
        scale = frame.shape[1] / mask.shape[1]
        found = candidates(frame, mask, self._size)
        fits, quads = [fit for fit, _ in found], [quad for _, quad in found]
        crops, probabilities = self._read(frame, fits, quads)
        kept = self._choose(quads, probabilities, fits)
        new = []
        for i in kept:
            quad, best = quads[i], self._reader.names[int(np.argmax(probabilities[i]))]
            known = next(
                (k for k, item in enumerate(self._lying) if self._same(frame, item, best, quad)), None
            )
            if known is not None:
                self._move(known, quad)
            else:
                new.append(i)
        # A patterned table can look like a back, and a pile of backs is laid on no trick: backs hide nothing.
        best = [self._reader.names[int(np.argmax(row))] for row in probabilities]
        hiding = [i for i in new if probabilities[i].max() > 0.5 and best[i] not in NEVER_GONE]
        self._verify(frame, mask, scale, [quads[i] for i in hiding])
        readings = [
            decide(self._reader.names, probabilities[i], quads[i], seen=seen, crop=crops[i]) for i in new
        ]
        faces = [reading.card for reading in readings if reading.card not in NEVER_GONE]
        for i, reading in zip(new, readings, strict=True):
            self._learn(reading, fits[i], quads[i])
            # Which of several was laid first cannot be seen any more: ask about each, and offer the others.
            # The same where one card explains too little of what changed: another may lie under it.
            together = reading.card in faces and (len(faces) > 1 or fits[i].cover < WHOLE_CHANGE)
            self._add(_asking(reading, faces) if together else reading, quads[i])
        self._trouble = None

    def _read(
        self, frame: np.ndarray, fits: list[Fit], quads: list[np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Read the candidates: uint8 (N, 144, 96, 3) crops and float32 (N, K) probabilities.

        The best ones first; what a certain card covers need not be read again and counts as no card.
        """
        names = self._reader.names
        crops = np.array([rectify(frame, quad) for quad in quads], np.uint8).reshape(-1, *CROP_SHAPE)
        probabilities = np.zeros((len(quads), len(names)), np.float32)
        probabilities[:, names.index("none")] = 1.0
        probabilities[:FIRST_READ] = self._reader.read(crops[:FIRST_READ]).probabilities
        sure = [
            quads[i]
            for i, (fit, row) in enumerate(zip(fits, probabilities[:FIRST_READ], strict=False))
            if fit.score > 0.8 and np.argmax(row) != names.index("none") and row.max() > SURE
        ]
        rest = [
            i
            for i in range(FIRST_READ, len(quads))
            if not any(shared(quads[i], quad) > 0.35 * min(area(quads[i]), area(quad)) for quad in sure)
        ]
        if rest:
            probabilities[rest] = self._reader.read(crops[rest]).probabilities
        return crops, probabilities

    def _learn(self, reading: Reading, fit: Fit, quad: np.ndarray) -> None:
        """Remember how large cards are here, from faces that were read with certainty and fit the change.

        Where faces come out unclear one after the other, the size itself may be wrong: forget it.
        """
        if reading.card in NEVER_GONE:
            return
        self._unclear = self._unclear + 1 if reading.asks else 0
        if self._unclear > 2:
            self._sizes, self._size, self._unclear = (), None, 0
        if not reading.asks and fit.cover > 0.8 and fit.share > 0.85:
            self._sizes = (*self._sizes[-8:], sides(quad))
            short, long = (float(np.median(values)) for values in zip(*self._sizes, strict=True))
            self._size = (short, long)

    def _choose(self, quads: list[np.ndarray], probabilities: np.ndarray, fits: list[Fit]) -> list[int]:
        """Keep one candidate a card: what reads best and explains most of the change."""
        names = self._reader.names
        none = probabilities[:, names.index("none")]
        best = np.delete(probabilities, names.index("none"), axis=1).max(1)
        # What has the shape of a card is asked about even where the reader doubts that it is one.
        # A change where a card lay is more likely that card's leaving.
        doubt = [
            CARD_SHAPED if fit.score > 0.85 and not self._lay(quad) else read.NOTHING
            for fit, quad in zip(fits, quads, strict=True)
        ]
        alive = [
            i for i in range(len(quads)) if none[i] < doubt[i] and best[i] > 0.05 and fits[i].score > 0.12
        ]
        alive.sort(key=lambda i: -(best[i] + 1.2 * fits[i].score))
        kept: list[int] = []
        for i in alive:
            if all(shared(quads[i], quads[j]) < 0.35 * min(area(quads[i]), area(quads[j])) for j in kept):
                kept.append(i)
        return kept

    def _lay(self, quad: np.ndarray) -> bool:
        return any(overlap(item.quad, quad) > 0.6 for item in self._lying)

    def _verify(self, frame: np.ndarray, mask: np.ndarray, scale: float, new: list[np.ndarray]) -> None:
        """Drop the cards that changed, that nothing newer hides, and that nothing there is like."""
        kept: list[_Lying] = []
        above = list(new)
        for item in reversed(self._lying):
            covered = sum(shared(item.quad, quad) for quad in above) / max(1.0, area(item.quad))
            touched = changed_share(mask, item.quad / scale)
            if touched < 0.05 or covered > HIDDEN or self._lies(frame, item, above):
                kept.append(item)
                above.append(item.quad)
        self._lying = tuple(reversed(kept))

    def _lies(self, frame: np.ndarray, item: _Lying, above: list[np.ndarray]) -> bool:
        """Tell whether a card lies at its place: it looks as it did where nothing hides it, or reads so."""
        reading, crop = item.seen.reading, rectify(frame, item.quad)
        if reading.crop is not None and alike(reading.crop, crop, visible(item.quad, above)) > ALIKE:
            return True
        probability = self._reader.read(crop[None]).probabilities[0]
        return bool(probability[self._reader.names.index(reading.card)] > STILL_THERE)

    def _same(self, frame: np.ndarray, item: _Lying, name: str, quad: np.ndarray) -> bool:
        """Tell whether a reading is a card that lay there before, perhaps pushed a little.

        Of Wizards and Jesters there are four: a second one may be laid upon the first.
        """
        if item.seen.reading.card != name:
            return False
        near = overlap(item.quad, quad)
        alone = name in NEVER_GONE or name not in COPIES
        return near > 0.85 or (near > 0.3 and (alone or not self._lies(frame, item, [quad])))

    def _move(self, index: int, quad: np.ndarray) -> None:
        item = self._lying[index]
        corners = tuple((float(x), float(y)) for x, y in quad)
        seen = replace(item.seen, reading=replace(item.seen.reading, corners=corners))
        self._lying = (*self._lying[:index], _Lying(seen, quad), *self._lying[index + 1 :])

    def _add(self, reading: Reading, quad: np.ndarray) -> None:
        self._lying = (*self._lying, _Lying(Seen(self._next, reading), quad))
        self._next += 1


def _asking(reading: Reading, others: Sequence[str]) -> Reading:
    known = {reading.card, *(name for name, _ in reading.alternatives)}
    more = tuple((name, 0.0) for name in others if name not in known)
    return replace(reading, asks=True, alternatives=reading.alternatives + more)
