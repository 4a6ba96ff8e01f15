"""A title that stands free over all that is drawn, and the scale that stands alone on a sheet without a title block."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from ...contract import Box
from ..sheet import Sheet
from ..text.lines import Line
from .fitting import fits
from .labels import is_caption, leading_label
from .title_cells import Found
from .tolerance_text import tolerance_in
from .values import RATIO, units_in

_GUESS, _TOLD = 0.5, 0.75  # confidence: told by place, by its label
_WORDS, _LETTERS = 3, 12  # of a title: less may name a view
_LARGE: Final = 0.95  # of the sheet's largest letters
_LARGER: Final = 1.2  # times as high as the usual letters of the rest: a remark is in letters like others
_DESCENT: Final = 0.3  # letter heights that a line's box reaches below its base line
_OWNER: Final = re.compile(r"\s*(?:©|\(c\)|copyright\b).*", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_DECIMAL: Final = re.compile(r"\d+[.,]\d+")
_NEAR: Final = 4.0  # letter heights: a scale this near below another line may be that of the view it names


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
