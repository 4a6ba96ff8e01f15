"""Which of two readings of one crop to believe: the word reader's or the callout reader's."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from .recogniser import Reading

Reader: TypeAlias = Literal["words", "callouts", "both"]

FRAME: Final = re.compile(r"[⌖⏥⏤⌭⌒⌓∠⊥∥◎⌯↗⌰○]\|")
"""A characteristic followed by the next compartment of its feature control frame."""

SIGNS: Final = frozenset("⌀□°±ⓂⓁⓅⒻⓈⓉⓊⒺⓇ↧⌴⌵⌖⏥⏤⌭⌒⌓∠⊥∥◎⌯↗⌰|")
"""What the callout reader knows and the word reader mostly leaves out."""

DIAMETER_IN_FRONT: Final = re.compile(r"(?<![\d.,])⌀[\d.,]")

MALFORMED: Final = re.compile(r"\d[.,]\d+[.,]\d|[.,]{2}|\d[.,][±+]")

STACK: Final = re.compile(r"\{[^{}|]+\|[^{}|]+\}")
"""Two rows above each other, which the callout reader alone takes apart."""

LEAST_FOR_SIGNS: Final = 0.4
"""The weakest character at which the callout reader is still believed about its signs."""


def believed(word: Reading, callout: Reading) -> tuple[Reading, Reader]:
    """Return the reading to take, and whose it is ("both" where they agree apart from spaces).

    The callout reader knows digits and the signs of dimensions, the word reader knows words: four letters or more
    are a word; the same digits in both are a callout when it has signs of its own, else the surer reading counts;
    a diameter sign read as a digit is a callout, and so are two rows above each other.
    """
    if word.text.replace(" ", "") == callout.text and callout.text:
        return word, "both"
    return (callout, "callouts") if _is_callout(word, callout) else (word, "words")


def _is_callout(word: Reading, callout: Reading) -> bool:
    """Whether the callout reader's reading is the one to take, where the two differ."""
    digits, own = _digits(word.text), _digits(callout.text)
    if not word.text or (STACK.search(callout.text) and callout.weakest > LEAST_FOR_SIGNS):
        return True
    if _letters(word.text) >= 4:
        return False
    if own and digits == own:
        return _knows_more(callout, word)
    if _sign_read_as_digit(callout.text, digits, own) or (FRAME.search(callout.text) and callout.confidence > 0.85):
        return True
    return bool(own and not digits and callout.weakest > 0.7)


def _knows_more(callout: Reading, word: Reading) -> bool:
    """Whether the callout reader's version of the same digits is the better one."""
    if "#" in word.text or (MALFORMED.search(callout.text) and not MALFORMED.search(word.text)):
        return False
    if callout.text in (f"-{word.text}", f".{word.text}", f"{word.text}°"):
        return False
    if (SIGNS & set(callout.text)) - set(word.text):
        return callout.weakest > LEAST_FOR_SIGNS
    return callout.weakest > word.weakest


def _sign_read_as_digit(text: str, digits: str, own: str) -> bool:
    return DIAMETER_IN_FRONT.search(text) is not None and len(digits) == len(own) + 1 and own in digits


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _letters(text: str) -> int:
    return sum(c.isalpha() for c in text)
