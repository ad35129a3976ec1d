"""Cards that others partly hide in a still picture: found by the corners, read by the indices in view."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations

import cv2
import numpy as np

from vision.detect import corner_locator
from vision.detect.corner_locator import SAME_CORNER
from vision.detect.heap import NEARLY_WHOLE, edge_step, inside, placed, upper
from vision.detect.locator import Locator
from vision.geometry.quads import area, grown, intersection, iou, mostly, sides, taper
from vision.read.decide import ART
from vision.read.looks import Look, is_clear, read_rest
from vision.read.reader import CardReader

STRANGER_LOCATED = 0.995
"""Certainty of the locator from which a card is asked about that the reader takes for none of this deck.

On drawn scenes 99 of 100 cards were above it, and a third of a thing a cluttered picture that was no card.
"""

MOST_HIDDEN = 0.12
"""Share of a card that others may hide in a still picture, where it was never seen whole: beyond, it asks."""

HALF_HIDDEN = 0.4
"""Share from which what the reader sees is no longer the card."""

SHORTENED = 1.3
"""Ratio of its sides below which a card that touches another may be only a part of one."""

SAME_CARD_IOU = 0.75
"""Intersection over union from which two finds are one card."""

GOES_ON_LEVELS = 14.0
"""Grey levels of a colour by which what lies beyond a card's side may differ from its paper to be another
card's, beneath it: of a fan's lower cards there is a strip in view."""

INNER_STRIP, OUTER_STRIPS = 0.025, (0.06, 0.12)
"""How far within a side its paper is looked at, and how far beyond it what lies there: shares of the short
side."""

EXACT_CORNERS = 0.9
"""The same below which a card's four corners are believed more than where its middle was found."""

WHOLE = 0.85
"""Share of a usual card's area from which a clear one is not the part that another left in view."""

FAINT_INDEX = 0.8
"""Probability of a name that the indices of a card must give of which every corner is faint.

In 180 drawn fans, heaps and scatters of decks that never trained 8 such corners above it were a card's, and
none was not; below it 5 of 20.
"""

TAPERED = 1.3
"""How many times as long as the one across from it a side is from which what its index names is asked about:
a camera 30 cm away sees a card so from the side, but corners of two things make up such shapes too."""


def is_plain(image: np.ndarray, looks: Sequence[Look], names: tuple[str, ...]) -> bool:
    """Tell whether clear cards lie apart, nothing else was found, and their paper ends at their sides."""
    apart = not any(intersection(a.quad, b.quad) for a, b in combinations(looks, 2))
    clear = bool(looks) and apart and all(is_clear(look, names) for look in looks)
    return clear and not _go_on(image, np.stack([look.quad for look in looks]))


def _go_on(image: np.ndarray, quads: np.ndarray) -> bool:
    """Tell whether beyond a side of any of these cards, float32 (N, 4, 2), lies what looks like its paper.

    It must do so to either end of the side.
    """
    short = np.array([sides(quad)[0] for quad in quads], np.float32)[:, None, None, None]
    edges = np.roll(quads, -1, 1) - quads
    along = edges / np.maximum(1e-6, np.linalg.norm(edges, axis=2, keepdims=True))
    out = np.stack([along[..., 1], -along[..., 0]], 2)
    out *= np.where(((quads - quads.mean(1, keepdims=True)) * out).sum(2, keepdims=True) > 0, 1, -1)
    at = quads[:, :, None] + np.linspace(0.1, 0.9, 17, dtype=np.float32)[:, None] * edges[:, :, None]
    ways = np.array((-INNER_STRIP, *OUTER_STRIPS), np.float32)[:, None, None, None, None] * short
    paper, *beyond = _median_colors(image, at + ways * out[:, :, None])
    away = np.abs(np.stack(beyond) - paper).max(-1)
    return bool((away < GOES_ON_LEVELS).all(0).any())


def _median_colors(image: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Give the median of the colours at rows of points, float32 (..., N, 2), of a picture: float (..., 3).

    Points beyond its rim do not count; where all of a row lie there it is NaN.
    """
    at = np.round(points).astype(int)
    inside = (at >= 0).all(-1) & (at < image.shape[1::-1]).all(-1)
    at[~inside] = 0
    colors = image[at[..., 1], at[..., 0]].astype(np.int16)
    colors[~inside] = 256  # sorted, these come last
    colors = np.sort(np.moveaxis(colors, -1, -2))
    count = inside.sum(-1)[..., None, None]
    middle = np.concatenate([(count - 1) // 2, count // 2], -1)
    medians = np.take_along_axis(colors, middle, -1).mean(-1)
    return np.where(count[..., 0] > 0, medians, np.nan)


def with_cornered(
    image: np.ndarray, looks: Sequence[Look], reader: CardReader, locator: Locator
) -> list[Look]:
    """Look for cards by their corners, in a heap too, and put them together with what was found before.

    Most of them are known, or give way: only what is left of them is read.
    """
    left = joined(looks, _by_corners(image, looks, reader, locator), reader.names)
    left = [
        _by_index(image, reader, each, alone=True) if _mostly_hidden(each) and not each.is_read else each
        for each in left
    ]
    return read_rest(image, reader, left)


def _by_corners(image: np.ndarray, looks: Sequence[Look], reader: CardReader, locator: Locator) -> list[Look]:
    """Find cards by their corners: not read yet, but for the index of what shows a single corner."""
    # What the reader does not know may be a cloth's pattern, of any size.
    known = [sides(look.quad)[0] for look in looks if is_clear(look, reader.names)]
    found = corner_locator.shipped().find(image, float(np.median(known)) if known else None)
    cards = placed(image, found, locator)
    sure = [card.quad for card in cards if card.is_sure]
    out = []
    for card in cards:
        # What lies by itself shows more than a faint corner.
        if not card.is_sure and not any(intersection(card.quad, quad) for quad in sure):
            continue
        look = Look(card.quad, seen=card.seen)
        if look.corners == 1 or not card.is_sure:
            look = _by_index(image, reader, look, alone=True)
            if not look.indexed or (not card.is_sure and look.row.max() < FAINT_INDEX):
                continue
        out.append(look)
    return out


def _mostly_hidden(look: Look) -> bool:
    return look.seen is not None and look.corners < NEARLY_WHOLE


def joined(looks: Sequence[Look], cornered: Sequence[Look], names: tuple[str, ...]) -> list[Look]:
    """Put what was found by middles and what was found by corners together.

    A whole card that both found keeps the first one's outline; what the first sees of a card that is partly
    hidden gives way to the second.
    """
    if not cornered:
        return list(looks)
    usual = float(np.median([area(look.quad) for look in cornered]))
    clear = [look for look in looks if is_clear(look, names) and area(look.quad) > WHOLE * usual]
    found = [look for look in cornered if not _belongs(look, clear)]
    alone = []
    for look in looks:
        like = [iou(look.quad, each.quad) for each in found]
        same = [i for i in np.argsort(like)[::-1] if like[i] > SAME_CARD_IOU]
        same = same or [i for i, each in enumerate(found) if look in clear and _own_corners(each, look.quad)]
        if same:
            best = found[same[0]]
            # What was found by its middle is the more exact, where all of it can be seen; but beside a fan's
            # lower cards it may take in a part of them.
            if best.sure == 0.0 and not (best.corners == len(best.quad) and like[same[0]] < EXACT_CORNERS):
                found[same[0]] = replace(look, seen=_seen_from(best, look.quad))
        elif not any(mostly(look.quad, each.quad) for each in cornered) or look in clear:
            alone.append(look)
    return found + alone


def _seen_from(look: Look, quad: np.ndarray) -> np.ndarray | None:
    """Give the corners in view in the order of another quad's corners, which may begin at the other end."""
    ends = [float(np.abs(np.roll(look.quad, by, 0) - quad).sum()) for by in (0, 2)]
    return look.seen if look.seen is None or ends[0] <= ends[1] else np.roll(look.seen, 2)


def _belongs(look: Look, clear: Sequence[Look]) -> bool:
    """Tell whether what shows one or two corners, all of them upon a clear card, is a part of that card."""
    return _mostly_hidden(look) and any(inside(look.quad[look.in_view], each.quad) for each in clear)


def _own_corners(look: Look, quad: np.ndarray) -> bool:
    """Tell whether all corners of a card that are in view are this quad's: a corner is one card's only."""
    reach = SAME_CORNER * sides(quad)[0]
    seen = look.quad[look.in_view]
    return bool((np.linalg.norm(seen[:, None] - quad, axis=2).min(1) < reach).all())


def by_indices(image: np.ndarray, reader: CardReader, looks: Sequence[Look]) -> tuple[list[Look], list[bool]]:
    """Read the cards of which others hide a part by their indices; tell which stay hidden for all that."""
    shares = hidden_shares(image, looks)
    out = [
        _by_index(image, reader, look, alone=share > HALF_HIDDEN) if share > MOST_HIDDEN else look
        for look, share in zip(looks, shares, strict=True)
    ]
    return out, [
        taper(look.quad) > TAPERED if look.indexed else share > MOST_HIDDEN
        for look, share in zip(out, shares, strict=True)
    ]


def _by_index(image: np.ndarray, reader: CardReader, look: Look, *, alone: bool) -> Look:
    """Read a card by the indices in view, where there are any and the reader's deck has some.

    alone: whether the reader has no say.
    """
    index, titles = reader.index, reader.titles
    if index is None or look.seen is None or look.indexed is not None:
        return look
    row = index.alone(image, look.quad, look.in_view, None if alone else look.row)
    if titles is not None and (row is None or reader.names[int(np.argmax(row))] in ART):
        word = titles.alone(image, look.quad)
        row = row if word is None else word
    if row is None:
        return replace(look, indexed=False)
    return replace(look, row=row.astype(look.row.dtype), indexed=True)


def hidden_shares(image: np.ndarray, looks: Sequence[Look]) -> list[float]:
    """Give the share of each card, 0..1, that others may hide: all of it where it may be a part of one."""

    @cache
    def gray() -> np.ndarray:
        return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)

    @cache
    def step(one: int, other: int) -> float:
        return edge_step(gray(), looks[one].quad, looks[other].quad)

    shares = [0.0] * len(looks)
    for (i, one), (k, other) in permutations(enumerate(looks), 2):
        if _is_beneath(other, one):
            continue
        if _cut_off(one.quad, other.quad):
            shares[i] = max(shares[i], 1.0)
            continue
        share = intersection(one.quad, other.quad) / area(one.quad)
        if share > MOST_HIDDEN and not upper(step(i, k), step(k, i)):
            shares[i] = max(shares[i], share)
    return shares


def _is_beneath(other: Look, one: Look) -> bool:
    """Tell by corners whether a card lies beneath another: that shows all its own, and this but one or two.

    What crosses a card's middle shows its corners beyond.
    """
    if one.corners < len(one.quad) or other.seen is None:
        return False
    hidden = other.quad[~other.in_view]
    return _mostly_hidden(other) or any(inside(hidden[k : k + 1], one.quad) for k in range(len(hidden)))


def _cut_off(quad: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether a quad is too short for a card and ends at another: it may be what is left to be seen."""
    short, long = sides(quad)
    if long >= SHORTENED * short:
        return False
    return intersection(grown(quad), other) > 0.01 * area(quad)
