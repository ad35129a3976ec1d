"""Disturbances of light and camera from picture to picture.

Light: a flickering lamp's bands before a rolling shutter, daylight's drift, the shadow of somebody who goes
by, a lamp that is switched. Camera: knocks, after which it hangs elsewhere, and an arm that sways.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from simulation.scene.sensor import PICTURE_S
from simulation.scene.view import View

REFERENCE_WIDTH_PX = 2304
"""Width of the picture for which lengths in pixels are given: Camera Module 3, binned."""
NEUTRAL = 215
"""The byte of a field of light that leaves the light as it is; a field can then brighten by a sixth."""
SHADOW_FIELD = 1.9
"""Width and height of the field with a wandering shadow, in widths and heights of the picture."""
SHAKES = ((1.0, 0.8), (-0.7, 0.6), (0.4, 0.35), (-0.15, 0.1))
"""After a knock, picture by picture: where the camera swings, how far while the shutter is open."""
SWAYS_HZ = (1.7, 2.3)
"""How often an arm of half a metre sways a second, across and down: assumed, not measured."""
LEAST_SWING_PX = 5.0
"""By how much a camera swings after a knock at least, if it hangs hardly elsewhere afterwards."""


@dataclass(frozen=True)
class Unrest:
    """How light and camera change.

    flicker: half the height of a lamp's bands, as a share of the light, drawn up to this: tubes leave a few
    per cent, cheap LED lamps before a camera that exposes briefly three times as much.
    bands: how many of them a picture shows: the time in which its rows are read, times twice the mains'
    frequency. beat_hz: how fast they wander, up to this.
    drift, drift_s: how much daylight changes, as a share, and in how many seconds.
    shadow, shadow_s: how dark the shadow of somebody is who moves before a lamp, as a share, and how many
    seconds it takes across the table.
    lamps_per_minute, lamp: how often a lamp is switched or moved, and by which share the light changes then
    at most.
    jogs_per_minute, jog_px: how often somebody knocks against the camera, and by how many pixels it hangs
    elsewhere then (standard deviation, of a picture of 2304); large_jogs, large_jog_px: the share of knocks
    after which it hangs so much further off. roll: in degrees, likewise.
    sway_px: how far the camera sways on its arm all the time, in pixels (amplitude, of a picture of 2304).
    """

    flicker: float = 0.035
    bands: tuple[float, float] = (0.7, 3.5)
    beat_hz: float = 1.8
    drift: float = 0.05
    drift_s: float = 25.0
    shadow: float = 0.16
    shadow_s: float = 9.0
    lamps_per_minute: float = 0.12
    lamp: float = 0.22
    jogs_per_minute: float = 0.25
    jog_px: float = 2.5
    large_jogs: float = 0.12
    large_jog_px: float = 16.0
    roll: float = 0.12
    sway_px: float = 0.0


@dataclass(frozen=True)
class Jog:
    """How differently the camera hangs after a knock: pixels (x, y), and degrees of roll."""

    shift: tuple[float, float]
    roll: float


class Disturbances:
    """What becomes of light and camera from picture to picture, all drawn from one stream of chance.

    size: width and height of the picture in pixels.
    """

    def __init__(self, rng: np.random.Generator, unrest: Unrest, size: tuple[int, int]) -> None:
        self._rng, self._unrest, self._size = rng, unrest, size
        self._tick = 0
        depth, self._bands = float(rng.uniform(0.1, 1) * unrest.flicker), float(rng.uniform(*unrest.bands))
        self._beat = float(rng.uniform(0.15, 1) * unrest.beat_hz)
        self._phases = rng.uniform(0, 2 * math.pi, 3)
        self._period = max(1, round(size[1] / self._bands))
        rows = np.arange(size[1] + self._period)[:, None, None] * (2 * math.pi / self._period)
        tube = _bytes(1 + depth * np.sin(rows))
        self._tube = np.ascontiguousarray(np.broadcast_to(tube, (len(rows), size[0], 3)))
        self._shade = self._shadow()
        self._passing: Iterator[tuple[float, float]] | None = None
        self._lamp: np.ndarray | None = None
        self._level = 1.0
        self._shaken: list[tuple[float, float, float, float]] = []

    def advance(self) -> Jog | None:
        """Let a tenth of a second pass; say how the camera was knocked, if it was."""
        self._tick += 1
        minute, unrest, rng = 60 / PICTURE_S, self._unrest, self._rng
        lamp, jog = rng.random() < unrest.lamps_per_minute / minute, rng.random()
        if lamp:
            self._switch()
        return self._knock() if jog < unrest.jogs_per_minute / minute else None

    def light(self, picture: np.ndarray) -> None:
        """Light a picture, uint8 (H, W, 3) BGR, in place, as it is lit now."""
        h, w = picture.shape[:2]
        seconds = self._tick * PICTURE_S
        first = int(seconds * self._beat * self._period) % self._period
        turns = 2 * math.pi * seconds / self._unrest.drift_s
        drift = 0.7 * math.sin(turns + self._phases[0]) + 0.3 * math.sin(2.7 * turns + self._phases[1])
        scale = self._level * (1 + self._unrest.drift * drift) / NEUTRAL
        cv2.multiply(picture, self._tube[first : first + h], dst=picture, scale=scale)
        spot = self._passes()
        if spot is not None:
            x, y = (int(share * (SHADOW_FIELD - 1) * side) for share, side in zip(spot, (w, h), strict=True))
            cv2.multiply(picture, self._shade[y : y + h, x : x + w], dst=picture, scale=1 / NEUTRAL)
        if self._lamp is not None:
            cv2.multiply(picture, self._lamp, dst=picture, scale=1 / NEUTRAL)

    def shake(self, picture: np.ndarray) -> np.ndarray:
        """Give a picture, uint8 (H, W, 3), as a camera takes it that sways, or swings after a knock."""
        dx, dy, across, down = self._shaken.pop(0) if self._shaken else (0.0, 0.0, 0.0, 0.0)
        far, turns = (
            self._unrest.sway_px * self._size[0] / REFERENCE_WIDTH_PX,
            2 * math.pi * self._tick * PICTURE_S,
        )
        dx += far * math.sin(turns * SWAYS_HZ[0] + self._phases[2])
        dy += far * math.sin(turns * SWAYS_HZ[1] + self._phases[0])
        moved = picture
        if dx or dy:
            way = np.array([[1, 0, dx], [0, 1, dy]])
            moved = cv2.warpAffine(picture, way, self._size, borderMode=cv2.BORDER_REFLECT)
        kernel = (1 + round(abs(across)), 1 + round(abs(down)))
        return moved if kernel == (1, 1) else cv2.blur(moved, kernel)

    def _knock(self) -> Jog:
        """Draw how differently the camera hangs after a knock, and how it swings until then."""
        unrest, rng = self._unrest, self._rng
        scale = self._size[0] / REFERENCE_WIDTH_PX
        large = rng.random() < unrest.large_jogs
        x, y = rng.normal(0, unrest.large_jog_px if large else unrest.jog_px, 2) * scale
        roll = float(rng.normal(0, unrest.roll if large else unrest.roll / 5))
        swing = np.array([x, y])
        length = float(np.linalg.norm(swing))
        swing *= max(1.0, LEAST_SWING_PX * scale / max(length, 1e-6))
        self._shaken = [(*(swing * far), *(swing * blur)) for far, blur in SHAKES]
        return Jog((float(x), float(y)), roll)

    def _switch(self) -> None:
        """Switch or move a lamp: another level, another slope of the light, another colour."""
        unrest, rng, (w, h) = self._unrest, self._rng, self._size
        self._level = float(1 - rng.uniform(0, unrest.lamp))
        if rng.random() < 0.3:
            self._lamp, self._level = None, 1.0
            return
        slope = rng.uniform(-0.5, 0.5, 2) * unrest.lamp
        across = np.linspace(-1, 1, w)[None, :] * slope[0]
        down = np.linspace(-1, 1, h)[:, None] * slope[1]
        slant = 1 + across + down
        self._lamp = cv2.merge([_bytes(slant * each) for each in rng.uniform(0.97, 1.03, 3)])

    def _passes(self) -> tuple[float, float] | None:
        """Give where the shadow is of somebody who goes by, 0 to 1 across and down; None: nobody does."""
        if self._passing is None and self._rng.random() < PICTURE_S / (2 * self._unrest.shadow_s):
            self._passing = self._path()
        if self._passing is None:
            return None
        spot = next(self._passing, None)
        if spot is None:
            self._passing = None
        return spot

    def _path(self) -> Iterator[tuple[float, float]]:
        """Give the way of a shadow across the picture: shares of its width and height, a picture each."""
        rng = self._rng
        ticks = max(2, round(self._unrest.shadow_s / PICTURE_S * rng.uniform(0.5, 1.5)))
        y, slope, back = rng.uniform(0.2, 0.8), rng.normal(0, 0.25), rng.random() < 0.5
        for tick in range(ticks):
            along = tick / (ticks - 1)
            yield (1 - along if back else along), float(np.clip(y + slope * (along - 0.5), 0, 1))

    def _shadow(self) -> np.ndarray:
        """Draw a soft shadow in the middle of a wide field, which leaves the picture at either side."""
        w, h = (int(side * SHADOW_FIELD) for side in self._size)
        x, y = np.meshgrid(
            np.linspace(-SHADOW_FIELD, SHADOW_FIELD, w // 16),
            np.linspace(-SHADOW_FIELD, SHADOW_FIELD, h // 16),
        )
        # Its middle passes at an eighth of the way in; at the ends of its path it is nearly out of sight.
        blob = np.exp(-((x / 0.42) ** 2) - (y / 1.1) ** 2)
        field = cv2.resize((1 - self._unrest.shadow * blob).astype(np.float32), (w, h))
        return cv2.merge((_bytes(field),) * 3)


def rehung(view: View, jog: Jog) -> View:
    """Give the view of a camera after a knock."""
    c, s = math.cos(math.radians(jog.roll)), math.sin(math.radians(jog.roll))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ view.turn
    x, y = view.shift
    return replace(view, turn=turn, shift=(x + jog.shift[0], y + jog.shift[1]))


def _bytes(field: np.ndarray) -> np.ndarray:
    """Turn factors on the light, float (H, W) or (H, W, C), into bytes of which NEUTRAL is one: uint8."""
    return np.clip(np.rint(field * NEUTRAL), 0, 255).astype(np.uint8)
