"""Fonts that do not tell which characters their codes are: told by what is drawn at the places of each code.

A file may leave out the map from codes to characters (ISO 32000-1, 9.10), and what was printed before it became a PDF
has none. A code is one character wherever it stands, so that some words that can be read tell those that cannot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ..drawn_text.font import look_alike
from ..layout.crops import DARK, crop
from ..picture_text.crop_readings import read_crops
from ..picture_text.reread import picture_of
from ..picture_text.script_heard import hear_script_of
from ..sheet import Glyph, Sheet, Word, code_of, is_untold, untold
from ..text.checked import is_of_symbols
from ..text.words import CAP_HEIGHT, words_of

_SOME: Final = 0.05
"""Of a font's characters: where so many are not told, those that seem to be told may lie."""

_WITNESSES: Final = 5
"""Words that are asked for each code, where there are so many."""

_MOST: Final = 200
"""Words that are read for a page."""

_LONGEST: Final = 14
"""Letters of a word that is asked: of longer ones readers leave out more."""

_SURE: Final = 0.5
"""The least confidence of a reading that tells."""

_AGREED: Final = 0.6
"""Of what the words say of a code, the share that must be one character."""

_ALONE: Final = 0.9
"""The least confidence of the only reading that tells of a code."""

_ALIKE: Final = 0.6
"""Of the codes of a font that are told, the share that must be those of an order of characters."""

_NEAR: Final = 32
"""Codes beside one: an alphabet has so many letters, and fonts hold them in its order."""

_NEIGHBOURS: Final = 3
"""Of these, how many must lie as far from their characters."""

_BLANKS: Final = 5
"""Places of a code at which it is asked whether anything is drawn."""

_MIDDLE: Final = (0.15, 0.85)
"""Of a character's advance, what no neighbour reaches into."""

_UPRIGHT: Final = (-0.2, 1.05)
"""Letter heights below and above the base line that letters take."""

_OWN: Final = 0x100000
"""Code from which on each code of each font has one of its own while words are put together (a private plane)."""


class _Code(NamedTuple):
    """A code of a font, as what it seems to tell."""

    font: str
    text: str


_Votes = Mapping[_Code, Counter[str]]


def deciphered(glyphs: Sequence[Glyph], page: Sheet) -> list[Glyph]:
    """The glyphs, those of fonts that do not tell their characters with what `page` shows; the rest stays untold."""
    doubted = _doubted(glyphs)
    if not doubted:
        return list(glyphs)
    told = _told(glyphs, doubted, page)
    if _lying(told):
        others = {g.font for g in glyphs if not g.invisible and not is_of_symbols(g.font)} - doubted
        told |= _told(glyphs, others, page) if others else {}
    lying = _lying(told)
    return [g if g.invisible else replace(g, text=_text(_Code(g.font, g.text), told, lying)) for g in glyphs]


def _doubted(glyphs: Sequence[Glyph]) -> set[str]:
    """Fonts that leave out which characters some of their codes are; those of symbols are looked at one by one."""
    shown = [g for g in glyphs if not g.invisible and not g.text.isspace()]
    every, left_out = Counter(g.font for g in shown), Counter(g.font for g in shown if is_untold(g.text))
    return {font for font, count in left_out.items() if count >= _SOME * every[font] and not is_of_symbols(font)}


def _text(code: _Code, told: Mapping[_Code, str], lying: set[str]) -> str:
    if is_untold(code.text) or code.font in lying:
        return told.get(code) or (code.text if is_untold(code.text) or code.text.isspace() else untold(ord(code.text)))
    return code.text


def _lying(told: Mapping[_Code, str]) -> set[str]:
    """Fonts most of whose codes are other characters than they seem to be."""
    seem = [(code.font, look_alike(code.text, text)) for code, text in told.items() if not is_untold(code.text)]
    every, right = Counter(font for font, _ in seem), Counter(font for font, is_right in seem if is_right)
    return {font for font, count in every.items() if 2 * right[font] < count}


def _told(glyphs: Sequence[Glyph], fonts: set[str], page: Sheet) -> dict[_Code, str]:
    """The character of each code of some fonts, as far as words, or the order of the others, tell it."""
    own = [g for g in glyphs if g.font in fonts and not g.invisible]
    blank = _blank(own, page)
    codes = list(dict.fromkeys(_Code(g.font, g.text) for g in own))
    private = {code: " " if code in blank else chr(_OWN + i) for i, code in enumerate(codes)}
    words = words_of(replace(g, text=private[_Code(g.font, g.text)]) for g in own)
    votes = _votes(words, {text: code for code, text in private.items()}, page)
    return _decided(votes, codes) | {code: " " for code in blank}


def _blank(glyphs: Iterable[Glyph], page: Sheet) -> set[_Code]:
    """The codes at most of whose places nothing is drawn."""
    places: dict[_Code, list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        places[_Code(glyph.font, glyph.text)].append(glyph)
    return {code for code, own in places.items() if code.text.isspace() or _is_blank(own[:_BLANKS], page)}


def _is_blank(places: Sequence[Glyph], page: Sheet) -> bool:
    return 2 * sum(_is_inked(g, page) for g in places) < len(places)


def _is_inked(glyph: Glyph, page: Sheet) -> bool:
    word = Word("", glyph.x, glyph.y, glyph.angle, glyph.advance, CAP_HEIGHT * glyph.size)
    start, end = (share * glyph.advance / word.height for share in _MIDDLE)
    return bool((crop(page, word, (start, end), _UPRIGHT) < DARK).any())


def _votes(words: Sequence[Word], codes: Mapping[str, _Code], page: Sheet) -> _Votes:
    """What the words that can be read say of each code, by how sure they are."""
    asked = _asked(words)
    crops = [picture_of(page, word) for word in asked]
    hear_script_of(sorted(crops, key=lambda one: -one.shape[1] / one.shape[0]))
    votes: dict[_Code, Counter[str]] = defaultdict(Counter)
    for word, reading in zip(asked, read_crops(crops), strict=True):
        text = "".join(reading.text.split())
        if reading.confidence >= _SURE and len(text) == len(word.text):
            for code, character in zip(word.text, text, strict=True):
                votes[codes[code]][character] += reading.confidence  # type: ignore[assignment]
    return votes


def _asked(words: Sequence[Word]) -> list[Word]:
    """Words that hold each code some times, long ones first."""
    seen: Counter[str] = Counter()
    asked: list[Word] = []
    for word in sorted(words, key=lambda w: (len(w.text) > _LONGEST, -len(w.text))):
        if len(asked) < _MOST and any(seen[code] < _WITNESSES for code in word.text):
            asked.append(word)
            seen.update(set(word.text))
    return asked


def _decided(votes: _Votes, codes: Sequence[_Code]) -> dict[_Code, str]:
    """The character of each code that is agreed upon, and of those that an order of characters tells."""
    agreed = {code: text for code, own in votes.items() if (text := _most(own))}
    told: dict[_Code, str] = {}
    for font in dict.fromkeys(code.font for code in codes):
        own = {code_of(code.text): code for code in codes if code.font == font}
        read = {number: agreed[code] for number, code in own.items() if code in agreed}
        told |= {own[number]: text for number, text in _in_order(read, own).items()}
    return told


def _most(said: Counter[str]) -> str:
    (text, weight), *_ = said.most_common(1)
    return text if weight >= max(_AGREED * sum(said.values()), _ALONE) else ""


def _in_order(read: Mapping[int, str], codes: Iterable[int]) -> dict[int, str]:
    """The characters of codes, by number: as an order that most of them follow has them, or else as they were read."""
    for order in _ORDERS:
        fit = sum(look_alike(order.get(number, ""), text) for number, text in read.items())
        if fit and fit >= _ALIKE * len(read):
            return {number: text for number in codes if (text := order.get(number) or read.get(number))}
    return {number: text for number in codes if (text := _beside(number, read) or read.get(number))}


def _beside(number: int, read: Mapping[int, str]) -> str | None:
    """The character of a code in the order of those beside it; None where they have none, or what was read is another.

    Letters that look alike, and capitals that small ones are like, the order alone tells.
    """
    off = Counter(ord(text) - other for other, text in read.items() if abs(other - number) <= _NEAR and other != number)
    distance, count = next(iter(off.most_common(1)), (0, 0))
    if count < _NEIGHBOURS or count < _ALIKE * sum(off.values()):
        return None
    text, own = chr(number + distance), read.get(number)
    return text if own is None or look_alike(own, text) or own.casefold() == text.casefold() else None


def _orders() -> Iterator[dict[int, str]]:
    yield {number: chr(number) for number in range(0x21, 0x7F)}
    figures = bytes([*range(0x20, 0x7F), *range(0x80, 0xCA)]).decode("mac_roman")
    yield dict(enumerate(figures, 3))


_ORDERS: Final = tuple(_orders())
"""Characters by codes: as in ASCII, and as TrueType fonts hold them, by the standard order of Macintosh glyphs
(OpenType, table `post`, version 1)."""
