"""Occluders that are no arms: mugs, phones, a cat's tail, a child's head, each drawn once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from models.render.cards.canvas import rounded_mask
from simulation.people.persons import Color
from simulation.scene.outlines import rectangle
from simulation.scene.painter import Painter, Pictures, Sheet, region
from simulation.scene.relief import Bone, Raster, edge_of, is_there, relief, shade

MUG_MM = (40.0, 92.0)
"""Radius and height."""
PHONE_MM, PHONE_THICK_MM = (72.0, 150.0), 8.0
"""Width and length, and how thick it is."""
TAIL = Raster(1.0, 90.0, 40.0, 180.0, 560.0)
"""Millimetres around the tip of a tail: it hangs downwards from there."""
TAIL_PHASES = 6
"""Pictures of a tail's wave."""
HEAD = Raster(1.0, 130.0, 120.0, 260.0, 460.0)
"""Millimetres around the crown of a head that leans upwards in the sheet."""

MUGS: tuple[Color, ...] = ((228, 232, 235), (60, 60, 190), (150, 96, 40), (70, 120, 84), (48, 46, 44))
"""Colours of mugs."""
DRINKS: tuple[Color, ...] = ((22, 34, 52), (60, 110, 160), (38, 70, 132), (196, 206, 214))
"""Colours of what is in them."""
FURS: tuple[tuple[Color, Color], ...] = (
    ((62, 120, 196), (96, 160, 222)),
    ((34, 34, 38), (60, 58, 62)),
    ((92, 98, 104), (140, 146, 152)),
)
"""Two colours of each fur, between which its rings change."""
HAIRS: tuple[Color, ...] = ((30, 40, 58), (70, 130, 190), (44, 74, 120), (24, 24, 28), (40, 80, 160))
"""Colours of children's hair."""


@dataclass(frozen=True)
class Mug:
    """A mug's colour, what is in it, and where its handle points, in degrees."""

    colour: Color
    drink: Color
    handle: float


def draw_mug(rng: np.random.Generator) -> Mug:
    """Draw a mug."""
    colour, drink = MUGS[int(rng.integers(len(MUGS)))], DRINKS[int(rng.integers(len(DRINKS)))]
    return Mug(colour, drink, float(rng.uniform(0, 360)))


def paint_mug(picture: Pictures, painter: Painter, mug: Mug, at: np.ndarray) -> None:
    """Paint a mug that stands at a place (2,) in millimetres: its wall as a stack of disks."""
    radius, height = MUG_MM
    turns = np.radians(np.arange(0, 360, 7.5))
    ring = np.column_stack([np.cos(turns), np.sin(turns)])
    painter.shadow(picture, at + ring * radius, 0.0, height * 0.7)
    angle = math.radians(mug.handle)
    ear = at + np.array([math.cos(angle), math.sin(angle)]) * (radius + 12)
    for level in np.arange(20.0, 72.0, 4.0):
        wide = 17 - abs(level - 46) * 0.35
        _fill(picture, painter, ear + ring * wide, level, mug.colour, 0.7)
    for level in np.arange(0.0, height, 4.0):
        _fill(picture, painter, at + ring * radius, level, mug.colour, 0.55 + 0.3 * level / height)
    _fill(picture, painter, at + ring * radius, height, mug.colour, 1.0)
    _fill(picture, painter, at + ring * (radius - 4), height - 6, mug.colour, 0.6)
    _fill(picture, painter, at + ring * (radius - 4.5), height - 14, mug.drink, 0.95)


def _fill(
    picture: Pictures, painter: Painter, outline: np.ndarray, height: float, colour: Color, tone: float
) -> None:
    """Fill a level outline (N, 2) in millimetres with one colour."""
    points = painter.view.project(outline, height)
    place = region(points, painter.view.size, 3 + 3 * painter.blur)
    if place is None:
        return
    mask = np.zeros((place[0].stop - place[0].start, place[1].stop - place[1].start), np.uint8)
    local = np.round((points - (place[1].start, place[0].start)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [local], 255, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(mask, (0, 0), painter.blur)
    painter.fill(picture, np.array(colour, np.float32) * np.float32(tone), mask, place)


def phone_sheet(rng: np.random.Generator, lit: bool) -> Sheet:
    """Draw a phone that lies on its back, its screen dark or lit."""
    w, h = (int(2 * side) for side in PHONE_MM)
    colour = np.full((h, w, 3), 24, np.uint8)
    if lit:
        cv2.rectangle(colour, (8, 8), (w - 9, h - 9), tuple(int(v) for v in rng.integers(150, 250, 3)), -1)
        for row in range(40, h - 40, 34):
            ink = tuple(int(v) for v in rng.integers(30, 255, 3))
            cv2.rectangle(colour, (20, row), (int(rng.integers(w // 3, w - 18)), row + 20), ink, -1)
    else:
        shine = np.linspace(16, 62, w)[None, :, None] * np.linspace(1.1, 0.7, h)[:, None, None]
        colour[8:-8, 8:-8] = np.clip(shine, 0, 255).astype(np.uint8)[8:-8, 8:-8]
    return Sheet(colour, rounded_mask((w, h), 20))


def paint_phone(picture: Pictures, painter: Painter, sheet: Sheet, at: np.ndarray, angle: float) -> None:
    """Paint a phone that lies on the cloth, at a place (2,) in millimetres; angle: degrees."""
    corners = rectangle(PHONE_MM, (float(at[0]), float(at[1])), angle)
    painter.shadow(picture, corners, 0.0, PHONE_THICK_MM)
    painter.paint(picture, sheet, painter.view.project(corners, PHONE_THICK_MM))


def tail_sheet(fur: tuple[Color, Color], phase: int, lamp: tuple[float, float], per_mm: float) -> Sheet:
    """Draw a cat's tail that hangs down from its tip, at one of TAIL_PHASES of its wave."""
    raster = Raster(per_mm, TAIL.left, TAIL.above, TAIL.width, TAIL.length)
    swing = 2 * math.pi * phase / TAIL_PHASES
    spots = []
    for k in range(17):
        down = 32.0 * k
        away = (1 - down / 520) * 52 * math.sin(swing + down / 95) + 10 * math.sin(swing)
        spots.append((away, down, 8.0))
    bones = [
        Bone(spots[k], spots[k + 1], (10 + 0.62 * k, 10 + 0.62 * (k + 1))) for k in range(len(spots) - 1)
    ]
    surface = relief(bones, raster)
    rng = np.random.default_rng(5)
    hairs = cv2.blur(rng.standard_normal(surface.shape, np.float32), (2, 9)) * 3
    tone = shade(surface + hairs, lamp, 0.4, raster) * (1 + 0.14 * hairs)
    rings = 0.5 + 0.5 * np.sin(raster.rows / 9.0 + 0.6 * hairs)
    first, second = (np.array(each, np.float32) for each in fur)
    picture = (first + rings[..., None] * (second - first)) * tone[..., None]
    return Sheet(np.clip(picture, 0, 255).astype(np.uint8), edge_of(is_there(surface), raster))


def head_sheet(
    rng: np.random.Generator, hair: Color, cloth: Color, lamp: tuple[float, float], per_mm: float
) -> Sheet:
    """Draw a child's head from above, hair and shoulders, looking upwards in the sheet."""
    raster = Raster(per_mm, HEAD.left, HEAD.above, HEAD.width, HEAD.length)
    skull = relief([Bone((0, -12, 40), (0, 26, 40), (66, 74))], raster)
    body = relief(
        [Bone((-62, 150, -60), (62, 150, -60), (58, 58)), Bone((0, 150, -60), (0, 420, -80), (92, 96))],
        raster,
    )
    strands = cv2.blur(rng.standard_normal(skull.shape, np.float32), (3, 3)) * 2
    around = cv2.warpPolar(
        cv2.blur(rng.standard_normal((720, 160), np.float32), (41, 1)) * 6,
        skull.shape[::-1],
        raster.spot(6, 30),
        90 * per_mm,
        cv2.WARP_INVERSE_MAP | cv2.WARP_FILL_OUTLIERS | cv2.INTER_LINEAR,
    )
    crown = shade(skull, lamp, 0.3, raster) * (1 + 0.16 * around + 0.04 * strands)
    shoulders = shade(body, lamp, 0.5, raster) * (1 + 0.04 * strands)
    picture = np.array(cloth, np.float32) * shoulders[..., None]
    above = is_there(skull)
    picture[above] = (np.array(hair, np.float32) * crown[..., None])[above]
    return Sheet(np.clip(picture, 0, 255).astype(np.uint8), edge_of(above | is_there(body), raster))
