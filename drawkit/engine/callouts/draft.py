"""A callout while it is being read: its values so far, what spoke for them, and what was left over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from drawkit.contract import Counterbore, Countersink, Dimension, DimensionKind

from .threads import Screw
from .tokens import Token, spell
from .values import Amount, Deviations

BARE_INTEGER: Final = 0.5
DECIMAL: Final = 0.8
MARKED: Final = 0.95
"""Plausibility of a bare integer, of a decimal number, and of a value with a symbol, a tolerance or the like."""

LEAST: Final = 0.2
"""Below this plausibility a text is not a dimension."""

MOST_WORDS: Final = 8
"""A text with more words that say nothing about its value is a note."""


@dataclass(slots=True)
class Draft:
    """What has been read. `score` is the plausibility so far; `marked` says that more than a number was read.

    `stuck` says that letters without a meaning are stuck to the value, as in part numbers.
    """

    units: str | None
    kind: DimensionKind = "linear"
    quantity: int = 1
    typical: bool = False
    value: Amount | None = None
    nominal: float | None = None
    deviations: Deviations | None = None
    max: float | None = None
    min: float | None = None
    fit: str | None = None
    reference: bool = False
    basic: bool = False
    depth: float | str | None = None
    depth_deviations: Deviations | None = None
    angle: float | None = None
    thread: str | None = None
    counterbore: Counterbore | None = None
    countersink: Countersink | None = None
    alternate: float | None = None
    flag: str | None = None
    marked: bool = False
    implied_hole: bool = False
    stuck: bool = False
    single: str | None = None
    factor: float = 1.0
    before: list[Token] = field(default_factory=list)
    after: list[Token] = field(default_factory=list)
    aside: list[Token] = field(default_factory=list)

    def mark(self, kind: DimensionKind | None = None) -> None:
        """Something beyond a bare number was read; it may decide the kind of a value that was linear so far."""
        self.marked = True
        if kind is not None and self.kind == "linear":
            self.kind = kind

    def doubt(self, factor: float) -> None:
        """Take the reading as that much less plausible."""
        self.factor *= factor

    def set_thread(self, screw: Screw) -> None:
        """Take a thread; the nominal is its own unless a drilled diameter stands before it."""
        self.mark()
        self.thread = screw.designation
        if self.value is None:
            self.kind, self.nominal = "thread", screw.nominal
        if not screw.sure:
            self.doubt(0.55)

    def set_limits(self, first: float, second: float) -> None:
        """Take two limits of size instead of a nominal."""
        self.mark()
        self.nominal, self.max, self.min = None, max(first, second), min(first, second)

    def set_single_limit(self) -> None:
        """Turn the nominal into the MAX or MIN that stands beside it."""
        if self.single is None or self.nominal is None:
            return
        if self.single == "MAX":
            self.max = self.nominal
        else:
            self.min = self.nominal
        self.nominal = None
        self.mark()

    @property
    def has_value(self) -> bool:
        """Whether the callout's own value has been read."""
        return any(v is not None for v in (self.nominal, self.max, self.min))

    def settle(self) -> None:
        """Draw the conclusions that need the whole callout."""
        self.set_single_limit()
        if self.implied_hole and self.kind == "linear":
            self.kind = "diameter"
            self.doubt(0.75)

    def score(self) -> float:
        """Weigh how plausible the reading is, 0 to 1."""
        base = MARKED if self.marked else self._bare()
        words, numbers = len(self.before) + len(self.after), _numbers(self.after) + _numbers(self.before)
        if (words and not self.marked) or words + len(self.aside) > MOST_WORDS:
            return 0.0
        if self.aside and not self.marked:
            base *= 0.6
        base -= 0.05 * min(words, 3) + 0.02 * max(0, words - 3) + (0.2 if self.before else 0) + 0.15 * numbers
        return round(max(0.0, base * self.factor), 3)

    def _bare(self) -> float:
        if self.value is None:
            return MARKED
        token = self.value.token
        if token.decimals or token.fraction or self.value.unit:
            fine = self.units == "mm" and token.decimals > 3
            return 0.4 if fine else MARKED if self.reference else DECIMAL
        return BARE_INTEGER if len(token.text) < 6 else 0.0

    def tolerance_from(self) -> str:
        """Choose explicit when deviations are printed (beside a fit or not), else limits, fit or none."""
        if self.deviations is not None:
            return "explicit"
        if self.max is not None or self.min is not None:
            return "limits"
        return "fit" if self.fit else "none"

    def extras(self) -> dict[str, Any]:
        """Gather what the sheet says beyond the contract's fields: the flag before a value, deviations of a depth."""
        found: dict[str, Any] = {}
        if self.flag:
            found["flag"] = self.flag
        if self.depth_deviations is not None:
            found["depth_upper_deviation"] = self.depth_deviations.upper
            found["depth_lower_deviation"] = self.depth_deviations.lower
        return found

    def dimension(self, text: str) -> Dimension:
        """Build the finished value, with `text` as read."""
        upper, lower = self.deviations or (None, None)
        fields: dict[str, Any] = {
            "text": text,
            "kind": self.kind,
            "quantity": self.quantity,
            "typical": self.typical,
            "nominal": self.nominal,
            "upper_deviation": upper,
            "lower_deviation": lower,
            "max": self.max,
            "min": self.min,
            "fit": self.fit,
            "tolerance_from": self.tolerance_from(),
            "reference": self.reference,
            "basic": self.basic,
            "depth": self.depth,
            "angle": self.angle,
            "thread": self.thread,
            "counterbore": self.counterbore,
            "countersink": self.countersink,
            "alternate": self.alternate,
        }
        return Dimension(**fields, **self.extras())

    def rest(self) -> str:
        """Spell what was read and says nothing about the values."""
        return spell([*self.before, *self.after, *self.aside])


def _numbers(tokens: list[Token]) -> int:
    return sum(token.kind in {"NUM", "JUNK"} for token in tokens)
