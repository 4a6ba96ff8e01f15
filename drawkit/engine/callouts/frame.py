"""Reads one row of a feature control frame (ISO 1101, ISO 5459, ASME Y14.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple

from drawkit.contract import Characteristic, DatumReference, GeometricTolerance

from .symbols import normalise

_CHARACTERISTICS: Final[dict[Characteristic, tuple[str, ...]]] = {
    "straightness": ("⏤", "-", "STRAIGHTNESS"),
    "flatness": ("⏥", "▱", "FLATNESS"),
    "circularity": ("○", "◯", "〇", "⚪", "CIRCULARITY", "ROUNDNESS"),
    "cylindricity": ("⌭", "/○/", "CYLINDRICITY"),
    "profile_line": ("⌒", "PROFILE OF A LINE", "LINE PROFILE"),
    "profile_surface": ("⌓", "PROFILE OF A SURFACE", "SURFACE PROFILE"),
    "angularity": ("∠", "∡", "⦟", "ANGULARITY"),
    "perpendicularity": ("⟂", "⊥", "┴", "PERPENDICULARITY"),
    "parallelism": ("∥", "//", "⫽", "||", "‖", "PARALLELISM"),
    "position": ("⌖", "⊕", "⨁", "⯐", "POSITION"),
    "concentricity": ("◎", "⦾", "CONCENTRICITY", "COAXIALITY"),
    "symmetry": ("⌯", "≡", "⚌", "=", "SYMMETRY"),
    "circular_runout": ("↗", "⭧", "🡵", "CIRCULAR RUNOUT"),
    "total_runout": ("⌰", "⇗", "↗↗", "⮵", "TOTAL RUNOUT"),
}
_BY_SYMBOL: Final[dict[str, Characteristic]] = {
    normalise(symbol): name for name, symbols in _CHARACTERISTICS.items() for symbol in symbols
}

_LONGEST_FIRST: Final = sorted(_BY_SYMBOL, key=len, reverse=True)
_BARS: Final = str.maketrans("│┃¦", "|||")
_CIRCLED: Final[dict[str, str]] = {chr(0x24B6 + i): chr(0x41 + i) for i in range(26)}
_NAMED: Final = "CZ SZ UZ CT CF ST OZ VA ACS ALS SCS SIM AD LD MD PD GG GN GX GC CC CA CE CI CR"
_WORDS: Final = frozenset(_NAMED.split())
_BARE: Final = frozenset("MLPFTSU")
"""Modifiers whose circle may have been lost: they stand as a plain letter behind a value."""

_LEXER: Final = re.compile(
    r"""\s*(?:
      (?P<bar>\|)
    | (?P<circled>[Ⓐ-Ⓩ]|\([A-Z]\)(?![-A-Z]))
    | (?P<marked>[⟨\[](?P<mark>[A-Za-z, ]{1,12})[⟩\]])
    | (?P<number>\d*[.,]\d+|\d+)
    | (?P<times>(?<=\d)\s?[xX](?=\s?\d))
    | (?P<word>[A-Za-z]+\d?)
    | (?P<symbol>.)
    )""",
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str


def _tokens(text: str) -> Iterable[_Token]:
    for match in _LEXER.finditer(text):
        if match["circled"]:
            yield _Token("modifier", _CIRCLED.get(match["circled"]) or match["circled"][1])
        elif match["marked"]:
            yield _Token("mark", match["mark"].strip())
        else:
            yield _Token(match.lastgroup or "symbol", match[match.lastgroup or 0])


class _Row:
    """The cursor over a row's tokens, and what has been read from them."""

    def __init__(self, tokens: Iterable[_Token]) -> None:
        self.tokens = [*tokens, _Token("end", "")]
        self.at = 0
        self.bare = _WORDS | (_BARE if "bar" in {token.kind for token in self.tokens} else {"M", "L"})
        self.zone: Literal["diameter", "spherical"] | None = None
        self.value: float | None = None
        self.modifiers: list[str] = []
        self.datums: list[DatumReference] = []
        self.extras: dict[str, Any] = {}

    @property
    def next(self) -> _Token:
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def take(self, kind: str, *texts: str) -> str | None:
        """Take the next token's text, when it is of `kind` (and one of `texts`)."""
        token = self.next
        if token.kind != kind or (texts and token.text not in texts):
            return None
        self.at += 1
        return token.text

    def number(self) -> float | None:
        text = self.take("number")
        return None if text is None else float(text.replace(",", "."))


def read_frame(
    cells: Sequence[str] | str, *, characteristic: Characteristic | None = None
) -> GeometricTolerance | None:
    """Read the tolerance that one row of a feature control frame states, or None when it is none.

    `cells` are the row's compartments from left to right, or one string with "|" between them, such as
    "⌖|⌀0.1Ⓜ|A|BⓂ|C". `characteristic` is that of the row above for a row of a composite frame that shares its
    symbol. Modifiers are letters without their circle ("M", "P", "CZ", "ST"); a common datum is "A-B". Beyond
    the contract's fields a tolerance may carry `projected` (the length behind Ⓟ), `offset` (behind Ⓤ or UZ),
    `per` (the length or area it holds on, as printed) and `max` (the largest value under a bonus).
    """
    row = [cells] if isinstance(cells, str) else [cell for cell in cells if cell.strip()]
    text = "|".join(normalise(cell).translate(_BARS) for cell in row)
    found, rest = _characteristic(text)
    name = found or characteristic
    if name is None or len(text) > 200:
        return None
    read = _Row(_tokens(rest))
    if not _tolerance(read):
        return None
    _further_compartments(read)
    return GeometricTolerance(
        text=_spell(name, rest),
        characteristic=name,
        zone=read.zone,
        value=read.value,
        modifiers=tuple(dict.fromkeys(read.modifiers)),
        datums=tuple(read.datums),
        **read.extras,
    )


def _characteristic(text: str) -> tuple[Characteristic | None, str]:
    if not text.startswith("||"):
        text = text.lstrip("| ")
    upper = text.upper()
    for symbol in _LONGEST_FIRST:
        if upper.startswith(symbol):
            return _BY_SYMBOL[symbol], text[len(symbol) :].lstrip("| ")
    return None, text


def _spell(name: Characteristic, rest: str) -> str:
    return " | ".join([_CHARACTERISTICS[name][0], *(cell.strip() for cell in rest.split("|") if cell.strip())])


def _zone(row: _Row) -> Literal["diameter", "spherical"] | None:
    sphere = row.take("word", "S") is not None
    if row.take("symbol", "⌀"):
        return "spherical" if sphere else "diameter"
    return None


def _tolerance(row: _Row) -> bool:
    """Read [⌀ | S⌀] number ["/" per] {modifier}."""
    row.zone = _zone(row)
    row.value = row.number()
    if row.value is None:
        return False
    if row.take("symbol", "/"):
        row.extras["per"] = _per(row)
    _modifiers(row, row.modifiers)
    return True


def _per(row: _Row) -> str:
    """Read the length or area behind the slash, as printed."""
    text = ""
    while row.next.kind == "number" or row.next.text in {"⌀", "x", "X", "□", "°"} or row.next.kind == "times":
        text += row.next.text
        row.at += 1
    return text


def _modifiers(row: _Row, into: list[str]) -> None:
    """Read {circled letter [length] | ⟨ST⟩ | CZ | ... | a letter that lost its circle}."""
    while True:
        token = row.next
        if not (token.kind == "modifier" or token.text in (row.bare if token.kind == "word" else _WORDS)):
            return
        into.append(token.text)
        row.at += 1
        _length(row, token.text)


def _length(row: _Row, modifier: str) -> None:
    """Read the length that belongs to a projected zone (Ⓟ) or an offset zone (Ⓤ, UZ)."""
    name = {"P": "projected", "U": "offset", "UZ": "offset"}.get(modifier)
    if name is None:
        return
    negative = row.take("symbol", "-") is not None
    row.take("symbol", "+")
    length = row.number()
    if length is not None:
        row.extras[name] = -length if negative else length


def _further_compartments(row: _Row) -> None:
    """Read {"|" (modifiers | ⌀ number MAX | datum)}."""
    while row.next.kind != "end":
        if row.take("bar") and row.next.kind == "modifier":
            _modifiers(row, row.modifiers)
        elif not (_maximum(row) or _datum(row)):
            row.at += row.next.kind not in {"bar", "end"}


def _maximum(row: _Row) -> bool:
    start = row.at
    _zone(row)
    value = row.number()
    if value is None or not row.take("word", "MAX", "max"):
        row.at = start
        return False
    row.extras["max"] = value
    return True


def _datum(row: _Row) -> bool:
    """Read ["("] letters {"-" letters} [")"] {modifier}; "BM" is B with a modifier that lost its circle."""
    opened = row.take("symbol", "(")
    letters = row.take("word")
    if letters is None or not letters[0].isupper():
        return False
    modifiers: list[str] = []
    letters = _split(letters, modifiers)
    while row.take("symbol", "-"):
        further = row.take("word")
        letters += f"-{_split(further, modifiers)}" if further else ""
    if opened:
        row.take("symbol", ")")
    _datum_modifiers(row, modifiers)
    row.datums.append(DatumReference(label=letters, modifiers=tuple(dict.fromkeys(modifiers))))
    return True


def _split(letters: str, modifiers: list[str]) -> str:
    if len(letters) == 2 and letters[1] in "ML" and letters[0] != letters[1]:
        modifiers.append(letters[1])
        return letters[0]
    return letters


def _datum_modifiers(row: _Row, into: list[str]) -> None:
    while (token := row.next).kind in {"modifier", "mark"} or (token.kind == "word" and token.text in {"M", "L"}):
        into.append(token.text)
        row.at += 1
