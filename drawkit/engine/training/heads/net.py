"""The net that tells a terminator: three convolutions over the picture of an end, and a table of what they see."""

from __future__ import annotations

from torch import Tensor, nn

from drawkit.engine.objects.inked_heads import COLUMNS, KINDS, ROWS

MEASURES = 2
_LAST = 32
_HIDDEN = 48


def _block(before: int, after: int, kernel: int, stride: int) -> list[nn.Module]:
    return [
        nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    ]


class HeadNet(nn.Module):
    """Pictures (n, 1, ROWS, COLUMNS), ink 1, to logits of nothing and the kinds, and measures (n, kinds + 3)."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *_block(1, 12, 5, 2),
            *_block(12, 24, 3, 2),
            *_block(24, _LAST, 3, 2),
            nn.Flatten(),
            nn.Linear(_LAST * -(-ROWS // 8) * -(-COLUMNS // 8), _HIDDEN),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(_HIDDEN, 1 + len(KINDS) + MEASURES),
        )

    def forward(self, pictures: Tensor) -> Tensor:
        """What it tells."""
        told: Tensor = self.look(pictures)
        return told
