"""Reads what a surface texture says: a parameter with its value, a grade, or a value alone (ISO 21920-1, ISO 1302)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from drawkit.engine import decimals

_NUMBER: Final = r"\d*[.,]?\d+"
_TOLD: Final = re.compile(
    rf"(?:^\s*(?:{_NUMBER}\s?)?[-–]?\s?{_NUMBER}\s?/\s?|(?<!\w))(?:[UL]\s?)?(?P<parameter>R(?:a|z|q|t|p|v|max|zmax|amax)|RA|RZ|W[az])\s*=?\s*(?P<value>{_NUMBER})(?:\s*[µμ]m)?"
)
"""U and L tell an upper and a lower limit, lengths before a slash the transmission band (ISO 21920-1, ISO 1302)."""

_ALONE: Final = re.compile(rf"(?P<grade>N(?:[1-9]|1[0-2]))|(?P<value>{_NUMBER})")
"""Roughness grades of ISO 1302:1978 stand for a range of Ra; a value alone stands at a check mark."""

_SPELLING: Final = {"RA": "Ra", "RZ": "Rz"}
_MARK: Final = "√✓ "


class Texture(NamedTuple):
    """A parameter or a grade, its value in micrometres or microinches as printed, and what was not understood."""

    parameter: str | None
    value: float | None
    unread: str = ""


def read_texture(text: str) -> Texture | None:
    """Read the surface texture that `text` states, or None when it states none.

    A grade such as "N7" has no value, a value alone no parameter: whether they are a texture, their place decides.
    """
    told = _TOLD.search(text)
    if told:
        rest = f"{text[: told.start()]} {text[told.end() :]}".strip(_MARK)
        parameter = _SPELLING.get(told["parameter"], told["parameter"])
        return Texture(parameter, decimals.value(told["value"]), rest)
    alone = _ALONE.fullmatch(text)
    if alone is None:
        return None
    return Texture(alone["grade"], decimals.value(alone["value"]) if alone["value"] else None)
