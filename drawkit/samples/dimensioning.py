"""Linear dimensions: dimension line, arrows, extension lines, and racks of them beside a view (ISO 129-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from .callouts import Block, Spec, block_of
from .drafter import Drafter
from .pen import Point, Rect, grown

Side = Literal["top", "bottom", "left", "right"]
_GAP = 1.0
"""Between the outline and an extension line, mm."""
_OVER = 2.0
"""How far an extension line goes past the dimension line, mm."""


@dataclass(frozen=True)
class Measure:
    """One linear dimension between two points of the sheet."""

    p: Point
    q: Point
    spec: Spec
    hole: bool = False


@dataclass
class _Placed:
    """A measure along the rack's axis: `a` <= `b`, its text's span, and its tier."""

    measure: Measure
    block: Block
    a: float
    b: float
    length: float
    """Extent of the text along the axis."""
    tier: int = 0
    middle: float = 0.0

    def span(self, tail: float) -> tuple[float, float]:
        """Tell what it takes of its tier."""
        half = self.length / 2 + 0.8
        inner = self.b - self.a >= 3 * tail
        reach = 0.0 if inner else tail
        return min(self.a - reach, self.middle - half), max(self.b + reach, self.middle + half)


@dataclass
class Rack:
    """Dimensions stacked in tiers beside a view: the short ones inside, each clear of the others."""

    drafter: Drafter
    side: Side
    base: float
    """Coordinate of the outline that the rack stands on."""
    first: float = 11.0
    """From the outline to the first dimension line, mm."""
    measures: list[Measure] = field(default_factory=list)
    drawn: list[tuple[Spec, float]] = field(default_factory=list)
    """Each drawn dimension with the coordinate of its line."""

    def add(self, p: Point, q: Point, spec: Spec, *, hole: bool = False) -> None:
        """Add the distance between `p` and `q` along the rack's side."""
        self.measures.append(Measure(p, q, spec, hole))

    def line_of(self, spec: Spec) -> float:
        """Where the dimension line of a drawn dimension runs."""
        return next(line for drawn, line in self.drawn if drawn == spec)

    @property
    def upright(self) -> bool:
        """Whether dimension lines run vertically."""
        return self.side in ("left", "right")

    @property
    def _level(self) -> bool:
        return self.upright and self.drafter.habits.level_text

    def draw(self) -> float:
        """Draw all; returns the coordinate of the outermost edge."""
        placed = [self._prepare(m) for m in self.measures]
        placed.sort(key=lambda d: (round(d.b - d.a, 3), d.a))
        tiers: list[list[_Placed]] = []
        for one in placed:
            one.tier = self._free_tier(one, tiers)
            tiers[one.tier : one.tier + 1] = [[*(tiers[one.tier] if one.tier < len(tiers) else []), one]]
        lines = self._offsets(tiers)
        for one in placed:
            self._settle(one, placed, lines[one.tier])
            self._draw(one, lines[one.tier])
            self.drawn.append((one.measure.spec, lines[one.tier]))
        sign = 1 if self.side in ("top", "right") else -1
        return lines[-1] + sign * self._thickness(tiers[-1], outer=True) if lines else self.base

    def _prepare(self, measure: Measure) -> _Placed:
        axis = 1 if self.upright else 0
        a, b = sorted((measure.p[axis], measure.q[axis]))
        block = block_of(measure.spec, self.drafter.habits)
        length = block.above + block.below if self._level else block.width(self.drafter.pen)
        one = _Placed(measure, block, a, b, length)
        one.middle = self._middles(one)[0]
        return one

    def _middles(self, one: _Placed) -> list[float]:
        """Places for the text along the line, best first."""
        tail = self.drafter.habits.arrow_length
        space, centre, half = one.b - one.a, (one.a + one.b) / 2, one.length / 2
        outside = [one.b + 2 * tail + half, one.a - 2 * tail - half]
        need = one.length + (2 * tail + 1 if self._broken else 1.0)
        if space < need:
            return outside
        play = (space - need) / 2
        return [centre, centre + 0.7 * play, centre - 0.7 * play, *outside]

    @property
    def _broken(self) -> bool:
        """Whether the dimension line is broken for the text instead of running under it."""
        return self.drafter.habits.level_text

    def _free_tier(self, one: _Placed, tiers: Sequence[Sequence[_Placed]]) -> int:
        tail = 2 * self.drafter.habits.arrow_length
        low, high = one.span(tail)

        def clash(other: _Placed) -> bool:
            a, b = other.span(tail)
            return low < b - 0.01 and a < high - 0.01 and not self._chained(one, other)

        within = [i for i, others in enumerate(tiers) for o in others if o.a > one.a + 0.01 and o.b < one.b - 0.01]
        start = max(within, default=-1) + 1
        free = (i for i in range(start, len(tiers)) if not any(map(clash, tiers[i])))
        return next(free, max(start, len(tiers)))

    def _chained(self, one: _Placed, other: _Placed) -> bool:
        """Whether two dimensions meet end to end, both with text and arrows within."""
        tail = self.drafter.habits.arrow_length
        if any(d.b - d.a < max(3 * tail, 0.1) or not d.a < d.middle < d.b for d in (one, other)):
            return False
        return one.b <= other.a + 0.01 or other.b <= one.a + 0.01

    def _settle(self, one: _Placed, placed: Sequence[_Placed], at: float) -> None:
        """Choose the text's place that no other text and no extension line of an outer tier runs through."""
        ends = [e for d in placed if d.tier > one.tier for e in (d.a, d.b)]
        same = [d for d in placed if d.tier == one.tier and d is not one]
        half = one.length / 2 + 0.6

        def cost(middle: float) -> float:
            cut = sum(abs(e - middle) < half for e in ends)
            tail = 2 * self.drafter.habits.arrow_length
            near = sum(d.span(tail)[0] < middle + half and middle - half < d.span(tail)[1] for d in same)
            texts, _, walls = self.drafter.pen.hits(grown(self._box(one, middle, at), 0.5))
            outside = 0 if one.a < middle < one.b else 1.2
            return cut + 3 * near + 5 * texts + 0.5 * min(walls, 3) + outside

        places = self._middles(one)
        one.middle = min(places, key=lambda m: (cost(m), places.index(m)))

    def _box(self, one: _Placed, middle: float, at: float) -> Rect:
        """Where the text would stand."""
        half, block = one.length / 2, one.block
        wide = block.width(self.drafter.pen) / 2
        if self._level:
            return at - wide, middle - half, at + wide, middle + half
        tall = block.above + block.below
        low, high = (-tall / 2, tall / 2) if self._broken else (1.0, 1.0 + tall)
        if self.upright:
            return at - high, middle - half, at - low, middle + half
        return middle - half, at + low, middle + half, at + high

    def _thickness(self, tier: Sequence[_Placed], *, outer: bool = False) -> float:
        """Room that a tier's text takes across the line."""
        if self._level:
            widest = max(d.block.width(self.drafter.pen) for d in tier)
            return widest / 2 if outer else widest
        if self._broken:
            return max(d.block.above + d.block.below for d in tier) * (0.5 if outer else 1.0)
        reach = max(d.block.above + d.block.below for d in tier) + 1.0
        return (reach if self.side in ("top", "left") else 0.0) if outer else reach

    def _offsets(self, tiers: Sequence[Sequence[_Placed]]) -> list[float]:
        """Where each tier's dimension line runs."""
        sign = 1 if self.side in ("top", "right") else -1
        inward = self.side in ("bottom", "right")  # text stands above or left of its line, here towards the view
        lines: list[float] = []
        reach = self.base
        for tier in tiers:
            thick = self._thickness(tier)
            if self._broken:
                step = thick + 3.0
                line = reach + sign * (max(self.first, step / 2 + 2) if not lines else step / 2)
                reach = line + sign * step / 2
            elif inward:
                line = reach + sign * max(self.first if not lines else 0.0, thick + 2.2)
                reach = line
            else:
                line = reach + sign * (self.first if not lines else 2.2)
                reach = line + sign * thick
            lines.append(line)
        return lines

    def _draw(self, one: _Placed, at: float) -> None:
        self._extensions(one, at)
        self._dimension_line(one, at)
        text_box = self._text(one, at)
        angle = 90.0 if self.upright and not self._level else 0.0
        self.drafter.note(one.measure.spec, one.block, text_box, angle, hole=one.measure.hole)

    def _point(self, u: float, v: float) -> Point:
        return (v, u) if self.upright else (u, v)

    def _extensions(self, one: _Placed, at: float) -> None:
        for point in (one.measure.p, one.measure.q):
            u, v = (point[1], point[0]) if self.upright else point
            if abs(at - v) < _GAP:
                continue
            sign = 1 if at > v else -1
            ends = self._point(u, v + sign * _GAP), self._point(u, at + sign * _OVER)
            self.drafter.pen.line(*ends, style="dimension")

    def _dimension_line(self, one: _Placed, at: float) -> None:
        pen, tail = self.drafter.pen, self.drafter.habits.arrow_length
        within = one.a < one.middle < one.b
        taken = one.length + 2 * tail + 0.5 if within and self._broken else 2 * tail + 1.5
        inner = one.b - one.a >= taken
        low, high = (one.a, one.b) if inner else (one.a - 2 * tail, one.b + 2 * tail)
        half = one.length / 2 + (0.8 if self._broken else 0.0)
        if not within:
            edge = -half if self._broken else half  # a broken line ends where the text begins
            low, high = min(low, one.middle - edge), max(high, one.middle + edge)
        pieces = [(low, high)]
        if within and self._broken:
            pieces = [(low, one.middle - half), (one.middle + half, high)]
        for start, end in pieces:
            pen.line(self._point(start, at), self._point(end, at), style="dimension")
        turn = 90.0 if self.upright else 0.0
        self.drafter.arrow(self._point(one.a, at), turn + (180 if inner else 0))
        self.drafter.arrow(self._point(one.b, at), turn + (0 if inner else 180))

    def _text(self, one: _Placed, at: float) -> Rect:
        pen, block = self.drafter.pen, one.block
        if self._level:
            width = block.width(pen)
            return block.draw(pen, (at - width / 2, one.middle - (block.above - block.below) / 2))
        start = one.middle - one.length / 2
        lift = -(block.above - block.below) / 2 if self._broken else 1.0 + block.below
        if self.upright:
            return block.draw(pen, (at - lift, start), 90.0)
        return block.draw(pen, (start, at + lift))


def ordinates(
    drafter: Drafter, side: Side, base: float, values: Sequence[tuple[Point, float]], first: float = 12.0
) -> float:
    """Draw running dimensions from a zero line (ISO 129-1, 9.3.3): each value at the end of its extension line.

    `values`: the point on the sheet and its coordinate in drawing units. Returns the outermost coordinate.
    """
    pen, habits = drafter.pen, drafter.habits
    upright = side in ("left", "right")
    sign = 1 if side in ("top", "right") else -1
    line = base + sign * first
    axis = 1 if upright else 0
    pitch = 1.5 * habits.height
    last, outer = float("-inf"), line
    for point, value in sorted(values, key=lambda entry: entry[0][axis]):
        along = max(point[axis], last + pitch)
        last = along
        start = point[1 - axis] + sign * _GAP
        route = [(point[axis], start), (point[axis], line - sign * 5), (along, line - sign * 2), (along, line)]
        pen.line(*((v, u) if upright else (u, v) for u, v in route), style="dimension")
        spec = Spec("ordinate", value)
        block = Block(((habits.number(value) if value else "0",),), habits.height)
        width = block.width(pen)
        shift = (1.0 if sign > 0 else -1.0 - width) + line
        at = (shift, along - habits.height / 2) if upright else (along + habits.height / 2, shift)
        box = block.draw(pen, at, 0.0 if upright else 90.0)
        drafter.note(spec, block, box, 0.0 if upright else 90.0)
        outer = line + sign * max(abs(outer - line), width + 1)
    return outer
