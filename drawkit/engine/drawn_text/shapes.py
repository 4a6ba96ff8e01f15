"""Shapes of about a letter's size that a page draws and no word of its text layer explains; their picture alone."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..connected import connected
from ..index import BoxIndex
from ..layout.around import around, rounded
from ..sheet import Floats, Grey, Path, Sheet, Word
from ..text.marks import in_row

SMALLEST = 1.0
"""Height of the smallest letters in points."""

_LARGEST = 26.0, 0.015  # points, and share of the page's diagonal: heights of the largest letters

OUTLINE = 9
"""Points of a filled letter at least: heads, points and hyphens have fewer."""

LETTER = 22.0
"""Pixels that the page's usual letter is high in the picture of its drawn text."""

_DPI = (150.0, 600.0)  # of that picture
_FILLED = 1.7  # times that: letters of a title in filled outlines, with their tails
_THICKEST = 6.0  # of the usual letter, and of the widest pen that letters are drawn with here
_POINT = 3  # widths of its pen: a stroke as short as that may be a point or a comma
_SPECK = 1.0  # pixels: a stroke shorter than that is a point
_BOLD = 1.5  # pixels: what is as wide is drawn boldly
_SMOOTH = 1.4  # pixels: the width of OpenCV's smooth lines of thickness 1, and of both edges of thicker ones
_PAPER = 12.0  # points of white around drawn text
_LEAST = 1e-6  # points: a shape may be a point
_PALER = 100  # of 255: how much paler a field is than what is drawn on it
_ASIDE = 0.6, 1.2  # letter heights before and behind a word of the text layer in which its own drawn letters may stand:
_OFF = 0.2  # letter heights, for each of its letters: it is set in a narrower or wider font than that which is drawn
_Outline: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int32]]

_MEET = 0.05  # points: ends this near are in one place
_SHIFT = 4  # sub-pixel bits of the drawing calls


@dataclass(frozen=True, eq=False)
class Shape:
    """The sub-paths of one drawing operation, and the box around them."""

    paths: tuple[Path, ...]

    @cached_property
    def box(self) -> Box:
        """Upright box around the points."""
        return around(path.box for path in self.paths) if len(self.paths) > 1 else rounded(self.paths[0].box)

    @cached_property
    def size(self) -> float:
        """The longer side of the box."""
        x0, y0, x1, y1 = self.box
        return max(x1 - x0, y1 - y0)

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def is_letter(self) -> bool:
        """Whether the shape has more to it than one straight line."""
        return sum(len(p.points) - 1 for p in self.paths) >= 2 and self.size >= SMALLEST

    @property
    def is_filled_letter(self) -> bool:
        """Whether the shape is filled, not stroked, and has as many points as a letter of curves or corners."""
        first = self.paths[0]
        return first.filled and not first.stroked and sum(len(p.points) for p in self.paths) >= OUTLINE


@dataclass(frozen=True, slots=True)
class View:
    """A piece of the page: its pixels, pixels for each point, and where on the page it begins."""

    pixels: Grey
    scale: float
    origin: tuple[float, float] = (0.0, 0.0)


def largest_letter(sheet: Sheet) -> float:
    """The height in points that letters of a page have at most."""
    return max(_LARGEST[0], _LARGEST[1] * math.hypot(sheet.width, sheet.height))


def shapes_of(paths: Iterable[Path], largest: float) -> list[Shape]:
    """The shapes that are not larger than a letter may be; none is too small, for a hairline's point is seen.

    What is filled and winds as the letters of a title do may be larger: geometry is hardly ever filled.
    """
    groups: dict[int, list[Path]] = defaultdict(list)
    for path in paths:
        groups[path.group].append(path)
    parts = (part for group in groups.values() for part in _parts(group))
    shapes = (Shape(tuple(part)) for part in parts)
    return [s for s in shapes if _inked(s.paths) <= (_FILLED * largest if s.is_filled_letter else largest)]


def without_grounds(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes without the fields of a paler fill on which others are drawn: on tinted paper they hide a line."""
    grey, order = np.array([(s.paths[0].grey, s.paths[0].group) for s in shapes]).reshape(-1, 2).T
    pale = np.flatnonzero([s.paths[0].filled and s.paths[0].grey >= _PALER for s in shapes])
    if not len(pale):
        return list(shapes)
    middles = np.array([s.middle for s in shapes])
    under, upon = BoxIndex(np.hstack([middles, middles])).pairs(np.array([shapes[i].box for i in pale.tolist()]))
    under = pale[under]
    hidden = (order[upon] > order[under]) & (grey[upon] <= grey[under] - _PALER)
    grounds = set(under[hidden].tolist())
    return [s for number, s in enumerate(shapes) if number not in grounds]


def _inked(part: Sequence[Path]) -> float:
    """The longer side of what is drawn with the pen's width: a point may be a stroke of no length."""
    x0, y0, x1, y1 = part[0].box if len(part) == 1 else around(path.box for path in part)
    return max(x1 - x0, y1 - y0) + max(0.0 if path.filled else path.width for path in part)


def _parts(group: list[Path]) -> Iterable[list[Path]]:
    """Strokes stand each for itself; of what one fill draws, each outline with those inside it is a shape."""
    if not group[0].filled:
        return ([p] for p in group)
    if len(group) == 1:
        return [group]
    boxes = np.array([p.box for p in group])
    order = np.argsort(-(boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), kind="stable")
    home = np.full(len(group), -1)
    for i in order.tolist():
        if home[i] < 0:
            low, high = (boxes[:, :2] >= boxes[i, :2]).all(1), (boxes[:, 2:] <= boxes[i, 2:]).all(1)
            home[low & high & (home < 0)] = i
    parts: dict[int, list[Path]] = defaultdict(list)
    for path, root in zip(group, home.tolist(), strict=True):
        parts[root].append(path)
    return parts.values()


def unexplained(shapes: Sequence[Shape], words: Sequence[Word]) -> list[Shape]:
    """Shapes that stand where no word of the text layer does."""
    if not shapes:
        return []
    middles = np.array([s.middle for s in shapes])
    index = BoxIndex(np.hstack([middles, middles]))
    explained = np.zeros(len(shapes), bool)
    for word in words:
        unit = word.height
        before, after = (min(most, _OFF * len(word.text)) for most in _ASIDE)
        near = index.near(word.span(below=0.5 * unit, above=1.5 * unit, before=unit, after=1.5 * unit))
        placed = in_row(middles[near], word)
        along, across = placed[:, 0], placed[:, 1]
        length = word.length / word.height
        here = (along >= -before) & (along <= length + after) & (across >= -0.4) & (across <= 1.4)
        explained[near[here]] = True
    return [s for s, known in zip(shapes, explained, strict=True) if not known]


def scale_of(usual: float) -> float:
    """Pixels for each point at which a letter of this height (points) is `LETTER` pixels high."""
    return float(np.clip(LETTER / max(usual, _LEAST), _DPI[0] / 72, _DPI[1] / 72))


def usual_letter(shapes: Sequence[Shape], largest: float) -> float | None:
    """The height of the usual letter among shapes, in points; small pieces of letters count little.

    Strokes that go on where another one ends are one letter, or geometry where that is larger than the largest. None
    where no shape may be a letter.
    """
    wholes = [Shape(paths) for paths in joined([s for s in shapes if not s.paths[0].filled])]
    wholes += [s for s in shapes if s.paths[0].filled]
    letters = [s for s in wholes if s.is_letter and s.size <= largest] or list(shapes)
    if not letters:
        return None
    sizes = np.sort([s.size for s in letters])
    return float(sizes[np.searchsorted(sizes.cumsum(), sizes.sum() / 4)])


def joined(strokes: Sequence[Shape]) -> Iterator[tuple[Path, ...]]:
    """The paths of strokes in groups that meet end to end."""
    paths = [path for shape in strokes for path in shape.paths]
    if not paths:
        return
    place = _ends(paths).ravel()
    first = np.unique(place, return_index=True)[1]
    home = connected(np.arange(len(place)) // 2, first[place] // 2, len(paths))
    groups: dict[int, list[Path]] = defaultdict(list)
    for path, group in zip(paths, home.tolist(), strict=True):
        groups[group].append(path)
    yield from map(tuple, groups.values())


def _ends(paths: Sequence[Path]) -> NDArray[np.intp]:
    """Where paths begin and end (n, 2): a number for each place, the same where ends meet."""
    ends = np.array([(path.points[0], path.points[-1]) for path in paths]).reshape(-1, 2)
    _, place = np.unique(np.round(ends / _MEET), axis=0, return_inverse=True)
    return np.asarray(place, np.intp).reshape(-1, 2)


def drawn(shapes: Sequence[Shape], scale: float) -> View:
    """The shapes alone, black on white, on as much paper as they need."""
    x0, top, x1, bottom = around(shape.box for shape in shapes)
    left, top, wide, tall = x0 - _PAPER, top - _PAPER, x1 - x0 + 2 * _PAPER, bottom - top + 2 * _PAPER
    picture: Grey = np.full((round(tall * scale), round(wide * scale)), 255, np.uint8)
    paths = [path for shape in shapes for path in shape.paths]
    placed = _outlines([path.points for path in paths], (left, top), scale)
    points = _points_of(paths, scale)
    for shape in shapes:
        outlines = [next(placed) for _ in shape.paths]
        if shape.paths[0].filled and shape.paths[0].winding and len(outlines) > 1:
            _fill_by_winding(picture, outlines)
        elif shape.paths[0].filled:
            cv2.fillPoly(picture, outlines, 0, cv2.LINE_AA, _SHIFT)
        else:
            for path, outline in zip(shape.paths, outlines, strict=True):
                cv2.polylines(
                    picture, [outline], path.closed, 0, _thickness(path, scale, path in points), cv2.LINE_AA, _SHIFT
                )
    return View(picture, scale, (left, top))


def _points_of(paths: Sequence[Path], scale: float) -> set[Path]:
    """The strokes that are points: hardly seen if they are drawn as thinly as lines. Others go on in the next."""
    strokes = [path for path in paths if not path.filled]
    if not strokes:
        return set()
    ends = _ends(strokes)
    own = 1 + (ends[:, 0] == ends[:, 1])
    alone = (np.bincount(ends.ravel())[ends] == own[:, None]).all(axis=1)
    return {
        path
        for path, is_alone in zip(strokes, alone.tolist(), strict=True)
        if is_alone and _length(path) * scale < _SPECK
    }


def _length(path: Path) -> float:
    return float(np.hypot(*np.diff(path.points, axis=0).T).sum())


def _thickness(path: Path, scale: float, is_point: bool) -> int:
    """What to tell OpenCV, whose smooth lines are 1.4 pixels wide, or by that wider than the next even thickness.

    The readers know bold letters better than thin ones.
    """
    width = _pen(path, scale) * scale
    return max(2 if is_point or width >= _BOLD else 1, 2 * round((width - _SMOOTH) / 2))


def _pen(path: Path, scale: float) -> float:
    """The width with which a stroke is drawn, in points: letters of a wide pen run together (ISO 3098-1 has a tenth).

    A point or a comma is as large as its pen makes it.
    """
    thickest = LETTER / scale / _THICKEST
    if path.width <= thickest:
        return path.width
    x0, y0, x1, y1 = path.box
    return path.width if max(x1 - x0, y1 - y0) <= _POINT * path.width else thickest


def _fill_by_winding(picture: Grey, outlines: Sequence[_Outline]) -> None:
    """Blacken where the outlines do not cancel each other out: what overlaps is ink, holes turn the other way."""
    corners = np.concatenate(outlines) >> _SHIFT
    (x0, top), (x1, bottom) = np.maximum(corners.min(0) - 2, 0).tolist(), (corners.max(0) + 3).tolist()
    part = picture[top:bottom, x0:x1]
    turns = np.zeros(part.shape, np.int32)
    for outline in outlines:
        mask = np.zeros(part.shape, np.uint8)
        cv2.fillPoly(mask, [outline - np.array([x0, top], np.int32) * (1 << _SHIFT)], 255, cv2.LINE_AA, _SHIFT)
        turns += mask.astype(np.int32) * (1 if cv2.contourArea(outline, oriented=True) > 0 else -1)
    np.minimum(part, 255 - np.minimum(np.abs(turns), 255).astype(np.uint8), out=part)


def _outlines(outlines: Sequence[Floats], origin: tuple[float, float], scale: float) -> Iterator[_Outline]:
    """Outlines (n, 2) of the page in sub-pixels, worked out at once."""
    points = np.round((np.vstack(outlines) - origin) * scale * (1 << _SHIFT)).astype(np.int32)
    ends = np.cumsum([len(outline) for outline in outlines]).tolist()
    return (points[start:end] for start, end in zip([0, *ends], ends, strict=False))
