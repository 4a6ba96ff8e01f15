"""Surface textures: a parameter and its value, with or without the check mark (ISO 21920-1, ISO 1302)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...contract import SurfaceTexture
from ..callouts import Texture, read_texture
from ..layout.around import around
from ..sheet import Sheet, Word
from ..symbols.check_marks import CheckMark, check_mark
from ..text.lines import Line, lines_of

_STEPS: Final = (0.012, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.3, 12.5, 25, 50, 100,
                 0.016, 0.02, 0.032, 0.04, 0.063, 0.08, 0.125, 0.16, 0.25, 0.32, 0.5, 0.63, 1.25,
                 2.5, 3.15, 5, 10, 20, 40, 80,
                 1, 2, 4, 8, 16, 32, 63, 125, 250, 500, 1000, 2000)  # fmt: skip
"""Values by which surface texture is told: micrometres, first those preferred, then microinches (ISO 1302, ISO 468)."""


@dataclass(frozen=True, slots=True)
class Textured:
    """Surface textures, and the words that belong to their check marks without being their values."""

    items: list[SurfaceTexture]
    beside: frozenset[Word]


def read(sheet: Sheet, words: Sequence[Word], in_title: Sequence[Word] = ()) -> Textured:
    """Surface textures among the free words: a parameter with its value, or a value at a check mark.

    Of a title block's words those with their parameter: it is full of numbers and lines.
    """
    found = [_texture(sheet, line) for line in lines_of(words, walls=sheet.segments)]
    titled = [_texture(sheet, line, bare=False) for line in lines_of(in_title, walls=sheet.segments)]
    marks = [mark for _, mark in filter(None, found) if mark is not None]
    beside = frozenset(word for word in words if any(mark.holds(word) for mark in marks))
    return Textured([item for item, _ in filter(None, (*found, *titled))], beside)


def _texture(sheet: Sheet, line: Line, *, bare: bool = True) -> tuple[SurfaceTexture, CheckMark | None] | None:
    """What a line tells, with its check mark; a grade or a value that is `bare` needs one."""
    told = read_texture(line.text)
    if told is None or told.unread:
        return None
    by_mark = told.parameter is None or told.value is None
    if by_mark and (not bare or (told.parameter is None and told.value not in _STEPS)):
        return None
    mark = check_mark(line.word, sheet)
    return None if by_mark and mark is None else (_made(sheet, line, told, mark), mark)


def _made(sheet: Sheet, line: Line, told: Texture, mark: CheckMark | None) -> SurfaceTexture:
    return SurfaceTexture(
        page=sheet.number,
        parameter=told.parameter,
        value=told.value,
        removal="any" if mark is None else mark.removal,
        text=line.text,
        box=around([line.box]),
        rotation=round(line.word.angle, 1),
        confidence=round(0.95 * line.word.confidence, 3),
        read_from=line.word.read_from,
    )
