"""The net that reads a callout: convolutions down to one row, one LSTM in both directions, a class a column."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from drawkit.engine.training.callouts.alphabet import ALPHABET

HIDDEN = 112
_BEFORE_LSTM = 128


def _block(before: int, after: int, kernel: tuple[int, int] = (3, 3)) -> list[nn.Module]:
    padding = (1, 1) if kernel == (3, 3) else (0, 0)
    return [nn.Conv2d(before, after, kernel, padding=padding, bias=False), nn.BatchNorm2d(after), nn.ReLU()]


class CalloutNet(nn.Module):
    """Pictures (n, 1, 32, width) with ink 1 to logits (n, width / 4, classes); class 0 is CTC's blank."""

    def __init__(self, classes: int = len(ALPHABET) + 1) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *_block(1, 20),
            nn.MaxPool2d(2),
            *_block(20, 40),
            nn.MaxPool2d(2),
            *_block(40, 80),
            *_block(80, 80),
            nn.MaxPool2d((2, 1)),
            *_block(80, 112),
            *_block(112, 112),
            nn.MaxPool2d((2, 1)),
            *_block(112, _BEFORE_LSTM, (2, 1)),
        )
        self.along = nn.LSTM(_BEFORE_LSTM, HIDDEN, bidirectional=True, batch_first=True)
        self.say = nn.Linear(2 * HIDDEN, classes)

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
