"""The net that names a mark: five convolutions over the picture, then its size beside the text joins in."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from drawkit.engine.recognition.symbols import SIZE

_NARROW = 48
_HIDDEN = 80
SIZES = 6


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
        self.classes = classes
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
        self.size = nn.Sequential(nn.Linear(SIZES, 24), nn.ReLU())
        self.both = nn.Sequential(nn.Linear(_HIDDEN + 24, _HIDDEN), nn.ReLU(), nn.Linear(_HIDDEN, classes))

    def forward(self, picture: Tensor, context: Tensor) -> Tensor:
        """The logits."""
        joined = torch.cat([self.look(picture), self.size(context)], dim=1)
        logits: Tensor = self.both(joined)
        return logits
