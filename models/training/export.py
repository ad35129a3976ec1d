"""Write a trained reader as ONNX."""

import warnings
from pathlib import Path

import numpy as np
import onnx
import torch

from models.labels import CROP_SIZE, RANKS, SUITS
from models.training.net import Reader


def export(net: Reader, path: Path) -> None:
    """Write `net` to `path`, its label lists inside, in half precision weights to keep the file small."""
    net = net.eval().float().to(memory_format=torch.contiguous_format)
    example = torch.zeros((1, CROP_SIZE[1], CROP_SIZE[0], 3), dtype=torch.uint8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (example,), str(path), input_names=["crop"], output_names=["rank", "suit"],
            dynamic_axes={name: {0: "n"} for name in ("crop", "rank", "suit")}, opset_version=17,
            dynamo=False,
        )  # fmt: skip
    model = onnx.load(str(path))
    for key, value in (("ranks", ",".join(RANKS)), ("suits", ",".join(SUITS)), ("model", "reader")):
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    _halve(model)
    onnx.save(model, str(path))


def _halve(model: onnx.ModelProto) -> None:
    """Store large weights as float16 with a cast behind each: half the file, the same arithmetic."""
    casts = []
    for tensor in model.graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 1024:
            continue
        name = tensor.name
        half = onnx.numpy_helper.from_array(values.astype(np.float16), name + "_half")
        tensor.CopyFrom(half)
        casts.append(onnx.helper.make_node("Cast", [name + "_half"], [name], to=onnx.TensorProto.FLOAT))
    for node in reversed(casts):
        model.graph.node.insert(0, node)
