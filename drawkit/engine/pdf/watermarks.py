"""Watermarks: a word in huge pale letters across a page, such as PRELIMINARY, that all else is drawn over or under.

It is no part of the drawing, and its strokes lie among those of sizes: the page is read without it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from pypdfium2 import raw

from ..index import in_any
from ..sheet import Glyph, Word
from ..text.words import words_of
from .document import PdfPage
from .glyphs import read_glyphs
from .paths import grey_of, objects_of

_HUGE: Final = 4.0  # times the usual letter, and more than it
_PALE: Final = 140  # of 255: the grey, on white paper, from which on such letters hide nothing


def without_watermarks(page: PdfPage) -> PdfPage:
    """The page without what is printed across it in huge pale letters: neither told nor shown."""
    glyphs = [glyph for glyph in read_glyphs(page) if not glyph.invisible and glyph.text.strip()]
    huge = _HUGE * float(np.median([glyph.size for glyph in glyphs])) if glyphs else 0.0
    if not _lie_across([g for g in glyphs if g.size >= huge], [(g.x, g.y) for g in glyphs if g.size < huge]):
        return page
    size = ctypes.c_float()
    found: list[Any] = []
    for target, matrix in objects_of(page, raw.FPDF_PAGEOBJ_TEXT):
        raw.FPDFTextObj_GetFontSize(target, size)
        if abs(size.value) * float(np.hypot(*matrix[:, 1])) >= huge and _shade(target, page.ground) >= _PALE:
            found.append(target)
    return replace(page, watermarks=tuple(found)) if found else page


def _lie_across(letters: Sequence[Glyph], places: Sequence[tuple[float, float]]) -> bool:
    """Whether words stand at an angle, or where others do: no title does."""
    if any(letter.angle % 90 for letter in letters):
        return True
    boxes = [word.box for word in words_of(letters, np.empty((0, 4)))] if letters else []
    return bool(in_any(places, boxes).any())


def words_across(whole: PdfPage, page: PdfPage) -> tuple[Word, ...]:
    """What is printed across a page and missing on the same one without its watermarks."""
    if not page.watermarks:
        return ()
    told = {(glyph.x, glyph.y, glyph.size) for glyph in read_glyphs(page)}
    across = [glyph for glyph in read_glyphs(whole) if (glyph.x, glyph.y, glyph.size) not in told]
    return tuple(words_of(across, np.empty((0, 4))))


def _shade(target: Any, ground: int | None) -> float:
    """The grey of an object's letters on white paper, or as it were on that, which may shine through them."""
    *colour, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(target, *colour, alpha):
        return 0.0
    return 255 - (255 - grey_of(target, raw.FPDFPageObj_GetFillColor, ground)) * alpha.value / 255
