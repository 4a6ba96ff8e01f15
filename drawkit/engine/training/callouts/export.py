"""Writes a trained net as ONNX in half precision, its normalisations folded into the convolutions.

Written node by node with `onnx.helper`: torch's old exporter is deprecated, and its new one would ask for onnxscript.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from drawkit.engine.training.callouts.crops import HEIGHT
from drawkit.engine.training.callouts.net import HIDDEN, CalloutNet

_OPSET = 17
_IR = 8  # the file format of that opset: read by every onnxruntime since 1.12


class _Graph:
    """Nodes and weights in the order of the calculation; weights are kept in half precision and cast once."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def add(self, operation: str, *inputs: str, **attributes: Any) -> str:
        name = f"{operation.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, list(inputs), [name], **attributes))
        return name

    def weight(self, values: NDArray[np.float32]) -> str:
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values.astype(np.float16), name))
        return self.add("Cast", name, to=TensorProto.FLOAT)

    def whole(self, *values: int) -> str:
        name = f"whole{len(self.weights)}"
        self.weights.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], values))
        return name

    def look(self, modules: nn.Sequential, value: str) -> str:
        parts = list(modules)
        for number, module in enumerate(parts):
            if isinstance(module, nn.Conv2d):
                value = self._convolution(module, parts[number + 1], value)
            elif isinstance(module, nn.ReLU):
                value = self.add("Relu", value)
            elif isinstance(module, nn.MaxPool2d):
                kernel = [2, 2] if module.kernel_size == 2 else [2, 1]
                value = self.add("MaxPool", value, kernel_shape=kernel, strides=kernel)
        return value

    def _convolution(self, module: nn.Conv2d, norm: nn.Module, value: str) -> str:
        fused = fuse_conv_bn_eval(module, norm)  # type: ignore[arg-type]  # Sequential forgets its members' types
        pads = [int(p) for p in module.padding] * 2
        return self.add("Conv", value, self.weight(_array(fused.weight)), self.weight(_array(fused.bias)), pads=pads)

    def along(self, lstm: nn.LSTM, value: str) -> str:
        """ONNX keeps the gates as input, output, forget, cell; torch as input, forget, cell, output."""
        order = np.concatenate([np.arange(k * HIDDEN, (k + 1) * HIDDEN) for k in (0, 3, 1, 2)])
        state = {name: _array(values)[order] for name, values in lstm.state_dict().items()}
        ways = ("", "_reverse")
        w, r = (np.stack([state[f"weight_{kind}_l0{way}"] for way in ways]) for kind in ("ih", "hh"))
        b = np.stack([np.concatenate([state[f"bias_{kind}_l0{way}"] for kind in ("ih", "hh")]) for way in ways])
        inputs = [self.weight(values) for values in (w, r, b)]
        both = self.add("LSTM", value, *inputs, hidden_size=HIDDEN, direction="bidirectional")
        # (columns, ways, batch, hidden) to (batch, columns, ways x hidden)
        return self.add("Reshape", self.add("Transpose", both, perm=[2, 0, 1, 3]), self.whole(0, 0, -1))


def _array(values: Tensor | None) -> NDArray[np.float32]:
    if values is None:
        message = "a folded convolution has a bias"
        raise TypeError(message)
    return np.asarray(values.detach().numpy(), np.float32)


def export(net: CalloutNet, temperature: float, path: Path) -> None:
    """Writes the net: input `x` (n, 1, 32, width) with ink 1, output `y` (n, width / 4, classes), calibrated logits."""
    net.eval()
    graph = _Graph()
    columns = graph.add("Squeeze", graph.look(net.look, "x"), graph.whole(2))
    read = graph.along(net.along, graph.add("Transpose", columns, perm=[2, 0, 1]))
    product = graph.add("MatMul", read, graph.weight(_array(net.say.weight).T / temperature))
    bias = graph.weight(_array(net.say.bias) / temperature)
    graph.nodes.append(helper.make_node("Add", [product, bias], ["y"]))
    onnx.save(_model(graph, net.say.out_features), path)


def _model(graph: _Graph, classes: int) -> onnx.ModelProto:
    taken = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["crops", 1, HEIGHT, "width"])
    given = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["crops", "columns", classes])
    whole = helper.make_graph(graph.nodes, "callouts", [taken], [given], graph.weights)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
    onnx.checker.check_model(model)
    return model
