"""Writes the trained net as ONNX."""

from __future__ import annotations

from pathlib import Path

import onnx

from drawkit.engine.decision.surroundings import COLUMNS, LAYERS, ROWS
from drawkit.engine.training.looks.net import LookNet
from drawkit.engine.training.onnx_graph import Graph


def export(net: LookNet, path: Path) -> None:
    """Writes the net: input `surroundings` (n, LAYERS, ROWS, COLUMNS), output `told` (n, 1)."""
    net.cpu().eval()
    graph = Graph(half=True)
    told = graph.add("Identity", graph.chain(net.look, "surroundings"), name="told")
    inputs = {"surroundings": ("texts", LAYERS, ROWS, COLUMNS)}
    onnx.save(graph.model("looks", inputs, {told: ("texts", 1)}), path)
