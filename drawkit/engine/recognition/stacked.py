"""Finds two short rows above each other in the crop of one callout: deviations, limits, fits (ISO 129-1, clause 9).

With a bar between them they are a fraction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.decimals import PARTS_OF_INCH, are_limits

from ..picture.pixels import Grey

Boxes = NDArray[np.int64]
"""Components of ink, shape (n, 4): x0, x1, y0, y1 in pixels of the crop."""

_SMALLEST: Final = 0.22  # of the rows' height together: the least height of each row's tallest character
_NARROWEST: Final = 0.15  # of the same: the least width of each row
_TOGETHER: Final = 0.35  # of the shorter row: how much of it must stand above or below the other
_ALIKE: Final = 1.3  # times as high as the other row's tallest character a row's is where both are of one size
_STEPS: Final = 9
_SLACK: Final = 0.05  # of the rows' height together: how far a character may reach over the middle
_TALLEST_LINE: Final = 0.85  # share of a row or column of pixels from which on it is a line

_FLAT, _THIN = 0.35, 0.12
"""Of its length and of the rows' height together: how high a bar between a numerator and its denominator is at most."""

_BESIDE: Final = 0.1  # of the rows' height together: how far the middle of a figure may stand beside the bar
_TOPS: Final = 0.12  # of the same: how unlike in height numerator and denominator may be

_NUMERATOR, _DENOMINATOR = re.compile(r"\d?[13579]"), re.compile(PARTS_OF_INCH)
_NUMBER: Final = re.compile(r"[+\-±]?(?:\d+[.,]?\d*|[.,]\d+)°?")
_SIZED: Final = re.compile(r"(?P<sign>S?[⌀R])?(?P<number>.*)")
_FIT: Final = re.compile(r"[A-Za-z]{1,2}\d{1,2}")


@dataclass(frozen=True, slots=True)
class Parts:
    """The pieces of a crop: what stands before and behind the two rows (None where nothing does), and the rows.

    `span` is where the rows begin and end, as fractions of the crop's width; `bar` tells of one between them, and
    `inches` of marks behind the upper one, which alone are too small to be read.
    """

    before: Grey | None
    upper: Grey
    lower: Grey
    behind: Grey | None
    span: tuple[float, float]
    bar: bool = False
    inches: bool = False


def parts(crop: Grey) -> Parts | None:
    """Return the pieces of a crop that shows two rows beside or without one tall row; None for any other crop."""
    boxes = _components(crop)
    if len(boxes) < 2:
        return None
    over_bar = _fraction(crop, boxes)
    if over_bar is not None:
        return over_bar
    top, bottom = int(boxes[:, 2].min()), int(boxes[:, 3].max())
    middles = np.linspace(top + 0.34 * (bottom - top), top + 0.66 * (bottom - top), _STEPS).tolist()
    if not _may_have_rows(boxes, middles[0], middles[-1], bottom - top):
        return None
    rows = [(middle, one) for middle in middles for one in _rows(boxes, middle, bottom - top)]
    found = [(middle, one) for middle, one in rows if one.alike] or rows
    if not found:
        return None
    widest = max(one.width for _, one in found)
    best = [(middle, one.span) for middle, one in found if one.width >= 0.98 * widest]
    middle, span = best[len(best) // 2]
    return _cut(crop, boxes, round(middle), span)


def fraction_text(upper: str, lower: str) -> str | None:
    """Return the fraction of an inch that a numerator and a denominator make, 3/16; None for other rows."""
    if not (_NUMERATOR.fullmatch(upper) and _DENOMINATOR.fullmatch(lower)) or int(upper) >= int(lower):
        return None
    return f"{upper}/{lower}"


def stacked_text(upper: str, lower: str) -> str | None:
    """Return the notation {upper|lower} of two rows that make a stack; None for rows that do not.

    The sign of what two limits are limits of stands before one of them, or before both: ⌀{12.05|11.95}.
    """
    if _FIT.fullmatch(upper) and _FIT.fullmatch(lower):
        return f"{{{upper}|{lower}}}" if upper[0].isupper() and lower[0].islower() else None
    (sign, upper), (other, lower) = (_signed(text) for text in (upper, lower))
    if not (_NUMBER.fullmatch(upper) and _NUMBER.fullmatch(lower)) or (sign and other and sign != other):
        return None
    signs = {text[0] for text in (upper, lower)} & set("+-±")
    if sign or other:
        lengths = not signs and "°" not in upper + lower
        return f"{sign or other}{{{upper}|{lower}}}" if lengths and are_limits(upper, lower) else None
    return f"{{{upper}|{lower}}}" if (signs and "±" not in signs) or are_limits(_bare(upper), _bare(lower)) else None


def _signed(text: str) -> tuple[str, str]:
    """The sign in front of a number, and the number."""
    found = _SIZED.fullmatch(text)
    return (found["sign"] or "", found["number"]) if found else ("", text)


def _bare(text: str) -> str:
    return text.lstrip("±").rstrip("°")


def _components(crop: Grey) -> Boxes:
    """Characters and signs; lines through the whole crop and specks are left out."""
    ink = cv2.threshold(crop, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)[1]
    ink[cv2.reduce(ink, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0] > _TALLEST_LINE * ink.shape[1]] = 0
    ink[:, cv2.reduce(ink, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[0] > _TALLEST_LINE * ink.shape[0]] = 0
    x, y, w, h, area = cv2.connectedComponentsWithStats(ink, connectivity=8)[2][1:].T
    height = crop.shape[0]
    cut_off = ((y == 0) | (y + h == height)) & (h < 0.15 * height)
    kept = (area > max(3.0, 0.0015 * height * height)) & ~cut_off & (w < 3 * height)
    return np.asarray(np.stack([x, x + w, y, y + h], axis=1)[kept], np.int64)


def _fraction(crop: Grey, boxes: Boxes) -> Parts | None:
    """The pieces of a crop with a bar between a numerator and a denominator; None for any other crop."""
    height = int(np.ptp(boxes[:, 2:]))
    x0, x1, y0, y1 = boxes.T
    flat = (y1 - y0 <= _FLAT * (x1 - x0)) & (y1 - y0 <= max(2.0, _THIN * height))
    for bar in boxes[flat].tolist():
        own = boxes[np.abs(boxes[:, 0] + boxes[:, 1] - bar[0] - bar[1]) <= bar[1] - bar[0] + 2 * _BESIDE * height]
        upper, lower = own[own[:, 3] <= bar[2]], own[own[:, 2] >= bar[3]]
        if len(upper) and len(lower) and _are_alike(upper, lower, height):
            return _about_bar(crop, boxes, bar, (int(upper[:, 2].min()), int(lower[:, 3].max())))
    return None


def _are_alike(upper: Boxes, lower: Boxes, height: int) -> bool:
    """Whether two rows are of one size, and each is as high as one of two rows of that height together is."""
    tall = (_tallest(upper), _tallest(lower))
    return min(tall) >= _SMALLEST * height and abs(tall[0] - tall[1]) <= _TOPS * height


def _about_bar(crop: Grey, boxes: Boxes, bar: list[int], reach: tuple[int, int]) -> Parts:
    start, end, top, bottom = bar
    middles = (boxes[:, 0] + boxes[:, 1]) / 2
    before, behind = boxes[middles < start], boxes[middles > end]
    left = min(start, (int(before[:, 1].max()) + start) // 2) if len(before) else 0
    right = max(end, (int(behind[:, 0].min()) + end + 1) // 2) if len(behind) else crop.shape[1]
    raised = len(behind) > 0 and int(behind[:, 3].max()) <= top
    margin = max(2, round(_BESIDE * (reach[1] - reach[0])))
    high, low = max(0, reach[0] - margin), min(crop.shape[0], reach[1] + margin)
    return Parts(
        before=crop[:, :left] if left > 0 else None,
        upper=crop[high : max(top, high + 1), left:right],
        lower=crop[min(bottom, low - 1) : low, left:right],
        behind=_as_high(crop[:, right:], behind, margin) if len(behind) and not raised else None,
        span=(left / crop.shape[1], right / crop.shape[1]),
        bar=True,
        inches=raised,
    )


def _as_high(piece: Grey, boxes: Boxes, margin: int) -> Grey:
    """A piece of a crop, as high as what stands in it: words half as high as the fraction."""
    return piece[max(0, int(boxes[:, 2].min()) - margin) : int(boxes[:, 3].max()) + margin]


def _may_have_rows(boxes: Boxes, first: float, last: float, height: int) -> bool:
    """Whether a tall piece stands above one of the heights from first to last, and one below: most text has none."""
    slack = _SLACK * height
    tall = boxes[boxes[:, 3] - boxes[:, 2] >= _SMALLEST * height]
    return bool((tall[:, 3] <= last + slack).any() and (tall[:, 2] >= first - slack).any())


@dataclass(frozen=True, slots=True)
class _Rows:
    """Two rows: where they begin and end, and whether their letters are alike in height, as those of deviations are.

    Behind a nominal that stands low, its own figures may seem to begin the lower row.
    """

    span: tuple[int, int]
    alike: bool

    @property
    def width(self) -> int:
        return self.span[1] - self.span[0]


def _rows(boxes: Boxes, middle: float, height: int) -> Iterator[_Rows]:
    """Yield each piece of the crop in which ink stands only above and below `middle`."""
    slack = _SLACK * height
    above, below = boxes[:, 3] <= middle + slack, boxes[:, 2] >= middle - slack
    crossing = boxes[~above & ~below]
    edges = np.array([*crossing[np.argsort(crossing[:, 0])].tolist()]).reshape(-1, 4)
    ends = [-1, *np.maximum.accumulate(edges[:, 1]).tolist()] if len(edges) else [-1]
    starts = [*edges[:, 0].tolist(), int(boxes[:, 1].max()) + 1]
    for end, start in zip(ends, starts, strict=True):
        inside = (boxes[:, 0] >= end - slack) & (boxes[:, 1] <= start + slack)
        upper, lower = boxes[inside & above], boxes[inside & below]
        if _is_row(upper, height) and _is_row(lower, height):
            left, right = max(upper[:, 0].min(), lower[:, 0].min()), min(upper[:, 1].max(), lower[:, 1].max())
            if right - left >= _TOGETHER * min(np.ptp(upper[:, :2]), np.ptp(lower[:, :2])):
                both = boxes[inside]
                alike = max(_tallest(upper), _tallest(lower)) <= _ALIKE * min(_tallest(upper), _tallest(lower))
                yield _Rows((int(both[:, 0].min()), int(both[:, 1].max())), alike)


def _is_row(row: Boxes, height: int) -> bool:
    return len(row) > 0 and _tallest(row) >= _SMALLEST * height and int(np.ptp(row[:, :2])) >= _NARROWEST * height


def _tallest(row: Boxes) -> int:
    return int((row[:, 3] - row[:, 2]).max())


def _cut(crop: Grey, boxes: Boxes, middle: int, span: tuple[int, int]) -> Parts:
    first, last = span
    before, behind = boxes[boxes[:, 1] <= first], boxes[boxes[:, 0] >= last]
    left = (int(before[:, 1].max()) + first) // 2 if len(before) else 0
    right = (int(behind[:, 0].min()) + last) // 2 + 1 if len(behind) else crop.shape[1]
    inside = boxes[(boxes[:, 0] >= left) & (boxes[:, 1] <= right)]
    tops, bottoms = inside[inside[:, 3] <= middle + 1], inside[inside[:, 2] >= middle - 1]
    margin = max(2, round(0.2 * (middle - int(inside[:, 2].min()))))
    high = max(0, int(tops[:, 2].min()) - margin) if len(tops) else 0
    low = min(crop.shape[0], int(bottoms[:, 3].max()) + margin) if len(bottoms) else crop.shape[0]
    return Parts(
        before=crop[:, :left] if left > 0 else None,
        upper=crop[high:middle, left:right],
        lower=crop[middle:low, left:right],
        behind=crop[:, right:] if right < crop.shape[1] else None,
        span=(left / crop.shape[1], right / crop.shape[1]),
    )
