"""The panel's lamps as a camera above the table sees them: bright domes with a halo, that blink and pulse."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from device.gpio import BLINK_S, PULSE_S, QUICK_S
from device.panel import Color, Lights
from simulation.scene.layout import EDGE_MM, Layout
from simulation.scene.sensor import PICTURE_S
from simulation.scene.view import View
from simulation.table import SimulatedTable

WARM: Color = (1.0, 0.72, 0.25)
"""A seat's lamp: a yellow light-emitting diode."""
DOME_MM = 3.0
"""Radius of a diode of 5 mm with its bezel, over which it outshines whatever the sensor can tell."""
HALO_MM = 24.0
"""Deviation of the glow on the cloth: assumed, and broader than a diode of 5 mm without a lens throws it."""
BRIGHT = 150.0
"""Grey levels that the halo of a white lamp adds beside the dome: assumed, as is its width."""
SEAT_AT = 0.86
"""Where a seat's lamp stands, of the way from the middle to the edge of the picture."""
BOX_AT = (-0.8, -0.78)
"""Where the box with the status light stands, likewise."""
REACH = 3.2
"""How many deviations of a halo are drawn."""


class Glow:
    """All lamps of a table; each picture is taken a tenth of a second after the one before.

    lit: gives what the panel shows now.
    """

    def __init__(self, view: View, layout: Layout, lit: Callable[[], Lights]) -> None:
        self._view, self._lit, self._tick = view, lit, 0
        width, height = EDGE_MM
        homes = (np.array(home) / np.hypot(*(np.array(home) / EDGE_MM)) for home in layout.homes)
        self._seats = [home * SEAT_AT for home in homes]
        self._box = np.array([width * BOX_AT[0], height * BOX_AT[1]])

    def shine(self, picture: np.ndarray) -> np.ndarray:
        """Give a picture, uint8 (H, W, 3) BGR, with the lamps that are lit a tenth of a second later."""
        self._tick += 1
        lights, seconds = self._lit(), self._tick * PICTURE_S
        lamps = [(self._box, lights.status, _share(lights.pattern, seconds, BLINK_S, PULSE_S))]
        lamps += [
            (place, WARM, _share(pattern, seconds, QUICK_S, PULSE_S))
            for place, pattern in zip(self._seats, lights.seats, strict=False)
        ]
        lamps = [lamp for lamp in lamps if lamp[2] > 0 and max(lamp[1]) > 0]
        if not lamps:
            return picture
        lit = picture.copy()
        for place, color, share in lamps:
            self._add(lit, place, color, share)
        return lit

    def _add(self, picture: np.ndarray, place: np.ndarray, color: Color, share: float) -> None:
        """Add a lamp at a place (2,) in millimetres that shines with a share of its brightness, in place."""
        (x, y), (aside, _) = self._view.project(np.array([place, place + (10.0, 0.0)]))
        per_mm = abs(float(aside - x)) / 10
        reach = math.ceil(REACH * HALO_MM * per_mm)
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        part = picture[top : round(y) + reach, left : round(x) + reach]
        if part.size == 0:
            return
        rows, columns = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]].astype(np.float32)
        apart = np.hypot(columns - x, rows - y) / per_mm
        # A lamp stands up: near it the glow is steep, farther off it lies on the cloth.
        halo = (
            BRIGHT
            * share
            * (0.7 * np.exp(-((apart / (HALO_MM / 3)) ** 2)) + 0.3 * np.exp(-((apart / HALO_MM) ** 2)))
        )
        bgr = np.array(color[::-1], np.float32)
        lit = part + halo[:, :, None] * bgr
        dome = np.clip((DOME_MM - apart) * per_mm + 0.5, 0, 1)[:, :, None] * share
        lit = lit * (1 - dome) + dome * (255 * (0.55 + 0.45 * bgr))
        part[:] = cv2.convertScaleAbs(lit)


def _share(pattern: str, seconds: float, blink: float, pulse: float) -> float:
    """Say how brightly a lamp shines at this moment, 0 to 1."""
    match pattern:
        case "off":
            return 0.0
        case "blink":
            return float(seconds % (2 * blink) < blink)
        case "pulse":
            return 1 - abs(seconds % (2 * pulse) / pulse - 1)
    return 1.0


class GlowingTable(SimulatedTable):
    """A table with the panel's lamps about it, in the camera's view."""

    glow: Glow | None = None

    def set_lamps(self, lit: Callable[[], Lights]) -> None:
        """Set lamps about the table; `lit` gives what they show."""
        self.glow = Glow(self.view, self.layout, lit)

    def _exposed(self, picture: np.ndarray) -> np.ndarray:
        return super()._exposed(picture if self.glow is None else self.glow.shine(picture))
