"""Which of two cards that lie upon each other in a still picture is the upper one."""

import cv2
import numpy as np

from vision.geometry import sides

POINTS = 60
"""Places along each side of a card where its edge is looked for."""

VISIBLE = 3.0
"""Grey levels by which an edge must stand out to be one."""

CLEARLY = 1.3
"""How much more one card's edge must stand out than the other's for it to be the upper."""


def upper(gray: np.ndarray, one: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether card `one` surely lies upon card `other` where they overlap.

    gray: uint8 (H, W); one, other: quads. The upper card's edge runs across the lower, whose own is hidden.
    """
    mine, theirs = _edge(gray, one, other), _edge(gray, other, one)
    return mine > VISIBLE and mine > CLEARLY * theirs


def _edge(gray: np.ndarray, quad: np.ndarray, within: np.ndarray) -> float:
    """Give how much the sides of a quad stand out inside another: the strongest one's median step, 0..255.

    Print makes steps of either sign, an edge and its shadow always the same: so the steps are signed.
    """
    reach = max(2.0, 0.03 * sides(quad)[0])
    middle, found = quad.mean(0), 0.0
    inner = (within.mean(0) + 0.92 * (within - within.mean(0))).astype(np.float32)
    for a, b in zip(quad, np.roll(quad, -1, 0), strict=True):
        along = (b - a) / max(1e-6, float(np.linalg.norm(b - a)))
        normal = np.array([along[1], -along[0]], np.float32)
        normal *= 1 if (a - middle) @ normal > 0 else -1
        points = a + np.linspace(0.06, 0.94, POINTS, dtype=np.float32)[:, None] * (b - a)
        points = points[_within(points, inner)]
        if len(points) < POINTS // 10:
            continue
        steps = _sample(gray, points + reach * normal) - _sample(gray, points - reach * normal)
        found = max(found, abs(float(np.median(steps))))
    return found


def _within(points: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Tell which points lie inside a convex quad that runs clockwise on the screen: bool (N,)."""
    along, away = np.roll(quad, -1, 0) - quad, points[:, None] - quad
    return (along[:, 0] * away[..., 1] - along[:, 1] * away[..., 0] > 0).all(1)


def _sample(gray: np.ndarray, points: np.ndarray) -> np.ndarray:
    x, y = (np.ascontiguousarray(points[:, i], np.float32)[:, None] for i in (0, 1))
    return cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[:, 0].astype(np.float32)
