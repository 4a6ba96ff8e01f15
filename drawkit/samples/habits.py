"""Habits of a drawing office and its CAD system: how numbers, callouts, arrows and dimensions are set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Units = Literal["mm", "inch"]
Language = Literal["en", "de", "fr", "es", "it", "sv"]

THROUGH: dict[str, str] = {
    "en": "THRU",
    "de": "DURCH",
    "fr": "DÉBOUCHANT",
    "es": "PASANTE",
    "it": "PASSANTE",
    "sv": "GENOMGÅENDE",
}


@dataclass(frozen=True)
class Habits:
    """How one office draws. `height` is that of dimension figures, mm."""

    units: Units = "mm"
    comma: bool = False
    level_text: bool = False
    """All dimension text level (ASME Y14.5) instead of along its line (ISO 129-1)."""
    arrow: Literal["filled", "open", "slim"] = "filled"
    times: str = "x "
    """Between a quantity and its feature: "4x ⌀6", "4X ⌀6", "4 x ⌀6", "4-⌀6"."""
    symbol_gap: str = ""
    """Between ⌀ and its number."""
    decimals: int | None = None
    """Digits always printed; None prints those that matter."""
    height: float = 3.5
    through: str = "THRU"
    chamfer: Literal["angle", "c"] = "angle"
    stacked_limits: bool = True
    fit_deviations: bool = False
    """Print the deviations of a fit beside it."""
    grey: float = 0.0

    @property
    def arrow_length(self) -> float:
        """Length of an arrow head, mm."""
        return 0.9 * self.height

    @property
    def unit(self) -> float:
        """Millimetres in one drawing unit."""
        return 25.4 if self.units == "inch" else 1.0

    def number(self, value: float, decimals: int | None = None) -> str:
        """Return a number as this office prints it: decimal comma; no zero before the point in inches (ASME)."""
        if decimals is None and (self.decimals is not None or self.units == "inch"):
            least = self.decimals if self.decimals is not None else 3
            decimals = max(least, digits(value))
        text = f"{value:.{decimals}f}" if decimals is not None else f"{round(value, 4):g}"
        if self.units == "inch" and text.startswith(("0.", "-0.")):
            text = text.replace("0.", ".", 1)
        return text.replace(".", ",") if self.comma else text

    def signed(self, value: float, decimals: int) -> str:
        """Return a deviation with its sign; zero has none in millimetres."""
        if value == 0:
            return "0" if self.units == "mm" else self.number(0.0, decimals)
        return ("+" if value > 0 else "-") + self.number(abs(value), decimals)


def digits(*values: float) -> int:
    """How many decimals are needed to print all values exactly (up to 4)."""
    return max(len(f"{round(abs(v), 4):g}".partition(".")[2]) for v in values)
