"""Where text may stand on a sheet, packed into small canvases so that a detector sees no empty paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..picture.letters import Components
from ..picture.pixels import Grey, Ink
from .boxes import PAPER, TextBox

Rect: TypeAlias = tuple[int, int, int, int]
"""x0, top, x1, bottom in pixels; the last two lie outside."""

CANVAS: Final = 1024
"""Side of a canvas in pixels. Larger ones cost more per pixel: their layers leave the processor's cache."""

MARGIN: Final = 14
"""White pixels kept around a region."""

LEAST_PART: Final = 0.15
"""A box that reaches into a piece by less of its length does not mean it."""


def regions(mask: Ink, gap: int) -> list[Rect]:
    """Rectangles that hold all of a mask: cut at empty rows and columns of `gap` pixels, and none above a canvas."""
    out: list[Rect] = []
    todo = [(0, 0, mask.shape[1], mask.shape[0])]
    while todo:
        rect = _trimmed(mask, todo.pop())
        if rect is None:
            continue
        parts = _cut(mask, rect, gap)
        if len(parts) == 1:
            out.append(rect)
        todo += parts if len(parts) > 1 else []
    return sorted(out, key=lambda r: (r[1], r[0]))


def _trimmed(mask: Ink, rect: Rect) -> Rect | None:
    x0, top, x1, bottom = rect
    part = mask[top:bottom, x0:x1]
    columns, rows = np.flatnonzero(part.any(0)), np.flatnonzero(part.any(1))
    if columns.size == 0:
        return None
    return x0 + int(columns[0]), top + int(rows[0]), x0 + int(columns[-1]) + 1, top + int(rows[-1]) + 1


def _cut(mask: Ink, rect: Rect, gap: int) -> list[Rect]:
    """Return the rectangle in two at its widest empty strip, or where emptiest if it is too large."""
    x0, top, x1, bottom = rect
    part = mask[top:bottom, x0:x1]
    column, row = _widest_gap(part.max(0)), _widest_gap(part.max(1))
    if max(column[1], row[1]) >= gap:
        upright = column[1] >= row[1]
        return _halves(rect, column[0] if upright else row[0], upright=upright, overlap=0)
    limit = CANVAS - 2 * MARGIN
    if x1 - x0 > limit or bottom - top > limit:
        upright = x1 - x0 >= bottom - top
        at, ink = _emptiest(part.sum(0 if upright else 1))
        return _halves(rect, at, upright=upright, overlap=0 if ink == 0 else 2 * gap)
    return [rect]


def _halves(rect: Rect, at: int, *, upright: bool, overlap: int) -> list[Rect]:
    x0, top, x1, bottom = rect
    if upright:
        return [(x0, top, x0 + at + overlap, bottom), (x0 + at - overlap, top, x1, bottom)]
    return [(x0, top, x1, top + at + overlap), (x0, top + at - overlap, x1, bottom)]


def _widest_gap(filled: NDArray[np.uint8]) -> tuple[int, int]:
    """Middle and width of the longest run of 0."""
    edges = np.flatnonzero(np.diff(np.concatenate([[1], filled, [1]]).astype(np.int8)))
    if edges.size == 0:
        return 0, 0
    starts, ends = edges[::2], edges[1::2]
    widest = int(np.argmax(ends - starts))
    return int(starts[widest] + ends[widest]) // 2, int(ends[widest] - starts[widest])


def _emptiest(profile: NDArray[np.integer]) -> tuple[int, int]:
    """Return the place with least ink in the middle half, and how much ink it has."""
    quarter = profile.size // 4
    at = quarter + int(np.argmin(profile[quarter : profile.size - quarter]))
    return at, int(profile[at])


@dataclass(frozen=True, slots=True)
class Canvas:
    """Pieces of a sheet set side by side: `places` pairs each piece's rectangle on the sheet with its corner here."""

    picture: Grey
    places: tuple[tuple[Rect, tuple[int, int]], ...]

    def on_sheet(self, box: TextBox) -> list[TextBox]:
        """Return the box where its text stands on the sheet: one for each piece that a lying box runs through."""
        x0, top, x1, bottom = box.bounds
        out = []
        for (left, up, right, down), (here, above) in self.places:
            margin = MARGIN - 1
            start, end = max(x0, here - margin), min(x1, here + right - left + margin)
            high, low = max(top, above - margin), min(bottom, above + down - up + margin)
            if end - start > LEAST_PART * min(x1 - x0, right - left) and low - high > 0.5 * (bottom - top):
                whole = abs(box.angle) > 10 or end - start > 0.95 * (x1 - x0)
                here_only = box if whole else box.clipped(start, end)
                out.append(here_only.moved(left - here, up - above))
        return out


def looked_at(picture: Grey, letters: Components, reach: int) -> list[Canvas]:
    """Return canvases with all of a picture that lies within `reach` pixels of its letters."""
    return packed(picture, around(picture, letters, reach))


def around(picture: Grey, letters: Components, reach: int) -> list[Rect]:
    """Return rectangles that hold all of a picture within `reach` pixels of its letters."""
    return regions(letters.mask((picture.shape[0], picture.shape[1]), reach), gap=2 * reach)


def packed(picture: Grey, rects: list[Rect]) -> list[Canvas]:
    """Return the rectangles of a picture on as few canvases as shelves of falling height allow."""
    canvases: list[Canvas] = []
    places: list[tuple[Rect, tuple[int, int]]] = []
    left = up = shelf = 0
    for rect in sorted(rects, key=lambda r: (r[1] - r[3], r)):
        width, height = rect[2] - rect[0] + 2 * MARGIN, rect[3] - rect[1] + 2 * MARGIN
        if left + width > CANVAS:
            left, up, shelf = 0, up + shelf, 0
        if up + height > CANVAS:
            canvases.append(_drawn(picture, places))
            places, left, up, shelf = [], 0, 0, 0
        places.append((rect, (left + MARGIN, up + MARGIN)))
        left, shelf = left + width, max(shelf, height)
    return [*canvases, _drawn(picture, places)] if places else canvases


def _drawn(picture: Grey, places: list[tuple[Rect, tuple[int, int]]]) -> Canvas:
    width = max(left + r[2] - r[0] for r, (left, _) in places) + MARGIN
    height = max(up + r[3] - r[1] for r, (_, up) in places) + MARGIN
    out = np.full((-(-height // 32) * 32, -(-width // 32) * 32), PAPER, np.uint8)
    for (x0, top, x1, bottom), (left, up) in places:
        out[up : up + bottom - top, left : left + x1 - x0] = picture[top:bottom, x0:x1]
    return Canvas(out, tuple(places))
