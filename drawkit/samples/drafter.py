"""The drafter: one pen, one ledger and one office's habits, shared by everything that annotates a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .callouts import Block, Spec, callout_text
from .habits import Habits
from .pen import Pen, Point, Rect, polar
from .truth import Ledger


@dataclass
class Drafter:
    """Draws annotation and notes its truth. Lengths on the sheet in mm."""

    pen: Pen
    ledger: Ledger
    habits: Habits
    limits: Rect
    """Where annotation may stand: the drawing space."""
    general: bool = True
    """Whether the sheet states general tolerances."""

    def note(self, spec: Spec, block: Block, box: Rect, angle: float = 0.0, *, hole: bool = False) -> str:
        """Note a dimension, and the thread or hole it describes."""
        text = callout_text(block.lines)
        values = spec.values(self.general)
        found = self.ledger.note("dimensions", box, text, angle, **values)
        shared: dict[str, Any] = {"quantity": spec.quantity, "depth": spec.depth, "dimension_id": found}
        if spec.thread:
            self.ledger.note("threads", box, spec.thread, angle, designation=spec.thread, **shared)
        if hole:
            kept = {key: values[key] for key in ("thread", "counterbore", "countersink")}
            size = None if spec.thread else spec.nominal
            self.ledger.note("holes", box, text, angle, diameter=size, **shared, **kept)
        return found

    def arrow(self, tip: Point, angle: float) -> None:
        """Draw an arrow head at `tip` that points along `angle` (degrees)."""
        length = self.habits.arrow_length
        half = {"filled": 9.5, "slim": 6.0, "open": 12.0}[self.habits.arrow]
        a, b = (polar(tip, -length, angle + side) for side in (half, -half))
        if self.habits.arrow == "open":
            self.pen.line(a, tip, b, style="dimension")
        else:
            self.pen.area(tip, a, b, grey=self.habits.grey)
