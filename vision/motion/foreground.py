"""What of a picture differs from the table as it was told: which parts of it hide that, and which rest.

Segmentation by connected components, each judged as a whole: what moves, and an arm that reaches in over the
picture's rim, hides the table; what has been as it is for long enough, and is no part of such, is the table
from then on.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.geometry.components import components
from vision.motion.region import Region
from vision.motion.shadow import DEEP_SHADOW, shaded
from vision.motion.silhouette import ARM_COVER, Silhouette, beside_arm, crossings, stands_out
from vision.motion.stillness import beyond

ALWAYS_MS = 60_000
"""Milliseconds at which counting ends: at rest for so long, or since before the first picture."""

DIFFERS = (8, 0.015)
"""Grey levels, and on top of them the share of its brightness, by which a place at rest must differ from what
was told of it to be told anew."""

DISPLACED_SMALL_PX = 3
"""Small pixels across within which a displaced place is looked for: a camera trembles by half of one."""

_EDGE, _LINE, WITHIN_SOLID = (np.ones((n, n), np.uint8) for n in (3, 3, 5))
"""Small pixels by which motion reaches beyond what it is seen on; of a line, which is no solid thing; and
within which solid things are one: a hand and the card that it holds."""

_REACH = 4
_NEAR = np.ones((2 * _REACH + 1, 2 * _REACH + 1), np.uint8)
"""How far about what moves the rest waits: four small pixels, about a centimetre."""

FEWEST_RESTING_PIXELS = 20
"""Small pixels at rest from which a change is told of; one card takes about 800 of a picture a metre wide."""

FEW_MOVING = 0.01
"""Share of a change that may still move, as noise does, for the whole to count as at rest."""

LONG_REST_MS = 800
"""Milliseconds after which a place at rest is taken over although something moves beside it."""

PART_WITHIN = 0.35
"""Share of what is near a place at rest that must stir or be an arm for the place to be a part of that."""

APART_WITHIN = 0.05
"""The same below which a part stands apart: it touches shadows, no arm."""

ARM = 0.012
"""Share of the picture from which a change that enters over the picture's edge counts as an arm."""

EDGE_STRIP = 0.012
"""Share of the picture's width along its edge from which something counts as crossing it."""

YOUNG = 0.05
"""Share of a part that may have been at rest for less long than it must."""

BITTEN_RESTS_MS, BITTEN_YOUNG = 300, 0.25
"""Milliseconds after which a card's part that a finger bites is taken over, or whatever is hardly touched;
and the share of its places that may have rested for less: the finger's shadow trembles upon the rest."""

SHAPED_WITHIN = 0.25
"""Share of what is near a part with a card's outline that may stir or be firm, without print and the edges of
shadows, for the part to be told as soon as it rests. Of parts at rest with so little about them, at one drawn
table with hands and 40 cards, 21 of 29 of a card's had such an outline, and 4 of 1,741 of no card's.
"""

BITTEN_WITHIN = 0.5
"""Share of what is near such a part that may stir or be an arm: a hand covers one side of a card, or two."""

ARM_RESTS_MS = 5000
"""Milliseconds after which an arm that has not moved at all is taken for a part of the table."""


@dataclass(frozen=True, eq=False)
class Foreground:
    """One frame, and what it is held against; pictures uint8 (h, w, 3) BGR, small pixels.

    now: the frame; told: the table as it was told last; bare: that with nothing on it; age: uint16 (h, w),
    milliseconds for which each place has been as it is; needed: those that make a place one at rest; region:
    the region of interest, None: all.
    """

    now: np.ndarray
    told: np.ndarray
    bare: np.ndarray
    age: np.ndarray
    needed: int
    region: Region | None

    def split(self, foreground: np.ndarray, moving: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Split what differs or moves: uint8 (h, w) of what is hidden, and of what has come to rest.

        Solid things are judged whole: a card counts once the hand beside it is gone. Thin ones, the edges of
        a pattern over which the camera trembles or print on white paper, are judged each for itself.
        """
        hidden, rested = np.zeros_like(foreground), np.zeros_like(foreground)
        if not cv2.countNonZero(foreground):
            return hidden, rested
        solid = cv2.morphologyEx(foreground, cv2.MORPH_OPEN, _LINE)
        solid = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, WITHIN_SOLID)
        labels, stats = components(solid)
        for label in range(1, len(stats)):
            x, y, w, h, size = (int(v) for v in stats[label])
            box = np.s_[y : y + h, x : x + w]
            inside = cv2.inRange(labels[box], label, label)
            still = cv2.countNonZero(cv2.bitwise_and(moving[box], inside)) <= FEW_MOVING * size
            if still and not self._is_arm(Silhouette(inside), (x, y), size):
                rested[box] |= inside
                continue
            hidden[box] |= inside
            if size >= FEWEST_RESTING_PIXELS:
                self._let_go(hidden, rested, box, inside, moving, self.needed if still else LONG_REST_MS)
        near = cv2.dilate(hidden, _NEAR)
        thin = cv2.subtract(foreground, solid)
        # What moves blurs beyond its edge, and throws a shadow there; what lies beside it waits.
        hidden |= cv2.bitwise_or(cv2.bitwise_and(near, foreground), cv2.bitwise_and(thin, moving))
        hidden[rested > 0] = 0
        thin[hidden > 0] = 0
        rested |= thin
        return hidden, rested

    def _let_go(
        self,
        hidden: np.ndarray,
        rested: np.ndarray,
        box: tuple[slice, slice],
        inside: np.ndarray,
        moving: np.ndarray,
        wait: int,
    ) -> None:
        """Take over, in place, what rests beside an arm or something that moves, and is no part of it.

        A card in the shadow of the hand that laid it, or still touched by it; the table that a hand in the
        first picture hid. wait: milliseconds for which it must have been at rest.
        """
        stirs = cv2.dilate(moving[box], _EDGE)
        alone = cv2.subtract(inside, stirs)
        if cv2.countNonZero(cv2.morphologyEx(alone, cv2.MORPH_OPEN, _EDGE)) < FEWEST_RESTING_PIXELS:
            return
        if wait < LONG_REST_MS:
            # Where an arm that had become a part of the table has left it is the table that is seen: that
            # joins no card to another arm.
            table = cv2.bitwise_and(alone, alike(self.bare[box], self.now[box]))
            table = cv2.morphologyEx(table, cv2.MORPH_OPEN, _LINE)
            rested[box] |= table
            hidden[box], alone = cv2.subtract(hidden[box], table), cv2.subtract(alone, table)
        alone = cv2.subtract(alone, shaded(self.told[box], self.now[box], self.bare[box]))
        rest = cv2.morphologyEx(alone, cv2.MORPH_OPEN, _EDGE)
        labels, stats = components(rest)
        either, firm, age = cv2.bitwise_or(alone, stirs), cv2.bitwise_or(rest, stirs), self.age[box]
        # Thin things that only a shadow joins to an arm at rest: the print of a card laid where another lay.
        if wait < LONG_REST_MS:
            loose = cv2.subtract(alone, cv2.dilate(firm, _NEAR))
            loose = cv2.bitwise_and(loose, cv2.inRange(age, LONG_REST_MS, ALWAYS_MS))
            rested[box] |= loose
            hidden[box] = cv2.subtract(hidden[box], loose)
        for label in (
            int(v) for v in np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] >= FEWEST_RESTING_PIXELS) + 1
        ):
            x, y, w, h, size = (int(v) for v in stats[label])
            view = np.s_[max(0, y - _REACH) : y + h + _REACH, max(0, x - _REACH) : x + w + _REACH]
            part = cv2.inRange(labels[view], label, label)
            about = cv2.subtract(cv2.dilate(part, _NEAR), part)
            share, held = (
                cv2.countNonZero(cv2.bitwise_and(about, each[view])) / max(1, cv2.countNonZero(about))
                for each in (either, firm)
            )
            outline = Silhouette(part)
            if not self._has_rested(age[view], outline, share, held, wait):
                continue
            corner = box[1].start + view[1].start, box[0].start + view[0].start
            if self._is_arm(outline, corner, size):
                part = beside_arm(part, self._table_within(box, view), age[view])
            rested[box][view] |= part
            hidden[box][view] = cv2.subtract(hidden[box][view], part)

    def _has_rested(self, age: np.ndarray, outline: Silhouette, share: float, held: float, wait: int) -> bool:
        """Tell whether a part of what stirs, or of an arm, rests beside that and is no part of it.

        age: of the part's window; share: of what is near the part, that which stirs or is an arm; held: the
        same without print and the edges of shadows; wait: milliseconds for which it must have been at rest.
        """
        if share > BITTEN_WITHIN:
            return False
        bitten = outline.is_bitten
        # What only a shadow joins to a hand need not wait as what a hand still touches must.
        apart = share < APART_WITHIN or (held < SHAPED_WITHIN and (bitten or outline.is_oblong))
        soonest = self.needed if apart else min(wait, BITTEN_RESTS_MS)
        if _young(age, outline.part, soonest) > BITTEN_YOUNG:
            return False
        most, young = (BITTEN_WITHIN, BITTEN_YOUNG) if bitten else (PART_WITHIN, YOUNG)
        # What is touched at its edge alone is no part of what stirs there: several cards, say.
        least = soonest if apart or bitten or share < ARM_COVER else wait
        return share <= most and _young(age, outline.part, least) <= young

    def _table_within(self, box: tuple[slice, slice], view: tuple[slice, slice]) -> np.ndarray:
        """Outline where a window of a window shows the table, be it in a deep shadow: uint8 (h, w)."""
        shown = self.now[box][view]
        bare = self.bare[box][view]
        table = shaded(self.told[box][view], shown, bare, DEEP_SHADOW)
        table |= shaded(bare, shown, bare, DEEP_SHADOW)
        return table | alike(bare, shown)

    def _is_arm(self, outline: Silhouette, corner: tuple[int, int], size: int) -> bool:
        """Tell whether a change at rest is an arm: large, over the picture's rim or the region's, no table.

        The table where an arm has left differs as well, but looks like what is beside it. corner: the left
        and top small pixel of the outline's window; size: its pixels.
        """
        if size < ARM * self.age.size:
            return False
        part = outline.part
        across: list[tuple[Any, np.ndarray]] = [*crossings(part, corner, self.age.shape)]
        if self.region is not None:
            across += self.region.crossings(part, corner)
        long = [(rim, at) for rim, at in across if len(at) > EDGE_STRIP * self.age.shape[1]]
        if not long:
            return False
        (left, top), (high, wide) = corner, part.shape
        if (
            _young(self.age[top : top + high, left : left + wide], part, ARM_RESTS_MS) == 0
            or outline.is_oblong
        ):
            return False
        return any(stands_out(self.now[rim], at) > stands_out(self.told[rim], at) for rim, at in long)


def differs(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Outline where any of the three colours differs by more than `DIFFERS`: uint8 (h, w).

    Only about places that look like nothing that was beside them.
    """
    new = above(beyond(before, now, DISPLACED_SMALL_PX), before, *DIFFERS)
    if not cv2.countNonZero(new):
        return new
    return cv2.bitwise_and(above(cv2.absdiff(before, now), before, *DIFFERS), cv2.dilate(new, WITHIN_SOLID))


def alike(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Outline where none of the three colours differs by more than `DIFFERS`: uint8 (h, w)."""
    return cv2.bitwise_not(above(cv2.absdiff(before, now), before, *DIFFERS))


def above(difference: np.ndarray, before: np.ndarray, level: int, share: float) -> np.ndarray:
    """Outline where a difference is more than a level and a share of what was before: uint8 (h, w)."""
    # The alpha of both bounds is 0: OpenCV before 5 wants four values.
    left = cv2.addWeighted(difference, 1.0, before, -share, 0.0)
    return cv2.bitwise_not(cv2.inRange(left, (0, 0, 0, 0), (level, level, level, 0)))


def _young(age: np.ndarray, part: np.ndarray, milliseconds: int) -> float:
    """Give the share of a part, uint8 (h, w), that has been as it is for less long: 0..1."""
    young = cv2.bitwise_and(cv2.inRange(age, 0, milliseconds - 1), part)
    return cv2.countNonZero(young) / cv2.countNonZero(part)
