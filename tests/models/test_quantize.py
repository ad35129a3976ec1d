"""The int8 variant: made from what the exporter writes, and judged by cards right, asked and silent."""

import numpy as np
import pytest

from models.labels import RANKS, SUITS, split

onnx = pytest.importorskip("onnx", reason="the training extra is not installed: pip install '.[train]'")
from models.training import quantize  # noqa: E402 - it needs onnx
from models.training.data.reader import Batch  # noqa: E402


class Says:
    """A reader that gives each crop the card and the confidence that its first pixel stands for."""

    def __init__(self, *answers):
        self._answers = answers

    def run(self, outputs, crops):
        """Give logits so that the named card has the confidence, the rest is spread."""
        ranks = np.zeros((len(crops), len(RANKS)), np.float32)
        suits = np.full((len(crops), len(SUITS)), -30, np.float32)
        for i, crop in enumerate(crops):
            # Turned over, the number stands at the other end.
            name, confidence = self._answers[max(crop[0, 0, 0], crop[-1, -1, 0])]
            rank, suit = split(name)
            ranks[i] = np.log((1 - confidence) / (len(RANKS) - 1) + 1e-9)
            ranks[i, rank] = np.log(confidence)
            suits[i, suit] = 0
        return ranks, suits


def batch(*names):
    crops = np.zeros((len(names), 144, 96, 3), np.uint8)
    crops[:, 0, 0, 0] = range(len(names))
    ranks, suits = np.array([split(name) for name in names]).T
    return Batch(crops, ranks, suits, np.zeros(len(names), np.int64))


def test_a_reader_is_judged_by_what_it_trusts():
    truth = batch("2H", "3H", "13B", "W", "J", "none", "back", "none")
    said = Says(
        ("2H", 0.99), ("8H", 0.99), ("13B", 0.8), ("none", 0.9), ("J", 0.96), ("5S", 0.97), ("back", 0.9),
        ("5S", 0.6),
    )  # fmt: skip
    assert quantize.judge(said, truth) == quantize.Result(
        cards=5, right=2, asked=1, silent=1, none=1, others=3, invented=1
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A reader as the exporter writes it, of chance weights: the shipped one is quantised already."""
    torch = pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")
    from models.training import export
    from models.training.networks import reader

    torch.manual_seed(3)
    path = tmp_path_factory.mktemp("exported") / "reader.onnx"
    export.export(reader.Reader().eval(), path)
    return path


def test_half_precision_is_undone_before_quantising(source):
    model = quantize.single(onnx.load(str(source)))
    kinds = {tensor.data_type for tensor in model.graph.initializer}
    assert onnx.TensorProto.FLOAT16 not in kinds
    assert sum(node.op_type == "Cast" for node in model.graph.node) == 1  # that of the crop itself
    onnx.checker.check_model(model)


def test_the_int8_reader_is_half_as_large_and_thinks_the_same(source, tmp_path):
    out = tmp_path / "int8.onnx"
    crops = np.random.default_rng(3).integers(0, 255, (12, 144, 96, 3), np.uint8)
    quantize.quantize(source, out, np.split(crops, 3))
    assert out.stat().st_size < 0.6 * source.stat().st_size
    one, other = (quantize.read(quantize.opened(path), crops).ravel() for path in (source, out))
    assert np.corrcoef(one, other)[0, 1] > 0.95


def test_pictures_to_calibrate_on_are_given_once_whatever_their_sizes():
    shown = quantize._Shown([np.zeros((8, 288, 384, 3), np.uint8), np.zeros((8, 384, 288, 3), np.uint8)])
    sizes = []
    while (feed := shown.get_next()) is not None:
        sizes.append(feed["crop"].shape[1])
    assert sizes == [288, 384] and shown.get_next() is None
