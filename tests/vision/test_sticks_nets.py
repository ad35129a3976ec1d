"""The shipped networks read drawn throws of sets, tables and lights that never trained."""

import cv2
import numpy as np
import pytest

from models.render.sticks.material import draw_material
from models.render.throws import throw
from vision.sticks import find as stick_find
from vision.sticks import still
from vision.sticks.geometry import outline, outline_iou

SIZE = (1280, 720)


def drawn(seed, kind="loose"):
    """Draw a throw of a held-out set on a plain table."""
    rng = np.random.default_rng([77, seed])
    return throw(rng, kind, size=SIZE, material=draw_material(rng, True), busy=0, held_out=False)


@pytest.mark.parametrize("seed", range(3))
def test_every_stick_of_a_throw_is_found_to_a_small_part_of_its_width(seed):
    there = drawn(seed)
    found = stick_find.shipped().find(there.picture)
    for stick in there.sticks:
        assert max(outline_iou(stick.vertices, bar.vertices) for bar in found) > 0.85


def test_of_three_sticks_side_by_side_the_middle_one_is_found_too():
    there = drawn(2, "touching")
    found = stick_find.shipped().find(there.picture)
    assert all(
        max(outline_iou(stick.vertices, bar.vertices) for bar in found) > 0.8 for stick in there.sticks
    )


def test_of_sticks_side_by_side_only_those_that_came_are_found():
    there = drawn(2, "touching")
    first, *others = (stick.vertices for stick in there.sticks)
    came = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(came, outline(first).round().astype(int), 255)
    found = stick_find.shipped().find(there.picture, foreground=came)
    assert max(outline_iou(first, bar.vertices) for bar in found) > 0.8
    assert all(outline_iou(other, bar.vertices) < 0.5 for other in others for bar in found)


@pytest.mark.parametrize("seed", range(4))
def test_a_drawn_throw_is_read_or_asked_about_and_never_silently_wrong(seed):
    there = drawn(seed)
    found = still.read_throw(there.picture)
    assert found.again is None
    lies = {stick.color: (stick.notches, stick.sides) for stick in there.sticks}
    right = [lies[stick.color] == (stick.notches, stick.sides) for stick in found.sticks]
    assert len(right) == 3 and sum(right) >= 2
    assert all(stick.asks or good for stick, good in zip(found.sticks, right, strict=True))


@pytest.mark.parametrize("kind", ["cross", "missing"])
def test_a_drawn_throw_that_is_void_is_to_be_thrown_again(kind):
    assert still.read_throw(drawn(1, kind).picture).again is not None


def test_a_bare_table_holds_no_throw():
    noise = np.random.default_rng(0).normal(0, 3, (720, 1280, 3))
    table = np.clip((60, 100, 70) + noise, 0, 255).astype(np.uint8)
    assert still.read_throw(table) == still.ThrowReading()
