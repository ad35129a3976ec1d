"""Outlines of the four suit signs, every one a little different from deck to deck."""

from functools import cache

import cv2
import numpy as np

SIGN_PX = 96
"""Side of the square, in pixels, on which a sign's mask is drawn before it is scaled."""


def _heart(shape: np.ndarray) -> np.ndarray:
    """Outline of a heart in the unit square; `shape` is (roundness, cleft, waist) in 0..1."""
    t = np.linspace(0, 2 * np.pi, 120)
    cleft = 3 + 3.2 * shape[1]
    x = 16 * np.sin(t) ** 3
    y = -((13 + 1.5 * shape[0]) * np.cos(t) - (5 - shape[0]) * np.cos(2 * t) - cleft * 0.55 * np.cos(3 * t) - np.cos(4 * t))
    y += 2.0 * shape[2] * np.sin(np.clip(y / 16, 0, 1) * np.pi) * (np.abs(x) < 12)
    return _unit(np.stack([x, y], 1))


def _unit(points: np.ndarray) -> np.ndarray:
    low, high = points.min(0), points.max(0)
    return (points - low) / (high - low)


def _stem(mask: np.ndarray, shape: np.ndarray, top: float) -> None:
    """Draw the foot that spades and clubs stand on."""
    n = SIGN_PX
    half, neck = (0.13 + 0.14 * shape[2]) * n, (0.02 + 0.05 * shape[0]) * n
    y = np.linspace(top * n, n - 1, 20)
    s = np.linspace(0, 1, 20) ** (1.4 + 2.5 * shape[1])
    width = neck + (half - neck) * s
    left = np.stack([n / 2 - width, y], 1)
    right = np.stack([n / 2 + width, y], 1)[::-1]
    cv2.fillPoly(mask, [np.concatenate([left, right]).round().astype(np.int32)], 255)


def sign(suit: str, shape: np.ndarray) -> np.ndarray:
    """Draw a suit sign as a mask.

    suit: one of S H D C. shape: float (3,) in 0..1, the deck's own handwriting.
    Returns uint8 (SIGN_PX, SIGN_PX), 255 inside.
    """
    return _sign(suit, tuple(float(v) for v in shape))


@cache
def _sign(suit: str, key: tuple[float, ...]) -> np.ndarray:
    shape, n = np.array(key), SIGN_PX
    mask = np.zeros((n, n), np.uint8)
    if suit == "H":
        cv2.fillPoly(mask, [(_heart(shape) * (n - 1)).round().astype(np.int32)], 255)
    elif suit == "S":
        leaf = _heart(shape)[:, :] * [1, -1] + [0, 1]
        leaf = leaf * [n - 1, (0.80 + 0.06 * shape[1]) * n]
        cv2.fillPoly(mask, [leaf.round().astype(np.int32)], 255)
        _stem(mask, shape, 0.55)
    elif suit == "D":
        bulge = 0.36 * (shape[0] - 0.45)
        corners = np.array([[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]])
        outline = []
        for a, b in zip(corners, np.roll(corners, -1, 0), strict=True):
            t = np.linspace(0, 1, 16)[:, None]
            middle = (a + b) / 2 + ((a + b) / 2 - 0.5) * bulge
            outline.append((1 - t) ** 2 * a + 2 * t * (1 - t) * middle + t**2 * b)
        points = np.concatenate(outline)
        points[:, 0] = 0.5 + (points[:, 0] - 0.5) * (0.72 + 0.24 * shape[1])
        cv2.fillPoly(mask, [(points * (n - 1)).round().astype(np.int32)], 255)
    elif suit == "C":
        r = (0.215 + 0.035 * shape[0]) * n
        spread = 0.255 * n
        for x, y in ((n / 2, r + 1), (n / 2 - spread, 0.565 * n), (n / 2 + spread, 0.565 * n)):
            cv2.circle(mask, (round(x), round(y)), round(r), 255, -1)
        cv2.circle(mask, (n // 2, round(0.47 * n)), round(0.13 * n), 255, -1)
        _stem(mask, shape, 0.45)
    else:
        raise ValueError(f"no sign for the suit {suit!r}: use S, H, D or C")
    return mask
