"""The eye above the table: frames in, the cards that lie there in the order in which they were laid out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from models.labels import CROP_SIZE
from vision import doubt, joint, lying, read
from vision.change import SMALLEST_CHANGE, Fit, candidates
from vision.decide import BACK_LIKELY, NEVER_GONE, SURE, decide
from vision.evening import EveningReader, Shown
from vision.geometry import area, overlap, plausible, rectify, shared, sides
from vision.lying import Lying, View
from vision.motion.static_scene import StaticScene
from vision.motion.stillness import CHANGE_WIDTH, changed, small
from vision.reader import CardReader, Reader
from vision.texture import is_table
from vision.types import TOO_DARK, Reading, Seen, Sight

CARD_SHAPED = 0.9
"""Share of ``none`` up to which a change of exactly a card's shape is asked about as a card."""

STRANGER = 0.95
"""Certainty of the networks from which a place that changed is asked about whatever the reader says."""

ENDS = 0.5
"""Share of what lies about a card that may have changed as well: a card's change ends at its edges."""

WHOLLY = 0.55
"""Share of that place that must have changed."""

WHOLE_CHANGE = 0.75
"""Share of a change below which something else may have come with the card; one card on the simulated table
explains 0.86 or more."""

LOCATED = 0.5
"""Certainty of the networks from which a candidate beside the new card is another card, mostly under it."""

SLIVER = 0.1
"""Share of a card that must be new beside a card, and no bared table, for another to lie under it."""

LEFT_OVER = 0.4
"""Changed share, of what better candidates leave of it to be seen, from which a further card has come.

Of 1,097 cards on the simulated table the least changed by half; one that lay there before changes where the
new one's shadow falls.
"""

IN_THE_WAY = 0.05
"""Share of a lying card that may change, or that newer ones may hide, for a frame to tell more about it."""

FIRST_READ = 4
"""Candidates that are read at once; the others only where these leave something open."""

CROP_SHAPE = (CROP_SIZE[1], CROP_SIZE[0], 3)

DARK = 22
"""Mean grey level below which a picture is too dark to trust."""


class Eye:
    """Follows the cards on one table.

    It needs no calibration: the newest card is what changed between two still pictures, and the cards read
    so far teach it how large a card is.
    """

    def __init__(self, edition: str = "us", reader: CardReader | None = None) -> None:
        self._reader = reader or Reader(edition)
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the first."""
        if isinstance(self._reader, EveningReader):
            self._reader.forget()
        self._scene = StaticScene()
        self._reference: np.ndarray | None = None
        self._bare: np.ndarray | None = None
        self._lying: tuple[Lying, ...] = ()
        self._next = 1
        self._trouble: str | None = None
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._size: tuple[float, float] | None = None
        self._unclear = 0

    def remember(self, shown: Iterable[Shown]) -> None:
        """Learn what cards look like, by the names that they bear now, if the reader can."""
        if isinstance(self._reader, EveningReader):
            self._reader.remember(shown)

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; `seen` are the cards of this round known so far.

        Returns None while nothing has changed that lies still in view.
        """
        picture = self._scene.push(frame).picture
        if picture is None:
            return None
        now = small(picture, CHANGE_WIDTH)
        if float(now[::8, ::8].mean()) < DARK:
            return self._say(TOO_DARK)
        if self._reference is None or self._reference.shape != now.shape:
            self._reference = self._bare = now
            self._first(picture)
            return self._sight()
        view = View(picture, changed(self._reference, now))
        if cv2.countNonZero(view.mask) < SMALLEST_CHANGE * view.mask.size:
            clearer = self._again(view)
            return self._say(None) or (self._sight() if clearer else None)
        self._reference = now
        before = self._lying
        self._change(view, seen)
        self._bare = self._without_cards(now, view.scale)
        if any(item.unclear for item in self._lying):
            self._scene.want()
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
        for reading in read.read_cards(frame, self._reader, strangers=False):
            self._add(Lying(Seen(self._next, reading), np.array(reading.corners, np.float32), first=True))

    def _change(self, view: View, seen: Sequence[str]) -> None:
        """Work out what a change means: a card laid, cards moved, cards taken away."""
        frame = view.frame
        found = candidates(frame, view.mask, self._size)
        fits, quads = [fit for fit, _ in found], [quad for _, quad in found]
        crops, probabilities = self._read(frame, fits, quads)
        lay_there = [any(overlap(item.quad, quad) > 0.6 for item in self._lying) for quad in quads]
        bared = View(view.frame, changed(self._bare, self._reference))
        fresh = View(view.frame, cv2.bitwise_and(view.mask, bared.mask))
        kept = choose(view, fresh, self._reader.names, quads, probabilities, fits, lay_there)
        new = []
        for i in kept:
            quad, best = quads[i], self._reader.names[int(np.argmax(probabilities[i]))]
            known = next(
                (k for k, item in enumerate(self._lying) if lying.same(view, item, best, quad, self._reader)),
                None,
            )
            if known is None:
                new.append(i)
                continue
            item = self._lying[known]
            item = item.moved(quad) if item.seen.reading.card == best else item
            if item.unclear or item.seen.reading.card != best:
                # What changed may have made it unclear, a shadow perhaps: what was read before is void.
                item = self._reread(frame, replace(item, evidence=doubt.Evidence()))
            self._lying = (*self._lying[:known], item, *self._lying[known + 1 :])
        # A patterned table can look like a back, and a pile of backs is laid on no trick: backs hide nothing.
        best = [self._reader.names[int(np.argmax(row))] for row in probabilities]
        hiding = [i for i in new if probabilities[i].max() > 0.5 and best[i] not in NEVER_GONE]
        before = {item.seen.id: item.quad for item in self._lying}
        self._lying = lying.left(view, self._lying, [quads[i] for i in hiding], self._reader, bared)
        # What is left to be seen of a card that was pushed can look like a poor card of its own.
        pushed = [item.quad for item in self._lying if item.quad is not before[item.seen.id]]
        new = [
            i
            for i in new
            if i in hiding or all(shared(quads[i], quad) < 0.5 * area(quads[i]) for quad in pushed)
        ]
        gone = tuple((Counter(seen) - Counter(item.seen.reading.card for item in self._lying)).elements())
        for i in new:
            probabilities[i] = doubt.probabilities(frame, quads[i], self._reader, probabilities[i])
        readings = [
            decide(self._reader.names, probabilities[i], quads[i], seen=seen, crop=crops[i]) for i in new
        ]
        faces = [reading.card for reading in readings if reading.card not in NEVER_GONE]
        upon = [quads[i] for i in new]
        others = [
            quads[i]
            for i, fit in enumerate(fits)
            if fit.sure > LOCATED and i not in kept and not lay_there[i]
        ]
        hides = lambda i: fits[i].cover < WHOLE_CHANGE and _hides(fresh, quads[i], upon, others)  # noqa: E731
        for i, reading in zip(new, readings, strict=True):
            self._learn(reading, fits[i], quads[i])
            # Which of several was laid first cannot be seen any more: ask about each, and offer the others.
            # The same where one card explains too little of what changed: another may lie under it.
            together = reading.card in faces and (len(faces) > 1 or hides(i))
            evidence = doubt.Evidence().more(probabilities[i], crops[i])
            item = Lying(Seen(self._next, reading), quads[i], evidence, gone)
            if together:
                item = replace(item.read_as(_asking(reading, faces)), fixed=True)
            self._add(item)
        self._trouble = None
        self._judge_together()

    def _without_cards(self, now: np.ndarray, scale: float) -> np.ndarray:
        """Give the table as it was last seen without a card on it, uint8 (h, w, 3), place by place."""
        cards = np.zeros(now.shape[:2], np.uint8)
        for item in self._lying:
            cv2.fillConvexPoly(cards, np.round(lying.grown(item.quad) / scale).astype(np.int32), 255)
        out = now.copy()
        cv2.copyTo(self._bare, cards, out)
        return out

    def _again(self, view: View) -> bool:
        """Read the unclear cards once more; tell whether that changed what is thought of them."""
        before, items = self._lying, []
        for index, item in enumerate(before):
            above = [each.quad for each in before[index + 1 :]]
            if item.unclear and max(lying.covered(item.quad, above), view.changed(item.quad)) < IN_THE_WAY:
                item = self._reread(view.frame, item)
            items.append(item)
        if all(new is old for new, old in zip(items, before, strict=True)):
            return False
        self._scene.want()
        self._lying = tuple(items)
        self._judge_together()
        return any(new.seen is not old.seen for new, old in zip(self._lying, before, strict=True))

    def _reread(self, frame: np.ndarray, item: Lying) -> Lying:
        crop = rectify(frame, item.quad)
        row = self._reader.read(crop[None]).probabilities[0]
        return replace(item, evidence=item.evidence.more(row, crop))

    def _judge_together(self) -> None:
        """Decide anew about what is unclear, and doubt what contradicts another card, given all there is."""
        items = list(self._lying)
        judged = [
            k
            for k, item in enumerate(items)
            if item.evidence.rows and not item.fixed and item.seen.reading.card not in NEVER_GONE
        ]
        if not judged:
            return
        rows = np.stack([items[k].evidence.row() for k in judged])
        together = joint.marginals(self._reader.names, rows)
        for k, row, among in zip(judged, rows, together, strict=True):
            old, quad = items[k].seen.reading, items[k].quad
            known = items[k].known
            new = decide(self._reader.names, row, quad, seen=known, crop=old.crop, among=among)
            # What is clear stays as it was said, unless another card throws doubt on it.
            if (old.asks or new.asks) and new != old:
                items[k] = items[k].read_as(new)
        self._lying = tuple(items)

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

    def _add(self, item: Lying) -> None:
        self._lying = (*self._lying, item)
        self._next += 1


def _asking(reading: Reading, others: Sequence[str]) -> Reading:
    known = {reading.card, *(name for name, _ in reading.alternatives)}
    more = tuple((name, 0.0) for name in others if name not in known)
    return replace(reading, asks=True, likely=False, alternatives=reading.alternatives + more)


def choose(
    view: View,
    fresh: View,
    names: Sequence[str],
    quads: Sequence[np.ndarray],
    probabilities: np.ndarray,
    fits: Sequence[Fit],
    lay: Sequence[bool],
) -> list[int]:
    """Keep one candidate a card: what reads best and explains most of the change; best first.

    fresh: what changed and is not the bare table; probabilities: float (N, K), what each of the N quads
    read; lay: whether a card lay there before.
    """
    none = probabilities[:, names.index("none")]
    best = np.delete(probabilities, names.index("none"), axis=1).max(1)
    # What has the shape of a card is asked about even where the reader doubts that it is one.
    # A change where a card lay is more likely that card's leaving.
    limits = [_limit(fresh, *each) for each in zip(fits, quads, lay, strict=True)]
    strange = [limit > 1 for limit in limits]
    alive = [
        i
        for i in range(len(quads))
        if none[i] < limits[i] and (best[i] > 0.05 or strange[i]) and fits[i].score > 0.12
    ]
    # What hardly looks like a back is a hand or the table, unless it has a card's shape.
    backs = [names[int(np.argmax(row))] == "back" and row.max() < BACK_LIKELY for row in probabilities]
    alive = [i for i in alive if strange[i] or not backs[i]]
    alive = [i for i in alive if not is_table(view.frame, quads[i], names, probabilities[i])]
    # A court's picture or a large sign within a card is a part of it.
    whole = [quads[i] for i, fit in enumerate(fits) if fit.sure > STRANGER and fit.share > WHOLLY]
    alive = [i for i in alive if best[i] > SURE or not any(_within(quads[i], quad) for quad in whole)]
    alive.sort(key=lambda i: -(best[i] + 1.2 * fits[i].score))
    kept: list[int] = []
    for i in alive:
        others = [quads[j] for j in kept]
        apart = all(shared(quads[i], quad) < 0.35 * min(area(quads[i]), area(quad)) for quad in others)
        # What one card explains calls for no second: not the shadow that it throws on a card beside it.
        if apart and (not kept or view.changed(quads[i], others) > LEFT_OVER):
            kept.append(i)
    return kept


def _hides(fresh: View, quad: np.ndarray, upon: list[np.ndarray], others: list[np.ndarray]) -> bool:
    """Tell whether another card may lie under a new one: there is a part of one, new, in sight beside it.

    fresh: what changed and is not the bare table; upon: the quads of all new cards; others: where the
    networks see further cards.
    """
    if any(
        shared(quad, other) > 0.05 * area(other)
        and shared(quad, other) < 0.75 * area(other)
        and fresh.changed(other, upon) > LEFT_OVER
        for other in others
    ):
        return True
    left = cv2.morphologyEx(fresh.without(upon), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(left)
    near = np.zeros_like(left)
    cv2.fillConvexPoly(near, np.round(lying.grown(quad, 1.3) / fresh.scale).astype(np.int32), 1)
    short, long = (side / fresh.scale for side in sides(quad))
    return any(
        stats[label, cv2.CC_STAT_AREA] > SLIVER * short * long
        and max(stats[label, 2:4]) < 1.2 * long
        and bool(near[labels == label].any())
        for label in range(1, count)
    )


def _within(inner: np.ndarray, outer: np.ndarray) -> bool:
    return area(inner) < 0.7 * area(outer) and shared(inner, outer) > 0.9 * area(inner)


def _limit(fresh: View, fit: Fit, quad: np.ndarray, before: bool) -> float:
    """Give the share of ``none`` up to which a candidate may be a card; above 1 where its shape is enough.

    before: whether a card lay there; then a change is more likely that card's leaving.
    """
    if before:
        return read.NOTHING
    shaped = fit.share > WHOLLY and fit.sure > STRANGER and plausible(quad)
    if shaped and fresh.ring(quad) < ENDS:
        return 1.1
    return CARD_SHAPED if fit.score > 0.85 and fit.sure > LOCATED else read.NOTHING
