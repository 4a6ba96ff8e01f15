"""Every table of a sheet, ruled or aligned, whatever it tells."""

from __future__ import annotations

from ...contract import Box
from ..kept import kept
from ..sheet import Sheet
from .aligned_tables import aligned_tables
from .grid_tables import grid_tables
from .table_text import TableText

_SAME = 0.5


@kept(4)
def own_tables(sheet: Sheet) -> tuple[TableText, ...]:
    """Every ruled or aligned table, title block, parts lists and revisions among them, from top to bottom."""
    ruled = grid_tables(sheet)
    found = [*ruled, *aligned_tables(sheet, [t.box for t in ruled])]
    return tuple(sorted((t for t in found if t.cells), key=lambda t: (t.box[1], t.box[0])))


def is_same(a: Box, b: Box) -> bool:
    """Whether two areas share half of the smaller one, so that they are one table."""
    return _overlap(a, b) >= _SAME * min(_overlap(a, a), _overlap(b, b))


def _overlap(a: Box, b: Box) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(wide, 0.0) * max(high, 0.0)
