"""What learning shares, whatever the net: where it calculates, its layout in memory, its size and its checkpoints."""

from __future__ import annotations

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
