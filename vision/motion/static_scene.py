"""The table as it was last seen at rest, place by place, whatever moves in front of it.

Background subtraction with stationary foreground detection (surveyed by Cuevas, Martinez and Garcia, 2016):
a place that changed is taken over once it lies still and nothing moves beside it. What still moves, and an
arm that reaches in over the picture's edge, is left out: there the picture shows what lay there before. So
whoever looks for new cards or sticks sees a table without hands, and what a hand hides has not gone.

How long something has lain still is counted in milliseconds of the camera, not in pictures: a small computer
that looks at four a second waits about as long as one that looks at fifteen.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from models.resample import shrunk
from vision.geometry.correlation import evenly_lit, ncc
from vision.geometry.quads import fill, rectify
from vision.interval import USUAL_MS
from vision.median import median
from vision.motion import banding, sway
from vision.motion.averaging import TemporalAveraging
from vision.motion.digital_gain import DigitalGain
from vision.motion.foreground import (
    ALWAYS_MS,
    FEWEST_RESTING_PIXELS,
    WITHIN_SOLID,
    Foreground,
    above,
    differs,
)
from vision.motion.region import Region
from vision.motion.stillness import halved, in_light, light_gain

NO_PICTURE: np.ndarray = np.empty((0, 0, 3), np.uint8)
"""What there is before the first picture: it has another shape than any."""

PLACE_REST_MS = 60
"""Milliseconds for which a place must be as it is to be at rest: from one picture to the next, at least."""

MOTION_WIDTH_PX = 384
"""Width in pixels that the small picture in which motion is measured has about."""

MOVED_DIFFERENCE = (8, 0.03)
"""Grey levels, and on top of them the share of its brightness, by which a place must differ to have moved.

Sensor noise stays below 3 levels after averaging; a tube's flicker is a few per cent.
"""

QUIET_LEVELS = 3
"""Grey levels up to which a place is as it was told: averaged noise makes less, a card's small print more."""

QUIET_SHARE = 0.0002
"""Share of the places in view that may differ a little for the picture to be as it was told."""

RECHECK_MS = 400
"""Milliseconds from one telling of slight changes to the next: what differs little is compared more finely
then."""

SAME_LIGHT = 0.015
"""Share by which the light of the whole picture may change without being followed."""

OTHER_LIGHT = 0.2
"""Share by which it may change until the table is told anew: it may have become too dark to read."""


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
        self._anchor = self._told = self._bare = self._before = self._newest = self._picture = NO_PICTURE
        # By small pixel: for how many milliseconds it has been as it is, and whether it cannot be seen now.
        self._age: np.ndarray = np.empty((0, 0), np.uint16)
        self._hidden: np.ndarray = np.empty((0, 0), np.uint8)
        # The light of now, by channel, as a multiple of that in which the table was told last.
        self._lit: np.ndarray = np.ones(3)
        self._limits: np.ndarray | None = None
        self._region: Region | None = None
        self._wanted = self._stirs = False
        self._now = self._passed = self._since = 0
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
    def now(self) -> int:
        """Give the scene's milliseconds: all that the pictures so far have counted for."""
        return self._now

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

    def likeness(self, quad: np.ndarray) -> float:
        """Tell how much a place, whatever light falls on it, looks in the newest frame as in the picture.

        quad: float32 (4, 2) pixels of the picture. Gives the normalised cross-correlation: -1..1.
        """
        quad = quad * (self._told.shape[1] / self._picture.shape[1])
        told, newest = (evenly_lit(rectify(each, quad)) for each in (self._told, self._newest))
        return ncc(told, newest, np.ones(told.shape[:2], bool))

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
            return self._begin(frame, now)
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
        different = differs(self._told, now)
        # A cloth's edges that tremble look as they did beside themselves, and join no hand to a card.
        moving = cv2.bitwise_and(moving, cv2.dilate(different, WITHIN_SOLID))
        self._stirs = cv2.countNonZero(moving) >= FEWEST_RESTING_PIXELS
        seen = Foreground(now, self._told, self._bare, self._age, self._needed, region)
        hidden, rested = seen.split(cv2.bitwise_or(different, moving), moving)
        self._hidden = hidden
        pixels = different.size if region is None else region.pixels
        unseen, moved = cv2.countNonZero(hidden) / pixels, cv2.countNonZero(rested) / pixels
        self._since += self._passed
        anew = moved * pixels >= FEWEST_RESTING_PIXELS or self._wanted or self._lit_anew()
        if not (anew or (self._since >= RECHECK_MS and not self._quiet(now, hidden))):
            return Scene(None, unseen, 0.0)
        self._tell(frame, now, bands, region)
        return Scene(self._picture, unseen, moved)

    def _begin(self, frame: np.ndarray, now: np.ndarray) -> Scene:
        """Take the first frame for the table; now: the same in small pixels."""
        self._anchor, self._told, self._bare = now.copy(), now, now
        self._before = self._newest = now
        self._lit = np.ones(3)
        self._age = np.full(now.shape[:2], ALWAYS_MS, np.uint16)
        self._hidden = np.zeros(now.shape[:2], np.uint8)
        self._picture, self._since, self._stirs = frame, 0, False
        self._region = None
        return Scene(frame, 0.0, 1.0)

    def _tell(
        self, frame: np.ndarray, now: np.ndarray, bands: np.ndarray | None, region: Region | None
    ) -> None:
        """Take over all that a frame, and now, the same in small pixels, show of the table.

        bands: of the lamps' flicker, to be divided out of the frame; None: there are none.
        """
        self._wanted, self._since, self._lit = False, 0, np.ones(3)
        # What the camera gave is not ours to be written on.
        picture = frame
        if bands is not None:
            picture = _evened(frame, bands, None if region is None else region.outside)
        if cv2.countNonZero(self._hidden):
            kept = cv2.resize(self._hidden, frame.shape[1::-1], interpolation=cv2.INTER_NEAREST)
            picture, told = frame.copy() if picture is frame else picture, now.copy()
            cv2.copyTo(self._picture, kept, picture)
            cv2.copyTo(self._told, self._hidden, told)
            self._picture, self._told = picture, told
        else:
            self._picture, self._told = picture, now

    def _filled(self, quad: np.ndarray) -> np.ndarray:
        """Draw a place of the picture, float32 (4, 2) pixels: uint8 (h, w) small pixels, 255 inside."""
        scale = self._age.shape[1] / self._picture.shape[1]
        return fill(np.zeros(self._age.shape, np.uint8), [quad * scale])

    def _aged(self, now: np.ndarray) -> np.ndarray:
        """Count on for how long each place has been as it is; outline what has not been so long enough.

        Each place is compared with how it looked when it came to rest, not with the frame before: what creeps
        moves as well.
        """
        moved = above(cv2.absdiff(self._anchor, now), self._anchor, *MOVED_DIFFERENCE)
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

    def _quiet(self, now: np.ndarray, hidden: np.ndarray) -> bool:
        """Tell whether all that is in view is as it was told, to a finer measure."""
        slight = above(cv2.absdiff(self._told, now), now, QUIET_LEVELS, 0.0)
        slight[hidden > 0] = 0
        return cv2.countNonZero(slight) <= QUIET_SHARE * slight.size


def _evened(image: np.ndarray, bands: np.ndarray, painted: np.ndarray | None) -> np.ndarray:
    """Divide bands out of a picture, uint8 (h, w, 3), but out of what is painted over: there are none."""
    even = banding.without(image, bands)
    if painted is not None:
        cv2.copyTo(image, painted, even)
    return even
