"""Table scenes for the locator: cards on a table as a camera sees them, and where each lies."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from models.render.augmentation import photograph
from models.render.compositing import lay
from models.render.tables.cloths import cloth
from models.render.tables.clutter import arm, clutter, tabletop

Face = tuple[np.ndarray, np.ndarray]
"""A face, uint8 (h, w, 3) BGR, and its outline mask, uint8 (h, w)."""

MOST_TILT = np.radians(35)
"""How far the camera may look off the vertical."""

USUAL_PIXELS = 384 * 288
"""Pixels of a picture in which a card is 19 to 80 pixels wide; larger pictures show larger cards."""

USUAL = {"scatter": 0.34, "heap": 0.24, "fan": 0.1, "row": 0.1, "grid": 0.08, "single": 0.11, "none": 0.03}
"""How often cards lie how."""

HEAPED = {"scatter": 0.2, "heap": 0.45, "fan": 0.13, "row": 0.12, "grid": 0.04, "single": 0.03, "none": 0.03}
"""The same where cards mostly cover each other."""

PATTERNED = 0.3
"""Share of tables with a printed or woven cloth."""

FAN_STEP, ROW_STEP = (8.0, 45.0), (8.0, 75.0)
"""Millimetres from one card of a fan, and of a row, to the next: of the lower ones little more than the index
is in view."""

SEEN = 0.3
HARDLY_SEEN = 0.12
"""Visible shares of a card from which it must be found, and below which it must not be."""


@dataclass(frozen=True)
class Scene:
    """A picture and the cards on it.

    picture: uint8 (H, W, 3) BGR; quads: float32 (N, 4, 2) pixels, clockwise from a face's top left;
    visible: float (N,), the share of each card that is in the picture and not covered; owner: int32 (H, W),
    which card a pixel shows, -1 for none.
    """

    picture: np.ndarray
    quads: np.ndarray
    visible: np.ndarray
    owner: np.ndarray


def scene(
    rng: np.random.Generator, size: tuple[int, int], draw: Callable[[], Face],
    short: float | None = None, kinds: Mapping[str, float] = USUAL,
) -> Scene:  # fmt: skip
    """Draw a scene of `size` (w, h) pixels; `draw` gives the next card's face.

    short: a card's short side in pixels, of any length that suits the picture where it is None; kinds: how
    often cards lie how.
    """
    w, h = size
    picture = cloth(rng, (h, w)) if rng.random() < PATTERNED else tabletop(rng, size)
    middles, turns, scale = _layout(rng, size, short, kinds)
    project = _camera(rng, size, scale)
    if rng.random() < 0.35:
        clutter(rng, picture, scale * 63)
    owner = np.full((h, w), -1, np.int32)
    quads = []
    shadow = float(rng.uniform(0, 0.55))
    for i, (middle, turn) in enumerate(zip(middles, turns, strict=True)):
        face, mask = draw()
        tall = 88.0
        wide = tall * face.shape[1] / face.shape[0]
        half = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
        c, s = np.cos(turn), np.sin(turn)
        quad = project(half @ np.array([[c, s], [-s, c]]) + middle)
        lay(picture, *_shrunk(face, mask, quad), quad, shadow)
        cv2.fillConvexPoly(owner, quad.round().astype(np.int32), i)
        quads.append(quad)
    if rng.random() < 0.22 and len(quads):
        at = quads[int(rng.integers(len(quads)))].mean(0) + rng.normal(0, 0.5, 2) * scale * 63
        arm(rng, picture, owner, at, scale * 63)
    counts = np.bincount(owner[owner >= 0], minlength=len(quads)) if len(quads) else np.zeros(0)
    areas = np.array([max(1.0, cv2.contourArea(quad)) for quad in quads])
    out = photograph(rng, picture, worst=0.7)
    corners = np.array(quads, np.float32).reshape(-1, 4, 2)
    return Scene(out, corners, np.minimum(1.0, counts / areas) if len(quads) else np.zeros(0), owner)


def _layout(
    rng: np.random.Generator, size: tuple[int, int], given: float | None, kinds: Mapping[str, float]
) -> tuple[list[np.ndarray], list[float], float]:
    """Lay out cards: middles in millimetres about the picture's, turns in radians, pixels a millimetre."""
    w, h = size
    kind = str(rng.choice(list(kinds), p=list(kinds.values())))
    times = float(np.sqrt(w * h / USUAL_PIXELS))
    short = float(np.exp(rng.uniform(np.log(19), np.log(80)))) * times
    if kind == "single":
        short = float(np.exp(rng.uniform(np.log(40 * times), np.log(0.55 * min(w, h)))))
    if kind == "grid":
        short = float(rng.uniform(16, 40)) * times
    scale = (short if given is None else given) / 63
    base = rng.uniform(0, 2 * np.pi)
    lay_out = _LAYOUTS.get(kind)
    laid = [] if lay_out is None else list(lay_out(rng, np.array([w, h]) / scale, base))
    return [middle for middle, _ in laid], [turn for _, turn in laid], scale


Laid = tuple[np.ndarray, float]
"""Where a card lies: its middle in millimetres about the picture's, float (2,), and its turn in radians."""


def _scatter(rng: np.random.Generator, room: np.ndarray, base: float) -> Iterator[Laid]:
    """Scatter cards that do not touch, by rejection; room: the picture's size in millimetres, (2,)."""
    middles: list[np.ndarray] = []
    for _ in range(int(rng.integers(1, 13))):
        for _ in range(12):
            at = rng.uniform(-0.52, 0.52, 2) * room
            if all(np.linalg.norm(at - other) > 92 for other in middles):
                middles.append(at)
                yield at, rng.uniform(0, 2 * np.pi) if rng.random() < 0.7 else base + rng.normal(0, 0.1)
                break


def _heap(rng: np.random.Generator, room: np.ndarray, base: float) -> Iterator[Laid]:
    """Throw cards upon each other, about one place and turned anyhow."""
    middle = rng.uniform(-0.25, 0.25, 2) * room
    spread = rng.uniform(15, 75)
    for _ in range(int(rng.integers(2, 8))):
        yield middle + rng.normal(0, spread, 2), rng.uniform(0, 2 * np.pi)


def _fan(rng: np.random.Generator, room: np.ndarray, base: float) -> Iterator[Laid]:
    """Fan cards about a pivot."""
    n, reach = int(rng.integers(3, 14)), rng.uniform(80, 180)
    step = np.exp(rng.uniform(*np.log(FAN_STEP))) / reach * (1 if rng.random() < 0.7 else -1)
    pivot = rng.uniform(-0.2, 0.2, 2) * room
    for i in range(n):
        angle = base + (i - n / 2) * step
        yield pivot + reach * np.array([np.sin(angle), -np.cos(angle)]), angle


def _row(rng: np.random.Generator, room: np.ndarray, base: float) -> Iterator[Laid]:
    """Lay cards in a row that runs along `base`, side by side or over each other."""
    n, step = int(rng.integers(2, 14)), np.exp(rng.uniform(*np.log(ROW_STEP)))
    along = np.array([np.cos(base), np.sin(base)])
    turn = base + (np.pi / 2 if rng.random() < 0.4 else 0)
    for i in range(n):
        yield along * (i - n / 2) * step + rng.normal(0, 2, 2), turn + rng.normal(0, 0.04)


def _grid(rng: np.random.Generator, room: np.ndarray, base: float) -> Iterator[Laid]:
    """Lay cards in rows and columns."""
    tilt = rng.normal(0, 0.15) + (np.pi / 2 if rng.random() < 0.3 else 0)
    c, s = np.cos(tilt), np.sin(tilt)
    columns, rows = int(rng.integers(2, 14)), int(rng.integers(2, 6))
    gap = rng.uniform(1.02, 1.4)
    for y in range(rows):
        for x in range(columns):
            at = np.array([(x - (columns - 1) / 2) * 65 * gap, (y - (rows - 1) / 2) * 91 * gap])
            yield np.array([[c, -s], [s, c]]) @ at + rng.normal(0, 2, 2), tilt + rng.normal(0, 0.05)


def _single(rng: np.random.Generator, room: np.ndarray, base: float) -> Iterator[Laid]:
    """Lay one card near the middle."""
    yield rng.uniform(-0.2, 0.2, 2) * room, rng.uniform(0, 2 * np.pi)


_LAYOUTS = {"scatter": _scatter, "heap": _heap, "fan": _fan, "row": _row, "grid": _grid, "single": _single}
"""How cards lie, by kind; where there is none of a kind, none lies there."""


def _camera(
    rng: np.random.Generator, size: tuple[int, int], scale: float
) -> Callable[[np.ndarray], np.ndarray]:
    """Draw a camera; it projects millimetres on the table, float (N, 2), to pixels, float32 (N, 2)."""
    w, h = size
    tilt = MOST_TILT * float(rng.beta(1.2, 2.2))
    about, focal = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 1.8) * max(w, h)
    distance = focal / scale
    axis = np.array([np.cos(about), np.sin(about), 0.0])
    turn, _ = cv2.Rodrigues(axis * tilt)

    def project(points: np.ndarray) -> np.ndarray:
        flat = np.column_stack([points, np.zeros(len(points))]) @ turn.T
        depth = distance + flat[:, 2:]
        return (flat[:, :2] / np.maximum(depth, 0.2 * distance) * focal + [w / 2, h / 2]).astype(np.float32)

    return project


def _shrunk(face: np.ndarray, mask: np.ndarray, quad: np.ndarray) -> Face:
    """Halve a face while it is twice as large as it will be drawn, so that its print is averaged."""
    tall = float(np.linalg.norm(quad[3] - quad[0]))
    while face.shape[0] >= 2 * tall and face.shape[0] > 24:
        half = (face.shape[1] // 2, face.shape[0] // 2)
        face, mask = (cv2.resize(part, half, interpolation=cv2.INTER_AREA) for part in (face, mask))
    return face, mask


def margin(
    rng: np.random.Generator, size: tuple[int, int], share: float, draw: Callable[[], Face]
) -> tuple[np.ndarray, np.ndarray | None]:
    """Draw what the refining step sees: about one card, roughly straightened, with a margin around it.

    size: (w, h) of the crop in pixels; share: the card's part of its width and height. Returns uint8
    (h, w, 3) and the card's corners, float32 (4, 2) pixels, or None where there is no whole card.
    """
    w, h = size
    picture = tabletop(rng, size)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * [w * share / 2, h * share / 2]
    fine = rng.random() < 0.5
    error = 0.25 if fine else 1.0
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.28, 0.12]))):
        _neighbour(rng, picture, box, draw)
    nothing = rng.random() < 0.08
    corners = None
    if not nothing:
        corners = _placed(rng, box, error) + np.array([w / 2, h / 2])
        face, mask = draw()
        if rng.random() < 0.5:
            face, mask = (np.ascontiguousarray(part[::-1, ::-1]) for part in (face, mask))
        shadow = float(rng.uniform(0, 0.55))
        lay(picture, *_shrunk(face, mask, corners), corners.astype(np.float32), shadow)
    if rng.random() < 0.3:
        _neighbour(rng, picture, box, draw)
    if rng.random() < 0.12:
        at = np.array([w / 2, h / 2]) + rng.normal(0, 0.4, 2) * [w, h]
        arm(rng, picture, np.zeros((h, w), np.int32), at, w * share)
    if rng.random() < 0.08:  # beyond the picture's edge there is nothing but its last row
        picture = _cut(rng, picture)
    return photograph(rng, picture, worst=0.5), None if corners is None else corners.astype(np.float32)


def _placed(rng: np.random.Generator, box: np.ndarray, error: float) -> np.ndarray:
    """Turn, shift, stretch and slant the box as a rough locator errs: float (4, 2)."""
    turn = rng.normal(0, 0.085) * error
    c, s = np.cos(turn), np.sin(turn)
    stretch = np.exp(rng.normal(0, 0.085, 2) * error) * np.exp(rng.normal(0, 0.06) * error)
    slant = box + rng.normal(0, 0.03, (4, 2)) * np.abs(box).max(0) * 2 * max(error, 0.4)
    shift = rng.normal(0, 0.055, 2) * np.abs(box).max(0) * 2 * error
    return slant * stretch @ np.array([[c, s], [-s, c]]) + shift


def _neighbour(
    rng: np.random.Generator, picture: np.ndarray, box: np.ndarray, draw: Callable[[], Face]
) -> None:
    """Lay another card beside the box, or partly over it."""
    h, w = picture.shape[:2]
    turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 1.2)
    c, s = np.cos(turn), np.sin(turn)
    away = rng.uniform(0, 2 * np.pi)
    middle = np.array([w / 2 + far * np.cos(away) * w * 0.8, h / 2 + far * np.sin(away) * h * 0.8])
    quad = (box @ np.array([[c, s], [-s, c]]) * rng.uniform(0.93, 1.07) + middle).astype(np.float32)
    lay(picture, *_shrunk(*draw(), quad), quad, float(rng.uniform(0, 0.5)))


def _cut(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    h, w = picture.shape[:2]
    picture = np.rot90(picture, k := int(rng.integers(4))).copy()
    edge = int(rng.uniform(0.75, 0.98) * picture.shape[0])
    picture[edge:] = picture[edge - 1]
    return np.ascontiguousarray(np.rot90(picture, -k))
