"""Which of two readings of one crop to believe: the word reader's or the callout reader's."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from ..text.scripts import IDEOGRAPH
from .reading import NOTHING, UNKNOWN, Reading

Reader: TypeAlias = Literal["words", "callouts", "both"]

CHARACTERISTICS: Final = "⌖⏥⏤⌭⌒⌓∠⊥∥◎⌯↗⌰○"

SIGNS: Final = frozenset("⌀□°±ⓂⓁⓅⒻⓈⓉⓊⒺⓇ↧⌴⌵|" + CHARACTERISTICS)
"""What the callout reader knows and the word reader mostly leaves out."""

LIKE_LETTERS: Final = frozenset("⌀□↧⌴⌵")
"""Those that a reader of words may take for letters or figures: 0, O, I, T, U, V."""

LIKE_DIAMETER: Final = frozenset("0OQØ")
"""What the word reader takes a diameter sign for."""

CIRCLED: Final = str.maketrans("ⓂⓁⓅⒻⓈⓉⓊⒺⓇ", "MLPFSTUER", "|")

ROUND: Final = "0OQCDG"
"""What the ring around a letter may be read as."""

ALIKE: Final = {"0": "[0O]", "1": "[1IL]"}
"""The capitals that figures may look like: some hands write a 1 as a bar."""

MALFORMED: Final = re.compile(r"\d[.,]\d+[.,]\d|[.,]{2}|\d[.,][±+]")

STACK: Final = re.compile(r"\{[^{}|]+\|[^{}|]+\}")
"""Two rows above each other, which the callout reader alone takes apart."""

FRACTION: Final = re.compile(r"\d/\d")
"""One whose bar the word reader does not see stands in two rows, too."""

DEVIATIONS: Final = r"\{(?:[+-]\d*[.,]?\d+\|[+-]\d*[.,]?\d+|0\|-\d*[.,]?\d+|\+\d*[.,]?\d+\|0)\}"
"""Such rows that are deviations: each has its sign, but for a zero (ISO 129-1, clause 9)."""

DRAWN: Final = LIKE_LETTERS | set(CHARACTERISTICS)
"""Signs of which it knows nothing, whatever words stand beside them."""

CYRILLIC: Final = re.compile(r"[\u0400-\u04ff]")

FEWEST_IDEOGRAPHS: Final = 2
"""Ideographs that make a word: one alone may be hatching."""

SURE: Final = 0.95
"""The weakest character from which on the callout reader is not held against the other, if nothing may be lost."""

LEAST_FOR_PLAIN: Final = 0.85
"""The weakest character at which it is believed rather than the word reader."""

LEAST: Final = 0.5
"""The weakest character at which it is believed of what it alone knows."""

LIKE_A_SIGN: Final = 2
"""Characters at most that the word reader takes a sign for."""

POINTS: Final = ".,:"
_HALVED: Final = {(".", ":"), (",", ":"), ("·", ":"), (";", ":")}
_STROKES: Final = "1Il|/"
"""What a bracket may be read as."""
_ACCENTS: Final = dict.fromkeys(range(0x300, 0x370))
"""Marks above and below letters, parted from them (Unicode: combining diacritical marks)."""
_POINTLESS: Final = str.maketrans("", "", POINTS)

LOSING: Final = re.compile(r"\D?\d{2,}°?|[A-Z]{1,2}")
"""Whole numbers, in which a point may be lost, or degrees may be a diameter; datum letters, which may have dashes."""

LIKELY_SOMETHING: Final = 0.6
SURELY_SOMETHING: Final = 0.99
"""From here on the word reader is believed though the callout reader sees lines only; the second for `LIKE_LINES`."""

RUN_TOGETHER: Final = re.compile(r"(?<=[\d.,])\d{1,3}[xX]$")
"""Where a count behind a size may begin: 6.52X is 6.5, twice."""

COUNTED_BEHIND: Final = re.compile(r"(?<!\bM\d)(?<!\bM\d\d)(?<=\d)(?=[xX]\d{1,2}$)")
"""Where a count, or a depth, begins behind a size: the blank before it tells which of them. M8x1 has a pitch there."""

SIZE_WITH_FIT: Final = re.compile(
    r"(?:\d{1,3}\s?[xX×]\s?)?⌀?\d+(?:[.,]\d+)?\s?(?:[A-Z]{1,2}\d{1,2}(?:/[a-z]{1,2}\d{1,2})?|[a-z]{1,2}\d{1,2})"
)
"""A size with its fit: Latin letters on the sheets of every script (ISO 286-1)."""

MIXED: Final = re.compile(r"\d[^\W\d_]|[^\W\d_]\d")
"""Figures beside letters, between which it says no blank: 1 de1 beside a word is 1 de 1."""

_BARE: Final = str.maketrans({" ": None, "×": "x", ",": ".", "~": "-"})
HEADS: Final = "<>≤≥|"
"""What the heads of a dimension line may be read as, before and behind its number."""

LIKE_LINES: Final = frozenset("1IlTLHi|/\\-+_.,:'")
"""Characters as which lines are misread."""


def believed(word: Reading, callout: Reading, *, knows_all: bool = True) -> tuple[Reading, Reader]:
    """Return the reading to take, and whose it is ("both" where they agree apart from spaces and decimal signs).

    The callout reader, which knows drawings, is believed where it is sure, and of what it alone knows: drawn signs, and
    rows above each other. A point that one of them does not see is lost, not invented. Of ideographs and
    Cyrillic letters it knows none, which look like those of fits to the reader of words. A character or two where it
    sees lines only is nothing. `knows_all` tells whether it knew each letter.
    """
    if not callout.text:
        return (NOTHING, "callouts") if _is_hardly_text(word) else (word, "words")
    says_less = _says_less(word.text, callout.text)
    if _is_diameter(word, callout):
        callout, says_less = replace(callout, text=_with_count_apart(callout.text, word.text)), True
    if says_less or _bare(word) in (_bare(callout), f"-{_bare(callout)}-"):  # it takes dashes for lines
        same_points = word.text.count(",") == callout.text.count(",") and not says_less
        return (replace(word, weakest=callout.weakest) if same_points else callout), "both"
    if is_foreign(word) and not (knows_all and _is_surely_fitted(callout)):
        return replace(word, text=_with_signs(word, callout)), "words"
    if callout.text.endswith("°") and word.text == f"{callout.text[:-1]}⌀":  # which it mostly overlooks
        return replace(callout, text=word.text), "callouts"
    if not word.text or (callout.weakest >= _least(callout, word) and not lacks_a_point(callout.text, word.text)):
        return replace(callout, text=_with_count_apart(callout.text, word.text)), "callouts"
    return word, "words"


def _says_less(word: str, callout: str) -> bool:
    """Whether the word reader says the same but for a sign that it half sees.

    That is a point of a colon that it lost, an accent beside a figure, or a pair of brackets taken for strokes.
    """
    if word == callout or len(word) != len(callout) or not _digits(callout):
        return False
    paired = callout.count("(") == callout.count(")")
    lost = all(
        a == b or (a, b) in _HALVED or (paired and b in "()" and a in _STROKES)
        for a, b in zip(word, callout, strict=True)
    )
    return lost or unicodedata.normalize("NFD", word).translate(_ACCENTS) == callout


def _is_diameter(word: Reading, callout: Reading) -> bool:
    """Whether they differ in a diameter sign alone, which the word reader does not know: no number begins 025."""
    own, other = _bare(word), _bare(callout)
    return other[:1] == "⌀" and other[1:2].isdigit() and own[:1] in LIKE_DIAMETER and own[1:] == other[1:]


def _is_surely_fitted(callout: Reading) -> bool:
    """Whether the callout reader doubts no character of a size with its fit."""
    return callout.weakest >= SURE and SIZE_WITH_FIT.fullmatch(callout.text) is not None


def is_foreign(word: Reading) -> bool:
    """Whether the word reader sees letters of a script that the callout reader does not know: one may be hatching."""
    return in_ideographs(word.text) + len(CYRILLIC.findall(word.text)) >= FEWEST_IDEOGRAPHS


def is_sure(callout: Reading) -> bool:
    """Whether what the callout reader says needs no second reader: it knows each letter, and doubts none.

    Whether a point is lost in a whole number, or a blank before a count, the other reader must say.
    """
    text = callout.text
    in_doubt = UNKNOWN in text or ("|" in text and not DRAWN & set(text))  # the wall of a cell, or a part of a frame
    may_lose = LOSING.fullmatch(text) or (" " in text and MIXED.search(text))
    may_lose = may_lose or RUN_TOGETHER.search(text) or COUNTED_BEHIND.search(text)
    return callout.weakest >= SURE and not in_doubt and not may_lose


def _least(callout: Reading, word: Reading) -> float:
    """The weakest character at which the callout reader is believed rather than the word reader.

    What leans across its box looks like one sign: several characters are believed rather.
    """
    if len(callout.text) == 1 and len(word.text) > LIKE_A_SIGN:
        return SURE
    in_rows = STACK.search(callout.text) or (FRACTION.search(callout.text) and "/" not in word.text)
    return LEAST if in_rows or DRAWN & set(callout.text) else LEAST_FOR_PLAIN


def lacks_a_point(text: str, other: str) -> bool:
    """Whether two texts differ only in that the other has points more."""
    marks = sum(c in POINTS for c in other) - sum(c in POINTS for c in text)
    return marks > 0 and other.replace(" ", "").translate(_POINTLESS) == text.replace(" ", "").translate(_POINTLESS)


def _with_count_apart(text: str, other: str) -> str:
    """The callout reader's text, which has blanks beside words alone, with that before the count behind a size."""
    behind = COUNTED_BEHIND.search(text)
    if behind is not None and other.replace("×", "x").endswith(f" {text[behind.start() :]}"):
        return f"{text[: behind.start()]} {text[behind.start() :]}"
    run = RUN_TOGETHER.search(text)
    counts = _counts(text, other) if run and " " in other else None
    if run is None or counts is None:
        return text
    blanks = {len(_alike(other[:k])) for k, c in enumerate(other) if c == " "}
    cut = next((k for k in range(run.start() + 1, run.end() - 1) if counts[k - 1] in blanks), None)
    return text if cut is None else f"{text[:cut]} {text[cut:]}"


def _bare(reading: Reading) -> str:
    return reading.text.translate(_BARE).strip(HEADS)


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


def _is_hardly_text(word: Reading) -> bool:
    short = sum(c.isalnum() for c in word.text) <= 2 and (word.text.isascii() or len(word.text) == 1)
    likely = LIKELY_SOMETHING if word.text.isascii() and not set(word.text) & LIKE_LINES else SURELY_SOMETHING
    return short and word.confidence < likely


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


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def in_ideographs(text: str) -> int:
    """How many of its signs are Chinese or Japanese, which the callout reader does not know."""
    return len(IDEOGRAPH.findall(text))


def letters(text: str) -> int:
    """How many letters a text has."""
    return sum(c.isalpha() for c in text)
