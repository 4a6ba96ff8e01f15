"""A row of cells followed along its two lines, where worn lines leave the further cells open: walls from dark columns.

Of a copy's thin lines much is grey; a cell with one gap in its outline encloses nothing. Its lines go on beyond the
row's last closed cell nevertheless, and where a wall stands between them a column is dark throughout.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..layout.crops import crop, heights
from ..sheet import Grey, Sheet
from .closed_cells import cells_alone, cells_of, line_through, rows_of, spans_rows
from .frame_rows import Row, closed_row

_MOST: Final = 250  # rows: a page with more is covered with a pattern, not with frames
_STEP: Final = 6.0  # letter heights that are looked at in one go
_FURTHEST: Final = 5  # steps
_OFF: Final = 0.36  # letter heights by which a line may leave where the closed cells are
_DARK: Final = 0.4  # of the way from paper to the row's own lines: what is darker belongs to a line
_GAP: Final = 13  # pixels of a crop without ink that a line bridges
_WITHIN: Final = 0.12  # letter heights: as far from the lines a wall is looked for
_THROUGHOUT: Final = 0.93  # share of its height that is dark where a wall stands
_MOSTLY: Final = 0.85  # the same where a closed cell ends
_NEAR: Final = 0.2  # letter heights by which a wall may be off
_APART: Final = 0.9  # letter heights between two walls at least
_OPEN: Final = 1.3  # letter heights: a cell that no wall ends is at least as wide
_ENOUGH: Final = 0.5  # share of the columns that must show a line for its course to be known

_BAND: Final = round(2 * _OFF / heights(1))
_EDGE: Final = 0.08  # letter heights: how far a thin line and its grey edges reach into a cell

Columns = NDArray[np.bool_]


def closed_rows(sheet: Sheet) -> list[Row]:
    """The rows of a picture that closed cells show: two neighbours or more, or one whose lines go on."""
    cells = cells_of(sheet)
    runs = [*rows_of(cells), *((cell,) for cell in cells_alone(sheet))]
    if len(runs) > _MOST:
        return []
    rows = [followed(sheet, closed_row(run), back=not spans_rows(run)) for run in runs]
    return [row for row in rows if row.cells > 1]


def followed(sheet: Sheet, row: Row, *, back: bool = True) -> Row:
    """The row with the cells between its lines beyond its last wall, and before its first (`back`).

    Where both lines go on with something between them and no wall follows, the row's last cell is open.
    """
    row = straightened(sheet, row)
    paper, line = _levels(sheet, row)
    dark = paper - _DARK * (paper - line)
    after = _walls(sheet, row, dark, 1)
    before = _walls(sheet, row, dark, -1) if back else []
    if before or after:
        walls = (*reversed(before), *row.walls, *after)
        row = straightened(sheet, replace(row, walls=walls, home=row.home + len(before)))
    return _with_full_walls(sheet, row, dark)


def _with_full_walls(sheet: Sheet, row: Row, dark: float) -> Row:
    """The row without walls that are none: the ring of a modifier that touches both lines parts its cell as well."""
    if row.cells == 1:
        return row
    image = _strip(sheet, row, row.walls[0], row.walls[-1])
    full = _fullness(image, dark)
    reach = round(_NEAR / heights(1))

    def is_full(wall: float) -> bool:
        at = round((wall - row.walls[0]) / heights(1))
        return bool(full[max(at - reach, 0) : at + reach].max(initial=0.0) >= _MOSTLY)

    kept = [i for i in range(1, row.cells) if is_full(row.walls[i])]
    home = sum(i <= row.home for i in kept)
    return replace(row, walls=(row.walls[0], *(row.walls[i] for i in kept), row.walls[-1]), home=home)


def straightened(sheet: Sheet, row: Row) -> Row:
    """The row along the middle of the ink of its two lines: corners of small cells are only roughly known."""
    left, right = row.walls[min(1, row.cells - 1)], row.walls[-1]
    image = _strip(sheet, row, left, right)
    lines = [_course(image[:_BAND], row.high + _OFF), _course(image[-_BAND:], row.low + _OFF)]
    if any(line is None for line in lines):
        return row
    (high, slope), (low, other) = (line for line in lines if line is not None)
    return _turned(row, (left + right) / 2, low, high, (slope + other) / 2)


def _course(band: Grey, top: float) -> tuple[float, float] | None:
    """How far across a line runs half-way, and its slope; `top` is where the band begins, in letter heights."""
    paper, darkest = float(np.median(band)), band.min(axis=0).astype(float)
    seen = darkest < paper - _DARK * (paper - np.percentile(darkest, 30))
    if seen.mean() < _ENOUGH:
        return None
    columns = np.flatnonzero(seen).astype(float)
    weight = np.clip(paper - band[:, seen].astype(float), 0.0, None) ** 2
    rows = (weight * (np.arange(len(band))[:, None] + 0.5)).sum(axis=0) / weight.sum(axis=0)
    slope, start = line_through(columns, rows)
    near = np.abs(rows - start - slope * columns) <= max(2.0, np.median(np.abs(rows - start - slope * columns)))
    slope, start = line_through(columns[near], rows[near])
    return top - heights(start + slope * band.shape[1] / 2), -slope


def _turned(row: Row, at: float, low: float, high: float, slope: float) -> Row:
    """The row turned by `slope` about its middle at `at`, between other lines."""
    word, middle = row.word, (low + high) / 2
    (dx, dy), (ux, uy), unit = word.direction, word.up, word.height
    x = word.x + (dx * at + ux * middle) * unit
    y = word.y + (dy * at + uy * middle) * unit
    turned = replace(word, angle=(word.angle + math.degrees(math.atan(slope))) % 360)
    (ex, ey), (vx, vy) = turned.direction, turned.up
    turned = replace(turned, x=x - (ex * at + vx * middle) * unit, y=y - (ey * at + vy * middle) * unit)
    shift = row.shear * (middle - row.middle)
    shear = (row.shear - slope) / (1 + row.shear * slope)
    beside = max(row.thick[0], _EDGE)
    lines = row.lines.copy()
    lines[-2:, 0] = low, high
    walls = tuple(wall + shift for wall in row.walls)
    return replace(row, word=turned, walls=walls, low=low, high=high, shear=shear, lines=lines, thick=(beside, beside))


def _levels(sheet: Sheet, row: Row) -> tuple[float, float]:
    """Greys of the paper in the row, and of its own lines where they are pale."""
    image = _strip(sheet, row, row.walls[0], row.walls[-1])
    above, below = _along_lines(image)
    return float(np.median(image)), float(np.percentile(np.concatenate([above, below]), 70))


def _walls(sheet: Sheet, row: Row, dark: float, way: int) -> list[float]:
    """Walls beyond one end of the row, nearest first; `way` is 1 behind the row and -1 before it."""
    end = row.walls[-1] if way > 0 else row.walls[0]
    found: list[float] = []
    for step in range(_FURTHEST):
        start = end + way * step * _STEP
        image = _strip(sheet, row, *sorted((start, start + way * _STEP)))
        image = image if way > 0 else image[:, ::-1]
        lined = _bridged(np.logical_and(*(side < dark for side in _along_lines(image))))
        reach = len(lined) if lined.all() else int(np.argmin(lined))
        for at in _full_columns(image[:, :reach], dark):
            place = start + way * heights(at)
            if abs(place - (found[-1] if found else end)) > _APART:
                found.append(place)
        if reach < len(lined):
            last = found[-1] if found else end
            return [*found, *_open_end(sheet, row, last, start + way * heights(reach), dark)]
    return found


def _open_end(sheet: Sheet, row: Row, last: float, end: float, dark: float) -> list[float]:
    """Where both lines of an open cell end, if something stands between them from the last wall on."""
    if abs(end - last) < _OPEN:
        return []
    image = _strip(sheet, row, *sorted((last, end)))
    inside, beside = round((_OFF + _WITHIN) / heights(1)), round(_NEAR / heights(1))
    return [end] if bool((image[inside:-inside, beside:-beside] < dark).any()) else []


def _strip(sheet: Sheet, row: Row, start: float, end: float) -> Grey:
    return crop(sheet, row.word, (start, end), (row.low - _OFF, row.high + _OFF), shear=row.shear)


def _along_lines(image: Grey) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The darkest grey of each column where the upper and the lower line run."""
    return image[:_BAND].min(axis=0), image[-_BAND:].min(axis=0)


def _bridged(lined: Columns) -> Columns:
    """Columns that hold both lines, short gaps closed."""
    row = lined.astype(np.uint8)[None]
    closed = cv2.morphologyEx(row, cv2.MORPH_CLOSE, np.ones((1, _GAP), np.uint8), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(closed[0], bool)


def _full_columns(image: Grey, dark: float) -> list[float]:
    """The middles of columns that are dark from line to line, from left to right."""
    full = _fullness(image, dark) >= _THROUGHOUT
    edges = np.flatnonzero(np.diff(np.concatenate([[False], full, [False]]).astype(np.int8)))
    return [float(a + b) / 2 for a, b in edges.reshape(-1, 2)]


def _fullness(image: Grey, dark: float) -> NDArray[np.float64]:
    """The share of each column that is dark between the lines."""
    if image.shape[1] < 3:
        return np.zeros(image.shape[1])
    inside = round((_OFF + _WITHIN) / heights(1))
    inner = cv2.erode(image[inside:-inside], np.ones((1, 3), np.uint8))
    return np.asarray((inner < dark).mean(axis=0), np.float64)
