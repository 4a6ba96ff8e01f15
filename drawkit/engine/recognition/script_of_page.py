"""Which script a page's words are written in: the word reader knows all but Cyrillic, which a net of our own reads.

Each takes the other's letters for those that look like them, and is sure of it. So a page is heard: a sample of its
runs says whether its words are Cyrillic, and from then on both readers are asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final

from .reading import Reading

_OWN: Final = re.compile("[БГДЖЗИЙЛПУФЦЧШЩЪЫЬЭЮЯЁЇЄҐбвгджзийклмнптфцчшщъыьэюяёїєґ]")
"""Letters that no Latin one looks like; in print small н, к, т, м and в are capitals, and no Latin word has such."""

_SHARED: Final = frozenset("АВЕКМНОРСТУХІасеорухі")
_LATIN: Final = re.compile("[DFGIJLNQRSUVWZdfghijklmnqrstuvwz]")
"""Letters of both scripts as the Cyrillic reader tells them, and Latin ones that no Cyrillic one looks like."""

_LONG_WORD: Final = re.compile(r"[^\W\d_]{5,}")
_CAPITAL_WITHIN: Final = re.compile(r"(?<=[а-яёіїєґ])[А-ЯЁІЇЄҐ](?=[а-яёіїєґ]|$)")
"""A capital letter within a word of small ones: in print small and capital Н, К, Т differ by their height alone."""

_STARRED: Final = re.compile(r"(?:\d+[.)]?\s*)?\*")
_LIKE_STAR: Final = re.compile(r"^((?:\d+[.)]?\s*)?)[жЖхХ]")
"""A note that begins with an asterisk, and the letters that the Cyrillic reader takes it for."""

_AS_LATIN: Final = str.maketrans("АВЕКМНОРСТУХІасеорухі", "ABEKMHOPCTYXIaceopyxi")
_LATIN_WORDS: Final = frozenset({"МАХ", "ТОР", "ВОТТОМ", "ТУР", "НОТЕ"})
"""Words of shared letters alone that drawings have in Latin: MAX, TOP, BOTTOM, TYP, NOTE."""

_WORD: Final = 3
"""Letters of a word: fewer are a designation, which looks alike in both scripts."""

_TELLING: Final = 2
"""Cyrillic letters that tell the script of a word: one may be a misread Latin one."""

_FEWEST: Final = 3
"""Cyrillic words that tell the script of a page."""

LEGIBLE: Final = 0.85
"""A reader's confidence in text that it sees the right way up."""

_BELIEVED: Final = 0.6
_SIGN: Final = 0.9
"""The least confidence in a Cyrillic text of a word, and of a letter or two."""


@dataclass
class _Page:
    is_cyrillic: bool = False


_PAGE: ContextVar[_Page | None] = ContextVar("page", default=None)


@contextmanager
def of_page() -> Iterator[None]:
    """A page, of which the script is not known yet."""
    token = _PAGE.set(_Page())
    try:
        yield
    finally:
        _PAGE.reset(token)


def take_as_cyrillic() -> None:
    """From now on the words of the page are read as Cyrillic ones too."""
    page = _PAGE.get()
    if page is not None:
        page.is_cyrillic = True


def hear_words(texts: Sequence[str]) -> None:
    """Take the words of the page as Cyrillic ones where most letters of those that are known are."""
    if mostly_cyrillic(texts):
        take_as_cyrillic()


def is_cyrillic() -> bool:
    """Whether the words of the page are known to be Cyrillic."""
    page = _PAGE.get()
    return page is not None and page.is_cyrillic


def shows_cyrillic(legible: int, words: int) -> bool:
    """Whether so many legible Cyrillic words among so many words tell that the page's are Cyrillic."""
    return legible >= max(_FEWEST, words / 2)


def is_word(reading: Reading) -> bool:
    """Whether what the Cyrillic reader says is a legible Cyrillic word, and could be of no other script."""
    own = len(_OWN.findall(reading.text))
    is_legible = reading.confidence >= LEGIBLE and says_word(reading.text)
    return is_legible and own >= _TELLING and own > 2 * len(_LATIN.findall(reading.text))


def says_word(text: str) -> bool:
    """Whether a reader sees letters enough for a word, in whatever script."""
    return _letters(text) >= _WORD


def told(word: Reading, cyrillic: Reading) -> Reading:
    """Of what the word reader and the Cyrillic reader say of one crop on a Cyrillic page, what is to be believed.

    A standard's or a program's name stays Latin, and so do marks of a letter or two that look alike in both scripts.
    """
    if not _is_told(cyrillic):
        return word
    variants = tuple((spelt(text), chance) for text, chance in cyrillic.variants)
    text = spelt(cyrillic.text)
    if _STARRED.match(word.text):
        text = _LIKE_STAR.sub(r"\1*", text)
    return replace(cyrillic, text=text, variants=variants)


def _is_told(cyrillic: Reading) -> bool:
    """Whether what the Cyrillic reader says on a Cyrillic page is Cyrillic, for the most part, and sure enough."""
    text = cyrillic.text
    letters = _letters(text)
    if not _OWN.search(text):
        shared = letters >= _WORD and all(c in _SHARED for c in text if c.isalpha()) and text not in _LATIN_WORDS
        return shared and not any(c.isdigit() for c in text) and cyrillic.confidence >= _SIGN
    words = text.split()
    own = sum(_letters(w) for w in words if _OWN.search(w) and not _LATIN.search(w))
    other = sum(_letters(w) for w in words if _LATIN.search(w))
    return own >= other and cyrillic.confidence >= (_BELIEVED if letters >= _WORD else _SIGN)


def _letters(text: str) -> int:
    return sum(c.isalpha() for c in text)


def _in_one_script(text: str) -> str:
    """The text with the shared letters of its Latin words in Latin: the Cyrillic reader knows them as Cyrillic."""
    return " ".join(w.translate(_AS_LATIN) if _LATIN.search(w) and not _OWN.search(w) else w for w in text.split(" "))


def spelt(text: str) -> str:
    """A text as the Cyrillic reader tells it, each word in one script and without capitals among its small letters."""
    one = _in_one_script(text)
    return _LONG_WORD.sub(lambda word: _CAPITAL_WITHIN.sub(lambda c: c.group().lower(), word.group()), one)


def mostly_cyrillic(texts: Sequence[str]) -> bool:
    """Whether most letters of some texts are Cyrillic."""
    letters = [c for text in texts for c in text if c.isalpha()]
    return sum("\u0400" <= c <= "\u04ff" for c in letters) > len(letters) / 2
