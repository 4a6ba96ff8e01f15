"""Where the title block is: the group of touching cells with the most evidence of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..sheet import Sheet
from .around import around
from .cells import Cell, cells_of
from .frame import frame_of
from .labels import is_other_label
from .ruling import ruling_of
from .title_cells import entries_of
from .tolerance_text import speaks_of_tolerance
from .values import ISO_SIZE, RATIO, SHEET_OF, as_date

_LARGEST = 0.05  # of the page's area: a larger cell is none of a title block
_NEAR = 0.6  # text heights: cells closer than this touch
_NEXT = 5.0  # text heights: parts of a title block with empty cells between them are no further apart
_FRAME_LINE = 0.6  # of the page: a longer line belongs to the frame
_ON_LINE = 0.3  # points: an edge this near a line lies on it
_PATTERN, _OTHER = 0.5, 0.35  # evidence of a bare scale, size, sheet count or date; of a label for no field of ours
_ENOUGH = 1.9  # evidence that makes a title block
_ENOUGH_BESIDE = 0.9  # beside a revisions table


@dataclass(frozen=True)
class Area:
    """The cells of a title block and the rectangle around them."""

    cells: tuple[Cell, ...]
    box: Box


def title_area(sheet: Sheet, taken: Sequence[Box], changes: Sequence[Box] = ()) -> Area | None:
    """The title block's cells, those inside `taken` (parts lists, revisions) left out; None without evidence.

    A revisions table beside it, one of `changes`, is evidence too: further sheets have little more (GOST 2.104).
    """
    cells = [c for c in cells_of(sheet) if _possible(c, sheet) and not any(_inside(c.box, t) for t in taken)]
    if not cells:
        return None
    evidence = [_evidence(c) for c in cells]
    near = _NEAR * sheet.text_height
    groups = _groups(cells, near, sheet)
    best = max(groups, key=lambda g: _weight([evidence[i] for i in g]))
    beside = any(_apart(cells[i].box, box) <= near for i in best for box in changes)
    if _weight([evidence[i] for i in best]) < (_ENOUGH_BESIDE if beside else _ENOUGH):
        return None
    own = _grown(best, groups, cells, evidence, _NEXT * sheet.text_height)
    box = around(cells[i].box for i in own if evidence[i])
    members = [c for i, c in enumerate(cells) if _middle_in(c.box, box) or (i in own and _in_rows(c.box, box))]
    members += _stacked([cells[i] for i in own if cells[i] not in members], members)
    outer = around(c.box for c in members)
    members += [cells[i] for i in own if cells[i] not in members and _within_rows(cells[i].box, outer)]
    return Area(tuple(members), around(c.box for c in members))


def _stacked(others: Sequence[Cell], members: Sequence[Cell]) -> list[Cell]:
    """Cells right above or below the others, between two of their sides: a company over the title, say.

    What is drawn rather than written may be a logo, and belongs to a cell that it has both sides in common with.
    """
    found: list[Cell] = []
    sides = {x for m in members for x in (m.box[0], m.box[2])}
    edges = [m.box for m in members]
    while True:
        rest = [c for c in others if c not in found and _is_between(c.box, sides)]
        more = [c for c in rest if _is_on(c.box, [e for e in edges if not _is_drawn(c) or _is_between(e, c.box[::2])])]
        if not more:
            return found
        found += more
        edges += [c.box for c in more]


def _is_drawn(cell: Cell) -> bool:
    return all(word.read_from == "recognised" for word in cell.words)


def _is_on(box: Box, others: Sequence[Box]) -> bool:
    """Whether a cell stands on another, or hangs below it."""
    shared = [o for o in others if min(box[2], o[2]) - max(box[0], o[0]) > _ON_LINE]
    return any(min(abs(box[3] - o[1]), abs(box[1] - o[3])) < _ON_LINE for o in shared)


def _is_between(box: Box, sides: Iterable[float]) -> bool:
    return all(any(abs(x - side) < _ON_LINE for side in sides) for x in (box[0], box[2]))


def _grown(
    best: Sequence[int],
    groups: Sequence[Sequence[int]],
    cells: Sequence[Cell],
    evidence: Sequence[dict[str, float]],
    near: float,
) -> set[int]:
    """The best group's cells, and those of other groups with evidence of their own close to it."""
    own = set(best)
    rest = [g for g in groups if g is not best and _named(g, evidence)]
    while True:
        box = around(cells[i].box for i in own if evidence[i])
        close = [g for g in rest if _apart(around(cells[i].box for i in g if evidence[i]), box) <= near]
        if not close:
            return own
        own.update(i for g in close for i in g)
        rest = [g for g in rest if g not in close]


def _apart(a: Box, b: Box) -> float:
    """The gap between two rectangles, negative where they overlap."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def _in_rows(box: Box, outer: Box) -> bool:
    return outer[1] <= (box[1] + box[3]) / 2 <= outer[3]


def _within_rows(box: Box, outer: Box) -> bool:
    return outer[1] - _ON_LINE <= box[1] and box[3] <= outer[3] + _ON_LINE


def _named(group: Sequence[int], evidence: Sequence[dict[str, float]]) -> bool:
    """Whether some label of the group names a field of ours."""
    return any(weight > _PATTERN for i in group for weight in evidence[i].values())


def _possible(cell: Cell, sheet: Sheet) -> bool:
    frame = frame_of(sheet).box
    inside = frame is None or _middle_in(cell.box, frame)
    on_edge = cell.box[0] <= 0 or cell.box[1] <= 0 or cell.box[2] >= sheet.width or cell.box[3] >= sheet.height
    return (
        inside
        and not (on_edge and frame is not None)
        and cell.width * cell.height <= _LARGEST * sheet.width * sheet.height
    )


def _middle_in(box: Box, outer: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


_inside = _middle_in


def _evidence(cell: Cell) -> dict[str, float]:
    """Fields of a title block that the cell speaks for."""
    found: dict[str, float] = {}
    for entry in entries_of(cell):
        if entry.label is not None:
            found[entry.label.field] = 1.0 if entry.label.rank == 0 else 0.7
        elif entry.printed and is_other_label(entry.printed):
            found[f"other {entry.printed}"] = _OTHER
    text = cell.text
    if speaks_of_tolerance(text):
        found["general_tolerance"] = 1.0
    patterns = (
        ("scale", RATIO.fullmatch),
        ("sheet", SHEET_OF.fullmatch),
        ("sheet_size", ISO_SIZE.fullmatch),
        ("date", as_date),
    )
    for field, test in patterns:
        if field not in found and len(text) < 30 and test(text):
            found[field] = _PATTERN
    return found


def _weight(evidence: Sequence[dict[str, float]]) -> float:
    """Distinct fields, each by its best evidence."""
    best: dict[str, float] = {}
    for cell in evidence:
        for field, weight in cell.items():
            best[field] = max(best.get(field, 0.0), weight)
    return sum(best.values())


def _groups(cells: Sequence[Cell], near: float, sheet: Sheet) -> list[list[int]]:
    """Cells connected by touching, or by a line of the ruling that bounds both and is none of the frame's."""
    boxes = np.array([c.box for c in cells])
    grown = boxes + np.array([-near, -near, near, near]) / 2
    x0, y0, x1, y1 = grown.T
    touch = (x0[:, None] <= x1) & (x0 <= x1[:, None]) & (y0[:, None] <= y1) & (y0 <= y1[:, None])
    ruling = ruling_of(sheet)
    for lines, (edge, start, end), size in (
        (ruling.level, (1, 0, 2), sheet.width),
        (ruling.level, (3, 0, 2), sheet.width),
        (ruling.upright, (0, 1, 3), sheet.height),
        (ruling.upright, (2, 1, 3), sheet.height),
    ):
        inner = lines[lines[:, 2] - lines[:, 1] < _FRAME_LINE * size]
        middle = (boxes[:, start] + boxes[:, end]) / 2
        on = np.abs(boxes[:, edge, None] - inner[:, 0]) < _ON_LINE
        on &= (inner[:, 1] <= middle[:, None]) & (inner[:, 2] >= middle[:, None])
        touch |= (on.astype(np.uint8) @ on.astype(np.uint8).T) > 0
    return _connected(touch)


def _connected(touch: NDArray[np.bool_]) -> list[list[int]]:
    """The indices of each connected group."""
    left = set(range(len(touch)))
    groups: list[list[int]] = []
    while left:
        group: set[int] = set()
        edge = {left.pop()}
        while edge:
            group |= edge
            edge = {int(j) for i in edge for j in np.flatnonzero(touch[i])} - group
        left -= group
        groups.append(sorted(group))
    return groups
