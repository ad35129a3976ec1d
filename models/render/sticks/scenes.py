"""Throwing sticks on tables: where they lie, who looks, and what is seen of each."""

from dataclasses import dataclass

import cv2
import numpy as np

from games.sticks import COLORS, SIDES
from models.render.sticks.material import Material
from models.render.sticks.renderer import draw_light, render_sticks
from models.render.sticks.solid import Measures, StickBody, place, prism
from models.render.sticks.surroundings import block, stick_tabletop, things
from models.render.tables.clutter import arm

NEAREST_MM = 150.0
"""How far in front of the camera a stick must lie to be drawn."""


@dataclass(frozen=True)
class Pinhole:
    """A camera: matrix (3, 4) from the world's millimetres to pixels, and where it is, (3,)."""

    matrix: np.ndarray
    centre: np.ndarray

    def project3(self, points: np.ndarray) -> np.ndarray:
        """Turn points (N, 3) into pixels (N, 2)."""
        pixels = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return pixels[:, :2] / np.maximum(pixels[:, 2:], 1e-3)

    def moved(self, matrix: np.ndarray) -> "Pinhole":
        """Give this camera with a map (3, 3) of its pixels behind it."""
        return Pinhole(matrix @ self.matrix, self.centre)


@dataclass(frozen=True)
class Seen:
    """One stick in a picture.

    vertices: float32 (6, 2) pixels: the upper edge's two ends, one base edge's, the other's. notches: of the
    upper edge; bases: of the first base edge and the second; sides: between the upper edge and each of those.
    state: of STICK_STATES or leaning; visible: share of its outline that is in the picture and not covered.
    """

    vertices: np.ndarray
    notches: int
    bases: tuple[int, int]
    sides: tuple[str, str]
    color: str
    state: str
    visible: float


def look(rng: np.random.Generator, long_px: float) -> Pinhole:
    """Draw a camera over the world's middle, a stick there being `long_px` pixels long; middle at (0, 0)."""
    distance = rng.uniform(560, 1000)
    off = np.radians(38) * rng.beta(1.1, 1.6) + np.radians(abs(rng.normal(0, 3)))
    about, roll = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    back = np.array([np.sin(off) * np.cos(about), np.sin(off) * np.sin(about), np.cos(off)])
    centre = back * distance
    # The optical axis meets the table elsewhere than at the stick: sticks are seen all over the frame.
    aim = np.array([*rng.normal(0, 170, 2), 0.0])
    forward = (aim - centre) / np.linalg.norm(aim - centre)
    right = np.cross(forward, [np.cos(roll), np.sin(roll), 0.3])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    # x right, y towards the viewer, z up is a left-handed world: mirror one axis of the picture.
    turn = np.array([-right, down, forward])
    if np.linalg.det(turn) > 0:
        turn[0] = -turn[0]
    focal = long_px * distance / 92
    matrix = np.diag([focal, focal, 1.0]) @ np.column_stack([turn, -turn @ centre])
    middle = matrix[:, 3]
    shift = np.eye(3)
    shift[:2, 2] = -middle[:2] / middle[2]
    return Pinhole(shift @ matrix, centre)


def draw_stick(
    rng: np.random.Generator, color: str, *, middle_mm: tuple[float, float] = (0.0, 0.0), angle: float = 0.0,
    pose: str = "lying", tilt: float = 0.0, roll: float = 0.0, lift: float = 0.0,
) -> StickBody:  # fmt: skip
    """Draw how a stick fell: its notches, its sides in any of the six tables; where, as a body has it."""
    count, hidden, turned = int(rng.integers(3)), str(rng.choice(SIDES)), bool(rng.random() < 0.5)
    first, second, third = (str(side) for side in rng.permutation(SIDES))
    return StickBody(
        color, count, hidden, middle_mm, angle, pose, tilt, roll, lift, turned, (first, second, third)
    )


def throw(
    rng: np.random.Generator, material: Material, count: int, kind: str, spread: float
) -> tuple[list[StickBody], list[str]]:
    """Draw how sticks lie about the world's middle, and the state of each.

    kind: loose, row (side by side, touching), cross, lean or stand; spread: millimetres. The first stick is
    at the middle.
    """
    m = material.measures
    colors = [str(c) for c in rng.permutation(COLORS)]
    colors = [c if rng.random() > 0.1 else str(rng.choice([*COLORS, "other"])) for c in colors]
    bodies: list[StickBody] = []
    states: list[str] = []
    base = rng.uniform(0, 2 * np.pi)
    if kind == "row":
        bodies = _row(rng, colors, count, base, (m.length, m.side))
        states = ["lying"] * count
    elif kind in ("cross", "lean") and count >= (2 if kind == "cross" else 1):
        under = _body(rng, colors[0], (0.0, 0.0), base)
        bodies.append(under)
        states.append("bad")
        if kind == "lean":
            high = rng.uniform(6, 40)  # on a card, a die, the board's edge
            tilt = float(np.arcsin(min(0.9, high / m.length * 1.3)))
            roll = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.3)
            bodies[0] = _body(rng, colors[0], (0.0, 0.0), base, "leaning", tilt, roll)
            states[0] = "leaning"
        else:
            turn = base + rng.uniform(0.35, np.pi - 0.35) + (np.pi if rng.random() < 0.5 else 0)
            middle, tilt, lift = upon(rng, base, turn, m, (0.25, 0.8))
            upper = _body(rng, colors[1], tuple(middle), turn, "crossing", tilt, rng.normal(0, 0.1), lift)
            bodies.append(upper)
            states.append("bad")
            if rng.random() < 0.5:
                bodies.reverse()
                shift = np.array(bodies[0].middle_mm)
                bodies = [_shifted(body, -shift) for body in bodies]
    elif kind == "stand":
        lay = _body(rng, colors[0], (0.0, 0.0), base, "standing", np.pi / 2, rng.uniform(0, 2 * np.pi))
        bodies.append(lay)
        states.append("bad")
    while len(bodies) < count:
        for _ in range(20):
            at = rng.normal(0, spread, 2) if bodies else np.zeros(2)
            angle = rng.uniform(0, 2 * np.pi)
            if all(_apart(at, angle, body, m.length, m.side) for body in bodies):
                break
        else:
            break
        bodies.append(_body(rng, colors[len(bodies) % 3], tuple(at), angle))
        states.append("lying")
    return bodies, states


def upon(
    rng: np.random.Generator, under: float, turn: float, measures: Measures, rests: tuple[float, float]
) -> tuple[np.ndarray, float, float]:
    """Lay a stick across the one at the world's middle: one end on the table, or flat upon its edge.

    under, turn: their angles in radians. rests: between which shares of its length, from the end on the
    table, it lies on that edge. Gives its middle (2,) in millimetres, its tilt in radians, its lift.
    """
    axis = np.array([np.cos(turn), np.sin(turn)])
    at = np.array([np.cos(under), np.sin(under)]) * rng.uniform(-0.45, 0.45) * measures.length
    if rng.random() < 0.6:
        d = rng.uniform(*rests) * measures.length
        tilt = float(np.arctan2(measures.height, d))
        return at + axis * (measures.length / 2 - d) * np.cos(tilt), tilt, 0.0
    return at + axis * rng.uniform(-0.25, 0.25) * measures.length, 0.0, measures.height


def _row(
    rng: np.random.Generator, colors: list[str], count: int, base: float, size: tuple[float, float]
) -> list[StickBody]:
    """Lay sticks of `size` (length, side) side by side, slid along each other, now and then at a slant."""
    length, side = size
    along, across = np.array([np.cos(base), np.sin(base)]), np.array([-np.sin(base), np.cos(base)])
    bodies: list[StickBody] = []
    at, slant = np.zeros(2), 0.0
    for k in range(count):
        if k:
            slid = rng.uniform(-0.7, 0.7) * length if rng.random() < 0.4 else rng.normal(0, 8)
            before, slant = slant, rng.normal(0, 0.12) if rng.random() < 0.25 else rng.normal(0, 0.004)
            wide = abs(np.sin(slant)) + abs(np.sin(before))
            gap = rng.exponential(0.6) + 0.15 + wide * length / 2 + side * (1 - np.cos(slant))
            at = at + across * (side + gap) + along * slid
        flip = np.pi if rng.random() < 0.5 else 0.0
        bodies.append(_body(rng, colors[k % 3], (at[0], at[1]), base + slant + flip))
    return bodies


def _body(
    rng: np.random.Generator, color: str, at: tuple[float, float], angle: float, pose: str = "lying",
    tilt: float = 0.0, roll: float = 0.0, lift: float = 0.0,
) -> StickBody:  # fmt: skip
    return draw_stick(
        rng, color, middle_mm=(float(at[0]), float(at[1])), angle=float(angle), pose=pose, tilt=float(tilt),
        roll=float(roll), lift=lift,
    )  # fmt: skip


def _shifted(body: StickBody, by: np.ndarray) -> StickBody:
    values = {**body.__dict__, "middle_mm": (body.middle_mm[0] + by[0], body.middle_mm[1] + by[1])}
    return StickBody(**values)


def _apart(at: np.ndarray, angle: float, body: StickBody, length: float, side: float) -> bool:
    """Tell whether a stick laid down there keeps off another one."""
    one, other = (
        cv2.boxPoints(((float(x), float(y)), (length + 1, side + 1), float(np.degrees(turn))))
        for (x, y), turn in ((at, angle), (body.middle_mm, body.angle))
    )
    return cv2.intersectConvexConvex(one, other)[0] <= 0


def seen(
    body: StickBody, state: str, vertices: np.ndarray, solid: np.ndarray, centre: np.ndarray, visible: float
) -> Seen:
    """Say what a stick shows: of a lying one its upper edge, of others the edge that faces the camera."""
    edge = 0
    if body.pose != "lying":
        ends = solid.reshape(3, 2, 3)
        high = ends[:, :, 2].mean(1)
        toward = centre - solid.mean(0)
        toward = toward / np.linalg.norm(toward)
        out = (ends.mean(1) - solid.mean(0)) @ toward
        edge = int(np.argmax(out if body.tilt > 0.6 else high))
    a, b = (e for e in range(3) if e != edge)
    six = vertices.reshape(3, 2, 2)[[edge, a, b]].reshape(6, 2)
    # The side between the upper edge and one base edge is opposite the other base edge.
    bases, sides = (body.counts[a], body.counts[b]), (body.sides[b], body.sides[a])
    return Seen(six, body.counts[edge], bases, sides, body.color, state, visible)


def _in_front(
    camera: Pinhole, material: Material, thrown: tuple[list[StickBody], list[str]]
) -> tuple[list[StickBody], list[str]]:
    """Leave out what is beside or behind a slanted camera: it has no place in the picture."""
    depths = [
        place(body, material.measures).world(prism(material.measures)).reshape(6, 3) @ camera.matrix[2, :3]
        + camera.matrix[2, 3]
        for body in thrown[0]
    ]
    kept = [i for i, depth in enumerate(depths) if depth.min() > NEAREST_MM]
    return [thrown[0][i] for i in kept], [thrown[1][i] for i in kept]


def picture(
    rng: np.random.Generator, size: tuple[int, int], camera: Pinhole, material: Material,
    thrown: tuple[list[StickBody], list[str]], *, held_out: bool = False, busy: float = 0.3,
) -> tuple[np.ndarray, list[Seen]]:  # fmt: skip
    """Draw a picture of `size` (w, h) of thrown sticks, not yet developed: uint8 (h, w, 3), and what is seen.

    busy: how likely other things and a hand are.
    """
    w, h = size
    light = draw_light(rng)
    bodies, states = _in_front(camera, material, thrown)
    out = stick_tabletop(rng, size, held_out)
    scale = float(np.linalg.norm(np.diff(camera.project3(np.array([[0, 0, 0], [1.0, 0, 0]])), axis=0)))
    placed = [place(body, material.measures) for body in bodies]
    solids = [where.world(prism(material.measures)).reshape(6, 3) for where in placed]
    if rng.random() < busy:
        things(rng, out, camera, solids, light, scale)
    for body, solid in zip(bodies, solids, strict=True):
        if body.pose == "leaning" and rng.random() < 0.7:  # on a box, a book, a heap of cards
            high = solid[solid[:, 2].argmax()]
            wide, deep = rng.uniform(12, 90, 2)
            box = np.array(
                [wide, deep, max(1.0, (high[2] - material.measures.height) * rng.uniform(0.6, 0.95))]
            )
            block(rng, out, camera, high[:2] + rng.normal(0, 0.15, 2) * [wide, deep], box, light)
    vertices = render_sticks(out, camera, bodies, material, light, rng)
    owner = np.full((h, w), -1, np.int32)
    hulls = [cv2.convexHull(points.astype(np.float32)) for points in vertices]
    for i, hull in enumerate(hulls):
        cv2.fillConvexPoly(owner, hull.round().astype(np.int32), i)
    if rng.random() < 0.4 * busy and vertices:
        at = vertices[int(rng.integers(len(vertices)))].mean(0) + rng.normal(0, 60, 2) * scale
        arm(rng, out, owner, at, scale * 55)
    found = []
    for i, (body, state) in enumerate(zip(bodies, states, strict=True)):
        area = max(1.0, cv2.contourArea(hulls[i]))
        visible = min(1.0, float((owner == i).sum()) / area)
        found.append(seen(body, state, vertices[i], solids[i], camera.centre, visible))
    return out, found
