"""Reads one row of a feature control frame (ISO 1101, ISO 5459, ASME Y14.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple

from drawkit.contract import Characteristic, DatumReference, GeometricTolerance
from drawkit.engine import decimals

from .frame_tokens import BARE, DATUM_WORDS, FILTERS, WORDS, Token, tokens
from .symbols import normalise
from .values import dual

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
_FORMS: Final[frozenset[Characteristic]] = frozenset({"straightness", "flatness", "circularity", "cylindricity"})
_BARS: Final = str.maketrans("│┃¦", "|||")
_BEHIND: Final = {"M": "M", "L": "L", "М": "M"}
_BETWEEN: Final = frozenset("()[],.;")
"""What stands between tokens and says nothing."""


class FrameRow(NamedTuple):
    """What a row of a frame states, and what of it was not understood."""

    tolerance: GeometricTolerance
    unread: str = ""


class _Row:
    """The cursor over a row's tokens, and what has been read from them."""

    def __init__(self, row: Iterable[Token], *, without_datums: bool) -> None:
        self.tokens = [*row, Token("end", "")]
        self.at = 0
        parted = without_datums or "bar" in {token.kind for token in self.tokens}
        self.bare = WORDS | (BARE if parted else {"M", "L"})
        """Words that may be modifiers: where no compartment follows, a letter behind the value is rather a datum."""
        self.zone: Literal["diameter", "spherical"] | None = None
        self.value: float | None = None
        self.modifiers: list[str] = []
        self.datums: list[DatumReference] = []
        self.extras: dict[str, Any] = {}
        self.skipped: list[str] = []

    @property
    def next(self) -> Token:
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def take(self, kind: str, *texts: str) -> str | None:
        """Take the next token's text, when it is of `kind` (and one of `texts`)."""
        token = self.next
        if token.kind != kind or (texts and token.text not in texts):
            return None
        self.at += 1
        return token.text

    def skip(self) -> None:
        """Pass over a token that has no place here."""
        if self.next.text not in _BETWEEN:
            self.skipped.append(self.next.text)
        self.at += 1

    def number(self) -> float | None:
        text = self.take("number")
        return None if text is None else decimals.value(text)

    def signed(self) -> float | None:
        """Take a number with its sign; nothing is taken where there is none."""
        start = self.at
        negative = self.take("symbol", "-") is not None
        self.take("symbol", "+")
        value = self.number()
        if value is None:
            self.at = start
            return None
        return -value if negative else value


def read_frame(
    cells: Sequence[str] | str, *, characteristic: Characteristic | None = None
) -> GeometricTolerance | None:
    """Read the tolerance that one row of a feature control frame states, or None when it is none.

    `cells` are the row's compartments from left to right, or one string with "|" between them, such as
    "⌖|⌀0.1Ⓜ|A|BⓂ|C". `characteristic` is that of the row above for a row of a composite frame that shares its
    symbol. Modifiers are letters without their circle ("M", "P", "CZ", "ST"); a common datum is "A-B". Beyond
    the contract's fields a tolerance may carry `projected` (the length behind Ⓟ), `offset` (behind Ⓤ or UZ),
    `per` (the length or area it holds on, as printed), `filter` (as printed) and `max` (the largest value under a
    bonus); `value_to`, `offset_to` and `projected_from` where a second number follows (ISO 1101, clause 8).
    """
    found = read_frame_row(cells, characteristic=characteristic)
    return None if found is None else found.tolerance


def read_frame_row(cells: Sequence[str] | str, *, characteristic: Characteristic | None = None) -> FrameRow | None:
    """Read a row as `read_frame` does, and tell what of it was not understood."""
    row = [cells] if isinstance(cells, str) else [cell for cell in cells if cell.strip()]
    text = "|".join(normalise(cell).translate(_BARS) for cell in row)
    found, rest = _characteristic(text)
    name = found or characteristic
    if name is None or len(text) > 200:
        return None
    read = _Row(tokens(rest), without_datums=name in _FORMS)
    if not _tolerance(read):
        return None
    _further_compartments(read)
    tolerance = GeometricTolerance(
        text=_spell(name, rest),
        characteristic=name,
        zone=read.zone,
        value=read.value,
        modifiers=tuple(dict.fromkeys(read.modifiers)),
        datums=tuple(read.datums),
        **read.extras,
    )
    return FrameRow(tolerance, " ".join(read.skipped))


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
    """Read [⌀ | S⌀] number ["-" number] ["[" number "]"] ["/" per] {modifier}; a second unit's value is passed over."""
    row.zone = _zone(row)
    row.value = row.number()
    if row.value is None:
        return False
    _second(row, "value_to", "-")
    _other_unit(row, "[", "]")
    if not _other_unit(row, "/") and row.take("symbol", "/"):
        row.extras["per"] = _per(row)
    _modifiers(row, row.modifiers)
    return True


def _other_unit(row: _Row, before: str, behind: str | None = None) -> bool:
    """Read the same value in the other unit: "[0.15]" behind .006, or behind a slash."""
    start = row.at
    value = row.number() if row.take("symbol", before) is not None and _zone(row) in {None, row.zone} else None
    closed = behind is None or row.take("symbol", behind) is not None
    if value is not None and closed and row.value and dual(value, row.value):
        return True
    row.at = start
    return False


def _per(row: _Row) -> str:
    """Read the length or area behind the slash, as printed."""
    text = ""
    while row.next.kind == "number" or row.next.text in {"⌀", "x", "X", "□", "°"} or row.next.kind == "times":
        text += row.next.text
        row.at += 1
    return text


def _modifiers(row: _Row, into: list[str]) -> None:
    """Read {circled letter [length] | ⟨ST⟩ | CZ | >< | ... | a letter that lost its circle | a filter}."""
    while True:
        token = row.next
        if _filter(row):
            continue
        if not (token.kind in {"modifier", "mark"} or (token.kind == "word" and token.text in row.bare)):
            return
        row.at += 1
        into.append(token.text + (_index(row) if token.text == "SIM" else ""))
        _length(row, token.text)


def _index(row: _Row) -> str:
    """Which of several simultaneous requirements (ISO 5458): SIM1, SIM 2."""
    return row.take("number") or ""


def _filter(row: _Row) -> bool:
    """Read letters and a nesting index: G0.8, S-250, G0.8-250. Behind Ⓕ or a bare letter there is no index."""
    start = row.at
    name = row.take("word", *FILTERS)
    upper = row.take("number") if name else None
    dash = row.take("symbol", "-") if name else None
    lower = row.take("number") if dash else None
    if upper is None and lower is None:
        row.at = start
        return False
    row.extras["filter"] = "".join(part for part in (name, upper, dash, lower) if part)
    return True


def _length(row: _Row, modifier: str) -> None:
    """Read the length that belongs to a projected zone (Ⓟ) or an offset zone (Ⓤ, UZ), and where it ends or begins."""
    name = {"P": "projected", "U": "offset", "UZ": "offset"}.get(modifier)
    length = row.signed() if name else None
    if name is None or length is None:
        return
    row.extras[name] = length
    _second(row, "projected_from", "-") if name == "projected" else _second(row, "offset_to", ":")


def _second(row: _Row, name: str, mark: str) -> None:
    """Read the number behind "-" or ":": a zone that widens or shifts from one end to the other."""
    start = row.at
    value = row.signed() if row.take("symbol", mark) else None
    if value is None:
        row.at = start
    else:
        row.extras[name] = value


def _further_compartments(row: _Row) -> None:
    """Read {"|" (modifiers | ⌀ number MAX | datum)}."""
    while row.next.kind != "end":
        if row.take("bar") and row.next.kind == "modifier":
            _modifiers(row, row.modifiers)
        elif not (_maximum(row) or _datum(row)) and row.next.kind not in {"bar", "end"}:
            row.skip()


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
    label = _letters(row)
    if label is None:
        return False
    modifiers: list[str] = []
    label = _split(label, modifiers)
    while row.take("symbol", "-"):
        further = _letters(row) or row.take("number")
        label += f"-{_split(further, modifiers)}" if further else ""
    if opened:
        row.take("symbol", ")")
    _datum_modifiers(row, modifiers)
    row.datums.append(DatumReference(label=label, modifiers=tuple(dict.fromkeys(modifiers))))
    return True


def _letters(row: _Row) -> str | None:
    """A datum's letters, with the number of a datum target: A, AA, A1."""
    token = row.next
    if token.kind != "word" or not token.text[0].isupper() or token.text in DATUM_WORDS:
        return None
    row.at += 1
    number = row.next
    target = number.kind == "number" and number.glued and number.text.isdigit()
    return token.text + (row.take("number") or "" if target else "")


def _split(letters: str, modifiers: list[str]) -> str:
    """The letters of a datum; M and L behind one are modifiers, on Cyrillic sheets in Cyrillic letters too."""
    if len(letters) == 2 and letters[1] in _BEHIND and letters[0] != letters[1]:
        modifiers.append(_BEHIND[letters[1]])
        return letters[0]
    return letters


def _datum_modifiers(row: _Row, into: list[str]) -> None:
    words = DATUM_WORDS | {"M", "L"}
    while (token := row.next).kind in {"modifier", "mark"} or (token.kind == "word" and token.text in words):
        into.append(token.text)
        row.at += 1
