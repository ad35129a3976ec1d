"""Outlines of the four suit signs, every one a little different from deck to deck."""

from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

SIGN_PX = 160
"""Side of the square, in pixels, on which a sign's mask is drawn before it is scaled."""

GLYPHS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
"""The suits' signs as fonts have them."""


def sign(suit: str, shape: tuple[float, ...], font: str | None = None) -> np.ndarray:
    """Draw a suit sign as a mask.

    suit: one of S H D C. shape: four numbers in 0..1, the deck's own handwriting, or eight for signs that
    vary as much as cheap and old decks do; `font`: a file to take the sign from instead. Returns uint8
    (SIGN_PX, SIGN_PX), 255 inside.
    """
    if suit not in GLYPHS:
        raise ValueError(f"no sign for the suit {suit!r}: use S, H, D or C")
    return _glyph(suit, font) if font else _drawn(suit, tuple(float(v) for v in shape))


@cache
def _glyph(suit: str, font: str) -> np.ndarray:
    face = ImageFont.truetype(font, SIGN_PX)
    left, top, right, bottom = (round(v) for v in face.getbbox(GLYPHS[suit]))
    picture = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(picture).text((-left, -top), GLYPHS[suit], 255, face)
    return np.asarray(picture.resize((SIGN_PX, SIGN_PX)))


@cache
def has_signs(font: str) -> bool:
    """Tell whether a font file has all four signs, each in its place."""
    if "FreeSerifBold" in font:  # in GNU FreeFont 20120503 these two files have spade and club exchanged
        return False
    face = ImageFont.truetype(font, 40)
    missing = bytes(face.getmask("\U0010fffd"))
    masks = [bytes(face.getmask(glyph)) for glyph in GLYPHS.values()]
    return len(set(masks)) == 4 and missing not in masks


def _bezier(*points: tuple[float, float]) -> np.ndarray:
    a, b, c, d = (np.array(p) for p in points)
    t = np.linspace(0, 1, 24)[:, None]
    return (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t**3 * d


def _heart(shape: tuple[float, ...]) -> np.ndarray:
    """Outline of a heart in the unit square, its tip at the bottom: float (N, 2)."""
    belly, cleft, lobe = shape[:3]
    deep, wide = 0.12 + 0.16 * cleft, 0.22 + 0.07 * lobe
    left = np.concatenate(
        [
            _bezier((0.5, 1.0), (0.48 - 0.16 * belly, 0.80), (0.0, 0.62 - 0.08 * belly), (0.0, 0.29)),
            _bezier((0.0, 0.29), (0.0, 0.10), (wide - 0.14, 0.0), (wide, 0.0)),
            _bezier((wide, 0.0), (wide + 0.13, 0.0), (0.48, 0.05), (0.5, deep)),
        ]
    )
    return np.concatenate([left, left[::-1] * [-1, 1] + [1, 0]])


def _fill(mask: np.ndarray, outline: np.ndarray) -> None:
    cv2.fillPoly(mask, [(outline * (SIGN_PX - 1) * 16).round().astype(np.int32)], 255, cv2.LINE_AA, 4)


def _stem(mask: np.ndarray, shape: tuple[float, ...], top: float) -> None:
    """Draw the foot that spades and clubs stand on."""
    half, neck = 0.10 + 0.16 * shape[2], 0.015 + 0.05 * shape[0]
    y = np.linspace(top, 1, 20)
    width = neck + (half - neck) * np.linspace(0, 1, 20) ** (1.2 + 3.5 * shape[1])
    left = np.stack([0.5 - width, y], 1)
    _fill(mask, np.concatenate([left, (np.stack([0.5 + width, y], 1))[::-1]]))


@cache
def _drawn(suit: str, shape: tuple[float, ...]) -> np.ndarray:
    mask = np.zeros((SIGN_PX, SIGN_PX), np.uint8)
    if len(shape) > 4 and suit in "SC":
        _varied(mask, suit, shape)
    elif suit == "H":
        _fill(mask, _heart(shape))
    elif suit == "S":
        tall = 0.74 + 0.16 * shape[3]
        _fill(mask, (_heart(shape) * [1, -1] + [0, 1]) * [1, tall])
        _stem(mask, shape, tall - 0.25)
    elif suit == "D":
        bulge = 0.36 * (shape[0] - 0.45)
        corners = np.array([[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]])
        parts = []
        for a, b in zip(corners, np.roll(corners, -1, 0), strict=True):
            t = np.linspace(0, 1, 16)[:, None]
            middle = (a + b) / 2 + ((a + b) / 2 - 0.5) * bulge
            parts.append((1 - t) ** 2 * a + 2 * t * (1 - t) * middle + t**2 * b)
        _fill(mask, (np.concatenate(parts) - [0.5, 0]) * [0.68 + 0.3 * shape[1], 1] + [0.5, 0])
    else:
        r = 0.20 + 0.05 * shape[0]
        spread, low = 0.235 + 0.025 * shape[1], 0.54 + 0.07 * shape[3]
        for x, y in ((0.5, r + 0.005), (0.5 - spread, low), (0.5 + spread, low)):
            center = (round(x * SIGN_PX * 16), round(y * SIGN_PX * 16))
            cv2.circle(mask, center, round(r * SIGN_PX * 16), 255, -1, cv2.LINE_AA, 4)
        cv2.circle(
            mask,
            (SIGN_PX // 2, round(0.45 * SIGN_PX)),
            round((0.05 + 0.1 * shape[2]) * SIGN_PX),
            255,
            -1,
            cv2.LINE_AA,
        )
        _stem(mask, shape, 0.45)
    return mask


def _varied(mask: np.ndarray, suit: str, shape: tuple[float, ...]) -> None:
    """Draw a spade or a club of any build: fat or lean lobes, apart or grown together, on any foot."""
    belly, cleft, lobe, low, foot, lean, apart, neck = shape
    base = 0.70 + 0.2 * low
    if suit == "S":
        outline = _heart((belly, cleft, lobe, 0.0))
        if lean > 0.7:  # straight sides up to the tip
            x, y = outline.T
            outline = np.stack([x, y + 0.12 * np.minimum(x, 1 - x) * (y > 0.3)], 1)
        wide = 0.78 + 0.22 * (1 - lean)
        _fill(mask, (outline * [wide, -1] + [(1 - wide) / 2, 1]) * [1, base])
        start = base - 0.28
    else:
        r = 0.165 + 0.075 * belly
        spread, height = max(r * 0.94, 0.215 + 0.045 * apart), 0.50 + 0.10 * low
        center = np.array([0.5, 0.42 + 0.04 * low])
        for at in ((0.5, r + 0.01), (0.5 - spread, height), (0.5 + spread, height)):
            way = np.array(at) - center
            t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
            along = way / np.linalg.norm(way)
            across = np.array([-along[1], along[0]])
            # A lobe narrows towards the middle like a leaf, or is a plain disk.
            narrow = 1 + 0.55 * lean * np.cos(t)
            points = r * (np.cos(t)[:, None] * along + (np.sin(t) * np.minimum(narrow, 1))[:, None] * across)
            _fill(mask, np.clip(np.array(at) + points, 0, 1))
            if lean > 0.3:
                _fill(mask, np.array([at + 0.5 * r * across, at - 0.5 * r * across, center]))
        core = (0.05 + 0.08 * cleft) * SIGN_PX
        cv2.circle(mask, (SIGN_PX // 2, round(center[1] * SIGN_PX)), round(core), 255, -1, cv2.LINE_AA)
        start = center[1]
    thin, half = 0.012 + 0.05 * neck, 0.07 + 0.2 * lobe
    t = np.linspace(0, 1, 20)
    if foot < 0.5:  # flared
        width = thin + (half - thin) * t ** (1.0 + 6 * foot)
    elif foot < 0.75:  # a bar with a base
        width = np.where(t > 0.86 - 0.2 * (foot - 0.5), half, thin + 0.02)
    else:  # a stalk
        width = np.full(20, thin + 0.03)
    y = start + (1 - start) * t
    _fill(mask, np.concatenate([np.stack([0.5 - width, y], 1), np.stack([0.5 + width, y], 1)[::-1]]))


def hollow(mask: np.ndarray, line: float) -> np.ndarray:
    """Give the outline of a sign's mask, its line so many shares of the sign's size thick."""
    reach = max(3, 2 * round(line * SIGN_PX / 2) + 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    padded = cv2.copyMakeBorder(mask, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    inner = cv2.erode(padded, kernel)[reach:-reach, reach:-reach]
    return cv2.subtract(mask, inner)
