"""The net that reads a line of text: convolutions down to one row, one LSTM in both directions, a class a column."""

from __future__ import annotations

import torch
from torch import Tensor, nn

CHANNELS = (24, 48, 112, 144, 176)
"""Of the convolutions, from the whole picture down to the one row in front of the LSTM."""
HIDDEN = 144


def _block(before: int, after: int, kernel: tuple[int, int] = (3, 3)) -> list[nn.Module]:
    padding = (1, 1) if kernel == (3, 3) else (0, 0)
    return [nn.Conv2d(before, after, kernel, padding=padding, bias=False), nn.BatchNorm2d(after), nn.ReLU()]


class LineNet(nn.Module):
    """Pictures (n, 1, 32, width) with ink 1 to logits (n, width / 4, classes); class 0 is CTC's blank."""

    def __init__(
        self,
        classes: int,
        channels: tuple[int, int, int, int, int] = CHANNELS,
        hidden: int = HIDDEN,
    ) -> None:
        super().__init__()
        whole, half, quarter, eighth, row = channels
        self.look = nn.Sequential(
            *_block(1, whole),
            nn.MaxPool2d(2),
            *_block(whole, half),
            nn.MaxPool2d(2),
            *_block(half, quarter),
            *_block(quarter, quarter),
            nn.MaxPool2d((2, 1)),
            *_block(quarter, eighth),
            *_block(eighth, eighth),
            nn.MaxPool2d((2, 1)),
            *_block(eighth, row, (2, 1)),
        )
        self.along = nn.LSTM(row, hidden, bidirectional=True, batch_first=True)
        self.say = nn.Linear(2 * hidden, classes)

    def forward(self, pictures: Tensor) -> Tensor:
        """The logits."""
        return self.said(self.look(pictures))

    def said(self, looks: Tensor) -> Tensor:
        """The logits, from what the convolutions made of the pictures: (n, channels, 1, width / 4)."""
        logits: Tensor = self.say(self.along(looks.squeeze(2).permute(0, 2, 1))[0])
        return logits


def as_input(pictures: Tensor) -> Tensor:
    """Grey pixels (n, height, width), uint8, as the net takes them: one channel, ink 1 and paper 0."""
    return (255 - pictures.to(torch.float32))[:, None] / 255
