"""The net that marks text: convolutions down to a thirty-second of the picture and back up to half of it."""

from __future__ import annotations

import torch
from torch import Tensor, nn

_HALF, _QUARTER, _EIGHTH, _SIXTEENTH, _LEAST = 12, 24, 64, 128, 192
"""Channels at each part of the picture's size: few where pixels are many."""

_RARE = -3.0
"""The first bias of a mark: most of a sheet is paper."""

LIE = 2
"""Numbers that tell how a text lies: the cosine of twice its direction, and its box's height (`examples`)."""


def _block(before: int, after: int, kernel: int = 3, stride: int = 1) -> list[nn.Module]:
    convolution = nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU()]


class Again(nn.Module):
    """What comes in, and what one more look at it adds."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.look = nn.Sequential(*_block(channels, channels))

    def forward(self, values: Tensor) -> Tensor:
        """The same shape."""
        more: Tensor = values + self.look(values)
        return more


def _part(before: int, after: int, more: int) -> nn.Sequential:
    """Half the size of what comes in, and so many looks at it."""
    return nn.Sequential(*_block(before, after, stride=2), *(Again(after) for _ in range(more)))


class Up(nn.Module):
    """Twice the size of what comes from below, with what was there on the way down."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.wider = nn.Sequential(*_block(before, 4 * after, 1))
        self.beside = nn.Sequential(*_block(after, after, 1))
        self.back = nn.Sequential(*_block(after, after))
        self.apart = nn.PixelShuffle(2)

    def forward(self, below: Tensor, before: Tensor) -> Tensor:
        """The shape of `before`."""
        up: Tensor = self.back(self.apart(self.wider(below)) + self.beside(before))
        return up


class FinderNet(nn.Module):
    """Pictures (n, 1, height, width) with ink 1, sides in multiples of 32.

    To the logits of text (n, 1, height / 2, width / 2), and how it lies (n, LIE, height / 4, width / 4).
    """

    def __init__(self) -> None:
        super().__init__()
        self.halved = _part(1, _HALF, 0)
        self.quarter = _part(_HALF, _QUARTER, 1)
        self.eighth = _part(_QUARTER, _EIGHTH, 2)
        self.sixteenth = _part(_EIGHTH, _SIXTEENTH, 2)
        self.least = _part(_SIXTEENTH, _LEAST, 3)
        self.to_sixteenth = Up(_LEAST, _SIXTEENTH)
        self.to_eighth = Up(_SIXTEENTH, _EIGHTH)
        self.to_quarter = Up(_EIGHTH, _QUARTER)
        self.mark = nn.Conv2d(_QUARTER, 4, 1)
        self.lie = nn.Conv2d(_QUARTER, LIE, 1)
        self.apart = nn.PixelShuffle(2)
        if self.mark.bias is not None:
            nn.init.constant_(self.mark.bias, _RARE)

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """The logits, and how the text lies."""
        quarter = self.quarter(self.halved(pictures))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        up = self.to_sixteenth(self.least(sixteenth), sixteenth)
        up = self.to_quarter(self.to_eighth(up, eighth), quarter)
        return self.apart(self.mark(up)), self.lie(up)


def as_input(pictures: Tensor) -> Tensor:
    """Grey pixels (n, height, width), uint8, as the net takes them: one channel, ink 1 and paper 0."""
    return (1 - pictures.to(torch.float32)[:, None] / 255).contiguous(memory_format=torch.channels_last)
