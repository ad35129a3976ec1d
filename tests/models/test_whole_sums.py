"""The shipped networks say on every kind of processor what they were measured with."""

import cv2
import numpy as np
import pytest

from files import runtime
from files.runtime import WHOLE_SUMS, onnxruntime, saturates, session_options
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


ZEN_3, ZEN_4, ALDER_LAKE = (
    "flags\t\t: fpu sse2 avx avx2 fma",
    "flags\t\t: fpu sse2 avx avx2 fma avx512f avx512_vnni avx512_bitalg",
    "flags\t\t: fpu sse2 avx avx2 fma avx_vnni",
)
"""What Linux says of three processors, cut short."""


@pytest.mark.parametrize(
    ("machine", "cpuinfo", "whole"),
    [
        ("x86_64", ZEN_3, True),
        ("x86_64", ZEN_4, False),
        ("x86_64", ALDER_LAKE, False),
        ("AMD64", "", True),
        ("aarch64", "Features\t: fp asimd asimddp", False),
    ],
)
def test_whole_sums_are_asked_for_where_sums_may_saturate_alone(machine, cpuinfo, whole):
    assert saturates(machine, cpuinfo) is whole


@pytest.mark.parametrize(("cpuinfo", "whole"), [(ZEN_3, True), (ZEN_4, False)])
def test_every_session_asks_for_what_its_processor_needs(cpuinfo, whole, tmp_path, monkeypatch):
    # On the processor at hand the networks' own test above may hold with either.
    (tmp_path / "cpuinfo").write_text(cpuinfo)
    monkeypatch.setattr(runtime, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr(runtime.platform, "machine", lambda: "x86_64")
    options = session_options()
    if whole:
        assert options.get_session_config_entry(WHOLE_SUMS) == "1"
    else:
        with pytest.raises(RuntimeError, match=WHOLE_SUMS):
            options.get_session_config_entry(WHOLE_SUMS)


def test_every_shipped_network_is_held_against_floats():
    assert set(SIZES) == {path.stem for path in model_path("reader").parent.glob("*.onnx")}
