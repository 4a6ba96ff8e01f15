"""General tolerances as a sheet prints them: by decimal places, by size, for fractions and for angles.

ASME Y14.5 leaves their form to the title block. A text is understood as a whole or not at all: what is left over may
bound what was read, so then nothing is told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from ._rows import ANGLE_UNIT, LINEAR, OF_ANGLES, OTHER, PATTERNS, Of

_SIGNS: Final = str.maketrans({"″": '"', "′": "'", "’": "'", "º": "°", "–": "-", "⁄": "/", "≧": "≥", "≦": "≤"})
_SPELT: Final = {r"\+\s*/?\s*[-−]": "±", ">=|=>": "≥", "<=|=<": "≤"}
_WORDS: Final = {"one": 1, "two": 2, "three": 3, "four": 4}
_Part = tuple[Of | None, re.Match[str]]
_LENGTHS: Final = ("places", "decimal", "every", "size")


@dataclass(frozen=True)
class Span:
    """A range of nominal sizes in the sheet's unit; the bounds belong to it where `_in` says so."""

    low: float = 0.0
    high: float = math.inf
    low_in: bool = False
    high_in: bool = False

    def __contains__(self, size: float) -> bool:
        """Tell whether a size lies in the range."""
        above = size >= self.low if self.low_in else size > self.low
        return above and (size <= self.high if self.high_in else size < self.high)


@dataclass(frozen=True)
class Row:
    """One permissible deviation, plus and minus, as `printed`; None where its number is doubtful."""

    of: Of
    printed: str = field(compare=False)
    value: float | None
    places: int = 0
    span: Span = Span()


@dataclass(frozen=True)
class Printed:
    """A printed general tolerance. `unit` is the one it names; `doubt` says why it bounds no length."""

    rows: tuple[Row, ...]
    unit: str | None = field(default=None, compare=False)
    doubt: str | None = None


def printed_tolerance(text: str, *, recognised: bool = False) -> Printed | None:
    """Read a general tolerance such as ".X ±0.2 .XX ±0.05 ANGLES ±0.5°"; None where not all of it is understood.

    Of text that is `recognised` in a picture, what a lost decimal point would change is doubtful.
    """
    parts = _parts(_plain(text))
    if parts is None:
        return None
    rows = tuple(dict.fromkeys(_rows(parts)))
    units = {unit for _, part in parts if (unit := _unit(part)) is not None}
    doubt = "its units are two" if len(units) > 1 else _doubt(rows, recognised=recognised)
    return Printed(rows, units.pop() if len(units) == 1 else None, doubt) if rows else None


def _rows(parts: Sequence[_Part]) -> Iterator[Row]:
    """The rows; what a heading of angles lists by decimal places bounds angles."""
    of_angles = False
    for of, part in parts:
        if of is None:
            of_angles = bool(OF_ANGLES.match(part[0])) or (of_angles and not LINEAR.match(part[0]))
        elif of == "places" and of_angles and ANGLE_UNIT.match(part["unit"] or ""):
            yield Row("angle", part[0], _degrees({**part.groupdict(), "minutes": None}))
        else:
            yield _row(of, part)


def _plain(text: str) -> str:
    text = text.translate(_SIGNS)
    for spelt, sign in _SPELT.items():
        text = re.sub(spelt, sign, text)
    return " ".join(text.split())


def _parts(text: str) -> list[_Part] | None:
    """Take the text apart, row by row, with what stands between them; None where something else does."""
    parts: list[_Part] = []
    at = 0
    while at < len(text):
        part = _part(text, at)
        if part is None:
            return None
        parts.append(part)
        at = part[1].end()
    return parts


def _part(text: str, at: int) -> _Part | None:
    if between := OTHER.match(text, at):
        return None, between
    return next(((of, row) for of, pattern in PATTERNS if (row := pattern.match(text, at))), None)


def _unit(part: re.Match[str]) -> str | None:
    named = (part["unit"] or "").lower()
    if not named or ANGLE_UNIT.match(named):
        return None
    return "mm" if named.startswith("m") else "inch"


def _row(of: Of, part: re.Match[str]) -> Row:
    groups = part.groupdict()
    printed = re.sub(r"(?:±\s*)+", "±", part[0]).strip(" :=")
    if of in {"angle", "machined", "bend"}:
        return Row(of, printed, _degrees(groups))
    value = _number(groups["value"])
    if ANGLE_UNIT.match(groups["unit"] or ""):
        value = None  # a degree sign behind a length: one of the two is misread
    if of == "places":
        return _of_places(groups, printed, value)
    span = _span(groups) if of == "size" else Span()
    return Row(of, printed, value if span.low < span.high else None, span=span)


def _number(text: str) -> float | None:
    """Tell a positive number; None where it is none, or not as one is printed: 02, 001."""
    if re.match(r"0\d", text):
        return None
    over, _, under = text.replace(",", ".").partition("/")
    return float(over) / float(under or 1) or None if float(under or 1) else None


def _degrees(groups: dict[str, str | None]) -> float | None:
    """Tell an angle in degrees; None where it has no sign of its unit, or is more than one expects (5°)."""
    number, unit, minutes = _number(groups["value"] or ""), groups["unit"] or "", groups["minutes"]
    if number is None and minutes and groups["value"] == "0":
        number = 0.0
    if number is None or not unit:
        return None
    if unit == "'":
        number, minutes = 0.0, None if minutes else groups["value"]
    told = number + float(minutes or 0) / 60
    return told if 0 < told <= 5 and float(minutes or 0) < 60 else None


def _of_places(groups: dict[str, str | None], printed: str, value: float | None) -> Row:
    word, decimals = groups["word"], groups["dots"] or groups["comma"] or ""
    places = _WORDS.get(word.lower()) or int(word) if word else len(decimals)
    if groups["whole"] and len(groups["whole"]) > 1:
        value, places = None, len(groups["whole"])  # XX: its decimal point is lost, or it is no class of places
    return Row("places", printed, value, places)


def _bound(text: str | None) -> float:
    """Tell a bound of a range; not a number where it is not printed as one, and then no size lies in the range."""
    return math.nan if text is None or re.match(r"0\d", text) else float(text.replace(",", "."))


def _span(groups: dict[str, str | None]) -> Span:
    sign, other = groups["sign"] or groups["before"] or "", groups["other"]
    if groups["first"]:
        return Span(_bound(groups["first"]), _bound(groups["last"]), low_in=True, high_in=True)
    if groups["over"]:
        return Span(_bound(groups["over"]), _bound(groups["to"]), high_in=True)
    if other:
        low, high = (groups["b"], groups["a"]) if sign in "≥>" else (groups["a"], groups["b"])
        at_low, at_high = (other, sign) if sign in "≥>" else (sign, other)
        agree = (sign in "≥>") == (other in "≥>")
        return Span(_bound(low) if agree else math.nan, _bound(high), low_in=at_low in "≥≤", high_in=at_high in "≥≤")
    at, word = _bound(groups["n"] or groups["m"] or groups["bound"]), (groups["word_of"] or groups["of_word"] or "")
    if sign in {"≥", ">"} or word.lower() in {"above", "over"}:
        return Span(low=at, low_in=sign == "≥")
    return Span(high=at, high_in=sign == "≤" or word.lower().startswith("up"))


def _doubt(rows: tuple[Row, ...], *, recognised: bool) -> str | None:
    """Tell why what is printed of lengths does not fit together; None where it does."""
    lengths = [row for row in rows if row.of in _LENGTHS]
    if len({row.of for row in lengths}) > 1:
        return "it goes by more than one of decimal places, sizes and all"
    if any(row.value is not None and row.value > 1 for row in lengths if row.of in {"places", "decimal"}):
        return "a deviation of more than 1 with decimal places"
    if recognised and any(re.search(r"±\s*\d+(?!\d*[.,/\d])", row.printed) for row in lengths):
        return "a deviation without decimals, as recognised"
    return _doubt_of_places(lengths, recognised=recognised) or _doubt_of_sizes(lengths, recognised=recognised)


def _doubt_of_places(lengths: list[Row], *, recognised: bool) -> str | None:
    rows = sorted((row for row in lengths if row.of == "places"), key=lambda row: row.places)
    known = [row for row in rows if row.value is not None]
    if any((b.value or 0) > (a.value or 0) for a, b in pairwise(known) if a.places < b.places):
        return "more decimal places, and a wider deviation"
    whole = [row for row in rows if row.places == 0]
    if whole and (recognised or not any(row.places == 1 for row in rows)):
        return "X may be .X whose decimal point is lost"
    by_sign = [row for row in rows if re.match(r"[X0.,]", row.printed, re.IGNORECASE)]
    if recognised and by_sign and len({row.places for row in by_sign}) < 2:
        return "one class of decimal places alone, as recognised"
    return None


def _doubt_of_sizes(lengths: list[Row], *, recognised: bool) -> str | None:
    rows = sorted((row for row in lengths if row.of == "size"), key=lambda row: row.span.low)
    if not rows:
        every = [row for row in lengths if row.of == "every"]
        bare = recognised and any(not re.search(r"mm|in|\"", row.printed, re.IGNORECASE) for row in every)
        return "a deviation without class or unit, as recognised" if bare else None
    if any(row.value is None for row in rows):
        return "a row of its sizes is doubtful"
    if any(a.span.high != b.span.low for a, b in pairwise(rows)) or (recognised and len(rows) == 1):
        return "its ranges of sizes do not join"
    if any((a.value or 0) > (b.value or 0) for a, b in pairwise(rows)):
        return "a larger size, and a narrower deviation"
    return None
