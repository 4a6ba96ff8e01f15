"""The net that looks at the surroundings of a text: nine convolutions, and how likely a dimension stands there."""

from __future__ import annotations

from torch import Tensor, nn

from drawkit.engine.decision.surroundings import COLUMNS, LAYERS, ROWS

_CHANNELS = (16, 24, 48, 80, 112)
_HIDDEN = 64
_PARTS = 2 ** len(_CHANNELS)


def _block(before: int, after: int, kernel: int, stride: int) -> list[nn.Module]:
    return [nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU()]


class LookNet(nn.Module):
    """Pictures (n, LAYERS, ROWS, COLUMNS), ink and places 1, to logits (n, 1) of a dimension."""

    def __init__(self) -> None:
        super().__init__()
        first, *others = _CHANNELS
        layers, before = _block(LAYERS, first, 5, 2), first
        for after in others:
            layers += [*_block(before, after, 3, 2), *_block(after, after, 3, 1)]
            before = after
        self.look = nn.Sequential(
            *layers,
            nn.Flatten(),
            nn.Dropout(0.3),
            nn.Linear(before * -(-ROWS // _PARTS) * -(-COLUMNS // _PARTS), _HIDDEN),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(_HIDDEN, 1),
        )

    def forward(self, pictures: Tensor) -> Tensor:
        """The logits."""
        told: Tensor = self.look(pictures)
        return told
