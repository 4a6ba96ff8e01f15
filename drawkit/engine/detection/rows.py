"""Rows of letters in a cluster of ink: below each other along its box, or along lines of their own that it mixes up."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .boxes import TextBox, covering, turn_between, upward
from .clusters import Cluster
from .reading_lines import usual_size

_ROWS: Final = 1.5  # of its letters' size: a deeper cluster may have two rows
_LETTER: Final = 0.5  # of the same: smaller pieces are dots, commas and signs
_ALONE: Final = 0.7  # of a row's letters: a piece so small that begins within the row is its comma
_FEW: Final = 6  # letters that may stand or be the ends of level rows
_UPRIGHT: Final = 0.1  # logarithm of height over width of letters that stand upright, on average
_DASH: Final = 1.1  # the same of a single stroke, either way: the lower one of ± says nothing of its zero
_APART: Final = 0.6  # of the same: how far the middles of rows are apart
_MOST: Final = 80  # pieces of a cluster in which lines are looked for: more are a picture
_STACKED: Final = 3  # rows of a cluster with a nominal and its two deviations
_INTO: Final = 0.2  # of its height: how far the deviations may reach into the nominal, as one that leans does
_ROOM: Final = 0.3  # of its dash: how much larger or smaller its plus may be, and how far aside in sloped lettering
_FLAT: Final = 0.5  # height over length of a dash at most
_THIN: Final = 0.25  # of its length: how high the dash of a ± is at most; a 1 with its flag is wider
_LINE: Final = 3  # letters that make a line
_ALIKE: Final = 1.35  # times: how far the heights of letters of a line may differ
_STEP: Final = 1.3  # of their height: from the middle of a letter to that of the next, a point or a sign between them
_OFF: Final = 0.2  # of the same: how far their middles may be off the line
_DEEP: Final = 1.8  # of its letters' size: a deeper row is none, but mixes several
_TURN: Final = 8.0  # degrees off the cluster's box from which on a line shows that the box mixes several
_MIXED: Final = 0.3  # of a cluster's letters: how many lines of another direction hold; in a long row a few seem to
_LEVEL: Final = 6.0  # degrees: lines this near to level or upright are

Row: TypeAlias = tuple[TextBox, int]
"""A box, and how many letters it holds."""


def rows_of(cluster: Cluster) -> Iterator[Row]:
    """The cluster's box, if it may be one row or a stack of two; and its rows, where it has several.

    A few letters that seem to stand may as well be the ends of level rows, one right below the other; ± is one letter.
    """
    if _is_between_dashes(cluster):
        yield cluster.box, len(cluster.parts)
        return
    if (sign := _plus_over_dash(cluster)) is not None:
        yield sign, 1
        return
    box, usual = cluster.box, usual_size(cluster.sizes)
    if 1 < cluster.letters <= _FEW and box.angle % 180 == 90 and _are_upright(cluster, usual):
        box = box.turned(0.0)
    small = usual_size(cluster.sizes[cluster.sizes <= usual])  # that of its letters, where lumps are among them
    rows = _split(cluster, box, usual) if cluster.letters > 1 and box.height > _ROWS * usual else []
    deep = max([row.height for row, _ in rows] or [box.height]) > _DEEP * small
    lines = _lines_in(cluster) if deep else []
    aslant = sum(letters for line, letters in lines if letters > _LINE and turn_between(box, line) > _TURN)
    if aslant > _MIXED * cluster.letters:
        yield from lines
        return
    if len(rows) > 1:
        yield from rows
    if 1 < cluster.letters <= _FEW and box.angle % 180 == 90:
        level = _split(cluster, box.turned(0.0), usual)
        yield from level if all(letters > 1 for _, letters in level) else ()
    if len(rows) < 2:
        yield box, cluster.letters
    elif len(rows) == 2 or _is_before_stack([row for row, _ in rows]):
        yield replace(box, rows=2), cluster.letters
    yield from (line for line in lines if not any(covering(row, line[0]) for row, _ in rows))


def _is_before_stack(rows: Sequence[TextBox]) -> bool:
    """Whether of three rows the middle one ends where the two others begin: a nominal and its deviations."""
    if len(rows) != _STACKED:
        return False
    _, nominal, _ = rows
    begins = [nominal.offset(row)[0] - row.length / 2 for row in (rows[0], rows[2])]
    return min(begins) > nominal.length / 2 - _INTO * nominal.height


def _is_between_dashes(cluster: Cluster) -> bool:
    """Whether a letter has a dash on either side, as the datum features of older drawings do (ASME Y14.5M: -A-)."""
    if cluster.letters != 1 or len(cluster.parts) != _STACKED:
        return False
    axis = 0 if cluster.box.angle % 180 == 0 else 1
    parts = cluster.parts[cluster.parts[:, axis].argsort()]
    high = parts[:, 3 - axis]
    middles = parts[:, 1 - axis] + high / 2
    flat = (high[[0, 2]] <= _FLAT * parts[[0, 2], 2 + axis]).all()
    return bool(flat and (np.abs(middles[[0, 2]] - middles[1]) <= _LETTER * high[1] / 2).all())


def _plus_over_dash(cluster: Cluster) -> TextBox | None:
    """The box of a ± of two pieces, lying or reading upward; None for anything else.

    In spaced lettering it stands by itself, and is no row of two letters.
    """
    if len(cluster.parts) != 2:
        return None
    for axis in (0, 1):
        plus, dash = cluster.parts[cluster.parts[:, 1 - axis].argsort()].astype(np.float64)
        wide, high = dash[2 + axis], dash[3 - axis]
        below = dash[1 - axis] - plus[1 - axis] - plus[3 - axis]
        aside = dash[axis] + wide / 2 - plus[axis] - plus[2 + axis] / 2
        square = max(abs(plus[2] - wide), abs(plus[3] - wide)) <= _ROOM * wide
        if high <= _THIN * wide and square and 0 <= below <= _FLAT * wide and abs(aside) <= _ROOM * wide:
            low, far = cluster.parts[:, :2].min(0), (cluster.parts[:, :2] + cluster.parts[:, 2:]).max(0)
            (x, y), size = ((low + far) / 2).tolist(), (far - low).astype(float)
            return replace(cluster.box, x=x, y=y, length=size[axis], height=size[1 - axis], angle=90.0 * axis)
    return None


def _are_upright(cluster: Cluster, usual: float) -> bool:
    """Whether the letters are higher than wide, as those of level rows are (ISO 3098-1): wide spacing parts them."""
    letters = cluster.parts[cluster.sizes >= _LETTER * usual, 2:]
    tall = np.log(letters[:, 1] / letters[:, 0])
    whole = tall[np.abs(tall) < _DASH]
    return float((whole if len(whole) else tall).mean()) > _UPRIGHT


def _split(cluster: Cluster, box: TextBox, usual: float) -> list[Row]:
    """The rows of a cluster along its box, by where its letters have their middles; dots go with the nearest row."""
    parts = cluster.parts
    turn = math.radians(box.angle)
    along, down = np.array([math.cos(turn), -math.sin(turn)]), np.array([math.sin(turn), math.cos(turn)])
    centres = parts[:, :2] + parts[:, 2:] / 2
    depth, size = centres @ down, cluster.sizes
    order = np.argsort(depth)
    letters = order[size[order] >= _LETTER * usual]
    found = np.split(letters, np.flatnonzero(np.diff(depth[letters]) > _APART * usual) + 1)
    found = [row for row in found if not _is_comma(cluster, down, row, found)]
    middles = [float(depth[row].mean()) for row in found]
    home = np.abs(depth[:, None] - np.array(middles)).argmin(1)
    letters = np.concatenate(found)
    dots = np.flatnonzero(size < _LETTER * usual)
    home[dots] = home[letters[_nearest(parts[dots], parts[letters])]]
    rows = []
    for index in range(len(middles)):
        own = home == index
        half = parts[own, 2:] @ np.abs(np.stack([along, down], axis=1)) / 2
        s, n = centres[own] @ along, depth[own]
        (left, right), (high, low) = _extent(s, half[:, 0]), _extent(n, np.minimum(half[:, 1], usual))
        middle = along * (left + right) / 2 + down * (high + low) / 2
        row = replace(box, x=float(middle[0]), y=float(middle[1]), length=right - left, height=low - high)
        rows.append((row, int((size[own] >= _LETTER * usual).sum())))
    return rows


def _nearest(parts: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.intp]:
    """For each part the number of the other one that has the least paper between itself and the part."""
    low = np.maximum(parts[:, None, :2], others[:, :2])
    high = np.minimum(parts[:, None, :2] + parts[:, None, 2:], others[:, :2] + others[:, 2:])
    away: NDArray[np.intp] = np.hypot(*np.moveaxis(np.maximum(low - high, 0), -1, 0)).argmin(axis=1)
    return away


def _is_comma(
    cluster: Cluster, down: NDArray[np.float64], row: NDArray[np.intp], rows: Sequence[NDArray[np.intp]]
) -> bool:
    """Whether a row is one small piece that hangs below another row and begins within it."""
    if len(row) != 1:
        return False
    parts = cluster.parts
    depth, half = (parts[:, :2] + parts[:, 2:] / 2) @ down, parts[:, 2:] @ np.abs(down) / 2
    one = int(row[0])
    for other in rows:
        top, bottom = (depth - half)[other].min(), (depth + half)[other].max()
        small = other is not row and cluster.sizes[one] <= _ALONE * usual_size(cluster.sizes[other])
        if small and top < depth[one] - half[one] < bottom:
            return True
    return False


def _extent(at: NDArray[np.float64], half: NDArray[np.float64]) -> tuple[float, float]:
    return float((at - half).min()), float((at + half).max())


def _lines_in(cluster: Cluster) -> list[Row]:
    """The lines along which letters alike in size follow each other closely, the longest first, each letter in one.

    Rows of two directions, or letters that touch the reach of a part's outline, are one cluster but no row of it.
    """
    parts, sizes = cluster.parts, cluster.sizes
    if len(parts) > _MOST:
        return []
    centres = parts[:, :2] + parts[:, 2:] / 2
    rest = np.ones(len(parts), bool)
    found: list[Row] = []
    while (line := _longest(centres, sizes, rest)) is not None:
        angle, members = line
        row = _row_along(cluster, angle, members, rest)
        rest[members] = False
        found.append(row)
    return found


def _longest(
    centres: NDArray[np.float64], sizes: NDArray[np.float64], rest: NDArray[np.bool_]
) -> tuple[float, NDArray[np.intp]] | None:
    """The direction and the letters of the longest line among the rest; None where there is none."""
    best = np.empty(0, np.intp)
    for one in np.flatnonzero(rest).tolist():
        size = sizes[one]
        like = _alike(sizes, size, rest)
        off = centres[like] - centres[one]
        away = np.hypot(off[:, 0], off[:, 1])
        for other in np.flatnonzero((away > 0) & (away <= _STEP * size)).tolist():
            members = like[_following(off, off[other] / away[other], size)]
            best = members if len(members) > len(best) else best
    if len(best) < _LINE:
        return None
    angle, size = _direction(centres[best]), float(np.median(sizes[best]))
    like = _alike(sizes, size, rest)  # two letters tell the direction roughly, a line of them better
    turn, start = math.radians(angle), centres[best].mean(0)
    way = np.array([math.cos(turn), -math.sin(turn)])
    members = like[_following(centres[like] - start, way, size, since=-math.inf)]
    return angle, members if len(members) > len(best) else best


def _alike(sizes: NDArray[np.float64], size: float, rest: NDArray[np.bool_]) -> NDArray[np.intp]:
    return np.flatnonzero(rest & (sizes < _ALIKE * size) & (sizes * _ALIKE > size))


def _following(off: NDArray[np.float64], way: NDArray[np.float64], size: float, since: float = 0.0) -> NDArray[np.intp]:
    """Which of these places (n, 2), told from a letter, lie on its line along a way, without a wide gap between."""
    along, across = off @ way, np.abs(off @ np.array([-way[1], way[0]]))
    near = np.flatnonzero((across <= _OFF * size) & (along >= since))
    near = near[np.argsort(along[near], kind="stable")]
    parts = np.split(near, np.flatnonzero(np.diff(along[near]) > _STEP * size) + 1)
    return parts[0] if since == 0.0 else max(parts, key=len)


def _direction(centres: NDArray[np.float64]) -> float:
    """The reading direction of a line of letters in degrees: left to right, or upward where it is steep."""
    off = centres - centres.mean(0)
    axis = np.linalg.svd(off, full_matrices=False)[2][0]
    angle = upward(math.degrees(math.atan2(-axis[1], axis[0])))
    near = 90.0 * round(angle / 90)
    return near if abs(angle - near) <= _LEVEL else angle


def _row_along(cluster: Cluster, angle: float, members: NDArray[np.intp], rest: NDArray[np.bool_]) -> Row:
    """The box around the letters of a line, and around the points and signs between and beside them."""
    parts, size = cluster.parts, float(np.median(cluster.sizes[members]))
    turn = math.radians(angle)
    along, down = np.array([math.cos(turn), -math.sin(turn)]), np.array([math.sin(turn), math.cos(turn)])
    centres = parts[:, :2] + parts[:, 2:] / 2
    s, n = centres @ along, centres @ down
    left, right, middle = s[members].min(), s[members].max(), float(np.median(n[members]))
    small = rest & (cluster.sizes <= size) & (np.abs(n - middle) <= _LETTER * size)
    own = small & (s >= left - _STEP * size) & (s <= right + _STEP * size)
    own[members] = True
    half = np.minimum(parts[own, 2:] @ np.abs(along), size) / 2
    start, end = _extent(s[own], half)
    (high, low) = float(n[members].min()), float(n[members].max())
    place = along * (start + end) / 2 + down * (high + low) / 2
    box = TextBox(float(place[0]), float(place[1]), end - start, low - high + size, angle)
    return box, len(members)
