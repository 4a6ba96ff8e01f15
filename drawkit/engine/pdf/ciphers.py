"""Fonts that do not tell which characters their codes are: told by what is drawn at the places of each code.

A file may leave out the map from codes to characters (ISO 32000-1, 9.10), and what was printed before it became a PDF
has none. A code is one character wherever it stands, so that some words that can be read tell those that cannot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from ..budget import in_time
from ..drawn_text.font import look_alike
from ..layout.crops import DARK, crop
from ..picture.pixels import Grey
from ..picture_text.crop_readings import read_crops
from ..picture_text.reread import picture_of
from ..picture_text.script_heard import hear_script_of
from ..recognition.script_of_page import says_word
from ..recognition.which_reader import letters
from ..sheet import Glyph, Sheet, Word, code_of, is_untold, untold
from ..text.checked import SYMBOLS, is_of_symbols
from ..text.words import CAP_HEIGHT, words_of

_SOME: Final = 0.05
"""Of a font's characters: where so many are not told, those that seem to be told may lie."""

_FEW: Final = 12
"""Different codes of a font of symbols; one that has more sets words in it."""

_WITNESSES: Final = 5
"""Words that are asked for each code, where there are so many."""

_MOST: Final = 200
"""Words that are read for a page."""

_LONGEST: Final = 14
"""Letters of a word that is asked: of longer ones readers leave out more."""

_SURE: Final = 0.5
"""The least confidence of a reading that tells."""

_OTHER: Final = 0.2
"""Of a word's characters that are told, how many a reading may have otherwise."""

_AGREED: Final = 0.6
"""Of what the words say of a code, the share that must be one character."""

_ALONE: Final = 0.6
"""The least confidence of the only reading that tells of a code; as of a word that is read by itself."""

_ALIKE: Final = 0.6
"""Of the codes of a font that are told, the share that must be those of an order of characters."""

_NEAR: Final = 32
"""Codes beside one: an alphabet has so many letters, and fonts hold them in its order."""

_NEIGHBOURS: Final = 3
"""Of these, how many must lie as far from their characters."""

_LOOK: Final = 64
"""Codes between two looks at the clock."""

_BLANKS: Final = 5
"""Places of a code at which it is asked whether anything is drawn."""

_WIDEST: Final = 2.0
"""Font sizes, and letter heights: no character is wider, whatever its font says."""

_MIDDLE: Final = (0.15, 0.85)
"""Of a character's advance, what no neighbour reaches into."""

_UPRIGHT: Final = (-0.2, 1.05)
"""Letter heights below and above the base line that letters take."""

_IN_ONE: Final = {"N°": "№", "Nº": "№"}
"""What readers see of a character that they do not know."""

_OWN: Final = 0x100000
"""Code from which on each code of each font has one of its own while words are put together (a private plane)."""


class _Code(NamedTuple):
    """A code of a font, as what it seems to tell."""

    face: int
    text: str


class _Said(NamedTuple):
    """What a reader says at the place of a word, of the codes that the word has, and how sure it is."""

    codes: str
    text: str
    chance: float

    def fits(self) -> bool:
        """Whether a reading has as many characters as the word, and most of those that are told."""
        if len(self.codes) != len(self.text):
            return False
        told = [(one, other) for one, other in zip(self.codes, self.text, strict=True) if ord(one) < _OWN]
        return sum(not look_alike(one, other) for one, other in told) <= _OTHER * len(told)


_Votes = Mapping[_Code, Counter[str]]


def deciphered(glyphs: Sequence[Glyph], page: Sheet) -> list[Glyph]:
    """The glyphs, those of fonts that do not tell their characters with what `page` shows; the rest stays untold."""
    symbols = _faces_of_symbols(glyphs)
    glyphs = [replace(g, text=chr(code_of(g.text))) if _is_by_name(g, symbols) else g for g in glyphs]
    doubted = _doubted(glyphs) - symbols
    if not doubted:
        return glyphs
    told = _told(glyphs, doubted, page)
    if _lying(told) and (others := {g.face for g in glyphs if not g.invisible} - doubted - symbols):
        told |= _told(glyphs, others, page)
    lying = _lying(told)
    return [g if g.invisible else replace(g, text=_text(_Code(g.face, g.text), told, lying)) for g in glyphs]


def _faces_of_symbols(glyphs: Iterable[Glyph]) -> set[int]:
    """Fonts of symbols, by their names: these tell what their codes are, and each place is looked at."""
    codes: dict[int, set[str]] = defaultdict(set)
    for glyph in glyphs:
        if is_of_symbols(glyph.font):
            codes[glyph.face].add(glyph.text)
    return {face for face, own in codes.items() if len(own) <= _FEW}


def _is_by_name(glyph: Glyph, symbols: set[int]) -> bool:
    return glyph.face in symbols and is_untold(glyph.text) and chr(code_of(glyph.text)).isprintable()


def _doubted(glyphs: Sequence[Glyph]) -> set[int]:
    """Fonts that leave out which characters some of their codes are."""
    shown = [g for g in glyphs if not g.invisible and not g.text.isspace()]
    every, left_out = Counter(g.face for g in shown), Counter(g.face for g in shown if is_untold(g.text))
    return {face for face, count in left_out.items() if count >= _SOME * every[face]}


def _text(code: _Code, told: Mapping[_Code, str], lying: set[int]) -> str:
    if is_untold(code.text):
        return told.get(code, code.text)
    if code.face in lying:
        return told.get(code) or untold(ord(code.text))
    return code.text


def _lying(told: Mapping[_Code, str]) -> set[int]:
    """Fonts most of whose codes are other characters than they seem to be."""
    seem = [(code.face, look_alike(code.text, text)) for code, text in told.items() if not is_untold(code.text)]
    every, right = Counter(face for face, _ in seem), Counter(face for face, is_right in seem if is_right)
    return {face for face, count in every.items() if 2 * right[face] < count}


def _told(glyphs: Sequence[Glyph], faces: set[int], page: Sheet) -> dict[_Code, str]:
    """The character of each code of some fonts, as far as words, or the order of the others, tell it."""
    shown = [g for g in glyphs if not g.invisible]
    own = [g for g in shown if g.face in faces]
    blank = _blank(own, page)
    codes = list(dict.fromkeys(_Code(g.face, g.text) for g in own))
    private = {code: " " if code in blank else chr(_OWN + i) for i, code in enumerate(codes)}
    words = words_of(replace(g, text=private.get(_Code(g.face, g.text), g.text)) for g in shown)
    asked = _asked(words)
    said = [_Said(word.text, *reading) for word, reading in zip(asked, _heard(asked, page), strict=True)]
    by_text = {text: code for code, text in private.items()}
    told = _decided(_votes(said, by_text), codes)
    return told | _fitted(said, by_text, told) | dict.fromkeys(blank, " ")


def _blank(glyphs: Iterable[Glyph], page: Sheet) -> set[_Code]:
    """The codes at most of whose places nothing is drawn."""
    places: dict[_Code, list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        places[_Code(glyph.face, glyph.text)].append(glyph)
    every = in_time(places.items(), "the text layer", every=_LOOK)
    return {code for code, own in every if _is_blank(own[:_BLANKS], page)}


def _is_blank(places: Sequence[Glyph], page: Sheet) -> bool:
    return 2 * sum(_is_inked(g, page) for g in places) < len(places)


def _is_inked(glyph: Glyph, page: Sheet) -> bool:
    advance = min(glyph.advance, _WIDEST * glyph.size)
    word = Word("", glyph.x, glyph.y, glyph.angle, advance, CAP_HEIGHT * glyph.size)
    start, end = (share * advance / word.height for share in _MIDDLE)
    return bool((crop(page, word, (start, end), _UPRIGHT) < DARK).any())


def _asked(words: Sequence[Word]) -> list[Word]:
    """Words that hold each code some times, long ones first."""
    seen: Counter[str] = Counter()
    asked: list[Word] = []
    drawn = [word for word in words if word.length <= _WIDEST * len(word.text) * word.height]
    for word in sorted(drawn, key=lambda w: (len(w.text) > _LONGEST, -len(w.text))):
        own = {c for c in word.text if ord(c) >= _OWN}
        if len(asked) < _MOST and any(seen[code] < _WITNESSES for code in own):
            asked.append(word)
            seen.update(own)
    return asked


def _heard(words: Sequence[Word], page: Sheet) -> list[tuple[str, float]]:
    """What is drawn at the places of words, in the script that most of them prove to be of, and how sure that is."""
    crops: list[Grey] = [picture_of(page, word) for word in words]
    readings = read_crops(crops)
    longest = sorted(range(len(crops)), key=lambda k: -letters(readings[k].text))
    proved = hear_script_of([crops[k] for k in longest if says_word(readings[k].text)])
    told = read_crops(crops) if proved else readings
    return [(_IN_ONE.get(text := "".join(r.text.split()), text), r.confidence) for r in told]


def _votes(said: Iterable[_Said], codes: Mapping[str, _Code]) -> _Votes:
    """What the words that can be read say of each code, by how sure they are."""
    votes: dict[_Code, Counter[str]] = defaultdict(Counter)
    for one in said:
        if one.chance >= _SURE and one.fits():
            for code, character in zip(one.codes, one.text, strict=True):
                if code in codes:
                    votes[codes[code]][character] += one.chance  # type: ignore[assignment]
    return votes


def _fitted(said: Iterable[_Said], codes: Mapping[str, _Code], told: Mapping[_Code, str]) -> dict[_Code, str]:
    """The characters of further codes: between those that are told, a reading has as many others in their place."""
    votes: dict[_Code, Counter[str]] = defaultdict(Counter)
    for one in said:
        word = [told.get(codes[code], code) if code in codes else code for code in one.codes]
        match = SequenceMatcher(None, word, one.text, autojunk=False)
        known = sum(ord(c) < _OWN for c in word)
        right = sum(block.size for block in match.get_matching_blocks())
        if right < max(_NEIGHBOURS, (1 - _OTHER) * known):
            continue
        for kind, start, end, first, last in match.get_opcodes():
            if kind == "replace" and end - start == last - first:
                for code, character in zip(one.codes[start:end], one.text[first:last], strict=True):
                    if code in codes and codes[code] not in told:
                        votes[codes[code]][character] += 1
    return {code: text for code, own in votes.items() if (text := _most(own))}


def _decided(votes: _Votes, codes: Sequence[_Code]) -> dict[_Code, str]:
    """The character of each code that is agreed upon, and of those that an order of characters tells."""
    agreed = {code: text for code, own in votes.items() if (text := _most(own))}
    faces: dict[int, dict[int, _Code]] = defaultdict(dict)
    for code in codes:
        faces[code.face][code_of(code.text)] = code
    told: dict[_Code, str] = {}
    for own in faces.values():
        read = {number: agreed[code] for number, code in own.items() if code in agreed}
        told |= {own[number]: text for number, text in _in_order(read, own).items()}
    return told


def _most(said: Counter[str]) -> str:
    (text, weight), *_ = said.most_common(1)
    return text if weight >= max(_AGREED * sum(said.values()), _ALONE) else ""


def _in_order(read: Mapping[int, str], codes: Iterable[int]) -> dict[int, str]:
    """The characters of codes, by number: as an order that most of them follow has them, or else as they were read.

    A sign that was read stays, for fonts hold signs in the places of letters: ⌀ for n.
    """
    followed: dict[int, str] = {}
    for order in _ORDERS:
        own = {number: text for number, text in read.items() if number in order}
        fit = sum(look_alike(order[number], text) for number, text in own.items())
        if fit and fit >= _ALIKE * len(own):
            followed = order | followed
    signs = {number for number, text in read.items() if text in SYMBOLS and followed.get(number) not in SYMBOLS}
    followed |= {number: read[number] for number in signs}
    told = {number: followed.get(number) or _beside(number, read) or read.get(number) for number in codes}
    return {number: text for number, text in told.items() if text}


def _beside(number: int, read: Mapping[int, str]) -> str | None:
    """The character of a code in the order of those beside it; None where they have none, or what was read is another.

    Letters that look alike, and capitals that small ones are like, the order alone tells. Where it begins and ends only
    those within it tell.
    """
    near = {other: ord(read[other]) - other for other in range(number - _NEAR, number + _NEAR + 1) if other in read}
    off = Counter(step for other, step in near.items() if other != number)
    distance, count = next(iter(off.most_common(1)), (0, 0))
    if count < _NEIGHBOURS or count < _ALIKE * sum(off.values()):
        return None
    ordered = [other for other, step in near.items() if step == distance]
    if not min(ordered) <= number <= max(ordered):
        return None
    text, own = chr(number + distance), read.get(number)
    return text if own is None or look_alike(own, text) or own.casefold() == text.casefold() else None


_ASCII: Final = {number: chr(number) for number in range(0x21, 0x7F)}
_GLYPHS: Final = {3 + at: chr(code) for at, code in enumerate(range(0x20, 0x7F))}
_ACCENTED: Final = dict(enumerate(bytes(range(0x80, 0xCA)).decode("mac_roman"), 98))
_ORDERS: Final = (_ASCII, _GLYPHS, _ACCENTED)
"""Characters by codes: as in ASCII, and as TrueType fonts hold them, by the standard order of Macintosh glyphs
(OpenType, table `post`, version 1), whose upper half many fonts have filled otherwise."""
