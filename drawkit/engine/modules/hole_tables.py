"""Holes that a hole table gives: the size of each with its tag. On the views the tags stand, not the sizes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from ...contract import Box, Hole
from ..callouts import read_dimension
from ..sheet import Sheet
from ..tables.table_text import BLANK, TableCell
from ..titles.labels import plain
from ..units import Units
from .holes import hole_of
from .tables import Headed, headed_tables

_SIZE_WORDS: Final = (
    "size, hole size, drill size, diameter, dia, hole dia, hole diameter, ⌀, ø, description, hole description, "
    "callout, größe, durchmesser, bohrung, gewinde, taille, diamètre, tamaño, diámetro, dimensione, diametro, "
    "tamanho, diâmetro, średnica, rozmiar, диаметр, размер, 直径, 孔径, サイズ, 穴径, 尺寸, 规格"
)
_TAG_WORDS: Final = (
    "tag, hole, hole no, hole tag, hole id, id, no, label, mark, symbol, ref, pos, nr, bohrung nr, position, trou, "
    "repère, taladro, agujero, etiqueta, foro, furo, otwór, отв, отверстие, № отв, обозначение, номер, №, 記号, "
    "穴, 番号, 序号, 编号, 孔号, 标签"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(plain(word) or word.strip() for word in text.split(","))


_SIZES, _TAGS = _words(_SIZE_WORDS), _words(_TAG_WORDS)
_TAG: Final = re.compile(r"[A-ZА-Я]{0,2}\d{0,3}[A-Z]?")
_SURE: Final = 0.9  # confidence of a size as against that of its table


def read(sheet: Sheet, known: Sequence[Box], units: Units | None, decimal: Literal[",", "."] | None) -> list[Hole]:
    """The holes of the sheet's hole tables, in their order; `known` as for `tables.read`."""
    found = (table for table in headed_tables(sheet, known) if table.item.kind == "hole" and table.item.columns)
    return [hole for table in found for hole in _holes(table, units, decimal)]


def _holes(table: Headed, units: Units | None, decimal: Literal[",", "."] | None) -> list[Hole]:
    names = [plain(c) or c for c in table.item.columns or ()]
    tag = next((i for i, name in enumerate(names) if name in _TAGS), None)
    size = next((i for i, name in enumerate(names) if name in _SIZES and i != tag), None)
    if tag is None or size is None:
        return []
    out: list[Hole] = []
    merged, left = BLANK, 0
    for row in table.cells:
        if row[size].text:
            merged, left = row[size], row[size].spans
        left -= 1
        if left >= 0 and _TAG.fullmatch(row[tag].text) and row[tag].text:
            out += _hole(table, row[tag].text, merged, units, decimal)
    return out


def _hole(
    table: Headed, tag: str, cell: TableCell, units: Units | None, decimal: Literal[",", "."] | None
) -> list[Hole]:
    callout = read_dimension([cell.text], units=units, boxed=False, decimal=decimal)
    if callout is None:
        return []
    item = table.item
    told = {"page": item.page, "box": cell.box, "rotation": item.rotation, "read_from": item.read_from}
    sure = round(_SURE * item.confidence * callout.score, 3)
    return [hole_of(callout.dimension.model_copy(update={**told, "confidence": sure}), tag)]
