"""A still photograph in, every card on it out."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from files.pictures import TooManyPixels, decode
from files.regular import read_file
from texts import say
from texts.said import Said
from vision.detect import lines, occlusion, outlines
from vision.detect.corner_locator import SAME_CORNER
from vision.detect.heap import inside
from vision.detect.locator import shipped
from vision.detect.texture import goes_on, is_table
from vision.errors import UnreadablePicture
from vision.geometry.quads import area, intersection, iou, mostly, sides
from vision.geometry.suppression import suppress
from vision.read import augmentation, joint
from vision.read.decide import decide
from vision.read.looks import LITTLE, LITTLE_OUTLINED, NO_CARD, Look, is_clear, look_at
from vision.read.reader import CardReader
from vision.types import Reading

MOST_CANDIDATES = 160
"""Quads about unclear cards and outlines that are read, in that order, where not all was found clear."""

WHOLE_CARD_FACE = 0.3
"""Probability of one face from which a candidate is taken for a whole card when another lies within it."""

MOST_CORNERS = 3
"""Corners in view from which something is asked about as a card, whatever the reader says."""

SURE_SIDE = 0.5
"""Heat that both corners of a side must have for a card to be asked about of which no more looks out."""

SAME_INDEX = 0.3
"""Intersection over union from which two finds with the same name, one of them by its index, are one card."""

BENEATH = 0.2
"""Share of such a card that at least one other hides."""

READABLE_CARD_PX = 32
"""Short side of a card, in pixels, below which its index cannot be told: such a reading asks."""

DARKEST_CARD_LEVELS = 24
"""Grey level that the brightest point of a card must reach to be trusted."""

MOSTLY_HIDDEN = say("Other cards hide most of this one: which card is it?")
TOO_SMALL = say("This card is too small in the picture: hang the camera lower, or say which card it is.")
TOO_DARK = say("This card is too dark in the picture: switch on a lamp, or say which card it is.")


def load(path: Path) -> np.ndarray:
    """Read a picture file: uint8 (H, W, 3) BGR.

    Raises UnreadablePicture with a sentence that names the file.
    """
    try:
        image = decode(read_file(path))
    except OSError as error:
        raise UnreadablePicture(f"{path}: cannot be opened ({error.strerror}); check the name") from error
    except TooManyPixels as error:
        raise UnreadablePicture(f"{path}: {error}") from error
    if image is None:
        raise UnreadablePicture(f"{path}: is no picture; use JPEG or PNG")
    if min(image.shape[:2]) < 32:
        raise UnreadablePicture(
            f"{path}: is only {image.shape[1]} x {image.shape[0]} pixels; a card needs about 60 across"
        )
    return image


def read_cards(image: np.ndarray, reader: CardReader, *, strangers: bool = True) -> tuple[Reading, ...]:
    """Read all cards of a still photograph, from left to right.

    image: uint8 (H, W, 3) BGR. Backs are reported as ``back``; what is surely a card and none of this deck's
    is asked about if `strangers`, else left out. Raises MissingModel.
    """
    locator = shipped()
    found = locator.find(image)
    looks = look_at(image, reader, [each.quad for each in found], [each.sure for each in found])
    if not occlusion.is_plain(image, looks, reader.names):  # The networks are quick and nearly always enough.
        looks = occlusion.with_cornered(image, looks, reader, locator)
    if not looks or any(_worth_more(look, looks, reader.names) for look in looks):
        # Outlines are exact where they can be had.
        unclear = [look.quad for look in looks if not is_clear(look, reader.names) and not look.indexed]
        clear = [look.quad for look in looks if is_clear(look, reader.names)]
        more = [outlines.refine(image, quad) for quad in unclear]
        more += outlines.candidates(image, near=unclear, taken=clear)
        more += [np.roll(quad, -1, 0) for quad in unclear if _squarish(quad)]
        more = [quad for quad in more if not any(mostly(quad, other) for other in clear)]
        looks += look_at(image, reader, more[:MOST_CANDIDATES])
    kept = _choose(image, looks, reader.names, strangers)
    if not kept:
        kept = _choose(image, look_at(image, reader, lines.candidates(image)), reader.names)
    kept, hidden = occlusion.by_indices(image, reader, kept)
    kept, hidden = _once(kept, hidden)
    rows = [look.row for look in kept]
    whole = [i for i, look in enumerate(kept) if not look.indexed]
    settled = augmentation.settled(image, [kept[i].quad for i in whole], reader, [rows[i] for i in whole])
    for i, row in zip(whole, settled, strict=True):
        rows[i] = row
    together = joint.marginals(reader.names, np.stack(rows)) if rows else ()
    readings = [
        _decided(look, reader, row, among, under)
        for look, row, among, under in zip(kept, rows, together, hidden, strict=True)
    ]
    return tuple(sorted(readings, key=lambda r: min(x for x, _ in r.corners)))


def _once(looks: list[Look], hidden: list[bool]) -> tuple[list[Look], list[bool]]:
    """Keep of finds that lie upon each other and have the same index one: the one that shows more corners."""
    order = sorted(range(len(looks)), key=lambda i: (not looks[i].indexed, looks[i].corners), reverse=True)

    def doubles(one: int, other: int) -> bool:
        indexed = looks[one].indexed or looks[other].indexed
        return (
            bool(indexed)
            and iou(looks[one].quad, looks[other].quad) > SAME_INDEX
            and _named_alike(one, other)
        )

    def _named_alike(one: int, other: int) -> bool:
        return int(np.argmax(looks[one].row)) == int(np.argmax(looks[other].row))

    kept = sorted(suppress(order, doubles))
    return [looks[i] for i in kept], [hidden[i] for i in kept]


def _squarish(quad: np.ndarray) -> bool:
    """Tell whether a card is seen so obliquely that its long sides may look like its short ones."""
    short, long = sides(quad)
    return long < 1.25 * short


def _worth_more(look: Look, looks: list[Look], names: tuple[str, ...]) -> bool:
    """Tell whether a card is unclear although no clear one covers it, so that better corners may help."""
    if is_clear(look, names) or look.indexed:
        return False
    above = [other.quad for other in looks if other is not look and is_clear(other, names)]
    return not any(intersection(look.quad, quad) > 0.1 * area(look.quad) for quad in above)


def _decided(look: Look, reader: CardReader, row: np.ndarray, among: np.ndarray, hidden: bool) -> Reading:
    blurred = augmentation.read_sharpened(look.crop, reader)
    reading = decide(reader.names, row, look.quad, crop=look.crop, among=among, blurred=blurred)
    why = _unfit(look, hidden)
    if why is None or reading.card == "back":
        return reading
    return replace(reading, asks=True, likely=False, doubt=reading.doubt or why)


def _unfit(look: Look, hidden: bool) -> Said | None:
    """Say why nobody should trust a card whatever it reads as, or give None."""
    if sides(look.quad)[0] < READABLE_CARD_PX:
        return TOO_SMALL
    if float(look.crop.max()) < DARKEST_CARD_LEVELS:
        return TOO_DARK
    return MOSTLY_HIDDEN if hidden else None


def _choose(
    image: np.ndarray, looks: list[Look], names: tuple[str, ...], strangers: bool = False
) -> list[Look]:
    """Keep one candidate a card: the reader's favourite among overlapping ones, never a part of a whole.

    Then, if `strangers`, what is surely a card although the reader knows no name for it.
    """
    none, back = names.index("none"), names.index("back")
    best = [float(np.delete(look.row, none).max()) for look in looks]
    alive = [
        i
        for i, look in enumerate(looks)
        if look.row[none] < NO_CARD and best[i] > (LITTLE if look.located else LITTLE_OUTLINED)
    ]
    # Confidence first, but size decides between nested outlines: a court's frame is not the card.
    largest = max((area(looks[i].quad) for i in alive), default=1.0)
    alive.sort(key=lambda i: -(best[i] + 0.3 * area(looks[i].quad) / largest))
    # A card's inner frame can look like a small card or a back: what lies within a face is a part of it.
    faces = [i for i in alive if best[i] > WHOLE_CARD_FACE and np.argmax(looks[i].row) != back]
    alive = [i for i in alive if not any(_within(looks[i].quad, looks[j].quad) for j in faces if j != i)]
    alive = [i for i in alive if not is_table(image, looks[i].quad, names, looks[i].row)]
    kept = suppress((looks[i] for i in alive), _clash)
    cornered = any(look.seen is not None for look in looks)
    for look in looks if strangers else ():
        found = _in_view(look) if cornered else look.sure > occlusion.STRANGER_LOCATED and _apart(look, kept)
        whole = found and not any(_same(look, other) for other in kept) and not goes_on(image, look.quad)
        if whole or _is_side(look, kept):
            kept.append(look)
    return kept


def _in_view(look: Look) -> bool:
    """Tell whether there is a card at its corners' word: one where its middle was found, else most."""
    corners = look.corners
    return corners >= (1 if look.sure > occlusion.STRANGER_LOCATED else MOST_CORNERS)


def _is_side(look: Look, others: Sequence[Look]) -> bool:
    """Tell whether a side of a card looks out from beneath another: both its corners, and no other card's.

    In a fan it lies upon one of which no more is in view; what lies upon a card that is seen whole is print.
    """
    if look.corners != 2 or look.seen is None or look.seen[look.in_view].min() < SURE_SIDE:
        return False
    first, second = np.flatnonzero(look.in_view)
    corners, reach = look.quad[look.in_view], SAME_CORNER * sides(look.quad)[0]
    near = [other for other in others if intersection(look.quad, other.quad) > BENEATH * area(look.quad)]
    away = [np.linalg.norm(corners[:, None] - other.quad, axis=2).min() for other in near]
    printed = any(inside(corners, other.quad) for other in near if not other.indexed)
    return bool(second - first != 2 and near and min(away) > reach and not printed)


def _apart(look: Look, others: Sequence[Look]) -> bool:
    return all(intersection(look.quad, other.quad) < 0.25 * area(look.quad) for other in others)


def _same(look: Look, other: Look) -> bool:
    return iou(look.quad, other.quad) > 0.5


def _within(inner: np.ndarray, outer: np.ndarray) -> bool:
    return area(inner) < 0.85 * area(outer) and intersection(inner, outer) > 0.9 * area(inner)


def _clash(a: Look, b: Look) -> bool:
    """Tell whether two candidates cannot both be cards.

    The locator tells cards apart that cover each other; but where both read the same, the one below shows
    the print of the one above.
    """
    both = intersection(a.quad, b.quad) / min(area(a.quad), area(b.quad))
    if a.located and b.located:
        return both > 0.3 and np.argmax(a.row) == np.argmax(b.row)
    return both > 0.6 or iou(a.quad, b.quad) > 0.25
