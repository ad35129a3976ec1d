"""Write a trained network as ONNX."""

import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from models.labels import (
    CROP_SIZE,
    INDEX_SIZE,
    MARGIN_SIZE,
    RANKS,
    STICK_MARGIN_SIZE,
    STICK_SIZE,
    SUITS,
    TITLE_SIZE,
)  # fmt: skip
from models.training.networks.cards import CornerLocator, Locator, Refiner
from models.training.networks.index import IndexReader
from models.training.networks.reader import Reader
from models.training.networks.sticks import StickLocator, StickReader, StickRefiner
from models.training.networks.title import TitleReader


def export(net: nn.Module, path: Path) -> None:
    """Write `net` to `path`, its label lists inside, in half precision weights to keep the file small."""
    net = net.eval().float().to(memory_format=torch.contiguous_format)
    name, outputs, (width, height) = _SHAPES[type(net)]
    example = torch.zeros((1, height, width, 3), dtype=torch.uint8)
    free = {part: {0: "n"} for part in ("crop", *outputs)}
    if isinstance(net, Locator):
        free = {"crop": {0: "n", 1: "h", 2: "w"}} | {part: {0: "n", 2: "y", 3: "x"} for part in outputs}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (example,), str(path), input_names=["crop"], output_names=list(outputs), dynamic_axes=free,
            opset_version=17, dynamo=False,
        )  # fmt: skip
    model = onnx.load(str(path))
    named = isinstance(net, Reader | IndexReader)
    labels = {"ranks": ",".join(RANKS), "suits": ",".join(SUITS)} if named else {}
    for key, value in ({"model": name} | labels).items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    _halve(model)
    onnx.save(model, str(path))


_SHAPES = {
    Reader: ("reader", ("rank", "suit", "embedding"), CROP_SIZE),
    IndexReader: ("index", ("rank", "suit"), INDEX_SIZE),
    TitleReader: ("title", ("title",), TITLE_SIZE),
    Locator: ("locator", ("heat", "box"), (384, 288)),
    CornerLocator: ("corner_locator", ("heat", "box"), (416, 320)),
    Refiner: ("refiner", ("corners", "card"), MARGIN_SIZE),
    StickLocator: ("stick_locator", ("heat", "box"), (640, 352)),
    StickRefiner: ("stick_refiner", ("corners", "stick", "spread"), STICK_MARGIN_SIZE),
    StickReader: ("stick_reader", ("notches", "bases", "sides", "color", "state"), STICK_SIZE),
}


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
