"""The rows of printed general tolerances as patterns: by decimal places, sizes, fractions and angles."""

from __future__ import annotations

import re
from typing import Final, Literal

Of = Literal["places", "decimal", "fraction", "every", "size", "angle", "machined", "bend"]
"""What a row is for: so many decimal places, any decimals, fractions, every length, sizes of a range, angles."""

_TO: Final = r"\s*[:=]?\s*"
_VALUE: Final = r"±\s*(?:±\s*)?(?P<value>\d+/\d+|\d*[.,]\d+|\d+)(?![\d/]|[.,]\d)"
_LENGTH: Final = r"(?:mm|millimet(?:er|re)s?|inch(?:es)?|in)\b\.?|\""
_OF_LENGTH: Final = rf"{_TO}{_VALUE}(?:\s*(?P<unit>{_LENGTH}|°))?"
_OF_ANGLE: Final = rf"{_TO}{_VALUE}(?:\s*(?P<unit>°|deg(?:rees?)?\b\.?|')(?:\s*(?P<minutes>\d{{1,2}})\s*')?)?"
_ANGLE: Final = r"(?:angles?|angular|ang\b\.?)"

_SIGN: Final = (
    r"(?:(?:X{1,4}|0)?\.(?P<dots>X{1,4}|0{1,4})|(?:X{1,4}|0),(?P<comma>X{1,4}|0{1,4})|(?P<whole>X{1,4}|0)\.?)"
)
_DECIMALS: Final = r"(?:decimals?|dec\b\.?)"
_WORD: Final = (
    r"(?P<word>one|two|three|four|[1-4])[\s-]*"
    rf"(?:(?:{_DECIMALS}[\s-]*)?(?:places?|plcs?|pl)\b\.?(?:[\s-]*{_DECIMALS})?|{_DECIMALS})"
)
_SIZE: Final = r"(?:\d+(?:[.,]\d+)?|\.\d+)"
_MM: Final = r"\s*(?:mm\b)?\s*"
_X: Final = r"[≥>≤<]"
_SPAN: Final = "|".join(
    (
        rf"(?P<a>{_SIZE}){_MM}(?P<sign>{_X})\s*X\s*(?P<other>{_X})\s*(?P<b>{_SIZE}){_MM}",
        rf"(?:over|above)\s*(?P<over>{_SIZE}){_MM}(?:up\s*)?to\s*(?P<to>{_SIZE}){_MM}",
        rf"(?P<first>{_SIZE}){_MM}(?:-|to)\s*(?P<last>{_SIZE}){_MM}",
        rf"(?P<n>{_SIZE}){_MM}(?P<word_of>above|over|below|under)",
        rf"(?P<of_word>above|over|below|under|up\s*to)\s*(?P<m>{_SIZE}){_MM}",
    )
)
_SIGNED: Final = rf"X?\s*(?P<before>{_X})\s*(?P<bound>{_SIZE}){_MM}"

_FORM: Final = (
    r"(?:flatness|straightness|(?:circular|concentric|cylindric|perpendicular)ity|parallelism|roundness|symmetry|runout)"
    r"[^;±A-Z]*±?[^;±A-Z]*(?=;|$)"
)
_EMPTY: Final = (
    rf"(?:{_ANGLE}|mach(?:ined?)?|bend|fraction(?:al|s)?|{_SIGN}|{_WORD}|{_DECIMALS}){_TO}±(?!\s*[±\d]|\s*[.,]\d)"
)
_SPEECH: Final = (
    r"(?:unless|otherwise|specified|noted|stated|all|dimensions?|dims?|are|in|on|general|standard|default|linear"
    r"|tolerances?|tol|ang(?:ular|les?)(?=\s*:?\s*(?:mach|\.?X))|decimals?(?=\s*:?\s*\.?X))\b[.:]*"
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


PATTERNS: Final[tuple[tuple[Of, re.Pattern[str]], ...]] = (
    ("places", _pattern(rf"(?:{_SIGN}°?|{_WORD}){_OF_LENGTH}")),
    ("decimal", _pattern(rf"{_DECIMALS}{_OF_LENGTH}")),
    ("fraction", _pattern(rf"(?:fraction(?:al|s)?|fract?\b\.?){_OF_LENGTH}")),
    ("angle", _pattern(rf"{_ANGLE}{_OF_ANGLE}")),
    ("machined", _pattern(rf"mach(?:ined?)?\b\.?{_OF_ANGLE}")),
    ("bend", _pattern(rf"bend{_OF_ANGLE}")),
    ("size", _pattern(rf"(?:{_SPAN}|{_SIGNED}){_OF_LENGTH}")),
    ("every", _pattern(_OF_LENGTH)),
)
"""What each row is for, and its pattern."""

OTHER: Final = _pattern(rf"[;,\s]+|/(?=\s)|{_EMPTY.replace('?P<', '?P<no_')}|{_FORM}|{_SPEECH}|(?P<unit>{_LENGTH})")
"""What may stand between rows and bounds nothing: separators, words, rows without a value, tolerances of form."""

OF_ANGLES: Final = _pattern(r"ang")
LINEAR: Final = _pattern(r"linear|decimals?")
"""What the words before rows by decimal places are for."""

ANGLE_UNIT: Final = _pattern(r"°|deg|'")
"""A unit of angles."""
