"""Which of two readings of one crop to believe: the word reader's or the callout reader's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from ..text.scripts import IDEOGRAPH
from .reading import NOTHING, Reading

Reader: TypeAlias = Literal["words", "callouts", "both"]

CHARACTERISTICS: Final = "⌖⏥⏤⌭⌒⌓∠⊥∥◎⌯↗⌰○"

FRAME: Final = re.compile(rf"[{CHARACTERISTICS}]\|")
"""A characteristic followed by the next compartment of its feature control frame."""

SIGNS: Final = frozenset("⌀□°±ⓂⓁⓅⒻⓈⓉⓊⒺⓇ↧⌴⌵|" + CHARACTERISTICS)
"""What the callout reader knows and the word reader mostly leaves out."""

LIKE_LETTERS: Final = frozenset("⌀□↧⌴⌵")
"""Those that a reader of words may take for letters or figures: 0, O, I, T, U, V."""

CIRCLED: Final = str.maketrans("ⓂⓁⓅⒻⓈⓉⓊⒺⓇ", "MLPFSTUER", "|")

ROUND: Final = "0OQCDG"
"""What the ring around a letter may be read as."""

ALIKE: Final = {"0": "[0O]", "1": "[1IL]"}
"""The capitals that figures may look like: some hands write a 1 as a bar."""

LETTERS_LIKE_DIGITS: Final = str.maketrans("OoIl", "0011")

DIAMETER_IN_FRONT: Final = re.compile(r"(?<![\d.,])⌀[\d.,]")

MALFORMED: Final = re.compile(r"\d[.,]\d+[.,]\d|[.,]{2}|\d[.,][±+]")

STACK: Final = re.compile(r"\{[^{}|]+\|[^{}|]+\}")
"""Two rows above each other, which the callout reader alone takes apart."""

WORD: Final = 4
"""Letters that make a word, which the callout reader does not know."""

FEWEST_IDEOGRAPHS: Final = 2
"""Ideographs that make a word: one alone may be hatching."""

COUNT: Final = re.compile(r"\d{1,2}[xX×]")
"""How often a size is there, behind it."""

LEAST_WORD: Final = 3
"""Letters of a word that stands apart from what is beside it."""

LEAST_FOR_SIGNS: Final = 0.4
"""The weakest character at which the callout reader is still believed about its signs."""

LEAST_FOR_SIGN_ALONE: Final = 0.55
"""The same for one that stands alone in its compartment."""

LEAST_FOR_POINT: Final = 0.85
"""The weakest character at which the callout reader is believed about a point that the word reader does not see."""

LEAST_FOR_DIGITS: Final = 0.7
"""The weakest character at which the callout reader is believed about digits where the word reader sees letters."""

LIKELY_SOMETHING: Final = 0.6
SURELY_SOMETHING: Final = 0.99
"""From here on the word reader is believed though the callout reader sees lines only; the second for `LIKE_LINES`."""

LIKE_LINES: Final = frozenset("1IlTLHi|/\\-+_.,:'")
"""Characters as which lines are misread."""


def believed(word: Reading, callout: Reading) -> tuple[Reading, Reader]:
    """Return the reading to take, and whose it is ("both" where they agree apart from spaces).

    The callout reader knows digits and the signs of dimensions, the word reader knows words: four letters or more
    are a word, to which the callout reader adds its signs where there are ideographs, which it does not know; the same
    digits in both are a callout when it has signs of its own, else the surer reading counts, as it does of R and ⌀;
    a diameter sign read as a digit is a callout, and so are two rows above each other and a sign that stands alone.
    A character or two where the callout reader sees lines only is nothing.
    """
    if callout.text and word.text.replace(" ", "") in (callout.text, f"-{callout.text}-"):  # it takes dashes for lines
        return word, "both"
    if not callout.text and _is_hardly_text(word):
        return NOTHING, "callouts"
    if in_ideographs(word.text) >= FEWEST_IDEOGRAPHS and not in_ideographs(callout.text):
        return replace(word, text=_with_signs(word, callout)), "words"
    if _is_callout(word, callout):
        return replace(callout, text=_spaced(callout.text, word.text)), "callouts"
    return word, "words"


def _is_callout(word: Reading, callout: Reading) -> bool:
    """Whether the callout reader's reading is the one to take, where the two differ."""
    if not word.text or (STACK.search(callout.text) and callout.weakest > LEAST_FOR_SIGNS):
        return True
    if "R" in word.text and callout.text.replace("⌀", "R") == word.text.replace(" ", ""):
        return callout.weakest > word.weakest
    if _says_alike(callout.text, word.text) and _has_signs(callout, word) and not _is_malformed(callout, word):
        return callout.weakest > LEAST_FOR_SIGNS
    if letters(word.text) + in_ideographs(word.text) >= WORD:  # an ideograph says as much as two letters
        return False
    return _is_sign_alone(word, callout) or _has_right_digits(word, callout)


def _with_signs(word: Reading, callout: Reading) -> str:
    """The word reader's text with what the callout reader saw before its first ideograph: 4-⌀5 貫通 for 4-05 貫通."""
    before = IDEOGRAPH.split(word.text, maxsplit=1)[0]
    starts = (callout.text[:end] for end in range(1, len(callout.text) + 1))
    known = max(
        (text for text in starts if _says_alike(text, before.replace("×", "x"))),
        key=lambda text: len(_digits(text)),
        default="",
    )
    if not _digits(known) or not SIGNS & set(known) - set(before):
        return word.text
    return known + before[len(before.rstrip()) :] + word.text[len(before) :]


def _has_right_digits(word: Reading, callout: Reading) -> bool:
    digits, own = _digits(word.text), _digits(callout.text)
    if own and digits == own:
        return _knows_more(callout, word)
    if _sign_read_as_digit(callout.text, digits, own) or (FRAME.search(callout.text) and callout.confidence > 0.85):
        return True
    if not own or digits:
        return False
    as_digits = word.text.replace(" ", "").translate(LETTERS_LIKE_DIGITS)
    return callout.weakest > (LEAST_FOR_DIGITS if callout.text == as_digits else max(LEAST_FOR_DIGITS, word.weakest))


def _knows_more(callout: Reading, word: Reading) -> bool:
    """Whether the callout reader's version of the same digits is the better one."""
    if "#" in word.text or _is_malformed(callout, word):
        return False
    if callout.text == f".{word.text}":
        return callout.weakest > LEAST_FOR_POINT
    if _lacks_a_point(word.text, callout.text):
        return callout.weakest > min(LEAST_FOR_POINT, word.weakest)
    if callout.text in (f"-{word.text}", f"{word.text}°") or _lacks_a_point(callout.text, word.text):
        return False
    if _has_signs(callout, word):
        return callout.weakest > LEAST_FOR_SIGNS
    return callout.weakest > word.weakest


def _lacks_a_point(text: str, other: str) -> bool:
    """Whether two texts differ only in that the other has points or colons more: they are lost, never invented."""
    marks = sum(c in ".,:" for c in other) - sum(c in ".,:" for c in text)
    return marks > 0 and re.sub(r"[.,:\s]", "", text) == re.sub(r"[.,:\s]", "", other)


def _is_sign_alone(word: Reading, callout: Reading) -> bool:
    """Whether the callout reader names one sign, or a letter with a circled one, where a word is a letter or two."""
    bare = callout.text.strip("|")
    if len(word.text) > 2 or not bare:
        return False
    if bare == "○":
        return word.text in ("O", "o", "Q") and callout.weakest > LEAST_FOR_SIGN_ALONE
    if len(bare) == 1 and bare in SIGNS:
        in_balloon = word.text.isdecimal() and bare.translate(CIRCLED) != bare and word.weakest > callout.weakest
        return callout.weakest > LEAST_FOR_SIGN_ALONE and not in_balloon
    circled = bare.translate(CIRCLED)
    return circled != bare and circled == word.text.upper() and callout.weakest > 0.7


def _is_hardly_text(word: Reading) -> bool:
    short = sum(c.isalnum() for c in word.text) <= 2 and (word.text.isascii() or len(word.text) == 1)
    likely = LIKELY_SOMETHING if word.text.isascii() and not set(word.text) & LIKE_LINES else SURELY_SOMETHING
    return short and word.confidence < likely


def _is_malformed(callout: Reading, word: Reading) -> bool:
    return bool(MALFORMED.search(callout.text) and not MALFORMED.search(word.text))


def _has_signs(callout: Reading, word: Reading) -> bool:
    return bool((SIGNS & set(callout.text)) - set(word.text))


def _alike(text: str) -> str:
    """The letters and digits alone, as one: what two readers of the same text must agree on."""
    return "".join(c for c in text.upper().replace("×", "X") if c.isascii() and c.isalnum())


def _says_alike(text: str, other: str) -> bool:
    """Whether a word reader that does not know signs may say this of what the callout reader read.

    It leaves a sign out or takes it for a letter or a figure: 054 THRU, I10 and U12 for ⌀54 THRU, ↧10 and ⌴12.
    """
    is_date = _alike(text) != _alike(other) and MALFORMED.search(text)
    return _counts(text, other) is not None and not is_date


def _counts(text: str, other: str) -> list[int] | None:
    """How many letters and digits of another reading there are up to each character; None where it says otherwise."""
    told = (f"({_seen_as(text, k)})" for k in range(len(text)))
    found = re.fullmatch("".join(told), _alike(other))
    return None if found is None else [found.end(k) for k in range(1, len(text) + 1)]


def _seen_as(text: str, place: int) -> str:
    """What a reader may see in a character; a figure beside letters is rather one of them misread: (0D)."""
    if _is_drawn_sign(text, place):
        return "[A-Z0-9]?"
    letter = text[place].translate(CIRCLED)
    if letter not in ("", text[place]) and _digits(text[:place]):
        return f"[{letter}{ROUND}]?"
    beside = text[max(place - 1, 0) : place] + text[place + 1 : place + 2]
    known = _alike(text[place])
    return known if any(c.isalpha() for c in beside) else ALIKE.get(known, known)


def _is_drawn_sign(text: str, place: int) -> bool:
    """Whether a character is a sign of dimensions that looks like a letter or a figure; none stands in a number."""
    within = text[place] == "⌀" and place > 0 and text[place - 1] in "0123456789.,"
    return text[place] in LIKE_LETTERS and not within


def _spaced(text: str, other: str) -> str:
    """Return the callout reader's text, which has no spaces, with those that part words in the other reading."""
    counts = _counts(text, other)
    if " " in text or " " not in other or counts is None:
        return text
    blanks = {len(_alike(other[:k])) for k, c in enumerate(other) if c == " "}
    out = ""
    for k, character in enumerate(text):
        count = counts[k - 1] if k else 0
        if count and count in blanks and _may_be_parted(text, k):
            out += " "
        out += character
    return out


def _may_be_parted(text: str, k: int) -> bool:
    """Whether a blank may stand before a character: at a word, or before the count behind a size, as in ⌀6.5 2X."""
    return _is_word(text[k : k + 3]) or _is_word(text[max(k - 3, 0) : k]) or COUNT.fullmatch(text[k:]) is not None


def _is_word(text: str) -> bool:
    return len(text) == LEAST_WORD and text.isalpha()


def _sign_read_as_digit(text: str, digits: str, own: str) -> bool:
    if MALFORMED.search(text):  # a date
        return False
    return DIAMETER_IN_FRONT.search(text) is not None and len(digits) == len(own) + 1 and own in digits


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def in_ideographs(text: str) -> int:
    """How many of its signs are Chinese or Japanese, which the callout reader does not know."""
    return len(IDEOGRAPH.findall(text))


def letters(text: str) -> int:
    """How many letters a text has."""
    return sum(c.isalpha() for c in text)
