"""Reference designators: the names of parts on a circuit board (IEC 81346-2, IEEE 315), which read as sizes and labels.

R28 is a resistor where U6, J2 and C14 stand beside it, and a radius on any other sheet.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from ..sheet import Word

_NAMED: Final = re.compile(r"(?P<kind>[A-Z]{1,3})\d{1,4}[A-Z]?")
"""A name; where a sheet is used several times the names on it end in the letter of the use."""

_RANGE: Final = re.compile(rf"{_NAMED.pattern}\s?(?:…|\.{{2,3}}|[-–])\s?(?P=kind)\d{{1,4}}[A-Z]?")
_OF_BOARDS: Final = frozenset(["U", "J", "Q", "X", "Y", "TP", "JP", "IC", "SW", "FB", "CN", "LED", "ANT", "FID"])
"""Kinds of part that no hole's tag, view or chamfer is named like."""

_COORDINATES: Final = frozenset("XY")
"""Kinds of these that the places of holes are written like."""

_OTHERS: Final = frozenset(["C", "D", "F", "H", "K", "L", "P", "S", "T", "AN", "BT", "CR", "RN", "RV"])
_RESISTOR, _THREAD = "R", "M"
"""Kinds of part, resistors and motors, that the radii and threads of any sheet are written like."""

_KINDS, _SURE_KINDS, _PARTS = 3, 2, 6
"""Kinds of part besides R that make a board, those of boards alone among them, and parts."""

_CROWDED: Final = 1 / 3
"""The share of a sheet's words that the names of parts are on a placement drawing, where each part shows its own."""

_CROWD, _OF_A_KIND, _CROWDED_KINDS = 8, 3, 2
"""Names that crowd a sheet, and how many of a kind and kinds they are at least."""

_SUPPLY: Final = re.compile(r"[APD]?GND|V(?:CC|DD|SS|EE|IN|BUS|BAT)|[+P-]?\d+(?:[.,]\d+)?V|[+-]?\dV\d")
_SUPPLIES: Final = 2
"""Different supplies, of a ground and a voltage, that the nets of a circuit diagram have at least."""

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_FIRST_TAG: Final = "A"  # the letter that the tags of holes begin with, which are named through the alphabet
_RESISTORS: Final = 3  # radii of so many sizes, each a whole number and each once, are none
_SERIES: Final = 4  # names of a kind that go through from the first, with no more than every other left out


def shows_board(words: Iterable[Word]) -> bool:
    """Whether a sheet shows a circuit board or a circuit diagram: parts of several kinds are named there."""
    kept = list(words)
    names = _names(kept)
    return _is_board(names, len(kept)) or (_has_parts(names) and _has_supplies(kept))


def shows_circuit(words: Iterable[Word]) -> bool:
    """Whether a sheet shows a circuit diagram (IEC 61082): parts of several kinds and the supplies of their nets."""
    kept = list(words)
    return _has_supplies(kept) and shows_board(kept)


def _has_supplies(words: Iterable[Word]) -> bool:
    return len({w.text for w in words if _SUPPLY.fullmatch(w.text)}) >= _SUPPLIES


def _has_parts(names: Collection[str]) -> bool:
    """Whether names may be those of a diagram of few parts, which its supplies must bear out."""
    kinds = {_kind(text) for text in names} & (_OF_BOARDS | _OTHERS | {_RESISTOR})
    return len(kinds) >= _KINDS and not kinds.isdisjoint(_OF_BOARDS)


def without_designators(words: Iterable[Word]) -> list[Word]:
    """The words without the names of a board's parts; all of them where the sheet shows no board."""
    kept = list(words)
    counts = _names(kept)
    if not (shows_board(kept) or _names_few_parts(counts)):
        return kept
    named = {text for text in counts if _kind(text) in _OF_BOARDS | _OTHERS}
    named |= _resistors(counts)
    named |= _series([text for text in counts if _kind(text) not in (_RESISTOR, _THREAD)])
    return [w for w in kept if w.text not in named and not _RANGE.fullmatch(w.text)]


def _names_few_parts(names: Collection[str]) -> bool:
    """Whether the outline of a board shows its larger parts: several kinds that are on boards alone."""
    return len({_kind(text) for text in names} & _OF_BOARDS - _COORDINATES) >= _KINDS


def is_name(text: str) -> bool:
    """Whether a text is written as the names of parts are."""
    return _NAMED.fullmatch(text) is not None


def _names(words: Sequence[Word]) -> Counter[str]:
    return Counter(w.text for w in words if is_name(w.text))


def _is_board(names: Collection[str], words: int) -> bool:
    """Whether names are those of a board on a sheet of so many words."""
    parts = {text for text in names if _kind(text) in _OF_BOARDS | _OTHERS}
    kinds = {_kind(text) for text in parts}
    if len(kinds) >= _KINDS and len(kinds & _OF_BOARDS) >= _SURE_KINDS and len(parts) >= _PARTS:
        return True
    known = Counter(_kind(text) for text in names if text in parts or _kind(text) == _RESISTOR)
    crowds = sum(count >= _OF_A_KIND for count in known.values()) >= _CROWDED_KINDS
    tagged = any(_kind(text) == _FIRST_TAG for text in names)
    return crowds and not tagged and sum(known.values()) >= max(_CROWD, _CROWDED * words)


def _resistors(counts: Counter[str]) -> set[str]:
    """The resistors among names: too many for radii, or all from the first on."""
    found = {text for text, count in counts.items() if _kind(text) == _RESISTOR and count == 1}
    numbers = {_number(text) for text in found}
    from_first = len(numbers) > 1 and numbers == set(range(1, len(numbers) + 1))
    return found if len(found) >= _RESISTORS or from_first else set()


def _series(names: Sequence[str]) -> set[str]:
    """The names that are numbered through: channels, motors, ports."""
    numbers: dict[str, set[int]] = defaultdict(set)
    for text in names:
        numbers[_kind(text)].add(_number(text))
    through = {kind for kind, of in numbers.items() if len(of) >= _SERIES and 2 * len(of) >= max(of)}
    return {text for text in names if _kind(text) in through}


def _kind(text: str) -> str:
    return text.rstrip(_LETTERS).rstrip("0123456789")


def _number(text: str) -> int:
    return int(text.rstrip(_LETTERS)[len(_kind(text)) :])
