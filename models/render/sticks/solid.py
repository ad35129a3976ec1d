"""The throwing stick as a solid: a three-sided prism with V notches across its edges, and how it lies.

Local millimetres: x along the stick, (y, z) its cross-section about the centroid. Edge 0 points up where the
stick lies; side k is the one opposite edge k, so side 0 lies down. The world is the camera's: x right, y
towards the viewer, z up from the cloth.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from games.sticks import KIT

ASIDE = 0.14
"""Share of the length between the middle and each notch where an edge has two (docs/kit.md)."""

SLOPE = float(np.cos(np.radians(30)))
"""Depth below an edge for each millimetre along the side beside it."""


@dataclass(frozen=True)
class Measures:
    """Length, side, the notches' width and depth, and the width of the bevel on each side, in millimetres."""

    length: float = 92.0
    side: float = 16.0
    wide: float = 6.0
    deep: float = 4.0
    bevel: float = 0.4

    @property
    def height(self) -> float:
        """Give how high the upper edge of a lying stick is."""
        return self.side * SLOPE


@dataclass(frozen=True)
class StickBody:
    """A stick on the table as a body; what it shows is a games.sticks.Stick.

    notches: of the edge that is up; hidden: the side opposite it. middle_mm: where its middle is, (x, y);
    angle: radians about the vertical; tilt: of its axis against the table; roll: about its axis; lift: how
    high its lowest point is. turned: the other two edges change places; opposite: the sides opposite the
    edges with 0, 1 and 2 notches, where this stick's differ from the kit's.
    """

    color: str
    notches: int
    hidden: str
    middle_mm: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0
    pose: str = "lying"
    tilt: float = 0.0
    roll: float = 0.0
    lift: float = 0.0
    turned: bool = False
    opposite: tuple[str, str, str] | None = None

    @property
    def counts(self) -> tuple[int, int, int]:
        """Give the notches of the edges 0, 1 and 2."""
        a, b = (n for n in range(3) if n != self.notches)
        return (self.notches, b, a) if self.turned else (self.notches, a, b)

    @property
    def sides(self) -> tuple[str, str, str]:
        """Name the sides opposite the edges 0, 1 and 2."""
        row = list(self.opposite or KIT[0])
        at = row.index(self.hidden)
        row[at], row[self.notches] = row[self.notches], row[at]
        first, second, third = (row[n] for n in self.counts)
        return first, second, third


def section(measures: Measures) -> np.ndarray:
    """Give the cross-section's corners, float (3, 2): y and z of the edges."""
    s = measures.side
    return np.array([[0, s / np.sqrt(3)], [-s / 2, -s / np.sqrt(12)], [s / 2, -s / np.sqrt(12)]])


def prism(measures: Measures) -> np.ndarray:
    """Give the six vertices, float (3, 2, 3): by edge, then by end."""
    ends = np.array([-measures.length / 2, measures.length / 2])
    return np.array([[[x, y, z] for x in ends] for y, z in section(measures)])


@dataclass(frozen=True)
class Placed:
    """A body in the world: `turn` (3, 3) and `shift` (3,) from its own millimetres."""

    turn: np.ndarray
    shift: np.ndarray

    def world(self, points: np.ndarray) -> np.ndarray:
        """Turn local points (..., 3) into the world's."""
        return points @ self.turn.T + self.shift


def place(body: StickBody, measures: Measures) -> Placed:
    """Give where a body is."""
    a, t, r = body.angle, body.tilt, body.roll
    about = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
    raised = np.array([[np.cos(t), 0, -np.sin(t)], [0, 1.0, 0], [np.sin(t), 0, np.cos(t)]])
    rolled = np.array([[1.0, 0, 0], [0, np.cos(r), -np.sin(r)], [0, np.sin(r), np.cos(r)]])
    turn = about @ raised @ rolled
    low = float((prism(measures).reshape(6, 3) @ turn.T)[:, 2].min())
    return Placed(turn, np.array([*body.middle_mm, body.lift - low]))


def notches(count: int, measures: Measures) -> tuple[float, ...]:
    """Give where an edge's notches are along the stick, in millimetres from its middle."""
    return ((), (0.0,), (-ASIDE * measures.length, ASIDE * measures.length))[count]


def face(k: int, counts: tuple[int, int, int], measures: Measures) -> np.ndarray:
    """Outline side k with the notches of both its edges cut out, float (N, 2).

    Millimetres along the stick from its middle, and from the first of its edges to the second.
    """
    first, second = (e for e in range(3) if e != k)
    half, b, s = measures.length / 2, measures.bevel, measures.side
    near = measures.wide / 2 * (1 - b * SLOPE / measures.deep)
    reach = measures.deep / SLOPE
    there, back = [], []
    for at in notches(counts[first], measures):
        there += [[at - near, b], [at, reach], [at + near, b]]
    for at in notches(counts[second], measures):
        back += [[at - near, s - b], [at, s - reach], [at + near, s - b]]
    return np.array([[-half, b], *there, [half, b], [half, s - b], *back[::-1], [-half, s - b]])


def on_face(k: int, points: np.ndarray, measures: Measures) -> np.ndarray:
    """Turn points (N, 2) of side k into local ones (N, 3)."""
    first, second = (e for e in range(3) if e != k)
    corners = section(measures)
    share = points[:, 1:] / measures.side
    return np.column_stack([points[:, 0], corners[first] * (1 - share) + corners[second] * share])


def walls(edge: int, count: int, measures: Measures) -> Iterator[np.ndarray]:
    """Give the two walls of each notch of an edge: float (4, 3), cut off where the bevel cuts the edge."""
    corners = section(measures)
    share = measures.deep / SLOPE / measures.side
    ends = [corners[edge] * (1 - share) + corners[e] * share for e in range(3) if e != edge]
    cut = measures.bevel * SLOPE / measures.deep
    for at in notches(count, measures):
        low = [np.array([at, *end]) for end in ends]
        for sign in (-1, 1):
            top = np.array([at + sign * measures.wide / 2, *corners[edge]])
            yield np.array([low[0], top + (low[0] - top) * cut, top + (low[1] - top) * cut, low[1]])


def bevels(edge: int, count: int, measures: Measures) -> Iterator[np.ndarray]:
    """Give the bevel along an edge, in the pieces that its notches leave: float (4, 3)."""
    half, b = measures.length / 2, measures.bevel
    near = measures.wide / 2 * (1 - b * SLOPE / measures.deep)
    corners = section(measures)
    share = b / measures.side
    one, other = (corners[edge] * (1 - share) + corners[e] * share for e in range(3) if e != edge)
    cuts = [-half, *(at + sign * near for at in notches(count, measures) for sign in (-1, 1)), half]
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        yield np.array([[start, *one], [end, *one], [end, *other], [start, *other]])


def caps(measures: Measures) -> Iterator[np.ndarray]:
    """Give the two end faces: float (6, 3), their corners cut by the bevels."""
    corners = section(measures)
    share = measures.bevel / measures.side
    outline = []
    for k in range(3):
        for other in ((k - 1) % 3, (k + 1) % 3):
            outline.append(corners[k] * (1 - share) + corners[other] * share)
    for x in (-measures.length / 2, measures.length / 2):
        yield np.array([[x, *point] for point in outline])


def normal(points: np.ndarray, away_from: np.ndarray) -> np.ndarray:
    """Give a flat polygon's unit normal, on the side where `away_from` (3,) is not."""
    # Newell's sum over all corners, two of which may be the same; so few that plain numbers are quickest.
    corners = points.tolist()
    a = b = c = 0.0
    for (x, y, z), (nx, ny, nz) in zip(corners, corners[1:] + corners[:1], strict=True):
        a += (y - ny) * (z + nz)
        b += (z - nz) * (x + nx)
        c += (x - nx) * (y + ny)
    n = np.array([a, b, c]) / max(1e-9, (a * a + b * b + c * c) ** 0.5)
    return n if n @ (points.sum(0) / len(corners) - away_from) > 0 else -n
