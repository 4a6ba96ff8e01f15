"""Where letters are filled outlines, the strokes beside them that belong to lines: no pen draws letters in two ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..connected import connected
from ..index import BoxIndex, boxes_of, index_of_segments, off_segments
from ..objects.strokes import MOST
from ..objects.terminators import by_themselves
from ..sheet import Floats, Path
from .shapes import OUTLINE, Shape, joined

Numbers = NDArray[np.intp]

_SMALL: Final = 0.5  # of the usual letter: what is smaller may be a dot that ends a line
_BESIDE: Final = 1.5  # times a letter's size: strokes this near may be taken for pieces of its number
_WINDING: Final = 1.4  # times the diagonal of its box: how long the stroke of a figure is at least
_ALIKE: Final = 2.0  # times: how much larger or smaller letters of one number are
_SAME, _MANY = 0.05, 12  # letters of a page whose sizes differ by so little, and are so many, are its usual ones
_CROWD: Final = 4096  # strokes around a letter: more are a pattern, in which no line is told
_MEET: Final = 0.06  # of the usual letter: pieces of a line that are this near hang together
_LONG: Final = 1.5  # times the letter beside: what hangs together and is longer is no sign, but a line
_ALONE: Final = 2.0  # the same of a single stroke: that of a sign of diameter stands out of its circle
_CORNERS: Final = 7  # points of a closed head at most
_ARC: Final = 40  # points of an open line at most, flattened as its curves are: what has more is a pattern or geometry
_ROUND: Final = 0.1  # of its size: by how much a circle may be wider than high
_TRIANGLE, _NOTCHED = 4, 5  # points of filled heads, the first again at its end; a 7 has more, and is as symmetric


def without_strokes_of_lines(shapes: Sequence[Shape], paths: Iterable[Path], usual: float) -> list[Shape]:
    """The shapes without the lines beside filled letters, and without the filled heads that these carry.

    `paths` are all that the page draws, `usual` is the height of its usual letter in points. Signs that are drawn with
    strokes (of diameter, depth, counterbore) stand beside filled letters too: they are no larger than these, and hang
    together with no line.
    """
    drawn = _drawn_letters(shapes, usual)
    letters = _filled_letters(shapes, drawn, usual)
    strokes = [path for path in paths if _may_be_line(path)]
    if not letters or not strokes:
        return list(shapes)
    places = boxes_of(s.box for s in letters)
    sizes = (places[:, 2:] - places[:, :2]).max(axis=1)
    around = _grown(places, sizes)
    asked, near = BoxIndex(boxes_of(path.box for path in strokes)).pairs(around, _CROWD)
    beside = np.zeros(len(strokes))
    np.maximum.at(beside, near, np.maximum(sizes, _common_size(drawn))[asked])
    told = np.flatnonzero(beside)
    if not len(told):
        return list(shapes)
    lines, owner = _lines_of([strokes[i] for i in told.tolist()])
    group = _hanging_together(lines, _MEET * usual)
    longest = np.where(np.bincount(group)[group] > 1, _LONG, _ALONE) * beside[told][owner]
    is_line = _extents(lines, group) > longest
    ruled = {strokes[told[i]] for i in np.unique(owner[is_line]).tolist()}
    carried = _carried(shapes, around, lines[is_line], usual) | _rings(shapes, lines[is_line], usual)
    return [s for i, s in enumerate(shapes) if i not in carried and not (len(s.paths) == 1 and s.paths[0] in ruled)]


def _drawn_letters(shapes: Sequence[Shape], usual: float) -> list[Shape]:
    """What strokes that go on in each other make, if it is longer than an arc of its extent, as figures are."""
    wholes = (Shape(paths) for paths in joined([s for s in shapes if not s.paths[0].filled]))
    return [s for s in wholes if s.size >= _SMALL * usual and _winds(s)]


def _common_size(drawn: Sequence[Shape]) -> float:
    """The largest size that many of these letters have, 0 where none is common: small filled ones may stand beside."""
    sizes = np.sort([s.size for s in drawn if not _is_round(s)])
    alike = np.searchsorted(sizes, (1 + _SAME) * sizes, "right") - np.searchsorted(sizes, (1 - _SAME) * sizes)
    return float(sizes[alike >= _MANY].max(initial=0.0))


def _filled_letters(shapes: Sequence[Shape], drawn: Sequence[Shape], usual: float) -> list[Shape]:
    """The letters that are filled outlines; a filled sign among letters that are drawn with strokes is none."""
    filled = [s for s in shapes if s.is_filled_letter and s.size >= _SMALL * usual]
    if not filled or not drawn:
        return filled
    places, others = boxes_of(s.box for s in filled), boxes_of(s.box for s in drawn)
    sizes, other_sizes = ((some[:, 2:] - some[:, :2]).max(axis=1) for some in (places, others))
    around = _grown(places, sizes)
    mine, met = BoxIndex(others).pairs(around, MOST)
    alike = (other_sizes[met] <= _ALIKE * sizes[mine]) & (sizes[mine] <= _ALIKE * other_sizes[met])
    strange = np.bincount(mine[alike], minlength=len(filled))
    own = np.bincount(BoxIndex(places).pairs(around, MOST)[0], minlength=len(filled))
    return [s for s, is_own in zip(filled, (own > strange).tolist(), strict=True) if is_own]


def _winds(shape: Shape) -> bool:
    """Whether a stroke is longer than an arc of its extent: figures wind, which take as many points."""
    x0, y0, x1, y1 = shape.box
    length = sum(float(np.hypot(*np.diff(path.points, axis=0).T).sum()) for path in shape.paths)
    return length >= _WINDING * float(np.hypot(x1 - x0, y1 - y0))


def _grown(boxes: Floats, sizes: Floats) -> Floats:
    """The boxes (n, 4) of letters of these sizes (n,), and as much around them as strokes beside them may lie off."""
    out: Floats = boxes + (_BESIDE * sizes)[:, None] * np.array([-1, -1, 1, 1])
    return out


def _may_be_line(path: Path) -> bool:
    """Whether a stroke has few corners, or is an open arc; large outlines and patterns are none."""
    if path.filled or not path.stroked:
        return False
    is_closed = path.closed or (path.points[0] == path.points[-1]).all()
    return len(path.points) <= (_CORNERS if is_closed else _ARC)


def _lines_of(paths: Sequence[Path]) -> tuple[Floats, Numbers]:
    """The straight pieces (n, 4) of paths, and the number of the path that each is of."""
    outlines = [np.vstack([p.points, p.points[:1]]) if p.closed else p.points for p in paths]
    lines = np.vstack([np.hstack([points[:-1], points[1:]]) for points in outlines])
    return lines, np.repeat(np.arange(len(paths)), [len(points) - 1 for points in outlines])


def _hanging_together(lines: Floats, gap: float) -> Numbers:
    """For each line (n, 4) the number of its group: one ends on the other, or where it ends."""
    ends = lines.reshape(-1, 2)
    asked, met = index_of_segments(lines).pairs(np.hstack([ends - gap, ends + gap]), MOST)
    near = off_segments(ends[asked], lines[met]) <= gap
    return connected(asked[near] // 2, met[near], len(lines))


def _extents(lines: Floats, group: Numbers) -> Floats:
    """For each line (n, 4) the longer side of the box around its group."""
    low, high = np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])
    np.minimum.at(low, group, low.copy())
    np.maximum.at(high, group, high.copy())
    out: Floats = (high - low).max(axis=1)[group]
    return out


def _carried(shapes: Sequence[Shape], around: Floats, lines: Floats, usual: float) -> set[int]:
    """The filled heads near letters that one of these lines (n, 4) ends in, and what is filled between such lines."""
    gap = _MEET * usual
    few = [i for i, s in enumerate(shapes) if _has_few_corners(s)]
    if not few or not len(lines):
        return set()
    places = boxes_of(shapes[i].box for i in few)
    touching = np.unique(index_of_segments(lines).pairs(places + gap * np.array([-1, -1, 1, 1]), _CROWD)[0])
    near = touching[np.unique(BoxIndex(places[touching]).pairs(around, _CROWD)[1])].tolist()
    paths = [shapes[few[i]].paths[0] for i in near]
    if not paths:
        return set()
    heads = np.array([len(path.points) <= _TRIANGLE for path in paths])
    arrows = by_themselves(paths, usual)
    heads |= np.array([len(p.points) <= _NOTCHED and a is not None for p, a in zip(paths, arrows, strict=True)])
    counts = [len(path.points) for path in paths]
    owner, corners = np.repeat(np.arange(len(paths)), counts), np.vstack([path.points for path in paths])
    asked, met = index_of_segments(lines).pairs(np.hstack([corners - gap, corners + gap]), MOST)
    on = np.unique(asked[off_segments(corners[asked], lines[met]) <= gap])
    held = np.bincount(owner[on], minlength=len(paths))
    return {few[near[k]] for k in np.flatnonzero(np.where(heads, held > 0, held == counts)).tolist()}


def _has_few_corners(shape: Shape) -> bool:
    first = shape.paths[0]
    return len(shape.paths) == 1 and first.filled and not first.curved and len(first.points) < OUTLINE


def _rings(shapes: Sequence[Shape], lines: Floats, usual: float) -> set[int]:
    """The rings through whose middle one of these lines (n, 4) runs, as one does at the origin of a chain."""
    single = [i for i, s in enumerate(shapes) if len(s.paths) == 1 and not s.paths[0].filled]
    found = zip(single, by_themselves([shapes[i].paths[0] for i in single], usual), strict=True)
    rings = [(i, ring.x, ring.y) for i, ring in found if ring is not None and ring.kind == "ring"]
    if not rings or not len(lines):
        return set()
    gap = _MEET * usual
    middles = np.array([(x, y) for _, x, y in rings])
    asked, met = index_of_segments(lines).pairs(np.hstack([middles - gap, middles + gap]), MOST)
    return {rings[k][0] for k in np.unique(asked[off_segments(middles[asked], lines[met]) <= gap]).tolist()}


def _is_round(shape: Shape) -> bool:
    """Whether a shape is as wide as it is high."""
    x0, y0, x1, y1 = shape.box
    return abs((x1 - x0) - (y1 - y0)) <= _ROUND * shape.size
