"""Elementary welding symbols on a reference line with a leader (ISO 2553, table 1; AWS A2.4 draws them alike)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...contract import WeldKind
from ..index import BoxIndex
from ..sheet import Floats, Sheet, Word

_LINE = (2.5, 40.0)  # letter heights: length of a reference line
_LEADER = 2.0  # letter heights: the shortest leader
_MEET = 0.2  # letter heights: how far the ends of strokes that meet may be apart
_TALL = (0.6, 3.5)  # letter heights: how high a symbol is
_LEAN = (math.tan(math.radians(18)), math.tan(math.radians(70)))  # of a slanted stroke against the upright
_WIDE = (0.15, 1.2)  # of its height: the gap of a square butt weld
_ON_LINE = re.compile(r"[asz]?\d*[.,]?\d+(?:[xX×]\d+)?(?:\(\d+\))?|\d+(?:/\d+)?-\d+|\(\d+\)|[asz]|[GMCR]|\d+/\d+")
"""Sizes, lengths and pitches, and how the contour is finished (ISO 2553, clause 5; AWS A2.4)."""

_FORK = (0.5, 4.0)  # letter heights: how far the strokes of a tail reach
_OPEN = (math.tan(math.radians(25)), math.tan(math.radians(65)))  # of them against the reference line
_UPRIGHT = 0.2  # of its height: how far a letter leans to either side at most
_BESIDE = 1.9  # letter heights above and below a reference line between which its sizes and lengths stand
_BEHIND, _NEXT = 3.5, 1.5  # letter heights from the end of the line to the tail's first word, and from one to the next
_LEVEL = 0.8  # letter heights: how far the middle of such a word is off the line
_ALIKE = 0.15  # share by which the heights of two strokes of a symbol may differ


@dataclass(frozen=True, slots=True)
class WeldSymbol:
    """An elementary symbol on its reference line (ISO 2553, table 1), in points of the page with y down.

    Which side of the joint it names is left open: below the line means the arrow side in AWS A2.4 and in system B of
    ISO 2553, while system A tells it by a dashed second line.
    """

    kind: WeldKind
    left: float
    """The least x of the symbol's strokes, and `right` the greatest."""
    right: float
    line_y: float
    """The y of the reference line, which the symbol's strokes begin on."""
    height: float
    """How far the symbol reaches from the reference line: above it positive, below it negative."""
    joint: tuple[float, float]
    """The (x, y) at which the arrow line meets the reference line; a circle here says all around."""


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A stroke with its foot on the reference line, in points; `rise` is positive upward."""

    foot: float
    top: float
    rise: float

    @property
    def run(self) -> float:
        return self.top - self.foot

    @property
    def is_upright(self) -> bool:
        return abs(self.run) <= 0.08 * abs(self.rise)

    @property
    def is_slanted(self) -> bool:
        return _LEAN[0] * abs(self.rise) <= abs(self.run) <= _LEAN[1] * abs(self.rise)


@dataclass(frozen=True, slots=True)
class _Line:
    """A level line with a slanted leader at one end, its `joint`, in points."""

    left: float
    right: float
    y: float
    joint: tuple[float, float]

    @property
    def end(self) -> tuple[float, int]:
        """The x of the other end, and 1 where it is the right one, else -1."""
        return (self.right, 1) if self.joint[0] - self.left < self.right - self.joint[0] else (self.left, -1)


def weld_symbols(sheet: Sheet) -> list[WeldSymbol]:
    """The welding symbols of the sheet, from top to bottom."""
    found = [s for line in _reference_lines(sheet) for s in _on(sheet, line)]
    return sorted(found, key=lambda s: (s.line_y, s.left))


def words_of_welds(sheet: Sheet, words: Sequence[Word]) -> set[Word]:
    """The words on reference lines with a welding symbol or a tail, and those behind the tail (ISO 2553, clause 5).

    A tail tells the process, a quality or a position: 111, ISO 5817-C, GMAW.
    """
    told: set[Word] = set()
    for line in _reference_lines(sheet):
        tailed = _forks(sheet, *line.end, line.y)
        if tailed or next(_on(sheet, line), None) is not None:
            told.update(word for word in words if _is_on(word, line, sheet.text_height))
        if tailed:
            told.update(_behind_tail(words, line, sheet.text_height))
    return told


def _is_on(word: Word, line: _Line, height: float) -> bool:
    """Whether a word says a size, a length or a contour, and stands on a line or right below it."""
    x, y = word.middle
    here = line.left <= x <= line.right and abs(y - line.y) <= _BESIDE * height
    return here and abs(word.up[0]) < _UPRIGHT and _ON_LINE.fullmatch(word.text) is not None


def _forks(sheet: Sheet, x: float, way: int, y: float) -> bool:
    """Whether two strokes fork from a place on a level line: one up and one down, the way that it ends."""
    slack = _MEET * sheet.text_height
    s = sheet.segments_near((x - slack, y - slack, x + slack, y + slack))
    ends, others = np.vstack([s[:, :2], s[:, 2:]]), np.vstack([s[:, 2:], s[:, :2]])
    here = np.hypot(ends[:, 0] - x, ends[:, 1] - y) <= slack
    run, rise = way * (others[here, 0] - x), others[here, 1] - y
    fits = (run >= _FORK[0] * sheet.text_height) & (run <= _FORK[1] * sheet.text_height)
    fits &= (np.abs(rise) >= _OPEN[0] * run) & (np.abs(rise) <= _OPEN[1] * run)
    return bool((fits & (rise > 0)).any() and (fits & (rise < 0)).any())


def _behind_tail(words: Sequence[Word], line: _Line, height: float) -> Iterator[Word]:
    """The words in a row behind the tail of a line."""
    end, way = line.end
    level = [w for w in words if abs(w.middle[1] - line.y) <= _LEVEL * height and abs(w.up[0]) < _UPRIGHT]
    sides = sorted(((min(way * w.box[0], way * w.box[2]), w) for w in level), key=lambda side: side[0])
    reach = way * end + _BEHIND * height
    for start, word in sides:
        if way * end - _MEET * height <= start <= reach:
            yield word
            reach = max(way * word.box[0], way * word.box[2]) + _NEXT * height


def _reference_lines(sheet: Sheet) -> Iterator[_Line]:
    """The level lines with a slanted leader at one end, or with an upright one and a tail at the other."""
    s, h = sheet.segments, sheet.text_height
    run, rise = np.abs(s[:, 2] - s[:, 0]), np.abs(s[:, 3] - s[:, 1])
    level = s[(rise <= 0.02 * run) & (run >= _LINE[0] * h) & (run <= _LINE[1] * h)]
    leaders = (rise > 0.15 * run) & (np.hypot(run, rise) >= _LEADER * h)
    slanted = run[leaders] > 0.15 * rise[leaders]
    ends = s[leaders].reshape(-1, 2)
    tips = level.reshape(-1, 2)
    asked, met = BoxIndex(np.hstack([ends, ends])).pairs(np.hstack([tips - _MEET * h, tips + _MEET * h]))
    by_slanted, by_any = set(asked[slanted[met // 2]].tolist()), set(asked.tolist())
    for number, (x0, y0, x1, y1) in enumerate(level.tolist()):
        for tip, (x, y), (far, _) in ((2 * number, (x0, y0), (x1, y1)), (2 * number + 1, (x1, y1), (x0, y0))):
            way = 1 if far > x else -1
            led = tip in by_slanted or (tip in by_any and _forks(sheet, far, way, (y0 + y1) / 2))
            if led and not _forks(sheet, x, -way, y):  # the strokes of a tail are no leader
                yield _Line(min(x0, x1), max(x0, x1), (y0 + y1) / 2, (x, y))
                break


def _on(sheet: Sheet, line: _Line) -> Iterator[WeldSymbol]:
    strokes = _standing(sheet.segments, line.left, line.right, line.y, sheet.text_height)
    for side in (1, -1):
        standing = [s for s in strokes if s.rise * side > 0]
        found = _pair(standing[0], standing[1], _MEET * sheet.text_height) if len(standing) == 2 else None
        if found is not None:
            kind, xs, height = found
            yield WeldSymbol(kind, min(xs), max(xs), line.y, side * height, line.joint)


def _standing(s: Floats, left: float, right: float, y: float, h: float) -> list[_Stroke]:
    """Strokes that begin on the reference line between its ends, each once though it may be drawn twice."""
    feet, tops = np.vstack([s[:, :2], s[:, 2:]]), np.vstack([s[:, 2:], s[:, :2]])
    rise, slack = np.abs(tops[:, 1] - y), _MEET * h
    low, high = np.minimum(feet[:, 0], tops[:, 0]), np.maximum(feet[:, 0], tops[:, 0])
    here = (rise >= _TALL[0] * h) & (rise <= _TALL[1] * h) & (np.abs(feet[:, 1] - y) <= slack)
    here &= (low >= left - slack) & (high <= right + slack)
    return [
        _Stroke(float(fx), float(tx), float(y - ty)) for fx, (tx, ty) in zip(feet[here, 0], tops[here], strict=True)
    ]


def _pair(a: _Stroke, b: _Stroke, meet: float) -> tuple[WeldKind, list[float], float] | None:
    """What two strokes on a reference line make."""
    height = max(abs(a.rise), abs(b.rise))
    if abs(abs(a.rise) - abs(b.rise)) > _ALIKE * height:
        return None
    kind = _kind(a, b, meet, height)
    return (kind, [a.foot, a.top, b.foot, b.top], height) if kind else None


def _kind(a: _Stroke, b: _Stroke, meet: float, height: float) -> WeldKind | None:
    feet, tops = abs(a.foot - b.foot) <= meet, abs(a.top - b.top) <= meet
    if a.is_upright and b.is_upright:
        return "square_butt" if _WIDE[0] * height <= abs(a.foot - b.foot) <= _WIDE[1] * height else None
    if a.is_slanted and b.is_slanted:
        return "single_v_butt" if feet and a.run * b.run < 0 else None
    if (a.is_upright and b.is_slanted) or (b.is_upright and a.is_slanted):
        return "fillet" if tops and not feet else "single_bevel_butt" if feet and not tops else None
    return None
