"""Glyphs whose character is doubtful, checked against what is drawn: lying font maps, symbol fonts."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from ..layout.crops import blobs, crop, heights
from ..recognition.symbols import Mark, Symbol, classify
from ..sheet import NO_CHARACTER, Glyph, Grey, Sheet, Word, is_untold
from .words import CAP_HEIGHT

_SYMBOL_FONT: Final = re.compile(r"GDT|Y14\.?5|SYMBOL|SYMB\b|\bSYM\b|\bCMSY\d", re.IGNORECASE)
_GDT: Final = re.compile(r"GDT|Y14\.?5", re.IGNORECASE)
"""Fonts of geometric tolerances, after ASME Y14.5."""

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
    "HEBREW",
    "ARABIC",
    "ARMENIAN",
    "GEORGIAN",
    "DEVANAGARI",
    "THAI",
)
_CERTAIN: Final = 0.6
_MORE_CERTAIN: Final = 0.85  # to overrule a character that is a symbol already, or a letter of a font of letters
_ODD: Final = frozenset("jnoquvwzJNOQPÇÐÞßçðþ¿¡•·¤§¶¬¦×")
"""What no dimension begins with (ISO 129-1), though fits, threads and names may hold it before a digit."""

_WORD: Final = 3
"""Letters in a row that make a word: signs stand alone or in pairs."""

_WORDS: Final = 12
"""Letters in words from which on a font is one of letters."""

_LONE: Final = "symbols of "
"""Before the name of a font whose letters stand alone: what promises nothing may hold symbols all the same."""

_SMALL: Final = 2
"""Different small letters of such a font at least: datums, revisions and views have capitals."""

_FEW: Final = 4
"""Different characters of a font that a page uses for symbols only."""

_SIGNED: Final = frozenset("+-")
"""What else such fonts hold of a tolerance."""

_RINGS: Final = frozenset("○°□")
_ROUND: Final = frozenset("OoQ0")
"""What a ring is told from by its place alone."""

_DASHES: Final = frozenset("-−–—―_")
_LEVEL: Final = frozenset("⏤")
"""What a dash is told from by the frame around it alone."""

SYMBOLS: Final = frozenset("⌀Øø±°×↧⌴⌵□√⌖⏥⏤○⌭⌒⌓∠⊥∥◎⌯↗⌰ⓂⓁⓅⒻⓈⓉⓊⒺ")
"""Signs of dimensioning and tolerancing."""
_TOLD: Final = frozenset("⌖⏥⌭⌒⌓⌯⌰◎ⓂⓁⓅⒻⓈⓉⓊⒺ")
"""Those that no map has by chance: older codes have none of them, and some fonts draw them oddly."""

_AROUND: Final = (0.4, 0.3, 1.3)  # letter heights beside, below and above a glyph that its crop shows
_OFF: Final = 0.1  # letter heights: how far the middle of its ink may be off its place
_THROUGH: Final = 0.95  # of the crop's width
_THIN: Final = 0.3  # letter heights

GDT_FONT: Final = dict(zip("abcdefghijklmnoprstuvwx", "∠⊥⏥⌓○∥⌭↗⌯⌖⌒ⓁⓂ⌀□Ⓟ◎Ⓢ⌰⏤⌴⌵↧", strict=True))
"""What the letters of the GDT fonts of AutoCAD and Inventor stand for, where the picture does not decide."""


_TEX_ITALIC: Final = re.compile(r"\bcmmib?\d|\blmmathitalic", re.IGNORECASE)
_TEX_SIGNS: Final = re.compile(r"\bcmsy\d|\blmmathsymbols", re.IGNORECASE)
_TEX_FONTS: Final = ((_TEX_ITALIC, {":": ".", ";": ",", "=": "/"}), (_TEX_SIGNS, {"¡": "-", "¢": "·", "£": "×"}))
"""Characters under whose codes the mathematical fonts of TeX have others, which programs call by their codes."""


def checked(glyphs: Sequence[Glyph], sheet: Callable[[], Sheet]) -> list[Glyph]:
    """The glyphs, with doubtful ones replaced by what the picture shows at their place.

    `sheet` gives the page with its picture; it is asked only when there is something to check.
    """
    glyphs = _of_tex(_of_letters(glyphs))
    odd = _odd_before_numbers(glyphs)
    doubtful = [i for i, g in enumerate(glyphs) if is_doubtful(g) or i in odd]
    if not doubtful:
        return list(glyphs)
    page = sheet()
    marks = [_mark(page, glyphs[i]) for i in doubtful]
    drawn = [i for i, mark in zip(doubtful, marks, strict=True) if mark is not None]
    seen = _agreed([glyphs[i] for i in drawn], classify([mark for mark in marks if mark is not None]))
    believed = {i: _undrawn(glyphs[i]) for i in doubtful}
    believed |= {i: _believed(glyphs[i], symbol) for i, symbol in zip(drawn, seen, strict=True)}
    kept = (believed.get(i, g) for i, g in enumerate(glyphs))
    return [_with_its_font(g) for g in kept if g is not None]


def _with_its_font(glyph: Glyph) -> Glyph:
    return replace(glyph, font=glyph.font.removeprefix(_LONE)) if glyph.font.startswith(_LONE) else glyph


def _of_letters(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs; those of a font that mostly sets words lose its name, whatever it promises: it holds letters too.

    Those of a font whose letters, small ones among them, all stand alone get a name that promises symbols.
    """
    letters: dict[str, int] = defaultdict(int)
    in_words: dict[str, int] = defaultdict(int)
    small: dict[str, set[str]] = defaultdict(set)
    together: set[str] = set()
    for (font, is_letter), group in groupby(glyphs, key=lambda g: (g.font, g.text.isalpha())):
        run = [g.text for g in group] if is_letter else []
        letters[font] += len(run)
        in_words[font] += len(run) if len(run) >= _WORD else 0
        small[font] |= {c for c in run if c.islower() and c.isascii()}
        together |= {font} if len(run) > 1 else set()
    lone = {font for font, own in small.items() if len(own) >= _SMALL and font not in together and font}
    lone = {font for font in lone if not any(name.search(font) for name, _ in _TEX_FONTS)}
    glyphs = [replace(g, font=f"{_LONE}{g.font}") if g.font in lone else g for g in glyphs]
    named = {font for font, count in letters.items() if count and 2 * in_words[font] > count}
    named = {font for font in named if _SYMBOL_FONT.search(font) and in_words[font] >= _WORDS}
    return [replace(g, font="") if g.font in named and (g.text.isascii() or g.text.isalpha()) else g for g in glyphs]


def _of_tex(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs, those of the mathematical fonts of TeX with the characters that these have."""
    fonts = {glyph.font for glyph in glyphs}
    codes = {font: next((signs for name, signs in _TEX_FONTS if name.search(font)), {}) for font in fonts}
    return [replace(g, text=codes[g.font][g.text]) if g.text in codes[g.font] else g for g in glyphs]


def is_doubtful(glyph: Glyph) -> bool:
    """Whether a character comes from a font of symbols, or belongs to no script or sign that drawings use."""
    if glyph.text.isspace() or _is_minus_of_tex(glyph):
        return False
    named = glyph.font.startswith(_LONE) or is_of_symbols(glyph.font)
    return named or not is_plausible(glyph.text)


def is_of_symbols(font: str) -> bool:
    """Whether a font is one of symbols by its name."""
    return _SYMBOL_FONT.search(font) is not None


def _odd_before_numbers(glyphs: Sequence[Glyph]) -> set[int]:
    """Letters and marks directly before a digit that hardly stand there: fonts of symbols store ⌀ under some letter.

    So do characters there of a font that the page uses for a handful of different characters only.
    """
    kinds: dict[str, set[str]] = defaultdict(set)
    for glyph in glyphs:
        kinds[glyph.font].add(glyph.text)
    return {
        i
        for i, (glyph, after) in enumerate(pairwise(glyphs))
        if after.text.isdecimal()
        and not glyph.text.isdecimal()
        and not glyph.text.isspace()
        and (glyph.text in _ODD or (glyph.font != after.font and len(kinds[glyph.font]) <= _FEW))
        and glyph.text not in SYMBOLS
        and not _is_minus_of_tex(glyph)
    }


def _is_minus_of_tex(glyph: Glyph) -> bool:
    """Whether a dash is the minus that these fonts have, in every formula: below a zero it looks like a ±."""
    return glyph.text in _DASHES and bool(_TEX_SIGNS.search(glyph.font))


def is_plausible(character: str) -> bool:
    """Whether a character is a letter of a script that drawings are written in, a digit, or a sign they use."""
    if character in _PLAIN or character in SYMBOLS:
        return True
    is_letter = unicodedata.category(character)[0] in "LMN"  # vowels of some scripts are marks
    return is_letter and unicodedata.name(character, "").startswith(_SCRIPTS)


def _mark(sheet: Sheet, glyph: Glyph) -> Mark | None:
    """The ink of a glyph alone: of what its surroundings show the pieces that stand in its place, without lines."""
    word = Word(glyph.text, glyph.x, glyph.y, glyph.angle, glyph.advance, CAP_HEIGHT * glyph.size)
    beside, below, above = _AROUND
    length = word.length / word.height
    image = crop(sheet, word, (-beside, length + beside), (-below, above))
    own = [
        b
        for b in blobs(image)
        if -_OFF <= heights((b[0] + b[1]) / 2) - beside <= length + _OFF and not _is_line(b, image)
    ]
    if not own:
        return None
    x0, x1 = min(b[0] for b in own), max(b[1] for b in own)
    y0, y1 = min(b[2] for b in own), max(b[3] for b in own)
    middle = above - heights((y0 + y1) / 2) - 0.5
    return Mark(image[y0:y1, x0:x1], heights(y1 - y0), heights(x1 - x0), middle)


def _agreed(glyphs: Sequence[Glyph], seen: Sequence[Symbol | None]) -> list[Symbol | None]:
    """What is seen of each glyph, or what most places of its character of that font show: all of them show one sign.

    A line that runs through it, or a figure that touches it, hides it at some of them only.
    """
    places: dict[tuple[str, str], list[Symbol | None]] = defaultdict(list)
    for glyph, symbol in zip(glyphs, seen, strict=True):
        places[glyph.font, glyph.text].append(symbol)
    alike = {of: _most(symbols) for of, symbols in places.items()}
    return [
        alike[g.font, g.text] or symbol if is_doubtful(g) and g.text != NO_CHARACTER else symbol
        for g, symbol in zip(glyphs, seen, strict=True)
    ]


def _most(symbols: Sequence[Symbol | None]) -> Symbol | None:
    """The surest of what half of the places show at least; None where they do not agree."""
    shown: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in symbols:
        if symbol is not None:
            shown[symbol.text].append(symbol)
    most = max(shown.values(), key=lambda alike: sum(s.confidence for s in alike), default=[])
    return max(most, key=lambda s: s.confidence) if most and 2 * len(most) >= len(symbols) else None


def _is_line(blob: tuple[int, int, int, int], image: Grey) -> bool:
    """Whether ink runs through the whole crop as a dimension line or a shelf below the glyph does."""
    x0, x1, y0, y1 = blob
    return x1 - x0 >= _THROUGH * image.shape[1] and heights(y1 - y0) < _THIN


def _undrawn(glyph: Glyph) -> Glyph | None:
    """A doubtful glyph at whose place nothing is drawn: a blank where its font does not tell what it is."""
    return replace(glyph, text=" ") if is_untold(glyph.text) else _believed(glyph, None)


def _believed(glyph: Glyph, symbol: Symbol | None) -> Glyph | None:
    """The glyph as it is to be read; None for one of a symbol font that means nothing."""
    sure = (glyph.text in SYMBOLS and not _TEX_SIGNS.search(glyph.font)) or not is_doubtful(glyph)
    if symbol is not None and glyph.text in _ROUND and symbol.text in _RINGS and not _SYMBOL_FONT.search(glyph.font):
        return glyph
    if symbol is not None and glyph.text in _DASHES and symbol.text in _LEVEL:
        return glyph
    if glyph.text in _TOLD and not _TEX_SIGNS.search(glyph.font):
        return glyph
    least = _MORE_CERTAIN if sure or glyph.font.startswith(_LONE) else _CERTAIN
    signs = SYMBOLS | _SIGNED if is_untold(glyph.text) else SYMBOLS
    if symbol is not None and symbol.confidence >= least and symbol.text in signs:
        return replace(glyph, text=symbol.text)
    if _GDT.search(glyph.font) and glyph.text in GDT_FONT:
        return replace(glyph, text=GDT_FONT[glyph.text])
    told = is_untold(glyph.text) or is_plausible(glyph.text)
    return None if _SYMBOL_FONT.search(glyph.font) and not told else glyph
