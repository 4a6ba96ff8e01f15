"""The marks that a sheet explains as those of reference dimensions: "* Размеры для справок" (GOST 2.307, 1.7)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .symbols import normalise

_MARK: Final = r"(?P<mark>\*+|[△▲▽▼◇◆☆★#])"
_SAYS: Final = (
    r"(?:размер\w*,? (?:только )?для справ|справочн\w+ размер|для справ"
    r"|(?:dimensions?|sizes?) (?:are |is )?(?:for |given for )?(?:ref|info)|ref(?:erence|\.)?\b(?! to)"
    r"|for (?:ref|information)|auxiliary dim|hilfsma(?:ß|ss)|(?:ma(?:ß|ss)e? )?(?:nur )?zur information"
    r"|cotes? (?:de réf|auxil|pour inf|à titre indic)|cotas? (?:de ref|auxil|informat)"
    r"|quot[ae] (?:ausil|di rif|indicativ)|wymiar\w* (?:pomocnicz|odniesieni)|kóty? informat"
    r"|[号印]?(?:的)?(?:尺寸)?[为は]?参考)"
)
_BEFORE: Final = re.compile(rf"{_MARK}\)?\s*[-:=.]?\s*{_SAYS}", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    rf"(?:размер\w*|dimensions?|maße|cotes|cotas|quote)\b[^*]{{0,40}}?{_MARK}[^*]{{0,30}}?{_SAYS}", re.IGNORECASE
)


def legend_of(texts: Iterable[str]) -> frozenset[str]:
    """Give the marks that the notes of a sheet explain as those of reference dimensions, for `read_dimension`.

    "* Размеры для справок", "** - REFERENCE DIMENSIONS" and "DIMENSIONS MARKED * ARE FOR REFERENCE" read alike.
    """
    return frozenset(
        found["mark"]
        for text in texts
        for pattern in (_BEFORE, _BETWEEN)
        for found in pattern.finditer(normalise(text))
    )
