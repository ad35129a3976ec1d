"""Rewrite a quantised network so that it computes the same in less time.

Nothing here changes a number, but for the contrast, which is exact where the network rounded it:

- a crop's contrast leaves the graph, where it took a dozen passes over numbers in single precision: the
  product takes it out with a table of 256 bytes (models.network);
- a byte is added to each pixel, and pixels are taken in pairs: ONNX Runtime's quick convolution of bytes
  wants channels in fours, and this is the same convolution with half the steps across;
- a margin of zeros is the next convolution's own;
- what enlarges a map twofold copies bytes.
"""

from collections.abc import Sequence

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.network import LEVELS, OWN, SCALE, ZERO

_TO_LAST, _TO_FIRST = (0, 2, 3, 1), (0, 3, 1, 2)
"""Orders of axes that bring channels to the end, and to the front again."""


def lean(model: onnx.ModelProto) -> onnx.ModelProto:
    """Give the same network, which must have been quantised by models.training.quantize, rewritten."""
    work = _Work(onnx.ModelProto.FromString(model.SerializeToString()))
    work.pair()
    for node in work.nodes("Pad"):
        work.fold(node)
    for node in work.nodes("Resize"):
        work.double(node)
    work.tidy()
    onnx.checker.check_model(work.model)
    return work.model


class _Work:
    """A network while it is rewritten."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.graph = model.graph
        self.made = {name: node for node in self.graph.node for name in node.output}
        self.kept = {tensor.name: tensor for tensor in self.graph.initializer}

    def nodes(self, kind: str) -> list[onnx.NodeProto]:
        return [node for node in self.graph.node if node.op_type == kind]

    def before(self, name: str, *kinds: str) -> list[onnx.NodeProto]:
        """Give the nodes that led to a value, nearest first, where they are of these kinds; else none."""
        found = []
        for kind in kinds:
            node = self.made.get(name)
            if node is None or node.op_type != kind:
                return []
            found.append(node)
            name = node.input[0]
        return found

    def after(self, node: onnx.NodeProto) -> list[onnx.NodeProto]:
        return [other for other in self.graph.node if node.output[0] in other.input]

    def values(self, name: str) -> np.ndarray:
        return numpy_helper.to_array(self.kept[name])

    def put(self, name: str, values: np.ndarray) -> str:
        tensor = numpy_helper.from_array(np.ascontiguousarray(values), name)
        if name in self.kept:
            self.kept[name].CopyFrom(tensor)
        else:
            self.graph.initializer.append(tensor)
            self.kept[name] = self.graph.initializer[-1]
        return name

    def insert(
        self, before: onnx.NodeProto, kind: str, inputs: list[str], output: str, **attributes: object
    ) -> str:
        node = helper.make_node(kind, inputs, [output], name=output, **attributes)
        self.graph.node.insert(list(self.graph.node).index(before), node)
        self.made[output] = node
        return output

    def pair(self) -> None:
        """Let the first convolution see levels: pairs of pixels of four bytes."""
        first, (decoded, _, contrasted) = next(
            (node, found)
            for node in self.nodes("Conv")
            for kind in ("Div", "Sub")
            if (found := self.before(node.input[0], "DequantizeLinear", "QuantizeLinear", kind))
        )
        scale, zero = (self.values(name) for name in decoded.input[1:3])
        weights = self.before(first.input[1], "DequantizeLinear")[0].input[0]
        narrow = self.values(weights)
        count, colors, high, wide = narrow.shape
        margin = wide // 2
        left, right = (margin + 1) // 2, margin // 2
        paired = np.zeros((count, 8, high, left + right + 1), narrow.dtype)
        for column in range(wide):
            pair, second = divmod(column - margin, 2)
            paired[:, 4 * second : 4 * second + colors, :, pair + left] = narrow[..., column]
        self.put(weights, paired)
        _set(first, strides=[2, 1], pads=[margin, left, margin, right], kernel_shape=paired.shape[2:])
        crop = self.graph.input[0].type.tensor_type.shape.dim
        n, h, w = (dim.dim_param or dim.dim_value for dim in list(crop)[:3])
        half = w // 2 if isinstance(w, int) else f"{w}/2"
        del self.graph.input[:]
        self.graph.input.append(helper.make_tensor_value_info(LEVELS, TensorProto.UINT8, (n, h, half, 8)))
        decoded.input[0] = self.insert(self.graph.node[0], "Transpose", [LEVELS], "planes", perm=_TO_FIRST)
        own = int(contrasted.op_type == "Div")
        for key, value in ((SCALE, float(scale)), (ZERO, int(zero)), (OWN, own)):
            entry = self.model.metadata_props.add()
            entry.key, entry.value = key, repr(value)

    def fold(self, pad: onnx.NodeProto) -> None:
        """Give a margin of zeros to the convolution behind it."""
        chain = self.before(pad.input[0], "DequantizeLinear")
        around = self._around(pad)
        if not chain or around is None or not self._same(chain[0], around):
            return
        margins = self.values(pad.input[1])[[2, 3, 6, 7]].tolist()
        for conv in self.after(around):
            (before,) = (each.ints for each in conv.attribute if each.name == "pads")
            _set(conv, pads=[a + b for a, b in zip(before, margins, strict=True)])
            conv.input[0] = pad.input[0]

    def double(self, resize: onnx.NodeProto) -> None:
        """Enlarge a map of bytes twofold by copying them."""
        chain = self.before(resize.input[0], "DequantizeLinear")
        around = self._around(resize)
        if not chain or around is None or not self._same(chain[0], around):
            return
        name, start = resize.output[0], chain[0].input[0]
        last = self.insert(resize, "Transpose", [start], f"{name}_last", perm=_TO_LAST)
        size = self.insert(resize, "Shape", [last], f"{name}_size")
        wider = self.put(f"{name}_wider", np.array([1, 1, 2, 1], np.int64))
        larger = self.put(f"{name}_larger", np.array([1, 2, 2, 1], np.int64))
        wide = self.insert(resize, "Mul", [size, wider], f"{name}_wide_size")
        large = self.insert(resize, "Mul", [size, larger], f"{name}_large_size")
        # A pixel's channels twice in a row are two pixels, and a row twice in a row is two rows.
        twice = self.insert(resize, "Concat", [last, last], f"{name}_twice", axis=3)
        twice = self.insert(resize, "Reshape", [twice, wide], f"{name}_wide")
        twice = self.insert(resize, "Concat", [twice, twice], f"{name}_rows", axis=2)
        twice = self.insert(resize, "Reshape", [twice, large], f"{name}_large")
        around.input[0] = self.insert(resize, "Transpose", [twice], f"{name}_first", perm=_TO_FIRST)

    def tidy(self) -> None:
        """Drop what nothing leads to an output any more."""
        wanted = {output.name for output in self.graph.output}
        for node in reversed(list(self.graph.node)):
            if wanted & set(node.output):
                wanted |= set(node.input)
            else:
                self.graph.node.remove(node)
        for tensor in list(self.graph.initializer):
            if tensor.name not in wanted:
                self.graph.initializer.remove(tensor)
        del self.graph.value_info[:]

    def _around(self, node: onnx.NodeProto) -> onnx.NodeProto | None:
        """Give what decodes the value that a node gives, where it is put into bytes again."""
        (coded,) = self.after(node)
        if coded.op_type != "QuantizeLinear":
            return None
        (decoded,) = self.after(coded)
        return decoded

    def _same(self, one: onnx.NodeProto, other: onnx.NodeProto) -> bool:
        """Tell whether two decoders read bytes alike."""
        pairs = zip(one.input[1:], other.input[1:], strict=True)
        return all(self.values(a) == self.values(b) for a, b in pairs)


def _set(node: onnx.NodeProto, **lists: Sequence[int]) -> None:
    for attribute in node.attribute:
        if attribute.name in lists:
            attribute.ints[:] = lists[attribute.name]
