"""What learning shares, whatever the net: where and in what layout, steps, rates, checkpoints."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import nn


def device() -> torch.device:
    """A graphics processor where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def parameters(net: nn.Module) -> int:
    """How many numbers the net learns."""
    return sum(p.numel() for p in net.parameters())


def optimiser(net: nn.Module, rate: float, weight_decay: float, laid: nn.Module | None = None) -> torch.optim.AdamW:
    """Moves the net to where it learns; `laid`, the whole net if not told, takes the layout that processors like."""
    net.to(device())
    # Half as much time on processors, and less.
    nn.utils.convert_conv2d_weight_memory_format(laid or net, torch.channels_last)
    return torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=weight_decay)


def step(net: nn.Module, loss: torch.Tensor, by: torch.optim.Optimizer, *, clip: float) -> float:
    """One step of learning; gradients are cut to `clip`. Returns the loss."""
    by.zero_grad()
    torch.autograd.backward(loss)
    nn.utils.clip_grad_norm_(net.parameters(), clip)
    by.step()
    return float(loss.detach())


def set_rate(to: torch.optim.Optimizer, highest: float, *, warm: float, done: float) -> None:
    """The rate rises with `warm` from 0 to 1, then falls as half a cosine with the share done, to a hundredth."""
    for group in to.param_groups:
        group["lr"] = highest * min(1.0, warm) * (0.495 * (1 + math.cos(math.pi * done)) + 0.01)


class Learning(Protocol):
    """What keeps a state of learning: a net, an optimiser, a schedule of rates."""

    def state_dict(self) -> dict[str, Any]:
        """The state."""

    def load_state_dict(self, state_dict: dict[str, Any]) -> object:
        """Goes on from that state."""


@dataclass(frozen=True)
class Checkpoint:
    """The state of learning in a file: `parts` by name, and under `counted` how many rounds or epochs are done."""

    path: Path
    counted: str
    parts: Mapping[str, Learning]

    def resumed(self) -> int:
        """Brings the parts to the state of the file, where there is one; returns what is done by then."""
        if not self.path.exists():
            return 0
        state = torch.load(self.path, map_location=device(), weights_only=True)
        for name, part in self.parts.items():
            part.load_state_dict(state[name])
        return int(state[self.counted])

    def keep(self, done: int) -> None:
        """Writes the parts' state; a run that is cut off while it writes leaves the file of before."""
        new = self.path.with_suffix(".new")
        torch.save({self.counted: done} | {name: part.state_dict() for name, part in self.parts.items()}, new)
        new.replace(self.path)
