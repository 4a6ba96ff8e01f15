"""A title that stands free over all that is drawn, and the scale that stands alone on a sheet without a title block."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from ...contract import Box
from ..layout.around import around, inside
from ..layout.frame import frame_of
from ..layout.view_names import VIEW_WORDS
from ..sheet import Sheet
from ..text.lines import Line
from ..text.scripts import IDEOGRAPH
from .fitting import fits
from .labels import is_caption, leading_label
from .title_cells import Found
from .tolerance_text import tolerance_in
from .values import RATIO, is_company, units_in

_GUESS, _TOLD = 0.5, 0.75  # confidence: told by place, by its label
_WORDS, _LETTERS = 3, 12  # of a title: less may name a view
_LARGE: Final = 0.95  # of the sheet's largest letters
_LARGER: Final = 1.2  # times as high as the usual letters of the rest: a remark is in letters like others
_DESCENT: Final = 0.3  # letter heights that a line's box reaches below its base line
_OWNER: Final = re.compile(r"\s*(?:©|\(c\)|copyright\b).*", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_DECIMAL: Final = re.compile(r"\d+[.,]\d+")
_NEAR: Final = 4.0  # letter heights: a scale this near below another line may be that of the view it names
_CENTRED: Final = 0.06  # of the frame's width: by how much a heading's middle may be off that of the sheet
_HIGH: Final = 0.12  # of the frame's height: a heading stands no lower
_LARGEST: Final = 1.1  # times as high as all other letters: a heading that is a name of few words
_AROUND: Final = 1.0  # lengths of a heading on either side in which nothing is drawn over it
_WHOLE: Final = 0.6  # of the frame's width: a longer line over a heading is a border, as that of a diagram
_RIM: Final = 3.0  # points: what is as near to the frame is the frame
_FEW, _SHORTEST = 5, 2  # letters of a heading, and of one right over title data
_OVER: Final = (4.0, 1.2)  # letter heights over a row of title data, and times as high as its letters: its heading
_VIEWED: Final = "PLAN|ELEVATION|PATTERN|ABWICKLUNG|NOTES?|HINWEISE?"  # what else large letters may name
_VIEW: Final = re.compile(
    rf"(?<!\w)(?:{'|'.join(words for _, words in VIEW_WORDS)}|{_VIEWED})(?!\w)",
    re.IGNORECASE,
)


def headline(sheet: Sheet, lines: Sequence[Line]) -> list[Found]:
    """The first line of the sheet, if it is a name in letters as large as any, over all other text and all lines."""
    first = min(lines, key=lambda line: line.box[3], default=None)
    if first is None or not (_is_name(first.text) and len(sheet.segments)):
        return []
    others = [w for w in sheet.words if w not in first.words]
    foot = first.box[3] - _DESCENT * first.word.height
    heights = sorted(w.height for w in others for _ in w.text) or [math.inf]  # alone it has nothing to be larger than
    large = max(_LARGE * heights[-1], _LARGER * heights[len(heights) // 2])
    if first.word.height < large or foot > min([*(w.box[1] for w in others), _highest_line(sheet, first.box)]):
        return []
    title = _OWNER.sub("", first.text).strip()
    sure = _GUESS * first.word.confidence
    return [Found("title", 1, "", title, first.box, sure, first.word.read_from)] if _is_name(title) else []


def heading(sheet: Sheet, lines: Sequence[Line]) -> list[Found]:
    """The name in the middle over all views in the largest letters of the sheet: of one word or two it is one, too."""
    frame = frame_of(sheet).box or (0.0, 0.0, sheet.width, sheet.height)
    own = [line for line in lines if inside(line.word.middle, frame)]
    first = max(own, key=lambda line: line.word.height, default=None)
    if first is None or not len(sheet.segments) or not _names_part(first.text):
        return []
    (x0, y0, x1, _), (left, top, right, bottom) = first.box, frame
    centred = abs((x0 + x1) - (left + right)) / 2 < _CENTRED * (right - left)
    others = [w for w in sheet.words if w not in first.words]
    largest = all(first.word.height >= _LARGEST * w.height for w in others)
    over = not any(line.box[3] < y0 for line in own) and not _is_drawn_over(sheet, first.box, frame)
    if not (centred and largest and over and y0 < top + _HIGH * (bottom - top)):
        return []
    return [Found("title", 1, "", first.text, first.box, _GUESS * first.word.confidence, first.word.read_from)]


def heading_over(told: Sequence[Found], lines: Sequence[Line]) -> list[Found]:
    """The name in larger letters right over rows of title data, over their begin or their middle."""
    if not told:
        return []
    row, (reach, larger) = around(f.box for f in told), _OVER
    height = max(line.word.height for line in lines if inside(line.word.middle, row))
    above = [line for line in lines if 0 < row[1] - line.word.y < reach * line.word.height]
    above = [line for line in above if line.word.height >= larger * height and _is_aligned(line.box, row)]
    line = max(above, key=lambda line: line.word.y, default=None)
    if line is None or not _names_part(line.text, _SHORTEST):
        return []
    return [Found("title", 1, "", line.text, line.box, _TOLD * line.word.confidence, line.word.read_from)]


def _is_aligned(box: Box, row: Box) -> bool:
    slack = box[3] - box[1]
    return abs(box[0] - row[0]) < slack or abs(box[0] + box[2] - row[0] - row[2]) < 2 * slack


def _names_part(text: str, fewest: int = _FEW) -> bool:
    """Whether a text in large letters may name a part: it is no view's name, no label and no sentence."""
    letters = sum(c.isalpha() for c in text) + 2 * len(IDEOGRAPH.findall(text))
    other = text.endswith((".", ":", "：")) or is_caption(text) or units_in(text) or tolerance_in(text)
    return letters >= fewest and not (other or _VIEW.search(text) or is_company(text) or RATIO.search(text))


def _is_drawn_over(sheet: Sheet, box: Box, frame: Box) -> bool:
    """Whether something is drawn between a heading and the frame above it."""
    x0, y0, x1, y1 = box
    wide = _AROUND * (x1 - x0)
    low, high = np.sort(sheet.segments[:, [1, 3]], axis=1).T
    start, end = np.sort(sheet.segments[:, [0, 2]], axis=1).T
    letters = (start >= x0) & (end <= x1) & (low >= y0) & (high <= y1)
    above = (low > frame[1] + _RIM) & (low < y1) & (end > x0 - wide) & (start < x1 + wide)
    above &= (start > frame[0] + _RIM) & (end < frame[2] - _RIM) & (end - start < _WHOLE * (frame[2] - frame[0]))
    return bool((above & ~letters).any())


def _highest_line(sheet: Sheet, box: Box) -> float:
    """Where the highest line of the sheet begins; strokes of the letters in the box are none."""
    (x0, y0, x1, y1), x, y = box, sheet.segments[:, [0, 2]], sheet.segments[:, [1, 3]]
    letters = ((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)).all(axis=1)
    return float(y[~letters].min(initial=sheet.height))


def _is_name(text: str) -> bool:
    """Whether a text may be a title: some words, that begin no list, state no unit or tolerance and are no sentence."""
    told = _WORD.findall(text)
    enough = text[:1].isalpha() and len(told) >= _WORDS and sum(map(len, told)) >= _LETTERS
    other = text.endswith((".", ":")) or is_caption(text) or units_in(text) or tolerance_in(text) or ": " in text
    return enough and not other


def lone_scale(lines: Sequence[Line]) -> list[Found]:
    """The scale in a line of its own, if no other line tells one and none stands right above: a view has its own."""
    told = [(line, value) for line in lines if (value := _scale(line))]
    if len(told) != 1:
        return []
    line, value = told[0]
    above = (other for other in lines if other is not line and _is_over(other, line))
    sure = _TOLD * line.word.confidence
    return [] if any(above) else [Found("scale", 1, "", value, line.box, sure, line.word.read_from)]


def _scale(line: Line) -> str | None:
    """The ratio, or the decimal number, behind the word for a scale."""
    found = leading_label([w.text for w in line.words])
    value = " ".join(found[1]) if found is not None and found[0].field == "scale" else ""
    exact = RATIO.fullmatch(value) or _DECIMAL.fullmatch(value)
    return value if exact and fits("scale", value) else None


def _is_over(other: Line, line: Line) -> bool:
    gap = line.word.y - other.word.y
    beside = other.box[2] < line.box[0] or other.box[0] > line.box[2]
    return 0 < gap < _NEAR * line.word.height and not beside
