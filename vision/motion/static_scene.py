"""The table as it was last seen at rest, place by place, whatever moves in front of it.

Background subtraction with stationary foreground detection (surveyed by Cuevas, Martinez and Garcia, 2016):
a place that changed is taken over once it lies still and nothing moves beside it. What still moves, and an
arm that reaches in over the picture's edge, is left out: there the picture shows what lay there before. So
whoever looks for new cards or sticks sees a table without hands, and what a hand hides has not gone.

How long something has lain still is counted in milliseconds of the camera, not in pictures: a small computer
that looks at four a second waits about as long as one that looks at fifteen.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from models.resample import shrunk
from vision.geometry.components import components
from vision.geometry.quads import fill
from vision.interval import USUAL_MS
from vision.median import median
from vision.motion import banding, sway
from vision.motion.averaging import TemporalAveraging
from vision.motion.digital_gain import DigitalGain
from vision.motion.region import Region
from vision.motion.shadow import DEEP_SHADOW, shaded
from vision.motion.silhouette import ARM_COVER, Silhouette, beside_arm, crossings, stands_out
from vision.motion.stillness import beyond, halved, in_light, light_gain

NO_PICTURE: np.ndarray = np.empty((0, 0, 3), np.uint8)
"""What there is before the first picture: it has another shape than any."""

ALWAYS_MS = 60_000
"""Milliseconds at which counting ends: at rest for so long, or since before the first picture."""

PLACE_REST_MS = 60
"""Milliseconds for which a place must be as it is to be at rest: from one picture to the next, at least."""

MOTION_WIDTH_PX = 384
"""Width in pixels that the small picture in which motion is measured has about."""

MOVED_DIFFERENCE = (8, 0.03)
"""Grey levels, and on top of them the share of its brightness, by which a place must differ to have moved.

Sensor noise stays below 3 levels after averaging; a tube's flicker is a few per cent.
"""

DIFFERS = (8, 0.015)
"""The same by which a place at rest must differ from what was told of it to be told anew."""

DISPLACED_SMALL_PX = 3
"""Small pixels across within which a displaced place is looked for: a camera trembles by half of one."""

_EDGE, _LINE, _CLOSED = (np.ones((n, n), np.uint8) for n in (3, 3, 5))
"""Small pixels by which motion reaches beyond what it is seen on; of a line, which is no solid thing; and
within which solid things are one: a hand and the card that it holds."""

_REACH = 4
_NEAR = np.ones((2 * _REACH + 1, 2 * _REACH + 1), np.uint8)
"""How far about what moves the rest waits: four small pixels, about a centimetre."""

FEWEST_RESTING_PIXELS = 20
"""Small pixels at rest from which a change is told of; one card takes about 800 of a picture a metre wide."""

FEW_MOVING = 0.01
"""Share of a change that may still move, as noise does, for the whole to count as at rest."""

QUIET_LEVELS = 3
"""Grey levels up to which a place is as it was told: averaged noise makes less, a card's small print more."""

QUIET_SHARE = 0.0002
"""Share of the places in view that may differ a little for the picture to be as it was told."""

RECHECK_MS = 400
"""Milliseconds from one telling of slight changes to the next: what differs little is compared more finely
then."""

LONG_REST_MS = 800
"""Milliseconds after which a place at rest is taken over although something moves beside it."""

PART_WITHIN = 0.35
"""Share of what is near a place at rest that must stir or be an arm for the place to be a part of that."""

APART_WITHIN = 0.05
"""The same below which a part stands apart: it touches shadows, no arm."""

SAME_LIGHT = 0.015
"""Share by which the light of the whole picture may change without being followed."""

OTHER_LIGHT = 0.2
"""Share by which it may change until the table is told anew: it may have become too dark to read."""

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


@dataclass(frozen=True)
class Scene:
    """One frame's yield.

    picture: uint8 (H, W, 3) BGR, the table at rest, or None where nothing is new to be seen; hidden: the
    share of the table that cannot be seen now, 0..1; moved: the share that came to rest with this frame.
    """

    picture: np.ndarray | None
    hidden: float
    moved: float


class StaticScene:
    """Follows one camera; every frame is pushed, in order."""

    def __init__(self, needed: int = PLACE_REST_MS, gain: DigitalGain | None = None) -> None:
        """Begin; needed: milliseconds for which a place must not have moved to be at rest.

        gain: by which all pictures are amplified; None: they are not.
        """
        self._needed = needed
        self._anchor = self._picture = self._bare = NO_PICTURE
        self._limits: np.ndarray | None = None
        self._region: Region | None = None
        self._wanted = self._stirs = False
        self._now = self._passed = 0
        self._averaging = TemporalAveraging()
        self._gain = gain

    @property
    def picture(self) -> np.ndarray:
        """Give the table as it was last seen at rest, uint8 (H, W, 3) BGR; `NO_PICTURE` before any."""
        return self._picture

    @property
    def passed(self) -> int:
        """Give the milliseconds that the newest picture counts for."""
        return self._passed

    @property
    def stirs(self) -> bool:
        """Tell whether something moved in the newest picture: it may lie still in the next."""
        return self._stirs

    @property
    def unseen(self) -> np.ndarray:
        """Outline what the newest frame does not show: uint8 (h, w) small pixels; there it shows what was."""
        return self._hidden

    def rests_since(self, quad: np.ndarray, changed: np.ndarray | None = None) -> int:
        """Give when a place of the picture, float32 (4, 2) pixels, came to rest: the scene's milliseconds.

        changed: uint8 (h, w) of any size, not 0 where something has come, of which alone it is told where
        any is: of white paper laid upon white paper most looks as it did long before.
        """
        inside = self._filled(quad)
        if changed is not None:
            came = cv2.resize(changed, inside.shape[::-1], interpolation=cv2.INTER_NEAREST)
            came = cv2.bitwise_and(inside, came)
            inside = came if came.any() else inside
        ages = self._age[inside > 0]
        return self._now - (int(np.median(ages)) if ages.size else 0)

    def hidden_in(self, quad: np.ndarray) -> float:
        """Give the share of a place, float32 (4, 2) pixels, that cannot be seen in the newest frame: 0..1."""
        return self.share_of(self._hidden, quad)

    def fading(self, quad: np.ndarray) -> float:
        """Give by what share a place, float32 (4, 2) pixels, came nearer the bare table in the newest frame.

        That change is regressed on what differs from the table (least squares), each about its own mean, for
        another light on all of it is no fading.
        """
        inside = self._filled(quad) > 0
        if not inside.any():
            return 0.0
        apart, change = (each[inside].astype(np.float32) for each in (self._before, self._newest))
        table = self._bare[inside].astype(np.float32)
        change, apart = change - apart, apart - table
        change, apart = change - change.mean(0), apart - apart.mean(0)
        return float(-(change * apart).sum() / max(1e-6, (apart * apart).sum()))

    def share_of(self, outlined: np.ndarray, quad: np.ndarray) -> float:
        """Give the share of a place, float32 (4, 2) pixels, outlined in small pixels, uint8 (h, w)."""
        inside = self._filled(quad)
        return cv2.countNonZero(cv2.bitwise_and(outlined, inside)) / max(1, cv2.countNonZero(inside))

    def at_rest(self, milliseconds: int) -> np.ndarray:
        """Outline what is in view and has been as it is for so long: uint8 (h, w) small pixels."""
        return cv2.subtract(cv2.inRange(self._age, milliseconds, ALWAYS_MS), self._hidden)

    def want(self) -> None:
        """Ask for another picture of the table although nothing has changed: the eye wants a second look."""
        self._wanted = True

    def know_bare(self, picture: np.ndarray) -> None:
        """Take in how the table looks with nothing on it: uint8 (h, w, 3) BGR, of any size, as it was told.

        An arm's shadow upon the table that somebody has just cleared is then told from the arm.
        """
        width, height = self._told.shape[1::-1]
        self._bare = shrunk(picture, (width, height))

    def limit(self, region: np.ndarray | None) -> None:
        """Take in the region of interest of the next frames, uint8 (H, W), 255 upon the table; None: all."""
        if region is not self._limits:
            self._limits, self._region = region, None

    def push(self, frame: np.ndarray, passed: int = USUAL_MS) -> Scene:
        """Take the next frame, uint8 (H, W, 3) BGR. The first counts as at rest everywhere.

        passed: milliseconds that it counts for, as `FrameInterval` gives them.
        """
        # A small camera's picture is hardly averaged by making it small: the blur takes its noise out.
        smaller = halved(frame, MOTION_WIDTH_PX)
        undone = self._averaging.push(frame, smaller, passed)
        if undone is not frame:
            frame, smaller = undone, halved(undone, MOTION_WIDTH_PX)
        if self._gain is not None:
            frame, smaller = self._gain.push(frame, smaller)
        now = cv2.blur(smaller, (3, 3))
        self._passed = passed
        self._now += self._passed
        if self._anchor.shape != now.shape or self._picture.shape != frame.shape:
            self._anchor, self._told, self._bare = now.copy(), now, now
            self._before = self._newest = now
            self._lit = np.ones(3)
            self._age = np.full(now.shape[:2], ALWAYS_MS, np.uint16)
            self._hidden = np.zeros(now.shape[:2], np.uint8)
            self._picture, self._since, self._stirs = frame, 0, False
            self._region = None
            return Scene(frame, 0.0, 1.0)
        if self._region is None and self._limits is not None:
            self._region = Region(self._limits, now.shape)
        region = self._region
        bands = banding.profile(self._anchor, now, None if region is None else region.inside)
        if bands is not None:
            # The light of the whole picture is followed below.
            bands /= median(bands)
            now = _evened(now, bands, None if region is None else region.beyond)
        self._follow_light(now)
        swayed = sway.shift(self._anchor, now, self._hidden)
        if swayed is not None:
            now = sway.put_back(now, swayed)
        moving = self._aged(now)
        self._before, self._newest = self._newest, now
        differs = _differs(self._told, now, *DIFFERS)
        # A cloth's edges that tremble look as they did beside themselves, and join no hand to a card.
        moving = cv2.bitwise_and(moving, cv2.dilate(differs, _CLOSED))
        self._stirs = cv2.countNonZero(moving) >= FEWEST_RESTING_PIXELS
        hidden, rested = self._parts(cv2.bitwise_or(differs, moving), moving, now)
        self._hidden = hidden
        pixels = differs.size if region is None else region.pixels
        unseen, moved = cv2.countNonZero(hidden) / pixels, cv2.countNonZero(rested) / pixels
        self._since += self._passed
        anew = moved * pixels >= FEWEST_RESTING_PIXELS or self._wanted or self._lit_anew()
        if not (anew or (self._since >= RECHECK_MS and not self._quiet(now, hidden))):
            return Scene(None, unseen, 0.0)
        self._wanted, self._since, self._lit = False, 0, np.ones(3)
        # What the camera gave is not ours to be written on.
        picture = frame
        if bands is not None:
            picture = _evened(frame, bands, None if region is None else region.outside)
        if unseen:
            kept = cv2.resize(hidden, frame.shape[1::-1], interpolation=cv2.INTER_NEAREST)
            picture, told = frame.copy() if picture is frame else picture, now.copy()
            cv2.copyTo(self._picture, kept, picture)
            cv2.copyTo(self._told, hidden, told)
            self._picture, self._told = picture, told
        else:
            self._picture, self._told = picture, now
        return Scene(self._picture, unseen, moved)

    def _filled(self, quad: np.ndarray) -> np.ndarray:
        """Draw a place of the picture, float32 (4, 2) pixels: uint8 (h, w) small pixels, 255 inside."""
        scale = self._age.shape[1] / self._picture.shape[1]
        return fill(np.zeros(self._age.shape, np.uint8), [quad * scale])

    def _aged(self, now: np.ndarray) -> np.ndarray:
        """Count on for how long each place has been as it is; outline what has not been so long enough.

        Each place is compared with how it looked when it came to rest, not with the frame before: what creeps
        moves as well.
        """
        moved = _above(cv2.absdiff(self._anchor, now), self._anchor, *MOVED_DIFFERENCE)
        self._age = np.minimum(self._age, ALWAYS_MS - self._passed) + np.uint16(self._passed)
        self._age[moved > 0] = 0
        cv2.copyTo(now, moved, self._anchor)
        # Single places that flicker are the sensor's noise at a sharp edge.
        return cv2.morphologyEx(
            cv2.inRange(self._age, 0, self._needed - 1), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)
        )

    def _follow_light(self, now: np.ndarray) -> None:
        """Show what is remembered in the light of now: a lamp's change of the whole picture is no change."""
        gain = light_gain(self._anchor[::6, ::6], now[::6, ::6])
        if np.abs(gain - 1).max() > SAME_LIGHT:
            self._anchor, self._told, self._bare, self._newest, self._picture = (
                in_light(each, gain)
                for each in (self._anchor, self._told, self._bare, self._newest, self._picture)
            )
            self._lit = self._lit * gain

    def _lit_anew(self) -> bool:
        """Tell whether the light has become another than that in which the table was told last."""
        return bool(np.abs(self._lit - 1).max() > OTHER_LIGHT)

    def _parts(
        self, foreground: np.ndarray, moving: np.ndarray, now: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Split what differs or moves: uint8 (h, w) of what is hidden, and of what has come to rest.

        Solid things are judged whole: a card counts once the hand beside it is gone. Thin ones, the edges of
        a pattern over which the camera trembles or print on white paper, are judged each for itself.
        """
        hidden, rested = np.zeros_like(foreground), np.zeros_like(foreground)
        if not cv2.countNonZero(foreground):
            return hidden, rested
        solid = cv2.morphologyEx(foreground, cv2.MORPH_OPEN, _LINE)
        solid = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, _CLOSED)
        labels, stats = components(solid)
        for label in range(1, len(stats)):
            x, y, w, h, size = (int(v) for v in stats[label])
            box = np.s_[y : y + h, x : x + w]
            inside = cv2.inRange(labels[box], label, label)
            still = cv2.countNonZero(cv2.bitwise_and(moving[box], inside)) <= FEW_MOVING * size
            if still and not self._is_arm(Silhouette(inside), (x, y), size, now):
                rested[box] |= inside
                continue
            hidden[box] |= inside
            if size >= FEWEST_RESTING_PIXELS:
                self._let_go(
                    hidden, rested, box, inside, moving, now, self._needed if still else LONG_REST_MS
                )
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
        now: np.ndarray,
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
            table = cv2.bitwise_and(alone, _alike(self._bare[box], now[box]))
            table = cv2.morphologyEx(table, cv2.MORPH_OPEN, _LINE)
            rested[box] |= table
            hidden[box], alone = cv2.subtract(hidden[box], table), cv2.subtract(alone, table)
        alone = cv2.subtract(alone, shaded(self._told[box], now[box]))
        rest = cv2.morphologyEx(alone, cv2.MORPH_OPEN, _EDGE)
        labels, stats = components(rest)
        either, firm, age = cv2.bitwise_or(alone, stirs), cv2.bitwise_or(rest, stirs), self._age[box]
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
            if share > BITTEN_WITHIN:
                continue
            outline = Silhouette(part)
            bitten = outline.is_bitten
            # What only a shadow joins to a hand need not wait as what a hand still touches must.
            apart = share < APART_WITHIN or (held < SHAPED_WITHIN and (bitten or outline.is_oblong))
            soonest = self._needed if apart else min(wait, BITTEN_RESTS_MS)
            if _young(age[view], part, soonest) > BITTEN_YOUNG:
                continue
            most, young = (BITTEN_WITHIN, BITTEN_YOUNG) if bitten else (PART_WITHIN, YOUNG)
            # What is touched at its edge alone is no part of what stirs there: several cards, say.
            least = (
                self._needed if apart else min(wait, BITTEN_RESTS_MS) if bitten or share < ARM_COVER else wait
            )
            if share > most or _young(age[view], part, least) > young:
                continue
            corner = box[1].start + view[1].start, box[0].start + view[0].start
            if self._is_arm(outline, corner, size, now):
                part = beside_arm(part, self._table_within(box, view, now), age[view])
            rested[box][view] |= part
            hidden[box][view] = cv2.subtract(hidden[box][view], part)

    def _table_within(
        self, box: tuple[slice, slice], view: tuple[slice, slice], now: np.ndarray
    ) -> np.ndarray:
        """Outline where a window of a window shows the table, be it in a deep shadow: uint8 (h, w)."""
        shown = now[box][view]
        bare = self._bare[box][view]
        table = shaded(self._told[box][view], shown, DEEP_SHADOW)
        table |= shaded(bare, shown, DEEP_SHADOW)
        return table | _alike(bare, shown)

    def _is_arm(self, outline: Silhouette, corner: tuple[int, int], size: int, now: np.ndarray) -> bool:
        """Tell whether a change at rest is an arm: large, over the picture's rim or the region's, no table.

        The table where an arm has left differs as well, but looks like what is beside it. corner: the left
        and top small pixel of the outline's window; size: its pixels.
        """
        if size < ARM * self._age.size:
            return False
        part = outline.part
        across: list[tuple[Any, np.ndarray]] = [*crossings(part, corner, self._age.shape)]
        if self._region is not None:
            across += self._region.crossings(part, corner)
        long = [(rim, at) for rim, at in across if len(at) > EDGE_STRIP * self._age.shape[1]]
        if not long:
            return False
        (left, top), (high, wide) = corner, part.shape
        if (
            _young(self._age[top : top + high, left : left + wide], part, ARM_RESTS_MS) == 0
            or outline.is_oblong
        ):
            return False
        return any(stands_out(now[rim], at) > stands_out(self._told[rim], at) for rim, at in long)

    def _quiet(self, now: np.ndarray, hidden: np.ndarray) -> bool:
        """Tell whether all that is in view is as it was told, to a finer measure."""
        slight = _above(cv2.absdiff(self._told, now), now, QUIET_LEVELS, 0.0)
        slight[hidden > 0] = 0
        return cv2.countNonZero(slight) <= QUIET_SHARE * slight.size


def _differs(before: np.ndarray, now: np.ndarray, level: int, share: float) -> np.ndarray:
    """Outline where any of the three colours differs by more than a level and a share: uint8 (h, w).

    Only about places that look like nothing that was beside them.
    """
    new = _above(beyond(before, now, DISPLACED_SMALL_PX), before, level, share)
    if not cv2.countNonZero(new):
        return new
    return cv2.bitwise_and(_above(cv2.absdiff(before, now), before, level, share), cv2.dilate(new, _CLOSED))


def _evened(image: np.ndarray, bands: np.ndarray, painted: np.ndarray | None) -> np.ndarray:
    """Divide bands out of a picture, uint8 (h, w, 3), but out of what is painted over: there are none."""
    even = banding.without(image, bands)
    if painted is not None:
        cv2.copyTo(image, painted, even)
    return even


def _alike(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Outline where none of the three colours differs by more than `DIFFERS`: uint8 (h, w)."""
    return cv2.bitwise_not(_above(cv2.absdiff(before, now), before, *DIFFERS))


def _above(difference: np.ndarray, before: np.ndarray, level: int, share: float) -> np.ndarray:
    """Outline where a difference is more than a level and a share of what was before: uint8 (h, w)."""
    # The alpha of both bounds is 0: OpenCV before 5 wants four values.
    left = cv2.addWeighted(difference, 1.0, before, -share, 0.0)
    return cv2.bitwise_not(cv2.inRange(left, (0, 0, 0, 0), (level, level, level, 0)))


def _young(age: np.ndarray, part: np.ndarray, milliseconds: int) -> float:
    """Give the share of a part, uint8 (h, w), that has been as it is for less long: 0..1."""
    young = cv2.bitwise_and(cv2.inRange(age, 0, milliseconds - 1), part)
    return cv2.countNonZero(young) / cv2.countNonZero(part)
