"""The eye above the table: frames in, the cards that lie there in the order in which they were laid out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.labels import CROP_SIZE
from vision import locate, read, settle
from vision.decide import NEVER_GONE, SURE, decide
from vision.geometry import area, ordered, overlap, plausible, rectify, shared, sides
from vision.reader import Reader
from vision.types import Reading, Seen, Sight

SMALLEST_CHANGE = 0.0012
"""Share of the picture below which a change is dust, a coin or a shadow, not a card."""

STILL_THERE = 0.3
"""Probability of its name from which a card counts as still lying at its place."""

CARD_SHAPED = 0.9
"""Share of ``none`` up to which a change of exactly a card's shape still counts as a card, and is asked about."""

WHOLE_CHANGE = 0.75
"""Share of a change that one card must explain; on the simulated table a single card explains 0.86 to 0.97."""

ALIKE = 0.75
"""Correlation from which two crops show the same thing under another light."""

HIDDEN = 0.55
"""Share of a card that newer cards may cover before its absence can no longer be seen."""

MOST_READ = 12
"""Candidates of one change that are read; the others explain it worse."""

EMPTY = (CROP_SIZE[1], CROP_SIZE[0], 3)

DARK = 22
"""Mean grey level below which a picture is too dark to trust."""


@dataclass(frozen=True)
class _Lying:
    seen: Seen
    quad: np.ndarray


@dataclass(frozen=True)
class _Fit:
    """How well a card explains a change: its share of the change, and the changed share of it, each 0..1."""

    cover: float
    share: float

    @property
    def score(self) -> float:
        return 0.65 * self.cover + 0.35 * self.share


class Eye:
    """Follows the cards on one table.

    It needs no calibration: the newest card is what changed between two still pictures, and the cards read so far
    teach it how large a card is.
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
            self._first(frame, seen)
            return self._sight()
        mask = settle.changed(self._reference, now)
        if cv2.countNonZero(mask) < SMALLEST_CHANGE * mask.size:
            return self._say(None)
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

    def _first(self, frame: np.ndarray, seen: Sequence[str]) -> None:
        """Take what lies there at the start, in no known order."""
        self._trouble = None
        for reading in read.read_cards(frame, self._reader):
            self._add(reading, np.array(reading.corners, np.float32))

    def _change(self, frame: np.ndarray, mask: np.ndarray, seen: Sequence[str]) -> None:
        """Work out what a change means: a card laid, cards moved, cards taken away."""
        scale = frame.shape[1] / mask.shape[1]
        quads, fits = self._candidates(frame, mask, scale)
        crops = np.stack([rectify(frame, quad) for quad in quads]) if quads else np.zeros((0, *EMPTY), np.uint8)
        probabilities = self._reader.read(crops).probabilities
        kept = self._choose(quads, probabilities, fits)
        new = []
        for i in kept:
            quad, best = quads[i], self._reader.names[int(np.argmax(probabilities[i]))]
            known = next((k for k, item in enumerate(self._lying) if _same(item, best, quad)), None)
            if known is not None:
                self._move(known, quad)
            else:
                new.append(i)
        self._verify(frame, mask, scale, [quads[i] for i in new if probabilities[i].max() > 0.5])
        readings = [decide(self._reader.names, probabilities[i], quads[i], seen=seen, crop=crops[i]) for i in new]
        faces = [reading.card for reading in readings if reading.card not in NEVER_GONE]
        for i, reading in zip(new, readings, strict=True):
            # Which of several was laid first cannot be seen any more: ask about each, and offer the others. The same
            # where one card explains too little of what changed: another one may lie under it.
            together = reading.card in faces and (len(faces) > 1 or fits[i].cover < WHOLE_CHANGE)
            self._add(_asking(reading, faces) if together else reading, quads[i])
        self._trouble = None

    def _candidates(self, frame: np.ndarray, mask: np.ndarray, scale: float) -> tuple[list[np.ndarray], list[_Fit]]:
        """List quads that the new card may fill, and how well each explains the change, 0..1, best first.

        They come from outlines in the changed region, and from the shape of the change itself.
        """
        size = self._size
        reach = int(max(9, (0.3 * size[0] if size else 0.02 * frame.shape[1]) / scale)) | 1
        blobs = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(blobs)
        found: list[tuple[_Fit, np.ndarray]] = []
        for label in range(1, count):
            x, y, w, h = (int(v) for v in stats[label, :4])
            if w * h < 1.5 * SMALLEST_CHANGE * mask.size:
                continue
            part = cv2.bitwise_and(mask[y : y + h, x : x + w], (labels[y : y + h, x : x + w] == label).astype(np.uint8) * 255)
            points = cv2.findNonZero(part)
            if points is None:
                continue
            origin = np.array([x, y], np.float32)
            hull = (cv2.convexHull(points).reshape(-1, 2) + origin) * np.float32(scale)
            pad = round(0.12 * max(w, h) + 8)
            x0, y0 = max(0, round((x - pad) * scale)), max(0, round((y - pad) * scale))
            view = frame[y0 : round((y + h + pad) * scale), x0 : round((x + w + pad) * scale)]
            quads = [q for q in _shapes(hull, size) if plausible(q)]
            quads = [locate.refine(frame, q) for q in quads]
            quads += [q + np.array([x0, y0], np.float32) for q in locate.candidates(view, size)]
            for quad in quads:
                if size and not all(0.75 < a / b < 1.33 for a, b in zip(sides(quad), size, strict=True)):
                    continue
                found.append((_explains(part, quad / scale - origin), quad))
        found.sort(key=lambda pair: -pair[0].score)
        kept: list[tuple[_Fit, np.ndarray]] = []
        for fit, quad in found:
            if len(kept) < MOST_READ and not any(overlap(quad, other) > 0.93 for _, other in kept):
                kept.append((fit, quad))
        return [quad for _, quad in kept], [fit for fit, _ in kept]

    def _learn(self, quad: np.ndarray) -> None:
        """Remember how large cards are here, from those that were read with certainty."""
        self._sizes = (*self._sizes[-8:], sides(quad))
        self._size = (float(np.median([s for s, _ in self._sizes])), float(np.median([g for _, g in self._sizes])))

    def _choose(self, quads: list[np.ndarray], probabilities: np.ndarray, fits: list[_Fit]) -> list[int]:
        """Keep one candidate a card: what reads best and explains most of the change."""
        names = self._reader.names
        none = probabilities[:, names.index("none")]
        best = np.delete(probabilities, names.index("none"), axis=1).max(1)
        # What has the shape of a card is asked about even where the reader doubts that it is one.
        doubt = [CARD_SHAPED if fit.score > 0.85 else read.NOTHING for fit in fits]
        alive = [i for i in range(len(quads)) if none[i] < doubt[i] and best[i] > 0.05 and fits[i].score > 0.12]
        alive.sort(key=lambda i: -(best[i] + 1.2 * fits[i].score))
        kept: list[int] = []
        for i in alive:
            if all(shared(quads[i], quads[j]) < 0.35 * min(area(quads[i]), area(quads[j])) for j in kept):
                kept.append(i)
                if fits[i].score > 0.6 and best[i] > SURE:
                    self._learn(quads[i])
        return kept

    def _verify(self, frame: np.ndarray, mask: np.ndarray, scale: float, new: list[np.ndarray]) -> None:
        """Drop the cards that are gone: they changed, nothing newer hides them, and they are not read there any more."""
        kept: list[_Lying] = []
        above = list(new)
        for item in reversed(self._lying):
            covered = sum(shared(item.quad, quad) for quad in above) / max(1.0, area(item.quad))
            touched = _changed_share(mask, item.quad / scale)
            if touched < 0.05 or covered > HIDDEN or self._lies(frame, item, above):
                kept.append(item)
                above.append(item.quad)
        self._lying = tuple(reversed(kept))

    def _lies(self, frame: np.ndarray, item: _Lying, above: list[np.ndarray]) -> bool:
        """Tell whether a card still lies at its place: it looks as it did where nothing hides it, or reads as it did."""
        reading, crop = item.seen.reading, rectify(frame, item.quad)
        if reading.crop is not None and _alike(reading.crop, crop, _visible(item.quad, above)) > ALIKE:
            return True
        probability = self._reader.read(crop[None]).probabilities[0]
        return bool(probability[self._reader.names.index(reading.card)] > STILL_THERE)

    def _move(self, index: int, quad: np.ndarray) -> None:
        item = self._lying[index]
        corners = tuple((float(x), float(y)) for x, y in quad)
        seen = replace(item.seen, reading=replace(item.seen.reading, corners=corners))
        self._lying = (*self._lying[:index], _Lying(seen, quad), *self._lying[index + 1 :])

    def _add(self, reading: Reading, quad: np.ndarray) -> None:
        if reading.card == "none":
            return
        self._lying = (*self._lying, _Lying(Seen(self._next, reading), quad))
        self._next += 1


def _same(item: _Lying, name: str, quad: np.ndarray) -> bool:
    """Tell whether a reading is a card that lay there before, perhaps pushed a little."""
    return item.seen.reading.card == name and overlap(item.quad, quad) > 0.3


def _asking(reading: Reading, others: Sequence[str]) -> Reading:
    known = {reading.card, *(name for name, _ in reading.alternatives)}
    more = tuple((name, 0.0) for name in others if name not in known)
    return replace(reading, asks=True, alternatives=reading.alternatives + more)


def _visible(quad: np.ndarray, above: list[np.ndarray]) -> np.ndarray:
    """Give the part of a card's crop that no newer card hides: bool (H, W)."""
    width, height = CROP_SIZE
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    hidden = np.zeros((height, width), np.uint8)
    for other in above:
        corners = cv2.perspectiveTransform(other.astype(np.float32)[None], matrix)[0]
        cv2.fillConvexPoly(hidden, np.clip(corners, -4000, 4000).round().astype(np.int32), 255)
    return hidden == 0


def _alike(one: np.ndarray, other: np.ndarray, where: np.ndarray) -> float:
    """Correlate two crops where `where` is true, each about its own mean: -1..1."""
    if where.sum() < 400:
        return 1.0
    a, b = (cv2.GaussianBlur(crop, (0, 0), 1.5)[where].astype(np.float32) for crop in (one, other))
    a, b = a - a.mean(0), b - b.mean(0)
    return float((a * b).sum() / max(1e-6, np.sqrt((a * a).sum() * (b * b).sum())))


def _changed_share(mask: np.ndarray, quad: np.ndarray) -> float:
    """Give the share of the quad (in the mask's pixels) that changed."""
    inside, part = _inside(mask, quad)
    return cv2.countNonZero(cv2.bitwise_and(inside, part)) / max(1, cv2.countNonZero(inside))


def _explains(mask: np.ndarray, quad: np.ndarray) -> _Fit:
    """Tell how well a card at the quad explains a change."""
    inside, part = _inside(mask, quad)
    both = cv2.countNonZero(cv2.bitwise_and(inside, part))
    return _Fit(both / max(1, cv2.countNonZero(mask)), both / max(1, cv2.countNonZero(inside)))


def _inside(mask: np.ndarray, quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give the filled quad and the mask under it, both uint8 of the quad's bounding box within the mask."""
    low = np.maximum(np.floor(quad.min(0)).astype(int), 0)
    high = np.maximum(np.minimum(np.ceil(quad.max(0)).astype(int) + 1, mask.shape[::-1]), low)
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    if inside.size:
        cv2.fillConvexPoly(inside, np.round(quad - low).astype(np.int32), 255)
    return inside, mask[low[1] : high[1], low[0] : high[0]]


def _shapes(hull: np.ndarray, size: tuple[float, float] | None) -> list[np.ndarray]:
    """Give quads that the hull of a change suggests; with a known card size also that size set into its corners."""
    hull = hull.astype(np.float32)
    center, (w, h), angle = cv2.minAreaRect(hull)
    box = cv2.boxPoints((center, (w, h), angle))
    found = [ordered(box)]
    four = locate.four(hull.reshape(-1, 1, 2))
    if four is not None:
        found.append(four)
    if size is None:
        return found
    for short, long in ((size[0], size[1]), (size[1], size[0])):
        half = np.array([short, long], np.float32) / 2
        axes = np.array([[np.cos(np.radians(angle)), np.sin(np.radians(angle))], [-np.sin(np.radians(angle)), np.cos(np.radians(angle))]])
        room = np.array([w, h]) / 2 - half
        for sx, sy in ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            middle = np.array(center) + (room * [sx, sy]) @ axes
            signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            found.append(ordered(middle + (signs * half) @ axes))
    return found
