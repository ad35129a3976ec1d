"""Forearms with sleeves and hands: rounded bones as a relief under a lamp, drawn as a sheet to be painted.

The learnt networks never met these arms: those of their training are drawn otherwise (models.render.tables).
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from simulation.people.persons import Person
from simulation.people.poses import POSES, Nail, bones_of
from simulation.scene.outlines import placed
from simulation.scene.painter import Sheet
from simulation.scene.relief import NOTHING, Bone, Raster, edge_of, is_there, relief, shade

LEFT, ABOVE, WIDTH, LENGTH = 85.0, 190.0, 175.0, 830.0
"""Of an arm's sheet, in millimetres: how far it reaches left of the wrist and above it, and its sides."""
REACH = 172.0
"""Millimetres from the wrist to the tips of the fingers."""


def arm_raster(per_mm: float, length: float = LENGTH) -> Raster:
    """Give the pixels on which an arm of so many millimetres is drawn."""
    return Raster(per_mm, LEFT, ABOVE, WIDTH, length)


def _folds_of_skin(bones: list[Bone], raster: Raster) -> np.ndarray:
    """Draw the folds over the middle joints of the fingers: float32 (h, w), 1 where there is none."""
    tone = np.ones(raster.size[::-1], np.float32)
    for bone in bones:
        if bone.radii[0] > 10.4 or bone.a[1] > -95:
            continue
        ux, uy = bone.b[0] - bone.a[0], bone.b[1] - bone.a[1]
        length = math.hypot(ux, uy)
        angle = math.degrees(math.atan2(uy, ux))
        for step in (-2.0, 0.0, 1.8):
            centre = raster.spot(bone.a[0] + ux / length * step, bone.a[1] + uy / length * step, 4)
            axes = raster.axes(2.2, bone.radii[0] * 0.55)
            cv2.ellipse(tone, centre, axes, angle, 100, 260, 0.86, 1, cv2.LINE_AA, 4)
    return raster.blur(tone, 0.35)


def draw_arm(
    rng: np.random.Generator,
    pose: str,
    person: Person,
    lamp: tuple[float, float],
    per_mm: float = 2.0,
    length: float = LENGTH,
) -> Sheet:
    """Draw an arm that reaches upwards, its wrist at (LEFT, ABOVE) millimetres.

    pose: one of POSES. lamp: how far the light leans to the right and downwards. per_mm: pixels a millimetre.
    length: of the whole sheet in millimetres.
    """
    raster = arm_raster(per_mm, length)
    shape = POSES[pose]
    bones, nails = bones_of(shape, rng)
    forearm = shape.fingers
    drawn = 62 + rng.uniform(-14, 40) if person.cuff is None else person.cuff
    picture, skin = _flesh(rng, bones, nails, np.array(person.skin, np.float32), lamp, raster, forearm)
    if forearm:
        _dress(rng, picture, skin, drawn, person, lamp, raster)
    colour = cv2.merge([np.clip(each, 0, 255).astype(np.uint8) for each in picture])
    return Sheet(colour, edge_of(skin, raster))


def _flesh(
    rng: np.random.Generator,
    bones: list[Bone],
    nails: list[Nail],
    skin: np.ndarray,
    lamp: tuple[float, float],
    raster: Raster,
    forearm: bool,
) -> tuple[list[np.ndarray], np.ndarray]:
    """Draw a hand and its forearm, each colour float32 (h, w), and where they are, bool (h, w).

    Each colour by itself: an axis of length three is what NumPy is slow at.
    """
    wrist = [Bone((-6, -6, -2), (-2, 30, 0), (24, 22)), Bone((6, -6, -2), (3, 30, 0), (23, 22))]
    arm = [*wrist, Bone((0, 24, 0), (4, 300, 4), (23, 36))] if forearm else []
    surface = relief([*bones, *arm], raster)
    pores = raster.blur(rng.standard_normal(surface.shape, np.float32), 0.5)
    tone = shade(surface, lamp, 0.75, raster) * (1 + 0.04 * pores) * _folds_of_skin(bones, raster)
    blush = np.zeros_like(tone)
    joints = [(bone.a[0], bone.a[1]) for bone in bones if bone.radii[0] < 11]
    for x, y in [*joints, *(nail[:2] for nail in nails)]:
        cv2.circle(blush, raster.spot(x, y), round(8 * raster.per_mm), 1.0, -1)
    blush = raster.blur(blush, 5)
    layer = np.zeros_like(tone)
    for x, y, angle, width in nails:
        axes = raster.axes(width, width * 1.35)
        cv2.ellipse(layer, raster.spot(x, y, 4), axes, math.degrees(angle), 0, 360, 0.8, -1, cv2.LINE_AA, 4)
    layer = raster.blur(layer, 0.4)
    bare = 1 - layer
    nail = np.clip(skin * 1.04 + np.array((38, 22, 20), np.float32), 0, 245)
    picture = [
        flesh * tone * (1 - blush * red) * bare + horn * layer
        for flesh, horn, red in zip(skin, nail, np.array((0.10, 0.08, 0.0), np.float32), strict=True)
    ]
    return picture, is_there(surface)


def _dress(
    rng: np.random.Generator,
    picture: list[np.ndarray],
    skin: np.ndarray,
    cuff: float,
    person: Person,
    lamp: tuple[float, float],
    raster: Raster,
) -> None:
    """Put a sleeve over the arm from `cuff` millimetres behind the wrist on; add it to `skin`.

    picture: each colour, float32 (h, w).
    """
    surface = relief([Bone((1, cuff - 20, 2), (6, 660, 8), (35, 52))], raster)
    rows, columns = raster.rows, raster.columns
    hem = np.float32(cuff) + np.float32(0.0025) * columns**2
    folds, creases = (
        cv2.resize(rng.standard_normal(cells, np.float32), raster.size, interpolation=cv2.INTER_CUBIC)
        for cells in ((26, 6), (64, 5))
    )
    surface += np.where(rows > hem + 16, 3.4 * folds + 1.5 * creases, np.float32(0))
    surface -= np.where(np.abs(rows - hem - 16) < 0.8, np.float32(2), np.float32(0))
    surface[rows < hem] = NOTHING
    over = is_there(surface)
    tone = shade(surface, lamp, 0.5, raster) * (1 + 0.035 * rng.standard_normal(surface.shape, np.float32))
    # The hem throws a small shadow on the wrist.
    shadow = 1 - 0.45 * np.clip(1 - (hem - rows) / 7, 0, 1) * (rows < hem)
    for each, cloth in zip(picture, _cloth(person, rows, columns), strict=True):
        np.multiply(cloth, tone, out=each, where=over)
        each *= shadow
    skin |= over


def _cloth(person: Person, rows: np.ndarray, columns: np.ndarray) -> list[np.ndarray]:
    """Give the blue, the green and the red of a sleeve without its folds, float32 (h, w).

    What is the same along rows, along columns or all over stands there once: (1, w), (h, 1) or a number.
    """
    first, second = np.array(person.cloth, np.float32), np.array(person.second, np.float32)
    if person.pattern == "plain":
        return list(first)
    pitch = np.float32(2 * np.pi / person.pitch_mm)
    # Around an arm what lies to the side is seen foreshortened.
    around = np.sin(pitch * 40 * np.arcsin(np.clip(columns / 52, -1, 1)))
    along = np.sin(pitch * rows)
    share = {
        "striped": around > 0.25,
        "ringed": along > 0.2,
        "checked": (np.float32(0.5) * (around > 0) + np.float32(0.5) * (along > 0)),
        "knitted": np.float32(0.25)
        + np.float32(0.25) * np.sin(rows * 1.9 + 1.2 * np.abs(np.sin(columns * 0.9))),
    }[person.pattern]
    weight = np.asarray(share, np.float32)
    return [one + weight * more for one, more in zip(first, second - first, strict=True)]


def mirrored(arm: Sheet) -> Sheet:
    """Make a right arm's sheet a left one's."""
    return Sheet(cv2.flip(arm.colour, 1), cv2.flip(arm.alpha, 1))


def place(wrist: np.ndarray, angle: float, length: float = LENGTH, *, left: bool = False) -> np.ndarray:
    """Give the corners (4, 2) in millimetres of an arm's sheet; angle: degrees from upwards, clockwise."""
    aside = WIDTH - LEFT if left else LEFT
    return placed(np.array([[0, 0], [WIDTH, 0], [WIDTH, length], [0, length]]) - (aside, ABOVE), wrist, angle)


def outline(sheet_corners: np.ndarray, length: float = LENGTH) -> np.ndarray:
    """Give a coarse outline (N, 2) of an arm for its shadow, from the corners of its sheet in millimetres."""
    shape = (
        (-18, -168),
        (22, -162),
        (40, -84),
        (26, 20),
        (44, 120),
        (56, 640),
        (-46, 640),
        (-36, 120),
        (-26, 20),
        (-60, -60),
        (-54, -112),
        (-38, -110),
        (-36, -90),
    )
    u, v = (sheet_corners[1] - sheet_corners[0]) / WIDTH, (sheet_corners[3] - sheet_corners[0]) / length
    return np.array([sheet_corners[0] + u * (x + LEFT) + v * (y + ABOVE) for x, y in shape])
