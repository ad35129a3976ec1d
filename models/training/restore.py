"""Recover a shipped network's weights, to train on from: ``python -m models.training.restore reader``.

A shipped file holds bytes (models.training.quantize) in a graph that was rewritten (models.training.lean),
and each convolution's normalisation is part of its weights. What is lost is the rounding of the weights: the
float network says nearly what the file says, which is printed, and train.py --start goes on from it.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.files import model_path
from models.network import LEVELS, Network
from models.training.quantize import AT_ONCE, CALIBRATION_SEED, TEST_SEED, opened, single
from models.training.train import RECIPES, work_of

DECODED = "_DequantizeLinear_Output"
"""What ONNX Runtime's quantiser appends to the name of a tensor that a node decodes."""


@dataclass(frozen=True)
class Layer:
    """A convolution's or a matrix product's weights as the file computes with them, and their name there."""

    name: str
    weight: np.ndarray
    bias: np.ndarray | None


def layers(model: onnx.ModelProto) -> list[Layer]:
    """List a file's layers, float32, in the order in which the exporter met them.

    Raises ValueError where a weight is computed in a way that models.training.quantize does not write.
    """
    model = single(onnx.ModelProto.FromString(model.SerializeToString()))
    kept = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    made = {name: node for node in model.graph.node for name in node.output}
    found = []
    for node in model.graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weight, *bias = (_decoded(name, kept, made) for name in node.input[1:])
            if kept.keys().isdisjoint(node.input[:1]) and _sees_levels(node, made):
                weight = _unpaired(weight)
            found.append(Layer(node.input[1].removesuffix(DECODED), weight, bias[0] if bias else None))
    return sorted(found, key=lambda layer: _number(layer.name))


def restore(net: nn.Module, model: onnx.ModelProto, shown: Sequence[np.ndarray]) -> nn.Module:
    """Fill `net` with a file's weights, in place, and give it for evaluation.

    A normalisation that the file holds folded takes the mean and variance that its convolution has over
    `shown`, uint8 (N, H, W, 3) BGR each: it then changes as little when training counts them anew.
    Raises ValueError where the file is of another network.
    """
    state = net.state_dict()
    named = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer if t.name in state}
    found = layers(model)
    pairs = _normalised(net, shown[0])
    folded = [layer for layer in found if layer.name not in state]
    if len(folded) != len(pairs):
        raise ValueError(f"the file has {len(folded)} normalised convolutions, the network {len(pairs)}")
    for layer in found:
        if layer.name in state:
            named[layer.name] = layer.weight
            if layer.bias is not None:
                named[layer.name.removesuffix("weight") + "bias"] = layer.bias
    for layer, (conv, norm) in zip(folded, pairs, strict=True):
        named[f"{conv}.weight"], named[f"{norm}.bias"] = layer.weight, layer.bias
        named[f"{norm}.running_mean"] = np.zeros_like(layer.bias)
        named[f"{norm}.running_var"] = np.full_like(layer.bias, 1 - net.get_submodule(norm).eps)
        named[f"{norm}.weight"] = np.ones_like(layer.bias)
    lacking = [name for name in state if name not in named and not name.endswith("num_batches_tracked")]
    wrong = [name for name, values in named.items() if values.shape != tuple(state[name].shape)]
    if lacking or wrong:
        raise ValueError(f"the file is of another network: it lacks {lacking}, and differs in {wrong}")
    net.load_state_dict({name: torch.tensor(values) for name, values in named.items()}, strict=False)
    _measure([net.get_submodule(norm) for _, norm in pairs], net.eval(), shown)
    return net


def gaps(net: nn.Module, network: Network, crops: np.ndarray) -> dict[str, float]:
    """Give by output the mean absolute difference of net and file, in standard deviations of the output."""
    parts = [crops[start : start + AT_ONCE] for start in range(0, len(crops), AT_ONCE)]
    said = [network.named(part) for part in parts]
    with torch.no_grad():
        ours = [net.eval()(torch.from_numpy(part)) for part in parts]
    result = {}
    for k, name in enumerate(said[0]):
        theirs = np.concatenate([part[name] for part in said])
        own = np.concatenate([part[k].numpy() for part in ours])
        result[name] = float(np.abs(own - theirs).mean() / theirs.std())
    return result


def _decoded(name: str, kept: dict[str, np.ndarray], made: dict[str, onnx.NodeProto]) -> np.ndarray:
    """Give a tensor that is kept, decoded to float32 where it is bytes. Raises ValueError for any other."""
    if name in kept:
        return kept[name]
    node = made.get(name)
    if node is None or node.op_type != "DequantizeLinear" or not kept.keys() >= set(node.input):
        raise ValueError(f"{name} is no weight that quantize.py wrote")
    values, scale, zero = (kept[part] for part in node.input)
    axis = next((each.i for each in node.attribute if each.name == "axis"), 1)
    if scale.ndim and values.ndim > 1:
        shape = [-1 if k == axis else 1 for k in range(values.ndim)]
        scale, zero = scale.reshape(shape), zero.reshape(shape)
    return ((values.astype(np.float32) - zero) * scale).astype(np.float32)


def _sees_levels(conv: onnx.NodeProto, made: dict[str, onnx.NodeProto]) -> bool:
    """Tell whether a convolution is the first one, of pairs of pixels (models.training.lean)."""
    name = conv.input[0]
    while (node := made.get(name)) is not None and node.op_type in ("DequantizeLinear", "Transpose"):
        name = node.input[0]
    return name == LEVELS


def _unpaired(paired: np.ndarray) -> np.ndarray:
    """Undo models.training.lean's pairs: (N, 8, H, pairs) becomes (N, 3, H, W)."""
    count, _, high, pairs = paired.shape
    left = pairs // 2
    columns = paired.reshape(count, 2, 4, high, pairs).transpose(0, 2, 3, 4, 1).reshape(count, 4, high, -1)
    # The kernel's middle is the first of its pair: an odd margin leaves the leftmost pair half empty.
    margin = 2 * left - (pairs + 1) % 2
    return np.ascontiguousarray(columns[:, :3, :, 2 * left - margin : 2 * left + margin + 1])


def _number(name: str) -> int:
    """Order folded weights by the number that the exporter gave them; named ones need none."""
    digits = name.rsplit("_", 1)[-1]
    return int(digits) if name.startswith("onnx::") and digits.isdecimal() else -1


def _normalised(net: nn.Module, crops: np.ndarray) -> list[tuple[str, str]]:
    """List convolutions with the normalisations behind them by name, in the order in which they run."""
    called: list[tuple[str, nn.Module]] = []
    watched = [
        each.register_forward_hook(lambda module, _i, _o, name=name: called.append((name, module)))
        for name, each in net.named_modules()
        if isinstance(each, nn.Conv2d | nn.BatchNorm2d)
    ]
    with torch.no_grad():
        net.eval()(torch.from_numpy(crops[:1]))
    for hook in watched:
        hook.remove()
    return [
        (name, behind)
        for (name, conv), (behind, norm) in zip(called, called[1:], strict=False)
        if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d)
    ]


def _measure(norms: Sequence[nn.BatchNorm2d], net: nn.Module, shown: Sequence[np.ndarray]) -> None:
    """Write into normalisations what they see, without changing what they give."""
    sums = {norm: np.zeros((3, norm.num_features)) for norm in norms}

    def add(norm: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        values = inputs[0].double().transpose(0, 1).flatten(1)
        counted = torch.full((len(values),), float(values.shape[1]))
        sums[norm] += torch.stack([counted, values.sum(1), (values**2).sum(1)]).numpy()

    watched = [norm.register_forward_pre_hook(add) for norm in norms]
    with torch.no_grad():
        for crops in shown:
            net(torch.from_numpy(crops))
        for hook in watched:
            hook.remove()
        for norm, (count, total, squares) in sums.items():
            mean = total / count
            variance = np.maximum(squares / count - mean**2, 1e-8)
            norm.bias += torch.from_numpy(mean).float()
            norm.running_mean.copy_(torch.from_numpy(mean))
            norm.running_var.copy_(torch.from_numpy(variance))
            norm.weight.copy_(torch.from_numpy(np.sqrt(variance + norm.eps)))


def main() -> None:
    """Read the command line, restore, compare, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(RECIPES))
    parser.add_argument("--source", type=Path, help="the ONNX file (the shipped one)")
    parser.add_argument("--out", type=Path, help="the weights to write (build/NETWORK.pt)")
    parser.add_argument("--cache", type=Path, default=Path("build/faces"), help="where drawn faces are kept")
    parser.add_argument("--decks", type=int, default=24, help="ordinary decks; half as many painted ones")
    parser.add_argument("--pictures", type=int, default=512, help="pictures to count means and variances on")
    options = parser.parse_args()
    source = options.source or model_path(options.network)
    out = options.out or Path("build") / f"{options.network}.pt"
    work = work_of(options.network, options.cache, options.decks, AT_ONCE)
    drawn = work.batches(CALIBRATION_SEED)
    shown = [next(drawn)[0] for _ in range(max(1, options.pictures // AT_ONCE))]
    net = restore(work.net, onnx.load(str(source)), shown)
    for name, gap in gaps(net, opened(source), next(work.batches(TEST_SEED))[0]).items():
        print(f"{name}: {gap:.4f} of its standard deviation from the file, in the mean")
    with torch.no_grad():
        print({key: round(value, 4) for key, value in work.say(net).items()})
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), out)
    print(f"{out} written: train.py {options.network} --start {out} goes on from it")


if __name__ == "__main__":
    main()
