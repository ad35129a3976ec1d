"""Throw sticks onto the table: flat ones, and now and then one that rests on another, leans or stands."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from stl_renderer.mesh import Solid


@dataclass(frozen=True)
class Body:
    """A thing on the table: triangles in place, and how to get from table to its own millimetres.

    `down` is the side that lies down, None where none does. `state`: lying, under, leaning, standing, or
    thing for what is no stick.
    """

    triangles: np.ndarray
    turn: np.ndarray
    shift: np.ndarray
    solid: Solid | None = None
    color: str = ""
    down: int | None = None
    state: str = "thing"

    @property
    def truth(self):
        """Give notches of the upper edge and the sides in view, None where it does not lie."""
        if self.state not in ("lying", "under"):
            return None
        sides = sorted(s for k, s in enumerate(self.solid.symbols) if k != self.down)
        return self.solid.notches[self.down], sides

    def vertices(self):
        """Give the six corners (6, 3) of the bar without its notches: per edge the left and the right end."""
        corners = [
            np.array([end, *self.solid.edge_point(edge)[1:]]) for edge in range(3) for end in self.solid.ends
        ]
        return np.array(corners) @ self.turn.T + self.shift


def lie(solid, color, down, angle, middle, scale=1.0, state="lying"):
    """Lay a stick flat on a side, its length at an angle to the table's x."""
    return _placed(solid, color, down, _level(solid, down, angle), middle, scale, state)


def stand(solid, color, angle, middle, scale=1.0):
    """Stand a stick on its end."""
    upright = np.array([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]])
    return _placed(solid, color, None, _about_z(angle) @ upright, middle, scale, "standing")


def lean(solid, color, down, angle, low_end, pitch, scale=1.0):
    """Lift a lying stick's far end by `pitch` (radians), while its near end stays at `low_end` (x, y)."""
    c, s = math.cos(pitch), math.sin(pitch)
    lift = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    turn = _about_z(angle) @ lift @ _level(solid, down, 0.0)
    body = _placed(solid, color, down, turn, (0, 0), scale, "leaning")
    near = np.array([solid.ends[0], *(solid.normals[down] * solid.offsets[down])[1:]]) * scale
    foot = turn @ near + body.shift
    return _moved(body, np.array([*low_end, 0.0]) - [foot[0], foot[1], 0.0])


def pitch_over(ridge, low_end, angle, half_width, reach):
    """Find the pitch at which a stick from `low_end` along `angle` rests on a ridge, or None.

    ridge: its two ends (2, 3) in mm at one height. The stick's underside is 2 * half_width wide.
    """
    points = ridge[0] + np.linspace(0, 1, 200)[:, None] * (ridge[1] - ridge[0])
    c, s = math.cos(angle), math.sin(angle)
    along = (points[:, 0] - low_end[0]) * c + (points[:, 1] - low_end[1]) * s
    aside = -(points[:, 0] - low_end[0]) * s + (points[:, 1] - low_end[1]) * c
    under = along[(np.abs(aside) <= half_width) & (along > 0)]
    if not len(under) or not 0.55 * reach < under.min() < 0.9 * reach:
        return None
    return math.atan2(ridge[0, 2], under.min())


def footprint(body):
    """Give the rotated rectangle of cv2 around what a body covers of the table, seen from above."""
    return cv2.minAreaRect(body.triangles.reshape(-1, 3)[:, :2].astype(np.float32))


def apart(first, second, gap):
    """Say whether two rotated rectangles keep at least `gap` mm from each other."""
    (middle, size, angle) = first
    grown = (middle, (size[0] + 2 * gap, size[1] + 2 * gap), angle)
    return cv2.rotatedRectangleIntersection(grown, second)[0] == cv2.INTERSECT_NONE


def box(size, middle, angle):
    """Put a box on the table, as a deck of cards or a die."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0, 1)]) * size
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([corners[list(t)] for f in faces for t in ((f[0], f[1], f[2]), (f[0], f[2], f[3]))])
    return _thing(triangles, middle, angle)


def turned_round(profile, middle):
    """Put a turned piece on the table, as a pawn or a stone: profile (radius, height) from the foot up."""
    around = np.linspace(0, 2 * math.pi, 25)[:-1]
    rings = np.array([[[r * math.cos(a), r * math.sin(a), z] for a in around] for r, z in profile])
    triangles = []
    for low, high in zip(rings, rings[1:], strict=False):
        for i in range(24):
            j = (i + 1) % 24
            triangles += [[low[i], low[j], high[j]], [low[i], high[j], high[i]]]
    for i in range(24):
        triangles.append([rings[-1][i], rings[-1][(i + 1) % 24], [0, 0, profile[-1][1]]])
    return _thing(np.array(triangles), middle, 0.0)


def _thing(triangles, middle, angle):
    turn, shift = _about_z(angle), np.array([*middle, 0.0])
    return Body(triangles @ turn.T + shift, turn, shift)


def _level(solid, down, angle):
    """Give the turn (3, 3) that brings a side's outward normal down and the length to an angle."""
    n = solid.normals[down]
    local = np.array([[1.0, 0, 0], np.cross(-n, [1.0, 0, 0]), -n])
    return _about_z(angle) @ local


def _about_z(angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _placed(solid, color, down, turn, middle, scale, state):
    turn = turn * scale
    triangles = solid.triangles @ turn.T
    corners = triangles.reshape(-1, 3)
    between = (corners[:, :2].min(0) + corners[:, :2].max(0)) / 2 if state == "standing" else np.zeros(2)
    shift = np.array([*(np.asarray(middle) - between), -corners[:, 2].min()])
    return Body(triangles + shift, turn, shift, solid, color, down, state)


def _moved(body, by):
    return Body(
        body.triangles + by, body.turn, body.shift + by, body.solid, body.color, body.down, body.state
    )
