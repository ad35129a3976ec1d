"""Patterned table tops, and sticks thrown upon them: pictures before a throw and after it."""

import cv2
import numpy as np

from games.sticks import COLORS, KIT
from models.render.sticks.material import draw_material
from models.render.sticks.renderer import draw_light, render_sticks
from models.render.sticks.solid import StickBody
from models.render.throws import camera

SIZE = (1280, 720)


def lace(rng):
    """Draw white rosettes of thread over dark wood, a net between them."""
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    wide = rng.uniform(120, 160)
    u, v = x % wide - wide / 2, y % wide - wide / 2
    radius, angle = np.hypot(u, v), np.arctan2(v, u)
    petals = int(rng.integers(6, 11))
    thread = np.abs(radius - wide * (0.46 + 0.015 * np.cos(2 * petals * angle))) < 3
    thread |= np.abs(radius - wide * 0.2 * (1 + 0.35 * np.cos(petals * angle))) < 3
    thread |= (np.abs(np.sin(petals / 2 * angle)) * radius < 3) & (radius < wide * 0.46)
    thread |= (radius > wide * 0.47) & (((x + y) % 11 < 3) | ((x - y) % 11 < 3))
    return np.where(
        cv2.GaussianBlur(np.float32(thread), (0, 0), 1)[..., None] > 0.5, (205, 215, 220), (45, 75, 110)
    )


def gingham(rng):
    """Draw white and red checks, pink where the stripes cross."""
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    wide = rng.uniform(25, 60)
    share = ((x / wide % 2 < 1).astype(np.float32) + (y / wide % 2 < 1)) / 2
    return (225, 230, 235) + share[..., None] * np.float32((-175, -190, -30))


def embroidered(rng):
    """Draw stitched flowers and stems in several colours on linen."""
    cloth = np.full((SIZE[1], SIZE[0], 3), (190, 210, 222), np.uint8)
    inks = [(60, 50, 190), (150, 80, 40), (50, 120, 60), (40, 160, 220), (120, 50, 130)]
    for _ in range(140):
        at = rng.uniform((0, 0), SIZE)
        ink, petals, reach = inks[int(rng.integers(5))], int(rng.integers(5, 9)), rng.uniform(14, 30)
        for k in range(petals):
            turn = 2 * np.pi * k / petals
            end = at + reach * np.array([np.cos(turn), np.sin(turn)])
            cv2.line(cloth, np.int32(at).tolist(), np.int32(end).tolist(), ink, 5, cv2.LINE_AA)
        cv2.ellipse(
            cloth,
            np.int32(at + reach).tolist(),
            (60, 25),
            rng.uniform(0, 360),
            0,
            150,
            inks[2],
            4,
            cv2.LINE_AA,
        )
    return cloth


def grain(rng):
    """Draw boards of wood: rings along them, seams between them."""
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    board = np.floor(y / 130)
    along = y + 14 * np.sin(x / rng.uniform(90, 160) + 2 * board) + 5 * np.sin(x / 37 + board)
    ring = (0.5 + 0.5 * np.sin(along / rng.uniform(1.8, 3.5))) ** 1.7
    wood = np.float32((50, 95, 150)) * (1.25 - 0.7 * ring[..., None])
    wood[y % 130 < 3] *= 0.35
    return wood


CLOTHS = {"lace": lace, "gingham": gingham, "embroidered": embroidered, "grain": grain}


def thrown_upon(cloth, seed):
    """Throw three sticks of a set that never trained; give the table before, with them, and their notches.

    The pictures are uint8 (720, 1280, 3) BGR.
    """
    rng = np.random.default_rng([91, seed])
    before = np.clip(CLOTHS[cloth](rng), 0, 255).astype(np.uint8)
    counts = {color: int(rng.integers(3)) for color in COLORS}
    places = ((-110, -40), (10, 60), (110, -30)) + rng.normal(0, 10, (3, 2))
    bodies = [
        StickBody(color, count, row[count], tuple(at), rng.uniform(0, 2 * np.pi), opposite=row)
        for (color, count), row, at in zip(counts.items(), KIT, places, strict=True)
    ]
    after = before.copy()
    render_sticks(after, camera(rng, SIZE), bodies, draw_material(rng, True), draw_light(rng), rng)
    return before, after, counts
