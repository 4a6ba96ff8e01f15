"""Glyphs whose character is doubtful, checked against what is drawn: lying font maps, symbol fonts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from ..layout.crops import crop, heights, ink_extent
from ..sheet import Glyph, Sheet, Word
from .symbols import Mark, Symbol, classify
from .words import CAP_HEIGHT

_SYMBOL_FONT: Final = re.compile(r"GDT|SYMBOL|SYMB\b|\bSYM\b", re.IGNORECASE)
_PLAIN: Final = frozenset(
    "\"'`´’‘“”„«»#$€£%&*+,-./:;<=>?@[\\]^_{|}~()!§©"
    "®™…‐‑‒–—―−·•′″⁄≤≥≈∅"
    "。、「」『』【】《》〈〉・～〜（）：；，！？¡ªº¹²³½¼¾⅛⅜⅝⅞µ\u00a0"
)
_SCRIPTS: Final = (
    "LATIN",
    "DIGIT",
    "GREEK",
    "CYRILLIC",
    "CJK",
    "IDEOGRAPHIC",
    "FULLWIDTH",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
)
_CERTAIN: Final = 0.6
_MORE_CERTAIN: Final = 0.9  # to overrule a character that is a symbol already
SYMBOLS: Final = frozenset("⌀Øø±°×↧⌴⌵□√⌖⏥⏤○⌭⌒⌓∠⊥∥◎⌯↗⌰ⓂⓁⓅⒻⓈⓉⓊⒺ")
"""Signs of dimensioning and tolerancing."""
_AROUND: Final = (0.06, 0.3, 1.3)  # letter heights beside, below and above a glyph that its crop shows

GDT_FONT: Final = dict(zip("abcdefghijklmnoprstuvwx", "∠⊥⏥⌓○∥⌭↗⌯⌖⌒ⓁⓂ⌀□Ⓟ◎Ⓢ⌰⏤⌴⌵↧", strict=True))
"""What the letters of the GDT fonts of AutoCAD and Inventor stand for, where the picture does not decide."""


def checked(glyphs: Sequence[Glyph], sheet: Callable[[], Sheet]) -> list[Glyph]:
    """The glyphs, with doubtful ones replaced by what the picture shows at their place.

    `sheet` gives the page with its picture; it is asked only when there is something to check.
    """
    doubtful = [i for i, g in enumerate(glyphs) if is_doubtful(g)]
    if not doubtful:
        return list(glyphs)
    page = sheet()
    marks = [_mark(page, glyphs[i]) for i in doubtful]
    seen = iter(classify([m for m in marks if m is not None]))
    believed = {
        index: _believed(glyphs[index], next(seen) if mark is not None else None)
        for index, mark in zip(doubtful, marks, strict=True)
    }
    kept = (believed.get(i, g) for i, g in enumerate(glyphs))
    return [g for g in kept if g is not None]


def is_doubtful(glyph: Glyph) -> bool:
    """Whether a character comes from a font of symbols, or belongs to no script or sign that drawings use."""
    if glyph.text.isspace():
        return False
    return bool(_SYMBOL_FONT.search(glyph.font)) or not is_plausible(glyph.text)


def is_plausible(character: str) -> bool:
    """Whether a character is a letter of a script that drawings are written in, a digit, or a sign they use."""
    if character in _PLAIN or character in SYMBOLS:
        return True
    return character.isalnum() and unicodedata.name(character, "").startswith(_SCRIPTS)


def _mark(sheet: Sheet, glyph: Glyph) -> Mark | None:
    word = Word(glyph.text, glyph.x, glyph.y, glyph.angle, glyph.advance, CAP_HEIGHT * glyph.size)
    beside, below, above = _AROUND
    image = crop(sheet, word, (-beside, word.length / word.height + beside), (-below, above))
    extent = ink_extent(image)
    if extent is None:
        return None
    x0, x1, y0, y1 = extent
    middle = above - heights((y0 + y1) / 2) - 0.5
    return Mark(image[y0:y1, x0:x1], heights(y1 - y0), heights(x1 - x0), middle)


def _believed(glyph: Glyph, symbol: Symbol | None) -> Glyph | None:
    """The glyph as it is to be read; None for one of a symbol font that means nothing."""
    least = _CERTAIN if glyph.text not in SYMBOLS else _MORE_CERTAIN
    if symbol is not None and symbol.confidence >= least and symbol.text in SYMBOLS:
        return replace(glyph, text=symbol.text)
    if "GDT" in glyph.font.upper() and glyph.text in GDT_FONT:
        return replace(glyph, text=GDT_FONT[glyph.text])
    return None if _SYMBOL_FONT.search(glyph.font) and not is_plausible(glyph.text) else glyph
