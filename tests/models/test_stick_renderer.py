"""Throwing sticks as drawn: true measures, true perspective, and looks that never train."""

import cv2
import numpy as np
import pytest

from games.sticks import KIT, SIDES
from models.render.sticks import renderer, scenes
from models.render.sticks.material import STRIPES, Draw, Material, draw_material
from models.render.sticks.solid import Measures, StickBody, face, notches, place, prism, walls

LIGHT = renderer.Light(((np.array([0.0, 0.6, 0.8]), 0.4, 0.05),), 0.8)


def above(scale=4.0, size=(480, 160), distance=5000.0):
    """Look straight down from far away: `scale` pixels a millimetre at the table."""
    w, h = size
    focal = scale * distance
    matrix = np.array([[focal, 0, -w / 2, w / 2 * distance], [0, focal, -h / 2, h / 2 * distance],
                       [0, 0, -1, distance]], float)  # fmt: skip
    return scenes.Pinhole(matrix, np.array([0.0, 0.0, distance]))


def plain(**values):
    """A paint of one grey, so that only shape and light are seen."""
    rng = np.random.default_rng(0)
    material = draw_material(rng)
    grey = {color: (150.0, 150.0, 150.0) for color in material.base}
    values = {"measures": Measures(bevel=0.0), "look": "paint", "base": grey, "wall": grey, "end": grey,
              "symbols": {}, "grain": 0.0, "worn": 0.0, "gloss": 0.0} | values  # fmt: skip
    return Material(**{**material.__dict__, **values})


def drawn(body, material=None, size=(480, 160), camera=None, table=0):
    picture = np.full((size[1], size[0], 3), table, np.uint8)
    found = renderer.render_sticks(
        picture, camera or above(size=size), [body], material or plain(), LIGHT, np.random.default_rng(1)
    )
    return picture, found[0]


def test_a_stick_has_the_measures_of_the_kit_and_lies_on_the_table():
    m = Measures()
    solid = place(StickBody("red", 1, "force", (30, -20), 0.7), m).world(prism(m))
    assert solid[0, :, 2] == pytest.approx(16 * np.sqrt(3) / 2)
    assert solid[1:, :, 2] == pytest.approx(0)
    for edge in solid:
        assert np.linalg.norm(edge[1] - edge[0]) == pytest.approx(92)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        assert np.linalg.norm(solid[a, 0] - solid[b, 0]) == pytest.approx(16)
    assert solid[1:].reshape(4, 3).mean(0) == pytest.approx([30, -20, 0])


def test_notches_are_where_the_kit_cuts_them():
    m = Measures()
    assert notches(0, m) == () and notches(1, m) == (0.0,)
    assert notches(2, m) == pytest.approx((-12.88, 12.88))
    outline = face(0, (0, 1, 2), Measures(bevel=0))
    # 4 mm deep below the edge are 4 / cos 30 degrees along the side.
    assert outline[2] == pytest.approx([0, 4 / np.cos(np.pi / 6)])
    assert outline[3][0] - outline[1][0] == pytest.approx(6)
    assert len(list(walls(1, 2, m))) == 4


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_upper_edge_shows_its_notches_and_nothing_else_there(count):
    material = plain()
    picture, _ = drawn(StickBody("red", count, KIT[0][count]), material)
    whole, _ = drawn(StickBody("red", count, KIT[0][count]), plain(measures=Measures(deep=0.01, bevel=0.0)))
    strip = np.abs(picture.astype(int) - whole).max(2)[74:86].max(0) > 12
    starts = np.flatnonzero(strip[1:] & ~strip[:-1])
    groups = 0 if not len(starts) else 1 + int((np.diff(starts) > 40).sum())
    assert groups == count


def test_lower_edges_show_their_notches_as_well():
    material = plain()
    picture, vertices = drawn(StickBody("red", 0, "destiny"), material)
    lit = (picture > 20).any(2)
    (left, top), (right, bottom) = vertices.min(0), vertices.max(0)
    first = ~lit[round(top) + 4, round(left) + 6 : round(right) - 6]
    last = ~lit[round(bottom) - 4, round(left) + 6 : round(right) - 6]
    assert sorted(int((np.diff(row.astype(int)) == 1).sum()) for row in (first, last)) == [1, 2]


def test_vertices_are_where_the_picture_shows_the_outline():
    picture, vertices = drawn(StickBody("white", 1, "force", (0, 0), 0.3), plain(), table=255)
    dark = np.abs(picture.astype(int) - 255).max(2) > 60
    hull = np.zeros(dark.shape, np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(vertices).round().astype(np.int32), 1)
    # Shadows are dark too, so compare what is dark within a frame of the outline's inside.
    inside = cv2.erode(hull, np.ones((5, 5), np.uint8)) > 0
    assert dark[inside].mean() > 0.97


def test_what_is_nearer_the_camera_is_larger():
    rng = np.random.default_rng(3)
    camera = scenes.look(rng, 100)
    near, far = (
        np.linalg.norm(np.diff(camera.project3(np.array([p, p + [10, 0, 0]])), axis=0))
        for p in (camera.centre / 2, np.zeros(3))
    )
    assert near > 1.5 * far


def test_what_lies_on_another_stick_is_drawn_upon_it():
    m = Measures()
    under = StickBody("red", 0, "destiny")
    upper = StickBody("white", 0, "destiny", (0, 0), np.pi / 2, "crossing", lift=m.height)
    solids = [place(body, m).world(prism(m)).reshape(6, 3) for body in (under, upper)]
    centre = np.array([100.0, 300.0, 700.0])
    assert renderer.order(solids, centre) == [0, 1]
    assert renderer.order(solids[::-1], centre) == [1, 0]


def test_of_two_sticks_side_by_side_the_nearer_is_drawn_last():
    m = Measures()
    row = [StickBody("red", 0, "destiny", (0, y)) for y in (0, 16.2, 32.4)]
    solids = [place(body, m).world(prism(m)).reshape(6, 3) for body in row]
    assert renderer.order(solids, np.array([0, 700.0, 500.0])) == [0, 1, 2]
    assert renderer.order(solids, np.array([0, -700.0, 500.0])) == [2, 1, 0]


def test_sides_follow_from_what_lies_down():
    for count in range(3):
        body = StickBody("red", count, KIT[0][count])
        assert body.counts[0] == count and body.sides[0] == KIT[0][count]
        assert sorted(body.counts) == [0, 1, 2] and sorted(body.sides) == sorted(SIDES)
        assert all(KIT[0][n] == side for n, side in zip(body.counts, body.sides, strict=True))
    other = StickBody("red", 0, "magic")
    assert other.sides[0] == "magic" and sorted(other.sides) == sorted(SIDES)


def test_looks_that_never_train_are_drawn_apart():
    train = {draw_material(np.random.default_rng(i)).measures.length for i in range(40)}
    held = {draw_material(np.random.default_rng(i), True).measures.length for i in range(40)}
    assert not train & held
    draw, other = (Draw(np.random.default_rng(5), flag) for flag in (False, True))
    part = lambda d: {int(d.number(0, 1) * 5 * STRIPES) % 5 for _ in range(200)}  # noqa: E731
    assert part(other) == {3} and 3 not in part(draw)
    assert {draw.one(("a", "b", "c")) for _ in range(60)} == {"a", "b"}


def test_pictures_follow_from_their_seed():
    def one():
        rng = np.random.default_rng(8)
        camera = scenes.look(rng, 90).moved(np.array([[1, 0, 100], [0, 1, 60], [0, 0, 1.0]]))
        material = draw_material(rng)
        thrown = scenes.throw(rng, material, 3, "cross", 60)
        return scenes.picture(rng, (200, 120), camera, material, thrown)

    (a, seen), (b, _) = one(), one()
    assert (a == b).all()
    assert [stick.state for stick in seen].count("bad") == 2


def test_a_stick_behind_the_camera_is_left_out():
    rng = np.random.default_rng(8)
    camera = scenes.look(rng, 90).moved(np.array([[1, 0, 100], [0, 1, 60], [0, 0, 1.0]]))
    forward = camera.matrix[2, :2]
    behind = -forward / np.linalg.norm(forward) * 5000
    sticks = [StickBody("red", 0, "destiny"), StickBody("white", 0, "destiny", tuple(behind))]
    _, seen = scenes.picture(rng, (200, 120), camera, plain(), (sticks, ["lying", "lying"]))
    assert [stick.color for stick in seen] == ["red"]


def test_sticks_in_a_row_are_slid_along_each_other_and_do_not_reach_into_each_other():
    slid = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        row, states = scenes.throw(rng, plain(), 3, "row", 60)
        assert states == ["lying"] * 3
        m = plain().measures
        boxes = [
            cv2.boxPoints((body.middle_mm, (m.length, m.side), float(np.degrees(body.angle)))) for body in row
        ]
        pairs = zip(boxes, boxes[1:], strict=False)
        assert all(cv2.intersectConvexConvex(one, other)[0] < 1 for one, other in pairs)
        along = np.array([np.cos(row[0].angle), np.sin(row[0].angle)])
        slid.append(abs(float(np.subtract(row[1].middle_mm, row[0].middle_mm) @ along)))
    assert max(slid) > 40 and min(slid) < 3


def cast(camera, body, m, size):
    """Shoot a ray through each pixel at a prism less its notches: where it hits, bool (h, w).

    A notch is the wedge between two planes that meet below the edge; a ray enters the stick where it is in
    the prism and in no wedge.
    """
    w, h = size
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    where = place(body, m)
    rays = np.stack([x, y, np.ones_like(x)], -1).reshape(-1, 3) @ np.linalg.inv(camera.matrix[:, :3]).T
    start, rays = (camera.centre - where.shift) @ where.turn, rays @ where.turn
    corners = prism(m)[:, 0, 1:]
    outward = [np.array([0, *(corner / np.linalg.norm(corner))]) for corner in corners]
    first, last = between(start, rays, [
        *((-n, m.side / np.sqrt(12)) for n in outward), (np.array([1.0, 0, 0]), m.length / 2),
        (np.array([-1.0, 0, 0]), m.length / 2),
    ])  # fmt: skip
    slope, bottom = m.wide / 2 / m.deep, m.side / np.sqrt(3) - m.deep
    along = np.array([1.0, 0, 0])
    wedges = [
        between(start, rays, [(s * along - slope * n, s * at - slope * bottom) for s in (1, -1)])
        for n, count in zip(outward, body.counts, strict=True) for at in notches(count, m)
    ]  # fmt: skip
    for _ in range(3):
        for enters, leaves in wedges:
            first = np.where((enters <= first + 1e-6) & (first < leaves), leaves, first)
    return (first < last - 1e-6).reshape(h, w)


def between(start, rays, planes):
    """Give where rays enter and leave what lies within all planes, each as normal and distance."""
    first, last = np.full(len(rays), -np.inf), np.full(len(rays), np.inf)
    for n, far in planes:
        speed, room = rays @ n, far - start @ n
        at = room / np.where(np.abs(speed) < 1e-12, 1e-12, speed)
        first = np.where(speed < 0, np.maximum(first, at), first)
        last = np.where(speed >= 0, np.minimum(last, at), last)
    return first, last


@pytest.mark.parametrize("seed", range(6))
def test_the_outline_is_what_rays_through_a_notched_prism_hit(seed):
    rng = np.random.default_rng(seed)
    m = Measures(bevel=0.0)
    tilt, roll = ((0.0, 0.0), (0.4, 1.0), (np.pi / 2, 0.5))[seed % 3]
    body = scenes.draw_stick(rng, "red", angle=rng.uniform(0, 6), tilt=tilt, roll=roll)
    camera = scenes.look(rng, 260).moved(np.array([[1, 0, 160], [0, 1, 160], [0, 0, 1.0]]))
    dark = renderer.Light(((np.array([0.0, 0.0, 1.0]), 0.0, 0.05),), 1.0, contact=0.0, cut=1.0)
    picture = np.zeros((320, 320, 3), np.uint8)
    renderer.render_sticks(picture, camera, [body], plain(), dark, rng)
    drawn_, hit = picture.max(2) > 30, cast(camera, body, m, (320, 320))
    off = drawn_ != hit
    # They may differ along the outline, by less than a pixel, but nowhere by more.
    assert off.sum() < 0.08 * hit.sum()
    assert cv2.erode(off.astype(np.uint8), np.ones((3, 3), np.uint8)).sum() <= 1
