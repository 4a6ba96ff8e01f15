"""Surface textures: a parameter and its value, with or without the check mark (ISO 21920-1, ISO 1302)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import SurfaceTexture
from ..callouts import BARE_PARAMETER, Texture, read_texture
from ..layout.around import around
from ..sheet import Sheet, Word
from ..symbols.check_marks import check_mark
from ..text.lines import Line, lines_of

_STEPS: Final = (0.012, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.3, 12.5, 25, 50, 100,
                 1, 2, 4, 8, 16, 32, 63, 125, 250, 500, 1000, 2000)  # fmt: skip
"""Values by which surface texture is told: micrometres, then microinches (ISO 1302, ASME Y14.36)."""


def read(sheet: Sheet, words: Sequence[Word], in_title: Sequence[Word] = ()) -> list[SurfaceTexture]:
    """Surface textures among the free words: a parameter with its value, or a value at a check mark.

    Of a title block's words those with their parameter: it is full of numbers and lines.
    """
    found = [_texture(sheet, line) for line in lines_of(words, walls=sheet.segments)]
    found += [_texture(sheet, line, bare=False) for line in lines_of(in_title, walls=sheet.segments)]
    return [texture for texture in found if texture is not None]


def _texture(sheet: Sheet, line: Line, *, bare: bool = True) -> SurfaceTexture | None:
    """What a line tells; a grade or a value that is `bare` needs a check mark."""
    told = read_texture(line.text)
    if told is None or told.unread:
        return None
    by_mark = told.parameter is None or told.value is None
    if by_mark and (not bare or (told.parameter is None and told.value not in _STEPS)):
        return None
    return _made(sheet, line, told) if not by_mark or check_mark(line.word, sheet) else None


def _made(sheet: Sheet, line: Line, told: Texture) -> SurfaceTexture:
    return SurfaceTexture(
        page=sheet.number,
        parameter=told.parameter or BARE_PARAMETER,
        value=told.value,
        removal=check_mark(line.word, sheet) or "any",
        text=line.text,
        box=around([line.box]),
        rotation=round(line.word.angle, 1),
        confidence=round(0.95 * line.word.confidence, 3),
        read_from=line.word.read_from,
    )
