"""Writes a trained net as ONNX, calibrated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx

from drawkit.engine.recognition.symbols import SIZE
from drawkit.engine.training.onnx_graph import Graph
from drawkit.engine.training.symbols.net import SIZES, SymbolNet


def export(net: SymbolNet, temperature: float, path: Path) -> None:
    """Writes the net: inputs `picture` (n, 1, SIZE, SIZE) and `context` (n, 6), output `chance` (n, classes)."""
    net.eval()
    graph = Graph()
    both = graph.add("Concat", graph.chain(net.look, "picture"), graph.chain(net.size, "context"), axis=1)
    logits = graph.chain(net.both, both)
    divided = graph.add("Div", logits, graph.weight(np.array([temperature], np.float32)))
    graph.add("Softmax", divided, name="chance", axis=1)
    inputs = {"picture": ("marks", 1, SIZE, SIZE), "context": ("marks", SIZES)}
    onnx.save(graph.model("symbols", inputs, {"chance": ("marks", net.classes)}), path)
