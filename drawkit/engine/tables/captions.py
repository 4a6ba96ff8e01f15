"""The caption of a table: the line of text right over it, or right under it."""

from __future__ import annotations

from ...contract import Box
from ..kept import kept
from ..layout.turned import turned_box, turned_word
from ..sheet import Sheet, Word
from ..text.lines import Line, lines_of
from .table_kinds import kinds_named
from .table_text import TableText

_NEAR = 2.2  # letter heights between a caption and its table
_LONGEST = 8  # words of a caption
_GAP = 3.0  # letter heights between its words
_TABLE = ("TABLE", "TABELLE", "TABLEAU", "TABLA", "TABELLA", "TABELA", "ТАБЛИЦА", "表")


def caption_of(sheet: Sheet, table: TableText) -> Line | None:
    """The line over or under a table that names it: one of the words that tables are named by, or "TABLE 1".

    Its words are those of the sheet, however the table is turned.
    """
    size = (sheet.width, sheet.height)
    box = turned_box(table.box, table.quarter, *size)
    for line in _lines(sheet, table.quarter):
        placed = turned_word(line.word, table.quarter, *size)
        if _is_beside(placed, box) and _names(line.text):
            return line
    return None


@kept(8)
def _lines(sheet: Sheet, quarter: int) -> tuple[Line, ...]:
    words = [w for w in sheet.words if abs((w.angle - quarter + 180) % 360 - 180) < 5]
    lines = [line for line in lines_of(words, gap=_GAP) if len(line.words) <= _LONGEST and _names(line.text)]
    return tuple(sorted(lines, key=lambda line: (line.box[1], line.box[0])))


def _is_beside(word: Word, box: Box) -> bool:
    x0, top, x1, bottom = word.box
    over, under = box[1] - bottom, top - box[3]
    near = min(abs(over), abs(under)) <= _NEAR * word.height and max(over, under) > -0.5 * word.height
    return near and box[0] - word.height <= (x0 + x1) / 2 <= box[2] + word.height and x1 - x0 <= 1.2 * (box[2] - box[0])


def _names(text: str) -> bool:
    return bool(kinds_named(text)) or text.upper().startswith(_TABLE)
