"""Drawn throws lie as they are said to."""

import csv
import sys
from itertools import combinations

import cv2
import numpy as np
import pytest

from games.sticks import COLORS, KIT, Stick, complete
from models.render import throws
from models.render.throws import AGAIN, KINDS, throw
from vision.sticks.geometry import crossing, length, outside, width

SIZE = (480, 270)


@pytest.mark.parametrize("kind", KINDS)
def test_a_throw_of_each_kind_lies_as_it_is_said_to(kind):
    drawn = throw(np.random.default_rng(12), kind, size=SIZE, busy=0)
    assert drawn.picture.shape == (270, 480, 3) and drawn.again == AGAIN.get(kind)
    assert len(drawn.sticks) == (2 if kind == "missing" else 3)
    beyond = [outside(stick.vertices, SIZE) for stick in drawn.sticks]
    assert (max(beyond) > 0.05) == (kind == "edge")
    pairs = combinations([stick.vertices for stick in drawn.sticks], 2)
    deepest = max(crossing(one, other) for one, other in pairs)
    assert kind in ("stand", "lean") or (deepest > 0.3) == (kind == "cross")
    if kind == "loose":
        assert all(4 < length(stick.vertices) / width(stick.vertices) < 8 for stick in drawn.sticks)


def test_the_sticks_of_the_kit_lie_as_its_table_says_and_each_colour_is_there_once():
    drawn = throw(np.random.default_rng(3), size=SIZE, busy=0)
    assert sorted(stick.color for stick in drawn.sticks) == sorted(COLORS)
    for stick in drawn.sticks:
        complete(Stick(stick.color, stick.notches, stick.sides), KIT)  # raises where it cannot lie so


def test_the_same_seed_draws_the_same_throw_and_lies_can_be_given():
    one, other = (throw(np.random.default_rng(4), size=SIZE, lies={"red": 2, "white": 0}) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert [(stick.color, stick.notches) for stick in one.sticks] == [("red", 2), ("white", 0)]


def test_pictures_are_written_with_their_labels(tmp_path, monkeypatch):
    monkeypatch.setattr(throws, "SIZES", (SIZE,))
    monkeypatch.setattr(sys, "argv", ["throws", str(tmp_path), "--count", "3", "--seed", "5"])
    throws.main()
    with open(tmp_path / "labels.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["file"] for row in rows} == {"00000.jpg", "00001.jpg", "00002.jpg"}
    assert all(row["again"] == AGAIN.get(row["kind"], "") for row in rows)
    assert cv2.imread(str(tmp_path / "00002.jpg")).shape == (270, 480, 3)
