"""The tokens of a feature control frame's row, and the words that stand in it (ISO 1101, ISO 5459, ASME Y14.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_CIRCLED: Final[dict[str, str]] = {chr(0x24B6 + i): chr(0x41 + i) for i in range(26)}
_ZONE: Final = "CZ CZR SZ UZ OZ VA CT CF ST NC UF LE ACS ALS SCS SIM AD LD MD PD GG GN GX GC CC CA CE CI CR"
_ON_DATUMS: Final = "LD MD PD ACS ALS SCS CF DV DF SL PL PT"
_FILTERS: Final = "G S SW CW RG RS OB OH CB CH AB AH F H"

WORDS: Final = frozenset(_ZONE.split())
"""Abbreviations behind a tolerance's value (ISO 1101, clause 8 and annexes)."""

DATUM_WORDS: Final = frozenset(_ON_DATUMS.split())
"""Abbreviations behind a datum's letter, with or without brackets (ISO 5459, 7.4)."""

BARE: Final = frozenset("MLPFTSU")
"""Modifiers whose circle may have been lost: they stand as a plain letter behind a value."""

FILTERS: Final = frozenset(_FILTERS.split())
"""Filters (ISO 1101, annex on filters): one of these with its nesting index, such as G0.8-250."""

ORIENTED: Final = "><"
"""Constrains the orientation only."""

_LEXER: Final = re.compile(
    r"""(?P<space>\s*)(?:
      (?P<bar>\|)
    | (?P<circled>[Ⓐ-Ⓩ]|\([A-Z]\)(?![-A-Z]))
    | (?P<marked>[⟨\[](?P<mark>[A-Za-z, ]{1,12}|>\s?<)[⟩\]])
    | (?P<number>\d*[.,]\d+|\d+)
    | (?P<times>(?<=\d)\s?[xX](?=\s?\d))
    | (?P<oriented>>\s?<)
    | (?P<word>[A-Za-zА-ЯЁа-яё]+)
    | (?P<symbol>.)
    )""",
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """One token. `glued` tells that it follows the one before without a blank."""

    kind: str
    text: str
    glued: bool = False


def tokens(text: str) -> Iterable[Token]:
    """The tokens of a row: its compartments are separated by "|"."""
    for match in _LEXER.finditer(text):
        glued = not match["space"]
        if match["circled"]:
            yield Token("modifier", _CIRCLED.get(match["circled"]) or match["circled"][1], glued)
        elif match["marked"]:
            yield Token("mark", "".join(match["mark"].split()), glued)
        elif match["oriented"]:
            yield Token("mark", ORIENTED, glued)
        else:
            yield Token(match.lastgroup or "symbol", match[match.lastgroup or 0], glued)
