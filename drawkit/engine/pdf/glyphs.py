"""The text layer: every character with its place, true angle and size."""

from __future__ import annotations

import ctypes
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pypdfium2 import raw

from ..budget import in_time, stage
from ..sheet import NO_CHARACTER, Glyph, Sheet, untold
from .byte_pairs import with_pairs_joined
from .ciphers import deciphered
from .document import PdfPage
from .half_width import half_width
from .repeated import address, left_out

_SLACK = 1.2  # degrees
_TIME = 0.4  # of the time that is left: what reading a page's characters may take
_LOOK = 64  # characters between two looks at the clock
_HYPHENS = (0x02, 0xAD)  # PDFium's own mark for the hyphen at the end of a line; many fonts map theirs to the soft one
_BLANK = 0x20  # below it no code but those of tabs and line ends is a character, though Python takes some for blanks
_FEEDS = (0x09, 0x0A, 0x0D)
_INSIDE = 0.2  # of a character's box: the ink that any font may have beyond its own widths
_OVERHANG = (
    0.15  # of the font size: how far a letter reaches beyond its width; the first of a ligature seems to, farther
)
_CLOSEST, _WIDEST = 0.15, 1.1  # of the font size: advances of characters
_LEVEL = 0.1  # of the font size: how far the next character of a line may be off its base line
_ALIKE = 0.25  # share by which sizes within one line may differ
_USUAL_ADVANCE = 0.56  # of the font size, where a character's box tells nothing


def read_glyphs(page: PdfPage) -> list[Glyph]:
    """The characters of a page in the order of its content; characters that PDFium made up are left out.

    A page that is open is read once, however often it is asked.
    """
    if page not in _READ:
        _READ[page] = _all(page)
    return _READ[page]


_READ: WeakKeyDictionary[PdfPage, list[Glyph]] = WeakKeyDictionary()


def _all(page: PdfPage) -> list[Glyph]:
    text = page.handle.get_textpage()
    try:
        with stage(_TIME):
            runs: dict[int, int] = {}
            told = half_width(with_pairs_joined(list(_glyphs(page, text.raw, runs))))
            every = measured([*_apart(told), *left_out(page, _by_object(told, runs))])
            shown = Sheet(page.number, page.width, page.height, render=lru_cache(maxsize=1)(page.render))
            return deciphered(every, shown)
    finally:
        text.close()


def _by_object(glyphs: Iterable[Glyph], runs: Mapping[int, int]) -> dict[int, list[Glyph]]:
    """The glyphs of each text object, by its address; `runs` has the number of each address."""
    own: dict[int, list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        own[glyph.run].append(glyph)
    return {target: own[run] for target, run in runs.items()}


def _glyphs(page: PdfPage, text: raw.FPDF_TEXTPAGE, runs: dict[int, int]) -> Iterator[Glyph]:
    """The characters that PDFium tells of; `runs` takes the address of each text object, with its number."""
    x, y = ctypes.c_double(), ctypes.c_double()
    matrix, box = raw.FS_MATRIX(), raw.FS_RECTF()
    ink = tuple(ctypes.c_double() for _ in range(4))
    (xx, xy, left), (yx, yy, top) = to_upright = page.matrix.tolist()
    fonts: dict[int, _Font] = {}
    marks = {address(mark) for mark in page.watermarks}
    for index in in_time(range(raw.FPDFText_CountChars(text)), "the text layer", every=_LOOK):
        if raw.FPDFText_IsGenerated(text, index) == 1:
            continue
        raw.FPDFText_GetCharOrigin(text, index, x, y)
        raw.FPDFText_GetMatrix(text, index, matrix)
        raw.FPDFText_GetLooseCharBox(text, index, box)
        raw.FPDFText_GetCharBox(text, index, *ink)
        target = raw.FPDFText_GetTextObject(text, index)
        if marks and address(target) in marks:
            continue
        given = raw.FPDFText_GetFontSize(text, index)
        size = abs(given) * math.hypot(matrix.c, matrix.d) * page.scale
        if not size > 0:
            continue  # nothing of it shows
        ahead = math.copysign(1, given)  # letters of a negative size stand the other way round (ISO 32000-1, 9.4.4)
        dx, dy = ahead * (xx * matrix.a + xy * matrix.b), ahead * (yx * matrix.a + yy * matrix.b)
        angle = math.degrees(math.atan2(-dy, dx)) % 360
        ox, oy = xx * x.value + xy * y.value + left, yx * x.value + yy * y.value + top
        font = _font(text, index, target, fonts)
        unicode = raw.FPDFText_GetUnicode(text, index)
        width = _width(font, unicode, given) * math.hypot(matrix.a, matrix.b) * page.scale
        reach = _advance(_corners(box, ink), to_upright, (ox, oy), angle, size, _lean(matrix))
        hidden = raw.FPDFTextObj_GetTextRenderMode(target) == raw.FPDF_TEXTRENDERMODE_INVISIBLE
        lacks = not hidden and raw.FPDFText_HasUnicodeMapError(text, index) == 1
        yield Glyph(
            text=_character(unicode, is_told=not lacks),
            x=ox,
            y=oy,
            angle=_snapped(angle),
            size=float(size),
            advance=width if width > 0 and reach - width <= _OVERHANG * size else reach,
            font=font.name,
            invisible=hidden,
            run=runs.setdefault(address(target), len(runs)),
            face=font.face,
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


def _character(code: int, *, is_told: bool = True) -> str:
    if not is_told:
        return untold(code)
    if code in _HYPHENS:
        return "-"
    if code < _BLANK and code not in _FEEDS:
        return untold(code)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else NO_CHARACTER


def _corners(box: raw.FS_RECTF, ink: Sequence[ctypes.c_double]) -> list[tuple[float, float]]:
    """Corners of what a character takes by its font's widths, and of most of what it blackens: widths may be wrong."""
    left, right, bottom, top = (edge.value for edge in ink)
    wide, tall = _INSIDE * (right - left), _INSIDE * (top - bottom)
    taken = [(box.left, box.bottom), (box.right, box.top)]
    return [*taken, (left + wide, bottom + tall), (right - wide, top - tall)]


def _lean(matrix: raw.FS_MATRIX) -> float:
    """How far letters lean ahead for each unit of their height, where the sheet slants an upright font."""
    area = matrix.a * matrix.d - matrix.b * matrix.c
    return float((matrix.a * matrix.c + matrix.b * matrix.d) / area) if area > 0 else 0.0


def _advance(
    corners: Sequence[tuple[float, float]],
    to_upright: _Rows,
    origin: tuple[float, float],
    angle: float,
    size: float,
    lean: float,
) -> float:
    """How far the character reaches from its origin on the base line; 0 where its upright box does not tell.

    The box of a leaning letter holds the whole of it: what its top is ahead of its foot is none of its width.
    """
    if _is_slanted(angle):
        return 0.0
    (xx, xy, left), (yx, yy, top) = to_upright
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    away = [(xx * x + xy * y + left - origin[0], yx * x + yy * y + top - origin[1]) for x, y in corners]
    rise = max(-dx * sin - dy * cos for dx, dy in away) if lean > 0 else min(-dx * sin - dy * cos for dx, dy in away)
    reach = max(dx * cos - dy * sin for dx, dy in away) - lean * rise
    return min(max(reach, 0.0), 2 * size) or _USUAL_ADVANCE * size


def _is_slanted(angle: float) -> bool:
    return min(angle % 90, 90 - angle % 90) > 1


def measured(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs, slanted ones with an advance: up to the next of their line, or as the same character elsewhere."""
    if all(g.advance for g in glyphs):
        return list(glyphs)
    known: dict[tuple[str, str], list[float]] = defaultdict(list)
    steps = [_step(g, after) for g, after in zip_longest(glyphs, glyphs[1:])]
    for glyph, step in zip(glyphs, steps, strict=True):
        if glyph.advance or step:
            known[glyph.font, glyph.text].append((glyph.advance or step) / glyph.size)
    usual = {key: sorted(shares)[len(shares) // 2] for key, shares in known.items()}
    return [
        g if g.advance else replace(g, advance=step or g.size * usual.get((g.font, g.text), _USUAL_ADVANCE))
        for g, step in zip(glyphs, steps, strict=True)
    ]


def _step(glyph: Glyph, after: Glyph | None) -> float:
    """How far the next character of the same line begins behind a slanted one; 0 where none follows closely.

    What is drawn by itself and in the same font may stand in another cell.
    """
    if glyph.advance or after is None or glyph.size <= 0 or (after.run != glyph.run and after.font == glyph.font):
        return 0.0
    turn = math.radians(glyph.angle)
    dx, dy = (after.x - glyph.x) / glyph.size, (after.y - glyph.y) / glyph.size
    along, off = dx * math.cos(turn) - dy * math.sin(turn), dx * math.sin(turn) + dy * math.cos(turn)
    close = _CLOSEST <= along <= _WIDEST and abs(off) <= _LEVEL and abs(after.size - glyph.size) <= _ALIKE * glyph.size
    return along * glyph.size if close else 0.0


_Rows = list[list[float]]


class _Font(NamedTuple):
    """The name of a font, its address, and its handle where the file does not hold it."""

    name: str
    face: int
    absent: raw.FPDF_FONT | None


def _font(text: raw.FPDF_TEXTPAGE, index: int, target: raw.FPDF_PAGEOBJECT, known: dict[int, _Font]) -> _Font:
    key = address(target)
    if key not in known:
        name, flags = ctypes.create_string_buffer(256), ctypes.c_int()
        raw.FPDFText_GetFontInfo(text, index, name, 256, flags)
        font = raw.FPDFTextObj_GetFont(target)
        absent = font if font and raw.FPDFFont_GetIsEmbedded(font) == 0 else None
        known[key] = _Font(name.value.decode("utf-8", "replace").rpartition("+")[2], address(font), absent)
    return known[key]


def _width(font: _Font, unicode: int, size: float) -> float:
    """How wide the file says that a character of a font is which it does not hold; 0 of one that it holds.

    What PDFium blackens in its place is as wide as it may be, and not always the same.
    """
    width = ctypes.c_float()
    if font.absent is None or not raw.FPDFFont_GetGlyphWidth(font.absent, unicode, abs(size), width):
        return 0.0
    return max(width.value, 0.0)
