"""Training pictures of card corners, as a camera and an imperfect locator hand them to the index reader."""

from collections.abc import Sequence

import cv2
import numpy as np

from models.labels import INDEX_REGION, INDEX_SIZE
from models.render.augmentation import photograph
from models.render.cards.corners import Corner, outline
from models.render.cards.index_print import SHARE, Box
from models.render.compositing import lay
from models.render.tables.clutter import SKINS
from models.render.tables.surfaces import surface

W, H = INDEX_SIZE
CARD = np.array(
    [W / (INDEX_REGION[2] - INDEX_REGION[0]), H / (INDEX_REGION[3] - INDEX_REGION[1])], np.float32
)
"""Width and height of the whole card in pixels of the patch."""

SMALLEST = 0.34
"""The share of the resolution that the smallest card, 55 pixels wide, keeps."""

MILD = 0.5
"""Share of pictures as a good camera takes them: a second look gains most where there is much to be seen."""

COVERED, FANNED = 0.16, 0.14
"""Shares of corners of which anything hides a part, and over which the next card of a fan lies."""

FAN_RIGHT, FAN_DOWN = (0.1, 0.34), (0.12, 0.42)
"""How far that card lies to the right, or below, in shares of a card's sides: its index is in the patch."""

SEEN, HIDDEN = 0.86, 0.5
"""Shares of a rank or sign in view from which it is to be read, and below which it is not."""


def patch(
    rng: np.random.Generator, corner: Corner, others: Sequence[np.ndarray], *, covered: bool = True
) -> tuple[np.ndarray, bool | None, bool | None]:
    """Draw a corner as it comes out of rectification: uint8 (112, 64, 3) BGR.

    others: pictures of print, uint8 (h, w, 3), that may lie under it, or if `covered` over it. Also tells
    whether rank and sign are to be read; None where that is open.
    """
    out = ground(rng, others)
    quad = _quad(rng, corner.right)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    part = unit * np.array(SHARE, np.float32)
    if corner.right:
        part = part + np.array([1 - SHARE[0], 0], np.float32)
    onto = cv2.getPerspectiveTransform(unit, quad)
    place = cv2.perspectiveTransform(part[None].astype(np.float32), onto)[0]
    lay(out, corner.pixels, corner.mask, place, shadow=float(rng.uniform(0, 0.6)))
    free = np.ones((H, W), np.uint8)
    roll = rng.random()
    if covered and roll < COVERED:
        cover(rng, out, free, others)
    elif covered and others and roll < COVERED + FANNED:
        _fan(rng, out, free, onto, part, others[int(rng.integers(len(others)))])
    h, w = corner.pixels.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, place)
    rank, mark = (_in_view(box, matrix, free) for box in (corner.rank, corner.sign))
    return photograph(rng, out, SMALLEST, MILD), rank, mark


def turned(rng: np.random.Generator, corner: Corner, others: Sequence[np.ndarray]) -> np.ndarray:
    """Draw print that is no index in its place: turned, or table and nothing else: uint8 (112, 64, 3) BGR."""
    out = ground(rng, others)
    if rng.random() < 0.9:
        size = CARD * np.array(SHARE) * rng.uniform(0.7, 1.6)
        turn = rng.uniform(0.5, 2 * np.pi - 0.5)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size
        at = np.array([W / 2, H / 2]) + rng.uniform(-0.5, 0.5, 2) * [W, H]
        lay(out, corner.pixels, corner.mask, (half @ matrix.T + at).astype(np.float32), 0.3)
    return photograph(rng, out, SMALLEST, MILD)


def _quad(rng: np.random.Generator, right: bool) -> np.ndarray:
    """Give the card's four corners in the patch as a locator errs about them: float32 (4, 2)."""
    spread = float(rng.choice([0.01, 0.02, 0.04], p=[0.45, 0.4, 0.15]))
    unit: np.ndarray = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    unit = unit + rng.normal(0, spread, (4, 2)) + rng.normal(0, spread * 0.6, (1, 2))
    if rng.random() < 0.12:
        unit = (unit - 0.5) * rng.uniform(0.9, 1.08) + 0.5
    left = 1 - INDEX_REGION[2] if right else INDEX_REGION[0]
    return ((unit - [left, INDEX_REGION[1]]) * CARD).astype(np.float32)


def ground(
    rng: np.random.Generator, others: Sequence[np.ndarray], shape: tuple[int, int] = (H, W)
) -> np.ndarray:
    """Draw the table, or the card beneath."""
    out = surface(rng, shape)
    if others and rng.random() < 0.35:
        _strew(rng, out, others[int(rng.integers(len(others)))])
    return out


def _strew(rng: np.random.Generator, out: np.ndarray, print_: np.ndarray) -> None:
    """Lay a part of another card somewhere."""
    h, w = print_.shape[:2]
    high, wide = out.shape[:2]
    turn, size = rng.uniform(0, 2 * np.pi), max(high, wide) / max(h, w) * rng.uniform(0.7, 1.4)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * size
    half = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    at = np.array([wide, high]) * (0.5 + rng.uniform(-0.8, 0.8, 2))
    lay(out, print_, np.full((h, w), 255, np.uint8), (half @ matrix.T + at).astype(np.float32), 0.4)


def cover(rng: np.random.Generator, out: np.ndarray, free: np.ndarray, others: Sequence[np.ndarray]) -> None:
    """Hide what lies beyond a line, or under a finger; what is left free is marked."""
    high, wide = free.shape
    over = surface(rng, free.shape)
    if others and rng.random() < 0.6:
        over[:] = rng.integers(225, 256)
        print_ = others[int(rng.integers(len(others)))]
        if rng.random() < 0.7:
            _strew(rng, over, print_)
    elif rng.random() < 0.7:
        skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.5, 1.1)
        over[:] = np.clip(skin + rng.normal(0, 6, over.shape), 0, 255)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    normal = np.array([np.cos(angle), np.sin(angle)])
    beyond = (x - wide / 2) * normal[0] + (y - high / 2) * normal[1]
    hidden = beyond > rng.uniform(-0.4, 0.4) * max(high, wide)
    if rng.random() < 0.25:  # a finger: a strip with a round end
        side = np.abs((y - high / 2) * normal[0] - (x - wide / 2) * normal[1] + rng.normal(0, 6))
        hidden &= side < rng.uniform(10, 24)
    out[hidden] = over[hidden]
    if rng.random() < 0.7:
        edge = cv2.morphologyEx(hidden.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
        out[edge] = (out[edge] * rng.uniform(0.5, 0.9)).astype(np.uint8)
    free[hidden] = 0


def _fan(
    rng: np.random.Generator, out: np.ndarray, free: np.ndarray, onto: np.ndarray, part: np.ndarray,
    print_: np.ndarray,
) -> None:  # fmt: skip
    """Lay the next card of a fan over a corner; what is left free is marked.

    onto: from shares of the card's sides to the patch; part: the corner's place in such shares, float32
    (4, 2); print_: the other card's corner, uint8 (h, w, 3).
    """
    shift = np.array([rng.uniform(*FAN_RIGHT), rng.normal(0, 0.02)])
    if rng.random() < 0.3:
        shift = np.array([rng.normal(0, 0.02), rng.uniform(*FAN_DOWN)])
    turn = rng.normal(0, 0.12)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    moved = ((part - part[0]) * CARD @ matrix.T) / CARD + part[0] + shift
    place = cv2.perspectiveTransform(moved[None].astype(np.float32), onto)[0]
    mask = outline(print_.shape[:2], float(rng.uniform(1.5, 5.0)))
    lay(out, print_, mask, place, shadow=float(rng.uniform(0, 0.6)))
    cv2.fillConvexPoly(free, place.round().astype(np.int32), 0)


def _in_view(box: Box | None, matrix: np.ndarray, free: np.ndarray) -> bool | None:
    """Tell whether enough of a box of the printed corner is in view."""
    share = 0.0 if box is None else seen_share(box, matrix, free)
    return True if share > SEEN else False if share < HIDDEN else None


def seen_share(box: Box, matrix: np.ndarray, free: np.ndarray) -> float:
    """Give the share of a box of a print that is free and in the patch; matrix: from print to patch."""
    left, top, right, bottom = box
    corners = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    there = cv2.perspectiveTransform(corners, matrix)[0]
    inside = np.zeros(free.shape, np.uint8)
    cv2.fillConvexPoly(inside, there.round().astype(np.int32), 1)
    return float((inside & free).sum()) / max(1.0, float(cv2.contourArea(there)))
