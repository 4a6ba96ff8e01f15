"""Writes a trained net as ONNX in half precision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from torch import nn

from drawkit.engine.training.onnx_graph import Graph, array
from drawkit.engine.training.readers.crops import HEIGHT
from drawkit.engine.training.readers.net import LineNet


def export(net: LineNet, path: Path) -> None:
    """Writes the net: input `x` (n, 1, 32, width) with ink 1, output `y` (n, width / 4, classes), logits."""
    net.eval()
    graph = Graph(half=True)
    columns = graph.add("Squeeze", graph.chain(net.look, "x"), graph.whole(2))
    read = _along(graph, net.along, graph.add("Transpose", columns, perm=[2, 0, 1]))
    product = graph.add("MatMul", read, graph.weight(array(net.say.weight).T))
    graph.add("Add", product, graph.weight(array(net.say.bias)), name="y")
    inputs, outputs = {"x": ("crops", 1, HEIGHT, "width")}, {"y": ("crops", "columns", net.say.out_features)}
    onnx.save(graph.model(path.stem, inputs, outputs), path)


def _along(graph: Graph, lstm: nn.LSTM, value: str) -> str:
    """ONNX keeps the gates as input, output, forget, cell; torch as input, forget, cell, output."""
    size = lstm.hidden_size
    order = np.concatenate([np.arange(k * size, (k + 1) * size) for k in (0, 3, 1, 2)])
    state = {name: array(values)[order] for name, values in lstm.state_dict().items()}
    ways = ("", "_reverse")
    w, r = (np.stack([state[f"weight_{kind}_l0{way}"] for way in ways]) for kind in ("ih", "hh"))
    b = np.stack([np.concatenate([state[f"bias_{kind}_l0{way}"] for kind in ("ih", "hh")]) for way in ways])
    inputs = [graph.weight(values) for values in (w, r, b)]
    both = graph.add("LSTM", value, *inputs, hidden_size=size, direction="bidirectional")
    # (columns, ways, batch, hidden) to (batch, columns, ways x hidden)
    return graph.add("Reshape", graph.add("Transpose", both, perm=[2, 0, 1, 3]), graph.whole(0, 0, -1))
