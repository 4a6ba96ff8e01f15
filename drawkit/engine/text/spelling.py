"""One spelling for the signs that recognisers write in several ways."""

from __future__ import annotations

import re
from typing import Final

DIAMETER: Final = "⌀"

_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_ALIKE: Final = str.maketrans(
    {
        "º": "°",
        "˚": "°",
        "−": "-",
        "‐": "-",
        "‑": "-",
        "µ": "μ",
        "“": '"',
        "”": '"',
        "″": '"',
        "’": "'",
        "′": "'",
        "、": ",",
    }
)
_SLASHED_CIRCLE: Final = re.compile(r"[ØøΦφϕΦ∅ФфꝊ](?=\s*[\d.,(])|(?<![^\W\d_])[ØøΦφϕ∅Фф](?![^\W\d_])")


def tidy(text: str) -> str:
    """Return the text with one sign for diameter (⌀), degree, minus, quotes and full-width forms; spaces single."""
    text = text.translate(_FULL_WIDTH).translate(_ALIKE)
    text = _SLASHED_CIRCLE.sub(DIAMETER, text)
    return re.sub(r"\s+", " ", text).strip()
