"""What a sheet does everywhere, weighed against what a reader saw in one place.

Values below one, with or without 0: ASME Y14.5, 4.3 writes .562 in inches, ISO 129-1 and metric ASME sheets 0.562, and
a diameter sign that looks like a zero is told from it by that alone. What stands raised behind a number: a degree sign
and the asterisk that a note explains (GOST 2.307, 1.7) look alike. The dash between a quantity and its value. Numbers
with a decimal mark: ASME Y14.5, 4.3 gives every size of a sheet in inches one, and a mark is a speck that readers miss.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from ..callouts import normalise
from ..recognition.nbest import LIKE_ASTERISK
from ..sheet import Word
from ..text.lines import Line

_BELOW_ONE: Final = re.compile(r"(?<![\d.,])(?P<zero>0?)[.,]\d")
_RAISED: Final = re.compile(rf"(?P<number>\d+(?:[.,]\d+)?)(?P<sign>\*(?!\*)|°|[{LIKE_ASTERISK}]$)")
_LONG_NUMBER: Final = re.compile(r"[⌀R(]?(?:(?P<mark>\d*[.,]\d+)|\d{3,})\)?")
"""A number long enough to have lost its decimal mark."""
_OPEN: Final = re.compile(r"(?:[.,]\d+|\d{3}|[⌀R]\d+)[xX×]$")
"""A size with an x behind it: a count, as 3X, may stand there itself."""
_OPEN_TIMES: Final = 0.05  # chance that nothing stands behind a number and its x
_EXPLAINED: Final = re.compile(r"(?:\d+[.)]\s*)?\*+(?:\s?[^\W\d_]|$)")
"""How a note begins that says what an asterisk means."""
_COUNTED: Final = re.compile(r"\d{1,2}-(?:[⌀□]|S?R|M)\d")
"""A quantity that a dash joins to what cannot be its range (JIS B 0001, GB/T 4458.4)."""
_SURE: Final = 0.9  # confidence from which on a reading tells of the sheet's habit
_TURN: Final = 360.0
_BEYOND_TURN: Final = 0.005  # chance that an angle is larger than a whole turn, or a radius or diameter
_COUNT_WITH_DECIMALS: Final = 0.01  # chance that something is counted by a number with decimals


def by_habit(words: Sequence[Word], printed: Sequence[Word]) -> list[Word]:
    """The words, each with the reading first that is likeliest on a sheet that writes values as it does elsewhere.

    `printed` is all that the sheet says: its notes are no words of views, and tell what an asterisk means.
    """
    leads = [bool(m["zero"]) for w in words if w.confidence >= _SURE for m in _BELOW_ONE.finditer(w.text)]
    with_zero = _chance(leads)
    with_star = _chance(_stars(words, printed))
    with_mark = _chance([bool(m["mark"]) for w in words if w.confidence >= _SURE and (m := _long_number(w.text))])
    out = [_reread(_in_one_spelling(w), _BELOW_ONE, lambda text: _likelihood(text, with_zero)) for w in words]
    out = [_with_likely_mark(w, with_mark) for w in out]
    return [_reread(w, _RAISED, lambda text: _likelihood_of_sign(text, with_star)) for w in out]


def _in_one_spelling(word: Word) -> Word:
    """A word without readings that say what others say in another spelling: their chances belong together."""
    if not word.alternatives:
        return word
    told: dict[str, tuple[str, float]] = {}
    for text, chance in ((word.text, word.confidence), *word.alternatives):
        said = normalise(text)
        first, before = told.get(said, (text, 0.0))
        told[said] = first, min(before + chance, 1.0)
    if len(told) > len(word.alternatives):
        return word
    (text, chance), *others = sorted(told.values(), key=lambda reading: -reading[1])
    return replace(word, text=text, confidence=chance, alternatives=tuple(others))


def ended(line: Line) -> Line:
    """The last line of a callout, with another reading of an x at its end: nothing stands behind that it multiplies."""
    *before, last = line.words
    if not last.alternatives or not _OPEN.search(last.text):
        return line
    return Line((*before, reweighed(last, lambda text: _OPEN_TIMES if _OPEN.search(text) else 1.0)))


def explains_asterisk(text: str) -> bool:
    """Whether a note says what an asterisk means on its sheet."""
    return _EXPLAINED.match(text) is not None


def marks_by_asterisk(words: Sequence[Word]) -> bool:
    """Whether an asterisk surely stands behind a number of this sheet, or begins a note about one."""
    return any(_stars(words, words))


def joins_by_dash(words: Sequence[Word]) -> bool:
    """Whether a dash stands between a quantity and what it counts on this sheet: "4-⌀5", "2-R3"."""
    return any(_COUNTED.match(normalise(word.text)) for word in words)


def _chance(seen: Sequence[bool]) -> float:
    """How likely something is the next time, after it was seen or not seen so often."""
    return (sum(seen) + 1) / (len(seen) + 2)


def _stars(words: Sequence[Word], printed: Sequence[Word]) -> list[bool]:
    """For each sign that surely stands raised behind a number whether it is an asterisk; a note about one is one."""
    sure = [m["sign"] for w in words if w.confidence >= _SURE for m in _RAISED.finditer(w.text)]
    return [sign == "*" for sign in sure if sign in "*°"] + [True for w in printed if _EXPLAINED.match(w.text)]


def _reread(word: Word, telling: re.Pattern[str], likelihood: Callable[[str], float]) -> Word:
    """A word with its readings weighed by how likely each is here, where what is told of stands in it."""
    if not word.alternatives or not telling.search(word.text):
        return word
    return reweighed(word, likelihood)


def reweighed(word: Word, likelihood: Callable[[str], float]) -> Word:
    """A word with its readings weighed by how likely each is where it stands; all together stay as likely as before.

    What it puts first is then the surest one, so that the next evidence starts from there.
    """
    readings = [(word.text, word.confidence), *word.alternatives]
    weights = [chance * likelihood(text) for text, chance in readings]
    if weights[0] >= max(weights) and word.confidence >= max((chance for _, chance in word.alternatives), default=0.0):
        return word
    scale = min(sum(chance for _, chance in readings), 1.0) / sum(weights)
    (best, sure), *others = sorted(
        ((text, weight * scale) for (text, _), weight in zip(readings, weights, strict=True)),
        key=lambda reading: -reading[1],
    )
    return replace(word, text=best, confidence=sure, alternatives=tuple(others))


def _likelihood(text: str, with_zero: float) -> float:
    leads = [bool(found["zero"]) for found in _BELOW_ONE.finditer(text)]
    return min((with_zero if zero else 1 - with_zero for zero in leads), default=1.0)


def _long_number(text: str) -> re.Match[str] | None:
    return _LONG_NUMBER.fullmatch(text)


def _with_likely_mark(word: Word, with_mark: float) -> Word:
    """A number without a decimal mark, which may have been overlooked, against readings of the same figures with one.

    One that was read is there: readers lose marks and invent none.
    """
    own = _long_number(word.text)
    if not word.alternatives or own is None or own["mark"]:
        return word

    def likelihood(text: str) -> float:
        found = _long_number(text) if _figures(text) == _figures(word.text) else None
        return with_mark if found and found["mark"] else 1 - with_mark

    return reweighed(word, likelihood)


def _figures(text: str) -> str:
    return re.sub(r"\D", "", text)


def _likelihood_of_sign(text: str, with_star: float) -> float:
    """How likely a reading is with its asterisks and degree signs; others are as likely as either without a habit."""
    return min((_of_sign(found, with_star) for found in _RAISED.finditer(text)), default=0.5)


def _of_sign(found: re.Match[str], with_star: float) -> float:
    if found["sign"] == '"':
        return 1 - with_star
    if found["sign"] not in "*°":
        return 0.5 if found["number"].isdecimal() else _COUNT_WITH_DECIMALS
    is_length = found.string[: found.start()].rstrip().endswith(("R", "⌀"))
    beyond = is_length or float(found["number"].replace(",", ".")) > _TURN
    if found["sign"] == "*":
        return 1 - _BEYOND_TURN if beyond else with_star
    return _BEYOND_TURN if beyond else 1 - with_star
