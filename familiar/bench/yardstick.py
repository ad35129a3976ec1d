"""The yardstick of `familiar bench speed`: a network of YOLOv8n's size, with random weights.

Layers, widths and outputs follow the published table of YOLOv8 (Ultralytics, yolov8.yaml, scale n: depth
0.33, width 0.25), normalisation folded into the convolutions as exporting does; the published size is 3.2
million weights and 8.7 billion operations at 640 x 640. What it would detect does not matter, only its cost.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from familiar.extra import pip_install
from vision.errors import VisionError

SIDE = 640
CLASSES = 80
REACHES = 16
"""Distances among which the network weighs each side of a box."""

OPSET = 17


class NoYardstick(VisionError):
    """The package that builds the yardstick is not installed."""


@dataclass(frozen=True)
class Yardstick:
    """A network to measure against: the ONNX file, its weights, its operations (2 a multiplication)."""

    model: bytes
    weights: int
    operations: int


def build(side: int = SIDE, seed: int = 8) -> Yardstick:
    """Build the network for pictures of side x side pixels, float32 (1, 3, side, side).

    Raises NoYardstick.
    """
    try:
        import onnx
    except ImportError as error:
        raise NoYardstick(
            "the yardstick was left out, for it needs the package onnx, which is not installed: "
            + pip_install("onnx>=1.16")
        ) from error
    graph = _Graph(onnx, seed)
    boxes, scores = _layers(graph, _Map("picture", 3, side))
    outputs = [graph.value(name, shape) for name, shape in (boxes, scores)]
    picture = graph.value("picture", (1, 3, side, side))
    made = onnx.helper.make_graph(graph.nodes, "yardstick", [picture], outputs, graph.tensors)
    opset = [onnx.helper.make_opsetid("", OPSET)]
    model = onnx.helper.make_model(made, opset_imports=opset, ir_version=8)
    onnx.checker.check_model(model)
    return Yardstick(model.SerializeToString(), graph.weights, graph.operations)


@dataclass(frozen=True)
class _Map:
    """A feature map: the name of its tensor, its channels, its side in cells."""

    name: str
    channels: int
    side: int


Output = tuple[str, tuple[int, ...]]


def _layers(graph: "_Graph", picture: _Map) -> tuple[Output, Output]:
    """Lay out the network: the numbers are the layers of the published table."""
    x = graph.conv(picture, 16, 3, 2)  # 0
    x = graph.conv(x, 32, 3, 2)  # 1
    x = graph.c2f(x, 32, 1, True)  # 2
    x = graph.conv(x, 64, 3, 2)  # 3
    fine = graph.c2f(x, 64, 2, True)  # 4
    x = graph.conv(fine, 128, 3, 2)  # 5
    middle = graph.c2f(x, 128, 2, True)  # 6
    x = graph.conv(middle, 256, 3, 2)  # 7
    x = graph.c2f(x, 256, 1, True)  # 8
    coarse = graph.sppf(x, 256)  # 9
    up = graph.c2f(graph.join(graph.larger(coarse), middle), 128, 1, False)  # 10 to 12
    small = graph.c2f(graph.join(graph.larger(up), fine), 64, 1, False)  # 13 to 15
    medium = graph.c2f(graph.join(graph.conv(small, 64, 3, 2), up), 128, 1, False)  # 16 to 18
    large = graph.c2f(graph.join(graph.conv(medium, 128, 3, 2), coarse), 256, 1, False)  # 19 to 21
    return graph.detect((small, medium, large))  # 22


class _Graph:
    """Collects nodes and random weights, and counts what they cost."""

    def __init__(self, onnx: Any, seed: int) -> None:
        self._onnx = onnx
        self._rng = np.random.default_rng(seed)
        self.nodes: list[Any] = []
        self.tensors: list[Any] = []
        self.weights = 0
        self.operations = 0

    def value(self, name: str, shape: tuple[int, ...]) -> Any:
        """Declare an input or output of float32."""
        return self._onnx.helper.make_tensor_value_info(name, self._onnx.TensorProto.FLOAT, shape)

    def conv(self, x: _Map, channels: int, kernel: int = 1, stride: int = 1) -> _Map:
        """Convolve, then SiLU: x * sigmoid(x)."""
        y = self.plain(x, channels, kernel, stride)
        gate = self._node("Sigmoid", [y.name])
        return _Map(self._node("Mul", [y.name, gate]), y.channels, y.side)

    def plain(self, x: _Map, channels: int, kernel: int = 1, stride: int = 1) -> _Map:
        """Convolve, and no more."""
        inputs = x.channels * kernel * kernel
        # Scaled so that signals neither die out nor overflow: odd numbers would cost odd times.
        weights = self._rng.normal(0, np.sqrt(2.5 / inputs), (channels, x.channels, kernel, kernel))
        names = [x.name, self._tensor(weights), self._tensor(np.zeros(channels))]
        side = -(-x.side // stride)
        pads = [kernel // 2] * 4
        self.weights += weights.size + channels
        self.operations += 2 * weights.size * side * side
        name = self._node("Conv", names, kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pads)
        return _Map(name, channels, side)

    def c2f(self, x: _Map, channels: int, depth: int, shortcut: bool) -> _Map:
        """Split in two halves, send one through `depth` bottlenecks, join all that came of it."""
        half = channels // 2
        x = self.conv(x, channels)
        halves = self._nodes("Split", [x.name], 2, axis=1)
        parts = [_Map(name, half, x.side) for name in halves]
        for _ in range(depth):
            y = self.conv(self.conv(parts[-1], half, 3), half, 3)
            if shortcut:
                y = _Map(self._node("Add", [parts[-1].name, y.name]), half, y.side)
            parts.append(y)
        return self.conv(self.join(*parts), channels)

    def sppf(self, x: _Map, channels: int) -> _Map:
        """Pool three times over five cells and join all four."""
        parts = [self.conv(x, x.channels // 2)]
        for _ in range(3):
            pooled = self._node(
                "MaxPool", [parts[-1].name], kernel_shape=[5, 5], strides=[1, 1], pads=[2, 2, 2, 2]
            )
            parts.append(_Map(pooled, parts[0].channels, x.side))
        return self.conv(self.join(*parts), channels)

    def join(self, *maps: _Map) -> _Map:
        """Put the channels of several maps one behind the other."""
        name = self._node("Concat", [each.name for each in maps], axis=1)
        return _Map(name, sum(each.channels for each in maps), maps[0].side)

    def larger(self, x: _Map) -> _Map:
        """Double the sides of a map."""
        scales = self._tensor(np.array([1, 1, 2, 2]))
        name = self._node(
            "Resize",
            [x.name, "", scales],
            mode="nearest",
            nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )
        return _Map(name, x.channels, 2 * x.side)

    def detect(self, maps: tuple[_Map, ...]) -> tuple[Output, Output]:
        """Give, for each cell of three maps, the four sides of a box and a score a class."""
        boxes, scores = [], []
        wide = max(maps[0].channels, min(CLASSES, 100))
        for x in maps:
            box = self.conv(self.conv(x, 4 * REACHES, 3), 4 * REACHES, 3)
            boxes.append(self._flat(self.plain(box, 4 * REACHES), 4 * REACHES))
            named = self.conv(self.conv(x, wide, 3), wide, 3)
            scores.append(self._flat(self.plain(named, CLASSES), CLASSES))
        cells = sum(x.side * x.side for x in maps)
        reaches = self._reshaped(self._node("Concat", boxes, axis=2), (1, 4, REACHES, cells))
        sides = self._reshaped(self._expected(reaches, cells), (1, 4, cells))
        likely = self._node("Sigmoid", [self._node("Concat", scores, axis=2)])
        return (sides, (1, 4, cells)), (likely, (1, CLASSES, cells))

    def _expected(self, reaches: str, cells: int) -> str:
        """Weigh the distances by their probabilities: a convolution with the weights 0, 1, 2..."""
        turned = self._node("Transpose", [reaches], perm=[0, 2, 1, 3])
        share = self._node("Softmax", [turned], axis=1)
        steps = np.arange(REACHES, dtype=np.float32).reshape(1, REACHES, 1, 1)
        self.weights += REACHES
        self.operations += 2 * REACHES * 4 * cells
        return self._node("Conv", [share, self._tensor(steps)])

    def _flat(self, x: _Map, channels: int) -> str:
        return self._reshaped(x.name, (1, channels, x.side * x.side))

    def _reshaped(self, name: str, shape: tuple[int, ...]) -> str:
        return self._node("Reshape", [name, self._tensor(np.array(shape), np.int64)])

    def _tensor(self, values: np.ndarray, kind: type = np.float32) -> str:
        name = f"t{len(self.tensors)}"
        self.tensors.append(self._onnx.numpy_helper.from_array(values.astype(kind), name))
        return name

    def _node(self, kind: str, inputs: list[str], **attributes: Any) -> str:
        (name,) = self._nodes(kind, inputs, 1, **attributes)
        return name

    def _nodes(self, kind: str, inputs: list[str], outputs: int, **attributes: Any) -> list[str]:
        names = [f"n{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(self._onnx.helper.make_node(kind, inputs, names, **attributes))
        return names
