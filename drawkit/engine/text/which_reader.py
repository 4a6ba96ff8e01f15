"""Which of two readings of one crop to believe: the word reader's or the callout reader's."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from .recogniser import Reading

Reader: TypeAlias = Literal["words", "callouts", "both"]

FRAME: Final = re.compile(r"[⌖⏥⏤⌭⌒⌓∠⊥∥◎⌯↗⌰○]\|")
"""A characteristic followed by the next compartment of its feature control frame."""


def believed(word: Reading, callout: Reading) -> tuple[Reading, Reader]:
    """Return the reading to take, and whose it is ("both" where they agree apart from spaces).

    The callout reader knows digits and the signs of dimensions, the word reader knows words: four letters or more
    are a word; the same digits in both are a callout with its signs; a diameter sign read as a digit is a callout.
    """
    digits, own = _digits(word.text), _digits(callout.text)
    if word.text.replace(" ", "") == callout.text and callout.text:
        return word, "both"
    if _letters(word.text) >= 4:
        return word, "words"
    if own and (digits == own or _sign_read_as_digit(callout.text, digits, own)):
        return callout, "callouts"
    if FRAME.search(callout.text) and callout.confidence > 0.85:
        return callout, "callouts"
    if own and not digits and callout.weakest > 0.7:
        return callout, "callouts"
    return (word, "words") if word.text else (callout, "callouts")


def _sign_read_as_digit(text: str, digits: str, own: str) -> bool:
    return "⌀" in text and len(digits) == len(own) + 1 and own in digits


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _letters(text: str) -> int:
    return sum(c.isalpha() for c in text)
