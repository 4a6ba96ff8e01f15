"""Writes a trained net as ONNX."""

from __future__ import annotations

from pathlib import Path

import onnx

from drawkit.engine.training.finder.net import FinderNet
from drawkit.engine.training.onnx_graph import Graph, array


def export(net: FinderNet, path: Path) -> None:
    """Writes the net: input `x` (1, 1, height, width) with ink 1, output `y` (1, 1, height / 2, width / 2), chances."""
    net.eval()
    graph = Graph(half=True)
    quarter = graph.chain(net.quarter, graph.chain(net.halved, "x"))
    eighth = graph.chain(net.eighth, quarter)
    up = _apart(graph, graph.chain(net.up_to_eighth, graph.chain(net.sixteenth, eighth)))
    eighth = graph.chain(net.back_at_eighth, graph.add("Add", up, graph.chain(net.beside_eighth, eighth)))
    up = _apart(graph, graph.chain(net.up_to_quarter, eighth))
    quarter = graph.chain(net.back_at_quarter, graph.add("Add", up, graph.chain(net.beside_quarter, quarter)))
    marks = graph.add("Conv", quarter, *(graph.weight(array(one)) for one in (net.mark.weight, net.mark.bias)))
    graph.add("Sigmoid", _apart(graph, marks), name="y")
    inputs, outputs = {"x": (1, 1, "height", "width")}, {"y": (1, 1, "rows", "columns")}
    onnx.save(graph.model("finder", inputs, outputs), path)


def _apart(graph: Graph, value: str) -> str:
    """Channels beside each other, as torch's PixelShuffle sets them."""
    return graph.add("DepthToSpace", value, blocksize=2, mode="CRD")
