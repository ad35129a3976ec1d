"""The one card that was newly laid, of whatever deck: where it lies, and whether it is fit to keep."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, reduce

import cv2
import numpy as np

from vision.brightness import brightness
from vision.detect import outlines
from vision.detect.change import candidates
from vision.detect.fit import Fit, changed_share, without
from vision.detect.locator import shipped
from vision.detect.parts import LEAST_CARD_CHANGE
from vision.geometry.correlation import ncc_map
from vision.geometry.quads import (
    Sides,
    area,
    following,
    intersection,
    iou,
    median_sides,
    rectify,
    sides,
    to_corners,
    upon_each_other,
)
from vision.geometry.suppression import suppress
from vision.interval import FrameInterval
from vision.motion import stillness
from vision.motion.static_scene import Scene, StaticScene
from vision.sharp import BLURRED, sharpness
from vision.types import Corners

DARK_PICTURE_LEVELS = 22
"""Mean grey level below which a picture is too dark to keep."""

DIM_CARD_LEVELS = 60
"""Grey level that the brightest twentieth of a card must reach."""

SMALL_PRINT_PX = 60
"""Pixels across below which a card's print is lost."""

PLACE_UNCHANGED, PLACE_CHANGED = 0.03, 0.12
"""Changed share of a place below which it looks as before, and above which it does not.

Between them lies the 5 of hearts that falls on the 4, but also a table on which the light has changed.
"""

BLAND_LEVELS = 14.0
"""Contrast, in grey levels, that a table without a card on it has at most."""

FITTING_SCORE = 0.45
"""How well a card must explain a change to be one: see `Fit.score`."""

OUTSIDE_CHANGED = 0.35
"""Changed share, outside of better candidates, from which a further card has come."""

AGAIN_CORRELATION = 0.93
"""Correlation from which two crops may show the same card; of 108 drawn cards taken twice all lay above."""

CALM = 2
"""Still pictures until the table as it is counts as known. They are counted: one tells nothing of motion,
however long ago it was taken, and the second does."""

NEW_CARD_CERTAINTY, NEW_CARD_CHANGED = 0.95, 0.95
"""Certainty of the networks, and changed share, from which a place is one whole new card."""

PART = 0.88
"""Share of such a card below which an outline within it is that of a part of its face."""

MOST_EDGE_FITTED = 4
"""Candidates whose sides are moved to the edges of the picture."""

SEARCH_MS = 300
"""Milliseconds from one search to the next while a change is there of which no card came."""

REMEMBERED = 8
"""Earlier still pictures by which a vacated place is known again: one of each card or other change."""

REST_MS = 180
"""Milliseconds for which a place must not have moved to be at rest."""

STIRRING_SHARE = 0.004
"""Share of the picture in motion from which something is about to be laid or taken."""

UNCLEAR_CHANGE_MS = 2000
"""Milliseconds after which an unclear change is taken as it is, and a table that never rests as well."""


class State(StrEnum):
    """What one look at the table found."""

    MOVING = "moving"
    DARK = "dark"
    CLEAR = "clear"
    UNCLEAR = "unclear"
    SEVERAL = "several"
    POOR = "poor"
    CARD = "card"


class Fault(StrEnum):
    """Why a card that was found is not kept without a word from its owner."""

    SMALL = "small"
    DIM = "dim"
    BLURRED = "blurred"
    CUT = "cut"
    AGAIN = "again"
    BACK = "back"


@dataclass(frozen=True)
class Glance:
    """One look. A CARD is told once; a POOR one stays in sight as long as it lies there, with its fault.

    corners: pixels of the picture; crop: uint8 (144, 96, 3) BGR.
    """

    state: State
    corners: Corners | None = None
    crop: np.ndarray | None = field(default=None, compare=False, repr=False)
    fault: Fault | None = None


class _Still:
    """A small still picture, uint8 (h, w, 3) BGR, that is held against others many times."""

    def __init__(self, picture: np.ndarray) -> None:
        self.picture = picture

    @cached_property
    def smooth(self) -> np.ndarray:
        """Give it without its noise."""
        return stillness.smoothed(self.picture)

    def changed(self, now: "_Still") -> np.ndarray:
        """Outline what has changed since: uint8 (h, w), 255 where it did."""
        return stillness.changed_smooth(self.smooth, now.smooth)


class NewCard:
    """Follows one table on which cards are laid one at a time, and gives each as it comes.

    It knows no deck. The first still picture is the table as it is; a card laid beside the last, upon it or
    in its place is new, a card that was taken away is not.
    """

    def __init__(self, judge: Callable[[np.ndarray], Fault | None] | None = None) -> None:
        """Begin; judge: finds a fault in the crop of a card, where it knows the deck."""
        self._judge = judge
        self._interval = FrameInterval()
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the table as it is."""
        self._scene = StaticScene(needed=REST_MS)
        self._known: tuple[_Still, ...] = ()
        self._last: tuple[np.ndarray, np.ndarray] | None = None
        self._sizes: tuple[Sides, ...] = ()
        self._dark = False
        # Still pictures of a table that is not known yet, and milliseconds for which it has not been.
        self._calm = self._began = 0
        self._found: Glance | None = None
        self._rest()

    def insist(self) -> None:
        """Keep the card that lies there in spite of its fault, at the next look."""
        self._insists = True

    def taken(self, seconds: float) -> None:
        """Take in when the next frame was taken, in seconds: see `FrameInterval`."""
        self._interval.taken(seconds)

    def look(self, frame: np.ndarray) -> Glance:
        """Take the next frame, uint8 (H, W, 3) BGR."""
        scene = self._scene.push(frame, self._interval.passed)
        if scene.moved or scene.hidden > STIRRING_SHARE:
            self._found = None
        if scene.picture is not None:
            now = _Still(stillness.small(scene.picture, stillness.CHANGE_WIDTH_PX))
            self._dark = float(now.picture[::8, ::8].mean()) < DARK_PICTURE_LEVELS
        if self._dark:
            return Glance(State.DARK)
        if scene.hidden > STIRRING_SHARE and not (scene.moved or self._waited) and self._known:
            return Glance(State.MOVING)
        if scene.picture is None:
            return Glance(State.CLEAR)
        if not self._known or self._known[-1].picture.shape != now.picture.shape:
            return self._begin(scene, now)
        mask = self._known[-1].changed(now)
        if cv2.countNonZero(mask) < LEAST_CARD_CHANGE * mask.size and not self._reprinted(
            mask, scene.picture
        ):
            self._rest()
            return Glance(State.CLEAR)
        # What is not yet clear is looked at again.
        self._scene.want()
        searches = -(-self._waited // SEARCH_MS)
        self._waited += self._scene.passed
        if searches == -(-self._waited // SEARCH_MS) and not self._insists and self._found is not None:
            return self._found
        glance = self._found = self._find(scene.picture, mask, now)
        if glance.state in (State.CARD, State.CLEAR) or (
            glance.state is State.UNCLEAR and self._waited >= UNCLEAR_CHANGE_MS
        ):
            self._rest()
            self._known = (self._known[0], *self._known[1:][-REMEMBERED:], now)
        return glance

    def _begin(self, scene: Scene, now: _Still) -> Glance:
        """Wait until the table is known: the first picture says nothing of a hand that moves in it."""
        self._scene.want()
        self._began += self._scene.passed
        stirs = scene.hidden > STIRRING_SHARE and self._began < UNCLEAR_CHANGE_MS
        if stirs:
            self._scene = StaticScene(needed=REST_MS)
        self._calm = 0 if stirs else self._calm + 1
        self._known = (now,) if self._calm >= CALM else ()
        return Glance(State.MOVING if stirs else State.CLEAR)

    def _reprinted(self, mask: np.ndarray, frame: np.ndarray) -> bool:
        """Tell whether little has changed, but just where the last card lies: a few pips more than it has."""
        if self._last is None:
            return False
        return changed_share(mask, self._last[0] * (mask.shape[1] / frame.shape[1])) > PLACE_UNCHANGED

    def _rest(self) -> None:
        # Milliseconds for which a change has been there of which no card came.
        self._waited = 0
        self._insists = False
        self._found = None

    def _find(self, frame: np.ndarray, mask: np.ndarray, now: _Still) -> Glance:
        """Say what a change is; mask: what of this picture differs from the newest that is known."""
        scale = frame.shape[1] / mask.shape[1]
        found = candidates(frame, mask, median_sides(self._sizes))
        if not found and self._sizes:
            found = candidates(frame, mask, None)
        found += self._upon(frame, mask, scale)
        fitting = [pair for pair in found if pair[0].score > FITTING_SCORE]
        # What is kept for years is worth the most exact outline: that of the picture's own edges.
        fitting += [(fit, outlines.refine(frame, quad)) for fit, quad in fitting[:MOST_EDGE_FITTED]]
        # A place that looks as it did once before has lost a card, not gained one.
        earlier = self._known[:-1] if fitting else ()
        since = [(known, known.changed(now)) for known in earlier] + [(self._known[-1], mask)]
        fresh = [
            (fit, quad)
            for fit, quad in fitting
            if not any(self._as_before(known, now, change, quad / scale) for known, change in since)
        ]
        kept = _apart(mask, ranked(now.picture, _whole(fresh), scale), scale)
        if not kept:
            return Glance(State.CLEAR if fitting else State.UNCLEAR)
        if len(kept) > 1:
            return Glance(State.SEVERAL)
        fit, quad = kept[0]
        crop = rectify(frame, quad)
        corners = to_corners(quad)
        fault = None if self._insists else self._fault(frame, quad, crop, mask, scale)
        if fault is not None:
            return Glance(State.POOR, corners, crop, fault)
        self._last = quad, crop
        if fit.cover > 0.8 and fit.share > 0.85:
            self._sizes = (*self._sizes[-8:], sides(quad))
        return Glance(State.CARD, corners, crop)

    def _as_before(self, known: _Still, now: _Still, change: np.ndarray, quad: np.ndarray) -> bool:
        """Tell whether a place looks as it did in an earlier picture: the same table, or the same card."""
        share = changed_share(change, quad)
        if not PLACE_UNCHANGED <= share <= PLACE_CHANGED:
            return share < PLACE_UNCHANGED
        crop = rectify(now.picture, quad)
        return float(crop.std(axis=(0, 1)).max()) < BLAND_LEVELS or same(rectify(known.picture, quad), crop)

    def _upon(self, frame: np.ndarray, mask: np.ndarray, scale: float) -> list[tuple[Fit, np.ndarray]]:
        """Give the last card's place as a candidate: a neat pile changes by a few signs of the print only."""
        if self._last is None:
            return []
        found = []
        for card in shipped().refined(frame, [self._last[0]]):
            share = changed_share(mask, card.quad / scale)
            rest = cv2.countNonZero(without(mask, card.quad / scale))
            found.append((Fit(1 - rest / max(1, cv2.countNonZero(mask)), share), card.quad))
        return found

    def _fault(
        self, frame: np.ndarray, quad: np.ndarray, crop: np.ndarray, mask: np.ndarray, scale: float
    ) -> Fault | None:
        """Find what speaks against keeping a card."""
        height, width = frame.shape[:2]
        margin = 0.002 * width
        if (quad < margin).any() or (quad > np.array([width, height]) - 1 - margin).any():
            return Fault.CUT
        if sides(quad)[0] < SMALL_PRINT_PX:
            return Fault.SMALL
        if brightness(crop) < DIM_CARD_LEVELS:
            return Fault.DIM
        if sharpness(crop) < BLURRED:
            return Fault.BLURRED
        if self._last is not None and same(self._last[1], crop) and not self._stays(mask, quad, scale):
            return Fault.AGAIN
        return self._judge(crop) if self._judge else None

    def _stays(self, mask: np.ndarray, quad: np.ndarray, scale: float) -> bool:
        """Tell whether the last card still lies where it lay, as far as the new one leaves it in sight."""
        assert self._last is not None
        old = self._last[0] / scale
        if iou(self._last[0], quad) > 0.8:
            return False
        return changed_share(without(mask, quad / scale), old) < PLACE_CHANGED


def ranked(
    now: np.ndarray, found: list[tuple[Fit, np.ndarray]], scale: float
) -> list[tuple[Fit, np.ndarray]]:
    """Put first what explains the change and is bounded by edges of the small picture, uint8 (h, w, 3) BGR.

    scale: the pixels of the quads' picture to one of the small one.
    """
    edges = cv2.Canny(cv2.GaussianBlur(now, (3, 3), 0), 20, 60)
    near = cv2.dilate(edges, np.ones((3, 3), np.uint8)) > 0
    return sorted(found, key=lambda pair: -(pair[0].score + 0.5 * _bounded(near, pair[1] / scale)))


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether two crops show the same card, either way up, a few pixels off."""
    one, other = (cv2.GaussianBlur(crop, (0, 0), 0.7) for crop in (one, other))
    inner = other[4:-4, 4:-4]
    ways = (inner, np.ascontiguousarray(inner[::-1, ::-1]))
    return max(float(ncc_map(one, way).max()) for way in ways) > AGAIN_CORRELATION


def _whole(found: list[tuple[Fit, np.ndarray]]) -> list[tuple[Fit, np.ndarray]]:
    """Leave out parts of a card: a band across its face is a straight edge too, and bounds a smaller one."""
    whole = [quad for fit, quad in found if fit.sure > NEW_CARD_CERTAINTY and fit.share > NEW_CARD_CHANGED]
    return [
        (fit, quad)
        for fit, quad in found
        if not any(area(quad) < PART * area(w) and intersection(quad, w) > 0.95 * area(quad) for w in whole)
    ]


def _apart(
    mask: np.ndarray, ranked: list[tuple[Fit, np.ndarray]], scale: float
) -> list[tuple[Fit, np.ndarray]]:
    """Keep one candidate a card, the first of those that lie upon one another.

    A further one must explain what those before it leave: a card that lay there changes under a new one too.
    """

    def explains_more(find: tuple[Fit, np.ndarray], kept: Sequence[tuple[Fit, np.ndarray]]) -> bool:
        left = reduce(lambda rest, other: without(rest, other[1] / scale), kept, mask)
        return not kept or changed_share(left, find[1] / scale) > OUTSIDE_CHANGED

    return suppress(ranked, lambda find, kept: upon_each_other(find[1], kept[1]), explains_more)


def _bounded(edges: np.ndarray, quad: np.ndarray) -> float:
    """Give the share of the quad's outline, between its rounded corners, that lies on edges: 0..1."""
    t = np.linspace(0.12, 0.88, 40)[:, None]
    points = quad[:, None] + t[None] * (following(quad) - quad)[:, None]
    x = np.clip(points[..., 0].round().astype(int), 0, edges.shape[1] - 1)
    y = np.clip(points[..., 1].round().astype(int), 0, edges.shape[0] - 1)
    return float(edges[y, x].mean(1).min())
