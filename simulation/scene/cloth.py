"""What the table is covered with: felt, woven cloth or wood, drawn by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from simulation.scene.painter import Region
from simulation.scene.view import View

EXTENT_MM = (1500, 1100)  # covers the field of a camera tilted by 20 degrees

# Blue, green, red of the middle tone. Colours seen on game tables; saturation kept below the cards' inks.
FELTS = ((58, 92, 34), (104, 66, 28), (48, 36, 108), (92, 84, 78), (78, 44, 66), (98, 96, 30), (44, 44, 46))
WEAVES = ((150, 166, 172), (150, 118, 86), (84, 92, 150), (108, 128, 112), (96, 88, 82), (58, 52, 48))
# Dark and light tone of each wood.
WOODS = (
    ((44, 74, 116), (108, 152, 196)),
    ((26, 44, 74), (58, 88, 130)),
    ((84, 124, 160), (136, 178, 208)),
    ((24, 34, 62), (48, 66, 112)),
)
ROWS = 16  # of a texture, painted at once
KINDS = ("felt", "felt", "weave", "wood", "wood")

Paint = Callable[[Region], Sequence[np.ndarray]]
"""Give of a part (rows, columns) the blue, the green and the red, float32 (h, w) each."""


def _noise(rng: np.random.Generator, size: tuple[int, int], cell: tuple[float, float]) -> np.ndarray:
    """Give smooth noise (h, w) float32 of variance about 1 whose features measure `cell` (x, y) pixels."""
    w, h = size
    small = rng.standard_normal((max(4, int(h / cell[1]) + 3), max(4, int(w / cell[0]) + 3)), np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)


def _felt(rng: np.random.Generator, size: tuple[int, int], per_mm: float) -> Paint:
    """Draw felt: short fibres in two directions, a soft nap and a little wear."""
    fine = rng.standard_normal((size[1], size[0]), np.float32)
    across, down = cv2.blur(fine, (9, 1)), cv2.blur(cv2.flip(fine, -1), (1, 7))
    nap, wear = _noise(rng, size, (14, 14)), _noise(rng, size, (300, 240))
    colour = np.array(FELTS[rng.integers(len(FELTS))], np.float32)

    def paint(part: Region) -> list[np.ndarray]:
        fibres = across[part] * 3 + down[part] * 2.6
        tone = 1 + (0.030 * fibres + 0.020 * fine[part] + 0.018 * nap[part] + 0.025 * wear[part])
        return [each * tone for each in colour]

    return paint


def _weave(rng: np.random.Generator, size: tuple[int, int], per_mm: float) -> Paint:
    """Draw a plain woven cloth, sometimes with a checked border of a second yarn."""
    w, h = size
    pitch = rng.uniform(2.6, 4.2)
    turn = np.float32(np.pi / pitch)
    columns, rows = np.arange(w, dtype=np.float32)[None], np.arange(h, dtype=np.float32)[:, None]
    aside, along = _noise(rng, size, (500, 60)), _noise(rng, size, (60, 500))
    warp, weft = (
        0.03 * rng.standard_normal((1, w), np.float32),
        0.03 * rng.standard_normal((h, 1), np.float32),
    )
    fine, wear = rng.standard_normal((h, w), np.float32), _noise(rng, size, (400, 300))
    first = np.array(WEAVES[rng.integers(len(WEAVES))], np.float32)
    checks = None
    if rng.random() < 0.5:
        band = rng.uniform(60, 130) * per_mm
        x, y = columns + 0.8 * aside[:1], rows + 0.8 * along[:, :1]
        stripes = ((x % band) < band / 2).astype(np.float32) + ((y % band) < band / 2)
        soft = cv2.GaussianBlur(stripes, (0, 0), 1.2) / 2
        second = np.clip(first * rng.uniform(0.72, 1.25) + rng.uniform(-14, 14, 3), 20, 210).astype(
            np.float32
        )
        checks = soft, second - first

    def paint(part: Region) -> list[np.ndarray]:
        x, y = columns[:, part[1]] + 0.8 * aside[part], rows[part[0]] + 0.8 * along[part]
        over = np.cos(x * turn) * np.cos(y * turn)
        yarns = warp[:, part[1]] + weft[part[0]]
        tone = 1 + (0.07 * over + yarns + 0.02 * fine[part] + 0.03 * wear[part])
        colours = [each * tone for each in first]
        if checks is not None:
            colours = [each + checks[0][part] * more for each, more in zip(colours, checks[1], strict=True)]
        return colours

    return paint


def _wood(rng: np.random.Generator, size: tuple[int, int], per_mm: float) -> Paint:
    """Draw boards: long grain, growth rings cut lengthwise, pores, dark seams."""
    h = size[1]
    dark, light = (np.array(tone, np.float32) for tone in WOODS[rng.integers(len(WOODS))])
    y = np.arange(h, dtype=np.float32)[:, None]
    board = int(rng.uniform(90, 170) * per_mm)
    number = (y[:, 0] // board).astype(int)
    phase = rng.uniform(0, 200, number.max() + 1).astype(np.float32)[number][:, None]
    wide, narrow = _noise(rng, size, (900, 90)), _noise(rng, size, (240, 30))
    turn = np.float32(2 * np.pi / rng.uniform(26, 54))
    coarse, fine = _noise(rng, size, (260, 3)), _noise(rng, size, (90, 1.6))
    holes = _noise(rng, size, (34, 1.2))
    own = rng.normal(0, 0.06, number.max() + 1).astype(np.float32)[number][:, None]
    seam = np.abs((y % board) - board / 2) > board / 2 - 1.4
    deep = np.where(seam, np.float32(0.45), np.float32(1.0))

    def paint(part: Region) -> list[np.ndarray]:
        bend = 26 * wide[part] + 6 * narrow[part]
        rings = 0.5 + 0.5 * np.sin((y[part[0]] + phase[part[0]] + bend) * turn)
        grain = 0.5 * coarse[part] + 0.35 * fine[part]
        pores = np.minimum(holes[part] + 1.6, 0)
        mix = np.clip(0.30 + 0.42 * rings**2 + 0.13 * grain + 0.10 * pores, 0, 1)
        mix += own[part[0]]
        return [(low + (high - low) * mix) * deep[part[0]] for low, high in zip(dark, light, strict=True)]

    return paint


def _picture(size: tuple[int, int], seen: Region, paint: Paint) -> np.ndarray:
    """Give a picture, uint8 (h, w, 3), of which a part is painted: by few rows, which stay in the cache."""
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    rows, columns = seen
    for top in range(rows.start, rows.stop, ROWS):
        part = (slice(top, min(top + ROWS, rows.stop)), columns)
        colours = [np.clip(each, 0, 255).astype(np.uint8) for each in paint(part)]
        picture[part] = cv2.merge(colours)
    return picture


def _seen(size: tuple[int, int], to_mm: np.ndarray, view: View) -> Region:
    """Give the part of a texture that a camera sees: all of it where that sees beyond, as in a mirror."""
    w, h = view.size
    corners = view.ground(np.array([[0, 0], [w, 0], [w, h], [0, h]]))
    spots = cv2.perspectiveTransform(corners[None], np.linalg.inv(to_mm))[0]
    (x0, y0), (x1, y1) = np.floor(spots.min(0)).astype(int) - 2, np.ceil(spots.max(0)).astype(int) + 3
    if x0 < 0 or y0 < 0 or x1 > size[0] or y1 > size[1]:
        return slice(0, size[1]), slice(0, size[0])
    return slice(int(y0), int(y1)), slice(int(x0), int(x1))


def draw_cloth(
    rng: np.random.Generator, kind: str | None = None, per_mm: float = 2.0, view: View | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Draw a table top under even white light.

    kind: one of KINDS. per_mm: pixels a millimetre; the grain is drawn for 2. view: of the one camera that
    sees it; what lies beside its picture stays black.
    Returns the picture uint8 (H, W, 3) BGR and the 3x3 map from its pixels to millimetres.
    """
    kind = kind or KINDS[rng.integers(len(KINDS))]
    size = (int(EXTENT_MM[0] * per_mm), int(EXTENT_MM[1] * per_mm))
    painters = {"felt": _felt, "weave": _weave, "wood": _wood}
    paint = painters[kind](rng, size, per_mm)
    angle = rng.normal(0, 8) + (90 if kind == "weave" and rng.random() < 0.5 else 0)
    c, s = np.cos(np.radians(angle)) / per_mm, np.sin(np.radians(angle)) / per_mm
    to_mm = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    to_mm[:2, 2] = -to_mm[:2, :2] @ (np.array(size) / 2)
    seen = (slice(0, size[1]), slice(0, size[0])) if view is None else _seen(size, to_mm, view)
    return _picture(size, seen, paint), to_mm
