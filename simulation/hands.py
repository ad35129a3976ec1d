"""Forearms with sleeves and hands, modelled as rounded bones under a lamp."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.scene import Sheet
from simulation.view import placed

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


@dataclass(frozen=True)
class _Raster:
    """The pixels on which an arm is drawn: `per_mm` of them a millimetre."""

    per_mm: float

    @property
    def size(self) -> tuple[int, int]:
        """Give width and height."""
        return int(WIDTH * self.per_mm), int(LENGTH * self.per_mm)

    def spot(self, x: float, y: float, shift: int = 0) -> tuple[int, int]:
        """Turn millimetres from the wrist into a pixel with `shift` fractional bits."""
        scale = self.per_mm * (1 << shift)
        return round((x + LEFT) * scale), round((y + ABOVE) * scale)

    def axes(self, x: float, y: float) -> tuple[int, int]:
        """Turn two lengths into pixels with four fractional bits."""
        return round(x * self.per_mm * 16), round(y * self.per_mm * 16)

    def blur(self, picture: np.ndarray, sigma: float) -> np.ndarray:
        """Blur by millimetres; a wide blur is done at a coarser scale."""
        sigma *= self.per_mm
        if sigma < 4:
            return cv2.GaussianBlur(picture, (0, 0), max(0.4, sigma))
        small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        return cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4), picture.shape[1::-1])


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


def _height(bones: list[Bone], raster: _Raster) -> np.ndarray:
    """Give the upper surface of bones in millimetres, float32 (h, w); -1000 where there is none."""
    size = raster.size
    surface = np.full((size[1], size[0]), -1000, np.float32)
    for bone in bones:
        (ax, ay, az), (bx, by, bz) = bone.a, bone.b
        r = max(bone.radii) + 2
        x0, x1 = (int((v + LEFT) * raster.per_mm) for v in (min(ax, bx) - r, max(ax, bx) + r))
        y0, y1 = (int((v + ABOVE) * raster.per_mm) for v in (min(ay, by) - r, max(ay, by) + r))
        x0, x1, y0, y1 = max(x0, 0), min(x1, size[0]), max(y0, 0), min(y1, size[1])
        if x1 <= x0 or y1 <= y0:
            continue
        x = np.arange(x0, x1, dtype=np.float32)[None] / np.float32(raster.per_mm) - np.float32(LEFT)
        y = np.arange(y0, y1, dtype=np.float32)[:, None] / np.float32(raster.per_mm) - np.float32(ABOVE)
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


def _shade(surface: np.ndarray, lamp: tuple[float, float], valley: float, raster: _Raster) -> np.ndarray:
    """Light a surface from above and one side; float32 (h, w) about 1 on a level place.

    valley: how dark hollows are, 0 to 1.
    """
    # Beyond its rim the surface falls no deeper than this, so that the rim looks round and not torn.
    smooth = raster.blur(np.maximum(surface, -30), 0.8)
    slopes = [cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x, scale=raster.per_mm / 8) for x in (1, 0)]
    dx, dy = (np.clip(slope, -2.5, 2.5) for slope in slopes)
    lambert = (1 - dx * np.float32(lamp[0]) - dy * np.float32(lamp[1])) / np.sqrt(1 + dx * dx + dy * dy)
    hollow = np.clip((raster.blur(smooth, 4.5) - smooth) / 12, 0, 1) * np.float32(valley)
    return (np.float32(0.42) + np.float32(0.58) * np.clip(lambert, 0, 1.5)) * (1 - hollow)


def _folds_of_skin(bones: list[Bone], raster: _Raster) -> np.ndarray:
    """Draw the folds over the middle joints of the fingers: float32 (h, w), 1 where there is none."""
    tone = np.ones(raster.size[::-1], np.float32)
    for bone in bones:
        if bone.radii[0] > 10.4 or bone.a[1] > -95:
            continue
        ux, uy = bone.b[0] - bone.a[0], bone.b[1] - bone.a[1]
        length = math.hypot(ux, uy)
        angle = math.degrees(math.atan2(uy, ux))
        for step in (-2.0, 0.0, 1.8):
            centre = raster.spot(bone.a[0] + ux / length * step, bone.a[1] + uy / length * step, 4)
            axes = raster.axes(2.2, bone.radii[0] * 0.55)
            cv2.ellipse(tone, centre, axes, angle, 100, 260, 0.86, 1, cv2.LINE_AA, 4)
    return raster.blur(tone, 0.35)


def draw_arm(
    rng: np.random.Generator, pose: str, style: int, lamp: tuple[float, float], per_mm: float = 2.0
) -> Sheet:
    """Draw an arm that reaches upwards, its wrist at (LEFT, ABOVE) millimetres.

    pose: "lay" (fingers together) or "sweep" (fingers spread). style: which person. lamp: how far the light
    leans to the right and downwards. per_mm: pixels a millimetre.
    """
    raster = _Raster(per_mm)
    bones, nails = _fingers(*((0.2, 0.5) if pose == "lay" else (1.5, 0.1)), rng)
    cuff = 62 + rng.uniform(-14, 40)
    picture, skin = _flesh(rng, bones, nails, np.array(SKINS[style % len(SKINS)], np.float32), lamp, raster)
    colour = SLEEVES[(style * 3 + style // len(SKINS)) % len(SLEEVES)]
    _dress(rng, picture, skin, cuff, np.array(colour, np.float32), lamp, raster)
    alpha = cv2.erode(skin.astype(np.uint8) * 255, np.ones((3, 3), np.uint8))
    return Sheet(np.clip(picture, 0, 255).astype(np.uint8), raster.blur(alpha, 0.4))


def _flesh(
    rng: np.random.Generator,
    bones: list[Bone],
    nails: list[tuple],
    skin: np.ndarray,
    lamp: tuple[float, float],
    raster: _Raster,
) -> tuple[np.ndarray, np.ndarray]:
    """Draw hand and forearm, float32 (h, w, 3), and where they are, bool (h, w)."""
    wrist = [Bone((-6, -6, -2), (-2, 30, 0), (24, 22)), Bone((6, -6, -2), (3, 30, 0), (23, 22))]
    surface = _height([*bones, *wrist, Bone((0, 24, 0), (4, 300, 4), (23, 36))], raster)
    pores = raster.blur(rng.standard_normal(surface.shape, np.float32), 0.5)
    tone = _shade(surface, lamp, 0.75, raster) * (1 + 0.04 * pores) * _folds_of_skin(bones, raster)
    blush = np.zeros_like(tone)
    joints = [(bone.a[0], bone.a[1]) for bone in bones if bone.radii[0] < 11]
    for x, y in [*joints, *(nail[:2] for nail in nails)]:
        cv2.circle(blush, raster.spot(x, y), round(8 * raster.per_mm), 1.0, -1)
    blush = raster.blur(blush, 5)[..., None] * np.array((0.10, 0.08, 0.0), np.float32)
    picture = skin * tone[..., None] * (1 - blush)
    layer = np.zeros_like(tone)
    for x, y, angle, width in nails:
        axes = raster.axes(width, width * 1.35)
        cv2.ellipse(layer, raster.spot(x, y, 4), axes, math.degrees(angle), 0, 360, 0.8, -1, cv2.LINE_AA, 4)
    layer = raster.blur(layer, 0.4)[..., None]
    nail = np.clip(skin * 1.04 + np.array((38, 22, 20), np.float32), 0, 245)
    return picture * (1 - layer) + nail * layer, surface > -500


def _dress(
    rng: np.random.Generator,
    picture: np.ndarray,
    skin: np.ndarray,
    cuff: float,
    colour: np.ndarray,
    lamp: tuple[float, float],
    raster: _Raster,
) -> None:
    """Put a sleeve over the arm from `cuff` millimetres behind the wrist on; add it to `skin`."""
    surface = _height([Bone((1, cuff - 20, 2), (6, 660, 8), (35, 52))], raster)
    rows = np.arange(surface.shape[0], dtype=np.float32)[:, None] / np.float32(raster.per_mm) - np.float32(
        ABOVE
    )
    columns = np.arange(surface.shape[1], dtype=np.float32)[None] / np.float32(raster.per_mm) - np.float32(
        LEFT
    )
    hem = np.float32(cuff) + np.float32(0.0025) * columns**2
    folds, creases = (
        cv2.resize(rng.standard_normal(cells, np.float32), raster.size, interpolation=cv2.INTER_CUBIC)
        for cells in ((26, 6), (64, 5))
    )
    surface += np.where(rows > hem + 16, 3.4 * folds + 1.5 * creases, np.float32(0))
    surface -= np.where(np.abs(rows - hem - 16) < 0.8, np.float32(2), np.float32(0))
    surface[rows < hem] = -1000
    over = surface > -500
    tone = _shade(surface, lamp, 0.5, raster) * (1 + 0.035 * rng.standard_normal(surface.shape, np.float32))
    picture[over] = colour * tone[over][:, None]
    # The hem throws a small shadow on the wrist.
    picture *= (1 - 0.45 * np.clip(1 - (hem - rows) / 7, 0, 1) * (rows < hem))[..., None]
    skin |= over


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
