"""A callout while it is being read: its values so far, what spoke for them, and what was left over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Final

from drawkit.contract import Counterbore, Countersink, Dimension, DimensionKind

from .inch_threads import Screw
from .tokens import Token, spell
from .values import MM_PER_INCH, Amount, Deviations
from .words import FOREIGN

BARE_INTEGER: Final = 0.5
DECIMAL: Final = 0.8
MARKED: Final = 0.95
"""Plausibility of a bare integer, of a decimal number, and of a value with a symbol, a tolerance or the like."""

LEAST: Final = 0.2
"""Below this plausibility a text is not a dimension."""

MOST_WORDS: Final = 8
"""A text with more words that say nothing about its value is a note."""


_ASIDE: Final = 0.6
"""Share of its plausibility that a bare number keeps beside a remark."""

_BARE_BEFORE, _BARE_AFTER = 0.3, 0.35
"""Share that a bare number keeps behind, or before, words that say nothing about it."""

_NOTE, _STUCK, _FOREIGN = 0.2, 0.2, 0.2
"""Share that a value keeps in a text as long as a note, with letters stuck to it as in part numbers, or beside what
speaks of other quantities."""

_PUNCTUATION: Final = frozenset("()[]{}|,;./-")
"""What stands between words and is none."""

_DRILL: Final = (0.6, 1.0)
"""A tap drill has between this and that part of the thread's nominal diameter (ISO 2306)."""


@dataclass(slots=True)
class Draft:
    """What has been read. `score` is the plausibility so far; `marked` says that more than a number was read.

    `dashed` says that the sheet joins quantities to values by a dash.
    `stuck` says that letters without a meaning are stuck to the value, as in part numbers; `full` that a radius
    is printed without its value; `depth_inherited` that the depth is the drill's until the thread's own is read;
    `more` holds what the sheet says beyond the contract's fields, `said` the kinds of known words before the value.
    """

    units: str | None
    dashed: bool = False
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
    depth_inherited: bool = False
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
    full: bool = False
    factor: float = 1.0
    before: list[Token] = field(default_factory=list)
    after: list[Token] = field(default_factory=list)
    aside: list[Token] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)

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
        elif self._is_pilot(screw):
            self._take_drill(screw)
        if not screw.sure:
            self.doubt(0.55)

    def _is_pilot(self, screw: Screw) -> bool:
        """Say whether the diameter read so far is that of the thread's tap drill."""
        drilled = self.kind == "diameter" or (self.kind == "linear" and self.implied_hole)
        return drilled and self.nominal is not None and _is_drill(self.nominal, screw.nominal)

    def fits_drill(self, diameter: float) -> bool:
        """Say whether a hole of this diameter can be the tap drill of the thread that was read."""
        return self.nominal is not None and _is_drill(diameter, self.nominal)

    def _take_drill(self, screw: Screw) -> None:
        """Turn what was read into the tap drill of a thread: drill and thread are one callout (ISO 6410-1)."""
        drill = {"diameter": self.nominal, "depth": self.depth}
        if self.deviations is not None:
            drill |= {"upper_deviation": self.deviations.upper, "lower_deviation": self.deviations.lower}
        self.more["tap_drill"] = {name: value for name, value in drill.items() if value is not None}
        self.kind, self.nominal, self.deviations = "thread", screw.nominal, None
        self.depth_inherited = self.depth is not None

    def set_depth(self, depth: float | str, found: Deviations | None) -> None:
        """Take a depth; the first one counts, but that a thread's own replaces its drill's."""
        if self.depth is None or self.depth_inherited:
            self.depth, self.depth_deviations, self.depth_inherited = depth, found, False
        self.implied_hole = True
        self.mark()

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
        said = any(v is not None for v in (self.nominal, self.max, self.min))
        return said or (self.kind == "chamfer" and self.angle is not None) or self.full

    def settle(self, legend: Collection[str] = ()) -> None:
        """Draw the conclusions that need the whole callout; `legend` holds the marks of reference dimensions."""
        if self.flag in legend:
            self.reference = True
            self.mark()
        self.set_single_limit()
        if self.full and (self.quantity > 1 or self.typical):
            self.mark()
        if self.implied_hole and self.kind == "linear":
            self.kind = "diameter"
            self.doubt(0.75)

    def score(self) -> float:
        """Weigh how plausible the reading is, 0 to 1; words that it has no place for lower it and veto nothing."""
        score = MARKED if self.marked else self._bare()
        words, numbers = _words(self.before) + _words(self.after), _numbers(self.after) + _numbers(self.before)
        if self.aside and not self.marked:
            score *= _ASIDE
        if not self.marked:
            score *= _BARE_BEFORE if self.before else _BARE_AFTER if self.after else 1.0
        if words + _words(self.aside) > MOST_WORDS:
            score *= _NOTE
        if self.stuck:
            score *= _STUCK
        if any(token.kind in FOREIGN for token in (*self.before, *self.after)):
            score *= _FOREIGN
        score -= 0.05 * min(words, 3) + 0.02 * max(0, words - 3) + (0.2 if self.before else 0) + 0.15 * numbers
        return round(max(0.0, score * self.factor), 3)

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
        found = dict(self.more)
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

    def unread(self) -> str:
        """Spell what was read and not understood."""
        return spell([*self.before, *self.after])


def _words(tokens: list[Token]) -> int:
    return sum(token.kind not in _PUNCTUATION for token in tokens)


def _numbers(tokens: list[Token]) -> int:
    return sum(token.kind in {"NUM", "JUNK"} for token in tokens)


def _is_drill(diameter: float, thread: float) -> bool:
    """Say whether `diameter` is that of a tap drill of the thread, in the same unit or the other."""
    return any(_DRILL[0] <= diameter / thread * scale < _DRILL[1] for scale in (1.0, MM_PER_INCH, 1 / MM_PER_INCH))
