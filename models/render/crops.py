"""What the reader learns from: crops of one card, as a camera and an imperfect locator hand it over."""

import cv2
import numpy as np

from models.labels import CROP_SIZE
from models.render.augmentation import photograph
from models.render.compositing import lay
from models.render.tables.cloths import cloth
from models.render.tables.distractors import thing
from models.render.tables.surfaces import surface

W, H = CROP_SIZE


def crop(
    rng: np.random.Generator, face: np.ndarray, mask: np.ndarray, others: list[np.ndarray]
) -> np.ndarray:
    """Draw a card as it comes out of rectification: uint8 (144, 96, 3) BGR.

    face: uint8 (h, w, 3) BGR with its outline mask uint8 (h, w); others: faces that may lie under or over it.
    """
    out = _ground(rng, others)
    spread = float(rng.choice([0.012, 0.025, 0.045], p=[0.45, 0.4, 0.15]))
    corners: np.ndarray = np.array([[0, 0], [W, 0], [W, H], [0, H]], np.float32)
    corners += rng.normal(0, spread, (4, 2)).astype(np.float32) * [W, H]
    corners += (rng.normal(0, spread * 0.7, (1, 2)) * [W, H]).astype(np.float32)
    if rng.random() < 0.12:  # a margin of table all around, or the card's edge cut away
        corners = (corners - [W / 2, H / 2]) * rng.uniform(0.88, 1.06) + [W / 2, H / 2]
    lay(out, face, mask, corners.astype(np.float32), shadow=float(rng.uniform(0, 0.6)))
    if rng.random() < 0.16:
        _cover(rng, out, others)
    if rng.random() < 0.5:
        out = np.ascontiguousarray(out[::-1, ::-1])
    return photograph(rng, out)


def misplaced(
    rng: np.random.Generator, face: np.ndarray, mask: np.ndarray, others: list[np.ndarray]
) -> np.ndarray:
    """Draw what a wrong location shows: table, a card's half, its inner frame; uint8 (144, 96, 3) BGR."""
    out = _ground(rng, others)
    corners: np.ndarray = np.array([[0, 0], [W, 0], [W, H], [0, H]], np.float32)
    kind = rng.random()
    if kind < 0.25:  # inside a card: a court's frame, the pips without the index
        size, shift = rng.uniform(1.25, 2.2, 2) * rng.uniform(0.9, 1.1), rng.normal(0, 0.06, 2) * [W, H]
        corners = (corners - [W / 2, H / 2]) * size + [W / 2, H / 2] + shift
        lay(out, face, mask, corners.astype(np.float32), shadow=0.0)
    elif kind < 0.8:
        far = rng.uniform(0.4, 0.95, 2) * rng.choice([-1, 1], 2)
        if rng.random() < 0.5:
            far[int(rng.integers(2))] *= 0.15
        turn = rng.uniform(-0.6, 0.6) if rng.random() < 0.5 else 0.0
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners = (corners - [W / 2, H / 2]) @ matrix.T * rng.uniform(0.5, 1.8) + [W / 2, H / 2]
        lay(out, face, mask, (corners + far * [W, H]).astype(np.float32), shadow=0.3)
    return photograph(rng, out)


def bare(rng: np.random.Generator) -> np.ndarray:
    """Draw a patch of table, or of something upon it, without any card: uint8 (144, 96, 3) BGR."""
    return photograph(rng, thing(rng, (H, W)) if rng.random() < 0.45 else cloth(rng, (H, W)))


def _ground(rng: np.random.Generator, others: list[np.ndarray]) -> np.ndarray:
    """Draw the table, sometimes with another card lying there."""
    out = cloth(rng, (H, W)) if rng.random() < 0.35 else surface(rng, (H, W))
    if others and rng.random() < 0.35:
        other = others[int(rng.integers(len(others)))]
        turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(0.9, 1.1)
        half = np.array([[-W, -H], [W, -H], [W, H], [-W, H]]) / 2 * size
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        at = np.array([W / 2, H / 2]) + rng.uniform(-0.8, 0.8, 2) * [W, H]
        lay(
            out,
            other,
            np.full(other.shape[:2], 255, np.uint8),
            (half @ matrix.T + at).astype(np.float32),
            shadow=0.4,
        )
    return out


def _cover(rng: np.random.Generator, out: np.ndarray, others: list[np.ndarray]) -> None:
    """Hide a part of the card behind another card or a finger; one index at the top left stays free."""
    patch = surface(rng, (H, W))
    if others and rng.random() < 0.7:
        patch = cv2.resize(others[int(rng.integers(len(others)))], (W, H))
    elif rng.random() < 0.7:
        patch[:] = np.clip(np.array([110, 150, 205]) * rng.uniform(0.3, 1.15) + rng.normal(0, 10, 3), 0, 255)
    angle = rng.uniform(-0.5, 2.1)  # normal of the covering edge, always away from the top left
    normal = np.array([np.cos(angle), np.sin(angle)])
    y, x = np.mgrid[0:H, 0:W].astype(np.float32)
    hidden = (x - W / 2) * normal[0] + (y - H / 2) * normal[1] > rng.uniform(0.02, 0.4) * H
    out[hidden] = patch[hidden]
