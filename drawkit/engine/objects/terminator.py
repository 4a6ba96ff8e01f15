"""The end of a dimension line or leader (ISO 129-1, 5.4): where its tip is, which way it points, how long it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["arrow", "open", "tick", "dot", "ring"]


@dataclass(frozen=True, slots=True)
class Terminator:
    """The end of a dimension line or leader: where its tip is, which way it points, and how long it is, in points.

    `direction` is a unit vector from the base to the tip; (0, 0) for what ends lines of any direction (dots, rings).
    For ticks it is that of the line they end, pointing away from it.
    """

    x: float
    y: float
    direction: tuple[float, float]
    size: float
    kind: Kind

    @property
    def base(self) -> tuple[float, float]:
        """Where the line comes from: the middle of the arrow's base."""
        return self.x - self.direction[0] * self.size, self.y - self.direction[1] * self.size

    @property
    def middle(self) -> tuple[float, float]:
        """Half way from the base to the tip."""
        (x, y), (bx, by) = (self.x, self.y), self.base
        return (x + bx) / 2, (y + by) / 2
