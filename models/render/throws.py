"""Draw throws to judge the reading of sticks by: a camera over a table, a set of three, and what is true.

``python -m models.render.throws FOLDER --count 500`` writes pictures and labels for `familiar bench sticks`.
"""

import argparse
import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from games.sticks import COLORS, KIT, SIDES, Table
from models.render.augmentation import develop
from models.render.sticks.material import Material, draw_material
from models.render.sticks.renderer import draw_light, render_sticks
from models.render.sticks.scenes import Pinhole, upon
from models.render.sticks.solid import Measures, StickBody, place, prism
from models.render.sticks.surroundings import stick_tabletop, things
from models.strips import arranged

SIZES = ((1280, 720), (1280, 720), (1920, 1080), (1456, 1088))
"""Widths and heights of pictures as cameras give them."""
KINDS = {
    "loose": 0.46,
    "touching": 0.16,
    "cross": 0.12,
    "lean": 0.08,
    "stand": 0.06,
    "missing": 0.06,
    "edge": 0.06,
}
"""How often sticks lie apart, side by side, upon one another, lean, stand, are two, or are half in view."""

AGAIN = {
    "cross": "overlap",
    "lean": "leaning",
    "stand": "standing",
    "missing": "missing",
    "edge": "off_table",
}
"""Why a throw of such a kind does not count."""

GAP = 1.5
"""Millimetres between sticks that lie apart, at least."""


@dataclass(frozen=True)
class Truth:
    """One stick that lies there; vertices: float32 (6, 2) pixels as in models.strips."""

    color: str
    notches: int
    sides: tuple[str, str]
    vertices: np.ndarray


@dataclass(frozen=True)
class Thrown:
    """A picture, uint8 (H, W, 3) BGR, its sticks, and why they must be thrown again (None: they count)."""

    picture: np.ndarray
    sticks: tuple[Truth, ...]
    again: str | None


def camera(rng: np.random.Generator, size: tuple[int, int]) -> Pinhole:
    """Draw a camera 60 to 90 cm over a table, tilted up to 20 degrees, that looks 55 to 75 degrees wide."""
    w, h = size
    height = rng.uniform(600, 900)
    focal = w / 2 / np.tan(np.radians(rng.uniform(55, 75)) / 2)
    tilt, about = np.radians(rng.triangular(0, 5, 20)), rng.uniform(0, 2 * np.pi)
    centre = np.array([np.sin(tilt) * np.cos(about), np.sin(tilt) * np.sin(about), np.cos(tilt)]) * height
    forward = -centre / height
    right = np.cross([0.0, 1.0, 0.0], forward)
    right /= -np.linalg.norm(right)
    down = np.cross(right, forward)
    turn = np.array([right, down if down[1] > 0 else -down, forward])
    matrix = np.array([[focal, 0, w / 2 - 0.5], [0, focal, h / 2 - 0.5], [0, 0, 1.0]])
    return Pinhole(matrix @ np.column_stack([turn, -turn @ centre]), centre)


def throw(
    rng: np.random.Generator, kind: str = "loose", *, size: tuple[int, int] | None = None,
    material: Material | None = None, table: Table = KIT, busy: float = 0.4, held_out: bool = True,
    lies: Mapping[str, int] | None = None,
) -> Thrown:  # fmt: skip
    """Draw a throw of a kind; material: of the sticks; lies: notches by colour; both drawn where None."""
    size = size or SIZES[int(rng.integers(len(SIZES)))]
    material = material or draw_material(rng, held_out)
    while True:
        view = camera(rng, size)
        bodies = _bodies(rng, kind, material, table, lies or draw_lies(rng, 2 if kind == "missing" else 3))
        middle = _somewhere(rng, view, size, bodies, material, kind)
        if middle is not None:
            break
    bodies = [_moved(body, middle) for body in bodies]
    light = draw_light(rng)
    out = stick_tabletop(rng, size, held_out)
    solids = [place(body, material.measures).world(prism(material.measures)).reshape(6, 3) for body in bodies]
    if rng.random() < busy:
        shifted = [solid - [*middle, 0] for solid in solids]
        near = Pinhole(view.matrix.copy(), view.centre - [*middle, 0])
        near.matrix[:, 3] += view.matrix[:, :2] @ middle
        scale = float(np.linalg.norm(np.diff(view.project3(np.array([[0, 0, 0], [1.0, 0, 0]])), axis=0)))
        things(rng, out, near, shifted, light, scale)
    found = render_sticks(out, view, bodies, material, light, rng)
    sticks = tuple(_truth(body, vertices) for body, vertices in zip(bodies, found, strict=True))
    return Thrown(develop(rng, out, held_out), sticks, AGAIN.get(kind))


def _truth(body: StickBody, vertices: np.ndarray) -> Truth:
    first, second = sorted(side for side in SIDES if side != body.hidden)
    return Truth(body.color, body.notches, (first, second), arranged(vertices))


def draw_lies(rng: np.random.Generator, count: int) -> dict[str, int]:
    """Draw which sticks fall, and upon which side each."""
    return {str(color): int(rng.integers(3)) for color in rng.permutation(COLORS)[:count]}


def _body(
    rng: np.random.Generator, lie: tuple[str, int], table: Table, at: np.ndarray, angle: float
) -> StickBody:
    color, notches = lie
    row = table[COLORS.index(color)]
    return StickBody(
        color, notches, row[notches], (float(at[0]), float(at[1])), float(angle), opposite=row,
        turned=bool(rng.random() < 0.5),
    )  # fmt: skip


def _bodies(
    rng: np.random.Generator, kind: str, material: Material, table: Table, lies: Mapping[str, int]
) -> list[StickBody]:
    """Lay sticks about the middle of the world."""
    m = material.measures
    colors = list(lies.items())
    turns = rng.uniform(0, 2 * np.pi, 3)
    bodies = [_body(rng, colors[0], table, np.zeros(2), turns[0])]
    if kind == "touching":
        across = np.array([-np.sin(turns[0]), np.cos(turns[0])])
        at = np.zeros(2)
        for color in colors[1:]:
            along = np.array([across[1], -across[0]]) * rng.normal(0, 15)
            at = at + across * (m.side + rng.uniform(0.1, 1.2)) + along
            flip = np.pi * int(rng.integers(2))
            bodies.append(_body(rng, color, table, at, turns[0] + flip + rng.normal(0, 0.002)))
        return bodies
    if kind == "cross":
        bodies.append(_upon(rng, _body(rng, colors[1], table, np.zeros(2), 0.0), turns[0], m))
    if kind == "lean":
        tilt = float(np.arcsin(rng.uniform(8, 40) / m.length))
        bodies[0] = replace(bodies[0], pose="leaning", tilt=tilt, roll=float(rng.normal(0, 0.15)))
    if kind == "stand":
        bodies[0] = replace(bodies[0], pose="standing", tilt=np.pi / 2, roll=float(turns[1]))
    spread = rng.uniform(30, 110)
    for color in colors[len(bodies) :]:
        while True:
            at, angle = rng.normal(0, spread, 2), rng.uniform(0, 2 * np.pi)
            if all(_clear(at, angle, body, m.length + 2 * GAP, m.side + 2 * GAP) for body in bodies):
                break
        bodies.append(_body(rng, color, table, at, angle))
    return bodies


def _upon(rng: np.random.Generator, body: StickBody, under: float, measures: Measures) -> StickBody:
    """Lay a stick across the one at the middle."""
    turn = under + rng.uniform(0.3, np.pi - 0.3) + np.pi * int(rng.integers(2))
    middle, tilt, lift = upon(rng, under, turn, measures, (0.3, 0.85))
    at = (float(middle[0]), float(middle[1]))
    return replace(body, middle_mm=at, angle=turn, pose="crossing", tilt=tilt, lift=lift)


def _clear(at: np.ndarray, angle: float, body: StickBody, length: float, side: float) -> bool:
    def outline(middle: np.ndarray, turn: float) -> np.ndarray:
        box = cv2.boxPoints(((0.0, 0.0), (length, side), float(np.degrees(turn))))
        return (box + np.float32(middle)).astype(np.float32)

    return (
        cv2.intersectConvexConvex(outline(at, angle), outline(np.array(body.middle_mm), body.angle))[0] <= 0
    )


def _somewhere(
    rng: np.random.Generator,
    view: Pinhole,
    size: tuple[int, int],
    bodies: list[StickBody],
    material: Material,
    kind: str,
) -> np.ndarray | None:
    """Find where on the table a throw lies in view, millimetres; None where this one fits nowhere."""
    for _ in range(40):
        at = rng.uniform(-450, 450, 2) * [1, size[1] / size[0]]
        points = [
            view.project3(
                place(_moved(body, at), material.measures).world(prism(material.measures)).reshape(6, 3)
            )
            for body in bodies
        ]
        low = np.array([each.min(0) for each in points]).min(1)
        high = (np.array([each.max(0) for each in points]) - size).max(1)
        out = np.maximum(-low, high)
        if kind != "edge" and (out < -4).all():
            return at
        longs = [float(np.linalg.norm(each[1] - each[0])) for each in points]
        if kind == "edge" and 0.08 * longs[0] < out[0] < 0.5 * longs[0] and (out[1:] < -4).all():
            return at
    return None


def _moved(body: StickBody, by: np.ndarray) -> StickBody:
    return replace(body, middle_mm=(body.middle_mm[0] + float(by[0]), body.middle_mm[1] + float(by[1])))


def draw_kind(rng: np.random.Generator) -> str:
    """Draw how sticks fell."""
    return str(rng.choice(list(KINDS), p=list(KINDS.values())))


def main() -> None:
    """Write labelled pictures of throws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with open(options.folder / "labels.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["file", "color", "notches", "sides", "again", "kind"])
        for number in range(options.count):
            rng = np.random.default_rng([options.seed, number])
            kind = draw_kind(rng)
            drawn, name = throw(rng, kind), f"{number:05d}.jpg"
            cv2.imwrite(str(options.folder / name), drawn.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            for stick in drawn.sticks:
                lie = (stick.color, stick.notches, " ".join(stick.sides))
                rows.writerow([name, *lie, drawn.again or "", kind])


if __name__ == "__main__":
    main()
