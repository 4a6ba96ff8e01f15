"""The faces of a ruled block: every rectangle that its lines bound, empty ones too.

A cell of text is known by the walls around its words. What stands blank, or holds a logo, has no words; it is found
here, so that an empty cell is told from no cell.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..layout.ruling import ruling_of
from ..sheet import Floats, Sheet

_SAME: Final = 0.12  # text heights: lines this close are one wall
_MOST: Final = 160  # lines of a direction: more are hatching, not the walls of a block
_LEAST: Final = 0.7  # text heights: a narrower face is the gap of a double line
_FULL: Final = 0.02  # of a face's area by which it may differ from its rectangle
_ISLAND: Final = 0.25  # of a face's area: what a logo's letters bound within it is less, an inner table is more


def faces_in(sheet: Sheet, box: Box) -> tuple[Box, ...]:
    """The rectangles that the ruling bounds within a box, from top to bottom and left to right.

    Lines with a free end, such as strokes of letters and of a logo, bound nothing.
    """
    ruling = ruling_of(sheet)
    slack = ruling.slack
    level, upright = _within(ruling.level, box, slack), _within(ruling.upright, (box[1], box[0], box[3], box[2]), slack)
    level, upright = _held(level, upright, slack)
    if not 2 <= len(level) <= _MOST or not 2 <= len(upright) <= _MOST:
        return ()
    ys, xs = _places(level, _SAME * sheet.text_height), _places(upright, _SAME * sheet.text_height)
    least = _LEAST * sheet.text_height
    faces = _rectangles(ys, xs, _walls(level, ys, xs, slack), _walls(upright, xs, ys, slack))
    return tuple(sorted((f for f in faces if min(f[2] - f[0], f[3] - f[1]) > least), key=lambda f: (f[1], f[0])))


def _within(lines: Floats, box: Box, slack: float) -> Floats:
    """Lines (n, 3) that run through a box given along and across them, cut off at its sides."""
    start, low, end, high = box
    near = (lines[:, 0] >= low - slack) & (lines[:, 0] <= high + slack)
    cut = np.column_stack([lines[:, 0], np.maximum(lines[:, 1], start - slack), np.minimum(lines[:, 2], end + slack)])
    kept: Floats = cut[near & (cut[:, 2] > cut[:, 1])]
    return kept


def _held(level: Floats, upright: Floats, slack: float) -> tuple[Floats, Floats]:
    """The lines whose both ends meet a line across; what loses its hold goes with it."""
    while True:
        keep_level, keep_upright = _meet(level, upright, slack), _meet(upright, level, slack)
        if keep_level.all() and keep_upright.all():
            return level, upright
        level, upright = level[keep_level], upright[keep_upright]


def _meet(lines: Floats, across: Floats, slack: float) -> NDArray[np.bool_]:
    place, start, end = lines.T
    reached = (across[:, 1] - slack <= place[:, None]) & (place[:, None] <= across[:, 2] + slack)
    first = (reached & (np.abs(across[:, 0] - start[:, None]) <= slack)).any(axis=1)
    # a line may run on beyond the last that it meets, so its end is looked for among those that it crosses
    crossed = reached & (across[:, 0] >= start[:, None] - slack) & (across[:, 0] <= end[:, None] + slack)
    found: NDArray[np.bool_] = (first | (crossed.sum(axis=1) > 1)) & (crossed.sum(axis=1) > 1)
    return found


def _places(lines: Floats, same: float) -> Floats:
    """The distinct places of the lines, sorted; those closer than `same` are one."""
    at = np.sort(lines[:, 0])
    fresh = np.r_[True, np.diff(at) > same]
    number = np.cumsum(fresh) - 1
    places: Floats = np.bincount(number, at) / np.bincount(number)
    return places


def _walls(lines: Floats, places: Floats, steps: Floats, slack: float) -> NDArray[np.bool_]:
    """Whether a wall stands at each place between each step and the next: (places, steps - 1)."""
    walls = np.zeros((len(places), len(steps) - 1), np.bool_)
    nearest = np.abs(places[:, None] - lines[None, :, 0]).argmin(axis=0)
    for row, (_, start, end) in zip(nearest, lines, strict=True):
        reach = np.minimum(slack, 0.3 * np.diff(steps))
        walls[row] |= (steps[:-1] + reach >= start) & (steps[1:] - reach <= end)
    return walls


def _rectangles(ys: Floats, xs: Floats, level: NDArray[np.bool_], upright: NDArray[np.bool_]) -> list[Box]:
    """The faces that are rectangles: fields of the raster of all lines, joined where no wall parts them.

    What stands free within one, as the loops of a logo's letters do, is no face.
    """
    rows, columns = len(ys) - 1, len(xs) - 1
    number = np.full((rows, columns), -1)
    found: dict[int, Box] = {}
    holding: list[tuple[slice, slice]] = []
    for row in range(rows):
        for column in range(columns):
            if number[row, column] < 0:
                number, members = _flooded(number, (row, column), level, upright)
                face = _rectangle(members, ys, xs)
                if face is not None and _is_bounded(members, level, upright):
                    found[int(number[row, column])] = face
                    holding += _around_islands(members)
    for part in holding:
        own = number[part][0, 0]
        for inner in np.unique(number[part][number[part] != own]).tolist():
            found.pop(inner, None)
    return list(found.values())


def _around_islands(members: list[tuple[int, int]]) -> list[tuple[slice, slice]]:
    """The rectangle around the fields of a face, if it holds fields of others."""
    top, left = np.min(members, axis=0)
    bottom, right = np.max(members, axis=0) + 1
    return [] if len(members) == (bottom - top) * (right - left) else [(slice(top, bottom), slice(left, right))]


def _flooded(
    number: NDArray[np.int_], seed: tuple[int, int], level: NDArray[np.bool_], upright: NDArray[np.bool_]
) -> tuple[NDArray[np.int_], list[tuple[int, int]]]:
    rows, columns = number.shape
    mark = int(number.max()) + 1
    stack, members = [seed], []
    number[seed] = mark
    while stack:
        row, column = stack.pop()
        members.append((row, column))
        ways = (
            (row - 1, column, level[row, column]),
            (row + 1, column, level[row + 1, column]),
            (row, column - 1, upright[column, row]),
            (row, column + 1, upright[column + 1, row]),
        )
        for r, c, wall in ways:
            if not wall and 0 <= r < rows and 0 <= c < columns and number[r, c] < 0:
                number[r, c] = mark
                stack.append((r, c))
    return number, members


def _rectangle(members: list[tuple[int, int]], ys: Floats, xs: Floats) -> Box | None:
    """The rectangle of the fields, if they fill it but for islands, which touch none of its sides."""
    top, left = np.min(members, axis=0)
    bottom, right = np.max(members, axis=0) + 1
    area = sum((ys[r + 1] - ys[r]) * (xs[c + 1] - xs[c]) for r, c in members)
    whole = (ys[bottom] - ys[top]) * (xs[right] - xs[left])
    on_sides = sum(r in (top, bottom - 1) or c in (left, right - 1) for r, c in members)
    rows, columns = bottom - top, right - left
    all_sides = rows * columns - max(rows - 2, 0) * max(columns - 2, 0)
    lacking = _ISLAND if on_sides == all_sides else _FULL
    full = area >= (1 - lacking) * whole
    return (float(xs[left]), float(ys[top]), float(xs[right]), float(ys[bottom])) if full else None


def _is_bounded(members: list[tuple[int, int]], level: NDArray[np.bool_], upright: NDArray[np.bool_]) -> bool:
    """Whether walls stand all around the fields of a rectangle; the raster's own edges are none."""
    top, left = np.min(members, axis=0)
    bottom, right = np.max(members, axis=0) + 1
    across = level[top, left:right].all() and level[bottom, left:right].all()
    return bool(across and upright[left, top:bottom].all() and upright[right, top:bottom].all())
