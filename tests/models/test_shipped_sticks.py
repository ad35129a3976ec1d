"""The shipped networks of the throwing sticks, on looks that never trained."""

import numpy as np
import pytest

from models.files import model_path
from models.labels import STICK_MARGIN_SIZE
from vision.networks import network

NAMES = ("stick_locator", "stick_refiner", "stick_reader")
scenes = pytest.importorskip(
    "models.training.data.sticks", reason="the training extra is not installed: pip install '.[train]'"
)


def run(name, crops):
    return list(network(model_path(name)).named(crops).values())


def test_all_three_together_stay_under_three_megabytes():
    assert sum(model_path(name).stat().st_size for name in NAMES) < 3_000_000


def test_the_refiner_finds_the_vertices_and_tells_what_is_no_stick():
    crops, wanted, stick = next(scenes.margins(199, 80, held_out=True))
    corners, said, spread = run("stick_refiner", crops)
    off = (corners - wanted).reshape(-1, 6, 2)[stick > 0] * np.float32(STICK_MARGIN_SIZE)
    off, spread = np.linalg.norm(off, axis=2), spread[stick > 0]
    assert np.median(off) < 2
    # Where a vertex might be elsewhere as well it is further off: the fit of the camera leans on that.
    assert np.median(off[spread > np.median(spread)]) > 2 * np.median(off[spread < np.median(spread)])
    assert ((said[:, 0] > 0) == (stick > 0)).mean() > 0.9


def test_the_reader_reads_most_lying_sticks_and_is_seldom_sure_of_a_wrong_count():
    crops, count, bases, sides, color, state = next(scenes.strips(199, 160, held_out=True))
    notches, below, seen, inks, _ = run("stick_reader", crops)
    lying = state == 0
    assert (notches.argmax(1) == count)[lying].mean() > 0.8
    assert (below.argmax(2) == bases)[bases >= 0].mean() > 0.8
    assert (seen.argmax(2) == sides)[lying].mean() > 0.85
    assert (inks.argmax(1) == color)[lying].mean() > 0.93
    share = np.exp(notches - notches.max(1, keepdims=True))
    sure = (share / share.sum(1, keepdims=True)).max(1) > 0.98
    assert (sure & (notches.argmax(1) != count))[lying].sum() <= 1


def test_the_locator_finds_sticks_that_lie_apart():
    pictures, heat, *_ = next(scenes.whole(199, 6, held_out=True))
    said = 1 / (1 + np.exp(-run("stick_locator", pictures)[0][:, 0]))
    middles = np.argwhere(heat == 1)
    found = [said[n, max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max() > 0.2 for n, y, x in middles]
    assert np.mean(found) > 0.75
