"""The pen: what is put on a sheet, in millimetres from its lower left corner, kept as a list of marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

from .strokefont import arc_points
from .symbols import SYMBOLS
from .typefaces import Face, drawn_advance

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
"""x0, y0, x1, y1 in millimetres, y upwards."""
Wall = tuple[float, float, float, float, Point, Point]
"""A straight piece of line: the box around it, and its ends."""
Anchor = Literal["start", "middle", "end"]

_DESCENDING: Final = frozenset("gjpqy,;()[]Qç|_")


@dataclass(frozen=True)
class LineType:
    """A line of ISO 128-2: width, dash pattern (mm) and grey (0 is black)."""

    width: float
    dash: tuple[float, ...] = ()
    grey: float = 0.0


LINES: Final[dict[str, LineType]] = {
    "outline": LineType(0.5),
    "thin": LineType(0.25),
    "hidden": LineType(0.35, (3.0, 1.5)),
    "centre": LineType(0.25, (8.0, 1.5, 0.6, 1.5)),
    "phantom": LineType(0.25, (8.0, 1.2, 0.6, 1.2, 0.6, 1.2)),
    "frame": LineType(0.7),
    "table": LineType(0.35),
}


@dataclass(frozen=True)
class Stroked:
    """A line through points, or a filled area."""

    points: tuple[Point, ...]
    line: LineType
    closed: bool = False
    filled: bool = False


@dataclass(frozen=True)
class Arc:
    """A circle or a part of one, counter-clockwise from `start` over `sweep` degrees."""

    centre: Point
    radius: float
    line: LineType
    start: float = 0.0
    sweep: float = 360.0


@dataclass(frozen=True)
class Run:
    """A piece of text all in one typeface: baseline start, capital height, angle in degrees."""

    at: Point
    text: str
    height: float
    angle: float
    symbol: bool
    """Drawn with our own symbols instead of the sheet's typeface."""
    grey: float = 0.0


Mark = Stroked | Arc | Run


def joined(boxes: Iterable[Rect]) -> Rect:
    """Return the smallest box around all."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def grown(box: Rect, by: float) -> Rect:
    """Return the box with `by` more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def overlap(a: Rect, b: Rect, slack: float = 0.0) -> bool:
    """Whether two boxes share more than `slack`."""
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def polar(centre: Point, radius: float, angle: float) -> Point:
    """Return the point at `radius` and `angle` (degrees) from `centre`."""
    return centre[0] + radius * math.cos(math.radians(angle)), centre[1] + radius * math.sin(math.radians(angle))


@dataclass
class Pen:
    """Draws on one sheet and remembers where text, lines and kept areas are."""

    face: Face
    lines: dict[str, LineType] = field(default_factory=lambda: dict(LINES))
    text_grey: float = 0.0
    own: frozenset[str] = SYMBOLS
    """Characters drawn with our own symbols; the rest is the typeface's."""
    marks: list[Mark] = field(default_factory=list)
    texts: list[tuple[str, Rect]] = field(default_factory=list)
    """Every text with its box."""
    walls: list[Wall] = field(default_factory=list)
    """Straight pieces of all lines, to keep text off them."""
    kept: list[Rect] = field(default_factory=list)
    """Areas where no callout may go (views, tables)."""

    def line(self, *points: Point, style: str = "outline", closed: bool = False) -> None:
        """Draw a line through `points`."""
        self.faint(*points, style=style, closed=closed)
        chain = [*points, points[0]] if closed else list(points)
        self._wall(chain)

    def faint(self, *points: Point, style: str = "thin", closed: bool = False) -> None:
        """Draw a line that text need not keep off, such as hatching within a kept area."""
        self.marks.append(Stroked(tuple(points), self.lines[style], closed))

    def _wall(self, points: Sequence[Point]) -> None:
        for (xa, ya), (xb, yb) in pairwise(points):
            box = (min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb))
            self.walls.append((*box, (xa, ya), (xb, yb)))

    def lines_in(self, box: Rect) -> list[tuple[Point, Point]]:
        """Return the straight pieces of lines that enter a box."""
        x0, y0, x1, y1 = box
        near = [(w[4], w[5]) for w in self.walls if w[0] <= x1 and w[2] >= x0 and w[1] <= y1 and w[3] >= y0]
        return [(a, b) for a, b in near if crosses(box, a, b)]

    def rect(self, box: Rect, style: str = "outline") -> None:
        """Draw the outline of a box."""
        x0, y0, x1, y1 = box
        self.line((x0, y0), (x1, y0), (x1, y1), (x0, y1), style=style, closed=True)

    def area(self, *points: Point, grey: float = 0.0) -> None:
        """Draw a filled area, such as an arrow head."""
        self.marks.append(Stroked(tuple(points), LineType(0.1, grey=grey), closed=True, filled=True))
        self._wall(points)

    def arc(
        self, centre: Point, radius: float, start: float = 0.0, sweep: float = 360.0, style: str = "outline"
    ) -> None:
        """Draw a circle, or a part of one."""
        self.marks.append(Arc(centre, radius, self.lines[style], start, sweep))
        points = arc_points(*centre, radius, radius, start, start + sweep)
        self._wall(points)

    def width(self, text: str, height: float) -> float:
        """Width of `text` at capital height `height`, mm."""
        return sum(self._advance(run, symbol) for run, symbol in self._runs(text)) * height

    def text(self, at: Point, text: str, height: float, *, anchor: Anchor = "start", angle: float = 0.0) -> Rect:
        """Write on a baseline through `at`; returns the box around the text as it stands on the sheet."""
        width = self.width(text, height)
        back = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        start = polar(at, -back, angle)
        along = 0.0
        for run, symbol in self._runs(text):
            self.marks.append(Run(polar(start, along, angle), run, height, angle, symbol, self.text_grey))
            along += self._advance(run, symbol) * height
        below = 0.3 * height if _DESCENDING & set(text) else 0.0
        box = turned_box(start, width, height, below, angle)
        self.texts.append((text, box))
        return box

    def _runs(self, text: str) -> list[tuple[str, bool]]:
        runs: list[tuple[str, bool]] = []
        for char in text:
            symbol = char in self.own
            if runs and runs[-1][1] == symbol:
                runs[-1] = (runs[-1][0] + char, symbol)
            else:
                runs.append((char, symbol))
        return runs

    def _advance(self, run: str, symbol: bool) -> float:
        return drawn_advance(run) if symbol else self.face.advance(run)

    def hits(self, box: Rect) -> tuple[int, int, int]:
        """How many texts, kept areas and lines the box touches."""
        texts = sum(overlap(box, other) for _, other in self.texts)
        kept = sum(overlap(box, other) for other in self.kept)
        return texts, kept, len(self.lines_in(box))

    def clear_way(self, a: Point, b: Point) -> int:
        """How many texts a straight line from `a` to `b` would run through."""
        low, high = (min(a[0], b[0]), min(a[1], b[1])), (max(a[0], b[0]), max(a[1], b[1]))
        way = grown((*low, *high), 1.2)
        return sum(overlap(way, box) and crosses(grown(box, 1.2), a, b) for _, box in self.texts)


def turned_box(start: Point, width: float, height: float, below: float, angle: float) -> Rect:
    """Return the upright box around text that starts at `start` and runs at `angle`."""
    corners = [(0.0, -below), (width, -below), (width, height), (0.0, height)]
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    placed = [(start[0] + x * c - y * s, start[1] + x * s + y * c) for x, y in corners]
    return joined((x, y, x, y) for x, y in placed)


def crosses(box: Rect, a: Point, b: Point) -> bool:
    """Whether the piece of line from `a` to `b` enters the box (Liang-Barsky)."""
    if max(a[0], b[0]) < box[0] or min(a[0], b[0]) > box[2] or max(a[1], b[1]) < box[1] or min(a[1], b[1]) > box[3]:
        return False
    near, far = 0.0, 1.0
    for axis in (0, 1):
        step = b[axis] - a[axis]
        low, high = box[axis] - a[axis], box[axis + 2] - a[axis]
        if step == 0:
            continue
        enter, leave = sorted((low / step, high / step))
        near, far = max(near, enter), min(far, leave)
    return near <= far


def inside(box: Rect, around: Rect) -> bool:
    """Whether `box` lies in `around`."""
    return around[0] <= box[0] and around[1] <= box[1] and box[2] <= around[2] and box[3] <= around[3]


def hatch(pen: Pen, loops: Sequence[Sequence[Point]], angle: float = 45.0, pitch: float = 2.5) -> None:
    """Hatch the area within closed loops (even-odd rule) with thin parallel lines (ISO 128-3)."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    turned = [[(x * c + y * s, y * c - x * s) for x, y in loop] for loop in loops]
    levels = [v for loop in turned for _, v in loop]
    level = math.ceil(min(levels) / pitch) * pitch + pitch * 0.37
    while level < max(levels):
        cuts = sorted(cut for loop in turned for cut in _cuts(loop, level))
        for u0, u1 in zip(cuts[::2], cuts[1::2], strict=False):
            pen.faint(*((u * c - level * s, u * s + level * c) for u in (u0, u1)))
        level += pitch


def _cuts(loop: Sequence[Point], level: float) -> list[float]:
    found = []
    for (u0, v0), (u1, v1) in zip(loop, [*loop[1:], loop[0]], strict=True):
        if (v0 <= level) != (v1 <= level):
            found.append(u0 + (level - v0) / (v1 - v0) * (u1 - u0))
    return found
