"""What lies around throwing sticks: tables with patterns, cards and coins, blocks with straight edges."""

from collections.abc import Sequence

import cv2
import numpy as np

from models.render.sticks.renderer import Camera, Light
from models.render.tables.clutter import clutter, tabletop


def stick_tabletop(rng: np.random.Generator, size: tuple[int, int], held_out: bool = False) -> np.ndarray:
    """Draw a table top of `size` (w, h): uint8 (h, w, 3). Chessboards, tiles and hides never train."""
    w, h = size
    patterned = rng.random() < (0.75 if held_out else 0.35)
    if patterned:
        return _patterned(rng, size, str(rng.choice(_HELD_OUT if held_out else _PATTERNS)))
    small = (max(24, w // 2), max(24, h // 2))
    out = tabletop(rng, small if rng.random() < 0.5 else size)
    out = cv2.resize(out, size, interpolation=cv2.INTER_LINEAR) if out.shape[1] != w else out
    return out if rng.random() < 0.7 else _lit(rng, out)


_PATTERNS = ("stripes", "gingham", "print", "zigzag", "weave", "slats", "ribbons")
"""Patterns of tables to learn from."""
_HELD_OUT = ("chessboard", "tiles", "hide")
"""Patterns that never train."""


def _patterned(rng: np.random.Generator, size: tuple[int, int], kind: str) -> np.ndarray:
    """Draw a cloth with a pattern of `kind`: uint8 (h, w, 3) BGR."""
    w, h = size
    base = rng.uniform(15, 245, 3) * rng.uniform(0.4, 1)
    other = rng.uniform(0, 255, 3) if rng.random() < 0.5 else base * rng.uniform(0.5, 1.5)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    turn, step = rng.uniform(0, np.pi), float(np.exp(rng.uniform(np.log(0.03), np.log(0.3)))) * h
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / step, (y * np.cos(turn) - x * np.sin(turn)) / step
    if kind == "stripes":
        share = (v % 1 < rng.uniform(0.1, 0.9)).astype(np.float32)
    elif kind == "gingham":
        share = ((u % 1 < 0.5).astype(np.float32) + (v % 1 < 0.5)) / 2
    elif kind == "print":
        words = np.sin(u * rng.uniform(6, 40) + 9 * np.floor(v * 3)) > rng.uniform(-0.9, 0.3)
        share = (v * 3 % 1 < rng.uniform(0.3, 0.7)) * words.astype(np.float32)
    elif kind == "zigzag":
        share = ((v + np.abs(u % 1 - 0.5) * rng.uniform(0.5, 2)) % 1 < 0.5).astype(np.float32)
    elif kind == "weave":
        share = (np.sin(u * 12) * np.sin(v * 12) * 0.5 + 0.5).astype(np.float32)
    elif kind == "slats":  # rows of bars, as of a blind, of bricks or a measuring tape
        wide, gap, shift = rng.uniform(2, 9), rng.uniform(0.1, 0.5, 2), rng.uniform(0, 1)
        row = np.floor(v)
        along = (u / wide + row * shift) % 1
        share = ((v % 1 > gap[0]) & (along > gap[1] / wide)).astype(np.float32)
    elif kind == "ribbons":  # flat bars here and there, about as large as sticks
        share = np.zeros((h, w), np.float32)
        for _ in range(int(rng.integers(2, 30))):
            long = h * np.exp(rng.uniform(np.log(0.06), np.log(0.5)))
            spot = (float(rng.uniform(0, w)), float(rng.uniform(0, h)))
            tilt = np.degrees(turn) + (rng.normal(0, 3) if rng.random() < 0.5 else rng.uniform(0, 180))
            bar = cv2.boxPoints((spot, (float(long), float(long / rng.uniform(3, 9))), float(tilt)))
            cv2.fillConvexPoly(share, bar.round().astype(np.int32), float(rng.uniform(0.4, 1)), cv2.LINE_AA)
    elif kind == "chessboard":
        share = (np.floor(u) + np.floor(v)) % 2
    elif kind == "tiles":
        row = np.floor(v)
        share = (((u + row * 0.5) % 2 < 0.1) | (v % 1 < 0.07)).astype(np.float32)
    else:
        rough = cv2.GaussianBlur(rng.standard_normal((h, w), np.float32), (0, 0), 1.4)
        share = np.clip(0.5 + rough * rng.uniform(0.3, 1.2), 0, 1)
    share = share * np.float32(rng.uniform(0.2, 1.0))
    out = np.float32(base) + share[..., None].astype(np.float32) * np.float32(other - base)
    out += rng.standard_normal((h, w, 1), np.float32) * np.float32(rng.uniform(0, 6))
    return np.clip(out, 0, 255).astype(np.uint8)


def _lit(rng: np.random.Generator, out: np.ndarray) -> np.ndarray:
    """Draw a wide stripe of another cloth, a board's edge, or a mat across a table top."""
    h, w = out.shape[:2]
    turn, at = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.3) * h
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    there = (x - w / 2) * np.cos(turn) + (y - h / 2) * np.sin(turn) > at
    other = tabletop(rng, (max(24, w // 2), max(24, h // 2)))
    out = out.copy()
    out[there] = cv2.resize(other, (w, h))[there]
    return out


def things(
    rng: np.random.Generator, picture: np.ndarray, camera: Camera, solids: Sequence[np.ndarray], light: Light,
    scale: float,
) -> None:  # fmt: skip
    """Draw what is no stick: cards, coins and such, and bodies with straight edges: dice, chalk, boxes."""
    if rng.random() < 0.5:
        clutter(rng, picture, scale * rng.uniform(25, 63))
    taken = [solid[:, :2].mean(0) for solid in solids]
    for _ in range(int(rng.integers(0, 5))):
        at = rng.normal(0, 110, 2)
        size = np.array(
            [rng.uniform(9, 150), rng.uniform(5, 24), rng.uniform(1, 20)] if rng.random() < 0.7
            else [rng.uniform(10, 22)] * 3
        )  # fmt: skip
        if any(np.linalg.norm(at - other) < 55 + size[0] / 2 for other in taken):
            continue
        block(rng, picture, camera, at, size, light)


def block(
    rng: np.random.Generator, picture: np.ndarray, camera: Camera, at: np.ndarray, size: np.ndarray,
    light: Light, turn: float | None = None,
) -> None:  # fmt: skip
    """Draw a block of `size` (3,) millimetres on the table, sometimes with a line of marks on its top."""
    turn = rng.uniform(0, np.pi) if turn is None else turn
    c, s = np.cos(turn), np.sin(turn)
    around = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    points = np.array([[x, y, z] for z in (0, 1) for x, y in around]) * size
    points[:, :2] = points[:, :2] @ np.array([[c, s], [-s, c]]) + at
    pixels = camera.project3(points)
    if rng.random() < 0.5:
        paint = np.array([(30, 25, 200), (25, 25, 28), (235, 238, 240)][int(rng.integers(3))], float)
    else:
        paint = rng.uniform(10, 245, 3)
    middle, h = points.mean(0), picture.shape[0]
    if (pixels.max(0) < -h).any():
        return
    d, _, _ = light.lamps[0]
    ground = points[:, :2] - points[:, 2:] * d[:2] / max(0.25, d[2])
    hull = cv2.convexHull(camera.project3(np.column_stack([ground, np.zeros(8)])).astype(np.float32))
    shade = picture.copy()
    cv2.fillConvexPoly(shade, hull.round().astype(np.int32), (0, 0, 0), cv2.LINE_AA)
    cv2.addWeighted(picture, 0.65, shade, 0.35, 0, picture)
    for side in ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)):
        face = points[list(side)]
        n = np.cross(face[1] - face[0], face[2] - face[0])
        n /= max(1e-9, np.linalg.norm(n))
        n = n if n @ (face.mean(0) - middle) > 0 else -n
        if n @ (np.asarray(camera.centre) - face.mean(0)) > 0:
            color = tuple(float(v) for v in np.clip(paint * light.on(n), 0, 255))
            fixed = (pixels[list(side)] * 16).round().astype(np.int32)
            cv2.fillConvexPoly(picture, fixed, color, cv2.LINE_AA, 4)
    if rng.random() < 0.4:
        ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
        for share in np.linspace(0.2, 0.8, int(rng.integers(1, 5))):
            spot = pixels[4] * (1 - share) + pixels[6] * share
            cv2.circle(picture, tuple(int(v) for v in np.clip(spot, -999, 9999)), 2, ink, -1, cv2.LINE_AA)
