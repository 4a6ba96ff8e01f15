"""What both trainings share: nodes of ONNX for modules of torch, none left out in silence, and checkpoints."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")

import onnxruntime
import torch
from torch import nn

from drawkit.engine.training.learning import Checkpoint
from drawkit.engine.training.onnx_graph import Graph, array


@pytest.mark.parametrize(("half", "near"), [(False, 1e-5), (True, 5e-3)])
def test_a_chain_calculates_what_its_modules_do(half: bool, near: float) -> None:
    torch.manual_seed(1)
    norm = nn.BatchNorm2d(4)
    norm.running_mean, norm.running_var = torch.rand(4), torch.rand(4) + 0.5
    look = [nn.Conv2d(1, 4, (3, 5), stride=2, padding=(1, 2), bias=False), norm, nn.ReLU(), nn.MaxPool2d((2, 1))]
    net = nn.Sequential(*look, nn.Flatten(), nn.Dropout(0.5), nn.Linear(4 * 2 * 6, 3)).eval()
    graph = Graph(half=half)
    graph.add("Identity", graph.chain(net, "x"), name="y")
    model = graph.model("test", {"x": ("pictures", 1, 8, 12)}, {"y": ("pictures", 3)})
    pictures = torch.rand(5, 1, 8, 12)
    [given] = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": pictures.numpy()})
    assert np.abs(given - net(pictures).detach().numpy()).max() < near


def test_a_module_without_a_node_is_refused() -> None:
    with pytest.raises(TypeError, match="GELU"):
        Graph().chain(nn.Sequential(nn.GELU()), "x")


def test_a_convolution_without_its_normalisation_is_refused() -> None:
    with pytest.raises(TypeError, match="normalisation"):
        Graph().chain(nn.Sequential(nn.Conv2d(1, 1, 3), nn.ReLU()), "x")


def test_a_layer_without_a_bias_is_refused() -> None:
    with pytest.raises(TypeError, match="bias"):
        array(nn.Linear(1, 1, bias=False).bias)


def test_a_checkpoint_brings_back_what_it_kept(tmp_path: Path) -> None:
    net, other = nn.Linear(2, 3), nn.Linear(2, 3)
    assert Checkpoint(tmp_path / "net.pt", "round", {"net": net}).resumed() == 0
    Checkpoint(tmp_path / "net.pt", "round", {"net": net}).keep(7)
    assert Checkpoint(tmp_path / "net.pt", "round", {"net": other}).resumed() == 7
    assert torch.equal(net.weight, other.weight)
    assert [path.name for path in tmp_path.iterdir()] == ["net.pt"]
