"""How one sheet lies on another: an affine map for the sheet, and one for each view that was moved or scaled."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np

from drawkit.contract import Box, PageReport

from ._entries import Entry

Point = tuple[float, float]

_APART: Final = 30.0
_NEAR: Final = 7.0
_LOOSE: Final = 35.0
_FEW, _SHARE = 6, 0.35
"""Of so many items or more less than this share lies by one map: the sheet was laid out anew."""
_TURN: Final = math.radians(4)
_SCALES: Final = (0.2, 5.0)
_LEAST: Final = 3
_MOST_MAPS: Final = 8
_MOST_PAIRS: Final = 70
_WHOLE: Final = 8


@dataclass(frozen=True)
class Affine:
    """An affine map of points of the old sheet to the new one, and the box on the new sheet that it was found in.

    x' = a x + b y + c, y' = d x + e y + f
    """

    matrix: tuple[float, float, float, float, float, float]
    region: Box | None = None
    held: int = 0
    """How many items lie by it."""

    def __call__(self, point: Point) -> Point:
        """Where a point of the old sheet lies on the new one."""
        a, b, c, d, e, f = self.matrix
        return a * point[0] + b * point[1] + c, d * point[0] + e * point[1] + f

    @property
    def inverse(self) -> tuple[float, float, float, float, float, float]:
        """The map from the new sheet to the old one."""
        a, b, c, d, e, f = self.matrix
        det = a * e - b * d
        return e / det, -b / det, (b * f - e * c) / det, -d / det, a / det, (d * c - a * f) / det

    def back(self, box: Box) -> Box:
        """The box on the old sheet around what lies in one on the new sheet."""
        a, b, c, d, e, f = self.inverse
        corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
        across, down = [a * x + b * y + c for x, y in corners], [d * x + e * y + f for x, y in corners]
        return min(across), min(down), max(across), max(down)

    @property
    def scale(self) -> float:
        """By how much it makes lengths larger."""
        a, b, _, d, e, _ = self.matrix
        return math.sqrt(abs(a * e - b * d))


@dataclass(frozen=True)
class Registered:
    """How a page lies on another. `anew` tells that the sheet was laid out anew: places then tell little."""

    maps: tuple[Affine, ...]
    anew: bool = False


def registered(old: Sequence[Entry], new: Sequence[Entry], pages: tuple[PageReport, PageReport]) -> Registered:
    """The maps from an old page to a new one, that of most items first; from sheet to sheet where nothing agrees."""
    pairs = _pairs(old, new)
    maps = _maps(pairs, _NEAR)
    anew = len(pairs) >= _FEW and (not maps or maps[0].held < _SHARE * len(pairs))
    if anew:
        maps = _maps(pairs, _LOOSE) or maps
    return Registered(tuple(maps) or (_sheet_on_sheet(*pages),), anew)


def _maps(pairs: Sequence[tuple[Point, Point]], near: float) -> list[Affine]:
    """Maps one after the other, each of what the ones before leave over."""
    maps: list[Affine] = []
    while len(pairs) >= 2 and len(maps) < _MOST_MAPS:
        found = _consensus(pairs, _LEAST if maps else 2, near)
        if found is None:
            break
        maps.append(found[0])
        pairs = [pair for at, pair in enumerate(pairs) if at not in found[1]]
    return maps


def _sheet_on_sheet(old: PageReport, new: PageReport) -> Affine:
    scale = min(new.width / max(old.width, 1.0), new.height / max(old.height, 1.0))
    return Affine((scale, 0.0, 0.0, 0.0, scale, 0.0))


def _pairs(old: Sequence[Entry], new: Sequence[Entry]) -> list[tuple[Point, Point]]:
    """Places of what says the same on both sheets, and only once on each."""
    places: defaultdict[Any, tuple[list[Point], list[Point]]] = defaultdict(lambda: ([], []))
    for side, entries in enumerate((old, new)):
        for entry in entries:
            if entry.centre is not None and entry.table != "tables":
                places[entry.value][side].append(entry.centre)
    once = [(a[0], b[0]) for a, b in places.values() if len(a) == len(b) == 1]
    return once[:_MOST_PAIRS]


def _consensus(pairs: Sequence[tuple[Point, Point]], least: int, near: float) -> tuple[Affine, frozenset[int]] | None:
    """The map that most pairs agree with: tried from every two of them, then fitted to all that do."""
    before, after = (np.array([pair[side] for pair in pairs]) for side in (0, 1))
    best: frozenset[int] = frozenset()
    for i, j in combinations(range(len(pairs)), 2):
        tried = _of_two(before[i], before[j], after[i], after[j])
        if tried is not None:
            held = np.flatnonzero(np.hypot(*(before @ tried[:, :2].T + tried[:, 2] - after).T) <= near)
            best = max(best, frozenset(map(int, held)), key=len)
    if len(best) < least:
        return None
    at = sorted(best)
    matrix = _fitted(before[at], after[at])
    (x0, y0), (x1, y1) = after[at].min(axis=0), after[at].max(axis=0)
    a, b, c, d, e, f = map(float, matrix.ravel())
    return Affine((a, b, c, d, e, f), (float(x0), float(y0), float(x1), float(y1)), len(at)), best


def _of_two(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The scale, turn and shift that lead from a, b to c, d; None where they are too near, or it is implausible."""
    old, new = complex(*(b - a)), complex(*(d - c))
    if abs(old) < _APART or abs(new) < _APART * _SCALES[0]:
        return None
    turn = new / old
    if not _SCALES[0] <= abs(turn) <= _SCALES[1] or abs(math.atan2(turn.imag, turn.real)) > _TURN:
        return None
    linear = np.array([[turn.real, -turn.imag], [turn.imag, turn.real]])
    return np.column_stack([linear, c - linear @ a])


def _fitted(before: Any, after: Any) -> Any:
    """Fit by least squares: an affine map to many places that lie apart, scale and shift alone to few."""
    if len(before) >= _WHOLE and min(np.ptp(before, axis=0)) > 4 * _APART:
        solved = np.linalg.lstsq(np.column_stack([before, np.ones(len(before))]), after, rcond=None)[0]
        return solved.T
    middle, there = before.mean(axis=0), after.mean(axis=0)
    spread = float(((before - middle) ** 2).sum())
    scale = float(((before - middle) * (after - there)).sum()) / spread if spread else 1.0
    return np.column_stack([np.eye(2) * scale, there - scale * middle])
