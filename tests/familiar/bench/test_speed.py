"""`familiar bench speed`: the yardstick is of the published size, every figure is there; nothing is timed."""

import json
import os
import sys
from functools import cache

import cv2
import numpy as np
import onnxruntime
import pytest

from familiar.bench import speed, yardstick
from familiar.bench.memory import resident
from familiar.cli import run


@pytest.fixture
def small_yardstick(monkeypatch):
    """Build the yardstick for small pictures: the same layers at a hundredth of the cost."""
    pytest.importorskip("onnx")
    whole = yardstick.build
    monkeypatch.setattr(speed, "SEEDS", (3,))
    monkeypatch.setattr(yardstick, "SIDE", 64)
    monkeypatch.setattr(yardstick, "build", lambda: whole(64))


def test_the_yardstick_has_the_weights_and_operations_that_are_published_for_yolov8n():
    pytest.importorskip("onnx")
    made = yardstick.build()
    assert made.weights == 3_151_904
    assert round(made.operations / 1e9, 1) == 8.7


def test_the_yardstick_gives_boxes_and_scores_for_every_cell():
    pytest.importorskip("onnx")
    model = yardstick.build(64).model
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    boxes, scores = session.run(None, {"picture": np.full((1, 3, 64, 64), 0.5, np.float32)})
    assert boxes.shape == (1, 4, 84) and scores.shape == (1, 80, 84)
    assert np.isfinite(boxes).all() and (0 <= boxes).all() and (boxes <= 15).all()
    assert scores.std() > 1e-3


def test_all_figures_are_there_after_a_tiny_run(small_yardstick, capsys):
    assert run(["bench", "speed", "--rounds", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    parts = {"read", "apart", "throw", "idle", "memory", "models"}
    assert set(figures) == {"bench", "rounds", "targets"} | parts
    for part in (figures["read"], figures["apart"]):
        assert part["cards"] == 4 and part["cards_found"] > 0
        assert min(part[key] for key in ("ms", "yardstick_ms", "times_faster")) > 0
    assert figures["apart"]["cards_trusted"] == 4
    assert figures["throw"]["sticks"] == 3
    assert min(figures["throw"][key] for key in ("ms", "cards_ms", "cards")) > 0
    assert min(figures["idle"].values()) > 0
    assert 20 < figures["memory"]["rss_mb"] <= figures["memory"]["peak_mb"] < 2000
    assert figures["models"]["mb"] == pytest.approx(sum(figures["models"]["files"].values()), abs=0.05)
    assert set(figures["targets"]) == set(speed.TARGETS)


def figures(faster, idle):
    reading = {
        "ms": 9.0, "yardstick_ms": 70.0, "times_faster": faster, "yardstick_weights": 3151904,
        "yardstick_gflops": 8.74, "cards_trusted": 11, "cards_found": 12, "cards": 12,
    }  # fmt: skip
    return {
        "read": reading,
        "apart": {**reading, "times_faster": 7.9},
        "throw": {
            "ms": 8.0, "cards_ms": 10.0, "cards": 0.8, "sticks_found": 9, "sticks_trusted": 9, "sticks": 9,
        },
        "idle": {
            "settled_ms": idle, "settled_scene_ms": 0.4, "settled_copies": 4, "copy_ms": 0.2,
            "moving_ms": 5.1, "moving_scene_ms": 3.1, "moving_copies": 24,
        },
        "memory": {"rss_mb": 150.0, "peak_mb": 170.0},
        "models": {"mb": 12.5, "files": {"reader.onnx": 12.5}},
    }  # fmt: skip


def test_the_text_says_what_is_reached_and_what_is_missed():
    lines = speed.as_text(figures(faster=8.5, idle=2.5)).splitlines()
    assert "3.15 million weights, 8.74 GFLOPs" in lines[1]
    assert [line.rsplit(": ", 1)[1] for line in lines[2:]] == [
        "reached", "MISSED", "reached", "MISSED", "MISSED", "reached", "reached", "MISSED"
    ]  # fmt: skip
    assert lines[6:8] == [
        "a family's hands at the rim: 5.1 ms a frame, as long as copying it 24 times; aim under 5: MISSED",
        "of it to tell what rests from what moves: 3.1 ms; aim under 5: reached",
    ]


def test_the_cores_are_given_back_after_the_measurement():
    cores, threads = os.sched_getaffinity(0), cv2.getNumThreads()
    with pytest.raises(KeyError), speed.bound(1) as count:
        assert count == len(os.sched_getaffinity(0)) == 1 and cv2.getNumThreads() == 1
        raise KeyError
    assert os.sched_getaffinity(0) == cores and cv2.getNumThreads() == threads


def test_without_onnx_all_figures_but_the_yardsticks_are_there_and_one_sentence_says_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.setattr(speed, "SEEDS", (3,))
    # What is measured once is written in both ways.
    monkeypatch.setattr(speed, "measure", cache(speed.measure))
    assert run(["bench", "speed", "--rounds", "1"]) == 0
    out, err = capsys.readouterr()
    (left_out,) = (line for line in out.splitlines() if "onnx" in line and ".onnx" not in line)
    assert left_out.endswith(f"{sys.executable} -m pip install 'onnx>=1.16'") and not err
    assert "times faster" not in out and "lie apart: " in out and "memory with everything loaded" in out
    assert run(["bench", "speed", "--rounds", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["left_out"] == left_out
    for part in (figures["read"], figures["apart"]):
        assert part["ms"] > 0 and part["cards_found"] > 0 and "times_faster" not in part


def test_a_process_that_fails_to_measure_says_why(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(speed.NoMemory, match="nothing"):
        speed.memory(np.zeros((40, 40, 3), np.uint8))


def test_the_resident_memory_is_read_in_megabytes():
    status = "Name:\tpython\nVmHWM:\t  200000 kB\nVmRSS:\t  150000 kB\nThreads:\t4\n"
    assert resident(status) == {"rss_mb": 153.6, "peak_mb": 204.8}
