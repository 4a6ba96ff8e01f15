"""The net that names a mark: five convolutions over the picture, then its size beside the text joins in."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from drawkit.engine.text.symbols import SIZE

_NARROW = 48
_HIDDEN = 80
_SIZES = 6


def _block(before: int, after: int, kernel: int = 3, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    ]


class SymbolNet(nn.Module):
    """Pictures (n, 1, SIZE, SIZE) with ink 1, and contexts (n, 6), to one logit a class (n, classes)."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *_block(1, 24, 5, 2),
            *_block(24, 40, 3, 2),
            *_block(40, 64),
            nn.MaxPool2d(2),
            *_block(64, 64),
            *_block(64, _NARROW, 1),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(_NARROW * (SIZE // 8) ** 2, _HIDDEN),
            nn.ReLU(),
        )
        self.size = nn.Sequential(nn.Linear(_SIZES, 24), nn.ReLU())
        self.both = nn.Sequential(nn.Linear(_HIDDEN + 24, _HIDDEN), nn.ReLU(), nn.Linear(_HIDDEN, classes))

    def forward(self, picture: Tensor, context: Tensor) -> Tensor:
        """The logits."""
        joined = torch.cat([self.look(picture), self.size(context)], dim=1)
        logits: Tensor = self.both(joined)
        return logits


class Calibrated(nn.Module):
    """The net's calibrated probabilities: its logits divided by a temperature measured on unseen fonts."""

    def __init__(self, net: SymbolNet, temperature: float) -> None:
        super().__init__()
        self.net = net
        self.temperature = temperature

    def forward(self, picture: Tensor, context: Tensor) -> Tensor:
        """One probability a class; each row sums to 1."""
        logits: Tensor = self.net(picture, context)
        return torch.softmax(logits / self.temperature, dim=1)


def parameters(net: nn.Module) -> int:
    """How many numbers the net learns."""
    return sum(p.numel() for p in net.parameters())


def export(net: SymbolNet, temperature: float, path: Path) -> None:
    """Writes the calibrated net as ONNX: inputs `picture` and `context`, output `chance`, any batch size."""
    model = Calibrated(net, temperature).eval()
    inputs = (torch.zeros(2, 1, SIZE, SIZE), torch.zeros(2, _SIZES))
    axes = {name: {0: "marks"} for name in ("picture", "context", "chance")}
    torch.onnx.export(
        model,
        inputs,
        str(path),
        dynamo=False,
        input_names=["picture", "context"],
        output_names=["chance"],
        dynamic_axes=axes,
        opset_version=17,
    )
