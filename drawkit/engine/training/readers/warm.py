"""A net to go on from: the weights of an exported one, with its normalisations measured anew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from drawkit.engine.training.readers.net import LineNet
from drawkit.engine.training.readers.script import Script

Weights = NDArray[np.float32]

_NEVER = -6.0
"""The bias of a character that the older net did not know: rare until it is learnt."""


def warmed(model: Path, sample: Tensor, script: Script) -> LineNet:
    """The net of an ONNX file (with its card `<name>.json` beside it), ready to learn on.

    `sample` (n, 1, 32, width) shows what pictures look like: an exported net has its normalisations folded away, so
    new ones are put in its place that do nothing yet to such pictures.
    """
    convolutions, gates, out = _weights(onnx.load(model))
    classes = script.places_of(json.loads(model.with_suffix(".json").read_text(encoding="utf-8"))["classes"])
    net = LineNet(len(script.characters) + 1)
    with torch.no_grad():
        value = sample
        layers = list(net.look)
        for place, layer in enumerate(layers):
            if isinstance(layer, nn.Conv2d):
                weight, bias = convolutions.pop(0)
                layer.weight.copy_(torch.from_numpy(weight))
                value = layer(value)
                value = _neutral(layers[place + 1], value, torch.from_numpy(bias))
            elif not isinstance(layer, nn.BatchNorm2d):
                value = layer(value)
        _into_lstm(net.along, gates)
        _into_linear(net.say, out, classes)
    return net


def _weights(
    model: onnx.ModelProto,
) -> tuple[list[tuple[Weights, Weights]], tuple[Weights, ...], tuple[Weights, Weights]]:
    """Of the convolutions weight and bias, of the LSTM W, R and B, of the last layer weight (in, out) and bias."""
    known: dict[str, Weights] = {
        one.name: np.array(numpy_helper.to_array(one), np.float32) for one in model.graph.initializer
    }
    for node in model.graph.node:  # weights kept in half precision
        if node.op_type == "Cast" and node.input[0] in known:
            known[node.output[0]] = known[node.input[0]]
    convolutions = [(known[n.input[1]], known[n.input[2]]) for n in model.graph.node if n.op_type == "Conv"]
    lstm = next(n for n in model.graph.node if n.op_type == "LSTM")
    product = next(n for n in model.graph.node if n.op_type == "MatMul")
    added = next(n for n in model.graph.node if n.op_type == "Add")
    bias = next(known[name] for name in added.input if name in known)
    return convolutions, tuple(known[name] for name in lstm.input[1:4]), (known[product.input[1]], bias)


def _neutral(norm: nn.Module, value: Tensor, bias: Tensor) -> Tensor:
    """Sets a normalisation so that it adds `bias` and nothing else to values like these; returns them so."""
    if not isinstance(norm, nn.BatchNorm2d) or norm.running_mean is None or norm.running_var is None:
        message = "a convolution must be followed by its normalisation"
        raise TypeError(message)
    mean, spread = value.mean((0, 2, 3)), value.var((0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)
    return value + bias[None, :, None, None]


def _into_lstm(lstm: nn.LSTM, gates: Sequence[Weights]) -> None:
    """ONNX keeps the gates as input, output, forget, cell; torch as input, forget, cell, output."""
    size = lstm.hidden_size
    order = np.concatenate([np.arange(k * size, (k + 1) * size) for k in (0, 2, 3, 1)])
    w, r, b = gates
    state = {}
    for way, suffix in enumerate(("", "_reverse")):
        state[f"weight_ih_l0{suffix}"] = torch.from_numpy(w[way][order])
        state[f"weight_hh_l0{suffix}"] = torch.from_numpy(r[way][order])
        state[f"bias_ih_l0{suffix}"] = torch.from_numpy(b[way][: 4 * size][order])
        state[f"bias_hh_l0{suffix}"] = torch.from_numpy(b[way][4 * size :][order])
    lstm.load_state_dict(state)


def _into_linear(linear: nn.Linear, out: tuple[Weights, Weights], classes: Sequence[int]) -> None:
    linear.weight.mul_(0.3)
    linear.bias.fill_(_NEVER)
    known = [k for k, place in enumerate(classes) if place >= 0]
    places = [classes[k] for k in known]
    linear.weight[places] = torch.from_numpy(out[0].T[known].copy())
    linear.bias[places] = torch.from_numpy(out[1][known])
