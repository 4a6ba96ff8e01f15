"""General tolerances of ISO 2768-1:1989: the class a text names, and what it allows a linear size or a broken edge."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, Literal, cast

from ._grades import NotTabulated

GeneralClass = Literal["f", "m", "c", "v"]
"""Tolerance class of ISO 2768-1: fine, medium, coarse, very coarse."""

_WORDS: Final = {
    "fine": "f", "fein": "f", "medium": "m", "mittel": "m", "coarse": "c", "grob": "c",
    "very coarse": "v", "sehr grob": "v",
}  # fmt: skip
_PART: Final = r"(?:(?:-|part|teil|t\.?)?\s*1(?!\d))?"
_YEAR: Final = r"(?:\s*:\s*\d{4}(?:-\d\d)?)?"
_LETTER: Final = r"[fmcv](?=[hkl]?(?![a-z]))"
_STATED: Final = re.compile(
    rf"(?<!\d)2768\s*{_PART}{_YEAR}\s*[-–:,(]?\s*(?:class|klasse)?\s*({_LETTER}|(?:{'|'.join(_WORDS)})\b)",
    re.IGNORECASE,
)

_NAMED: Final = re.compile(rf"(?:(?:DIN|EN|ISO)\s*)*{_STATED.pattern}[hkl]?(?:-E)?", re.IGNORECASE)

_SIZES: Final = (3, 6, 30, 120, 400, 1000, 2000, 4000)
_LINEAR: Final[dict[GeneralClass, tuple[float | None, ...]]] = {
    "f": (0.05, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, None),
    "m": (0.1, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2.0),
    "c": (0.2, 0.3, 0.5, 0.8, 1.2, 2.0, 3.0, 4.0),
    "v": (None, 0.5, 1.0, 1.5, 2.5, 4.0, 6.0, 8.0),
}
"""Table 1, mm: over 0.5 up to 3, then over each end up to the next."""
_EDGES: Final[dict[GeneralClass, tuple[float, float, float]]] = {
    "f": (0.2, 0.5, 1.0),
    "m": (0.2, 0.5, 1.0),
    "c": (0.4, 1.0, 2.0),
    "v": (0.4, 1.0, 2.0),
}
"""Table 2, mm: 0.5 up to 3, over 3 up to 6, over 6."""


def general_class(text: str) -> GeneralClass | None:
    """Tell the class of ISO 2768-1 that a text names, such as "DIN ISO 2768-mK"; None where it names none, or two."""
    named = {_WORDS.get(word.lower(), word.lower()) for word in _STATED.findall(text)}
    return cast("GeneralClass", named.pop()) if len(named) == 1 else None


def without_class(text: str) -> str:
    """Leave out what names a class of ISO 2768-1."""
    return _NAMED.sub(" ", text)


def linear_size(general: GeneralClass, size: float) -> float:
    """Tell the permissible deviation, as plus and minus in mm, of a linear size in mm (ISO 2768-1, table 1).

    Raises `NotTabulated` below 0.5 mm, above 4000 mm and where the class has no value.
    """
    at = bisect_left(_SIZES, size)
    value = _LINEAR[general][at] if size >= 0.5 and at < len(_SIZES) else None
    if value is None:
        raise NotTabulated(f"ISO 2768-{general} has no value at {size:g} mm")
    return value


def broken_edge(general: GeneralClass, size: float) -> float:
    """Tell the permissible deviation, plus and minus in mm, of an external radius or a chamfer's height (table 2).

    Raises `NotTabulated` below 0.5 mm.
    """
    if size < 0.5:
        raise NotTabulated(f"ISO 2768-{general} has no value at {size:g} mm")
    return _EDGES[general][bisect_left((3, 6), size)]
