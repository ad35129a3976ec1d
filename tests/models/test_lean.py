"""Networks rewritten to take less time: the same numbers, from levels instead of pictures."""

import numpy as np
import pytest

from models import network

onnx = pytest.importorskip("onnx", reason="the training extra is not installed: pip install '.[train]'")
torch = pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")
import onnxruntime  # noqa: E402 - the others first

from models.training import export, lean, quantize  # noqa: E402
from models.training.networks.cards import Locator, Refiner  # noqa: E402
from models.training.networks.reader import Reader  # noqa: E402
from models.training.networks.sticks import StickReader  # noqa: E402

RAW = {Reader: (144, 96), Refiner: (128, 96), Locator: (64, 96), StickReader: (96, 192)}
LEVELS_OF = {True: "/Div_1_output_0_QuantizeLinear_Output", False: "/Sub_output_0_QuantizeLinear_Output"}


def session(model):
    return onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


@pytest.fixture(scope="module", params=list(RAW), ids=lambda kind: kind.__name__)
def both(request, tmp_path_factory):
    """A network of chance weights, quantised, as it was and as it is rewritten; and crops."""
    torch.manual_seed(5)
    folder = tmp_path_factory.mktemp("lean")
    crops = np.random.default_rng(4).integers(0, 255, (4, *RAW[request.param], 3), np.uint8)
    crops[1] //= 3
    export.export(request.param(), folder / "net.onnx")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quantize, "lean", lambda model: model)
        quantize.quantize(folder / "net.onnx", folder / "int8.onnx", [crops])
    before = onnx.load(str(folder / "int8.onnx"))
    return before, lean.lean(before), crops


def test_from_the_same_levels_a_lean_network_says_the_same_to_the_bit(both):
    before, after, crops = both
    own = session(after).get_modelmeta().custom_metadata_map[network.OWN] == "1"
    names = [output.name for output in before.graph.output]
    shown = onnx.ModelProto.FromString(before.SerializeToString())
    name = LEVELS_OF[own]
    shown.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.UINT8, None))
    *said, seen = session(shown).run(None, {"crop": crops})
    pixels = np.concatenate([seen.transpose(0, 2, 3, 1), np.zeros((*crops.shape[:3], 1), np.uint8)], 3)
    count, high, wide = crops.shape[:3]
    pairs = pixels.reshape(count, high, wide // 2, 8)
    for one, other in zip(said, session(after).run(names, {network.LEVELS: pairs}), strict=True):
        assert np.array_equal(one, other)
        assert np.ptp(one) > 0


def test_levels_are_what_the_network_made_of_a_picture_itself(both):
    before, after, crops = both
    meta = session(after).get_modelmeta().custom_metadata_map
    shown = onnx.ModelProto.FromString(before.SerializeToString())
    name = LEVELS_OF[meta[network.OWN] == "1"]
    shown.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.UINT8, None))
    seen = session(shown).run([name], {"crop": crops})[0].transpose(0, 2, 3, 1)
    ours = network.Levels.read(meta).of(crops).reshape(*crops.shape[:3], 4)[..., :3]
    # The network rounded the spread to one of 256 steps before it divided by it.
    assert np.abs(ours.astype(int) - seen).max() <= 2
    assert np.abs(ours.astype(int) - seen).mean() < 0.5


def test_what_cost_the_time_is_gone(both):
    _, after, _ = both
    kinds = [node.op_type for node in after.graph.node]
    assert not {"Cast", "Pow", "Sub", "Pad", "Resize"}.intersection(kinds)
    assert kinds.count("Div") <= 1  # the reader's embedding has length one


def test_a_network_is_run_alike_whatever_it_wants_to_see(both):
    before, after, crops = both
    one, other = (network.Network(session(model)).named(crops) for model in (before, after))
    assert list(one) == list(other)
    for name, values in one.items():
        assert np.abs(values - other[name]).max() < 0.1 * np.ptp(values)
