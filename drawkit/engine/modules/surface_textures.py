"""Surface textures: a parameter and its value, with or without the check mark (ISO 21920-1, ISO 1302)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...contract import SurfaceTexture
from .. import decimals
from ..layout.around import around
from ..sheet import Sheet, Word
from ..symbols.check_marks import check_mark
from ..text.lines import Line, lines_of

_TEXTURE = re.compile(
    r"^[√✓]?\s?(?P<parameter>R(?:a|z|q|t|p|v|max|zmax|amax)|RA|RZ|W[az])\s*=?\s*(?P<value>\d*[.,]?\d+)(?:\s*[µμ]m)?$"
)
_SPELLING = {"RA": "Ra", "RZ": "Rz"}
_GRADE: Final = re.compile(r"^N(?:[1-9]|1[0-2])$")
"""Roughness grades of ISO 1302:1978, which stand for a range of Ra."""

_NUMBER: Final = re.compile(r"^\d*[.,]?\d+$")
_STEPS: Final = (0.012, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.3, 12.5, 25, 50, 100,
                 1, 2, 4, 8, 16, 32, 63, 125, 250, 500, 1000, 2000)  # fmt: skip
"""Values by which surface texture is told: micrometres, then microinches (ISO 1302, ASME Y14.36)."""


def read(sheet: Sheet, words: Sequence[Word]) -> list[SurfaceTexture]:
    """Surface textures among the free words: a parameter with its value, or a value at a check mark."""
    lines = lines_of(words, walls=sheet.segments)
    return [texture for line in lines if (texture := _texture(sheet, line)) is not None]


def _texture(sheet: Sheet, line: Line) -> SurfaceTexture | None:
    told = _TEXTURE.match(line.text)
    if told:
        parameter = _SPELLING.get(told["parameter"], told["parameter"])
        return _made(sheet, line, parameter, told["value"])
    if _GRADE.match(line.text):
        return _made(sheet, line, line.text, None) if check_mark(line.word, sheet) else None
    bare = _NUMBER.match(line.text) is not None and decimals.value(line.text) in _STEPS
    return _made(sheet, line, None, line.text) if bare and check_mark(line.word, sheet) else None


def _made(sheet: Sheet, line: Line, parameter: str | None, value: str | None) -> SurfaceTexture:
    return SurfaceTexture(
        page=sheet.number,
        parameter=parameter,
        value=decimals.value(value) if value else None,
        removal=check_mark(line.word, sheet) or "any",
        text=line.text,
        box=around([line.box]),
        rotation=round(line.word.angle, 1),
        confidence=round(0.95 * line.word.confidence, 3),
        read_from=line.word.read_from,
    )
