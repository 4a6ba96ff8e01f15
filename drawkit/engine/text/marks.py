"""Small drawn shapes beside text: candidates for the symbols that text layers lose.

A mark is a cluster of small paths that stands on the row of a word: before it, after it, or between it and the
next one. Dimension lines, frames and geometry reach beyond the row and fall out by themselves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import cv2
import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex, Numbers, boxes_of
from ..objects.terminators import by_themselves
from ..sheet import Floats, Grey, Path, Word

_WAYS = 24  # directions of reading that are told apart, 15 degrees each

REACH = 3.6
"""How far from a word its symbols may stand, in letter heights."""

_LOWEST, _HIGHEST = -0.95, 1.95  # letter heights a symbol may reach below and above: half a row off before a stack
_LARGEST = 2.5  # of the letter height: larger shapes are geometry; a countersink sign is 2 wide
_SMALLEST = 0.1  # of the letter height: a smaller mark says nothing
_PIECE = 0.03  # of the letter height: a ring may be drawn as so short strokes
_TOUCH = 0.13  # of the letter height: pieces of one symbol are no further apart than this
_UNDERLINE = (-0.1, 1.15)  # a level line outside this band is a shelf or a frame, not a piece of a symbol
_LONG_DASH = 1.3  # of the letter height: a level line as long as this is no minus sign
_WALL = 1.45  # of the letter height: an upright line as high as this is the wall of a cell
_MEET = 0.03  # of the letter height: pieces this near do meet
_MEET_FLOOR = 0.06  # of the letter height: the walls of a counterbore sign stand this near to the ends of its floor
_CENTRED = 0.5  # letter heights: twice as far as the middle of a bar may be off that of the piece it sits on
_ABOVE = 0.4  # of the letter height: pieces of one symbol that stand above each other, as in ±, may be this far apart
_OWN = 0.5  # share of a mark's length over the word's own letters from which on it is those letters' strokes
_SLACK = 0.01  # letter heights: by how much more is looked around than is asked for
_RIM = 0.15  # letter heights beyond a text within which its own strokes lie
_FOOT, _SHELF = 0.25, 0.6  # letter heights from the base line, and long at least: the shelf of a leader
_STEM, _MEETS = 1.6, 0.1  # usual letter heights: how long a depth sign is, and how near its pieces end to each other
_PIXELS = 40  # of a rendered mark for each letter height


Extent = tuple[float, float, float, float]
"""along from, along to, across from, across to: in letter heights."""


@dataclass(frozen=True, eq=False)
class RowMark:
    """A cluster of paths on the row of `word`; ranges are along and across the word, in letter heights."""

    word: Word
    paths: tuple[Path, ...]
    along: tuple[float, float]
    across: tuple[float, float]

    @property
    def centre(self) -> tuple[float, float]:
        """Centre in page coordinates."""
        (dx, dy), (ux, uy) = self.word.direction, self.word.up
        s = sum(self.along) / 2 * self.word.height
        n = sum(self.across) / 2 * self.word.height
        return self.word.x + dx * s + ux * n, self.word.y + dy * s + uy * n

    @property
    def gap(self) -> float:
        """How far it stands before or behind its word."""
        return max(0.0, -self.along[1], self.along[0] - self.word.length / self.word.height)

    @property
    def distance(self) -> float:
        """How badly it fits its word's row: the gap between them, and how far it is off the row's middle."""
        return self.gap + 2 * abs(sum(self.across) / 2 - 0.5)

    def parts(self) -> list[RowMark]:
        """The mark without arrow heads, taken apart where its pieces only come near each other."""
        rest = [p for p in self.paths if not _is_arrow(p)]
        ranges = _ranges(rest, range(len(rest)), self.word)
        clusters = _clusters(list(ranges), ranges, rest, touch=_MEET) if len(self.paths) > 1 else ()
        return [_mark(self.word, [rest[i] for i in c], [ranges[i] for i in c]) for c in clusters]

    @property
    def has_head(self) -> bool:
        """Whether one of its paths is an arrow head: the bracket beside a size may touch that of its line."""
        return any(map(_is_arrow, self.paths))

    @cached_property
    def image(self) -> Grey:
        """The mark alone, black on white, upright as its word reads."""
        margin = 6
        width = int((self.along[1] - self.along[0]) * _PIXELS) + 2 * margin + 1
        height = int((self.across[1] - self.across[0]) * _PIXELS) + 2 * margin + 1
        picture: Grey = np.full((height, width), 255, np.uint8)
        for group in _groups(self.paths):
            outlines = [self._pixels(p, margin) for p in group]
            if group[0].filled:
                cv2.fillPoly(picture, outlines, 0, cv2.LINE_AA, _SHIFT)
            if group[0].stroked or not group[0].filled:
                thick = max(1, round(group[0].width / self.word.height * _PIXELS))
                for path, outline in zip(group, outlines, strict=True):
                    cv2.polylines(picture, [outline], path.closed, 0, thick, cv2.LINE_AA, _SHIFT)
        return picture

    def _pixels(self, path: Path, margin: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        placed = in_row(path.points, self.word)
        x = (placed[:, 0] - self.along[0]) * _PIXELS + margin
        y = (self.across[1] - placed[:, 1]) * _PIXELS + margin
        return np.round(np.column_stack([x, y]) * (1 << _SHIFT)).astype(np.int32)


_SHIFT = 4  # sub-pixel bits of the drawing calls


def in_row(points: Floats, word: Word) -> Floats:
    """Points (n, 2) along and above the word's base line, in letter heights."""
    base = np.array([word.direction, word.up]).T
    out: Floats = (points - (word.x, word.y)) @ base / word.height
    return out


def extents(segments: Floats, word: Word) -> Floats:
    """What segments (n, 4) span in the row of a word, as `Extent`s (n, 4)."""
    a, b = in_row(segments[:, :2], word), in_row(segments[:, 2:], word)
    low, high = np.minimum(a, b), np.maximum(a, b)
    return np.column_stack([low[:, 0], high[:, 0], low[:, 1], high[:, 1]])


def beside_letters(segments: Floats, word: Word) -> tuple[NDArray[np.bool_], Floats]:
    """Which of the segments (n, 4) lie beside a word's letters, and what these span in its row (see `extents`).

    Where a word was read from its ink, its letters' own strokes pass for lines, or lengthen one that ends at them.
    """
    spans = extents(segments, word)
    if word.read_from == "text layer":
        return np.ones(len(spans), np.bool_), spans
    start, end, low, high = spans.T
    length = word.length / word.height
    level = (low > -_RIM) & (high < 1 + _RIM) & ~_shelves(segments, spans, word)
    begins, ends = start > -_RIM, end < length + _RIM
    start[level & begins & ~ends & (start < length)] = length
    end[level & ends & ~begins & (end > 0)] = 0.0
    beside = ~(level & begins & ends)
    return beside, spans[beside]


def _shelves(segments: Floats, spans: Floats, word: Word) -> NDArray[np.bool_]:
    """Which segments (n, 4) at the foot of letters are the shelf of a leader: a slanted one leads away from its end.

    The box of a text that was read reaches down to its shelf, which may be shorter than that text.
    """
    start, end, low, high = spans.T
    level, slanted = high - low < _RIM, (high - low > _RIM) & (end - start > _RIM)
    away = (start < -_RIM) | (end > word.length / word.height + _RIM) | (low < -_RIM) | (high > 1 + _RIM)
    shelves: NDArray[np.bool_] = level & (np.abs(low) < _FOOT) & (end - start > _SHELF)
    leaders = segments[slanted & away].reshape(-1, 2)
    if not shelves.any() or not len(leaders):
        return np.zeros(len(spans), np.bool_)
    along, across = in_row(leaders, word).T
    for number in np.flatnonzero(shelves):
        aside = np.minimum(np.abs(along - start[number]), np.abs(along - end[number]))
        shelves[number] = np.hypot(aside, across - low[number]).min() < _RIM
    return shelves


def _mark(word: Word, paths: Sequence[Path], ranges: Sequence[Extent]) -> RowMark:
    box = np.array(ranges)
    along = float(box[:, 0].min()), float(box[:, 1].max())
    return RowMark(word, tuple(paths), along, (float(box[:, 2].min()), float(box[:, 3].max())))


def marks_of(words: Sequence[Word], paths: Sequence[Path]) -> list[RowMark]:
    """Every mark beside the words, once for each direction of reading, though it may stand near several words.

    A bracket beside a standing size may stand above a letter of the border: only in its own row is it one.
    """
    if not words or not paths:
        return []
    largest = _LARGEST * max(w.height for w in words)
    usual = float(np.median([w.height for w in words]))
    x0, y0, x1, y1 = boxes_of(p.box for p in paths).T
    sized = list(compress(paths, (np.maximum(x1 - x0, y1 - y0) <= largest).tolist()))
    small = _without_heads(sized, usual)
    if not small:
        return []
    x0, y0, x1, y1 = boxes_of(p.box for p in small).T
    centres = np.column_stack([(x0 + x1) / 2, (y0 + y1) / 2])
    index = BoxIndex(np.hstack([centres, centres]))
    found: dict[tuple[frozenset[int], int], RowMark] = {}
    for word in words:
        reach = (REACH + _LARGEST + _SLACK) * word.height
        below, above = (_SLACK - _LOWEST) * word.height, (_SLACK + _HIGHEST) * word.height
        near = index.near(word.span(below=below, above=above, before=reach, after=reach))
        way = round(word.angle * _WAYS / 360) % _WAYS
        for paths_of_mark, mark in _near(word, small, near, centres[near]):
            if mark.gap > REACH:
                continue
            known = found.get((paths_of_mark, way))
            if known is None or mark.distance < known.distance:
                found[paths_of_mark, way] = mark
    return list(found.values())


def _near(
    word: Word, small: Sequence[Path], numbers: Numbers, centres: Floats
) -> Iterable[tuple[frozenset[int], RowMark]]:
    """Marks of the small paths with these numbers, whose centres are given."""
    placed = in_row(centres, word)
    length = word.length / word.height
    inside = (
        (placed[:, 0] > -REACH - _LARGEST)
        & (placed[:, 0] < length + REACH + _LARGEST)
        & (placed[:, 1] > _LOWEST)
        & (placed[:, 1] < _HIGHEST)
    )
    indices = numbers[inside].tolist()
    ranges = _ranges(small, indices, word)
    fitting = [i for i in indices if _fits(ranges[i]) and not _is_frame_line(small[i], ranges[i], word)]
    fitting += _bars(indices, fitting, ranges)
    fitting += _floors(indices, fitting, ranges)
    for cluster in _clusters(fitting, ranges, small):
        box = np.array([ranges[i] for i in cluster])
        extent = (box[:, 0].min(), box[:, 1].max(), box[:, 2].min(), box[:, 3].max())
        if _fits(extent, _SMALLEST) and not _is_own_stroke(extent, length):
            yield frozenset(cluster), _mark(word, [small[i] for i in cluster], [ranges[i] for i in cluster])


def _ranges(paths: Sequence[Path], numbers: Sequence[int], word: Word) -> dict[int, Extent]:
    """The extents of the paths with these numbers in the row of a word."""
    if not numbers:
        return {}
    points = [paths[i].points for i in numbers]
    first = np.cumsum([0, *(len(p) for p in points[:-1])])
    placed = in_row(np.concatenate(points), word)
    low, high = np.minimum.reduceat(placed, first), np.maximum.reduceat(placed, first)
    found = np.column_stack([low[:, 0], high[:, 0], low[:, 1], high[:, 1]]).tolist()
    return {i: (a, b, c, d) for i, (a, b, c, d) in zip(numbers, found, strict=True)}


def _is_frame_line(path: Path, extent: Extent, word: Word) -> bool:
    """Whether a path is a wall of a cell or a line above or below the row rather than a piece of a symbol."""
    a, b, low, high = extent
    if path.filled or path.curved:
        return False
    if high - low < 0.06:
        return high < _UNDERLINE[0] or low > _UNDERLINE[1] or b - a > _LONG_DASH
    return high - low >= _WALL and _is_square(path, word)


def _bars(indices: Sequence[int], fitting: Sequence[int], ranges: dict[int, Extent]) -> list[int]:
    """Short level lines that sit on a piece of a symbol: the bar of a depth symbol, say."""
    known = set(fitting)
    rest = [i for i in indices if i not in known and ranges[i][1] - ranges[i][0] <= _LONG_DASH]
    level = [i for i in rest if ranges[i][3] - ranges[i][2] < 0.06 and _fits(ranges[i])]
    upright = (ranges[k] for k in fitting if ranges[k][3] - ranges[k][2] > 0.3)
    tall = sorted(upright, key=_twice_middle)
    return [i for i in level if any(_sits_on(ranges[i], piece) for piece in _around(tall, _twice_middle(ranges[i])))]


def _twice_middle(extent: Extent) -> float:
    return extent[0] + extent[1]


def _around(pieces: Sequence[Extent], middle: float) -> Sequence[Extent]:
    """Those of the pieces, sorted by their middles, on whose middle something may sit."""
    start = bisect_left(pieces, middle - _CENTRED, key=_twice_middle)
    return pieces[start : bisect_right(pieces, middle + _CENTRED, key=_twice_middle)]


def _floors(indices: Sequence[int], fitting: Sequence[int], ranges: dict[int, Extent]) -> list[int]:
    """Level lines between the feet of two upright ones: the floor of a counterbore sign, however wide it is drawn."""
    known = set(fitting)
    rest = [i for i in indices if i not in known and _fits(ranges[i])]
    level = [i for i in rest if ranges[i][3] - ranges[i][2] < 0.06]
    upright = [ranges[k] for k in fitting if ranges[k][1] - ranges[k][0] < 0.06 and ranges[k][3] - ranges[k][2] > 0.3]
    return [i for i in level if all(_stands_on(ranges[i], end, upright) for end in ranges[i][:2])]


def _stands_on(floor: Extent, end: float, upright: Sequence[Extent]) -> bool:
    """Whether an upright line has its foot at one end of a floor."""
    return any(abs((u[0] + u[1]) / 2 - end) <= _MEET_FLOOR and abs(u[2] - floor[2]) <= _MEET_FLOOR for u in upright)


def _sits_on(bar: Extent, piece: Extent) -> bool:
    centred = abs(bar[0] + bar[1] - piece[0] - piece[1]) < _CENTRED
    return centred and min(abs(bar[2] - piece[3]), abs(bar[3] - piece[2])) <= _TOUCH


_HEAD = 7  # points of the outline of an arrow head at most
_SLIM = 0.45  # width over length of an arrow head


def _without_heads(paths: Sequence[Path], height: float) -> list[Path]:
    """The paths but for filled arrow heads, which end lines and are no signs."""
    outlines = [path for path in paths if path.filled and len(path.points) <= _HEAD]
    found = zip(outlines, by_themselves(outlines, height), strict=True)
    heads = [path for path, head in found if head is not None and head.kind == "arrow"]
    gone = set(heads) - _of_depths(heads, paths, height)
    return [path for path in paths if path not in gone]


def _of_depths(heads: Sequence[Path], paths: Sequence[Path], height: float) -> set[Path]:
    """The heads whose line is no higher than a letter, and begins in the middle of a bar: those of depth signs."""
    lines = np.array([p.points.ravel() for p in paths if len(p.points) == 2 and not p.filled]).reshape(-1, 2, 2)
    lines = lines[np.hypot(*(lines[:, 1] - lines[:, 0]).T) <= _STEM * height]
    if not heads or not len(lines):
        return set()
    ends, middles = np.vstack([lines[:, 0], lines[:, 1]]), lines.mean(axis=1)
    begins, bars = np.vstack([lines[:, 1], lines[:, 0]]), BoxIndex(np.hstack([middles, middles]))
    index, near = BoxIndex(np.hstack([ends, ends])), _MEETS * height
    found = set()
    for head in heads:
        x0, y0, x1, y1 = head.box
        stems = index.near((x0 - near, y0 - near, x1 + near, y1 + near))
        if any(len(bars.near((x - near, y - near, x + near, y + near))) for x, y in begins[stems].tolist()):
            found.add(head)
    return found


def _is_arrow(path: Path) -> bool:
    """Whether a path is a slim triangle."""
    found = set(map(tuple, np.round(path.points, 2).tolist()))
    if len(found) != 3:
        return False
    corners = np.array(sorted(found))
    sides = sorted(float(np.hypot(*(corners[i] - corners[i - 1]))) for i in range(3))
    return sides[0] <= _SLIM * sides[2] and sides[1] >= 0.8 * sides[2]


def _is_square(path: Path, word: Word) -> bool:
    """Whether a path runs along the row of a word and across it, as walls of its cell do; a slash may be upright."""
    steps = np.abs(np.diff(in_row(path.points, word), axis=0))
    return bool(np.all(steps.min(axis=1) <= 0.1 * np.maximum(steps.max(axis=1), 1e-6)))


def _fits(extent: Extent, least: float = _PIECE) -> bool:
    a, b, low, high = extent
    return low >= _LOWEST and high <= _HIGHEST and b - a <= _LARGEST and max(b - a, high - low) >= least


def _is_own_stroke(extent: Extent, length: float) -> bool:
    a, b, low, high = extent
    shared = min(b, length) - max(a, 0.0)
    return shared > _OWN * max(b - a, 0.05) and low < 0.9 and high > 0.1


def _clusters(
    indices: Sequence[int], ranges: dict[int, Extent], paths: Sequence[Path], *, touch: float = _TOUCH
) -> list[list[int]]:
    """Indices joined where their ranges touch or they were drawn by one operation, until nothing more joins."""
    order = {i: place for place, i in enumerate(indices)}
    parts = [sorted(part, key=order.__getitem__) for part in _apart(indices, ranges, paths, touch)]
    found = [cluster for part in parts for cluster in _joined(part, ranges, paths, touch)]
    return sorted(found, key=lambda cluster: order[cluster[0]])


def _apart(
    indices: Sequence[int], ranges: dict[int, Extent], paths: Sequence[Path], touch: float
) -> Iterator[list[int]]:
    """Indices in groups with a gap along the row between them: no two of different groups ever join."""
    drawn: dict[int, tuple[float, float]] = {}
    for i in (i for i in indices if paths[i].filled):
        start, end = drawn.get(paths[i].group, ranges[i][:2])
        drawn[paths[i].group] = min(start, ranges[i][0]), max(end, ranges[i][1])
    spans = {i: drawn[paths[i].group] if paths[i].filled else ranges[i][:2] for i in indices}
    part: list[int] = []
    reach = -np.inf
    for i in sorted(indices, key=lambda i: spans[i][0]):
        if part and spans[i][0] - reach > touch:
            yield part
            part = []
        part.append(i)
        reach = max(reach, spans[i][1])
    if part:
        yield part


def _joined(indices: Sequence[int], ranges: dict[int, Extent], paths: Sequence[Path], touch: float) -> list[list[int]]:
    """As `_clusters`, each held against all the others."""
    clusters = [([i], ranges[i]) for i in indices]
    joined = True
    while joined:
        joined = False
        kept: list[tuple[list[int], Extent]] = []
        for members, extent in clusters:
            home = next((k for k, c in enumerate(kept) if _belong(members, extent, *c, paths, touch)), None)
            if home is None:
                kept.append((members, extent))
            else:
                kept[home] = (kept[home][0] + members, _union(kept[home][1], extent))
                joined = True
        clusters = kept
    return [members for members, _ in clusters]


def _belong(
    a: list[int], extent_a: Extent, b: list[int], extent_b: Extent, paths: Sequence[Path], touch: float
) -> bool:
    same_drawing = paths[a[0]].filled and paths[a[0]].group == paths[b[0]].group
    return same_drawing or _touching(extent_a, extent_b, touch)


def _union(a: Extent, b: Extent) -> Extent:
    return min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])


def _touching(one: Extent, other: Extent, touch: float) -> bool:
    a, b, low, high = one
    c, d, bottom, top = other
    if c - b > touch or a - d > touch or bottom - high > _ABOVE or low - top > _ABOVE:
        return False
    beside, above = max(a, c) - min(b, d), max(low, bottom) - min(high, top)
    if beside <= touch and above <= touch:
        return True
    widths = one[1] - one[0], other[1] - other[0]
    aligned = -beside >= 0.7 * max(widths) and max(widths) <= 0.9
    return aligned and above <= _ABOVE


def _groups(paths: Sequence[Path]) -> list[list[Path]]:
    groups: dict[int, list[Path]] = {}
    for path in paths:
        groups.setdefault(path.group, []).append(path)
    return list(groups.values())
