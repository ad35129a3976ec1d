"""Read an STL file and find out, from its triangles alone, what kind of stick it is."""

import struct
from dataclasses import dataclass

import numpy as np

SYMBOL_BY_CORNERS = {7: "force", 10: "magic"}
"""How many corners the outline of a symbol has: a bolt seven, a star ten."""


@dataclass(frozen=True)
class Solid:
    """A stick: its triangles (N, 3, 3) in mm along x, and what was found on them.

    Side k and edge k lie opposite each other. `normals` (3, 3) and `offsets` (3,) are the planes of the
    sides, `symbols` and `notches` what each side and each edge carries, `inked` (N,) the triangles of the
    engravings. `bare` (N,) are triangles that show white paper, None for a body that has none.
    """

    triangles: np.ndarray
    normals: np.ndarray
    offsets: np.ndarray
    symbols: tuple[str, ...]
    notches: tuple[int, ...]
    inked: np.ndarray
    bare: np.ndarray | None = None

    def edge_point(self, edge: int) -> np.ndarray:
        """Give where an edge passes x = 0."""
        others = [k for k in range(3) if k != edge]
        planes = np.vstack([self.normals[others], [1.0, 0.0, 0.0]])
        return np.linalg.solve(planes, [*self.offsets[others], 0.0])

    @property
    def ends(self) -> tuple[float, float]:
        """Give where along x the stick begins and ends."""
        return float(self.triangles[..., 0].min()), float(self.triangles[..., 0].max())


def read_stl(path):
    """Read the triangles (N, 3, 3) float64 of a binary STL."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    rows = np.frombuffer(data, np.dtype([("n", "<f4", 3), ("v", "<f4", (3, 3)), ("a", "<u2")]), count, 84)
    return rows["v"].astype(np.float64)


def unit_normals(triangles):
    """Give the unit normals (N, 3) of triangles that run anticlockwise as seen from outside."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return across / np.linalg.norm(across, axis=1, keepdims=True)


def look_at(triangles):
    """Find sides, symbols, edges and notches of a stick from its triangles."""
    normals = unit_normals(triangles)
    planes, offsets = _outer_planes(triangles, normals)
    corners = np.einsum("nvi,ki->knv", triangles, planes)
    depth = offsets[:, None, None] - corners
    inked, symbols = np.zeros(len(triangles), bool), []
    for k in range(3):
        flat = normals @ planes[k] > 0.999
        floor = flat & (depth[k] > 0.2).all(1) & (depth[k] < 2).all(1)
        deepest = depth[k][floor].max() + 0.01 if floor.any() else 0.0
        wall = (np.abs(normals @ planes[k]) < 0.001) & (depth[k] < deepest).all(1)
        inked |= floor | wall
        symbols.append(_symbol(triangles[floor]))
    solid = Solid(triangles, planes, offsets, tuple(symbols), (), inked)
    found = tuple(_gaps(solid, edge) for edge in range(3))
    return Solid(triangles, planes, offsets, tuple(symbols), found, inked)


def _outer_planes(triangles, normals):
    """Find the three planes along x with the most face; notches and engravings have less."""
    areas = np.linalg.norm(
        np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1
    )
    along = np.abs(normals[:, 0]) < 1e-4
    keys = np.round(normals * 100).astype(int)
    kinds, which = np.unique(keys[along], axis=0, return_inverse=True)
    sums = np.bincount(which.ravel(), areas[along])
    planes = []
    for kind in kinds[np.argsort(-sums)[:3]]:
        planes.append(normals[along & (keys == kind).all(1)][0])
    planes = np.array(planes)
    return planes, np.einsum("nvi,ki->knv", triangles, planes).max(axis=(1, 2))


def _symbol(floor):
    """Name the symbol that three engravings show by the corners of their outline."""
    if not len(floor):
        return "destiny"
    corners = np.unique(np.round(floor.reshape(-1, 3), 3), axis=0)
    assert len(corners) % 3 == 0
    return SYMBOL_BY_CORNERS[len(corners) // 3]


def _gaps(solid, edge):
    """Count where an edge is interrupted: its stretches are triangle sides that lie on it."""
    at = solid.edge_point(edge)
    stretches = []
    for a, b in ((0, 1), (1, 2), (2, 0)):
        ends = solid.triangles[:, [a, b]]
        on = np.linalg.norm(ends[..., 1:] - at[1:], axis=2).max(1) < 0.005
        stretches += [tuple(sorted(pair)) for pair in ends[on][..., 0].tolist()]
    reached, gaps = solid.ends[0], 0
    for start, end in sorted(set(stretches)):
        gaps += start > reached + 0.5
        reached = max(reached, end)
    return gaps + (reached < solid.ends[1] - 0.5)
