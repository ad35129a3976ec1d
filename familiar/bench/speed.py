"""``familiar bench speed``: what the eye costs, as ratios in one run on one core.

Times are CPU times of the whole process, which a busy machine spoils less than the clock on the wall; what is
compared runs turn by turn. The process is bound to one core, so that the product is measured as it ships.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
import cv2
import numpy as np

from familiar.bench import yardstick
from files.runtime import onnxruntime, session_options
from models import files
from models.render.throws import throw
from simulation.table import SimulatedTable
from simulation.temperament import CALM, RESTLESS, Temperament
from vision import photograph
from vision.errors import VisionError
from vision.motion.static_scene import StaticScene
from vision.read.decks import open_reader
from vision.sticks import still
from vision.track.cards import CardTracker

SIZE = (1280, 720)
CARDS = ("7H", "10S", "KD", "2C")
SEEDS = (3, 5, 8)
"""Draw the tables on which the cards lie."""

TARGETS = {
    "times_faster": 8.0,
    "throw_cards": 1.0,
    "idle_ms": 2.0,
    "moving_ms": 5.0,
    "memory_mb": 300.0,
    "models_mb": 12.0,
}
"""What is aimed at: at least so many times faster than the yardstick, at most the others."""

WARM_UP = 2
FRAMES = 6
"""Different pictures of one idle table: only the sensor's noise tells them apart."""

Figures = dict[str, Any]


class NoMemory(VisionError):
    """The process that was to be measured did not come to its end."""


def run(rounds: int, as_json: bool) -> int:
    """Measure everything and print it; give 0. Raises NoMemory."""
    figures = measure(rounds)
    click.echo(json.dumps(figures) if as_json else as_text(figures))
    return 0


def measure(rounds: int) -> Figures:
    """Give all figures. rounds: pairs of reading and yardstick; ten times as many frames are watched.

    Without the package onnx there is no yardstick: its figures are lacking, and "left_out" says why. A Pi has
    no such package, and everything else is measured there as well.
    """
    left_out = {}
    with bound(1):
        try:
            network = yardstick.build()
        except yardstick.NoYardstick as error:
            network, left_out = None, {"left_out": str(error)}
        pictures = [_table(seed).render() for seed in SEEDS]
        return {
            "bench": "speed",
            "rounds": rounds,
            **left_out,
            "read": _reading(pictures, network, rounds),
            "apart": _reading([_table(seed, _Apart).render() for seed in SEEDS], network, rounds),
            "throw": _throwing(pictures, rounds),
            "idle": _idle(10 * rounds),
            "memory": memory(pictures[0]),
            "models": models(),
            "targets": TARGETS,
        }


@contextmanager
def bound(count: int) -> Iterator[int]:
    """Bind this thread, and what it starts, to so many cores, if there are more; give how many it has."""
    cores, threads = os.sched_getaffinity(0), cv2.getNumThreads()
    kept = set(sorted(cores)[:count])
    os.sched_setaffinity(0, kept)
    cv2.setNumThreads(min(threads, len(kept)))
    try:
        yield len(kept)
    finally:
        os.sched_setaffinity(0, cores)
        cv2.setNumThreads(threads)


class _Apart(SimulatedTable):
    """A table on which the cards do not touch."""

    def _spot(self, seat: int) -> np.ndarray:
        return np.array([(-75.0, -75.0), (75.0, -75.0), (75.0, 75.0), (-75.0, 75.0)][seat])


def _table(
    seed: int, kind: type[SimulatedTable] = SimulatedTable, temperament: Temperament = CALM
) -> SimulatedTable:
    table = kind(seed, len(CARDS), "us", SIZE, temperament=temperament)
    for seat, card in enumerate(CARDS):
        table.lay(card, seat)
    return table


def _reading(pictures: list[np.ndarray], network: yardstick.Yardstick | None, rounds: int) -> Figures:
    """Read whole pictures of four cards, in turns with the yardstick where there is one."""
    measure_yard = _runs(network) if network else None
    reader = open_reader("us")
    found = [photograph.read_cards(picture, reader) for picture in pictures]
    ours, theirs = [], []
    for turn in range(-WARM_UP, rounds):
        picture = pictures[turn % len(pictures)]
        mine = spent(partial(photograph.read_cards, picture, reader))
        yard = spent(measure_yard) if measure_yard else None
        if turn >= 0:
            ours.append(mine)
            if yard is not None:
                theirs.append(yard)
    trusted = [{r.card for r in readings if not r.asks} for readings in found]
    compared: Figures = {}
    if network:
        compared = {
            "yardstick_ms": _ms(statistics.median(theirs)),
            "times_faster": round(statistics.median(b / a for a, b in zip(ours, theirs, strict=True)), 2),
            "yardstick_weights": network.weights,
            "yardstick_gflops": round(network.operations / 1e9, 2),
        }
    return {
        "ms": _ms(statistics.median(ours)),
        **compared,
        "cards_found": sum(len(readings) for readings in found),
        "cards_trusted": sum(len(names & set(CARDS)) for names in trusted),
        "cards": len(CARDS) * len(pictures),
    }


def _runs(network: yardstick.Yardstick) -> Callable[[], object]:
    """Give what runs the yardstick once, on noise."""
    session = onnxruntime.InferenceSession(
        network.model, session_options(), providers=["CPUExecutionProvider"]
    )
    side = yardstick.SIDE
    noise = np.random.default_rng(0).random((1, 3, side, side), np.float32)
    return lambda: session.run(None, {"picture": noise})


def _throwing(pictures: list[np.ndarray], rounds: int) -> Figures:
    """Read whole throws of three sticks, in turns with pictures of four cards."""
    drawn = [throw(np.random.default_rng(seed), size=SIZE, busy=0).picture for seed in SEEDS]
    reader = open_reader("us")
    found = [still.read_throw(picture) for picture in drawn]
    ours, cards = [], []
    for turn in range(-WARM_UP, rounds):
        one, other = drawn[turn % len(drawn)], pictures[turn % len(pictures)]
        mine = spent(partial(still.read_throw, one))
        four = spent(partial(photograph.read_cards, other, reader))
        if turn >= 0:
            ours.append(mine)
            cards.append(four)
    return {
        "ms": _ms(statistics.median(ours)),
        "cards_ms": _ms(statistics.median(cards)),
        "cards": round(statistics.median(a / b for a, b in zip(ours, cards, strict=True)), 2),
        "sticks_found": sum(len(each.sticks) for each in found),
        "sticks_trusted": sum(not stick.asks for each in found for stick in each.sticks),
        "sticks": 3 * len(drawn),
    }


def _idle(frames: int) -> Figures:
    """Look at a table on which nothing happens, and at one around which a family's hands move."""
    table = _table(SEEDS[0])
    idle = _turns(itertools.cycle([table.render() for _ in range(FRAMES)]), frames)
    family = _table(SEEDS[0], temperament=RESTLESS)
    moving = _turns((family.render() for _ in itertools.count()), frames)
    return {
        "settled_ms": _ms(idle.look),
        "settled_scene_ms": _ms(idle.scene),
        "moving_ms": _ms(moving.look),
        "moving_scene_ms": _ms(moving.scene),
        "copy_ms": _ms(idle.copy),
        "settled_copies": round(idle.look / idle.copy, 2),
        "moving_copies": round(moving.look / moving.copy, 2),
    }


class _Turns(NamedTuple):
    """The mean seconds of CPU that a look takes, what of it tells rest from motion, and copying a frame."""

    look: float
    scene: float
    copy: float


def _turns(pictures: Iterator[np.ndarray], count: int) -> _Turns:
    """Look at so many pictures, once the eye has come to know the table."""
    eye, scene = CardTracker("us"), StaticScene()
    looks = scenes = copies = 0.0
    for turn in range(-4 * FRAMES, count):
        frame = next(pictures)
        look, part = spent(partial(eye.look, frame)), spent(partial(scene.push, frame))
        if turn >= 0:
            looks, scenes, copies = looks + look, scenes + part, copies + spent(frame.copy)
    return _Turns(looks / count, scenes / count, copies / count)


def spent(work: Callable[[], object]) -> float:
    """Give the seconds of CPU, of all threads, that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def memory(picture: np.ndarray) -> Figures:
    """Give the resident memory of a fresh process that has everything loaded and has read a picture.

    Raises NoMemory.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.png"
        cv2.imwrite(str(path), picture)
        done = subprocess.run(
            [sys.executable, "-m", "familiar.bench.memory", str(path)], capture_output=True, text=True
        )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        raise NoMemory(f"the memory cannot be measured: the process that was started said: {last}")
    found: Figures = json.loads(done.stdout)
    return found


def models() -> Figures:
    """Give the sizes of the shipped ONNX files in megabytes."""
    folder = files.model_path("reader").parent
    sizes = {path.name: path.stat().st_size / 1e6 for path in sorted(folder.glob("*.onnx"))}
    return {"mb": round(sum(sizes.values()), 2), "files": {name: round(mb, 2) for name, mb in sizes.items()}}


def as_text(figures: Figures) -> str:
    """Write the figures, each beside what is aimed at."""
    reading, apart = figures["read"], figures["apart"]
    throwing, idle = figures["throw"], figures["idle"]
    used, sizes = figures["memory"], figures["models"]
    still, moving, scene = idle["settled_ms"], idle["moving_ms"], idle["moving_scene_ms"]
    lines = [
        *_compared(reading, apart, figures.get("left_out")),
        _goal(
            f"a throw of three sticks: {throwing['ms']} ms, {throwing['cards']} times a picture of four "
            f"cards; of {throwing['sticks']} sticks {throwing['sticks_found']} found, "
            f"{throwing['sticks_trusted']} trusted",
            "throw_cards",
            throwing["cards"],
        ),
        _goal(_frame("an idle table", idle, "settled"), "idle_ms", still),
        _goal(_frame("a family's hands at the rim", idle, "moving"), "moving_ms", moving),
        _goal(f"of it to tell what rests from what moves: {scene} ms", "moving_ms", scene),
        _goal(f"memory with everything loaded: {used['rss_mb']} MB", "memory_mb", used["rss_mb"]),
        _goal(f"models: {sizes['mb']} MB ({', '.join(sizes['files'])})", "models_mb", sizes["mb"]),
    ]
    return "\n".join(lines)


def _compared(reading: Figures, apart: Figures, left_out: str | None) -> list[str]:
    """Write what reading costs beside the yardstick, or alone and why."""
    first = f"a picture of four cards upon each other: {_read(reading)}"
    second = f"a picture of four cards that lie apart: {_read(apart)}"
    if left_out is not None:
        return [first, left_out, second]
    yard = f"{reading['yardstick_weights'] / 1e6:.2f} million weights, {reading['yardstick_gflops']} GFLOPs"
    return [
        first,
        f"the yardstick (YOLOv8n's layers, random weights, {yard}): {reading['yardstick_ms']} ms",
        _goal(f"{reading['times_faster']} times faster", "times_faster", reading["times_faster"]),
        _goal(f"{second}; {apart['times_faster']} times faster", "times_faster", apart["times_faster"]),
    ]


def _read(reading: Figures) -> str:
    found = f"{reading['cards_found']} found, {reading['cards_trusted']} trusted"
    return f"{reading['ms']} ms; of {reading['cards']} cards {found}"


def _frame(what: str, idle: Figures, key: str) -> str:
    return f"{what}: {idle[f'{key}_ms']} ms a frame, as long as copying it {idle[f'{key}_copies']} times"


def _goal(words: str, key: str, value: float) -> str:
    target = TARGETS[key]
    least = key == "times_faster"
    reached = value >= target if least else value < target
    aim = f"aim {'at least' if least else 'under'} {target:g}"
    return f"{words}; {aim}: {'reached' if reached else 'MISSED'}"


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 3)
