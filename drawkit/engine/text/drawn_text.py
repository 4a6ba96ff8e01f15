"""Text that is drawn and not in the text layer: outlines or strokes of letters, read from their picture alone.

Only small shapes in rows are rendered, without the lines and the geometry around them, and read as a picture is.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ...contract import Box
from ..layout.around import around, inside
from ..layout.frame_rows import rows_around
from ..picture.sheets import words_of_run
from ..sheet import Floats, Grey, Path, Sheet, Word
from .marks import in_row
from .picture_words import PictureWord, read_words
from .which_reader import CHARACTERISTICS

DPI = 220.0
"""Resolution at which drawn text is rendered for reading."""

_SMALLEST, _LARGEST = 1.0, 26.0  # points: heights of letters
_ALIKE = 2.2  # times: how far sizes of neighbouring letters may differ
_NEAR = 1.25  # of the larger one's size: how far apart the middles of neighbouring letters are
_FEWEST = 3  # letters that make a row
_ENOUGH = 8  # letters in rows from which on a page is taken to hold drawn text
_ALONG = 2.5  # letters: how far a row of letters may go on beyond those that were joined
_CERTAIN = 0.7  # beside a text layer a drawn word is believed from this confidence on
_LIKELY = 0.5  # and from this one on in cells, as geometry has none
_NUMBER = re.compile(r"[S⌀]?\d{0,3}[.,]?\d")
_DATUM = re.compile(r"[A-Z]")
_VALUE_BEHIND = re.compile(rf"^([{CHARACTERISTICS}])(?=S?⌀?[.,]?\d)")  # read as one with the next compartment
_PAPER = 12.0  # points of white around drawn text
_MOST_PIXELS = 12_000  # on a side of the picture of drawn text: a huge page is read at a lower resolution
_MOST = 200  # shapes in one cluster from which on it is hatching or geometry


@dataclass(frozen=True, slots=True)
class _Shape:
    """The sub-paths of one drawing operation, and the box around them."""

    paths: tuple[Path, ...]
    box: Box

    @property
    def size(self) -> float:
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])

    @property
    def inked(self) -> float:
        """The size with the pen's width: a point may be a stroke of no length."""
        return self.size + max(0.0 if p.filled else p.width for p in self.paths)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def is_letter(self) -> bool:
        """Whether the shape has more to it than one straight line."""
        return sum(len(p.points) - 1 for p in self.paths) >= 2 and self.size >= _SMALLEST


@dataclass(frozen=True, slots=True)
class _Picture:
    """A piece of the page: its pixels, pixels for each point, and where on the page it begins."""

    pixels: Grey
    scale: float
    origin: tuple[float, float] = (0.0, 0.0)


def with_drawn_text(sheet: Sheet) -> Sheet:
    """The sheet with the words that are drawn as shapes; unchanged where there are none."""
    shapes = _unexplained(_shapes(sheet.paths), sheet.words)
    rows = _rows([s for s in shapes if s.is_letter])
    if sum(map(len, rows)) < _ENOUGH:
        return sheet
    if not sheet.words:
        picture = sheet.render(DPI)
        whole = _Picture(picture, picture.shape[1] / sheet.width)  # a huge page is rendered smaller than asked for
        return sheet.at(words=tuple(_read(sheet, whole)), source="strokes")
    areas = [(_grown(row), _is_outlined(row)) for row in rows]
    drawn = [s for s in shapes if any(_belongs(s, *area) for area in areas)]
    found = _read(sheet, _drawn(drawn), surely=True)
    return sheet.at(words=(*sheet.words, *(w for w in found if not any(inside(w.middle, k.box) for k in sheet.words))))


def _shapes(paths: Iterable[Path]) -> list[_Shape]:
    groups: dict[int, list[Path]] = defaultdict(list)
    for path in paths:
        groups[path.group].append(path)
    shapes = []
    for group in groups.values():
        for part in _parts(group):
            low = np.min([p.points.min(axis=0) for p in part], axis=0)
            high = np.max([p.points.max(axis=0) for p in part], axis=0)
            shape = _Shape(tuple(part), (float(low[0]), float(low[1]), float(high[0]), float(high[1])))
            if _SMALLEST * 0.3 <= shape.inked <= _LARGEST:
                shapes.append(shape)
    return shapes


def _parts(group: list[Path]) -> Iterable[list[Path]]:
    """A filled group is one letter with its holes, or many; strokes stand each for itself."""
    if not group[0].filled or len(group) > 4:
        return ([p] for p in group)
    return [group]


def _unexplained(shapes: Sequence[_Shape], words: Sequence[Word]) -> list[_Shape]:
    """Shapes that stand where no word of the text layer does."""
    if not shapes:
        return []
    middles = np.array([s.middle for s in shapes])
    explained = np.zeros(len(shapes), bool)
    for word in words:
        placed = in_row(middles, word)
        along, across = placed[:, 0], placed[:, 1]
        length = word.length / word.height
        explained |= (along >= -0.6) & (along <= length + 1.2) & (across >= -0.4) & (across <= 1.4)
    return [s for s, known in zip(shapes, explained, strict=True) if not known]


def _rows(letters: Sequence[_Shape]) -> list[list[_Shape]]:
    """Letters with neighbours of like size close by."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, shape in enumerate(letters):
        x, y = shape.middle
        cells[int(x // _LARGEST), int(y // _LARGEST)].append(index)
    parent = list(range(len(letters)))
    for (column, row), members in cells.items():
        near = [j for dc in (0, 1) for dr in (-1, 0, 1) for j in cells.get((column + dc, row + dr), ())]
        for i in members:
            for j in near:
                if i != j and _neighbours(letters[i], letters[j]):
                    parent[_root(parent, i)] = _root(parent, j)
    clusters: dict[int, list[_Shape]] = defaultdict(list)
    for index in range(len(letters)):
        clusters[_root(parent, index)].append(letters[index])
    return [c for c in clusters.values() if _FEWEST <= len(c) <= _MOST]


def _root(parent: list[int], index: int) -> int:
    while parent[index] != index:
        parent[index] = parent[parent[index]]
        index = parent[index]
    return index


def _neighbours(a: _Shape, b: _Shape) -> bool:
    larger, smaller = max(a.size, b.size), min(a.size, b.size)
    (ax, ay), (bx, by) = a.middle, b.middle
    return larger <= _ALIKE * smaller and math.hypot(ax - bx, ay - by) <= _NEAR * larger


def _is_outlined(row: Sequence[_Shape]) -> bool:
    """Whether the letters are filled outlines, so that a straight stroke beside them is none: a cell's wall, say."""
    return sum(s.paths[0].filled for s in row) > len(row) / 2


def _belongs(shape: _Shape, area: Box, outlined: bool) -> bool:
    return inside(shape.middle, area) and (shape.is_letter or shape.paths[0].filled or not outlined)


def _grown(row: Sequence[_Shape]) -> Box:
    """The row's surroundings: letters of straight strokes alone, such as i and l, are not in the row themselves."""
    x0, y0, x1, y1 = (np.array([s.box for s in row])).T
    left, top, right, bottom = float(x0.min()), float(y0.min()), float(x1.max()), float(y1.max())
    letter = max(float(np.median([s.size for s in row])), min(right - left, bottom - top))
    lying, standing = right - left >= bottom - top, right - left <= bottom - top
    wide, tall = letter * (_ALONG if lying else 1), letter * (_ALONG if standing else 1)
    return left - wide, top - tall, right + wide, bottom + tall


def _read(sheet: Sheet, view: _Picture, *, surely: bool = False) -> list[Word]:
    """The words in a picture of the page; with `surely`, only those that shapes of other things hardly look like."""
    long = sheet.segments
    long = long[np.hypot(long[:, 2] - long[:, 0], long[:, 3] - long[:, 1]) > _LARGEST]
    cuts = (long - (*view.origin, *view.origin)) * view.scale
    found = read_words(view.pixels, 72 * view.scale, cuts=cuts.astype(np.float32))
    words = []
    for one in found:
        own = _on_page(one, view)
        words += _believed(one, own, sheet) if surely else own
    return words


def _on_page(found: PictureWord, view: _Picture) -> list[Word]:
    parted = replace(found, text=_VALUE_BEHIND.sub(r"\1 ", found.text))
    words = words_of_run(parted, 1 / view.scale)
    return [replace(w, x=w.x + view.origin[0], y=w.y + view.origin[1]) for w in words]


def _characters(found: PictureWord) -> int:
    return len(re.sub(r"\W", "", found.text, flags=re.ASCII))


def _believed(found: PictureWord, words: list[Word], sheet: Sheet) -> list[Word]:
    """The words where they surely are text, by themselves or by the cells they stand in; else none.

    A letter alone that lies or stands may be in a cell alone, as a datum's is. A number that is only likely stands
    behind another cell, as a feature control frame's value does.
    """
    sure = found.confidence >= _CERTAIN
    if sure and found.angle % 90 == 0 and _DATUM.fullmatch(found.text):
        return words if any(row.cells == 1 for _, row in rows_around(words, sheet)) else []
    if _characters(found) < 2 or found.confidence < _LIKELY:
        return []
    numbers = [w for w in words if _NUMBER.match(w.text)]
    return words if sure or any(row.home > 0 for _, row in rows_around(numbers, sheet)) else []


def _drawn(shapes: Sequence[_Shape]) -> _Picture:
    """The shapes alone, black on white, on as much paper as they need."""
    x0, top, x1, bottom = around(shape.box for shape in shapes)
    left, top, wide, tall = x0 - _PAPER, top - _PAPER, x1 - x0 + 2 * _PAPER, bottom - top + 2 * _PAPER
    scale = min(DPI / 72, _MOST_PIXELS / max(wide, tall))
    picture: Grey = np.full((round(tall * scale), round(wide * scale)), 255, np.uint8)
    for shape in shapes:
        outlines = [_pixels(p.points - (left, top), scale) for p in shape.paths]
        if shape.paths[0].filled:
            cv2.fillPoly(picture, outlines, 0, cv2.LINE_AA, _SHIFT)
        else:
            for path, outline in zip(shape.paths, outlines, strict=True):
                thick = max(1, round(path.width * scale))
                cv2.polylines(picture, [outline], path.closed, 0, thick, cv2.LINE_AA, _SHIFT)
    return _Picture(picture, scale, (left, top))


_SHIFT = 4  # sub-pixel bits of the drawing calls


def _pixels(points: Floats, scale: float) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(points * scale * (1 << _SHIFT)).astype(np.int32)
