"""The material of a set of sticks: its colours, its surface, its symbols; and one side's texture.

Looks that never train are kept apart by construction: each drawn number u in [0, 1) has stripes, and each
list of shapes a last part, that only `held_out` draws.
"""

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from games.sticks import COLORS
from models.render.sticks.solid import Measures

T = TypeVar("T")
Bgr = tuple[float, float, float]
"""Blue, green, red, each 0..255."""

STRIPES = 7
"""A drawn number is cut into so many stripes, one of which never trains."""

BOLTS = (
    ((0.55, 0), (0.1, 0.58), (0.45, 0.58), (0.3, 1), (0.9, 0.38), (0.52, 0.38), (0.78, 0)),
    ((0.62, 0), (0.12, 0.42), (0.44, 0.46), (0.2, 0.72), (0.45, 0.75), (0.2, 1), (0.86, 0.62),
     (0.56, 0.57), (0.88, 0.3), (0.56, 0.26), (0.9, 0)),
    ((0.6, 0), (0.15, 0.55), (0.48, 0.52), (0.35, 1), (0.88, 0.42), (0.55, 0.45)),
    ((0.35, 0), (0.2, 0.5), (0.45, 0.46), (0.32, 1), (0.8, 0.34), (0.52, 0.4), (0.72, 0)),
    ((0.7, 0), (0.2, 0.52), (0.5, 0.56), (0.28, 1), (0.82, 0.44), (0.5, 0.42)),
)  # fmt: skip
"""Outlines of lightning bolts in a unit square; the last one never trains."""

ZIGZAGS = (
    ((0.7, 0), (0.25, 0.5), (0.75, 0.5), (0.3, 1)),
    ((0.6, 0), (0.2, 0.4), (0.75, 0.55), (0.4, 1)),
    ((0.8, 0), (0.3, 0.38), (0.72, 0.42), (0.22, 0.8), (0.3, 1)),
    ((0.65, 0), (0.3, 0.45), (0.65, 0.55), (0.35, 1)),
)
"""Bolts as one stroke; the last one never trains."""


@dataclass(frozen=True)
class Symbol:
    """One symbol: its outline float (N, 2) about its middle, of height one; filled, or a stroke's share.

    tall: millimetres; turn: radians; count: how often it stands on a side; pitch: in shares of the length.
    """

    outline: np.ndarray
    closed: bool
    stroke: float
    tall: float
    turn: float
    count: int
    pitch: float


@dataclass(frozen=True)
class Material:
    """How a set of sticks looks.

    base, ink, wall, end: BGR of the sides, of what is printed on them, of the notches' walls and of the ends,
    by colour; look: wood, paint, plastic or paper; symbols: by side; grain, worn: how strong; gloss: 0..1;
    seed: settles what is not drawn, as whether symbols are cut in.
    """

    measures: Measures
    look: str
    base: dict[str, Bgr]
    ink: dict[str, Bgr]
    wall: dict[str, Bgr]
    end: dict[str, Bgr]
    symbols: dict[str, Symbol]
    grain: float
    worn: float
    gloss: float
    seed: int


class Draw:
    """Draws that keep the trained looks and the held-out ones apart."""

    def __init__(self, rng: np.random.Generator, held_out: bool) -> None:
        self.rng, self.held_out = rng, held_out

    def number(self, low: float, high: float) -> float:
        """Draw a number whose stripe belongs to the wanted looks."""
        u: float = (self.rng.integers(STRIPES) + self.rng.uniform(0, 1)) / STRIPES
        part = int(u * 5 * STRIPES) % 5
        while (part == 3) != self.held_out:
            u = float(self.rng.random())
            part = int(u * 5 * STRIPES) % 5
        return low + (high - low) * float(u)

    def one(self, options: Sequence[T], reserved: int = 1) -> T:
        """Draw of a list whose last `reserved` never train; half of the held-out draws take of those."""
        first = len(options) - reserved
        if self.held_out and self.rng.random() < 0.5:
            return options[first + int(self.rng.integers(reserved))]
        return options[int(self.rng.integers(first))]


def _bgr(hue: float, saturation: float, value: float) -> Bgr:
    r, g, b = colorsys.hsv_to_rgb((hue / 360) % 1, saturation, value)
    return (255 * b, 255 * g, 255 * r)


def _base(draw: Draw, color: str) -> Bgr:
    if color == "red":
        return _bgr(draw.number(-20, 15), draw.number(0.6, 1.0), draw.number(0.38, 0.95))
    if color == "black":
        return _bgr(draw.number(0, 360), draw.number(0, 0.3), draw.number(0.02, 0.27))
    if color == "white":
        if draw.rng.random() < 0.45:  # ivory, cream, pale natural wood
            return _bgr(draw.number(28, 52), draw.number(0.08, 0.38), draw.number(0.8, 0.97))
        return _bgr(draw.number(0, 360), draw.number(0, 0.07), draw.number(0.78, 1.0))
    return _bgr(draw.number(47, 310), draw.number(0.5, 1.0), draw.number(0.35, 0.95))


def _ink(draw: Draw, base: Bgr) -> Bgr:
    """Draw a symbol's colour that one can tell from the base."""
    bright = 0.114 * base[0] + 0.587 * base[1] + 0.299 * base[2]
    least = draw.rng.uniform(48, 130)
    for _ in range(40):
        roll = draw.rng.random()
        if roll < 0.3:
            ink = _bgr(0, 0, draw.number(0.85, 1.0))
        elif roll < 0.5:
            ink = _bgr(0, 0, draw.number(0.0, 0.15))
        elif roll < 0.7:  # gold and yellow
            ink = _bgr(draw.number(38, 56), draw.number(0.4, 1.0), draw.number(0.6, 1.0))
        elif roll < 0.85:
            ink = _bgr(draw.number(0, 360), draw.number(0.5, 1.0), draw.number(0.3, 1.0))
        else:  # burnt or engraved: the base's own colour, darker or lighter
            times = draw.number(0.25, 0.6) if bright > 70 else draw.number(1.8, 3.0)
            blue, green, red = (float(min(255, (v + 8) * times)) for v in base)
            ink = blue, green, red
        far = 0.114 * abs(ink[0] - base[0]) + 0.587 * abs(ink[1] - base[1]) + 0.299 * abs(ink[2] - base[2])
        if far > least:
            return ink
    return (255.0, 255.0, 255.0) if bright < 128 else (10.0, 10.0, 10.0)


def _symbol(draw: Draw, side: str, measures: Measures, shared: tuple[int, float, float]) -> Symbol:
    """Draw the symbol of a side; shared: how often it is there, its height in sides, its turn in radians."""
    rng = draw.rng
    count, share, turn = shared
    stroke, closed = 0.0, True
    if side == "magic":
        inner = draw.number(0.3, 0.52)
        kind = draw.one(("filled", "filled", "outline", "pentagram", "hexed"))
        turns = np.arange(10) * np.pi / 5 - np.pi / 2
        reach = np.where(np.arange(10) % 2 == 0, 0.52, 0.52 * inner)
        outline = np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None]
        if kind == "pentagram":
            outline = outline[::2][[0, 2, 4, 1, 3]]
        if kind in ("outline", "pentagram"):
            stroke = draw.number(0.07, 0.16)
        if kind == "hexed":  # drawn by hand, one point longer than the others
            outline[int(rng.integers(5)) * 2] *= 1.25
    elif rng.random() < 0.72:
        outline = np.array(draw.one(BOLTS)) - 0.5
        outline[:, 0] *= draw.number(0.55, 1.05)
        if rng.random() < 0.22:
            stroke = draw.number(0.07, 0.14)
    else:
        outline, closed = np.array(draw.one(ZIGZAGS)) - 0.5, False
        outline[:, 0] *= draw.number(0.7, 1.2)
        stroke = draw.number(0.1, 0.2)
    if rng.random() < 0.5:
        outline[:, 0] *= -1
    if rng.random() < 0.35:
        outline = outline + rng.normal(0, 0.025, outline.shape)
    # A bolt along the stick may be longer than the side is wide.
    along = abs(np.sin(turn)) > 0.7 and side == "force"
    tall = measures.side * share * (draw.number(0.9, 1.8) if along else draw.number(0.85, 1.1))
    return Symbol(outline, closed, stroke, tall, turn, count, draw.number(0.2, 0.345))


def draw_material(rng: np.random.Generator, held_out: bool = False) -> Material:
    """Draw how a set looks; held_out: one of the looks that never train."""
    draw = Draw(rng, held_out)
    size = draw.number(0.87, 1.15)
    bevel = draw.number(0, 0.5) if rng.random() < 0.6 else draw.number(0.5, 1.5)
    measures = Measures(
        92 * size * draw.number(0.93, 1.07), 16 * size * draw.number(0.93, 1.07), 6 * draw.number(0.75, 1.2),
        4 * draw.number(0.8, 1.15), bevel,
    )  # fmt: skip
    look = str(draw.one(("wood", "paint", "plastic", "plastic", "paper"), 1 if rng.random() < 0.5 else 2))
    if not held_out:
        look = str(rng.choice(["wood", "paint", "plastic", "paper"], p=[0.3, 0.25, 0.3, 0.15]))
    base = {color: _base(draw, color) for color in (*COLORS, "other")}
    same = _ink(draw, base["red"]) if rng.random() < 0.15 else None
    ink = {color: same if same and color == "red" else _ink(draw, value) for color, value in base.items()}
    raw = _bgr(draw.number(24, 40), draw.number(0.25, 0.5), draw.number(0.6, 0.9))
    cut = rng.random()
    wall = {color: raw if cut < 0.15 and look == "wood" else value for color, value in base.items()}
    if look == "paper" and cut < 0.5:  # hollow
        wall = {color: (b * 0.25, g * 0.25, r * 0.25) for color, (b, g, r) in base.items()}
    elif look == "paper":
        wall = {color: (225.0, 230.0, 232.0) for color in base}
    end = {color: raw if 0.1 < cut < 0.25 and look == "wood" else value for color, value in base.items()}
    count = int(rng.choice([3, 1, 2, 4, 5], p=[0.7, 0.08, 0.08, 0.08, 0.06]))
    turn = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2])) + rng.normal(0, 0.08)
    shared = (count, draw.number(0.45, 0.82), turn)
    symbols = {side: _symbol(draw, side, measures, shared) for side in ("force", "magic")}
    return Material(
        measures, look, base, ink, wall, end, symbols, draw.number(0.2, 1.0), draw.number(0, 1.0),
        float(rng.choice([0, draw.number(0.1, 0.5)], p=[0.7, 0.3])), int(rng.integers(1 << 30)),
    )  # fmt: skip


def side_picture(
    rng: np.random.Generator, material: Material, color: str, side: str, scale: float
) -> np.ndarray:
    """Draw one side at `scale` pixels a millimetre: uint8 (h, w, 3), along the stick to the right."""
    m = material.measures
    w, h = max(8, round(m.length * scale)), max(4, round(m.side * scale))
    out = np.empty((h, w, 3), np.float32)
    out[:] = material.base[color]
    out *= rng.uniform(0.93, 1.07)
    if material.look == "wood":
        lines = rng.standard_normal((max(2, round(m.side * 1.2)), 3), np.float32)
        grain = cv2.resize(lines, (w, h), interpolation=cv2.INTER_LINEAR)
        out *= 1 + grain[..., None] * np.float32(0.07 * material.grain)
    elif material.look == "plastic":
        across = material.seed % 2
        lines = rng.standard_normal((max(2, round((m.length if across else m.side) * 2)), 1), np.float32)
        layers = cv2.resize(lines.T if across else lines, (w, h), interpolation=cv2.INTER_LINEAR)
        out *= 1 + layers[..., None] * np.float32(0.05 * material.grain)
    else:
        coarse = rng.standard_normal((3, 9), np.float32)
        out *= 1 + cv2.resize(coarse, (w, h))[..., None] * np.float32(0.035 * material.grain)
    _print(rng, out, material, color, side, scale)
    if material.worn > 0.6:  # the colour is rubbed off along the edges, or paper shows its white fold
        edges = np.array([[1], [0], [0], [0], [1]], np.float32)
        noise = 0.5 + 0.5 * rng.random((1, 24), np.float32)
        share = cv2.resize(edges * noise, (w, h))[..., None] * np.float32(material.worn - 0.5)
        bright = np.array([200, 212, 222], np.float32) if material.look != "plastic" else out * 1.25
        out += (bright - out) * share
    return np.clip(out, 0, 255).astype(np.uint8)


def _print(
    rng: np.random.Generator, out: np.ndarray, material: Material, color: str, side: str, scale: float
) -> None:
    """Print a side's symbols upon it."""
    symbol = material.symbols.get(side)
    if symbol is None:
        return
    m = material.measures
    c, s = np.cos(symbol.turn), np.sin(symbol.turn)
    shape = symbol.outline @ np.array([[c, s], [-s, c]]) * symbol.tall
    pitch = symbol.pitch * m.length if symbol.count == 3 else 0.8 * m.length / (symbol.count + 0.35)
    mask = np.zeros(out.shape[:2], np.uint8)
    for k in range(symbol.count):
        at = np.array([m.length / 2 + (k - (symbol.count - 1) / 2) * pitch, m.side / 2])
        at += rng.normal(0, 0.35, 2)
        points = ((shape + at) * scale * 16).round().astype(np.int32)[None]
        if symbol.stroke:
            thick = max(1, round(symbol.stroke * symbol.tall * scale))
            cv2.polylines(mask, points, symbol.closed, 255, thick, cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(mask, points, 255, cv2.LINE_AA, 4)
    alpha = mask[..., None].astype(np.float32) / 255 * np.float32(rng.uniform(0.8, 1))
    out += (np.array(material.ink[color], np.float32) - out) * alpha
    if material.seed % 4 == 0:  # cut in or raised: one rim catches the light, the other lies in shadow
        by = max(1, round(0.35 * scale))
        rim = alpha - np.roll(alpha, (by, by), (0, 1))
        out *= 1 + rim * np.float32(0.45 if material.seed % 8 else -0.45)
