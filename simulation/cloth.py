"""What the table is covered with: felt, woven cloth or wood, drawn by chance."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

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


def _noise(rng: np.random.Generator, size: tuple[int, int], cell: tuple[float, float]) -> np.ndarray:
    """Give smooth noise (h, w) float32 of variance about 1 whose features measure `cell` (x, y) pixels."""
    w, h = size
    small = rng.standard_normal((max(4, int(h / cell[1]) + 3), max(4, int(w / cell[0]) + 3)), np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)


def _bytes(size: tuple[int, int], paint: Callable[[slice, int], np.ndarray]) -> np.ndarray:
    """Give a picture uint8 (h, w, 3) of what is painted of each colour, float32 (rows, w).

    Rows by rows that stay in the cache, and each colour by itself: steps of three are what NumPy is slow at.
    """
    picture = np.empty((size[1], size[0], 3), np.uint8)
    for top in range(0, size[1], ROWS):
        part = slice(top, min(top + ROWS, size[1]))
        colours = [np.clip(paint(part, colour), 0, 255).astype(np.uint8) for colour in range(3)]
        cv2.merge(colours, picture[part])
    return picture


def _felt(rng: np.random.Generator, size: tuple[int, int], per_mm: float) -> np.ndarray:
    """Draw felt: short fibres in two directions, a soft nap and a little wear."""
    fine = rng.standard_normal((size[1], size[0]), np.float32)
    fibres = cv2.blur(fine, (9, 1)) * 3 + cv2.blur(cv2.flip(fine, -1), (1, 7)) * 2.6
    tone = (
        0.030 * fibres
        + 0.020 * fine
        + 0.018 * _noise(rng, size, (14, 14))
        + 0.025 * _noise(rng, size, (300, 240))
    )
    colour = np.array(FELTS[rng.integers(len(FELTS))], np.float32)
    return _bytes(size, lambda part, k: colour[k] * (1 + tone[part]))


def _weave(rng: np.random.Generator, size: tuple[int, int], per_mm: float) -> np.ndarray:
    """Draw a plain woven cloth, sometimes with a checked border of a second yarn."""
    w, h = size
    pitch = rng.uniform(2.6, 4.2)
    x = np.arange(w, dtype=np.float32)[None] + 0.8 * _noise(rng, size, (500, 60))
    y = np.arange(h, dtype=np.float32)[:, None] + 0.8 * _noise(rng, size, (60, 500))
    over = np.cos(x * np.float32(np.pi / pitch)) * np.cos(y * np.float32(np.pi / pitch))
    yarns = 0.03 * rng.standard_normal((1, w), np.float32) + 0.03 * rng.standard_normal((h, 1), np.float32)
    tone = (
        0.07 * over
        + yarns
        + 0.02 * rng.standard_normal((h, w), np.float32)
        + 0.03 * _noise(rng, size, (400, 300))
    )
    first = np.array(WEAVES[rng.integers(len(WEAVES))], np.float32)
    checks = None
    if rng.random() < 0.5:
        band = rng.uniform(60, 130) * per_mm
        stripes = ((x[:1] % band) < band / 2).astype(np.float32) + ((y[:, :1] % band) < band / 2)
        soft = cv2.GaussianBlur(stripes, (0, 0), 1.2) / 2
        second = np.clip(first * rng.uniform(0.72, 1.25) + rng.uniform(-14, 14, 3), 20, 210).astype(
            np.float32
        )
        checks = soft, second - first

    def paint(part: slice, k: int) -> np.ndarray:
        picture: np.ndarray = first[k] * (1 + tone[part])
        if checks is not None:
            picture += checks[0][part] * checks[1][k]
        return picture

    return _bytes(size, paint)


def _wood(rng: np.random.Generator, size: tuple[int, int], per_mm: float) -> np.ndarray:
    """Draw boards: long grain, growth rings cut lengthwise, pores, dark seams."""
    w, h = size
    dark, light = (np.array(tone, np.float32) for tone in WOODS[rng.integers(len(WOODS))])
    y = np.arange(h, dtype=np.float32)[:, None]
    board = int(rng.uniform(90, 170) * per_mm)
    number = (y[:, 0] // board).astype(int)
    phase = rng.uniform(0, 200, number.max() + 1).astype(np.float32)[number][:, None]
    bend = 26 * _noise(rng, size, (900, 90)) + 6 * _noise(rng, size, (240, 30))
    rings = 0.5 + 0.5 * np.sin((y + phase + bend) * np.float32(2 * np.pi / rng.uniform(26, 54)))
    grain = 0.5 * _noise(rng, size, (260, 3)) + 0.35 * _noise(rng, size, (90, 1.6))
    pores = np.minimum(_noise(rng, size, (34, 1.2)) + 1.6, 0)
    mix = np.clip(0.30 + 0.42 * rings**2 + 0.13 * grain + 0.10 * pores, 0, 1)
    mix += rng.normal(0, 0.06, number.max() + 1).astype(np.float32)[number][:, None]
    seam = np.abs((y % board) - board / 2) > board / 2 - 1.4
    deep = np.where(seam, np.float32(0.45), np.float32(1.0))
    return _bytes(size, lambda part, k: (dark[k] + (light[k] - dark[k]) * mix[part]) * deep[part])


def draw_cloth(
    rng: np.random.Generator, kind: str | None = None, per_mm: float = 2.0
) -> tuple[np.ndarray, np.ndarray]:
    """Draw a table top under even white light.

    kind: one of KINDS. per_mm: pixels a millimetre; the grain is drawn for 2.
    Returns the picture uint8 (H, W, 3) BGR and the 3x3 map from its pixels to millimetres.
    """
    kind = kind or KINDS[rng.integers(len(KINDS))]
    size = (int(EXTENT_MM[0] * per_mm), int(EXTENT_MM[1] * per_mm))
    painters = {"felt": _felt, "weave": _weave, "wood": _wood}
    picture = painters[kind](rng, size, per_mm)
    angle = rng.normal(0, 8) + (90 if kind == "weave" and rng.random() < 0.5 else 0)
    c, s = np.cos(np.radians(angle)) / per_mm, np.sin(np.radians(angle)) / per_mm
    to_mm = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    to_mm[:2, 2] = -to_mm[:2, :2] @ (np.array(size) / 2)
    return picture, to_mm
