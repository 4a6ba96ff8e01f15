"""Dimension lines and leaders that end at their text: taken out of its boxes, so that they pass for no character.

The text of a dimension stands in the gap of its line, or behind its leader, at half its height (ISO 129-1, 5.4 to 5.6).
What is left between them is less than a letter, so that a box around the text shows the line's end: as a 1, a dash, a
degree sign, or as a further stroke of the letter that it touches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..picture.binarise import CLEAN_THRESHOLD, binarise
from ..picture.pixels import Grey
from .boxes import PAPER, TextBox, crop
from .chained_lines import parted_by_lines
from .tight_boxes import around_one_row

_BEYOND: Final = 0.5
"""Heights beyond the box over which the line goes on, at least: no dash does."""

_THIN: Final = 0.17
"""Of the box's height: how thick such a line may be; letters are drawn with pens of a tenth of theirs (ISO 3098-1)."""

_OFF: Final = 0.22
"""Of the height, to either side of its middle: where such a line runs."""

_WAVERS: Final = 0.06
"""Of the height: by how much a line is off its own middle; a letter's arm that begins elsewhere is none of it."""

_LOOK: Final = 0.15
"""Heights beyond a box at which a quick look shows ink if a line or its head goes on there."""

_STEPS: Final = 25
"""Pixels of such a look across the box: as close as a thin line is wide."""

_LINE, _HEAD = 2, 3
"""Pixels of a line behind its head, and of the head, at least."""

_WIDER: Final = 2
"""Pixels by which a head is wider than its line, and than its point."""

_FIRST: Final = 1 / 3
"""Of what is looked at: where such a line begins, from the box's end on."""

_CENTRED: Final = 1.0
"""Pixels by which the middle of a head's column may be off its line."""

_FADES: Final = 2
"""Pixels over which a line's end fades into the paper."""

_LEAST: Final = 8
"""Pixels of height from which on a line is told from a letter."""

_PAPER: Final = 0.2
"""Heights of paper that a box keeps before its text."""


def without_line_ends(picture: Grey, boxes: Sequence[TextBox]) -> tuple[Grey, list[TextBox]]:
    """The picture without the lines that end in the boxes, and the boxes without the room that these took.

    One letter, whose box is higher than long, may read in any direction: lines may come in from all four sides.
    """
    bare = picture.copy()
    boxes = [part for box in in_time(boxes, "text that is drawn", every=16) for part in _parted(picture, bare, box)]
    out = list(boxes)
    for turn in (0, 90):
        asked = [k for k, box in enumerate(boxes) if turn == 0 or box.elongation < 1]
        along = [out[k].turned(out[k].angle + turn) for k in asked]
        for k, box, goes_on in zip(asked, along, _go_on(picture, along), strict=True):
            if goes_on and box.height >= _LEAST:
                out[k] = _without(picture, bare, box).turned(boxes[k].angle)
    return bare, out


def _parted(picture: Grey, bare: Grey, box: TextBox) -> list[TextBox]:
    """The runs of text of a box; lines between them are painted out in `bare`."""
    parts, lines = parted_by_lines(picture, box)
    for start, end in lines:
        _paint(bare, box, start, end - 1)
    return [around_one_row(bare, part) or part for part in parts] if lines else parts


def _go_on(picture: Grey, boxes: Sequence[TextBox]) -> NDArray[np.bool_]:
    """Which of the boxes have ink right beyond one of their ends, at half their height: a look at a few pixels."""
    shape = np.array([(box.length, box.height) for box in boxes]).reshape(-1, 2)
    places = np.array([(box.x, box.y) for box in boxes]).reshape(-1, 2)
    ways = np.array([box.along for box in boxes]).reshape(-1, 2)
    downs = np.column_stack([-ways[:, 1], ways[:, 0]])
    beyond = shape[:, :1] / 2 + shape[:, 1:] * _LOOK
    off = shape[:, 1:] * np.linspace(-_OFF, _OFF, _STEPS)
    found = np.zeros(len(boxes), np.bool_)
    for side in (-1, 1):
        points = (places + side * ways * beyond)[:, None] + downs[:, None] * off[:, :, None]
        columns, rows = np.rint(points).astype(np.intp).reshape(-1, 2).T
        rows, columns = rows.clip(0, picture.shape[0] - 1), columns.clip(0, picture.shape[1] - 1)
        found |= (picture[rows, columns] < CLEAN_THRESHOLD).reshape(len(boxes), _STEPS).any(axis=1)
    return found


def _without(picture: Grey, bare: Grey, along: TextBox) -> TextBox:
    """The box without the lines at its ends, which are painted out in `bare`."""
    ends = list(_ends(picture, along))
    for start, end in ends:
        _paint(bare, along, *((start, end - 1) if start < 0 else (start + 1, end)))
    first = max((end - _PAPER * along.height for start, end in ends if start < 0), default=0.0)
    last = min((start + _PAPER * along.height for start, end in ends if end > along.length), default=along.length)
    kept = along.part(max(0.0, first), min(along.length, last))
    return kept if kept.length > 0 else along


def _ends(picture: Grey, box: TextBox) -> Iterator[tuple[float, float]]:
    """From where to where, along the box, a line runs that comes in at its start, and one that comes in at its end."""
    beyond = _BEYOND * box.height
    image = crop(picture, box.part(-beyond, box.length + beyond))
    ink = binarise(image) > 0
    scale = (box.length + 2 * beyond) / ink.shape[1]
    outside = round(beyond / scale)
    if not (ink[:, outside - 1].any() or ink[:, -outside].any()):
        return
    for rows, at_start in ((ink, True), (ink[:, ::-1], False)):
        columns = _line(rows, outside)
        if columns > outside:
            reach = columns * scale - beyond
            yield (-beyond, reach) if at_start else (box.length - reach, box.length + beyond)


def _line(ink: NDArray[np.bool_], outside: int) -> int:
    """How many columns a line takes that comes in from the left; 0 where none does."""
    tall = len(ink)
    counts = ink.sum(axis=0)
    first, last = ink.argmax(axis=0), tall - 1 - ink[::-1].argmax(axis=0)
    middles = (first + last + 1) / 2
    whole = (counts > 0) & (last - first + 1 == counts)
    thin = whole & (counts <= max(2, _THIN * tall))
    own = float(np.median(middles[:outside])) if outside else 0.0
    runs_on = thin & (np.abs(middles - own) <= max(1.0, _WAVERS * tall))
    end = int(np.argmin(runs_on)) if not runs_on.all() else 0
    if end <= outside:
        end, own = _behind_head(np.where(whole, counts, 0), middles, thin, outside)
    if end <= outside or abs(own - tall / 2) > _OFF * tall:
        return 0
    return end + _FADES if not counts[end : end + _FADES].any() else end


def _behind_head(
    counts: NDArray[np.intp], middles: NDArray[np.float64], thin: NDArray[np.bool_], outside: int
) -> tuple[int, float]:
    """Where a short line ends whose head, the point away from the text, reaches beyond the box; and its row.

    From its point a head grows on both sides of the line until it ends at it (ISO 129-1, 5.3): no sign or figure does.
    `counts` are the pixels of each column's one stroke, 0 where it has several.
    """
    edges = np.flatnonzero(np.diff(thin.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)
    for start, end in edges.tolist():
        if end <= outside or end - start < _LINE or not 0 < start <= outside + _FIRST * len(thin):
            continue
        own = float(np.median(middles[start:end]))
        point = _point(counts, middles, start, own)
        grown = _WIDER if point else 1  # its point may lie beyond what is looked at
        is_head = start - point >= _HEAD and counts[start - 1] >= counts[point] + grown
        if is_head and point <= outside and counts[start - 1] >= counts[start] + _WIDER:
            return end, own
    return 0, 0.0


def _point(counts: NDArray[np.intp], middles: NDArray[np.float64], start: int, own: float) -> int:
    """The column from which on what stands right before a line grows about it; the line's first where nothing does."""
    point = start
    while point and counts[point - 1] and abs(middles[point - 1] - own) <= _CENTRED:
        if point < start and counts[point - 1] > counts[point] + 1:
            break
        point -= 1
    return point


def _paint(bare: Grey, box: TextBox, start: float, end: float) -> None:
    """Paint a part of the box as paper; a polygon is filled with its edge, so it ends a pixel before a letter."""
    cv2.fillPoly(bare, [np.round(box.part(start, end).corners).astype(np.int32)], (PAPER,))
