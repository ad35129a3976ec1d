"""The shipped networks say on every kind of processor what they were measured with."""

import cv2
import numpy as np
import pytest

from files.runtime import WHOLE_SUMS, onnxruntime, session_options
from models.files import model_path
from models.network import Network
from vision.networks import network

SIZES = {
    "locator": (192, 288),
    "refiner": (96, 128),
    "reader": (96, 144),
    "index": (64, 112),
    "title": (160, 64),
    "corner_locator": (192, 288),
    "stick_locator": (192, 288),
    "stick_refiner": (192, 64),
    "stick_reader": (192, 96),
}
"""Width and height of what each network looks at."""

STRAYING = 0.007
"""Of an output's range, in the mean: rounding alone strays by 0.43 % at most; sums that saturate by 1 %
(index) to 10 % (locator), but for the sticks' refiner, whose weights are too small to.
"""


def blotches(wide, high):
    """Give pictures of blotches of all colours, uint8 (8, H, W, 3): they move every part of a network."""
    chance = np.random.default_rng(0)
    small = chance.integers(0, 256, (8, high // 6 + 1, wide // 6 + 1, 3), np.uint8)
    return np.stack([cv2.resize(each, (wide, high), interpolation=cv2.INTER_CUBIC) for each in small])


def unfused(path):
    """Open a network as its file is written: eight bits are turned into floats before each convolution."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    return Network(onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))


@pytest.mark.parametrize("name", SIZES)
def test_a_network_says_what_its_sums_in_floats_say(name):
    shown = blotches(*SIZES[name])
    ours, floats = network(model_path(name)).named(shown), unfused(model_path(name)).named(shown)
    for output, said in floats.items():
        strays = float(np.abs(ours[output] - said).mean() / np.ptp(said))
        assert strays < STRAYING, f"{name}: {output} strays by {strays:.4f} of its range"


def test_every_session_asks_for_whole_sums():
    # Where the processor has VNNI, or is a Pi's, the test above would hold without.
    assert session_options().get_session_config_entry(WHOLE_SUMS) == "1"


def test_every_shipped_network_is_held_against_floats():
    assert set(SIZES) == {path.stem for path in model_path("reader").parent.glob("*.onnx")}
