"""What the compartments of a feature control frame may say (ISO 1101, ISO 5459, ASME Y14.5), to judge a reading by."""

from __future__ import annotations

import re
from typing import Final

from .frame_tokens import BARE, DATUM_WORDS, WORDS
from .symbols import normalise

_NUMBER: Final = r"(?:(?!0\d)\d+(?:[.,]\d+)?|[.,]\d+)"
_ABBREVIATION: Final = "|".join(sorted(WORDS, key=len, reverse=True))
_MODIFIER: Final = rf"(?:[Ⓐ-Ⓩ]|\([A-Z]\)|[⟨\[](?:{_ABBREVIATION})[⟩\]]|{_ABBREVIATION}|><)"
_BARE: Final = rf"[{''.join(sorted(BARE - {'T'}))}]"
"""A modifier whose circle was not seen; a T alone is rather what is left of a statistical tolerance's sign."""

_TOLERANCE: Final = re.compile(
    rf"S?⌀?{_NUMBER}(?:-{_NUMBER})?(?:\[⌀?{_NUMBER}\])?(?:/[⌀□]?{_NUMBER}(?:[xX]{_NUMBER})?°?)?"
    rf"(?:(?:{_MODIFIER}|{_BARE})(?:[+-]?{_NUMBER}(?:[-:][+-]?{_NUMBER})?)?|(?:G|S|SW|CW)\d[\d.,-]*)*"
)
_LARGEST: Final = re.compile(rf"⌀?{_NUMBER}MAX", re.IGNORECASE)
_ALONE: Final = re.compile(_MODIFIER)
_DOUBLED: Final = "|".join(f"{c}{c}?" for c in "ABCDEFGHJKLMNPRSTUVWXYZ")
_LABEL: Final = rf"(?:{_DOUBLED}|[A-HJ-NPR-Z][ML]|[А-ЯЁ][MLМ]?)\d?"
"""Latin letters, or Cyrillic ones (GOST 2.308)."""

_ON_DATUM: Final = "|".join(sorted({*DATUM_WORDS}, key=len, reverse=True))
_DATUM: Final = re.compile(rf"\(?{_LABEL}(?:-{_LABEL})*\)?(?:[Ⓐ-Ⓩ]|\([A-Z]\)|[⟨\[](?:{_ON_DATUM}|><)[⟩\]]|><)*")


def is_tolerance(text: str) -> bool:
    """Whether a compartment's text is a tolerance's value with what may follow it; a lost point or sign shows here."""
    return bool(_TOLERANCE.fullmatch(_plain(text)))


def may_follow(text: str) -> bool:
    """Whether a further compartment may say so: a datum, the largest value under a bonus, or a modifier alone."""
    plain = _plain(text)
    return any(p.fullmatch(plain) for p in (_DATUM, _LARGEST, _ALONE))


def tidied(text: str) -> str:
    """The text without specks and walls at its ends, and with ⌀ for a 0 that no number begins with."""
    bare = re.sub(r"^[|\s'`_-]+|[|\s.,:;'`_-]+$", "", text)
    return re.sub(r"(?<![\d.,])0(?=\d+[.,]\d)|(?<=/)0(?=\d)", "⌀", bare)


def _plain(text: str) -> str:
    return "".join(normalise(text).split())
