"""Callouts: what a dimension says, how it is worded, and how the words are set on the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from drawkit.contract import Counterbore, Countersink, DimensionKind

from .habits import Habits, digits
from .pen import Pen, Point, Rect, joined, polar
from .symbols import COUNTERBORE, COUNTERSINK, DEPTH, DIAMETER, SQUARE

_SIGN: Final[dict[str, str]] = {
    "diameter": DIAMETER,
    "spherical_diameter": f"S{DIAMETER}",
    "radius": "R",
    "spherical_radius": "SR",
    "square": SQUARE,
}
SMALL: Final = 0.7
"""Height of stacked figures as a share of the text height."""
PITCH: Final = 1.65
"""Line distance as a share of the text height."""


@dataclass(frozen=True)
class Spec:
    """What a dimension says, in the drawing's units and degrees; see `drawkit.contract.Dimension`."""

    kind: DimensionKind = "linear"
    nominal: float | None = None
    quantity: int = 1
    upper: float | None = None
    lower: float | None = None
    max: float | None = None
    min: float | None = None
    fit: str | None = None
    reference: bool = False
    basic: bool = False
    depth: float | str | None = None
    angle: float | None = None
    thread: str | None = None
    counterbore: tuple[float, float] | None = None
    countersink: tuple[float, float] | None = None
    typical: bool = False
    suffix: str = ""
    """Words after the value, such as "REAM"."""

    def values(self, general: bool) -> dict[str, Any]:
        """Return the fields of the contract's dimension; `general`: the sheet states general tolerances."""
        return {
            "kind": self.kind,
            "quantity": self.quantity,
            "typical": self.typical,
            "nominal": self.nominal,
            "upper_deviation": self.upper,
            "lower_deviation": self.lower,
            "max": self.max,
            "min": self.min,
            "fit": self.fit,
            "tolerance_from": self._tolerance_from(general),
            "reference": self.reference,
            "basic": self.basic,
            "depth": self.depth,
            "angle": self.angle,
            "thread": self.thread,
            "counterbore": Counterbore(diameter=self.counterbore[0], depth=self.counterbore[1])
            if self.counterbore
            else None,
            "countersink": Countersink(diameter=self.countersink[0], angle=self.countersink[1])
            if self.countersink
            else None,
        }

    def _tolerance_from(self, general: bool) -> str:
        if self.upper is not None:
            return "explicit"
        if self.fit or (self.thread and "-" in self.thread):
            return "fit"
        if self.max is not None or self.min is not None:
            return "limits"
        return "general" if general and not (self.reference or self.basic) else "none"


@dataclass(frozen=True)
class Stack:
    """Two small texts one above the other, aligned at the left: deviations or limits."""

    upper: str
    lower: str
    size: float = SMALL


Piece = str | Stack
Line = tuple[Piece, ...]


def wording(spec: Spec, habits: Habits) -> tuple[Line, ...]:
    """Return the lines of a callout as an office with these habits prints it."""
    lines = [_first_line(spec, habits)]
    if spec.counterbore:
        size, depth = (habits.number(v) for v in spec.counterbore)
        lines.append((f"{COUNTERBORE} {DIAMETER}{habits.symbol_gap}{size} {DEPTH}{habits.symbol_gap}{depth}",))
    if spec.countersink:
        size = habits.number(spec.countersink[0])
        lines.append((f"{COUNTERSINK} {DIAMETER}{habits.symbol_gap}{size} x {spec.countersink[1]:g}°",))
    return tuple(lines)


def _first_line(spec: Spec, habits: Habits) -> Line:
    pieces: list[Piece] = [_body(spec, habits)]
    if spec.max is not None and spec.min is not None:
        places = _places(habits, spec.max, spec.min)
        pieces.append(Stack(habits.number(spec.max, places), habits.number(spec.min, places), 0.85))
    pieces += _tolerance(spec, habits)
    tail = _tail(spec, habits)
    if spec.reference:
        tail = ")" + tail
    if tail:
        pieces.append(tail)
    if isinstance(pieces[0], str):
        quantity = f"{spec.quantity}{habits.times}" if spec.quantity > 1 else ""
        pieces[0] = quantity + ("(" if spec.reference else "") + pieces[0]
    return tuple(piece for piece in pieces if piece)


def _body(spec: Spec, habits: Habits) -> str:
    if spec.thread:
        return spec.thread
    sign = _SIGN.get(spec.kind, "")
    if sign and sign != "R":
        sign += habits.symbol_gap
    if spec.max is not None and spec.min is not None:
        return sign
    if spec.nominal is None:
        value, word = (spec.max, "MAX") if spec.max is not None else (spec.min, "MIN")
        return f"{sign}{habits.number(value or 0.0)} {word}"
    if spec.kind == "angle":
        places = 1 if spec.nominal % 1 else 0
        return f"{spec.nominal:.{places}f}°".replace(".", "," if habits.comma else ".")
    if spec.kind == "chamfer":
        size = habits.number(spec.nominal)
        return f"C{size}" if spec.angle is None else f"{size} x {spec.angle:g}°"
    return f"{sign}{habits.number(spec.nominal)}"


def _tolerance(spec: Spec, habits: Habits) -> list[Piece]:
    pieces: list[Piece] = [f" {spec.fit}"] if spec.fit else []
    if spec.upper is None or spec.lower is None:
        return pieces
    if spec.kind == "angle":
        return [*pieces, f" ±{spec.upper:g}°".replace(".", "," if habits.comma else ".")]
    places = _places(habits, spec.upper, spec.lower)
    if spec.upper == -spec.lower:
        return [*pieces, f" ±{habits.number(spec.upper, places)}"]
    return [*pieces, " ", Stack(habits.signed(spec.upper, places), habits.signed(spec.lower, places))]


def _places(habits: Habits, *values: float) -> int:
    return max(digits(*values), 3 if habits.units == "inch" else 0, habits.decimals or 0)


def _tail(spec: Spec, habits: Habits) -> str:
    words = ""
    if spec.depth == "THRU":
        words += f" {habits.through}"
    elif isinstance(spec.depth, float | int):
        words += f" {DEPTH}{habits.symbol_gap}{habits.number(spec.depth)}"
    if spec.typical:
        words += " TYP"
    return words + (f" {spec.suffix}" if spec.suffix else "")


def line_text(line: Line) -> str:
    """Return a line as plain text."""
    out = ""
    for piece in line:
        if isinstance(piece, Stack):
            out += f"{piece.upper}{'/' if piece.size > SMALL else ' '}{piece.lower}"
        else:
            out += piece
    return out


def callout_text(lines: tuple[Line, ...]) -> str:
    """Return a whole callout on one line."""
    return " ".join(" ".join(map(line_text, lines)).split())


@dataclass(frozen=True)
class Block:
    """Lines of a callout set at a text height; the origin is the first baseline's start of the last line."""

    lines: tuple[Line, ...]
    height: float
    boxed: bool = False

    def width(self, pen: Pen) -> float:
        """Width, mm, with the box of a basic dimension."""
        return max(sum(_piece_width(pen, p, self.height) for p in line) for line in self.lines) + 2 * self.margin

    @property
    def margin(self) -> float:
        """Room between text and box."""
        return 0.4 * self.height if self.boxed else 0.0

    @property
    def below(self) -> float:
        """How far the block reaches below its last baseline."""
        return self._reach(self.lines[-1]) + self.margin

    @property
    def above(self) -> float:
        """How far the block reaches above its last baseline."""
        rise = (len(self.lines) - 1) * PITCH * self.height
        return rise + self.height + self._reach(self.lines[0]) + self.margin

    def _reach(self, line: Line) -> float:
        """How far deviations stick out above and below the figures."""
        stacks = [piece.size for piece in line if isinstance(piece, Stack)]
        return (max(stacks) + 0.13 - 0.5) * self.height if stacks else 0.0

    def draw(self, pen: Pen, at: Point, angle: float = 0.0) -> Rect:
        """Write with the left end of the last baseline at `at`; returns the box around."""
        boxes = []
        for index, line in enumerate(reversed(self.lines)):
            x, y = self.margin, index * PITCH * self.height
            for piece in line:
                boxes += _draw_piece(pen, piece, polar(polar(at, x, angle), y, angle + 90), self.height, angle)
                x += _piece_width(pen, piece, self.height)
        if self.boxed:
            corners = [(0, -self.below), (self.width(pen), -self.below), (self.width(pen), self.above), (0, self.above)]
            pen.line(*(polar(polar(at, x, angle), y, angle + 90) for x, y in corners), style="thin", closed=True)
        return joined(boxes)


def _piece_width(pen: Pen, piece: Piece, height: float) -> float:
    if isinstance(piece, Stack):
        return max(pen.width(t, height * piece.size) for t in (piece.upper, piece.lower)) + 0.1 * height
    return pen.width(piece, height)


def _draw_piece(pen: Pen, piece: Piece, at: Point, height: float, angle: float) -> list[Rect]:
    if isinstance(piece, str):
        return [pen.text(at, piece, height, angle=angle)] if piece.strip() else []
    small = height * piece.size
    low = 0.5 * height - small - 0.13 * height
    return [
        pen.text(polar(at, low + small + 0.26 * height, angle + 90), piece.upper, small, angle=angle),
        pen.text(polar(at, low, angle + 90), piece.lower, small, angle=angle),
    ]


def block_of(spec: Spec, habits: Habits) -> Block:
    """Return the callout of `spec` as a block."""
    return Block(wording(spec, habits), habits.height, spec.basic)
