"""Make an int8 variant of a network and compare the two: ``python -m models.training.quantize reader``.

Both see the same drawn pictures of decks that never trained, the reader's either way up as the product does,
and take turns on one thread. Which of the two ships is decided on accuracy first, then on speed.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from files.runtime import session_options
from games.cards import EDITIONS
from models import labels
from models.heads import log_softmax
from models.network import Network
from models.training.data import reader as reader_data
from models.training.data.faces import load_decks
from models.training.data.reader import Batch
from models.training.lean import lean
from models.training.train import RECIPES, work_of

SURE = 0.95
"""Confidence from which the product trusts a reading (vision.read.decide)."""

CALIBRATION_SEED, TEST_SEED = 7, 99
"""Seeds of the pictures on which activations are calibrated, and of those on which networks are judged."""
AT_ONCE = 8
"""Crops in one call: four candidates, either way up."""

METHODS = {
    "minmax": CalibrationMethod.MinMax,
    "entropy": CalibrationMethod.Entropy,
    "percentile": CalibrationMethod.Percentile,
}
"""How the range of activations is found, by ONNX Runtime's names."""


@dataclass(frozen=True)
class Result:
    """What a reader made of drawn crops.

    cards: crops that show a card; right: trusted and true; silent: trusted and another card; asked: a card
    below `SURE`; none: taken for no card. invented: other crops in which a card was trusted, of `others`.
    """

    cards: int
    right: int
    asked: int
    silent: int
    none: int
    others: int
    invented: int


class _Shown(CalibrationDataReader):
    def __init__(self, batches: Sequence[np.ndarray]) -> None:
        self._parts = iter(batches)

    def get_next(self) -> dict[str, np.ndarray] | None:
        part = next(self._parts, None)
        return None if part is None else {"crop": part}


def quantize(source: Path, out: Path, batches: Sequence[np.ndarray], method: str = "minmax") -> None:
    """Write `source` with int8 weights and activations, channel by channel, calibrated on `batches`.

    batches: uint8 (N, H, W, 3) BGR each, of any sizes that the network takes. The heads stay in single
    precision: they are small, and the confidence hangs on them. Activations
    are unsigned: with signed ones the result was slower than the original.
    """
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        model = single(onnx.load(str(source)))
        onnx.save(model, str(whole))
        quant_pre_process(str(whole), str(whole), skip_symbolic_shape=True)
        results = {output.name for output in model.graph.output}
        graph = onnx.load(str(whole)).graph
        heads = [node.name for node in graph.node if results & set(node.output)]
        quantize_static(
            str(whole), str(out), _Shown(batches), quant_format=QuantFormat.QDQ, per_channel=True,
            op_types_to_quantize=["Conv", "Gemm", "Add", "Relu"], nodes_to_exclude=heads,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, calibrate_method=METHODS[method],
        )  # fmt: skip
    onnx.save(lean(onnx.load(str(out))), str(out))


def single(model: onnx.ModelProto) -> onnx.ModelProto:
    """Undo the half precision that the exporter stores large weights in: quantising wants to see them."""
    halves = {tensor.name: tensor for tensor in model.graph.initializer}
    for node in [node for node in model.graph.node if node.op_type == "Cast" and node.input[0] in halves]:
        tensor = halves[node.input[0]]
        values = onnx.numpy_helper.to_array(tensor).astype(np.float32)
        tensor.CopyFrom(onnx.numpy_helper.from_array(values, node.output[0]))
        model.graph.node.remove(node)
    return model


def opened(path: Path) -> Network:
    """Open a network on one thread."""
    return Network(
        onnxruntime.InferenceSession(str(path), session_options(), providers=["CPUExecutionProvider"])
    )


def read(reader: Network, crops: np.ndarray) -> np.ndarray:
    """Give the logarithm of each (rank, suit) pair's probability, both ways up averaged: (N, 21, 9)."""
    both = [log_softmax(part) for turned in (crops, crops[:, ::-1, ::-1]) for part in _run(reader, turned)]
    rank, suit = (both[0] + both[2]) / 2, (both[1] + both[3]) / 2
    return rank[:, :, None] + suit[:, None, :]


def _run(reader: Network, crops: np.ndarray) -> list[np.ndarray]:
    parts = np.split(crops, range(AT_ONCE, len(crops), AT_ONCE))
    found = [reader.run(["rank", "suit"], np.ascontiguousarray(part)) for part in parts]
    return [np.concatenate(each) for each in zip(*found, strict=True)]


def judge(reader: Network, batch: Batch) -> Result:
    """Count what a reader makes of crops whose faces are known."""
    pairs = sorted({pair for edition in EDITIONS for pair in labels.table(edition)[1]})
    ranks, suits = np.array(pairs).T
    log = read(reader, batch.crops)[:, ranks, suits]
    best = log.argmax(1)
    sure = np.exp(log.max(1)) >= SURE
    none, back = (pairs.index(labels.split(name)) for name in ("none", "back"))
    true = np.array([pairs.index(pair) for pair in zip(batch.ranks, batch.suits, strict=True)])
    card = ~np.isin(true, [none, back])
    named = ~np.isin(best, [none, back])
    counts = [
        card, card & sure & (best == true), card & named & ~sure, card & named & sure & (best != true),
        card & ~named, ~card, ~card & named & sure,
    ]  # fmt: skip
    return Result(*(int(each.sum()) for each in counts))


def speed(one: Network, other: Network, crops: np.ndarray, rounds: int) -> tuple[float, float, float]:
    """Give the CPU milliseconds of a call to each, and how many times faster the other is: medians."""
    crops, times = np.ascontiguousarray(crops), []
    for _ in range(rounds):
        pair = []
        for network in (one, other):
            start = time.process_time()
            network.named(crops)
            pair.append(time.process_time() - start)
        times.append(pair)
    spent = np.array(times[rounds // 10 :])
    ratio = float(np.median(spent[:, 0] / spent[:, 1]))
    return 1000 * float(np.median(spent[:, 0])), 1000 * float(np.median(spent[:, 1])), ratio


class _Ran:
    """A network that ONNX Runtime runs, for figures that expect one of torch."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def __call__(self, pictures: torch.Tensor) -> list[torch.Tensor]:
        shown = pictures.numpy()
        parts = np.split(shown, range(AT_ONCE, len(shown), AT_ONCE))
        found = [self._network.named(part).values() for part in parts]
        return [torch.from_numpy(np.concatenate(each)) for each in zip(*found, strict=True)]


def main() -> None:
    """Read the command line, quantise, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(RECIPES))
    parser.add_argument("--source", type=Path, help="the ONNX file (build/NETWORK.onnx)")
    parser.add_argument("--out", type=Path, help="the ONNX file to write (build/NETWORK-int8.onnx)")
    parser.add_argument("--cache", type=Path, default=Path("build/faces"), help="where drawn faces are kept")
    parser.add_argument("--decks", type=int, default=24, help="ordinary decks; half as many painted ones")
    parser.add_argument("--calibrate", type=int, default=512, help="pictures to calibrate on")
    parser.add_argument("--test", type=int, default=4000, help="crops to judge a reader on")
    parser.add_argument("--method", choices=list(METHODS), default="minmax")
    options = parser.parse_args()
    source = options.source or Path("build") / f"{options.network}.onnx"
    out = options.out or Path("build") / f"{options.network}-int8.onnx"
    work = work_of(options.network, options.cache, options.decks, AT_ONCE)
    drawn = work.batches(CALIBRATION_SEED)
    shown = [next(drawn)[0] for _ in range(max(1, options.calibrate // AT_ONCE))]
    quantize(source, out, shown, options.method)
    whole, small = opened(source), opened(out)
    tests = _unseen(options) if options.network == "reader" else None
    for path, network in ((source, whole), (out, small)):
        figures = judge(network, tests) if tests else work.say(_Ran(network))
        print(f"{path} ({path.stat().st_size / 1e6:.2f} MB): {figures}", flush=True)
    at_once = 1 if options.network in ("locator", "corner_locator") else AT_ONCE
    one, other, ratio = speed(whole, small, shown[0][:at_once], 120)
    print(f"{at_once} at once on one thread: {one:.2f} ms, int8 {other:.2f} ms: {ratio:.2f} times faster")


def _unseen(options: argparse.Namespace) -> Batch:
    """Draw crops of decks that never train."""
    unseen = reader_data.batches(
        load_decks(options.cache, held_out=True, count=options.decks), TEST_SEED, 250
    )
    batches = [next(unseen) for _ in range(max(1, options.test // 250))]
    return Batch(*(np.concatenate([getattr(b, f.name) for b in batches]) for f in fields(Batch)))


if __name__ == "__main__":
    main()
