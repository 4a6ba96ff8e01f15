"""Writes a trained net as ONNX."""

from __future__ import annotations

from pathlib import Path

import onnx
from torch import nn

from drawkit.engine.training.finder.net import LIE, Again, FinderNet, Up
from drawkit.engine.training.onnx_graph import Graph, array


def export(net: FinderNet, path: Path) -> None:
    """Writes the net: input `x` (1, 1, height, width) with ink 1.

    Output `y` (1, 1, height / 2, width / 2), chances, and `lie` (1, LIE, height / 4, width / 4).
    """
    net.eval()
    graph = Graph(half=True)
    quarter = _part(graph, net.quarter, graph.chain(net.halved, "x"))
    eighth = _part(graph, net.eighth, quarter)
    sixteenth = _part(graph, net.sixteenth, eighth)
    up = _up(graph, net.to_sixteenth, _part(graph, net.least, sixteenth), sixteenth)
    up = _up(graph, net.to_quarter, _up(graph, net.to_eighth, up, eighth), quarter)
    graph.add("Sigmoid", _apart(graph, _last(graph, net.mark, up)), name="y")
    _last(graph, net.lie, up, "lie")
    inputs = {"x": (1, 1, "height", "width")}
    outputs = {"y": (1, 1, "rows", "columns"), "lie": (1, LIE, "quarter_rows", "quarter_columns")}
    onnx.save(graph.model("finder", inputs, outputs), path)


def _part(graph: Graph, part: nn.Sequential, value: str) -> str:
    first = [module for module in part if not isinstance(module, Again)]
    value = graph.chain(nn.Sequential(*first), value)
    for again in (module for module in part if isinstance(module, Again)):
        value = graph.add("Add", value, graph.chain(again.look, value))
    return value


def _up(graph: Graph, up: Up, below: str, before: str) -> str:
    wider = _apart(graph, graph.chain(up.wider, below))
    return graph.chain(up.back, graph.add("Add", wider, graph.chain(up.beside, before)))


def _last(graph: Graph, convolution: nn.Conv2d, value: str, name: str | None = None) -> str:
    weights = (graph.weight(array(one)) for one in (convolution.weight, convolution.bias))
    return graph.add("Conv", value, *weights, name=name)


def _apart(graph: Graph, value: str) -> str:
    """Channels beside each other, as torch's PixelShuffle sets them."""
    return graph.add("DepthToSpace", value, blocksize=2, mode="CRD")
