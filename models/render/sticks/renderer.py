"""Render throwing sticks into a picture of a table, in true perspective.

Each stick is drawn on a layer of twice the picture's size: first the walls of its notches, then bevels, ends
and sides, with the notches cut out. No part of a convex body hides another part of it, and what is seen of a
wall is seen through its own notch, so this order is exact. Sticks are drawn from the farthest to the nearest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from models.render.sticks.material import Material, side_picture
from models.render.sticks.solid import (
    Placed,
    StickBody,
    bevels,
    caps,
    face,
    normal,
    on_face,
    place,
    prism,
    walls,
)

TIMES = 2
"""The layer's pixels for each of the picture's, along each axis."""


class Camera(Protocol):
    """Turns the world's millimetres into pixels."""

    @property
    def centre(self) -> np.ndarray:
        """Where it is, (3,) millimetres."""

    def project3(self, points: np.ndarray) -> np.ndarray:
        """Turn points (N, 3) into pixels (N, 2)."""
        ...


@dataclass(frozen=True)
class Light:
    """The light on the table.

    lamps: direction towards each (3,), its strength and the blur of its shadow in shares of the shadow's
    length; sky: what comes from everywhere; contact: how dark it is right beside a stick, 0..1; cut: how much
    of the sky a notch's walls see.
    """

    lamps: tuple[tuple[np.ndarray, float, float], ...]
    sky: float = 0.4
    contact: float = 0.4
    cut: float = 0.6
    color: np.ndarray = field(default_factory=lambda: np.ones(3))

    def on(self, n: np.ndarray, open_: float = 1.0) -> float:
        """Give how bright a surface of normal n (3,) is beside the bare table, as a factor on its pixels."""
        table = self.sky + sum(k * max(0.0, d[2]) for d, k, _ in self.lamps)
        here = sum(k * max(0.0, float(d @ n)) for d, k, _ in self.lamps)
        return ((here + self.sky * (0.5 + 0.5 * n[2]) * open_) / table) ** (1 / 2.2)


def draw_light(rng: np.random.Generator) -> Light:
    """Draw a light: one to three lamps, hard or soft."""
    lamps = []
    hard = rng.random() < 0.4
    for _ in range(int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))):
        high, about = np.radians(rng.uniform(28, 88)), rng.uniform(0, 2 * np.pi)
        d = np.array([np.cos(high) * np.cos(about), np.cos(high) * np.sin(about), np.sin(high)])
        lamps.append((d, rng.uniform(0.2, 1.0), rng.uniform(0.02, 0.12) if hard else rng.uniform(0.12, 0.6)))
    sky = float(np.exp(rng.uniform(np.log(0.12), np.log(1.3))))
    return Light(tuple(lamps), sky, rng.uniform(0.1, 0.7), rng.uniform(0.2, 1.1))


def render_sticks(
    picture: np.ndarray, camera: Camera, bodies: Sequence[StickBody], material: Material, light: Light,
    rng: np.random.Generator,
) -> list[np.ndarray]:  # fmt: skip
    """Draw bodies on a picture, uint8 (H, W, 3), in place.

    Returns the vertices of each body, float32 (6, 2) pixels: edges 0, 1 and 2, each with both its ends.
    """
    placed = [place(body, material.measures) for body in bodies]
    solids = [where.world(prism(material.measures)).reshape(6, 3) for where in placed]
    for i in order(solids, np.asarray(camera.centre, float)):
        _shadow(picture, camera, solids[i], light)
        _draw(picture, camera, bodies[i], placed[i], material, light, rng)
    return [np.asarray(camera.project3(solid), np.float32) for solid in solids]


def order(solids: Sequence[np.ndarray], centre: np.ndarray) -> list[int]:
    """Sort convex bodies, each by its six vertices (6, 3), from the farthest to the nearest of a camera."""
    behind = {
        (i, j): _behind(solids[i], solids[j], centre)
        for i in range(len(solids)) for j in range(len(solids)) if i != j
    }  # fmt: skip
    left, out = set(range(len(solids))), []
    far = [float(np.linalg.norm(solid.mean(0) - centre)) for solid in solids]
    while left:
        free = [i for i in left if not any(behind[j, i] > 0 for j in left if j != i)]
        nxt = max(free or left, key=lambda i: far[i])
        out.append(nxt)
        left.remove(nxt)
    return out


_SIDES = ((0, 1, 3, 2), (2, 3, 5, 4), (4, 5, 1, 0), (0, 2, 4), (1, 5, 3))
"""A prism's five surfaces, by its six vertices: three sides, two ends."""


def _behind(a: np.ndarray, b: np.ndarray, centre: np.ndarray) -> int:
    """Tell whether a is behind b (1), in front (-1), or neither (0), by a side that keeps them apart."""
    for one, other, sign in ((a, b, 1), (b, a, -1)):
        for side in _SIDES:
            corners = one[list(side)]
            n = normal(corners, one.mean(0))
            if ((other - corners[0]) @ n).min() > -0.6:
                return sign if (centre - corners[0]) @ n > 0 else 0
    return 1 if a[:, 2].mean() < b[:, 2].mean() else -1


def _shadow(picture: np.ndarray, camera: Camera, solid: np.ndarray, light: Light) -> None:
    """Darken the table where a body keeps the lamps away, and right beside it."""
    h, w = picture.shape[:2]
    table = light.sky + sum(k * d[2] for d, k, _ in light.lamps)
    shapes = [
        (solid[:, :2] - solid[:, 2:] * d[:2] / max(0.2, d[2]), 1 - (k * d[2]) / table, soft)
        for d, k, soft in light.lamps
    ]
    flat = solid[:, :2].mean(0)
    low = solid[solid[:, 2] < solid[:, 2].min() + 6, :2]
    if len(low) >= 3:
        shapes.append(((low - flat) * 1.08 + flat, 1 - light.contact * light.sky / table, 0.25))
    for ground, keeps, soft in shapes:
        points = camera.project3(np.column_stack([ground, np.zeros(len(ground))])).astype(np.float32)
        hull = cv2.convexHull(points)[:, 0]
        blur = max(0.6, soft * float(np.sqrt(cv2.contourArea(hull))) * 0.35)
        pad = 3 * blur + 2
        x0, y0 = np.maximum(np.floor(hull.min(0) - pad), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(hull.max(0) + pad), [w, h]).astype(int)
        if x1 <= x0 or y1 <= y0:
            continue
        less = max(1, int(blur / 2))  # a soft shadow is drawn small
        mask = np.zeros(((y1 - y0) // less + 1, (x1 - x0) // less + 1), np.uint8)
        fixed = ((hull - [x0, y0]) / less * 16).round().astype(np.int32)
        cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), blur / less)
        if less > 1:
            mask = cv2.resize(mask, None, fx=less, fy=less, interpolation=cv2.INTER_LINEAR)
        mask = mask[: y1 - y0, : x1 - x0, None].astype(np.float32)
        part = picture[y0:y1, x0:x1]
        part[:] = part * (1 - mask * np.float32((1 - max(0.02, keeps) ** (1 / 2.2)) / 255))


class _Layer:
    """The part of a picture that a stick covers, TIMES as large: supersampling softens its edges.

    low, high: that part's top left and bottom right in the picture, int (2,) pixels.
    """

    def __init__(self, camera: Camera, placed: Placed, low: np.ndarray, high: np.ndarray) -> None:
        self._camera, self._placed, self._low, self._high = camera, placed, low, high
        wide, tall = (high - low) * TIMES
        self._colors = np.zeros((tall, wide, 3), np.uint8)
        self._alpha = np.zeros((tall, wide), np.uint8)

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """Project a stick's own points (N, 3) to the layer's pixels (N, 2)."""
        # Whole numbers are the middles of pixels, in the picture and on the layer.
        return (self._camera.project3(self._placed.world(points)) - self._low + 0.5) * TIMES - 0.5

    def fill(self, points: np.ndarray, color: np.ndarray) -> None:
        """Fill a polygon of a stick's own points (N, 3)."""
        fixed = (self.pixels(points) * 16).round().astype(np.int32)
        cv2.fillPoly(self._colors, [fixed], tuple(float(v) for v in np.clip(color, 0, 255)), 8, 4)
        cv2.fillPoly(self._alpha, [fixed], 255, 8, 4)

    def paste(self, print_: np.ndarray, quad: np.ndarray, shape: np.ndarray) -> None:
        """Warp a picture by the homography to `quad` (4, 2), and keep what lies in the polygon `shape`.

        print_: uint8 (h, w, 3); both in the layer's pixels.
        """
        h, w = print_.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        a, b = np.maximum(np.floor(quad.min(0)), 0).astype(int), np.ceil(quad.max(0)).astype(int) + 1
        part = self._colors[a[1] : b[1], a[0] : b[0]]
        if not part.size:
            return
        matrix = cv2.getPerspectiveTransform(source - 0.5, (quad - a).astype(np.float32))
        size = (part.shape[1], part.shape[0])
        warped = cv2.warpPerspective(
            print_, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(mask, [((shape - a) * 16).round().astype(np.int32)], 255, 8, 4)
        cv2.copyTo(warped, mask, part)
        self._alpha[a[1] : b[1], a[0] : b[0]] |= mask

    def onto(self, picture: np.ndarray) -> None:
        """Average the layer down and composite it over its part of the picture, in place."""
        (x0, y0), (x1, y1) = self._low, self._high
        size = (x1 - x0, y1 - y0)
        small = cv2.resize(self._colors, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        alpha = cv2.resize(self._alpha, size, interpolation=cv2.INTER_AREA)
        keep = 1 - alpha[..., None].astype(np.float32) / 255
        part = picture[y0:y1, x0:x1]
        part[:] = np.clip(part * keep + small, 0, 255)


def _draw(
    picture: np.ndarray, camera: Camera, body: StickBody, placed: Placed, material: Material, light: Light,
    rng: np.random.Generator,
) -> None:  # fmt: skip
    """Draw one stick in place, by the painter's algorithm of this module's first lines, without back faces.

    Surfaces are lit evenly, each by its normal (Lambert); a side's picture has a gloss besides.
    """
    h, w = picture.shape[:2]
    m, centre = material.measures, np.asarray(camera.centre, float)
    solid = placed.world(prism(m)).reshape(6, 3)
    middle = solid.mean(0)
    outline = camera.project3(solid)
    low = np.maximum(np.floor(outline.min(0)) - 2, 0).astype(int)
    high = np.minimum(np.ceil(outline.max(0)) + 2, [w, h]).astype(int)
    if (high <= low).any():
        return
    layer = _Layer(camera, placed, low, high)

    def in_view(surface: np.ndarray, away_from: np.ndarray) -> np.ndarray | None:
        """Give a surface's normal, away from a point of the world; None: its back is to the camera."""
        world = placed.world(surface)
        n = normal(world, away_from)
        return n if n @ (centre - world.mean(0)) > 0 else None

    def shade(n: np.ndarray, open_: float = 1.0) -> np.ndarray:
        return light.on(n, open_) * light.color

    for edge in range(3):
        for wall in walls(edge, body.counts[edge], m):
            at = placed.world(np.array([wall[0, 0] + 4 * (wall[1, 0] - wall[0, 0]), *wall.mean(0)[1:]]))
            if (n := in_view(wall, at)) is not None:
                layer.fill(wall, np.array(material.wall[body.color]) * shade(n, light.cut))
    if m.bevel > 0.25:
        rub = 1 + 0.35 * max(0.0, material.worn - 0.4)
        for edge in range(3):
            for piece in bevels(edge, body.counts[edge], m):
                if (n := in_view(piece, middle)) is not None:
                    layer.fill(piece, np.array(material.base[body.color]) * shade(n) * rub)
    for cap in caps(m):
        if (n := in_view(cap, middle)) is not None:
            layer.fill(cap, np.array(material.end[body.color]) * shade(n, 0.8))
    for k in range(3):
        corners = on_face(k, np.array([[-1, 0], [1, 0], [1, m.side], [-1, m.side]]) * [m.length / 2, 1], m)
        if (n := in_view(corners, middle)) is None:
            continue
        quad = layer.pixels(corners)
        long = float(np.linalg.norm(quad[1] - quad[0]))
        scale = float(np.clip(long / m.length, 0.3, 8))
        print_ = side_picture(rng, material, body.color, body.sides[k], scale)
        lit = print_.astype(np.float32) * shade(n).astype(np.float32)
        print_ = _glossed(rng, lit, placed.world(corners), material.gloss)
        layer.paste(print_, quad, layer.pixels(on_face(k, face(k, body.counts, m), m)))
    layer.onto(picture)


def _glossed(rng: np.random.Generator, lit: np.ndarray, world: np.ndarray, gloss: float) -> np.ndarray:
    """Lay a slow change of light, darker towards the table, and a reflection over a side's picture."""
    h, w = lit.shape[:2]
    heights = np.array([world[0, 2] + world[1, 2], world[2, 2] + world[3, 2]]) / 2
    down = np.linspace(heights[0], heights[1], h, dtype=np.float32)[:, None, None]
    low = float(rng.uniform(0, 0.25))
    lit = lit * (1 - low * np.clip(1 - down / 14, 0, 1))
    along = np.linspace(-1, 1, w, dtype=np.float32)[None, :, None]
    lit *= 1 + np.float32(rng.normal(0, 0.06)) * along
    if gloss > 0 and rng.random() < 0.6:
        at, wide = rng.uniform(-1, 1), rng.uniform(0.08, 0.8)
        lit += np.float32(255 * gloss * rng.uniform(0.2, 1)) * np.exp(-(((along - at) / wide) ** 2))
    return np.clip(lit, 0, 255).astype(np.uint8)
