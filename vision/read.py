"""A still photograph in, every card on it out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from vision import doubt, joint, lines, locate
from vision.decide import SURE, decide
from vision.errors import UnreadablePicture
from vision.geometry import area, mostly, overlap, rectify, shared, sides
from vision.heap import upper
from vision.locator import Locator, shipped
from vision.reader import CardReader
from vision.texture import goes_on, is_table
from vision.types import Reading

MOST_CANDIDATES = 160
FACE = 0.3
"""Probability of one face from which a candidate is taken for a whole card when another lies within it."""

LITTLE = 0.15
"""Probability of a name that a candidate needs to be asked about."""

OUTLINED = 0.5
"""The same for what is only an outline: on most tables more lies than cards."""

STRANGER = 0.995
"""Certainty of the locator from which a card is asked about that the reader takes for none of this deck.

On drawn scenes 99 of 100 cards were above it, and a third of a thing a cluttered picture that was no card.
"""

HIDDEN = 0.12
"""Share of a card that others may hide in a still picture, where it was never seen whole: beyond, it asks."""

SHORTENED = 1.3
"""Ratio of its sides below which a card that touches another may be only a part of one."""

SMALLEST_PX = 32
"""Short side of a card, in pixels, below which its index cannot be told: such a reading asks."""

DARKEST = 24
"""Grey level that the brightest point of a card must reach to be trusted."""

NOTHING = 0.5
"""Share of ``none`` above which a candidate is no card at all and is not even asked about."""


def load(path: Path) -> np.ndarray:
    """Read a picture file: uint8 (H, W, 3) BGR.

    Raises UnreadablePicture with a sentence that names the file.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise UnreadablePicture(f"{path}: cannot be opened ({error.strerror}); check the name") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if image is None:
        raise UnreadablePicture(f"{path}: is no picture; use JPEG or PNG")
    if min(image.shape[:2]) < 32:
        raise UnreadablePicture(
            f"{path}: is only {image.shape[1]} x {image.shape[0]} pixels; a card needs about 60 across"
        )
    return image


def read_cards(
    image: np.ndarray, reader: CardReader, locator: Locator | None = None, *, strangers: bool = True
) -> tuple[Reading, ...]:
    """Read all cards of a still photograph, from left to right.

    image: uint8 (H, W, 3) BGR. Backs are reported as ``back``; what is surely a card and none of this deck's
    is asked about if `strangers`, else left out. Raises MissingModel.
    """
    found = (locator or shipped()).find(image)
    located = [each.quad for each in found]
    looks = _look(image, reader, located, [each.sure for each in found])
    if not looks or any(_worth_more(look, looks, reader.names) for look in looks):
        # The networks are quick and nearly always enough; outlines are exact where they can be had.
        unclear = [look.quad for look in looks if not _clear(look, reader.names)]
        clear = [look.quad for look in looks if _clear(look, reader.names)]
        more = [locate.refine(image, quad) for quad in unclear]
        more += locate.candidates(image, near=unclear, taken=clear)
        more += [np.roll(quad, -1, 0) for quad in unclear if _squarish(quad)]
        more = [quad for quad in more if not any(mostly(quad, other) for other in clear)]
        looks += _look(image, reader, more[:MOST_CANDIDATES])
    kept = _choose(image, looks, reader.names, strangers)
    if not kept:
        kept = _choose(image, _look(image, reader, lines.candidates(image)), reader.names)
    rows = doubt.settled(image, [look.quad for look in kept], reader, [look.row for look in kept])
    together = joint.marginals(reader.names, np.stack(rows)) if rows else ()
    under = _under(image, kept)
    readings = [
        _decided(look, reader.names, row, among, hidden)
        for look, row, among, hidden in zip(kept, rows, together, under, strict=True)
    ]
    return tuple(sorted(readings, key=lambda r: min(x for x, _ in r.corners)))


@dataclass(frozen=True)
class _Look:
    """One candidate as it was read; sure: how sure the locator is of a card there, 0 for an outline."""

    quad: np.ndarray
    crop: np.ndarray
    row: np.ndarray
    sure: float = 0.0


def _look(
    image: np.ndarray, reader: CardReader, quads: list[np.ndarray], sure: Sequence[float] = ()
) -> list[_Look]:
    if not quads:
        return []
    crops = np.array([rectify(image, quad) for quad in quads], np.uint8)
    rows = reader.read(crops).probabilities
    return list(map(_Look, quads, crops, rows, sure or [0.0] * len(quads)))


def _squarish(quad: np.ndarray) -> bool:
    """Tell whether a card is seen so obliquely that its long sides may look like its short ones."""
    short, long = sides(quad)
    return long < 1.25 * short


def _clear(look: _Look, names: tuple[str, ...]) -> bool:
    return bool(look.row.max() >= SURE and names[int(np.argmax(look.row))] != "none")


def _worth_more(look: _Look, looks: list[_Look], names: tuple[str, ...]) -> bool:
    """Tell whether a card is unclear although no clear one covers it, so that better corners may help."""
    if _clear(look, names):
        return False
    above = [other.quad for other in looks if other is not look and _clear(other, names)]
    return not any(shared(look.quad, quad) > 0.1 * area(look.quad) for quad in above)


def _under(image: np.ndarray, looks: list[_Look]) -> list[bool]:
    """Tell of each card whether another may hide a part of it that its name depends on."""
    touching = any(shared(a.quad, b.quad) for a, b in combinations(looks, 2))
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if touching else None
    return [
        any(
            _cut_off(one.quad, other.quad)
            or shared(one.quad, other.quad) > HIDDEN * area(one.quad)
            and not upper(gray, one.quad, other.quad)
            for other in looks
            if other is not one
        )
        for one in looks
    ]


def _cut_off(quad: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether a quad is too short for a card and ends at another: it may be what is left to be seen."""
    short, long = sides(quad)
    grown = (quad.mean(0) + 1.12 * (quad - quad.mean(0))).astype(np.float32)
    return long < SHORTENED * short and shared(grown, other) > 0.01 * area(quad)


def _decided(
    look: _Look, names: tuple[str, ...], row: np.ndarray, among: np.ndarray, hidden: bool
) -> Reading:
    reading = decide(names, row, look.quad, crop=look.crop, among=among)
    unfit = hidden or sides(look.quad)[0] < SMALLEST_PX or float(look.crop.max()) < DARKEST
    return replace(reading, asks=True) if unfit and reading.card != "back" else reading


def _choose(
    image: np.ndarray, looks: list[_Look], names: tuple[str, ...], strangers: bool = False
) -> list[_Look]:
    """Keep one candidate a card: the reader's favourite among overlapping ones, never a part inside a
    whole; then, if `strangers`, what is surely a card although the reader knows no name for it.
    """
    none, back = names.index("none"), names.index("back")
    best = [float(np.delete(look.row, none).max()) for look in looks]
    alive = [
        i
        for i, look in enumerate(looks)
        if look.row[none] < NOTHING and best[i] > (LITTLE if look.sure else OUTLINED)
    ]
    # Confidence first, but size decides between nested outlines: a court's frame is not the card.
    largest = max((area(looks[i].quad) for i in alive), default=1.0)
    alive.sort(key=lambda i: -(best[i] + 0.3 * area(looks[i].quad) / largest))
    # A card's inner frame can look like a small card or a back: what lies within a face is a part of it.
    faces = [i for i in alive if best[i] > FACE and np.argmax(looks[i].row) != back]
    alive = [i for i in alive if not any(_within(looks[i].quad, looks[j].quad) for j in faces if j != i)]
    alive = [i for i in alive if not is_table(image, looks[i].quad, names, looks[i].row)]
    kept: list[_Look] = []
    for i in alive:
        if not any(_clash(looks[i], other) for other in kept):
            kept.append(looks[i])
    for look in looks if strangers else ():
        apart = all(shared(look.quad, other.quad) < 0.25 * area(look.quad) for other in kept)
        if look.sure > STRANGER and apart and not goes_on(image, look.quad):
            kept.append(look)
    return kept


def _within(inner: np.ndarray, outer: np.ndarray) -> bool:
    return area(inner) < 0.85 * area(outer) and shared(inner, outer) > 0.9 * area(inner)


def _clash(a: _Look, b: _Look) -> bool:
    """Tell whether two candidates cannot both be cards.

    The locator tells cards apart that cover each other; but where both read the same, the one below shows
    the print of the one above.
    """
    both = shared(a.quad, b.quad) / min(area(a.quad), area(b.quad))
    if a.sure and b.sure:
        return both > 0.3 and np.argmax(a.row) == np.argmax(b.row)
    return both > 0.6 or overlap(a.quad, b.quad) > 0.25
