"""Endless batches for the networks of the throwing sticks."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from games.sticks import SIDES
from models.labels import STICK_COLORS, STICK_MARGIN_SIZE, STICK_STATES
from models.margins import box_about, margin, margin_map
from models.render.augmentation import develop
from models.render.scenes import Scene
from models.render.sticks.material import draw_material
from models.render.sticks.renderer import draw_light
from models.render.sticks.scenes import Seen, look, picture, throw
from models.render.sticks.solid import place, prism
from models.render.sticks.surroundings import block
from models.strips import arranged, in_view, straighten, turned
from models.training.data.cards import maps

SIZES = ((384, 288), (448, 256), (288, 384), (320, 352))
"""Widths and heights of the locator's training pictures."""

LOCATED_PX = (26, 150)
FRAMED_PX = (64, 290)
"""How long a stick is in the locator's picture, and in a whole frame, in pixels."""

KINDS = ("loose", "row", "cross", "lean", "stand")
"""How sticks lie: apart, side by side, upon one another, leaning, on end."""
OFTEN = (0.41, 0.25, 0.15, 0.15, 0.04)
"""How often each."""

IGNORED = -100
"""A label that is not learnt."""

POOL = 3000
"""Patches that wait to be shown once more, each worker's own: about 0.3 GB."""

SHOWN = 5
"""Times that a patch is shown, each time developed and cut out anew: to draw it costs six times as much."""


@dataclass(frozen=True)
class Patch:
    """A part of a frame about one stick, its axis about horizontal, and the sticks in it."""

    picture: np.ndarray
    found: list[Seen]


def whole(seed: int, size: int, held_out: bool = False) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches for the locator: pictures uint8 (N, H, W, 3) and heat, box, weight as for cards."""
    rng = np.random.default_rng([seed, 11])
    while True:
        shape = SIZES[int(rng.integers(len(SIZES)))]
        drawn = [scene(rng, shape, held_out) for _ in range(size)]
        heat, box, weight = (np.stack(parts) for parts in zip(*(maps(s) for s in drawn), strict=True))
        yield np.stack([s.picture for s in drawn]), heat, box, weight


def scene(rng: np.random.Generator, size: tuple[int, int], held_out: bool) -> Scene:
    """Draw a table of `size` (w, h) pixels with sticks, their boxes as its quads."""
    w, h = size
    long = float(np.exp(rng.uniform(*np.log(LOCATED_PX))))
    camera = look(rng, long).moved(_shift(rng.uniform(0.2, 0.8, 2) * [w, h]))
    material = draw_material(rng, held_out)
    count = int(rng.choice([0, 1, 2, 3, 4, 6], p=[0.06, 0.12, 0.12, 0.5, 0.12, 0.08]))
    spread = rng.uniform(60, 60 + 92 * w / 4 / long)
    thrown = throw(rng, material, count, str(rng.choice(KINDS, p=OFTEN)), spread)
    if not count:
        thrown = ([], [])
    drawn, found = picture(rng, size, camera, material, thrown, held_out=held_out, busy=0.6)
    # A card's quad begins with a short side.
    boxes = np.array([np.roll(box_about(one.vertices), 1, 0) for one in found], np.float32)
    boxes = boxes.reshape(-1, 4, 2)
    nobody = np.full(drawn.shape[:2], -1, np.int32)
    return Scene(develop(rng, drawn, held_out), boxes, np.array([one.visible for one in found]), nobody)


def patch(rng: np.random.Generator, held_out: bool, empty: bool = False) -> Patch:
    """Draw a part of a frame about the first stick of a throw, or about none where `empty`."""
    long = float(np.exp(rng.uniform(*np.log(FRAMED_PX))))
    material = draw_material(rng, held_out)
    kind, count = str(rng.choice(KINDS, p=OFTEN)), int(rng.choice([1, 2, 3, 4], p=[0.25, 0.25, 0.4, 0.1]))
    thrown = throw(rng, material, max(count, 2 if kind in ("row", "cross") else 1), kind, rng.uniform(45, 90))
    camera = look(rng, long)
    body = thrown[0][0]
    points = camera.project3(place(body, material.measures).world(prism(material.measures)).reshape(6, 3))
    axis, middle = points[1] - points[0], (points.min(0) + points.max(0)) / 2
    turn = -np.arctan2(axis[1], axis[0]) + (rng.normal(0, 0.08) if rng.random() < 0.8 else rng.normal(0, 0.5))
    turn += np.pi if rng.random() < 0.5 else 0.0
    w, h = round(1.36 * long), round(0.64 * long)
    c, s = np.cos(turn), np.sin(turn)
    about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ _shift(-middle)
    if empty:
        thrown = ([], [])
    camera = camera.moved(_shift(np.array([w, h]) / 2) @ about)
    drawn, found = picture(
        rng, (w, h), camera, material, thrown, held_out=held_out, busy=0.9 if empty else 0.3
    )
    if empty and rng.random() < 0.6:  # a pen, a ruler, chalk, a box of matches where a stick might be
        size = np.array([rng.uniform(50, 140), rng.uniform(6, 30), rng.uniform(1, 22)])
        block(rng, drawn, camera, np.array(body.middle_mm), size, draw_light(rng), body.angle)
    return Patch(drawn, found)


def patches(rng: np.random.Generator, held_out: bool, none: float) -> Iterator[Patch]:
    """Give patches without end, a share of `none` of them empty.

    What trains comes back about SHOWN times, far apart; what judges never does.
    """
    pool: list[Patch] = []
    while True:
        fresh = patch(rng, held_out, rng.random() < none)
        yield fresh
        if held_out:
            continue
        if len(pool) < POOL:
            pool.append(fresh)
        else:
            pool[int(rng.integers(POOL))] = fresh
        for _ in range(SHOWN - 1):
            yield pool[int(rng.integers(len(pool)))]


def _shift(by: np.ndarray) -> np.ndarray:
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1.0]])


def margins(seed: int, size: int, held_out: bool = False) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches for the refiner.

    Crops uint8 (N, 64, 192, 3), corners float32 (N, 12) in shares of the crop, whether there is a stick
    float32 (N,).
    """
    rng = np.random.default_rng([seed, 12])
    drawings = patches(rng, held_out, 0.09)
    while True:
        crops: list[np.ndarray] = []
        corners, there = [], []
        while len(crops) < size:
            drawn = next(drawings)
            shown = develop(rng, drawn.picture, held_out)
            cut = np.zeros(2, np.float32)
            if rng.random() < 0.06:  # the frame ends in the middle of the patch
                cut = rng.uniform(0.05, 0.45, 2).astype(np.float32) * np.array(shown.shape[1::-1], np.float32)
                cut[int(rng.integers(2))] = 0
                shown = shown[int(cut[1]) :, int(cut[0]) :]
            for box, vertices in _boxes(rng, drawn):
                if len(crops) == size:
                    break
                crops.append(margin(shown, box - np.floor(cut)))
                there.append(vertices is not None)
                corners.append(np.zeros((6, 2)) if vertices is None else _in_crop(box, vertices))
        shares = np.array(corners, np.float32) / np.array(STICK_MARGIN_SIZE, np.float32)
        yield np.stack(crops), shares.reshape(size, 12), np.array(there, np.float32)


def _in_crop(box: np.ndarray, vertices: np.ndarray) -> np.ndarray:
    return arranged(cv2.perspectiveTransform(vertices[None].astype(np.float32), margin_map(box))[0])


def _boxes(rng: np.random.Generator, drawn: Patch) -> Iterator[tuple[np.ndarray, np.ndarray | None]]:
    """Give rough boxes in a patch: of each stick that is mostly seen, and now and then of what is none."""
    h, w = drawn.picture.shape[:2]
    tops = [one for one in drawn.found if one.visible > 0.7]
    for one in tops:
        yield rough(rng, box_about(one.vertices), float(rng.choice([0.25, 1.0]))), one.vertices
    if tops and rng.random() < 0.12:  # half beside it, across it, or between two
        box = box_about(tops[0].vertices)
        middle, axis = box.mean(0), box[1] - box[0]
        kind = int(rng.integers(3))
        if kind == 0:
            box = box + axis * rng.choice([-1, 1]) * rng.uniform(0.45, 0.8)
        elif kind == 1:
            box = _turned(box - middle, rng.uniform(0.5, np.pi - 0.5)) + middle
        else:
            box = box + (box[3] - box[0]) * rng.choice([-1, 1]) * rng.uniform(0.95, 1.6)
            if len(tops) > 1:
                return
        yield rough(rng, box, 1.0), None
    if not drawn.found:
        for box in _bar_like(rng, drawn.picture):
            yield rough(rng, box, float(rng.choice([0.25, 1.0]))), None
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [0.36 * w, rng.uniform(0.1, 0.2) * h]
        far = 0.04 if rng.random() < 0.6 else 0.2
        box = _turned(half, rng.normal(0, 2 * far)) + (0.5 + rng.uniform(-far, far, 2)) * [w, h]
        yield box.astype(np.float32), None


def _bar_like(rng: np.random.Generator, picture: np.ndarray) -> list[np.ndarray]:
    """Find up to two outlines shaped about like a stick where there is none: boxes, a long side first."""
    gray = cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_BGR2GRAY)
    _, mask = cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    found = []
    for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
        if len(contour) < 4:
            continue
        box = cv2.boxPoints(cv2.minAreaRect(contour))
        if np.linalg.norm(box[1] - box[0]) < np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, -1, 0)
        long, wide = np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[2] - box[1])
        if long > 0.15 * picture.shape[1] and 3 < long / max(np.float32(1), wide) < 10:
            found.append(box.astype(np.float32))
    return [found[i] for i in rng.permutation(len(found))[:2]]


def _turned(points: np.ndarray, turn: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    return points @ np.array([[c, s], [-s, c]])


def rough(rng: np.random.Generator, box: np.ndarray, error: float) -> np.ndarray:
    """Turn, shift and stretch a box as a rough locator errs; it may begin at either end."""
    middle, axis, across = box.mean(0), box[1] - box[0], box[3] - box[0]
    turn = rng.normal(0, 0.055) * error
    along, wide = np.exp(rng.normal(0, 0.07) * error), np.exp(rng.normal(0, 0.16) * error)
    shift = axis * rng.normal(0, 0.04) * error + across * rng.normal(0, 0.12) * error
    half = [-axis * along - across * wide, axis * along - across * wide]
    corners = np.array([*half, -half[0], -half[1]]) / 2
    out = _turned(corners, turn) + middle + shift
    return (out if rng.random() < 0.5 else np.roll(out, 2, 0)).astype(np.float32)


def strips(seed: int, size: int, held_out: bool = False) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches for the reader.

    Crops uint8 (N, 96, 192, 3) and int64 labels, IGNORED where there is nothing to learn: notches (N,), bases
    (N, 2), sides (N, 2), color (N,), state (N,).
    """
    rng = np.random.default_rng([seed, 13])
    drawings = patches(rng, held_out, 0.06)
    while True:
        crops: list[np.ndarray] = []
        labels = []
        while len(crops) < size:
            drawn = next(drawings)
            for _ in range(2 if rng.random() < 0.5 else 1):
                shown = develop(rng, drawn.picture, held_out)
                for crop, label in _read(rng, drawn, shown):
                    crops.append(crop)
                    labels.append(label)
        # Neighbours in the list share a picture: what is cut off is not always the same.
        chosen = rng.permutation(len(crops))[:size]
        table = np.array(labels, np.int64)[chosen]
        yield np.stack(crops)[chosen], table[:, 0], table[:, 1:3], table[:, 3:5], table[:, 5], table[:, 6]


def _read(
    rng: np.random.Generator, drawn: Patch, shown: np.ndarray
) -> Iterator[tuple[np.ndarray, tuple[int, ...]]]:
    tops = [one for one in drawn.found if one.visible > (0.75 if one.state == "lying" else 0.4)]
    for one in tops:
        vertices = arranged(one.vertices)
        first = np.abs(one.vertices[2:4] - vertices[2:3]).sum(1).min() < 1e-3
        step = 1 if first else -1
        sides, bases = [SIDES.index(side) for side in one.sides[::step]], list(one.bases[::step])
        if rng.random() < 0.5:
            vertices, sides, bases = turned(vertices), sides[::-1], bases[::-1]
        crop = straighten(shown, erring(rng, vertices))
        # The notches of an edge that nobody sees would be guessed from those of the others.
        seen = in_view(crop) if one.state == "lying" else (False, False)
        bases = [count if there else IGNORED for count, there in zip(bases, seen, strict=True)]
        known = one.state == "lying" or one.visible > 0.999 or rng.random() < 0.3
        notches = one.notches if known else IGNORED
        if not known:
            sides = [IGNORED, IGNORED]
        # Straightened sides do not tell that a stick leans: who must say it learns our shading by heart.
        state = STICK_STATES.index(one.state) if one.state in STICK_STATES else IGNORED
        yield crop, (notches, *bases, *sides, STICK_COLORS.index(one.color), state)
    nothing = (*[IGNORED] * 6, STICK_STATES.index("none"))
    h, w = shown.shape[:2]
    if not drawn.found:
        for box in _bar_like(rng, drawn.picture):
            middle = (box[[0, 1]] + box[[3, 2]]) / 2 + rng.normal(0, 0.15) * (box[3] - box[0])
            yield straighten(shown, arranged(np.concatenate([middle, box[[0, 1, 3, 2]]]))), nothing
        for _ in range(2):
            yield straighten(shown, _anywhere(rng, w, h)), nothing
    elif rng.random() < 0.08 and tops:
        one = tops[0]
        axis = one.vertices[1] - one.vertices[0]
        base = one.vertices[2:].reshape(2, 2, 2).mean(1)
        across = base[1] - base[0]
        kind = int(rng.integers(3))
        if kind == 0:
            moved = one.vertices + axis * rng.choice([-1, 1]) * rng.uniform(0.45, 0.8)
        elif kind == 1:
            middle = one.vertices.mean(0)
            moved = _turned(one.vertices - middle, rng.uniform(0.5, np.pi - 0.5)) + middle
        else:
            moved = one.vertices + across * rng.choice([-1, 1]) * rng.uniform(0.45, 0.6)
        yield straighten(shown, arranged(moved)), nothing


def _anywhere(rng: np.random.Generator, w: int, h: int) -> np.ndarray:
    """Draw vertices somewhere."""
    half, wide, up = 0.36 * w, rng.uniform(0.08, 0.16) * h, rng.uniform(-0.06, 0.06) * h
    flat = np.array([[-half, up], [half, up], [-half, -wide], [half, -wide], [-half, wide], [half, wide]])
    far = 0.03 if rng.random() < 0.6 else 0.2
    moved = _turned(flat, rng.normal(0, 2 * far)) + (0.5 + rng.uniform(-far, far, 2)) * [w, h]
    return moved.astype(np.float32)


def erring(rng: np.random.Generator, vertices: np.ndarray) -> np.ndarray:
    """Move vertices as the refiner errs: all together, each end, and each by itself."""
    axis = vertices[1] - vertices[0]
    across = np.array([-axis[1], axis[0]])
    error = float(rng.choice([0.3, 1.0, 2.2], p=[0.35, 0.45, 0.2]))
    one = np.column_stack([rng.normal(0, 0.007, 6), rng.normal(0, 0.005, 6)])
    both = np.tile(np.column_stack([rng.normal(0, 0.009, 2), rng.normal(0, 0.004, 2)]), (3, 1))
    off = (one + both + rng.normal(0, [0.006, 0.004])) * error
    return (vertices + off[:, :1] * axis + off[:, 1:] * across).astype(np.float32)
