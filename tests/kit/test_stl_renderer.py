"""The renderer that judges the reading keeps to geometry: what it draws stands where its truth says."""

import math

import numpy as np
import pytest
from render_throws import load
from stl_renderer import poses
from stl_renderer.looks import Film, Light
from stl_renderer.mesh import unit_normals
from stl_renderer.picture import take
from stl_renderer.raster import Shade, look_down, nearest
from stl_renderer.throws import draw_scene, truth

SIZE = (640, 360)
FOCAL = 320 / math.tan(math.radians(33))
FILM = Film(1.0, "flat", np.ones(3), 0.3, 0.0, 0.0, 95)


@pytest.fixture(scope="module")
def stick(kit):
    return load(kit)["red"]


def seen(bodies, inks, camera, directions=((0.0, 0.0, 1.0),)):
    """Photograph bodies of blue plastic on a grey table, their engravings in the colour of `inks`."""
    light = Light(np.array(directions), np.ones(3) / len(directions), False)
    paints = [((0.02, 0.02, 0.6), ink, 0.0, 20.0) for ink in inks]
    top = np.full((4, 4, 3), 0.3, np.float32)
    return take(camera, bodies, paints, top, [light], FILM, np.random.default_rng(1)).astype(int)


def test_the_nearer_triangle_hides_the_farther():
    square = np.array([[[0, 0], [8, 0], [0, 8]], [[0, 0], [8, 0], [0, 8]]], float)
    winner, best = nearest(square, np.array([[1.0, 1, 1], [2, 2, 2]]), (8, 8), 0.0)
    assert winner[1, 1] == 1 and best[1, 1] == 2 and winner[7, 7] == -1


def test_a_camera_straight_above_sees_x_to_the_right_and_away_upwards():
    camera = look_down(750, 0.0, 0.0, 0.0, FOCAL, SIZE)
    pixels, ahead = camera.project(np.array([[0.0, 0, 0], [100, 0, 0], [0, 100, 0], [0, 0, 50]]))
    step = 100 * FOCAL / 750
    assert pixels == pytest.approx(np.array([[320, 180], [320 + step, 180], [320, 180 - step], [320, 180]]))
    assert ahead == pytest.approx([750, 750, 750, 700])


@pytest.mark.parametrize("tilt, towards", [(0.3, 1.0), (0.1, 4.0)])
def test_a_tilted_camera_still_looks_at_the_tables_middle_from_its_height(tilt, towards):
    camera = look_down(800, tilt, towards, 0.2, FOCAL, SIZE)
    assert camera.centre[2] == pytest.approx(800)
    assert camera.turn @ camera.turn.T == pytest.approx(np.eye(3))
    pixels, _ = camera.project(np.zeros(3))
    assert pixels == pytest.approx([320, 180])


@pytest.mark.parametrize("down", range(3))
@pytest.mark.parametrize("angle", [0.0, 2.0])
def test_a_stick_lies_on_the_side_it_was_laid_on(stick, down, angle):
    body = poses.lie(stick, "red", down, angle, (10, -20))
    assert body.triangles[..., 2].min() == pytest.approx(0, abs=1e-4)
    bottom = body.vertices()[[2 * k + end for k in range(3) if k != down for end in (0, 1)]]
    assert bottom[:, 2] == pytest.approx(0, abs=1e-3)
    assert body.vertices()[2 * down : 2 * down + 2, 2] == pytest.approx(16 * math.sqrt(3) / 2, abs=1e-3)
    notches, sides = body.truth
    assert notches == stick.notches[down]
    assert stick.symbols[down] not in sides and len(set(sides)) == 2


def test_what_is_drawn_fills_the_outline_that_the_truth_gives(stick):
    camera = look_down(700, 0.15, 2.0, 0.1, FOCAL, SIZE)
    body = poses.lie(stick, "red", 2, 0.7, (60, 30))
    picture = seen([body], [(0.02, 0.02, 0.6)], camera)
    blue = picture[..., 0] - picture[..., 2] > 40
    pixels, _ = camera.project(body.vertices())
    ys, xs = np.nonzero(blue)
    assert (xs.min(), ys.min()) == pytest.approx(tuple(pixels.min(0)), abs=1.5)
    assert (xs.max() + 1, ys.max() + 1) == pytest.approx(tuple(pixels.max(0)), abs=1.5)


@pytest.mark.parametrize("down, inked", [(0, {"destiny", "force"}), (2, {"force", "magic"})])
def test_ink_shows_on_the_sides_with_a_symbol_alone(stick, down, inked):
    camera = look_down(600, 0.0, 0.0, 0.0, 2 * FOCAL, SIZE)
    body = poses.lie(stick, "red", down, 0.0, (0, 0))
    picture = seen([body], [(0.6, 0.02, 0.02)], camera)
    red = picture[..., 2] - picture[..., 0] > 40
    assert set(body.truth[1]) == inked
    halves = [red[:180].sum() > 30, red[180:].sum() > 30]
    assert sum(halves) == len(inked - {"destiny"})


def test_a_shadow_falls_away_from_the_lamp_and_reaches_as_far_as_the_ridge_throws_it(stick):
    body = poses.lie(stick, "red", 2, 0.0, (0, 0))
    direction = np.array([0.0, math.cos(0.6), math.sin(0.6)])
    shade = Shade(body.triangles, unit_normals(body.triangles), direction)
    reach = 16 * math.sqrt(3) / 2 / math.tan(0.6)
    y = np.array([[20.0, -8.0 - 1, -reach + 1.5, -reach - 1.5]], np.float32)
    # Beside the notches, which let light through.
    lit = shade.lit(np.full_like(y, 35.0), y, np.zeros_like(y))
    assert lit.tolist() == [[1, 0, 0, 1]]


def test_no_light_slips_through_where_a_stick_touches_the_table(stick):
    body = poses.lie(stick, "red", 2, 0.3, (0, 0))
    shade = Shade(body.triangles, unit_normals(body.triangles), np.array([0.0, 0.8, 0.6]))
    along, aside = np.linspace(17, 44, 500), -8.02
    x = (along * math.cos(0.3) - aside * math.sin(0.3))[None].astype(np.float32)
    y = (along * math.sin(0.3) + aside * math.cos(0.3))[None].astype(np.float32)
    assert not shade.lit(x, y, np.zeros_like(x)).any()


def test_a_lit_side_does_not_shade_itself(stick):
    body = poses.lie(stick, "red", 2, 0.0, (0, 0))
    shade = Shade(body.triangles, unit_normals(body.triangles), np.array([0.0, 0.6, 0.8]))
    y = np.linspace(1, 7, 20, dtype=np.float32)[None]
    z = ((8 - y) * math.sqrt(3)).astype(np.float32)
    assert shade.lit(np.full_like(y, 20.0), y, z).all()


@pytest.mark.parametrize("odd", ["overlap", "leaning", "standing"])
def test_an_odd_throw_says_what_is_wrong_and_which_stick(kit, odd):
    told = truth(draw_scene(np.random.default_rng(3), load(kit), (1280, 720), odd))
    assert odd in told["again"]
    states = [stick["state"] for stick in told["sticks"]]
    assert len(states) == 3
    assert states.count("standing" if odd == "standing" else "leaning") == 1
    for stick in told["sticks"]:
        assert (stick["notches"] is None) == (stick["state"] in ("leaning", "standing"))


def test_a_stick_that_rests_on_another_touches_it_and_goes_not_through_it(kit, stick):
    under = poses.lie(stick, "red", 2, 0.0, (0, 0))
    ridge = under.vertices()[4:6]
    pitch = poses.pitch_over(ridge, (10, -60), math.pi / 2, 8, 92)
    over = poses.lean(stick, "white", 2, math.pi / 2, (10, -60), pitch)
    assert over.triangles[..., 2].min() == pytest.approx(0, abs=0.01)
    near, far = over.vertices()[[0, 2]], over.vertices()[[1, 3]]
    share = 60 / np.ptp(np.array([near[0, 1], far[0, 1]]))
    height = near[0, 2] + share * (far[0, 2] - near[0, 2])
    assert height == pytest.approx(ridge[0, 2], abs=0.05)


def test_a_throw_that_counts_has_three_flat_sticks_with_all_their_truth(kit):
    told = truth(draw_scene(np.random.default_rng(8), load(kit), (1280, 720)))
    assert told["again"] == []
    assert sorted(stick["color"] for stick in told["sticks"]) == ["black", "red", "white"]
    for stick in told["sticks"]:
        assert stick["state"] == "lying" and stick["notches"] in (0, 1, 2)
        assert sorted(stick["widths"]) == stick["sides"]
        assert sum(width > 0 for width in stick["widths"].values()) >= 1
