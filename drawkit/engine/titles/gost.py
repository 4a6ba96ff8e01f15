"""What the title blocks of GOST 2.104 tell by rule: the size below the block, and a sheet that is the only one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import Box
from ..layout.cells import Cell, level_words
from ..sheet import Sheet
from ..text.lines import lines_of
from .fitting import fits
from .labels import leading_label, plain
from .title_cells import Found, entries_of

_NEAR: Final = 2.0  # text heights: the line below a block is no further from it
_GAP: Final = 6.0  # letter heights between the caption below the block and its value
_SURE: Final = 0.95  # confidence of a labelled value below the block
_ONLY: Final = 0.9  # confidence of a sheet number that is left out because there is one sheet
_ONE_OF_ALL: Final = "листов1"


def size_below(sheet: Sheet, box: Box) -> list[Found]:
    """The sheet size in the margin right below the block (GOST 2.104, column 32): "Формат A3"."""
    reach = _NEAR * sheet.text_height
    below = [w for w in level_words(sheet) if box[0] <= w.x <= box[2] and 0 < w.y - box[3] < reach]
    for line in lines_of(below, gap=_GAP):
        told = leading_label([w.text for w in line.words])
        value = " ".join(told[1]) if told else ""
        if told is not None and told[0].field == "sheet_size" and fits("sheet_size", value):
            sure = _SURE * line.word.confidence
            return [Found("sheet_size", 0, line.words[0].text, value, line.box, sure, line.word.read_from)]
    return []


def only_sheet(cells: Sequence[Cell]) -> list[Found]:
    """The number of the only sheet, which is left out: the count of sheets, where that is 1 (GOST 2.104, column 7)."""
    for cell in cells:
        for entry in entries_of(cell):
            if plain(f"{entry.printed} {entry.value}") == _ONE_OF_ALL:
                word = entry.lines[0].word if entry.lines else cell.words[0]
                return [Found("sheet", 1, entry.printed, "1", entry.box, _ONLY * word.confidence, word.read_from)]
    return []
