"""Lists of notes under a heading: which lines are an item each, though they bear no number, or one without its mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..text.lines import Line
from ..text.scripts import IDEOGRAPH
from .note_items import BULLET, UNENDED, had_room, items_of
from .paragraphs import NUMBERED

HEAD: Final = re.compile(
    r"(?:(?:GENERAL|TECHNICAL) )?(?:NOTES?|REQUIREMENTS)|(?:ALLGEMEINE )?HINWEISE?|ANMERKUNG(?:EN)?|BEMERKUNG(?:EN)?|"
    r"REMARQUES?|NOTAS?(?: GENERALES| GERAIS)?|NOTES? G[ÉE]N[ÉE]RALES?|NOTE GENERALI|UWAGI|POZN[ÁA]MK[YA]|"
    r"ANM[ÄA]RKNING(?:AR)?|OPMERKING(?:EN)?|注意事項|注意|技[术術]要求|注[記记]|注|要求事項|ТЕХНИЧЕСКИЕ ТРЕБОВАНИЯ|"
    r"ПРИМЕЧАНИ[ЕЯ]",
    re.IGNORECASE,
)
"""What stands over a list of notes."""

_SAME_TURN: Final = 2.0  # degrees
_LIKE: Final = 0.6  # of the higher letters: lower ones are not alike
_NEXT: Final = 3.0  # letter heights from the base line of a list's part to that of the next
_INDENT: Final = 4.0  # letter heights by which the items may stand in from the heading
_AT_ITS_START: Final = 1.0  # letter heights by which the number of an item may be off that of the first
_LOST_MARK: Final = re.compile(r"(?P<number>\d{1,2}?)\s?[.,:;)\]Il1|/\\]?\s+(?=[^\W\d_*]|\*)")
"""A number with what a reader makes of the mark behind it, or without it: points are lost, brackets become strokes."""

_CAPITAL: Final = re.compile(r"[^\W\d_]*[a-zß-öø-ÿа-я]")


def is_head(text: str) -> bool:
    """Whether a line is the heading of a list of notes, with a colon or without."""
    return HEAD.fullmatch(text.rstrip(" :：.")) is not None


def parts_of(blocks: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The items of paragraphs: those under a heading line by line where none was wrapped, the others as they are told.

    A heading over items is no item of its own.
    """
    headed: list[Sequence[Line]] = []
    homes: dict[int, bool] = {}
    for at, block in enumerate(blocks):
        if is_head(block[0].text):
            headed.append(block)
            homes[at] = True
    grew = bool(headed)
    while grew:
        grew = False
        for at, block in enumerate(blocks):
            if at not in homes and any(_goes_on_under(block, above) for above in headed):
                headed.append(block)
                homes[at] = False
                grew = True
    return [part for at, block in enumerate(blocks) for part in _parts(block, homes.get(at), headed)]


def _parts(block: Sequence[Line], begins: bool | None, headed: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The items of one paragraph; `begins` says whether it begins with a heading, or is None where it is under none."""
    if begins is None:
        parted = (_line_by_line(item) if _is_without_blanks(item) else [[*item]] for item in _items(block))
        return [own for items in parted for own in items]
    rest = block[1:] if begins else block
    if not rest:
        followed = any(_goes_on_under(other, block) for other in headed if other is not block)
        return [] if followed else [[*block]]
    return [own for item in _items(rest) for own in _line_by_line(item)]


def _items(block: Sequence[Line]) -> list[list[Line]]:
    """The items of a paragraph; numbers whose mark was not read part it before names and bullets do, and behind."""
    return [own for whole in _numbered(block) for item in items_of(whole) for own in _numbered(item)]


def _goes_on_under(block: Sequence[Line], above: Sequence[Line]) -> bool:
    """Whether a paragraph begins right below another, at its left edge or a little to the right of it.

    A recogniser measures letters with what hangs below them and stands on them: heights differ more than letters do.
    """
    word, first = block[0].word, above[0].word
    height = max(word.height, above[-1].word.height)
    turned = abs((word.angle - first.angle + 180) % 360 - 180) > _SAME_TURN
    alike = min(word.height, above[-1].word.height) >= _LIKE * height
    down, start = -above[-1].word.across(word.x, word.y), first.along(word.x, word.y)
    return not turned and alike and 0 < down <= _NEXT * height and -height <= start <= _INDENT * height


def _numbered(item: Sequence[Line]) -> list[list[Line]]:
    """An item, parted where a recognised line begins with the next number, though the mark behind it was not read."""
    parts = [[*item[:1]]]
    number = _number(item[0])
    for line in item[1:]:
        flush = abs(item[0].word.along(line.word.x, line.word.y)) <= _AT_ITS_START * line.word.height
        if number is not None and flush and line.word.read_from != "text layer" and _number(line) == number + 1:
            parts.append([])
            number += 1
        parts[-1].append(line)
    return parts


def _number(line: Line) -> int | None:
    """The number that a line begins with."""
    marked = NUMBERED.match(line.text)
    if marked is not None:
        return int(marked["number"]) if marked["number"].isdecimal() else None
    found = _LOST_MARK.match(line.text)
    return int(found["number"]) if found else None


def _line_by_line(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines, parted where the author broke them: wrapping breaks a line where the next word has no room.

    Behind a line that is nearly as long as the widest that cannot be told: the break is taken as most others are, or as
    one where a capital begins what follows and no word within the line before has any.
    """
    if NUMBERED.match(lines[0].text) or _number(lines[0]) is not None:
        return [[*lines]]
    widest = max(line.word.length for line in lines)
    pairs = list(pairwise(lines))
    room = [had_room(last, line, widest) for last, line in pairs]
    may = [_begins(line) and UNENDED.search(last.text) is None for last, line in pairs]
    broken = sum(a and b for a, b in zip(room, may, strict=True))
    is_list = broken > 0 and broken >= len(pairs) - sum(room)
    parts = [[*lines[:1]]]
    for (last, line), had, fits in zip(pairs, room, may, strict=True):
        if fits and (had or is_list or _shows_a_begin(last, line)):
            parts.append([])
        parts[-1].append(line)
    return parts


def _is_without_blanks(lines: Sequence[Line]) -> bool:
    """Whether all lines begin in a script that parts no words: it wraps at any sign, a line with room was ended."""
    return all(IDEOGRAPH.match(line.text) for line in lines)


def _begins(line: Line) -> bool:
    """Whether a line may begin a sentence: not with a small letter."""
    return not line.text[:1].islower() or BULLET.match(line.text) is not None


def _shows_a_begin(last: Line, line: Line) -> bool:
    """Whether a capital before small letters begins a line, and none the words within the line before it."""
    inner = [word for word in last.text.split()[1:] if word[:1].isupper()]
    return _is_capital(line.text.split()[0]) and not any(_is_capital(word) for word in inner)


def _is_capital(word: str) -> bool:
    return word[:1].isupper() and _CAPITAL.match(word[1:]) is not None
