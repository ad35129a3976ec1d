"""Sprites: what is painted once and then pasted into picture after picture, wherever it has moved to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.scene.painter import Pictures

Paint = Callable[[Pictures], None]
"""Paint something into one or more pictures."""

REACH_PX = 48
"""By how much a sprite that leaves the picture is continued, so that it can move further in."""
FAINT = 249
"""A pixel that lets more than this through is left as it is: the last of a shadow that nobody sees."""
SOLID = 70
"""A pixel that lets no more than this of 255 through belongs to the thing, not to its shadow."""
COARSE = 8
"""Pixels of the picture to one of the maps in which is looked up what covers what."""
STEP_PX = 8
"""Motion blur is rounded to so many pixels, so that a smeared sprite serves for many pictures."""
BLURRED = 0.22
"""The share of the way between two pictures for which the shutter is open: 1/45 s of a tenth."""


@dataclass(frozen=True)
class Sprite:
    """What a thing and its shadow do to a picture: `keep` of 255 is let through, then `add` is added.

    x, y: of its top left corner in the picture. keep, add: uint8 (h, w, 3).
    """

    x: int
    y: int
    keep: np.ndarray
    add: np.ndarray


def capture(paint: Paint, size: tuple[int, int]) -> Sprite | None:
    """Find out what painting does to any picture of `size` (w, h); None where that is nothing.

    What is painted must be a mixture with the picture below, pixel by pixel: it is tried on black and white.
    """
    w, h = size
    black, white = np.zeros((h, w, 3), np.uint8), np.full((h, w, 3), 255, np.uint8)
    paint((black, white))
    keep = cv2.subtract(white, black)
    x0, y0, wide, high = cv2.boundingRect(cv2.inRange(keep, (0, 0, 0), (FAINT, FAINT, FAINT)))
    if not wide:
        return None
    x1, y1 = x0 + wide, y0 + high
    more = [REACH_PX if touches else 0 for touches in (y0 == 0, y1 == h, x0 == 0, x1 == w)]
    top, bottom, left, right = more
    wider = [
        cv2.copyMakeBorder(each[y0:y1, x0:x1], top, bottom, left, right, cv2.BORDER_REPLICATE)
        for each in (keep, black)
    ]
    return Sprite(x0 - left, y0 - top, *wider)


def paste(picture: np.ndarray, sprite: Sprite, dx: int = 0, dy: int = 0) -> None:
    """Composite a sprite into a picture, uint8 (H, W, 3), in place, moved by (dx, dy) pixels."""
    h, w = picture.shape[:2]
    sh, sw = sprite.keep.shape[:2]
    x, y = sprite.x + dx, sprite.y + dy
    x0, x1, y0, y1 = max(x, 0), min(x + sw, w), max(y, 0), min(y + sh, h)
    if x1 <= x0 or y1 <= y0:
        return
    there = (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
    part = picture[y0:y1, x0:x1]
    cv2.multiply(part, sprite.keep[there], dst=part, scale=1 / 255)
    cv2.add(part, sprite.add[there], dst=part)


def smeared(sprite: Sprite, blur: tuple[int, int]) -> Sprite:
    """Smear a sprite over so many pixels (across, down), as one that moves while the shutter is open."""
    kernel = (max(1, blur[0]), max(1, blur[1]))
    keep, add = (
        cv2.blur(each, kernel, borderType=cv2.BORDER_REPLICATE) for each in (sprite.keep, sprite.add)
    )
    return Sprite(sprite.x, sprite.y, keep, add)


def smear(dx: float, dy: float) -> tuple[int, int]:
    """Give how far a thing is smeared that moved by so many pixels since the last picture: a few grades."""
    across, down = (STEP_PX * round(abs(way) * BLURRED / STEP_PX) for way in (dx, dy))
    return across, down


def solid(sprite: Sprite) -> np.ndarray:
    """Give where the thing itself is, without its shadow: bool (h, w) at a coarse scale."""
    there = cv2.inRange(sprite.keep, (0, 0, 0), (SOLID, SOLID, SOLID))
    size = (max(1, there.shape[1] // COARSE), max(1, there.shape[0] // COARSE))
    return cv2.resize(there, size, interpolation=cv2.INTER_AREA) > 127


def covered(shape: np.ndarray, corner: tuple[int, int], wanted: np.ndarray) -> int:
    """Count the coarse pixels of `wanted`, bool (H, W), that lie below a coarse shape at a corner (x, y)."""
    h, w = wanted.shape
    x, y = round(corner[0] / COARSE), round(corner[1] / COARSE)
    sh, sw = shape.shape
    x0, x1, y0, y1 = max(x, 0), min(x + sw, w), max(y, 0), min(y + sh, h)
    if x1 <= x0 or y1 <= y0:
        return 0
    return int(np.count_nonzero(shape[y0 - y : y1 - y, x0 - x : x1 - x] & wanted[y0:y1, x0:x1]))


class Sprites:
    """Paints each thing when it is first needed, and keeps so many: those used last.

    size: width and height of the picture in pixels.
    """

    def __init__(self, size: tuple[int, int], most: int = 72) -> None:
        self._size, self._most = size, most
        self._smeared: OrderedDict[Hashable, Sprite] = OrderedDict()
        self._kept: OrderedDict[Hashable, tuple[Sprite, np.ndarray] | None] = OrderedDict()

    def get(self, key: Hashable, paint: Paint) -> tuple[Sprite, np.ndarray] | None:
        """Give a sprite and where it is solid; None for what is out of the picture."""
        if key not in self._kept:
            sprite = capture(paint, self._size)
            self._kept[key] = None if sprite is None else (sprite, solid(sprite))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def moving(self, key: Hashable, sprite: Sprite, blur: tuple[int, int]) -> Sprite:
        """Give a sprite smeared over so many pixels."""
        if max(blur) == 0:
            return sprite
        which = (key, blur)
        if which not in self._smeared:
            self._smeared[which] = smeared(sprite, blur)
            if 2 * len(self._smeared) > self._most:
                self._smeared.popitem(last=False)
        self._smeared.move_to_end(which)
        return self._smeared[which]

    def forget(self) -> None:
        """Paint everything anew: light or camera have changed."""
        self._kept.clear()
        self._smeared.clear()
