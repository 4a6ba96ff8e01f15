"""The text layer: every character with its place, true angle and size."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
from pypdfium2 import raw

from ..sheet import Floats, Glyph
from .document import PdfPage

_SLACK = 1.2  # degrees
_HYPHENS = (0x02, 0xAD)  # PDFium's own mark for the hyphen at the end of a line; many fonts map theirs to the soft one
_USUAL_ADVANCE = 0.56  # of the font size, where a character's box tells nothing


def read_glyphs(page: PdfPage) -> list[Glyph]:
    """The characters of a page in the order of its content; characters that PDFium made up are left out."""
    text = page.handle.get_textpage()
    try:
        return list(_apart(_glyphs(page, text.raw)))
    finally:
        text.close()


def _glyphs(page: PdfPage, text: raw.FPDF_TEXTPAGE) -> Iterator[Glyph]:
    x, y = ctypes.c_double(), ctypes.c_double()
    matrix, box = raw.FS_MATRIX(), raw.FS_RECTF()
    to_upright = page.matrix
    fonts: dict[int, str] = {}
    runs: dict[int, int] = {}
    for index in range(raw.FPDFText_CountChars(text)):
        if raw.FPDFText_IsGenerated(text, index) == 1:
            continue
        raw.FPDFText_GetCharOrigin(text, index, x, y)
        raw.FPDFText_GetMatrix(text, index, matrix)
        raw.FPDFText_GetLooseCharBox(text, index, box)
        target = raw.FPDFText_GetTextObject(text, index)
        size = raw.FPDFText_GetFontSize(text, index) * math.hypot(matrix.c, matrix.d)
        dx, dy = to_upright[:, :2] @ (matrix.a, matrix.b)
        angle = math.degrees(math.atan2(-dy, dx)) % 360
        ox, oy = to_upright @ (x.value, y.value, 1.0)
        yield Glyph(
            text=_character(raw.FPDFText_GetUnicode(text, index)),
            x=float(ox),
            y=float(oy),
            angle=_snapped(angle),
            size=float(size),
            advance=_advance(box, to_upright, ox, oy, angle, size),
            font=_font(text, index, target, fonts),
            invisible=raw.FPDFTextObj_GetTextRenderMode(target) == raw.FPDF_TEXTRENDERMODE_INVISIBLE,
            run=runs.setdefault(_address(target), len(runs)),
        )


def _apart(glyphs: Iterable[Glyph]) -> Iterator[Glyph]:
    """The glyphs; the letters of a ligature, which stand at one place, share its width."""
    for _, group in groupby(glyphs, key=lambda g: (g.x, g.y, g.run)):
        letters = list(group)
        one = len(letters) > 1 and all(g.text.isalpha() for g in letters) and letters[-1].text.islower()
        yield from _shares(letters) if one else letters


def _shares(letters: Sequence[Glyph]) -> Iterator[Glyph]:
    share = max(g.advance for g in letters) / len(letters)
    for index, glyph in enumerate(letters):
        turn, on = math.radians(glyph.angle), index * share
        yield replace(glyph, x=glyph.x + on * math.cos(turn), y=glyph.y - on * math.sin(turn), advance=share)


def _snapped(angle: float) -> float:
    """The angle, or the right angle it misses by no more than a rounding of the file."""
    right = 90.0 * round(angle / 90)
    return (right if abs(angle - right) < _SLACK else angle) % 360


def _character(code: int) -> str:
    if code in _HYPHENS:
        return "-"
    valid = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if valid else "\ufffd"


def _advance(box: raw.FS_RECTF, to_upright: Floats, ox: float, oy: float, angle: float, size: float) -> float:
    """How far the character reaches from its origin; a slanted one's upright box says too little."""
    if min(angle % 90, 90 - angle % 90) > 1:
        return _USUAL_ADVANCE * size
    corners = to_upright @ np.array([[box.left, box.right], [box.bottom, box.top], [1.0, 1.0]])
    turn = math.radians(angle)
    reach = (corners[0] - ox) * math.cos(turn) - (corners[1] - oy) * math.sin(turn)
    return float(min(max(reach.max(), 0.0), 2 * size)) or _USUAL_ADVANCE * size


def _address(target: object) -> int:
    return ctypes.cast(target, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


def _font(text: raw.FPDF_TEXTPAGE, index: int, target: object, known: dict[int, str]) -> str:
    key = _address(target)
    if key not in known:
        name, flags = ctypes.create_string_buffer(256), ctypes.c_int()
        raw.FPDFText_GetFontInfo(text, index, name, 256, flags)
        known[key] = name.value.decode("utf-8", "replace").rpartition("+")[2]
    return known[key]
