"""Where the title block is: the group of touching cells with the most evidence of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...contract import Box
from ..connected import connected
from ..layout.around import area_of, around
from ..layout.cells import Cell, cells_of, level_words, text_lines
from ..layout.frame import frame_of
from ..layout.ruling import ruling_of
from ..sheet import Sheet, Word
from .block_faces import block_faces
from .block_size import is_face_size
from .fitting import fits
from .forms import parted_by_form
from .labels import is_other_label
from .overflow import words_by_face
from .separate_boxes import as_one_form
from .title_cells import entries_of
from .tolerance_text import speaks_of_tolerance
from .values import ISO_SIZE, RATIO, SHEET_OF, as_date, is_company

_HOLLOW = 20.0  # letter heights without a line: a cell with more of that is bounded by the frame or by a view
_NEAR = 0.6  # text heights: cells closer than this touch
_NEXT = 5.0  # text heights: parts of a title block with empty cells between them are no further apart
_FRAME_LINE = 0.6  # of the page: a longer line belongs to the frame
_FILLED = 0.75  # of a block's box: parts that cover less leave room for the drawing
_WHOLE = 0.93  # of the page: a longer line is the frame's, though a form may be as wide as that
_STRIP = 15 * 72 / 25.4 + 1.0  # points: the form of further sheets is 15 mm high (GOST 2.104, form 2a)
_ON_LINE = 0.3  # points: an edge this near a line lies on it
_PATTERN, _OTHER = 0.5, 0.35  # evidence of a bare scale, size, sheet count or date; of a label for no field of ours
_ENOUGH = 1.9  # evidence that makes a title block
_SHORT = 30  # letters: a longer text may hold such a pattern by chance
_FOOT, _LOW = 0.5, 0.7  # what standing at the foot of the sheet is worth, and where that begins, of the page's height
_STRIP_CELLS = 4  # of a block of one row at least
_ON_EDGE = 1.5  # points: sides of cells in one row differ by less
_ENOUGH_BESIDE = 0.9  # beside a revisions table


@dataclass(frozen=True)
class Area:
    """The cells of a title block and the rectangle around them."""

    cells: tuple[Cell, ...]
    box: Box
    faces: tuple[Box, ...] = ()
    """The rectangles that its lines bound, from top to bottom."""

    @cached_property
    def blanks(self) -> tuple[Box, ...]:
        """Its faces without a word: they are empty, or hold a logo or a symbol."""
        words = [w.middle for c in self.cells for w in c.words]
        return tuple(f for f in self.faces if not any(_holds(f, place) for place in words))

    @cached_property
    def taken(self) -> tuple[Box, ...]:
        """What it covers of the sheet: the box where its parts fill that, else the parts, as of an L."""
        parts = (*self.faces, *(c.box for c in self.cells))
        covered = sum(area_of(f) for f in self.faces) if self.faces else sum(area_of(c.box) for c in self.cells)
        return (self.box,) if covered >= _FILLED * area_of(self.box) else parts

    def cell_at(self, face: Box) -> Cell | None:
        """A face with the words in it; None where there are none."""
        words = [w for c in self.cells for w in c.words if _holds(face, w.middle)]
        return Cell(face, text_lines(words)) if words else None


def title_area(sheet: Sheet, taken: Sequence[Box], changes: Sequence[Box] = ()) -> Area | None:
    """The title block's cells, those inside `taken` (parts lists, revisions) left out; None without evidence.

    A revisions table beside it, one of `changes`, is evidence too: further sheets have little more (GOST 2.104).
    """
    cells = [c for c in cells_of(sheet) if _possible(c, sheet) and not any(_inside(c.box, t) for t in taken)]
    if not cells:
        return None
    form = as_one_form(sheet, cells)
    if form and _weight([_evidence(c) for c in form]) >= _ENOUGH:
        return Area(tuple(form), around(c.box for c in form))
    evidence = [_evidence(c) for c in cells]
    near = _NEAR * sheet.text_height
    groups = _groups(cells, near, sheet)
    best = max(
        groups, key=lambda g: _weight([evidence[i] for i in g]) + _likely(around(cells[i].box for i in g), sheet)
    )
    beside = any(_apart(cells[i].box, c) <= near or _in_one_row(cells[i].box, c, sheet) for i in best for c in changes)
    weight = _weight([evidence[i] for i in best])
    if weight < (_ENOUGH_BESIDE if beside else _ENOUGH):
        return None
    own = _grown(best, groups, cells, evidence, _NEXT * sheet.text_height)
    seed = around(cells[i].box for i in own if evidence[i])
    faces = [face for face in block_faces(sheet, seed, taken) if not _is_in_word(face, sheet.words_near(face))]
    if weight < _ENOUGH:  # what is known by the changes beside it is no higher than they are
        highest = min([seed[1], *(box[1] for box in changes)]) - near
        faces = [f for f in faces if f[1] >= highest]
    block = around([seed, *faces])
    members = [
        c
        for c in cells
        if any(_middle_in(c.box, f) for f in faces) or (_middle_in(c.box, seed) and not _is_behind(c.box, block, faces))
    ]
    members += _ends_of_strip(cells, members)
    box = around([*(c.box for c in members), *faces])
    area = Area(tuple(members), box, tuple(parted_by_form(faces, box)))
    return replace(area, cells=_in_faces(area, level_words(sheet)))


def _ends_of_strip(cells: Sequence[Cell], members: Sequence[Cell]) -> list[Cell]:
    """The cells at the ends of a block of one row, as low as it: a line along the whole frame is no block's."""
    if len(members) < _STRIP_CELLS:
        return []
    box = around(c.box for c in members)
    one_row = all(_is_level(c.box, box) for c in members)
    rest = (c for c in cells if c not in members and _is_level(c.box, box))
    return [c for c in rest if one_row and min(abs(c.box[2] - box[0]), abs(c.box[0] - box[2])) < _ON_EDGE]


def _is_level(a: Box, b: Box) -> bool:
    return abs(a[1] - b[1]) < _ON_EDGE and abs(a[3] - b[3]) < _ON_EDGE


def _is_behind(cell: Box, block: Box, faces: Sequence[Box]) -> bool:
    """Whether a cell goes on beyond a block and holds faces of it: extension lines that end at the block bound it."""
    reaches = cell[0] < block[0] or cell[1] < block[1] or cell[2] > block[2] or cell[3] > block[3]
    return reaches and any(_holds(cell, (f[0], f[1])) and _holds(cell, (f[2], f[3])) for f in faces)


def _in_one_row(cell: Box, changes: Box, sheet: Sheet) -> bool:
    """Whether a cell and the changes beside it stand in one low strip, an empty cell between (GOST 2.104, form 2a)."""
    y, start, end = ruling_of(sheet).level.T
    in_strip = (y <= changes[3] + _ON_LINE) & (y >= changes[3] - _STRIP)
    over_both = (start <= min(cell[0], changes[0]) + _ON_LINE) & (end >= max(cell[2], changes[2]) - _ON_LINE)
    level = abs(cell[3] - changes[3]) < _ON_LINE
    return level and bool((in_strip & over_both & (end - start < _WHOLE * _size(sheet)[0])).any())


def _is_in_word(face: Box, words: Sequence[Word]) -> bool:
    """Whether the strokes of a word's letters bound a face: it lies within the word, and is lower than its letters."""
    return any(
        face[3] - face[1] < w.height and _holds(w.box, (face[0], face[1])) and _holds(w.box, (face[2], face[3]))
        for w in words
    )


def _in_faces(area: Area, words: Sequence[Word]) -> tuple[Cell, ...]:
    """The cells of a block, those in a face bounded by it: strokes of letters are no walls of a face."""
    inside = [Cell(face, text_lines(own)) for face, own in words_by_face(words, area.faces)]
    known = {id(w) for cell in inside for w in cell.words}
    others = (c for c in area.cells if not any(id(w) in known for w in c.words))
    return tuple(sorted((*inside, *others), key=lambda c: (c.box[1], c.box[0])))


def _likely(box: Box, sheet: Sheet) -> float:
    """What the place of a group says: a title block reaches down to the foot of the sheet (ISO 7200)."""
    _, top, _, bottom = sheet.extent
    return _FOOT if box[3] > top + _LOW * (bottom - top) else 0.0


def _grown(
    best: Sequence[int],
    groups: Sequence[Sequence[int]],
    cells: Sequence[Cell],
    evidence: Sequence[dict[str, float]],
    near: float,
) -> set[int]:
    """The best group's cells, and those of other groups with evidence of their own close to it."""
    own = set(best)
    rest = [g for g in groups if g is not best and _named(g, evidence) and not _heads_columns(g, cells, evidence)]
    while True:
        box = around(cells[i].box for i in own if evidence[i])
        close = [g for g in rest if _apart(around(cells[i].box for i in g if evidence[i]), box) <= near]
        if not close:
            return own
        own.update(i for g in close for i in g)
        rest = [g for g in rest if g not in close]


def _heads_columns(group: Sequence[int], cells: Sequence[Cell], evidence: Sequence[dict[str, float]]) -> bool:
    """Whether cells of a group name the same field side by side: they head the columns of a table."""
    named = [
        (field, round(cells[i].box[1])) for i in group for field, weight in evidence[i].items() if weight > _PATTERN
    ]
    return max(Counter(named).values(), default=0) > 1


def _apart(a: Box, b: Box) -> float:
    """The gap between two rectangles, negative where they overlap."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def _named(group: Sequence[int], evidence: Sequence[dict[str, float]]) -> bool:
    """Whether some label of the group names a field of ours."""
    return any(weight > _PATTERN for i in group for weight in evidence[i].values())


def _size(sheet: Sheet) -> tuple[float, float]:
    """Width and height of the drawing's sheet."""
    x0, top, x1, bottom = sheet.extent
    return x1 - x0, bottom - top


def _possible(cell: Cell, sheet: Sheet) -> bool:
    frame, margins = frame_of(sheet).box, frame_of(sheet).margins
    inside = frame is None or _middle_in(cell.box, frame)
    inside = inside and not any(_middle_in(cell.box, strip) for strip in margins)
    on_edge = cell.box[0] <= 0 or cell.box[1] <= 0 or cell.box[2] >= sheet.width or cell.box[3] >= sheet.height
    hollow = cell.height - (cell.text_box[3] - cell.text_box[1]) > _HOLLOW * cell.letter_height
    return inside and not (on_edge and frame is not None) and is_face_size(cell.box, sheet) and not hollow


def _middle_in(box: Box, outer: Box) -> bool:
    return _holds(outer, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))


def _holds(box: Box, place: tuple[float, float]) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


_inside = _middle_in


def _evidence(cell: Cell) -> dict[str, float]:
    """Fields of a title block that the cell speaks for: with their label, and a value of theirs or none yet."""
    found: dict[str, float] = {}
    for entry in entries_of(cell):
        if entry.label is not None and (not entry.value or fits(entry.label.field, entry.value)):
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
        ("company", is_company),
    )
    for field, test in patterns:
        if field not in found and len(text) < _SHORT and test(text):
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
    ruling, (width, height) = ruling_of(sheet), _size(sheet)
    for lines, (edge, start, end), size in (
        (ruling.level, (1, 0, 2), width),
        (ruling.level, (3, 0, 2), width),
        (ruling.upright, (0, 1, 3), height),
        (ruling.upright, (2, 1, 3), height),
    ):
        inner = lines[lines[:, 2] - lines[:, 1] < _FRAME_LINE * size]
        middle = (boxes[:, start] + boxes[:, end]) / 2
        on = np.abs(boxes[:, edge, None] - inner[:, 0]) < _ON_LINE
        on &= (inner[:, 1] <= middle[:, None]) & (inner[:, 2] >= middle[:, None])
        touch |= (on.astype(np.uint8) @ on.astype(np.uint8).T) > 0
    one, other = np.nonzero(touch)
    group = connected(one, other, len(cells))
    return [np.flatnonzero(group == least).tolist() for least in np.unique(group)]
