"""The simulated table of sticks: what is drawn is what is true, and only what happens changes the picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from games.magicians.events import REASONS
from games.sticks import COLORS, KIT, beside, complete
from simulation import gestures, stick_gestures
from simulation.devices import SimulatedCamera
from simulation.sticks import StickTable
from simulation.throwing import TROUBLES, Fall, apart, draw_fall, settle

SIZE = (960, 540)


@pytest.fixture(scope="module")
def quiet() -> StickTable:
    return StickTable(3, size=SIZE, noise=0.0)


@pytest.fixture
def table(quiet) -> StickTable:
    quiet.take_up()
    quiet.hand_out()
    return quiet


def fall(seed=1, trouble=None, colors=COLORS) -> Fall:
    return replace(draw_fall(np.random.default_rng(seed), colors, bad=0.0), trouble=trouble)


def hull(vertices, grow=0):
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(vertices).astype(np.int32)), 1)
    return (cv2.dilate(mask, np.ones((2 * grow + 1,) * 2)) if grow else mask) > 0


def test_the_same_seed_and_throws_give_the_same_pictures():
    pictures = []
    for _ in range(2):
        made, thrown = StickTable(5, size=SIZE), fall()
        made.hand_in(1, fall=thrown, progress=0.5)
        first = made.render()
        made.falling(thrown, 0.5)
        second = made.render()
        made.throw(thrown)
        made.hand_out()
        pictures.append((first, second, made.render()))
    assert all(np.array_equal(a, b) for a, b in zip(*pictures, strict=True))


def test_another_seed_gives_another_table():
    assert not np.array_equal(StickTable(1, size=SIZE).render(), StickTable(2, size=SIZE).render())


@pytest.mark.parametrize("seed", range(4))
def test_sticks_stand_in_the_picture_where_their_vertices_say(table, seed):
    bare = table.render().astype(int)
    table.throw(fall(seed))
    now = table.render().astype(int)
    changed = np.abs(now - bare).max(axis=2) > 6
    inside, near = np.zeros(SIZE[::-1], bool), np.zeros(SIZE[::-1], bool)
    for stick in table.lying:
        inside |= hull(stick.vertices)
        near |= hull(stick.vertices, 4)
    assert changed[inside].mean() > 0.9
    # Outside of all sticks there are shadows, and nothing else.
    assert (now - bare)[~near].max() <= 0


def test_the_upper_edge_of_a_lying_stick_is_as_high_as_the_stick(table):
    table.throw(fall())
    measures = table.material.measures
    for stick, laid in zip(table.lying, table._sticks, strict=True):
        along = np.array([np.cos(laid.body.angle), np.sin(laid.body.angle)]) * measures.length / 2
        ends = np.array(laid.body.middle_mm) + np.array([-along, along])
        assert stick.vertices[:2] == pytest.approx(table.view.project(ends, measures.height), abs=0.01)


def test_a_point_in_space_and_one_on_a_plane_are_seen_alike(table):
    spots = np.array([[-200.0, 120.0], [30.0, -80.0], [0.0, 0.0]])
    points = np.column_stack([spots, np.full(3, 40.0)])
    assert table.view.project3(points) == pytest.approx(table.view.project(spots, 40.0), abs=0.01)
    # All points of a line through the camera are one point of its picture.
    below = table.view.centre * (1, 1, 0)
    line = table.view.project3(np.array([below, below + (0, 0, 100), below + (0, 0, 300)]))
    assert line[1:] == pytest.approx(line[[0, 0]], abs=0.01)


def test_the_truth_is_what_was_thrown_and_how_the_kits_sticks_lie(table):
    thrown = fall(7)
    table.throw(thrown)
    assert {(each.color, each.notches, each.sides) for each in table.lying} == {
        (stick.color, stick.notches, stick.sides) for stick in thrown.sticks
    }
    assert all(complete(stick, KIT) == stick for stick in thrown.sticks)


def test_sticks_set_aside_lie_still_while_the_others_are_thrown(table):
    table.throw(fall(2))
    table.set_aside(0, ["red"])
    table.take_up(["black", "white"])
    before = table.render()
    (kept,) = table.lying
    assert (kept.color, kept.aside) == ("red", True)
    table.throw(fall(3, colors=("black", "white")))
    now = next(each for each in table.lying if each.color == "red")
    assert np.array_equal(now.vertices, kept.vertices)
    region = hull(kept.vertices)
    for other in table.lying:
        if other.color != "red":
            region &= ~hull(other.vertices, 40)
    assert np.array_equal(table.render()[region], before[region])


def test_what_is_taken_up_leaves_no_trace(table):
    before = table.render()
    table.throw(fall(4))
    table.take_up()
    assert table.lying == ()
    assert np.array_equal(table.render(), before)


def test_a_throw_comes_to_rest_where_it_was_seen_to_fall(table):
    thrown = fall(5)
    table.falling(thrown, 1.0)
    moving = table.render()
    table.throw(thrown)
    table.hand_out()
    assert np.abs(moving.astype(int) - table.render()).max() < 12


@pytest.mark.parametrize("way", [gestures.BRIEF, gestures.SLOW])
def test_every_gesture_ends_without_a_hand(way):
    made = StickTable(1, size=(480, 270), noise=0.0)
    camera, thrown = SimulatedCamera(made), fall(6)
    for steps in (
        stick_gestures.throw(made, 1, thrown, way),
        stick_gestures.set_aside(made, 1, ["black"], way),
        stick_gestures.take_up(made, 1, ["red", "white"], way),
    ):
        camera.post(steps)
        for _ in steps:
            last = camera.read(1).image
        made.hand_out()
        assert np.array_equal(camera.read(1).image, last)
    assert [each.color for each in made.lying] == ["black"]


def test_every_side_comes_up_as_often_and_some_throws_do_not_count():
    rng = np.random.default_rng(1)
    falls = [draw_fall(rng, COLORS, bad=0.1) for _ in range(3000)]
    counts = [stick.notches for each in falls for stick in each.sticks]
    assert [counts.count(n) / len(counts) for n in range(3)] == pytest.approx([1 / 3] * 3, abs=0.02)
    bad = [each.trouble for each in falls if each.trouble]
    assert len(bad) / len(falls) == pytest.approx(0.1, abs=0.02)
    assert set(bad) == set(TROUBLES) <= set(REASONS)


def test_a_stick_alone_on_the_table_lies_over_no_other():
    rng = np.random.default_rng(1)
    kinds = {draw_fall(rng, ("red",), bad=1.0).trouble for _ in range(200)}
    assert kinds == {"standing", "missing", "off_table"}


@pytest.mark.parametrize("seed", range(6))
def test_sticks_of_a_throw_that_counts_lie_apart_and_within_the_picture(table, seed):
    table.throw(fall(seed))
    bodies = [laid.body for laid in table._sticks]
    for number, body in enumerate(bodies):
        assert all(apart(body, other, table.material.measures, 0.0) for other in bodies[:number])
    vertices = np.concatenate([each.vertices for each in table.lying])
    assert vertices.min() > 0
    assert (vertices < SIZE).all()
    assert {each.pose for each in table.lying} == {"lying"}


@pytest.mark.parametrize(
    ("trouble", "poses"),
    [
        ("overlap", ["crossing", "lying", "lying"]),
        ("leaning", ["leaning", "lying", "lying"]),
        ("standing", ["lying", "lying", "standing"]),
        ("missing", ["lying", "lying"]),
        ("off_table", ["lying", "lying"]),
    ],
)
def test_a_void_throw_lies_as_its_reason_says(table, trouble, poses):
    for seed in range(5):
        bodies = settle(np.random.default_rng(seed), fall(seed, trouble), table.material.measures)
        assert sorted(body.pose for body in bodies) == poses
        if trouble in ("overlap", "leaning"):
            *flat, upper = bodies
            assert not all(apart(upper, body, table.material.measures, 0.0) for body in flat)


def test_another_sets_table_says_which_side_lies_down():
    other = (("magic", "destiny", "force"),) * 3
    thrown = draw_fall(np.random.default_rng(3), COLORS, other, bad=0.0)
    assert all(stick.sides == beside(other[0][stick.notches]) for stick in thrown.sticks)
    bodies = settle(np.random.default_rng(1), thrown, StickTable(1, size=SIZE).material.measures, (), other)
    for body in bodies:
        assert body.sides[0] == body.hidden == other[0][body.notches]
