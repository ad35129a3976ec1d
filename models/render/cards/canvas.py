"""A drawing surface for one card: text, signs and shapes placed in millimetres."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import SupportsInt, TypedDict

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

Color = tuple[int, int, int]
"""Blue, green, red, each 0..255."""


class Lettering(TypedDict):
    """How a deck sets its texts; `Canvas.text` takes it.

    font: a file, None for the built-in one; stroke: pixels by which letters 120 high are thicker; stretch:
    their width in shares of the font's own.
    """

    font: str | None
    stroke: int
    stretch: float


def bgr(values: Iterable[SupportsInt]) -> Color:
    """Make a colour of three numbers; what is behind the point of each is cut off."""
    blue, green, red = (int(value) for value in values)
    return blue, green, red


@lru_cache(maxsize=512)
def _font(path: str | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(path, size)


@lru_cache(maxsize=4096)
def text_mask(text: str, path: str | None, stroke: int) -> np.ndarray:
    """Draw `text` 120 px high as a tight mask, uint8 (H, W); `path` None is the built-in font."""
    font = _font(path, 120)
    box = font.getbbox(text, stroke_width=stroke)
    width, height = max(1, round(box[2] - box[0])), max(1, round(box[3] - box[1]))
    picture = Image.new("L", (width + 4, height + 4))
    ImageDraw.Draw(picture).text((2 - box[0], 2 - box[1]), text, 255, font, stroke_width=stroke)
    return np.asarray(picture)


@lru_cache
def fonts() -> tuple[str, ...]:
    """List the Latin fonts of this machine, sorted by name, for training; the product uses none of them."""
    wanted = (
        "Liberation", "DejaVu", "FreeSans", "FreeSerif", "NotoSans-", "NotoSerif-", "C059", "NimbusRoman",
        "NimbusSans", "P052", "URWBookman", "URWGothic", "Roboto", "OpenSans", "Lato", "Carlito", "Caladea",
        "LinLibertine", "LinBiolinum",
        "Cantarell", "Comfortaa", "Junicode", "GFSDidot", "Cabin", "LeagueGothic", "Oswald",
    )  # fmt: skip
    found = [p for p in Path("/usr/share/fonts").rglob("*") if p.suffix.lower() in (".ttf", ".otf")]
    plain = [
        p for p in found if p.name.startswith(wanted) and "Symbol" not in p.name and "Initial" not in p.name
    ]
    return tuple(str(p) for p in sorted(plain, key=lambda p: p.name))


def rounded_mask(size: tuple[int, int], radius: int) -> np.ndarray:
    """Draw a rectangle of `size` (w, h) with rounded corners, all in pixels: uint8 (h, w), 255 inside."""
    width, height = size
    out = np.zeros((height, width), np.uint8)
    cv2.rectangle(out, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(out, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(out, (x, y), radius, 255, -1, cv2.LINE_AA)
    return out


class Canvas:
    """A card face of (w, h) millimetres at `scale` pixels a millimetre.

    Coordinates are millimetres from its top left.
    """

    def __init__(self, size_mm: tuple[float, float], scale: float, color: Color) -> None:
        self.scale = scale
        self.size_mm = size_mm
        high, wide = (round(side * scale) for side in reversed(size_mm))
        # Row by row: steps of three are what NumPy is slow at.
        self.pixels = np.tile(np.array(color, np.uint8), (high, wide)).reshape(high, wide, 3)

    def stamp(
        self,
        mask: np.ndarray,
        center: tuple[float, float],
        size: tuple[float, float],
        color: Color,
        *,
        flip: bool = False,
    ) -> None:
        """Print `mask` in `color`, `size` (w, h) millimetres about `center`; `flip` turns it upside down."""
        width, height = (max(1, round(v * self.scale)) for v in size)
        small = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        if flip:
            small = small[::-1, ::-1]
        x, y = round(center[0] * self.scale - width / 2), round(center[1] * self.scale - height / 2)
        top, left = max(0, y), max(0, x)
        bottom, right = min(self.pixels.shape[0], y + height), min(self.pixels.shape[1], x + width)
        if bottom <= top or right <= left:
            return
        alpha = small[top - y : bottom - y, left - x : right - x, None].astype(np.uint16)
        patch = self.pixels[top:bottom, left:right]
        patch[:] = ((patch * (255 - alpha) + np.array(color, np.uint16) * alpha) // 255).astype(np.uint8)

    def text(
        self, text: str, center: tuple[float, float], height: float, color: Color, *,
        font: str | None = None, stroke: int = 0, stretch: float = 1.0, flip: bool = False, most: float = 1e9,
    ) -> float:  # fmt: skip
        """Print `text` so high in millimetres about `center`, no wider than `most`; return its width."""
        mask = text_mask(text, font, stroke)
        width = min(most, height * mask.shape[1] / mask.shape[0] * stretch)
        self.stamp(mask, center, (width, height), color, flip=flip)
        return width

    def polygon(self, points: np.ndarray, color: Color) -> None:
        """Fill a polygon, points float (N, 2) in millimetres."""
        fixed = (np.asarray(points) * self.scale * 16).round().astype(np.int32)
        cv2.fillPoly(self.pixels, [fixed], color, cv2.LINE_AA, 4)

    def line(self, points: np.ndarray, color: Color, width: float, *, closed: bool = False) -> None:
        """Draw a line through points, `width` in millimetres."""
        fixed = (np.asarray(points) * self.scale * 16).round().astype(np.int32)
        cv2.polylines(self.pixels, [fixed], closed, color, max(1, round(width * self.scale)), cv2.LINE_AA, 4)

    def circle(self, center: tuple[float, float], radius: float, color: Color, width: float = -1) -> None:
        """Draw a circle; a negative width fills it."""
        point = tuple(round(c * self.scale * 16) for c in center)
        thick = -1 if width < 0 else max(1, round(width * self.scale))
        cv2.circle(self.pixels, point, round(radius * self.scale * 16), color, thick, cv2.LINE_AA, 4)

    def rectangle(
        self, low: tuple[float, float], high: tuple[float, float], color: Color, width: float = -1
    ) -> None:
        """Draw an upright rectangle from `low` to `high`; a negative width fills it."""
        a, b = (tuple(round(c * self.scale) for c in p) for p in (low, high))
        cv2.rectangle(
            self.pixels, a, b, color, -1 if width < 0 else max(1, round(width * self.scale)), cv2.LINE_AA
        )
