"""Letters and figures of full width, as type of ideographs has them: told as the usual ones, which say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ..sheet import Glyph

_FULL: Final = range(0xFF01, 0xFF5F)  # in the order of ASCII (Unicode, Halfwidth and Fullwidth Forms)
_OFF: Final = 0xFEE0  # by how much their codes are higher


def half_width(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs with usual letters and figures, and usual marks between these: others belong to text of ideographs."""
    texts = list(half_width_of([g.text for g in glyphs]))
    return [g if g.text == text else replace(g, text=text) for g, text in zip(glyphs, texts, strict=True)]


def half_width_of(texts: Sequence[str]) -> Iterator[str]:
    """The characters of a text, each with its half-width form where that says the same."""
    usual = [_usual(text) for text in texts]
    for at, (text, plain) in enumerate(zip(texts, usual, strict=True)):
        between = 0 < at < len(usual) - 1 and _is_plain(usual[at - 1]) and _is_plain(usual[at + 1])
        yield plain if _is_plain(plain) or between else text


def _usual(text: str) -> str:
    return chr(ord(text) - _OFF) if len(text) == 1 and ord(text) in _FULL else text


def _is_plain(text: str) -> bool:
    """Whether a character is a letter or figure of ASCII."""
    return text.isascii() and text.isalnum()
