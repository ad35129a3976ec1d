"""Draw throws: which sticks lie how, what else is on the table, where the camera hangs, and the truth."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from stl_renderer import looks, poses
from stl_renderer.picture import take
from stl_renderer.raster import look_down

COLORS = ("red", "black", "white")
FIELD = math.radians(66)
"""The horizontal field of the Camera Module 3."""

PAWN = ((9, 0), (8, 3), (4, 14), (3, 20), (5, 24), (4, 29), (1, 31))
STONE = ((11, 0), (12, 2), (9, 6), (4, 8))
"""Profiles of turned pieces: (radius, height) in mm, from the foot up."""


@dataclass(frozen=True)
class Scene:
    """What is to be photographed."""

    camera: object
    bodies: tuple
    paints: tuple
    again: tuple[str, ...]


def draw_camera(rng, size):
    """Hang a camera 60 to 90 cm above the table, tilted up to 20 degrees."""
    height = rng.uniform(600, 900)
    tilt = math.radians(rng.triangular(0, 6, 20))
    focal = size[0] / 2 / math.tan(FIELD / 2)
    return look_down(height, tilt, rng.uniform(0, 2 * math.pi), rng.normal(0, 0.05), focal, size)


def draw_paint(rng, color):
    """Draw the plastic and the ink of a stick: (base, ink, gloss, tightness)."""
    filament = np.array(looks.FILAMENTS[color][rng.integers(4)]) * rng.uniform(0.85, 1.15)
    ink = looks.INKS[color][rng.integers(3)]
    return filament, np.array(ink), rng.choice([0.0, rng.uniform(0.01, 0.06)]), rng.uniform(8, 60)


def draw_scene(rng, solids, size, odd=None):
    """Draw a throw of the sticks in `solids` (colour -> Solid).

    odd: "overlap", "leaning", "standing" or "missing", or None for a throw that counts.
    """
    for _ in range(200):
        camera = draw_camera(rng, size)
        bodies, again = _throw(rng, solids, camera, odd)
        if bodies and all(_in_view(camera, body) for body in bodies):
            break
    else:
        raise RuntimeError("no such throw was found")
    things = _things(rng, camera, bodies)
    paints = [draw_paint(rng, body.color) for body in bodies]
    paints += [(looks.draw_tone(rng), (0, 0, 0), 0.0, 20.0) for _ in things]
    return Scene(camera, (*bodies, *things), tuple(paints), again)


def photograph(rng, scene):
    """Take the picture of a scene, its table, light and film drawn, and give it with JPEG's quality."""
    top, lights, film = looks.draw_top(rng), looks.draw_lights(rng), looks.draw_film(rng)
    return take(scene.camera, scene.bodies, scene.paints, top, lights, film, rng), film.quality


def truth(scene):
    """Write what is in a scene as JSON's types; pixels rounded to a hundredth."""
    sticks = []
    for body in scene.bodies:
        if body.state == "thing":
            continue
        pixels = np.round(scene.camera.project(body.vertices())[0], 2)
        known = body.truth
        sticks.append(
            {
                "color": body.color,
                "state": body.state,
                "notches": known[0] if known else None,
                "sides": known[1] if known else None,
                "edges": {str(body.solid.notches[k]): pixels[2 * k : 2 * k + 2].tolist() for k in range(3)},
                "widths": _widths(body, pixels) if known else None,
                "outline": cv2.convexHull(pixels.astype(np.float32))[:, 0].tolist(),
            }
        )
    return {"again": list(scene.again), "sticks": sticks}


def _widths(body, pixels):
    """Measure how wide each side beside the upper edge is in pixels; below 0 it is turned away."""
    top = pixels[2 * body.down : 2 * body.down + 2]
    along = (top[1] - top[0]) / np.linalg.norm(top[1] - top[0])
    aside = np.array([-along[1], along[0]])
    others = [k for k in range(3) if k != body.down]
    reach = {k: float((pixels[2 * k : 2 * k + 2].mean(0) - top.mean(0)) @ aside) for k in others}
    first, second = others
    way = 1 if reach[first] > reach[second] else -1
    # The side opposite `second` lies between the upper edge and the edge `first`.
    return {
        body.solid.symbols[second]: round(way * reach[first], 2),
        body.solid.symbols[first]: round(-way * reach[second], 2),
    }


def _throw(rng, solids, camera, odd):
    scale = rng.uniform(0.94, 1.06)
    heap = np.array(_somewhere(rng, camera))
    spread = rng.uniform(35, 130)
    colors = list(rng.permutation(COLORS))
    if odd == "missing":
        colors = colors[:2]
    bodies = []
    for color in colors:
        down, angle = int(rng.integers(3)), rng.uniform(0, 2 * math.pi)
        middle = heap + rng.normal(size=2) * spread
        if odd == "standing" and not bodies:
            bodies.append(poses.stand(solids[color], color, angle, middle, scale))
        elif odd in ("overlap", "leaning") and len(bodies) == 1:
            pair = _on_another(rng, solids[color], color, bodies[0], scale, odd)
            if pair is None:
                return None, ()
            bodies = pair
        else:
            bodies.append(poses.lie(solids[color], color, down, angle, middle, scale))
    gap = rng.uniform(1, 6)
    prints = [poses.footprint(body) for body in bodies]
    for i in range(len(bodies)):
        for j in range(i):
            resting = odd in ("overlap", "leaning") and (i, j) == (1, 0)
            if not resting and not poses.apart(prints[i], prints[j], gap):
                return None, ()
    reasons = {"overlap": ("overlap", "leaning"), "leaning": ("leaning", "overlap")}
    return bodies, reasons.get(odd, (odd,) if odd else ())


def _on_another(rng, solid, color, under, scale, odd):
    """Rest a stick on the upper edge of one that lies: over its middle, or only at its end."""
    ridge = under.vertices()[2 * under.down : 2 * under.down + 2]
    length = (solid.ends[1] - solid.ends[0]) * scale
    share = rng.uniform(0.1, 0.9) if odd == "overlap" else abs(rng.integers(2) - rng.uniform(0, 0.1))
    over = ridge[0] + share * (ridge[1] - ridge[0])
    angle = rng.uniform(0, 2 * math.pi)
    back = rng.uniform(0.6, 0.88) * length
    low_end = over[:2] - back * np.array([math.cos(angle), math.sin(angle)])
    half = scale * 8.0
    pitch = poses.pitch_over(ridge, low_end, angle, half, length)
    if pitch is None:
        return None
    leaning = poses.lean(solid, color, int(rng.integers(3)), angle, low_end, pitch, scale)
    return [replace(under, state="under"), leaning]


def _somewhere(rng, camera):
    pixel = np.array(camera.size) * rng.uniform(0.2, 0.8, 2)
    ray = camera.rays(pixel[0], pixel[1])
    return (camera.centre + ray * (-camera.centre[2] / ray[2]))[:2]


def _in_view(camera, body):
    pixels, _ = camera.project(body.triangles.reshape(-1, 3))
    return bool((pixels > 8).all() and (pixels < np.array(camera.size) - 8).all())


def _things(rng, camera, bodies):
    """Draw what else lies about: dice, boxes of cards, pawns, stones; away from the sticks."""
    if rng.random() < 0.5:
        return []
    taken, things = [poses.footprint(body) for body in bodies], []
    for _ in range(rng.integers(1, 4)):
        middle, angle = _somewhere(rng, camera), rng.uniform(0, math.pi)
        match rng.integers(4):
            case 0:
                thing = poses.box(np.array([16.0, 16.0, 16.0]), middle, angle)
            case 1:
                thing = poses.box(np.array([63.0, 88.0, rng.uniform(1, 18)]), middle, angle)
            case 2:
                thing = poses.turned_round(PAWN, middle)
            case _:
                thing = poses.turned_round(STONE, middle)
        spot = poses.footprint(thing)
        if all(poses.apart(spot, other, 5) for other in taken):
            things.append(thing)
            taken.append(spot)
    return things
