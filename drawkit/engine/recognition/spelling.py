"""One spelling for the signs that recognisers write in several ways, and no remains of lines."""

from __future__ import annotations

import re
from typing import Final

DIAMETER: Final = "⌀"

_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_ALIKE: Final = str.maketrans(dict(zip("º˚−‐‑µ“”″’′、", '°°---μ"""\'\',', strict=True)))
_SLASHED_CIRCLE: Final = re.compile(
    r"[ØøΦφϕ∅Фф](?=\s*[\d.,(])|(?<![^\W\d_])[ØøΦφϕ∅Фф](?![^\W\d_])|(?<=\d)[ρ∅](?![^\W\d_])"
)
_ZERO: Final = re.compile(r"(?<![^\W_])R?[O.,]*\d[O\d.,]*(?![^\W\d_])|(?<=\d)(?<!H2)O+(?![^\W\d_])")
"""Where a round letter is a zero: in a number, or behind the digits of a name that is not water's."""

_STANDARD: Final = re.compile(r"(?<![^\W_])[I1l|]S[O0](?=[\s/\-–]|\d{3}|$)")
"""The name before the number of a standard: no other word is written so."""

_QUANTITY: Final = re.compile(r"^[0O](?='?ty\b)", re.IGNORECASE)
"""No word begins so but the short form of quantity, whose Q lost its tail."""

_UNIT: Final = re.compile(
    r"^([^(]*?\d)\s*(?:[(<\[{]\s*(?P<open>mm|cm|in)[)>\]}]?|[Cf6]?(?P<closed>mm|cm|in)[)>\]}])$", re.IGNORECASE
)
"""A unit in brackets behind a number: drawn brackets look like others and like C, f and 6, and come in pairs."""

_COUNT: Final = re.compile(r"(?:\[(\d{1,2}[xX×]?)\)|\((\d{1,2}[xX×]?)\])$")
"""A count behind a size in brackets that do not match: values in the other unit have points, or three figures."""

_LINE_AFTER: Final = re.compile(r"(?<=[\d°)])(?:\s*[-—–_ー一]+|[,.]+)$")
_LINE_BEFORE: Final = re.compile(r"^[-—–_ー一]+\s*(?=[.,]?\d|[⌀RM(])")
_LAST_DEGREE: Final = re.compile(r"(?<=°)(\s*±\s*\d+(?:[.,]\d+)?)0$")
"""An angle's deviation bears a degree sign like the angle itself (ISO 129-1): a zero in its place is one misread."""

_STOP: Final = re.compile(r"^(\d+(?:[.,]\d+)?)。$")
"""An ideographic full stop is as round as the sign of degrees, and ends no number that stands alone."""

_FIT_WITH_SIGN: Final = re.compile(r"(?<=[\d/])([A-HJ-NP-WYZa-hj-npr-wyz](?:[5-9]|1[0-3]))°$")
"""A fit (ISO 286-1) is one of lengths and diameters: the round sign behind it is no degree."""

_RAISED_POINT: Final = re.compile(r"^([⌀R(]?\d{2,})'(\d{2}\)?)$")
"""A point seen above its line: minutes stand behind degrees, feet before inches with a sign of their own."""

_COUNTERBORE: Final = re.compile(r"(?<=THRU)\s?(?:LJ|LI|L|U)\s?(?=⌀?\d)")
"""The open box of a counterbore behind a hole that goes through: two strokes and a floor, as those of letters."""

_SINK: Final = re.compile(r"\bC[,|1](BORE|SINK)\|?")
"""The words for counterbore and countersink: their apostrophe looks like a mark or a stroke, a blank like a wall."""

_POINT_APART: Final = re.compile(r"^([⌀R(]?\d+[.,]) (\d+\)?(?:\s?(?:mm|cm|in|°|\"))?)$")
"""A number whose point has a blank behind it, and nothing else."""

_DATUM: Final = re.compile(r"^[-—–_ー一]\s*([A-HJ-NP-Z]{1,2})\s*[-—–_ー一]$")
"""A datum feature's letter between its dashes, which look like ideographs too (ASME Y14.5M: -A-)."""

_NOMINAL_IN_ROW: Final = re.compile(
    r"^\{(?P<upper>\+\d*[.,]?\d+)\|(?P<nominal>[⌀R]?[1-9]\d*(?:[.,]\d+)?)(?P<lower>0|[+-]\d*[.,]?\d+)\}"
)
"""A deviation above a nominal and the other deviation behind it: only a zero has no sign (ISO 129-1, clause 9)."""

_SIGN_OF_PAIR: Final = re.compile(r"^[-+](?=\d*[.,]?\d+\s?\[\d*[.,]?\d+\])")
"""What stands before a size in two units, which has no sign: the end of its line."""

_LONG_DASH: Final = re.compile(r"^[—–_ー一]|^--")


def tidy(text: str) -> str:
    """Return the text with one sign for diameter (⌀), degree, minus, quotes, zero and full-width forms; spaces single.

    A lone circled number is the number of a balloon: its circle is a drawn line.
    """
    if len(text) == 1 and "①" <= text <= "⑳":
        return str(ord(text) - ord("①") + 1)
    text = text.translate(_FULL_WIDTH).translate(_ALIKE)
    text = _QUANTITY.sub("Q", _SLASHED_CIRCLE.sub(DIAMETER, text))
    text = _ZERO.sub(lambda found: found[0].replace("O", "0"), text)
    text = _STANDARD.sub("ISO", text)
    text = _STOP.sub(r"\1°", text)
    text = _COUNTERBORE.sub("⌴", text)
    text = _SINK.sub(r"C'\1 ", text)
    text = _POINT_APART.sub(r"\1\2", text)
    text = _RAISED_POINT.sub(r"\1.\2", text)
    text = _LAST_DEGREE.sub(r"\1°", text)
    text = diameter_behind_fit(text)
    return _DATUM.sub(r"-\1-", re.sub(r"\s+", " ", in_round_brackets(text)).strip())


def nominal_before_stack(text: str) -> str:
    """Return a stack's text with the nominal before it, where that was read as of its lower row: 127{+0.1|0}."""
    return _NOMINAL_IN_ROW.sub(r"\g<nominal>{\g<upper>|\g<lower>}", text)


def diameter_behind_fit(text: str) -> str:
    """Return a size's text with a diameter sign behind its fit where a degree sign was read."""
    return _FIT_WITH_SIGN.sub(r"\1⌀", text)


def in_round_brackets(text: str) -> str:
    """Return a number's text with a unit or a count behind it in a pair of round brackets, if some are there."""
    text = _UNIT.sub(lambda found: f"{found[1]}({found['open'] or found['closed']})", text)
    return _COUNT.sub(lambda found: f"({found[1] or found[2]})", text)


def without_lines(text: str) -> str:
    """Return a dimension's text without the dashes that its own dimension line leaves at either end.

    A minus sign stays: it is one short dash, in front, with no dash behind.
    """
    text = _SIGN_OF_PAIR.sub("", text)
    bare = _LINE_AFTER.sub("", text)
    behind = text[len(bare) :]
    if _LONG_DASH.match(bare) or re.search(r"[-—–_ー一]", behind):
        sign = "-" if re.match(r"--\d", bare) and not behind else ""
        bare = sign + _LINE_BEFORE.sub("", bare)
    return bare
