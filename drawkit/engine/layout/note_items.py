"""The items of notes: paragraphs parted where another note begins, and items that stand in one list."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..sheet import Word
from ..text.lines import Line
from ..text.scripts import IDEOGRAPH
from ..titles.values import units_in
from .paragraphs import NUMBERED

GENERAL: Final = re.compile(
    r"UNLESS OTHERWISE|DO NOT SCALE|DEBURR|SHARP EDGES|BREAK (?:ALL )?(?:SHARP )?EDGES|REMOVE (?:ALL )?BURRS|"
    r"LICEN[CS]ED|PROPRIETARY|CONFIDENTIAL|INSTRUCTIONAL USE|INTERPRET|WENN NICHT ANDERS|ENTGRAT|"
    r"NICHT SKALIEREN|KANTEN BRECHEN|BEMASSUNGEN|SAUF INDICATION|[EÉ]BAVURER|NE PAS (?:MESURER|METTRE)|"
    r"SALVO INDICACI|A MENOS QUE|NO ESCALAR|SALVO (?:DIVERSA|DIVERSE)|SE NON (?:DIVERSAMENTE|SPECIFICATO)|"
    r"OM INGET ANNAT|НЕУКАЗАННЫЕ|指示なき|指定なき|未注|לא (?:צוין|הוגדר|נאמר) אחרת|ما لم (?:يذكر|ينص)",
    re.IGNORECASE,
)
"""What general notes in a title block begin with or contain."""

_ORDER: Final = re.compile(
    r"(?:DO NOT SCALE|BREAK ALL|DEBURR|UNLESS OTHERWISE|LICEN[CS]ED|INTERPRET|ENTGRATE|WENN NICHT ANDERS|"
    r"ZEICHNUNG NICHT|KANTEN BRECHEN|SAUF INDICATION|[EÉ]BAVURER|NE PAS|SALVO|NO ESCALAR|SE NON|OM INGET ANNAT)\b",
    re.IGNORECASE,
)
"""What the first line of a general note begins with, so that the note before it ends there."""

UNENDED: Final = re.compile(
    r"(?:[,:]|\b(?:AND|OR|UND|ODER|ET|OU|Y|E|O|OCH|A|AN|THE|OF|TO|IN|ON|BY|FOR|WITH|UNDER|IS|ARE|BE|NOT|IST|SIND|DER|DIE|"
    r"DAS|DES|DEN|VON|MIT|DE|DU|DES|LE|LA|LES|EST|SONT|EL|LOS|LAS|DEL|CON|PER|DI|DA|AV|SOM))$",
    re.IGNORECASE,
)
"""A line after which its sentence goes on: no sentence ends with a comma, an article or a preposition."""

_STATEMENT: Final = re.compile(
    r"(?:ALL )?(?:DIMENSIONS?|UNITS?) (?:ARE |IN )|(?:ALLE )?(?:MASSE|MAẞE|MAßE) IN |(?:TOUTES LES )?COTES EN |"
    r"(?:TODAS LAS )?(?:MEDIDAS|COTAS) EN |(?:TUTTE LE )?QUOTE IN |(?:ВСЕ )?РАЗМЕРЫ В ",
    re.IGNORECASE,
)
"""What a line begins with that tells the sheet's unit."""

_WHOLE: Final = re.compile(
    r"(?:©|\(C\)|COPYRIGHT\b)(?:[^.]|\.(?=\S))*$|(?:FIRST|THIRD|1ST|3RD)[ -]ANGLE(?: PROJECTION)?$", re.IGNORECASE
)
"""A line that says all that it has to say: who owns the drawing, how its views are projected."""

_SAME_TURN: Final = 2.0  # degrees
_NAMED: Final = re.compile(r"[^\W\d_][\w&/() -]{0,30}[:：](?!//)|\d[:：]\s?(?=[^\W\d_]{2})")
"""A line that begins with what it speaks of: "Material: ...", or with the code that it explains: "B: ...", "1: ..."."""

_ENDED: Final = re.compile(r"[.)!?。！？]$")
_BLANK: Final = 0.4  # letter heights: a blank between two words
_COLUMN: Final = 4.0  # letter heights between the base lines of neighbours in a list
_APART: Final = 12.0  # letter heights from an item to the one with the next number, which has several lines
_LIKE: Final = 0.75  # of the higher letters: lower ones are not alike
BULLET: Final = re.compile(
    r"(?:[-–—]\s*(?=[^\W\d_])|[•●▪■◦‣※*]\s*(?=\w)|[.·](?=[A-ZА-Я][a-zа-я])|\[[A-Z]{2}\]\s?(?=\w))."
)
"""What marks an item of a list without numbers, or says in which language it is."""

_MARKED: Final = re.compile(r"(?:\d{1,2}(?:\.\d{1,2})+[.)]?\s+(?=[^\W\d_]{2})|[A-Za-z]\d?[.)])\s*\S")
"""What marks an item within a numbered one."""

_WIDER: Final = 1.2  # times as wide as between lines of one paragraph is the room between two
_LIST: Final = 2  # lines that begin with a name make a list of their paragraph


def items_of(paragraph: Sequence[Line]) -> list[list[Line]]:
    """A paragraph, parted where a line begins with a bullet or a name and a colon, and behind one that ends early.

    A wrapped line ends where the next word had no room: one that ends a sentence and had room for it ends an item, and
    so does each such line in a list of names and values.
    """
    if NUMBERED.match(paragraph[0].text):
        return _under_heading(paragraph)
    if GENERAL.search(paragraph[0].text):
        return [[*paragraph]]
    return [item for part in _apart(paragraph) for item in _items(part)]


def _under_heading(item: Sequence[Line]) -> list[list[Line]]:
    """A numbered item, parted at each marked line if it is a heading over a list: "1. Material:" over "1.1 Housing".

    What is marked in the middle of a sentence enumerates, and belongs to it.
    """
    marked = [at for at, line in enumerate(item) if at and (BULLET.match(line.text) or _MARKED.match(line.text))]
    if not marked or not item[marked[0] - 1].text.endswith((":", "：")):
        return [[*item]]
    return [[*item[a:b]] for a, b in pairwise([0, *marked, len(item)])]


def _apart(paragraph: Sequence[Line]) -> list[list[Line]]:
    """A paragraph, parted where the room between two lines is wider than that below the second of them.

    The room before is looked at while paragraphs are made: there the one below is not known yet.
    """
    gaps = [-a.word.across(b.word.x, b.word.y) for a, b in pairwise(paragraph)]
    parts = [[*paragraph[:1]]]
    for line, above, below in zip(paragraph[1:], gaps, [*gaps[1:], math.inf], strict=False):
        if above > _WIDER * below:
            parts.append([])
        parts[-1].append(line)
    return parts


def _items(paragraph: Sequence[Line]) -> list[list[Line]]:
    widest = max(line.word.length for line in paragraph)
    is_list = _is_list(paragraph)
    parts: list[list[Line]] = []
    for line in paragraph:
        last = parts[-1][-1] if parts else None
        early = last is not None and line.text[0].isupper() and had_room(last, line, widest)
        ends = early and (is_list or _ENDED.search(last.text if last else ""))
        named = _NAMED.match(line.text) and last is not None and not UNENDED.search(last.text.rstrip(":"))
        stated = is_statement(line.text) or (last is not None and _WHOLE.match(last.text))
        if last is None or named or stated or ends or BULLET.match(line.text):
            parts.append([])
        parts[-1].append(line)
    return [own for part in parts for own in ([[line] for line in part] if _are_sentences(part) else [part])]


def _are_sentences(paragraph: Sequence[Line]) -> bool:
    """Whether each line is a sentence: wrapped text does not break its lines at sentences' ends alone."""
    begun = all(line.text[0].isupper() for line in paragraph[1:])
    return len(paragraph) > 1 and begun and all(line.text.endswith(".") for line in paragraph)


def _is_list(paragraph: Sequence[Line]) -> bool:
    """Whether lines of a paragraph name what they tell: "Material: ...", "Scale: ..."."""
    return sum(_NAMED.match(line.text) is not None for line in paragraph) >= _LIST


def had_room(line: Line, after: Line, widest: float) -> bool:
    """Whether the first word of the next line had room in this one."""
    first = after.words[0]
    lead = first.text.split()[0]
    share = len(lead[:1] if IDEOGRAPH.match(lead) else lead) / max(len(first.text), 1)
    return line.word.length + _BLANK * line.word.height + share * first.length <= widest


def is_statement(text: str) -> bool:
    """Whether a line begins to tell the sheet's unit, whatever stands in the line before."""
    return text[:1].isupper() and _STATEMENT.match(text) is not None and units_in(text) is not None


def is_listed(paragraph: Sequence[Line], others: Sequence[Sequence[Line]], told: Sequence[bool]) -> bool:
    """Whether a numbered or named item, however little it says, stands flush with a note right above or below it."""
    if not (NUMBERED.match(paragraph[0].text) or _NAMED.match(paragraph[0].text)):
        return False
    return any(
        says and (_is_flush(paragraph, p) or _are_counted(paragraph, p)) for p, says in zip(others, told, strict=True)
    )


def _are_counted(one: Sequence[Line], other: Sequence[Line]) -> bool:
    """Whether two items of like letters bear numbers that follow each other, and begin below each other."""
    first, second = sorted((one, other), key=lambda item: _top(item[0]))
    numbers = [NUMBERED.match(item[0].text) for item in (first, second)]
    counts = [int(n["number"]) for n in numbers if n is not None and n["number"].isdecimal()]
    if len(counts) < len(numbers) or counts[1] != counts[0] + 1:
        return False
    upper, lower = first[0].word, second[0].word
    height = max(upper.height, lower.height)
    down = -upper.across(lower.x, lower.y)
    return _begin_below(upper, lower) and 0 < down <= _APART * height


def _top(line: Line) -> float:
    (ux, uy), word = line.word.up, line.word
    return -(word.x * ux + word.y * uy)


def _is_flush(one: Sequence[Line], other: Sequence[Line]) -> bool:
    """Whether two paragraphs of like letters begin below each other, with little room between them."""
    first, second = one[0].word, other[0].word
    height = max(first.height, second.height)
    if not _begin_below(first, second):
        return False
    gaps = (a[-1].word.across(b[0].word.x, b[0].word.y) for a, b in ((one, other), (other, one)))
    return any(-_COLUMN * height <= gap < 0 for gap in gaps)


def _begin_below(one: Word, other: Word) -> bool:
    """Whether lines of like letters begin at one place along them."""
    height = max(one.height, other.height)
    turned = abs((one.angle - other.angle + 180) % 360 - 180) > _SAME_TURN
    return not turned and min(one.height, other.height) >= _LIKE * height and abs(one.along(other.x, other.y)) <= height


def orders_of(lines: Sequence[Line], *, wrapped: bool = False) -> list[list[Line]]:
    """Lines of a title block, parted where one begins another general note, if those before are `wrapped` not in prose.

    In prose the words that begin one may stand at the head of a line by chance; what marks an item does not.
    """
    widest = max(line.word.length for line in lines)
    parts: list[list[Line]] = []
    for line in lines:
        last = parts[-1][-1] if parts else None
        begins = _ORDER.match(line.text) and last is not None and not UNENDED.search(last.text)
        own = begins and last is not None and (not wrapped or _ENDED.search(last.text) or had_room(last, line, widest))
        if last is None or own or BULLET.match(line.text):
            parts.append([])
        parts[-1].append(line)
    return parts
