"""Writes a trained net as ONNX, calibrated and with its normalisations folded into the convolutions.

Written node by node with `onnx.helper`: torch's old exporter is deprecated, and its new one would ask for onnxscript.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from drawkit.engine.text.symbols import SIZE
from drawkit.engine.training.symbols.net import SIZES, SymbolNet

_OPSET = 17
_IR = 8  # the file format of that opset: read by every onnxruntime since 1.12


class _Graph:
    """Nodes and weights in the order of the calculation."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def add(self, operation: str, *inputs: str, weights: nn.Module | None = None, **attributes: Any) -> str:
        name = f"{operation.lower()}{len(self.nodes)}"
        names = list(inputs)
        for key, value in weights.named_parameters() if weights is not None else ():
            names.append(f"{name}.{key}")
            self.weights.append(numpy_helper.from_array(value.detach().numpy(), names[-1]))
        self.nodes.append(helper.make_node(operation, names, [name], **attributes))
        return name

    def chain(self, modules: nn.Sequential, value: str) -> str:
        """The modules one after the other; a batch normalisation goes into the convolution before it."""
        parts = list(modules)
        for number, module in enumerate(parts):
            if isinstance(module, nn.Conv2d):
                value = self._convolution(module, parts[number + 1], value)
            elif isinstance(module, nn.Linear):
                value = self.add("Gemm", value, weights=module, transB=1)
            elif isinstance(module, nn.ReLU):
                value = self.add("Relu", value)
            elif isinstance(module, nn.MaxPool2d):
                value = self.add("MaxPool", value, kernel_shape=[2, 2], strides=[2, 2])
            elif isinstance(module, nn.Flatten):
                value = self.add("Flatten", value)
        return value

    def _convolution(self, module: nn.Conv2d, norm: nn.Module, value: str) -> str:
        half = module.kernel_size[0] // 2
        fused = fuse_conv_bn_eval(module, norm)  # type: ignore[arg-type]  # Sequential forgets its members' types
        return self.add("Conv", value, weights=fused, pads=[half] * 4, strides=list(module.stride))


def export(net: SymbolNet, temperature: float, path: Path) -> None:
    """Writes the net: inputs `picture` (n, 1, SIZE, SIZE) and `context` (n, 6), output `chance` (n, classes)."""
    net.eval()
    graph = _Graph()
    both = graph.add("Concat", graph.chain(net.look, "picture"), graph.chain(net.size, "context"), axis=1)
    logits = graph.chain(net.both, both)
    graph.weights.append(helper.make_tensor("temperature", TensorProto.FLOAT, [1], [temperature]))
    divided = graph.add("Div", logits, "temperature")
    graph.nodes.append(helper.make_node("Softmax", [divided], ["chance"], axis=1))
    onnx.save(_model(graph, net), path)


def _model(graph: _Graph, net: SymbolNet) -> onnx.ModelProto:
    shapes: dict[str, list[str | int | None]] = {
        "picture": ["marks", 1, SIZE, SIZE],
        "context": ["marks", SIZES],
        "chance": ["marks", net.classes],
    }
    ends = {name: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()}
    whole = helper.make_graph(
        graph.nodes, "symbols", [ends["picture"], ends["context"]], [ends["chance"]], graph.weights
    )
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
    onnx.checker.check_model(model)
    return model
