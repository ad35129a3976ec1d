"""The command that renders a labelled set writes what `familiar bench sticks` reads, alike for a seed."""

import json

import cv2
import pytest
import render_throws
from stl_renderer import looks

from familiar.bench.stick_labels import load


def write(out, kit, count):
    """Render small pictures, on a table of few pixels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(looks, "TOP_SIZE", 128)
        render_throws.main([str(out), str(count), "7", "--kit", str(kit), "--size", "160x90"])
    return [json.loads(line) for line in (out / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def pair(tmp_path_factory, kit):
    """Give a set of two pictures and what is told of them."""
    out = tmp_path_factory.mktemp("throws")
    return out, write(out, kit, 2)


def test_a_set_has_its_pictures_its_truth_and_its_labels(pair):
    out, told = pair
    assert [line["picture"] for line in told] == ["0000.jpg", "0001.jpg"]
    for line in told:
        assert cv2.imread(str(out / line["picture"])).shape == (90, 160, 3)
    labels = load(out)
    assert [len(throw.sticks) for throw in labels] == [
        sum(stick["notches"] is not None for stick in line["sticks"]) for line in told
    ]
    assert [throw.again for throw in labels] == [(line["again"] or [None])[0] for line in told]


def test_the_same_seed_gives_the_same_picture_whatever_the_number(tmp_path, pair, kit):
    out, told = pair
    assert write(tmp_path, kit, 1) == told[:1] != told[1:]
    assert (tmp_path / "0000.jpg").read_bytes() == (out / "0000.jpg").read_bytes()


def test_a_stick_that_does_not_lie_flat_is_no_part_of_the_label():
    lying = {"color": "red", "notches": 1, "sides": ["destiny", "magic"], "state": "under"}
    leaning = {"color": "black", "notches": None, "sides": None, "state": "leaning"}
    told = {"picture": "a.jpg", "again": ["overlap", "leaning"], "sticks": [lying, leaning]}
    stick = {"color": "red", "notches": 1, "sides": ["destiny", "magic"]}
    assert render_throws.label(told) == {"picture": "a.jpg", "sticks": [stick], "again": "overlap"}
