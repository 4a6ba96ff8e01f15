"""Writes a trained net as ONNX."""

from __future__ import annotations

from pathlib import Path

import onnx

from drawkit.engine.objects.inked_heads import COLUMNS, KINDS, ROWS
from drawkit.engine.training.heads.net import MEASURES, HeadNet
from drawkit.engine.training.onnx_graph import Graph


def export(net: HeadNet, path: Path) -> None:
    """Writes the net: input `ends` (n, 1, ROWS, COLUMNS), output `told` (n, kinds + 3)."""
    net.cpu().eval()
    graph = Graph(half=True)
    told = graph.add("Identity", graph.chain(net.look, "ends"), name="told")
    inputs = {"ends": ("ends", 1, ROWS, COLUMNS)}
    onnx.save(graph.model("heads", inputs, {told: ("ends", 1 + len(KINDS) + MEASURES)}), path)
