"""Build the kit's stick as a solid and write it as STL, the form that every slicer reads.

It stands as it is printed: the blank side on the bed, the edge without notches up, so that nothing needs
support. The symbols are engraved: a raised one would make the stick rock.
"""

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold

from kit import measures
from kit.measures import HEIGHT, LENGTH, NOTCH_DEPTH, NOTCH_WIDTH, SIDE

ENGRAVED = 0.8
"""Two lines of a 0.4 mm nozzle deep, four layers of 0.2 mm: seen as it is, and it holds ink."""

# What is cut away stands out of the solid by this much: faces that fall together leave skins.
_CLEAR = 1.0

# Edges by their notches, as (y, z); x is along the stick, z up from the bed.
_EDGES = {0: (0.0, HEIGHT), 1: (-SIDE / 2, 0.0), 2: (SIDE / 2, 0.0)}
_MIDDLE = np.array([0.0, HEIGHT / 3])
_ALONG = np.array([1.0, 0.0, 0.0])


def build_stick(color: str) -> np.ndarray:
    """Build the stick of a colour: its triangles (N, 3, 3) float32 in mm, anticlockwise from outside."""
    bar = _extruded([_EDGES[1], _EDGES[2], _EDGES[0]], LENGTH).transform(
        np.array([[0, 0, 1, -LENGTH / 2], [1, 0, 0, 0], [0, 1, 0, 0]], float)
    )
    cuts = [_notch(edge, at) for edge, places in measures.NOTCHES_AT.items() for at in places]
    cuts += [
        _engraving(side, shape) for side in measures.sides_of(color) for shape in measures.symbols_on(side)
    ]
    mesh = (bar - Manifold.compose(cuts)).to_mesh()
    triangles: np.ndarray = mesh.vert_properties[:, :3][mesh.tri_verts].astype(np.float32)
    return triangles


def stl_bytes(triangles: np.ndarray, title: str) -> bytes:
    """Pack triangles (N, 3, 3) as binary STL; `title` stands in its header of 80 bytes."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    packed = np.zeros(len(triangles), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
    packed["normal"], packed["corners"] = normals, triangles
    header = title.encode("ascii")[:80].ljust(80)
    return header + np.uint32(len(triangles)).tobytes() + packed.tobytes()


def _notch(edge: int, at: float) -> Manifold:
    """Form the wedge that cuts a notch: V-shaped along the edge, straight across it."""
    corner = np.array(_EDGES[edge])
    inwards = np.array([0.0, *(_MIDDLE - corner) / np.linalg.norm(_MIDDLE - corner)])
    wide = NOTCH_WIDTH / 2 * (1 + _CLEAR / NOTCH_DEPTH)
    wedge = _extruded([(at - wide, -_CLEAR), (at + wide, -_CLEAR), (at, NOTCH_DEPTH)], 2 * SIDE)
    return wedge.translate((0, 0, -SIDE)).transform(_frame(corner, inwards))


def _engraving(side: measures.Side, shape: measures.Polygon) -> Manifold:
    """Form the body that cuts a symbol into its side."""
    upper, lower = np.array(_EDGES[side.upper]), np.array(_EDGES[side.lower])
    down = np.array([0.0, *(lower - upper) / SIDE])
    return _extruded(shape, _CLEAR + ENGRAVED).translate((0, 0, -_CLEAR)).transform(_frame(upper, down))


def _extruded(outline: measures.Polygon | list[measures.Point], height: float) -> Manifold:
    return CrossSection([np.array(outline)], FillRule.NonZero).extrude(height)


def _frame(origin: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Give the map (3, 4) whose axes are along the stick, `second`, and the third at right angles to both."""
    shift = np.array([0.0, *origin])
    return np.column_stack([_ALONG, second, np.cross(_ALONG, second), shift])
