"""The sticks that the kit writes are read as they lie: their very STL files are photographed and read.

The renderer beside this file shares nothing with the one that drew the training pictures.
"""

import math

import numpy as np
import pytest
from render_throws import load, load_paper
from stl_renderer import poses
from stl_renderer.looks import Film, draw_lights
from stl_renderer.picture import take
from stl_renderer.raster import look_down

from games.sticks import COLORS
from models.files import model_path

MODELS = ("stick_locator", "stick_refiner", "stick_reader")

PLASTIC = {
    "red": ((0.50, 0.02, 0.03), (0.85, 0.85, 0.82), 0.03, 30.0),
    "black": ((0.02, 0.02, 0.02), (0.85, 0.85, 0.82), 0.03, 30.0),
    "white": ((0.75, 0.74, 0.70), (0.02, 0.02, 0.02), 0.03, 30.0),
}
"""Plastic, ink in the engravings (linear RGB), gloss and its tightness."""

FILM = Film(1.0, "filmic", np.ones(3), 0.6, 0.004, 0.1, 95)


@pytest.fixture(scope="module")
def solids(kit):
    return load(kit)


@pytest.fixture(scope="module")
def papers(kit):
    return load_paper(kit)


@pytest.fixture(scope="module")
def read():
    sticks = pytest.importorskip("vision.sticks.still")
    missing = [name for name in MODELS if not model_path(name).exists()]
    if missing:
        pytest.skip(f"the networks that read sticks are not there yet: {', '.join(missing)}")
    return sticks.read_throw


def photograph(bodies, seed, height=750, tilt=6):
    """Photograph sticks on a greenish cloth: uint8 (720, 1280, 3) BGR."""
    rng = np.random.default_rng(seed)
    focal = 640 / math.tan(math.radians(33))
    towards, roll = rng.uniform(0, 2 * math.pi), rng.normal(0, 0.03)
    camera = look_down(height, math.radians(tilt), towards, roll, focal, (1280, 720))
    weave = 1 + 0.08 * rng.normal(size=(850, 850, 1))
    top = (np.array([0.07, 0.14, 0.09]) * weave).clip(0.01, 1).astype(np.float32)
    paints = [PLASTIC[body.color] for body in bodies]
    return take(camera, bodies, paints, top, draw_lights(rng), FILM, rng)


def throw(solids, turn, seed):
    """Lay the three sticks apart, each on another side, at any angles; `turn` says who lies on which."""
    rng = np.random.default_rng(seed)
    bodies = []
    for place, color in enumerate(COLORS):
        middle = np.array([(place - 1) * 130.0, 0.0]) + rng.uniform(-25, 25, 2)
        angle = rng.uniform(0, 2 * math.pi)
        bodies.append(poses.lie(solids[color], color, (place + turn) % 3, angle, middle))
    return bodies


def told(reading):
    """Give what was read, by colour."""
    return {stick.color: (stick.notches, tuple(stick.sides)) for stick in reading.sticks}


def lies(bodies):
    """Give how the sticks truly lie, by colour."""
    return {body.color: (body.truth[0], tuple(body.truth[1])) for body in bodies}


def test_a_throw_of_the_drawn_sticks_shows_every_stick_on_another_side(solids):
    seen = [lies(throw(solids, turn, turn)) for turn in range(3)]
    for color in COLORS:
        assert sorted(way[color] for way in seen) == [
            (0, ("force", "magic")),
            (1, ("destiny", "magic")),
            (2, ("destiny", "force")),
        ]


@pytest.mark.parametrize("turn, height, tilt", [(0, 600, 4), (1, 750, 10), (2, 900, 2)])
def test_notches_and_sides_are_read_as_the_written_solids_lie(solids, read, turn, height, tilt):
    bodies = throw(solids, turn, seed=turn)
    reading = read(photograph(bodies, turn, height, tilt))
    assert reading.again is None
    assert told(reading) == lies(bodies)


def test_the_folded_paper_sticks_are_read_or_asked_about_and_never_wrong_in_silence(papers, read):
    for turn in range(2):
        bodies = throw(papers, turn, seed=10 + turn)
        reading = read(photograph(bodies, 10 + turn, 650, 5))
        assert [stick.color for stick in reading.sticks] == list(COLORS)
        for stick in reading.sticks:
            assert stick.asks or (stick.notches, tuple(stick.sides)) == lies(bodies)[stick.color]


def test_a_solid_that_rests_on_another_is_to_be_thrown_again(solids, read):
    under, apart = throw(solids, 0, seed=5)[:2]
    ridge = under.vertices()[2 * under.down : 2 * under.down + 2]
    angle = math.atan2(*(ridge[1] - ridge[0])[1::-1]) + math.pi / 2
    low_end = ridge.mean(0)[:2] - 65 * np.array([math.cos(angle), math.sin(angle)])
    pitch = poses.pitch_over(ridge, low_end, angle, 8, 92)
    over = poses.lean(solids["white"], "white", 1, angle, low_end, pitch)
    assert over.triangles[..., 2].min() == pytest.approx(0, abs=0.01)
    reading = read(photograph([under, apart, over], seed=5))
    assert reading.again in ("overlap", "leaning")
