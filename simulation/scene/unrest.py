"""Light that flickers, drifts, is shaded and switched, and a camera that somebody knocks against."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from simulation.scene.view import View
from simulation.temperament import PICTURE_S, Unrest

WIDTH = 2304
"""Of the picture for which lengths in pixels are given."""
FULL = 215
"""The byte of a field that leaves the light as it is; a field can then brighten by a sixth."""
WIDER = 1.9
"""How many times the picture the field of a wandering shadow is."""
SHAKES = ((1.0, 0.8), (-0.7, 0.6), (0.4, 0.35), (-0.15, 0.1))
"""After a knock, picture by picture: where the camera swings, how far while the shutter is open."""
SWAYS_HZ = (1.7, 2.3)
"""How often an arm of half a metre sways, across and down."""
AT_LEAST_PX = 5.0
"""By how much it swings then, if it hangs hardly elsewhere afterwards."""


@dataclass(frozen=True)
class Jog:
    """How differently the camera hangs after a knock: pixels (x, y), and degrees of roll."""

    shift: tuple[float, float]
    roll: float


class Ambience:
    """Light and camera from picture to picture, all drawn from one stream of chance."""

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
        """Light a picture, uint8 (H, W, 3), as it is lit now."""
        h, w = picture.shape[:2]
        seconds = self._tick * PICTURE_S
        first = int(seconds * self._beat * self._period) % self._period
        turns = 2 * math.pi * seconds / self._unrest.drift_s
        drift = 0.7 * math.sin(turns + self._phases[0]) + 0.3 * math.sin(2.7 * turns + self._phases[1])
        scale = self._level * (1 + self._unrest.drift * drift) / FULL
        cv2.multiply(picture, self._tube[first : first + h], dst=picture, scale=scale)
        spot = self._passes()
        if spot is not None:
            x, y = (int(share * (WIDER - 1) * side) for share, side in zip(spot, (w, h), strict=True))
            cv2.multiply(picture, self._shade[y : y + h, x : x + w], dst=picture, scale=1 / FULL)
        if self._lamp is not None:
            cv2.multiply(picture, self._lamp, dst=picture, scale=1 / FULL)

    def shake(self, picture: np.ndarray) -> np.ndarray:
        """Give the picture as a camera takes it that sways on its arm, or still swings after a knock."""
        dx, dy, across, down = self._shaken.pop(0) if self._shaken else (0.0, 0.0, 0.0, 0.0)
        far, turns = self._unrest.sway_px * self._size[0] / WIDTH, 2 * math.pi * self._tick * PICTURE_S
        dx += far * math.sin(turns * SWAYS_HZ[0] + self._phases[2])
        dy += far * math.sin(turns * SWAYS_HZ[1] + self._phases[0])
        moved = picture
        if dx or dy:
            way = np.array([[1, 0, dx], [0, 1, dy]])
            moved = cv2.warpAffine(picture, way, self._size, borderMode=cv2.BORDER_REFLECT)
        kernel = (1 + round(abs(across)), 1 + round(abs(down)))
        return moved if kernel == (1, 1) else cv2.blur(moved, kernel)

    def _knock(self) -> Jog:
        unrest, rng = self._unrest, self._rng
        scale = self._size[0] / WIDTH
        large = rng.random() < unrest.large_jogs
        x, y = rng.normal(0, unrest.large_jog_px if large else unrest.jog_px, 2) * scale
        roll = float(rng.normal(0, unrest.roll if large else unrest.roll / 5))
        swing = np.array([x, y])
        length = float(np.linalg.norm(swing))
        swing *= max(1.0, AT_LEAST_PX * scale / max(length, 1e-6))
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
        rng = self._rng
        ticks = max(2, round(self._unrest.shadow_s / PICTURE_S * rng.uniform(0.5, 1.5)))
        y, slope, back = rng.uniform(0.2, 0.8), rng.normal(0, 0.25), rng.random() < 0.5
        for tick in range(ticks):
            along = tick / (ticks - 1)
            yield (1 - along if back else along), float(np.clip(y + slope * (along - 0.5), 0, 1))

    def _shadow(self) -> np.ndarray:
        """Draw a soft shadow in the middle of a wide field, which leaves the picture at either side."""
        w, h = (int(side * WIDER) for side in self._size)
        x, y = np.meshgrid(np.linspace(-WIDER, WIDER, w // 16), np.linspace(-WIDER, WIDER, h // 16))
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
    return np.clip(np.rint(field * FULL), 0, 255).astype(np.uint8)
