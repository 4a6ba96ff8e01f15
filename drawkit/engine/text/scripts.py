"""Scripts that no reader knows: drawn or pictured text of one comes out as letters of several that look like it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ..sheet import Word

IDEOGRAPH: Final = re.compile(r"[\u3041-\u30ff\u3400-\u9fff]")
"""A sign of Chinese or Japanese, which part no words and break a line behind any sign."""

SOLID: Final = re.compile(r"[\u3001-\u3002\u3041-\u30ff\u3400-\u9fff\uff08\uff09\uff0c\uff1a\uff1b]")
"""Such a sign, or a mark of such a script: no blank stands between two of them."""

_LETTERS: Final = re.compile(r"[^\W\d_]{4,}|[^\W\d_]*[∂∏∑][^\W\d_∂∏∑]*")
_LIKE: Final = frozenset("∂∏∑")
"""Signs that are read in the place of letters."""

_LEAST, _SHARE = 3, 0.1
"""Words of several scripts that tell, and their share of all words."""


def is_unreadable(words: Sequence[Word]) -> bool:
    """Whether the recognised words of a page are of a script that is read as others, Latin and Greek."""
    found = [text for w in words if w.read_from == "recognised" for text in _LETTERS.findall(w.text)]
    return sum(_is_mixed(text) for text in found) >= max(_LEAST, _SHARE * len(found))


@lru_cache(maxsize=4096)
def _is_mixed(text: str) -> bool:
    """Whether a word has letters of several scripts in it; μ before a unit is none of them."""
    if any(c in _LIKE for c in text):
        return len(text) > 1
    scripts = {unicodedata.name(c, "").split()[0] for c in text}
    return len(scripts & {"LATIN", "GREEK", "CYRILLIC"}) > 1
