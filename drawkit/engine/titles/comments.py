"""What is written in a title block's field for comments: the drafter's own words, free as those on the sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..layout.cells import Cell
from ..sheet import Word

_FIELD: Final = re.compile(
    r"(?:COMMENTS?|REMARKS?|NOTES?|BEMERKUNG(?:EN)?|ANMERKUNG(?:EN)?|KOMMENTARE?|REMARQUES?|COMMENTAIRES?|"
    r"OBSERVACI[OÓ]N(?:ES)?|COMENTARIOS?|NOTAS?|OBSERVA[CÇ][OÕ]ES|OSSERVAZIONI|OPMERKING(?:EN)?|UWAGI|"
    r"POZN[ÁA]MK[AY]|ANM[ÄA]RKNING(?:AR)?|ПРИМЕЧАНИ[ЕЯ]|備考|备注)\s?[:：]",
    re.IGNORECASE,
)


def comments_in(cells: Sequence[Cell]) -> list[Word]:
    """The words behind and below the label of each such field."""
    return [word for cell in cells for word in _behind(cell)]


def is_for_comments(cell: Cell) -> bool:
    """Whether a cell is the field for comments: its first line begins with the label, and a colon."""
    return bool(cell.lines) and _FIELD.match(cell.lines[0].text) is not None


def _behind(cell: Cell) -> list[Word]:
    if not is_for_comments(cell):
        return []
    label, *rest = cell.lines[0].words
    behind = rest if _FIELD.fullmatch(label.text) else []
    return [*behind, *(word for line in cell.lines[1:] for word in line.words)]
