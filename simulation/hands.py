"""Forearms with sleeves and hands, modelled as rounded bones under a lamp."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.scene import Sheet
from simulation.view import placed

PX_PER_MM = 2.0
LEFT, ABOVE, WIDTH, LENGTH = 85.0, 190.0, 175.0, 830.0  # millimetres around the wrist, which is (0, 0)
REACH = 172.0  # from the wrist to the tips of the fingers

# Blue, green, red of skins from light to dark, and of sleeves.
SKINS = (
    (176, 196, 236),
    (150, 178, 224),
    (118, 150, 206),
    (92, 122, 184),
    (66, 92, 148),
    (44, 62, 104),
    (34, 46, 78),
)
SLEEVES = (
    (70, 48, 38),
    (46, 46, 50),
    (120, 92, 58),
    (58, 52, 128),
    (70, 96, 62),
    (176, 172, 168),
    (60, 120, 168),
)


@dataclass(frozen=True)
class Bone:
    """A rounded bone from a to b (x, y, height in millimetres) with a radius at each end."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    radii: tuple[float, float]


def _fingers(spread: float, curl: float, rng: np.random.Generator) -> tuple[list[Bone], list[tuple]]:
    """Give the bones of the hand and, for each nail, its place (x, y), direction and width."""
    bones, nails = [], []
    knuckles = ((-27, -86, 62, -7), (-8, -93, 70, -1), (11, -90, 65, 4), (28, -79, 51, 10))
    for x, y, length, lean in knuckles:
        angle = math.radians(lean * spread + rng.normal(0, 1.5))
        dx, dy = math.sin(angle), -math.cos(angle)
        thick = 9.2 if x < 20 else 7.9
        reach = (0, 0.46 * length, 0.76 * length, length * (1 - 0.25 * curl))
        heights = (6, 10 - 2 * curl, 4 - 9 * curl, -4 - 16 * curl)
        radii = (thick + 1.4, thick, thick - 0.9, thick - 2.0)
        spots = [(x + dx * r, y + dy * r, h) for r, h in zip(reach, heights, strict=True)]
        for k in range(3):
            bones.append(Bone(spots[k], spots[k + 1], (radii[k], radii[k + 1])))
        bones.append(Bone((x * 0.55, -8, 0), (x, y, 4), (17, 11.5)))
        tip = spots[3]
        nails.append((tip[0] - dx * 1.0, tip[1] - dy * 1.0, angle, radii[3] * 0.66))
    thumb = ((-20, -20, -2), (-45, -52, 0), (-52 - 3 * spread, -82, -4), (-44 - 5 * spread, -107, -9))
    for k, radii in enumerate(((17, 12), (11.5, 10), (10, 8))):
        bones.append(Bone(thumb[k], thumb[k + 1], radii))
    angle = math.atan2(thumb[3][0] - thumb[2][0], thumb[2][1] - thumb[3][1])
    nails.append((thumb[3][0], thumb[3][1], angle, 6.0))
    return bones, nails


def _height(bones: list[Bone], size: tuple[int, int]) -> np.ndarray:
    """Give the upper surface of bones in millimetres, float32 (h, w); -1000 where there is none."""
    surface = np.full((size[1], size[0]), -1000, np.float32)
    for bone in bones:
        (ax, ay, az), (bx, by, bz) = bone.a, bone.b
        r = max(bone.radii) + 2
        x0, x1 = (int((v + LEFT) * PX_PER_MM) for v in (min(ax, bx) - r, max(ax, bx) + r))
        y0, y1 = (int((v + ABOVE) * PX_PER_MM) for v in (min(ay, by) - r, max(ay, by) + r))
        x0, x1, y0, y1 = max(x0, 0), min(x1, size[0]), max(y0, 0), min(y1, size[1])
        if x1 <= x0 or y1 <= y0:
            continue
        x = np.arange(x0, x1, dtype=np.float32)[None] / np.float32(PX_PER_MM) - np.float32(LEFT)
        y = np.arange(y0, y1, dtype=np.float32)[:, None] / np.float32(PX_PER_MM) - np.float32(ABOVE)
        ux, uy = bx - ax, by - ay
        along = np.clip(((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy + 1e-6), 0, 1)
        distance = (x - ax - along * ux) ** 2 + (y - ay - along * uy) ** 2
        radius = bone.radii[0] + along * (bone.radii[1] - bone.radii[0])
        dome = az + along * (bz - az) + 0.85 * np.sqrt(np.maximum(radius * radius - distance, 0))
        dome[distance > radius * radius] = -1000
        part = surface[y0:y1, x0:x1]
        # A soft maximum: flesh closes the valley between neighbouring bones.
        soft = 4.0
        gap = np.clip(1 - np.abs(part - dome) / soft, 0, 1)
        surface[y0:y1, x0:x1] = np.maximum(part, dome) + soft / 4 * gap * gap
    return surface


def _shade(surface: np.ndarray, lamp: tuple[float, float], valley: float) -> np.ndarray:
    """Light a surface from above and one side; float32 (h, w) about 1 on a level place."""
    # The rim falls away steeply; beyond it the surface is continued so that the rim stays round.
    smooth = cv2.GaussianBlur(np.maximum(surface, -30), (0, 0), 1.6)
    dx, dy = (
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=PX_PER_MM / 8),
        cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=PX_PER_MM / 8),
    )
    dx, dy = np.clip(dx, -2.5, 2.5), np.clip(dy, -2.5, 2.5)
    level = 1 / np.sqrt(1 + dx * dx + dy * dy)
    lambert = (1 - dx * lamp[0] - dy * lamp[1]) * level
    hollow = np.clip((cv2.GaussianBlur(smooth, (0, 0), 9) - smooth) / 12, 0, 1) * valley
    return (0.42 + 0.58 * np.clip(lambert, 0, 1.5)) * (1 - hollow)


def _arcs(tone: np.ndarray, bones: list[Bone]) -> None:
    """Draw the folds of skin over the middle joints of the fingers."""
    for bone in bones:
        if bone.radii[0] > 10.4 or bone.a[1] > -95:
            continue
        ux, uy = bone.b[0] - bone.a[0], bone.b[1] - bone.a[1]
        angle = math.degrees(math.atan2(uy, ux))
        for step in (-2.0, 0.0, 1.8):
            length = math.hypot(ux, uy) or 1
            x, y = bone.a[0] + ux / length * step, bone.a[1] + uy / length * step
            centre = (round((x + LEFT) * PX_PER_MM * 16), round((y + ABOVE) * PX_PER_MM * 16))
            axes = (round(2.2 * PX_PER_MM * 16), round(bone.radii[0] * 0.55 * PX_PER_MM * 16))
            cv2.ellipse(tone, centre, axes, angle, 100, 260, 0.86, 1, cv2.LINE_AA, 4)


def draw_arm(rng: np.random.Generator, pose: str, style: int, lamp: tuple[float, float]) -> Sheet:
    """Draw an arm that reaches upwards, its wrist at (LEFT, ABOVE) millimetres.

    pose: "lay" (fingers together) or "sweep" (fingers spread). style: which person.
    """
    size = (int(WIDTH * PX_PER_MM), int(LENGTH * PX_PER_MM))
    skin = np.array(SKINS[style % len(SKINS)], np.float32)
    cloth = np.array(SLEEVES[(style * 3 + style // len(SKINS)) % len(SLEEVES)], np.float32)
    bones, nails = _fingers(*((0.2, 0.5) if pose == "lay" else (1.5, 0.1)), rng)
    flesh = [*bones, Bone((-6, -6, -2), (-2, 30, 0), (24, 22)), Bone((6, -6, -2), (3, 30, 0), (23, 22))]
    flesh.append(Bone((0, 24, 0), (4, 300, 4), (23, 36)))
    skin_surface = _height(flesh, size)
    cuff = 62 + rng.uniform(-14, 40)
    sleeve = [Bone((1, cuff - 20, 2), (6, 660, 8), (35, 52))]
    sleeve_surface = _height(sleeve, size)
    rows = np.arange(size[1], dtype=np.float32)[:, None] / PX_PER_MM - ABOVE
    columns = np.arange(size[0], dtype=np.float32)[None] / PX_PER_MM - LEFT
    hem = cuff + 0.0025 * columns**2
    folds = cv2.resize(rng.standard_normal((26, 6), np.float32), size, interpolation=cv2.INTER_CUBIC)
    creases = cv2.resize(rng.standard_normal((64, 5), np.float32), size, interpolation=cv2.INTER_CUBIC)
    sleeve_surface += np.where(rows > hem + 16, 3.4 * folds + 1.5 * creases, 0.0)
    sleeve_surface -= np.where(np.abs(rows - hem - 16) < 0.8, 2.0, 0.0)
    sleeve_surface[rows < hem] = -1000

    tone = _shade(skin_surface, lamp, 0.75)
    tone *= 1 + 0.02 * cv2.GaussianBlur(rng.standard_normal((size[1], size[0]), np.float32), (0, 0), 1.0) * 2
    _scaled = np.ones_like(tone)
    _arcs(_scaled, bones)
    tone *= cv2.GaussianBlur(_scaled, (0, 0), 0.7)
    picture = skin * tone[..., None]
    blush = np.zeros_like(tone)
    for x, y, *_ in nails + [(b.a[0], b.a[1], 0, 0) for b in bones if b.radii[0] < 11]:
        cv2.circle(
            blush, (int((x + LEFT) * PX_PER_MM), int((y + ABOVE) * PX_PER_MM)), int(8 * PX_PER_MM), 1.0, -1
        )
    blush = cv2.GaussianBlur(blush, (0, 0), 5 * PX_PER_MM)[..., None]
    picture *= 1 - blush * np.array((0.10, 0.08, 0.0), np.float32)
    _paint_nails(picture, nails, skin)

    over = sleeve_surface > -500
    weave = 1 + 0.035 * rng.standard_normal((size[1], size[0]), np.float32)
    picture = np.where(
        over[..., None], cloth * (_shade(sleeve_surface, lamp, 0.5) * weave)[..., None], picture
    )
    # The hem throws a small shadow on the wrist.
    near = np.clip(1 - (hem - rows) / 7, 0, 1) * (rows < hem)
    picture *= (1 - 0.45 * near)[..., None]
    alpha = ((skin_surface > -500) | over).astype(np.uint8) * 255
    alpha = cv2.erode(alpha, np.ones((3, 3), np.uint8))
    return Sheet(np.clip(picture, 0, 255).astype(np.uint8), cv2.GaussianBlur(alpha, (0, 0), 0.8))


def _paint_nails(picture: np.ndarray, nails: list[tuple], skin: np.ndarray) -> None:
    nail = np.clip(skin * 1.04 + np.array((38, 22, 20)), 0, 245)
    layer = np.zeros(picture.shape[:2], np.float32)
    for x, y, angle, width in nails:
        centre = (round((x + LEFT) * PX_PER_MM * 16), round((y + ABOVE) * PX_PER_MM * 16))
        axes = (round(width * PX_PER_MM * 16), round(width * 1.35 * PX_PER_MM * 16))
        cv2.ellipse(layer, centre, axes, math.degrees(angle), 0, 360, 1.0, -1, cv2.LINE_AA, 4)
    layer = cv2.GaussianBlur(layer, (0, 0), 0.8)[..., None]
    picture *= 1 - 0.8 * layer
    picture += (nail * 0.8).astype(np.float32) * layer


def place(wrist: np.ndarray, angle: float) -> np.ndarray:
    """Give the corners (4, 2) in millimetres of an arm's sheet; angle: degrees from upwards, clockwise."""
    return placed(np.array([[0, 0], [WIDTH, 0], [WIDTH, LENGTH], [0, LENGTH]]) - (LEFT, ABOVE), wrist, angle)


def outline(sheet_corners: np.ndarray) -> np.ndarray:
    """Give a coarse outline (N, 2) of an arm for its shadow, from the corners of its sheet in millimetres."""
    shape = (
        (-18, -168),
        (22, -162),
        (40, -84),
        (26, 20),
        (44, 120),
        (56, 640),
        (-46, 640),
        (-36, 120),
        (-26, 20),
    )
    shape += ((-60, -60), (-54, -112), (-38, -110), (-36, -90))
    u, v = (sheet_corners[1] - sheet_corners[0]) / WIDTH, (sheet_corners[3] - sheet_corners[0]) / LENGTH
    return np.array([sheet_corners[0] + u * (x + LEFT) + v * (y + ABOVE) for x, y in shape])
