"""What the title blocks of GOST 2.104 tell by rule: the size below the block, and the sheet beside the count of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ...contract import Box
from ..layout.around import around
from ..layout.cells import level_words
from ..sheet import Sheet
from ..text.lines import lines_of
from .fitting import fits, tidy
from .labels import leading_label
from .title_cells import Found

_NEAR: Final = 2.0  # text heights: the line below a block is no further from it
_GAP: Final = 6.0  # letter heights between the caption below the block and its value
_SURE: Final = 0.95  # confidence of a labelled value below the block
_ONLY: Final = "1"


def size_below(sheet: Sheet, box: Box) -> list[Found]:
    """The sheet size in the margin right below the block (GOST 2.104, column 32): "Формат A3"."""
    reach = _NEAR * sheet.text_height
    below = [w for w in level_words(sheet) if box[0] <= w.x <= box[2] and 0 < w.y - box[3] < reach]
    for line in lines_of(below, gap=_GAP):
        told = leading_label([w.text for w in line.words])
        value = tidy("sheet_size", " ".join(told[1])) if told else ""
        if told is not None and told[0].field == "sheet_size" and fits("sheet_size", value):
            sure = _SURE * line.word.confidence
            return [Found("sheet_size", 0, line.words[0].text, value, line.box, sure, line.word.read_from)]
    return []


def with_count(found: Sequence[Found]) -> list[Found]:
    """The fields, sheet and count of sheets in one where both have cells of their own: "1/4".

    The number of the only sheet is left out (GOST 2.104, column 7): there it is the count, where that is 1.
    """
    counts = [f for f in found if f.field == "sheets"]
    rest = [f for f in found if f.field != "sheets"]
    if not counts:
        return rest
    count = max(counts, key=lambda f: f.confidence)
    if not any(f.field == "sheet" for f in rest):
        return [*rest, replace(count, field="sheet", rank=1)] if count.value == _ONLY else rest
    return [_counted(f, count) if f.field == "sheet" and f.value.isdigit() else f for f in rest]


def _counted(sheet: Found, count: Found) -> Found:
    sure = min(sheet.confidence, count.confidence)
    return replace(sheet, value=f"{sheet.value}/{count.value}", box=around([sheet.box, count.box]), confidence=sure)
