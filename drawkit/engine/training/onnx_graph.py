"""An ONNX graph written node by node from torch modules, their normalisations folded into the convolutions.

Written with `onnx.helper`: torch's old exporter is deprecated, and its new one would ask for onnxscript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

_OPSET = 17
_IR = 8  # the file format of that opset: read by every onnxruntime since 1.12

Sizes = Sequence[str | int | None]
"""Of an input or an output: a name stands for a dimension that may differ from call to call."""


class Graph:
    """Nodes and weights in the order of the calculation; `half` keeps weights in half precision, to be cast once."""

    def __init__(self, *, half: bool = False) -> None:
        self._half = half
        self._nodes: list[onnx.NodeProto] = []
        self._weights: list[onnx.TensorProto] = []

    def add(self, operation: str, *inputs: str, name: str | None = None, **attributes: Any) -> str:
        """One node; returns the name of its only output."""
        name = name or f"{operation.lower()}{len(self._nodes)}"
        self._nodes.append(helper.make_node(operation, list(inputs), [name], **attributes))
        return name

    def weight(self, values: NDArray[np.float32]) -> str:
        """Learnt numbers, to calculate with in single precision."""
        name = f"weight{len(self._weights)}"
        kept = values.astype(np.float16) if self._half else values
        self._weights.append(numpy_helper.from_array(kept, name))
        return self.add("Cast", name, to=TensorProto.FLOAT) if self._half else name

    def whole(self, *values: int) -> str:
        """A row of whole numbers, such as axes or a shape."""
        name = f"whole{len(self._weights)}"
        self._weights.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], values))
        return name

    def chain(self, modules: nn.Sequential, value: str) -> str:
        """The modules one after the other; a batch normalisation goes into the convolution before it.

        Raises TypeError for a module that this graph has no node for.
        """
        parts = list(modules)
        for number, module in enumerate(parts):
            if isinstance(module, nn.Conv2d):
                value = self._convolution(module, parts[number + 1], value)
            elif isinstance(module, nn.Linear):
                value = self.add("Gemm", value, self._of(module.weight), self._of(module.bias), transB=1)
            elif isinstance(module, nn.ReLU):
                value = self.add("Relu", value)
            elif isinstance(module, nn.MaxPool2d):
                kernel = _pair(module.kernel_size)
                value = self.add("MaxPool", value, kernel_shape=kernel, strides=kernel)
            elif isinstance(module, nn.Flatten):
                value = self.add("Flatten", value)
            elif not isinstance(module, nn.BatchNorm2d | nn.Dropout):
                message = f"no ONNX node is known for {type(module).__name__}"
                raise TypeError(message)
        return value

    def _convolution(self, module: nn.Conv2d, norm: nn.Module, value: str) -> str:
        if not isinstance(norm, nn.BatchNorm2d):
            message = "a convolution must be followed by its normalisation"
            raise TypeError(message)
        fused = fuse_conv_bn_eval(module, norm)
        inputs = value, self._of(fused.weight), self._of(fused.bias)
        pads = [int(p) for p in module.padding] * 2
        return self.add("Conv", *inputs, pads=pads, strides=list(module.stride))

    def _of(self, values: Tensor | None) -> str:
        return self.weight(array(values))

    def model(self, name: str, inputs: Mapping[str, Sizes], outputs: Mapping[str, Sizes]) -> onnx.ModelProto:
        """The whole model, its inputs and outputs in single precision. Raises what onnx.checker finds wrong."""
        whole = helper.make_graph(self._nodes, name, _ends(inputs), _ends(outputs), self._weights)
        model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
        onnx.checker.check_model(model)
        return model


def _ends(shapes: Mapping[str, Sizes]) -> list[onnx.ValueInfoProto]:
    return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]


def array(values: Tensor | None) -> NDArray[np.float32]:
    """A tensor's values. Raises TypeError for None, which torch's annotations allow where a bias can be left out."""
    if values is None:
        message = "every layer of an exported net has a bias"
        raise TypeError(message)
    return np.asarray(values.detach().numpy(), np.float32)


def _pair(size: int | tuple[int, ...]) -> list[int]:
    return [size, size] if isinstance(size, int) else list(size)
