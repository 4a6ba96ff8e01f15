"""Welds: the elementary symbols of ISO 2553 on their reference lines, with size and length."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from ...contract import Weld
from .. import decimals
from ..layout.around import around
from ..sheet import Sheet, Word
from ..symbols.all_around import is_circled
from ..symbols.weld_symbols import WeldSymbol, weld_symbols
from ..text.lines import Line, lines_of

_SIZE: Final = re.compile(r"^(?P<of>[asz])?\s?(?P<size>\d+(?:[.,]\d+)?)$")
_LENGTH: Final = re.compile(r"^(?P<length>\d+(?:[.,]\d+)?)$")
_NEAR = 3.0  # letter heights between the symbol and its size or length
_OF: Final = {"a": "throat", "z": "leg"}
_SIZED, _BARE = 0.9, 0.8  # confidence with a size beside the symbol, and without


def read(sheet: Sheet, words: Sequence[Word]) -> list[Weld]:
    """The welding symbols of the sheet; `words` are those that stand on the views.

    Two strokes side by side are a square butt weld only with a size beside them: alone they are many other things.
    """
    symbols = weld_symbols(sheet)
    lines = lines_of(words, walls=sheet.segments) if symbols else []
    welds = (_weld(sheet, symbol, lines) for symbol in symbols)
    return [weld for weld in welds if weld.size is not None or weld.kind != "square_butt"]


def _weld(sheet: Sheet, symbol: WeldSymbol, lines: Sequence[Line]) -> Weld:
    size = _nearest(symbol, lines, _SIZE, sheet.text_height, before=True)
    length = _nearest(symbol, lines, _LENGTH, sheet.text_height, before=False)
    told = [line for line in (size, length) if line]
    return Weld(
        page=sheet.number,
        kind=symbol.kind,
        **_size(size),
        length=decimals.value(length.text) if length else None,
        all_around=is_circled(symbol.joint, sheet.text_height, sheet),
        text=" ".join(line.text for line in told),
        box=around([_box(symbol), *(line.box for line in told)]),
        confidence=round((_SIZED if size else _BARE) * min([1.0, *(line.word.confidence for line in told)]), 3),
        read_from="both" if told else "recognised",
    )


def _size(line: Line | None) -> dict[str, Any]:
    found = _SIZE.match(line.text) if line else None
    return {"size": decimals.value(found["size"]), "size_of": _OF.get(found["of"] or "")} if found else {}


def _box(symbol: WeldSymbol) -> tuple[float, float, float, float]:
    top, bottom = sorted((symbol.line_y, symbol.line_y - symbol.height))
    return symbol.left, top, symbol.right, bottom


def _nearest(
    symbol: WeldSymbol, lines: Sequence[Line], pattern: re.Pattern[str], height: float, *, before: bool
) -> Line | None:
    """The number beside the symbol on its own side of the reference line."""
    low, high = sorted((symbol.line_y, symbol.line_y - 1.6 * symbol.height))
    gaps = []
    for line in lines:
        x0, y0, x1, y1 = line.box
        gap = symbol.left - x1 if before else x0 - symbol.right
        if pattern.match(line.text) and low <= (y0 + y1) / 2 <= high and -0.3 * height <= gap <= _NEAR * height:
            gaps.append((gap, line))
    return min(gaps, key=lambda pair: pair[0])[1] if gaps else None
