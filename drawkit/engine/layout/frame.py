"""The drawing frame (ISO 5457): its rectangle, the grid of zones along its margins, and the sheet's size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ...contract import Box
from ..kept import kept
from ..sheet import Floats, Sheet, Word
from .around import area_of, inside
from .ruling import ruling_of

_MM = 72 / 25.4
_SIZES = {
    "A0": (841, 1189), "A1": (594, 841), "A2": (420, 594), "A3": (297, 420), "A4": (210, 297), "A5": (148, 210),
    "A": (215.9, 279.4), "B": (279.4, 431.8), "C": (431.8, 558.8), "D": (558.8, 863.6), "E": (863.6, 1117.6),
    "F": (711.2, 1016.0), "Arch C": (457.2, 609.6), "Arch D": (609.6, 914.4), "Arch E": (914.4, 1219.2),
    "Legal": (215.9, 355.6),
}  # millimetres, short side first: ISO 216, ASME Y14.1  # fmt: skip
_SAME_SIZE = 0.012  # share by which a side may differ from the standard's
_MARGIN = 0.2  # of the page: the frame's lines lie no further inside
_LONG = 0.55  # of the page: the frame's lines are longer
_BROKEN = 0.3  # of the page: so long is a line that the title block interrupts, which is 180 mm wide (ISO 7200)
_MARGIN_DEPTH = 20 * _MM  # of the margin on the side of filing, the deepest (ISO 5457)
_CORNERS = 3  # of a frame that are drawn at least: what is printed over the fourth, such as a logo, hides it
_LABEL = re.compile(r"[A-Z]|\d{1,2}")
NUMBER = re.compile(r"[⌀R]?\d+(?:[.,]\d+)?")
_AROUND, _OF_ALL = 4, 0.2  # numbers around a rectangle that make it a view, and their share of the sheet's
_COUNTED = 0.6  # share of the labels of zones that are read
_DEPTH = 6.0  # text heights: zone labels stand no further from the frame


@dataclass(frozen=True)
class Frame:
    """The inner rectangle of the frame (None where none is drawn) and the labels of its zones with their places."""

    box: Box | None
    across: tuple[tuple[float, str], ...] = ()
    down: tuple[tuple[float, str], ...] = ()
    margins: tuple[Box, ...] = ()
    """Strips along its sides that a second frame inside parts off, which ends where it meets the title block."""

    def zone_of(self, x: float, y: float) -> str | None:
        """The zone of a point, letter first ("B4"); None without a grid or outside the frame."""
        if self.box is None or not self.across or not self.down:
            return None
        x0, top, x1, bottom = self.box
        if not (x0 <= x <= x1 and top <= y <= bottom):
            return None
        names = (_nearest(self.down, y), _nearest(self.across, x))
        return "".join(sorted(names, key=str.isdigit))


def _nearest(labels: Sequence[tuple[float, str]], at: float) -> str:
    return min(labels, key=lambda label: abs(label[0] - at))[1]


def size_name(width: float, height: float) -> str | None:
    """The standard size of a page given in points: ISO 5457 ("A3") or ASME Y14.1 ("B"); None for any other."""
    short, long = sorted((width / _MM, height / _MM))
    for name, (a, b) in _SIZES.items():
        if abs(short - a) <= _SAME_SIZE * a and abs(long - b) <= _SAME_SIZE * b:
            return name
    return None


@kept(4)
def frame_of(sheet: Sheet) -> Frame:
    """The frame of a sheet and its grid."""
    box = sheet.own or _rectangle(sheet)
    if box is None:
        return Frame(None)
    margins = () if sheet.own else _margins(sheet, box)
    labels = [w for w in sheet.words if _LABEL.fullmatch(w.text)]
    across = _grid([w for w in labels if _beside(w, box, axis=0)], axis=0)
    down = _grid([w for w in labels if _beside(w, box, axis=1)], axis=1)
    if not across or not down or across[0][1].isdigit() == down[0][1].isdigit():
        return Frame(box, margins=margins)
    return Frame(box, tuple(across), tuple(down), margins)


def _beside(word: Word, box: Box, *, axis: int) -> bool:
    """Whether a word stands in the margin: above or below the frame (axis 0), left or right of it (axis 1)."""
    at, other = word.middle[1 - axis], word.middle[axis]
    low, high = box[1 - axis], box[3 - axis]
    reach = _DEPTH * word.height
    outside = low - reach < at < low or high < at < high + reach
    return outside and box[axis] < other < box[axis + 2]


def _grid(words: Sequence[Word], *, axis: int) -> list[tuple[float, str]]:
    """Labels of one kind (letters or numbers) with the mean place of each; at least two of them."""
    for digits in (True, False):
        kind = [w for w in words if w.text.isdigit() is digits]
        names = {w.text for w in kind}
        if len(names) >= 2 and len(kind) >= 0.6 * len(words):
            found = [(float(np.mean([w.middle[axis] for w in kind if w.text == name])), name) for name in names]
            return sorted(found)
    return []


def _rectangle(sheet: Sheet) -> Box | None:
    """The innermost large rectangle of lines near the page's edges."""
    ruling = ruling_of(sheet)
    lefts, rights = _sides(ruling.upright, sheet.width, sheet.height)
    tops, bottoms = _sides(ruling.level, sheet.height, sheet.width)
    slack = 2 * ruling.slack
    met: list[Box] = []
    crossed: list[Box] = []
    cornered: list[Box] = []
    for left, right, top, bottom in product(lefts, rights, tops, bottoms):
        box = (left[0], top[0], right[0], bottom[0])
        short = [_short(s, box[0], box[2]) for s in (top, bottom)] + [_short(s, box[1], box[3]) for s in (left, right)]
        if max(max(abs(a), abs(b)) for a, b in short) <= slack:
            met.append(box)
        elif max(max(pair) for pair in short) <= slack:
            crossed.append(box)
        elif _corners_met(short, slack) == _CORNERS:
            cornered.append(box)
    found = [
        *sorted(met, key=area_of),
        *sorted(crossed, key=area_of, reverse=True),
        *sorted(cornered, key=area_of, reverse=True),
    ]
    numbers = [w for w in sheet.words if NUMBER.fullmatch(w.text)]
    return next((box for box in found if not is_a_view(box, numbers)), None)


def _margins(sheet: Sheet, box: Box) -> tuple[Box, ...]:
    """The strips between the frame and one inside it that lacks a corner, where the title block stands."""
    ruling = ruling_of(sheet)
    slack = 2 * ruling.slack
    sides = (
        *_sides(ruling.level, sheet.height, sheet.width, _BROKEN),
        *_sides(ruling.upright, sheet.width, sheet.height, _BROKEN),
    )
    edges = (box[1], box[3], box[0], box[2])
    near = [
        [line for line in side if slack < abs(line[0] - edge) <= _MARGIN_DEPTH]
        for side, edge in zip(sides, edges, strict=True)
    ]
    for top, bottom, left, right in product(*near):
        short = [_short(s, left[0], right[0]) for s in (top, bottom)] + [
            _short(s, top[0], bottom[0]) for s in (left, right)
        ]
        if _corners_met(short, slack) == _CORNERS:
            return (
                (top[1], box[1], top[2], top[0]),
                (bottom[1], bottom[0], bottom[2], box[3]),
                (box[0], left[1], left[0], left[2]),
                (right[0], right[1], box[2], right[2]),
            )
    return ()


def _corners_met(short: Sequence[tuple[float, float]], slack: float) -> int:
    """At how many corners of a rectangle both lines end; `short` are those of its top, bottom, left and right side."""
    return sum(
        abs(short[row][column]) <= slack >= abs(short[2 + column][row]) for row, column in product((0, 1), (0, 1))
    )


def is_a_view(box: Box, numbers: Sequence[Word]) -> bool:
    """Whether a rectangle is the outline of a part: some of the numbers stand around it that are no labels of zones.

    On a sheet without a frame a large plate is drawn as one is.
    """
    outside = [w for w in numbers if not inside(w.middle, box)]
    for axis in (0, 1):
        labels = [w for w in outside if _LABEL.fullmatch(w.text) and _beside(w, box, axis=axis)]
        outside = [w for w in outside if w not in labels] if _count_up(labels) else outside
    return len(outside) >= max(_AROUND, _OF_ALL * len(numbers))


def _count_up(labels: Sequence[Word]) -> bool:
    """Whether numbers are those of zones: they count from 1, though some may not have been read."""
    values = {int(w.text) for w in labels}
    return bool(values) and len(values) >= _COUNTED * max(values)


def _short(line: Sequence[float], start: float, end: float) -> tuple[float, float]:
    """By how much a line falls short of both corners; negative where it goes beyond."""
    return line[1] - start, end - line[2]


def _sides(
    lines: Floats, size: float, length: float, share: float = _LONG
) -> tuple[list[list[float]], list[list[float]]]:
    """Lines of this share of the page near both its ends, its very edges left out; the six innermost of each."""
    long = lines[(lines[:, 2] - lines[:, 1] >= share * length)]
    inner = long[(long[:, 0] > 0.002 * size) & (long[:, 0] < 0.998 * size)]
    low = inner[inner[:, 0] < _MARGIN * size]
    high = inner[inner[:, 0] > (1 - _MARGIN) * size]
    low, high = low[np.argsort(-low[:, 0])][:6], high[np.argsort(high[:, 0])][:6]
    return low.tolist(), high.tolist()
