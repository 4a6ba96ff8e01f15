"""The order in which characteristics are numbered: by rows of the sheet, or clockwise around each view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

from drawkit.contract import Box

from ._characteristics import Characteristic

Order = Literal["clockwise", "rows"]
_VIEW_GAP: Final = 60.0
"""Points of blank paper between what belongs to different views."""
_ROW: Final = 0.6
"""Share of the lower box's height by which the middles of one row may differ."""


def in_order(found: Sequence[Characteristic], order: Order) -> list[Characteristic]:
    """Sort the characteristics of a drawing: page by page, notes last, of each what has no box at the end."""
    pages = sorted({one.page for one in found})
    out: list[Characteristic] = []
    for page in pages:
        here = [one for one in found if one.page == page]
        placed = [one for one in here if one.places and one.kind != "note"]
        out += _clockwise(placed) if order == "clockwise" else _by_rows(placed)
        notes = [one for one in here if one.kind == "note"]
        out += [one for one in here if not one.places and one.kind != "note"]
        out += _by_rows([one for one in notes if one.places])
        out += [one for one in notes if not one.places]
    return out


def _box(one: Characteristic) -> Box:
    return one.places[0][1]


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _by_rows(found: Sequence[Characteristic]) -> list[Characteristic]:
    """From top to bottom in rows, each from left to right."""
    rows: list[list[Characteristic]] = []
    for one in sorted(found, key=lambda c: _centre(_box(c))[1]):
        if rows and _level(_box(one), _box(rows[-1][0])):
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda c: _centre(_box(c))[0])]


def _level(one: Box, other: Box) -> bool:
    """Whether two boxes stand in one row."""
    least = min(one[3] - one[1], other[3] - other[1])
    return abs(_centre(one)[1] - _centre(other)[1]) <= _ROW * least


def _clockwise(found: Sequence[Characteristic]) -> list[Characteristic]:
    """View by view in reading order; around each clockwise, beginning at its upper left."""
    views = sorted(_views(found), key=_place)
    return [one for view in views for one in _around(view)]


def _place(view: Sequence[Characteristic]) -> tuple[float, float]:
    whole = _whole(view)
    return round(_centre(whole)[1] / (4 * _VIEW_GAP)), whole[0]


def _whole(view: Sequence[Characteristic]) -> Box:
    boxes = [_box(one) for one in view]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _around(view: Sequence[Characteristic]) -> list[Characteristic]:
    x, y = _centre(_whole(view))

    def turn(one: Characteristic) -> float:
        dx, dy = _centre(_box(one))[0] - x, _centre(_box(one))[1] - y
        return (math.atan2(dy, dx) + 0.75 * math.pi) % (2 * math.pi)  # y points down: growing angles are clockwise

    return sorted(view, key=lambda one: (round(turn(one), 6), _box(one)))


def _views(found: Sequence[Characteristic]) -> list[list[Characteristic]]:
    """Group what lies together on the sheet: boxes with less than a view's gap between them."""
    group = list(range(len(found)))

    def root(at: int) -> int:
        while group[at] != at:
            group[at] = group[group[at]]
            at = group[at]
        return at

    boxes = [_box(one) for one in found]
    for a, one in enumerate(boxes):
        for b in range(a + 1, len(boxes)):
            if _gap(one, boxes[b]) < _VIEW_GAP:
                group[root(b)] = root(a)
    views: dict[int, list[Characteristic]] = {}
    for at, item in enumerate(found):
        views.setdefault(root(at), []).append(item)
    return list(views.values())


def _gap(a: Box, b: Box) -> float:
    return math.hypot(max(a[0] - b[2], b[0] - a[2], 0.0), max(a[1] - b[3], b[1] - a[3], 0.0))
