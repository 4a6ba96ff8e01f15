"""Surface textures: a parameter and its value, with or without the check mark (ISO 21920-1, ISO 1302)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...contract import SurfaceTexture
from ..layout.around import around
from ..sheet import Sheet, Word
from ..text.lines import Line, lines_of

_TEXTURE = re.compile(
    r"^(?P<parameter>R(?:a|z|q|t|p|v|max|zmax|amax)|RA|RZ|W[az])\s*=?\s*(?P<value>\d*[.,]?\d+)(?:\s*[µμ]m)?$"
)
_SPELLING = {"RA": "Ra", "RZ": "Rz"}


def read(sheet: Sheet, words: Sequence[Word]) -> list[SurfaceTexture]:
    """Surface textures among the free words of the sheet."""
    lines = lines_of(words, walls=sheet.segments)
    return [_texture(sheet, line, found) for line in lines if (found := _TEXTURE.match(line.text))]


def _texture(sheet: Sheet, line: Line, found: re.Match[str]) -> SurfaceTexture:
    return SurfaceTexture(
        page=sheet.number,
        parameter=_SPELLING.get(found["parameter"], found["parameter"]),
        value=float(found["value"].replace(",", ".")),
        text=line.text,
        box=around([line.box]),
        rotation=round(line.word.angle, 1),
        confidence=round(0.95 * line.word.confidence, 3),
        read_from=line.word.read_from,
    )
