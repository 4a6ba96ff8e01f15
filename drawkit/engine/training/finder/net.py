"""The net that marks text: convolutions down to a sixteenth of the picture and back up to half of it."""

from __future__ import annotations

import torch
from torch import Tensor, nn

_HALF, _QUARTER, _EIGHTH, _SIXTEENTH = 8, 16, 48, 96
"""Channels at each part of the picture's size: few where pixels are many."""

_RARE = -3.0
"""The first bias of a mark: most of a sheet is paper."""


def _block(before: int, after: int, kernel: int = 3, stride: int = 1) -> list[nn.Module]:
    convolution = nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU()]


def _part(before: int, after: int, more: int) -> nn.Sequential:
    """Half the size of what comes in, and so many looks at it."""
    return nn.Sequential(*_block(before, after, stride=2), *(m for _ in range(more) for m in _block(after, after)))


class FinderNet(nn.Module):
    """Pictures (n, 1, height, width) with ink 1, sides in sixteens, to logits (n, 1, height / 2, width / 2)."""

    def __init__(self) -> None:
        super().__init__()
        self.halved = _part(1, _HALF, 0)
        self.quarter = _part(_HALF, _QUARTER, 1)
        self.eighth = _part(_QUARTER, _EIGHTH, 2)
        self.sixteenth = _part(_EIGHTH, _SIXTEENTH, 3)
        self.up_to_eighth = nn.Sequential(*_block(_SIXTEENTH, 4 * _EIGHTH, 1))
        self.beside_eighth = nn.Sequential(*_block(_EIGHTH, _EIGHTH, 1))
        self.back_at_eighth = nn.Sequential(*_block(_EIGHTH, _EIGHTH))
        self.up_to_quarter = nn.Sequential(*_block(_EIGHTH, 4 * _QUARTER, 1))
        self.beside_quarter = nn.Sequential(*_block(_QUARTER, _QUARTER, 1))
        self.back_at_quarter = nn.Sequential(*_block(_QUARTER, _QUARTER))
        self.mark = nn.Conv2d(_QUARTER, 4, 1)
        self.apart = nn.PixelShuffle(2)
        if self.mark.bias is not None:
            nn.init.constant_(self.mark.bias, _RARE)

    def forward(self, pictures: Tensor) -> Tensor:
        """The logits."""
        quarter = self.quarter(self.halved(pictures))
        eighth = self.eighth(quarter)
        up = self.apart(self.up_to_eighth(self.sixteenth(eighth)))
        eighth = self.back_at_eighth(up + self.beside_eighth(eighth))
        up = self.apart(self.up_to_quarter(eighth))
        marks: Tensor = self.apart(self.mark(self.back_at_quarter(up + self.beside_quarter(quarter))))
        return marks


def as_input(pictures: Tensor) -> Tensor:
    """Grey pixels (n, height, width), uint8, as the net takes them: one channel, ink 1 and paper 0."""
    return (1 - pictures.to(torch.float32)[:, None] / 255).contiguous(memory_format=torch.channels_last)
