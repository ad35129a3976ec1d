"""Tell whole cards, bitten ones and arms over the picture's edge by the outline of what has changed."""

from collections.abc import Iterator
from functools import cached_property

import cv2
import numpy as np

from vision.geometry.components import components

CARD_FILLS, CARD_LONG = 0.86, 1.9
"""Share of its smallest upright or turned rectangle that a change fills, and how many times as long as wide
that is at most, for it to be a card that lies at the picture's edge: the tarot's cards are 1.84 times as long
as wide, the hands and arms of the simulated tables and of one real dealer fill 0.48 to 0.73.
"""

BITTEN, BITTEN_HULL, BITTEN_LONG = 0.64, 0.88, (1.2, 1.9)
"""Shares of its smallest turned rectangle that a card's part and the part's hull fill at least where a finger
rests upon the card's edge and bites a piece out of it, and how many times as long as wide it is.

A card touched by a trembling hand had 0.67 to 0.81 and 0.84 to 0.93, parts of hands and arms 0.30 to 0.74 and
0.57 to 0.93, but both together, and that long, in 1 of 82.
"""

FINGERS_PX = (3, 7, 11, 15)
"""Small pixels across the discs that are tried: fingers are 9 wide where a card is 35 wide, fewer before a
camera that hangs higher; the least is for cards that only a shadow joins."""

ARM_COVER = 0.15
"""Share of what is near a card that an arm may cover which touches it: 0.08 to 0.12 of the one drawn card for
which it was set. A hand that holds one by its side covers more."""

ARM_COVER_ON_PAPER = 0.05
"""The same where a part of the card looks like what lay there, another card's paper: nothing may touch it."""

FEWEST_CARD_PIXELS = 20
"""Small pixels that a card beside an arm has at least: one takes about 800 of a picture a metre wide."""

ONSET_MS = 100
"""Milliseconds that are one moment at which something came to rest."""

AT_ONCE_ONSETS, MOST_ONSETS = 3, 4
"""Moments on either side within which all of a card comes to rest, for the hand that laid it leaves bit by
bit; and how many of them are looked at, those at which most came to rest."""

OLDEST_ONSET = 255
"""Moments from which something lay there before: that is no onset."""

TOUCHING_PX = 4
"""How far about a part it is asked what touches it: four small pixels, about a centimetre."""

TOUCHING_SQUARE = np.ones((2 * TOUCHING_PX + 1, 2 * TOUCHING_PX + 1), np.uint8)


class Silhouette:
    """A part of the small picture, uint8 (h, w), 255 where it is, and what its outline is like.

    Measured once, and only where it is asked: at a table that never rests there are dozens in a picture.
    """

    def __init__(self, part: np.ndarray) -> None:
        self.part = part

    @cached_property
    def pixels(self) -> int:
        """Give how many small pixels it has."""
        return cv2.countNonZero(self.part)

    @cached_property
    def is_oblong(self) -> bool:
        """Tell whether it has the outline of a whole card."""
        short, long = self._sides
        return self.pixels > CARD_FILLS * short * long and long < CARD_LONG * short

    @cached_property
    def is_bitten(self) -> bool:
        """Tell whether it is a card of which a finger hides a piece."""
        short, long = self._sides
        low, high = BITTEN_LONG
        if not (low < long / short < high and self.pixels > BITTEN * short * long):
            return False
        # The middles of the outermost pixels are half a pixel within the hull, as of the sides.
        filled = cv2.contourArea(self._hull) + cv2.arcLength(self._hull, True) / 2 + 1
        return filled > BITTEN_HULL * short * long

    @cached_property
    def _hull(self) -> np.ndarray:
        """Give the part's convex hull, int32 (n, 1, 2)."""
        # The outline's points have the same hull as all of the part's, and are few.
        outlines = cv2.findContours(self.part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
        return cv2.convexHull(outlines[0] if len(outlines) == 1 else np.concatenate(outlines))

    @cached_property
    def _sides(self) -> tuple[float, float]:
        """Give the short and the long side of its smallest turned rectangle, in pixels."""
        _, sides, _ = cv2.minAreaRect(self._hull)
        # The outermost pixels' middles are half a pixel within it on each side.
        return min(sides) + 1, max(sides) + 1


def beside_arm(arm: np.ndarray, shadow: np.ndarray, age: np.ndarray) -> np.ndarray:
    """Outline the whole cards that but an arm's shadow or its fingers join to it: uint8 (h, w), as the arm.

    shadow: likewise, where one has fallen; age: uint16 (h, w), for how many milliseconds each place has been
    as it is. An opening by a disc as wide as fingers are (Serra, 1982) takes those away. A card upon or
    beneath others is told from them, and from the arm, by when it came to rest.
    """
    solid = cv2.subtract(arm, shadow)
    found, pixels = _whole_cards(solid), cv2.countNonZero(solid)
    for layer in _onsets(solid, age):
        # What came to rest all at once has been looked at.
        if cv2.countNonZero(layer) < pixels:
            found |= _whole_cards(layer)
    return found


def _onsets(solid: np.ndarray, age: np.ndarray) -> Iterator[np.ndarray]:
    """Part what is solid by when it came to rest: masks, uint8 (h, w), of what did so at one time."""
    moments = np.minimum(age // ONSET_MS, OLDEST_ONSET).astype(np.uint8)
    counts = np.bincount(moments[solid > 0], minlength=OLDEST_ONSET + 1)[:OLDEST_ONSET]
    for _ in range(MOST_ONSETS):
        windows = np.convolve(counts, np.ones(2 * AT_ONCE_ONSETS + 1, int), mode="same")
        middle = int(windows.argmax())
        if windows[middle] < FEWEST_CARD_PIXELS:
            return
        first, last = max(0, middle - AT_ONCE_ONSETS), middle + AT_ONCE_ONSETS
        counts[first : last + 1] = 0
        yield cv2.bitwise_and(solid, cv2.inRange(moments, first, last))


def _whole_cards(solid: np.ndarray) -> np.ndarray:
    """Outline the whole cards that hang together with the rest by little: uint8 (h, w)."""
    found = np.zeros_like(solid)
    x, y, w, h = cv2.boundingRect(solid)
    # What is empty tells nothing, but how far about a card it is asked what touches it.
    view = np.s_[max(0, y - TOUCHING_PX) : y + h + TOUCHING_PX, max(0, x - TOUCHING_PX) : x + w + TOUCHING_PX]
    solid = np.ascontiguousarray(solid[view])
    inner = found[view]
    for width in FINGERS_PX:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
        # What lies beyond the border counts as empty: an arm ends at the picture's rim.
        rest = cv2.morphologyEx(solid, cv2.MORPH_OPEN, disc, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        labels, stats = components(rest)
        if len(stats) == 1:
            break
        for label in range(1, len(stats)):
            x, y, w, h, size = (int(v) for v in stats[label])
            if size < FEWEST_CARD_PIXELS:
                continue
            part = Silhouette(cv2.inRange(labels[y : y + h, x : x + w], label, label))
            if not (part.is_oblong or part.is_bitten):
                continue
            card = cv2.inRange(labels, label, label)
            about = cv2.subtract(cv2.dilate(card, TOUCHING_SQUARE), card)
            held = cv2.countNonZero(cv2.bitwise_and(about, solid)) / cv2.countNonZero(about)
            if held < (ARM_COVER if part.is_oblong else ARM_COVER_ON_PAPER):
                inner |= card
    return found


def crossings(
    part: np.ndarray, corner: tuple[int, int], shape: tuple[int, ...]
) -> list[tuple[tuple[int | slice, ...], np.ndarray]]:
    """List the rims of the picture, as its indices, that a part reaches, and where along each it does.

    part: uint8 (h, w), 255 where it is; corner: its window's left and top in the picture of that shape.
    """
    (left, top), (high, wide), (height, width) = corner, part.shape, shape
    found: list[tuple[tuple[int | slice, ...], np.ndarray]] = []
    for row in (1, height - 2):
        if 0 <= row - top < high:
            found.append(((row,), left + np.flatnonzero(part[row - top])))
    for column in (1, width - 2):
        if 0 <= column - left < wide:
            found.append(((slice(None), column), top + np.flatnonzero(part[:, column - left])))
    return found


def stands_out(rim: np.ndarray, crossing: np.ndarray) -> float:
    """Tell how much a stretch of the picture's rim differs from the rim beside it, in grey levels."""
    first, last = int(crossing[0]), int(crossing[-1])
    reach = max(8, last - first)
    beside = np.concatenate([rim[max(0, first - reach) : first], rim[last + 1 : last + 1 + reach]])
    if len(beside) == 0:
        return 0.0
    return float(np.abs(_median(rim[crossing]) - _median(beside)).max())


def _median(colors: np.ndarray) -> np.ndarray:
    """Give the median of each of the three colours, uint8 (n, 3): float64 (3,)."""
    # To the bit what np.median gives, in a tenth of the time for so few.
    ordered = np.sort(colors, axis=0)
    return (ordered[(len(ordered) - 1) // 2].astype(float) + ordered[len(ordered) // 2]) / 2
