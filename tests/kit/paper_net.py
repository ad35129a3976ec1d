"""Read the nets of the paper sticks from their PDF, and fold one as a person does."""

from dataclasses import dataclass

import numpy as np
from manifold3d import CrossSection, FillRule, triangulate
from stl_renderer.mesh import SYMBOL_BY_CORNERS, Solid, unit_normals

from games.sticks import COLORS

TOP = 8 * 3**0.5
EDGES = np.array([[0, TOP], [-8, 0], [8, 0], [0, TOP]])
"""Where the edges come to lie, as (y, z), in the order in which the net meets them; the first closes it."""

INSIDE = np.array([1, 1 - 0.5 / (TOP / 3), 1 - 0.5 / (TOP / 3)])
"""How much smaller the hollow is: paper of 0.5 mm, twice card, so that shadows tell its two faces."""


@dataclass(frozen=True)
class Net:
    """One net, moved so that its first side begins at (-46, 0): outlines (N, 2) in mm, x right, y down."""

    color: str
    outline: np.ndarray
    paper: list
    cut_outs: list
    symbols: list
    folds: list


def nets(page):
    """Find the three nets of a page, in the order of their colours."""
    outlines = [p.points for p in page.paths if p.fill is None and len(p.points) > 12]
    assert len(outlines) == len(COLORS)
    return [_net(page, color, outline) for color, outline in zip(COLORS, outlines, strict=True)]


def _net(page, color, outline):
    origin = np.array([(outline[:, 0].min() + outline[:, 0].max()) / 2, outline[:, 1].min()])
    low, high = outline.min(0) - 1, outline.max(0) + 1
    mine = [p for p in page.paths if (p.points > low).all() and (p.points < high).all()]
    painted = [p for p in mine if p.fill and not p.stroke]
    return Net(
        color=color,
        outline=outline - origin,
        paper=[p for p in painted if abs(p.size[0] - 92) < 0.05],
        cut_outs=[p.points[:4] - origin for p in mine if p.fill and p.stroke],
        symbols=[(p.points - origin, p.fill) for p in painted if len(p.points) > 6],
        folds=[p.points - origin for p in mine if p.dashed],
    )


def symbol_of(points):
    """Name a symbol by the corners of its outline."""
    return SYMBOL_BY_CORNERS[len(np.unique(np.round(points, 2), axis=0))]


def folded(points):
    """Fold points (N, 2) of the net's sides around the bar: (N, 3), x along it, the middle side at z = 0."""
    points = np.asarray(points, float)
    side = np.clip(points[:, 1] // 16, 0, 2).astype(int)
    share = (points[:, 1] / 16 - side)[:, None]
    return np.column_stack([points[:, 0], EDGES[side] * (1 - share) + EDGES[side + 1] * share])


def fold(net):
    """Fold a net into a hollow bar of paper, printed outside, white inside, open where it is cut out."""
    triangles, inked, inside, symbols = [], [], [], []
    holes = _section(net.cut_outs)
    for row in range(3):
        ink = _section([p for p, _ in net.symbols if p[:, 1].mean() // 16 == row])
        symbols.append(next((symbol_of(p) for p, _ in net.symbols if p[:, 1].mean() // 16 == row), "destiny"))
        # A hair inside the side: a point on a fold would belong to the next.
        sheet = CrossSection.square((92, 16 - 2e-6)).translate((-46, 16 * row + 1e-6)) - holes
        for part, is_ink in ((sheet - ink, False), (sheet ^ ink, True)):
            corners, faces = _cut(part)
            if not len(faces):
                continue
            outside = folded(corners)[faces]
            if np.cross(outside[0, 1] - outside[0, 0], outside[0, 2] - outside[0, 0]) @ _outwards(row) < 0:
                outside = outside[:, ::-1]
            behind = outside[:, ::-1] * INSIDE + (1 - INSIDE) * [0, 0, TOP / 3]
            triangles += [outside, behind]
            inked += [np.full(len(faces), is_ink), np.zeros(len(faces), bool)]
            inside += [np.zeros(len(faces), bool), np.ones(len(faces), bool)]
    for way in (-1, 1):
        end = np.array([[way * 46.0, *edge] for edge in EDGES[:3]])[::-way]
        triangles.append(end[None])
        inked.append([False])
        inside.append([False])
    normals = np.array([_outwards(row) for row in range(3)])
    offsets = np.einsum("ki,ki->k", normals, folded([[0, 8], [0, 24], [0, 40]]))
    # A side lies opposite the edge that it does not touch: the net's third, first and second.
    cuts = [sum(bool(abs(cut[:, 1].mean() - 16 * row) < 1) for cut in net.cut_outs) for row in range(3)]
    return Solid(
        np.concatenate(triangles),
        normals,
        offsets,
        tuple(symbols),
        (cuts[2], cuts[0], cuts[1]),
        np.concatenate(inked),
        np.concatenate(inside),
    )


def _outwards(row):
    corners = np.array([[0, *EDGES[row]], [1, *EDGES[row]], [0, *EDGES[row + 1]]], float)
    normal = unit_normals(corners[None])[0]
    middle = np.array([0, 0, TOP / 3])
    return normal if normal @ (corners[0] - middle) > 0 else -normal


def _section(outlines):
    return CrossSection([np.asarray(outline, float) for outline in outlines], FillRule.NonZero)


def _cut(section):
    if section.is_empty():
        return np.zeros((0, 2)), np.zeros((0, 3), int)
    outlines = section.to_polygons()
    return np.concatenate(outlines), np.asarray(triangulate(outlines))
