"""What is drawn: every sub-path of a page, flattened, in upright coordinates."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from pypdfium2 import raw

from ..budget import in_time, keeping, stage
from ..objects.dashed import with_dashes_joined
from ..sheet import Floats, Path, boxed
from .clipped import clip_within, whole_field
from .covered import Field, uncovered
from .document import PdfPage, inked
from .matrices import Matrix, compose, inverse, matrix_of
from .overdrawn import told_apart
from .pieces import Piece, Point, pieces_of

_WHITE = 250  # a fill or stroke lighter than this hides, it does not draw
_TIME = 0.4  # of the time that is left: what reading a page's paths may take
_LOOK = 32  # paths between two looks at the clock
_DEPTH = 6  # forms nested deeper than this are not worth following


def read_paths(page: PdfPage) -> tuple[Path, ...]:
    """All visible sub-paths of a page, in drawing order, dashed lines as one each; an open page is read once."""
    if page not in _READ:
        with stage(_TIME):
            drawn = in_time(_objects_of(page, raw.FPDF_PAGEOBJ_PATH), "lines and shapes", every=_LOOK)
            _READ[page] = _joined(told_apart(_sub_paths(drawn, page.ground)))
    return _READ[page]


def _joined(found: Sequence[Path]) -> tuple[Path, ...]:
    """The paths with their dashes joined and their squares told, as they are drawn where there is no time for it."""
    with keeping("dashed lines"):
        return boxed(with_dashes_joined(found))
    return tuple(found)


_READ: WeakKeyDictionary[PdfPage, tuple[Path, ...]] = WeakKeyDictionary()


def objects_of(page: PdfPage, kind: int) -> Iterator[tuple[Any, Floats]]:
    """The page's objects of one kind, those in forms included, with the matrix (2, 3) to the upright page."""
    return ((target, np.array(matrix).reshape(2, 3)) for target, matrix in _objects_of(page, kind))


def _objects_of(page: PdfPage, kind: int) -> Iterator[tuple[Any, Matrix]]:
    a, b, c, d, e, f = page.matrix.reshape(-1).tolist()
    calls = raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject
    return _objects(page.handle.raw, calls, (a, b, c, d, e, f), kind, 0)


_IN_FORM = (raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject)


def _objects(
    holder: Any, calls: tuple[Any, Any], matrix: Matrix, wanted: int, depth: int
) -> Iterator[tuple[Any, Matrix]]:
    count, get = calls
    for index in range(count(holder)):
        target = get(holder, index)
        kind = raw.FPDFPageObj_GetType(target)
        if kind == wanted:
            yield target, compose(matrix, matrix_of(target))
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEPTH:
            yield from _objects(target, _IN_FORM, compose(matrix, matrix_of(target)), wanted, depth + 1)


@dataclass(frozen=True, slots=True)
class _Pen:
    """How one operation draws all its sub-paths."""

    group: int
    filled: bool
    stroked: bool
    width: float
    grey: int
    winding: bool


def _sub_paths(drawn: Iterable[tuple[Any, Matrix]], ground: int | None) -> Sequence[Path]:
    """The visible sub-paths of drawing operations; their points are put on the page all at once."""
    pieces: list[tuple[Piece, Matrix, _Pen]] = []
    fields: list[tuple[Piece, Matrix, int]] = []
    for group, (target, matrix) in enumerate(drawn):
        if (pen := _pen(target, matrix, group, ground)) is not None:
            pieces += [(piece, way, pen) for piece, way in _shown(target, matrix, pen)]
        shows = pen is not None and pen.filled
        if not shows and _hides(target, ground) and (field := whole_field(target)) is not None:
            fields.append((field, matrix, group))
    placed = _on_page([piece.points for piece, _, _ in pieces], [matrix for _, matrix, _ in pieces])
    laid = _on_page([piece.points for piece, _, _ in fields], [matrix for _, matrix, _ in fields])
    paths = [
        Path(
            points=points,
            closed=piece.closed or (pen.filled and not pen.stroked),
            filled=pen.filled,
            stroked=pen.stroked,
            width=pen.width,
            grey=pen.grey,
            curved=piece.curved,
            group=pen.group,
            winding=pen.winding,
        )
        for (piece, _, pen), points in zip(pieces, placed, strict=True)
    ]
    return uncovered(paths, [Field(group, outline) for (_, _, group), outline in zip(fields, laid, strict=True)])


def _shown(target: Any, matrix: Matrix, pen: _Pen) -> Iterator[tuple[Piece, Matrix]]:
    """The sub-paths of one operation and their matrices: a field that is filled through a clip shows the clip alone."""
    pieces = list(pieces_of(target))
    clip = clip_within(target, pieces[0]) if pen.filled and not pen.stroked and len(pieces) == 1 else []
    if clip:
        matrix = compose(matrix, inverse(matrix_of(target)))
    return ((piece, matrix) for piece in clip or pieces)


def _on_page(pieces: Sequence[Sequence[Point]], matrices: Sequence[Matrix]) -> Iterator[Floats]:
    """The points (n, 2) of each piece after its matrix."""
    sizes = [len(points) for points in pieces]
    x, y = np.array(list(chain.from_iterable(pieces)), float).reshape(-1, 2).T
    a, b, c, d, e, f = np.repeat(np.array(matrices, float).reshape(-1, 6), sizes, axis=0).T
    placed = np.column_stack([a * x + b * y + c, d * x + e * y + f])
    ends = np.cumsum(sizes).tolist()
    return (placed[start:end] for start, end in zip([0, *ends], ends, strict=False))


def _pen(target: Any, matrix: Matrix, group: int, ground: int | None) -> _Pen | None:
    """How an operation draws, on a dark ground as it would on paper; None where nothing of it shows."""
    fill_mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(target, fill_mode, stroke)
    fill_grey = grey_of(target, raw.FPDFPageObj_GetFillColor, ground) if fill_mode.value else _WHITE
    stroke_grey = grey_of(target, raw.FPDFPageObj_GetStrokeColor, ground) if stroke.value else _WHITE
    filled, stroked = fill_grey < _WHITE, stroke_grey < _WHITE
    if not filled and not stroked:
        return None
    width = ctypes.c_float()
    raw.FPDFPageObj_GetStrokeWidth(target, width)
    a, b, _, d, e, _ = matrix
    return _Pen(
        group=group,
        filled=filled,
        stroked=stroked,
        width=width.value * math.sqrt(abs(a * e - b * d)),
        grey=stroke_grey if stroked else fill_grey,
        winding=fill_mode.value == raw.FPDF_FILLMODE_WINDING,
    )


def _hides(target: Any, ground: int | None) -> bool:
    """Whether an operation fills with the colour of paper what lies below it."""
    fill_mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(target, fill_mode, stroke)
    if not fill_mode.value:
        return False
    *colour, alpha = (ctypes.c_uint() for _ in range(4))
    told = raw.FPDFPageObj_GetFillColor(target, *colour, alpha)
    return bool(told) and alpha.value == 255 and grey_of(target, raw.FPDFPageObj_GetFillColor, ground) >= _WHITE


def grey_of(target: Any, get: Any, ground: int | None = None) -> int:
    """The grey in which an object is filled or stroked, whichever `get` asks for; what is transparent is white.

    On a dark ground it is the grey that shows as much on paper.
    """
    red, green, blue, alpha = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    told = get(target, red, green, blue, alpha)
    if told and alpha.value == 0:
        return 255
    grey = round(0.299 * red.value + 0.587 * green.value + 0.114 * blue.value)
    return grey if ground is None else int(inked(np.array(grey), ground))
