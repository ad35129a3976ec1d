"""The sticks for a 3-D printer are bodies of the measures in docs/kit.md, notches and symbols in place."""

import math

import numpy as np
import pytest
from stl_renderer.mesh import look_at, read_stl, unit_normals

from games.sticks import COLORS, KIT

HEIGHT = 16 * math.sqrt(3) / 2
STEPS = np.arange(-46.0, 46.0, 0.05) + 0.025


@pytest.fixture(params=COLORS)
def color(request):
    return request.param


@pytest.fixture
def stick(kit, color):
    return look_at(read_stl(kit / f"stick-{color}.stl"))


def depth_at(stick, edge, x):
    """Measure how far below an edge the body begins at x, straight down as the stick lies with it up."""
    down = np.array([0.0, *-stick.edge_point(edge)[1:]]) + [0.0, 0.0, HEIGHT / 3]
    down /= np.linalg.norm(down)
    # A hair beside the edge: a ray in the plane of a triangle's side meets both or none.
    origin = stick.edge_point(edge) + [x, 0, 0] - 5 * down + np.cross(down, [1e-4, 0, 0])
    return nearest_crossing(stick.triangles, origin, down) - 5


def nearest_crossing(triangles, origin, direction):
    """Give how far along a ray the first triangle is crossed."""
    first, second = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    normal = np.cross(direction, second)
    area = (first * normal).sum(1)
    keep = np.abs(area) > 1e-9
    first, second, normal, area = first[keep], second[keep], normal[keep], area[keep]
    away = origin - triangles[keep, 0]
    u, across = (away * normal).sum(1) / area, np.cross(away, first)
    v, far = across @ direction / area, (second * across).sum(1) / area
    return far[(u >= 0) & (v >= 0) & (u + v <= 1) & (far > 0)].min()


def test_the_body_is_closed_and_its_faces_look_outwards(stick):
    corners, index = np.unique(stick.triangles.reshape(-1, 3), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    ways = [tuple(way) for a, b in ((0, 1), (1, 2), (2, 0)) for way in faces[:, [a, b]].tolist()]
    assert len(set(ways)) == len(ways)
    assert {(b, a) for a, b in ways} == set(ways)
    assert len(corners) - len(ways) // 2 + len(faces) == 2
    across = np.cross(stick.triangles[:, 1], stick.triangles[:, 2])
    assert (stick.triangles[:, 0] * across).sum() > 0


def test_no_triangle_is_a_mere_line(stick):
    sides = np.linalg.norm(stick.triangles - np.roll(stick.triangles, 1, axis=1), axis=2)
    assert sides.min() > 0.05
    assert np.isfinite(unit_normals(stick.triangles)).all()


def test_the_bar_is_ninety_two_by_sixteen_millimetres_and_stands_on_the_bed(stick):
    corners = stick.triangles.reshape(-1, 3)
    assert corners.min(0) == pytest.approx([-46, -8, 0], abs=1e-4)
    assert corners.max(0) == pytest.approx([46, 8, HEIGHT], abs=1e-4)
    assert stick.normals @ stick.normals.T == pytest.approx(1.5 * np.eye(3) - 0.5, abs=1e-5)


def test_the_volume_is_that_of_the_bar_less_notches_and_engravings(stick):
    across = np.cross(stick.triangles[:, 1], stick.triangles[:, 2])
    volume = (stick.triangles[:, 0] * across).sum() / 6
    # A V of width w and depth d across an edge of 60 degrees: w d^2 tan(30) / 3.
    notch = 6 * 4**2 * math.tan(math.pi / 6) / 3
    flat = (unit_normals(stick.triangles) @ stick.normals.T > 0.999).any(1)
    floors = stick.triangles[stick.inked & flat]
    sides = floors[:, 1:] - floors[:, :1]
    engraved = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1).sum() / 2
    assert engraved > 150
    assert volume == pytest.approx(92 * 16 * HEIGHT / 2 - 3 * notch - 0.8 * engraved, rel=1e-4)


@pytest.mark.parametrize("notches, middles", [(0, []), (1, [0]), (2, [-12.88, 12.88])])
def test_an_edge_has_its_notches_in_v_shape_six_wide_and_four_deep(stick, notches, middles):
    edge = stick.notches.index(notches)
    expected = np.zeros_like(STEPS)
    for middle in middles:
        expected = np.maximum(expected, 4 * (1 - np.abs(STEPS - middle) / 3))
    found = np.array([depth_at(stick, edge, x) for x in STEPS[::10]])
    assert found == pytest.approx(expected[::10], abs=0.01)


def test_a_notch_runs_straight_across_its_edge(stick):
    edge = stick.notches.index(1)
    at = stick.edge_point(edge)
    near = np.linalg.norm(stick.triangles[..., 1:] - at[1:], axis=2) < 4.7
    walls = (np.abs(stick.triangles[..., 0]) <= 3.01).all(1) & near.all(1) & ~stick.inked
    normals = unit_normals(stick.triangles[walls])
    aside = np.cross([1.0, 0, 0], at - [at[0], 0, HEIGHT / 3])
    assert len(normals) >= 2
    assert np.abs(normals @ aside) == pytest.approx(0, abs=1e-4)


def test_each_side_lies_opposite_the_edge_that_the_kits_table_names(stick, color):
    assert sorted(stick.notches) == [0, 1, 2]
    table = {stick.notches[k]: stick.symbols[k] for k in range(3)}
    assert tuple(table[n] for n in range(3)) == KIT[COLORS.index(color)] == ("destiny", "force", "magic")


def test_the_blank_side_lies_on_the_printers_bed_so_that_nothing_hangs_over_it(stick):
    blank = stick.symbols.index("destiny")
    assert stick.normals[blank] == pytest.approx([0, 0, -1], abs=1e-5)


@pytest.mark.parametrize("symbol", ["force", "magic"])
def test_symbols_are_engraved_three_times_and_keep_clear_of_edges_and_ends(stick, symbol):
    side = stick.symbols.index(symbol)
    depth = stick.offsets[side] - stick.triangles @ stick.normals[side]
    floor = stick.triangles[(depth > 0.79).all(1) & (depth < 0.81).all(1)].reshape(-1, 3)
    thirds = np.digitize(floor[:, 0], [-15.33, 15.33])
    middles = [np.ptp(floor[thirds == k, 0]) / 2 + floor[thirds == k, 0].min() for k in range(3)]
    assert middles == pytest.approx([-92 / 3, 0, 92 / 3], abs=0.5)
    for other in range(3):
        if other != side:
            beside = stick.offsets[other] - floor @ stick.normals[other]
            assert beside.min() > 1.0
    assert np.abs(floor[:, 0]).max() < 40
