"""Numbers of notes that stand before their text, at a stop of the tabulator: with it they are one line.

Alone such a number is read without its point, as is any number behind which a line of the drawing ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .boxes import TextBox, close_pairs, joined, turn_between

_NUMBER: Final = 2.0
"""Heights of its box that a number with its point is long at most: two figures."""

_LINE: Final = 4.0
"""Heights of its box that a line of text is long at least: a number before less is part of a table or of a callout."""

_GAP: Final = 0.6
"""Heights between both boxes at most: a table's columns stand further apart, or a line parts what is joined here."""

_LEVEL: Final = 0.15
"""Heights by which the middles of both are off each other at most."""

_ALIKE: Final = 0.75
"""Of the higher of both: how high the other one is at least."""

_ALONG: Final = 5.0  # degrees between a number and its line


def with_list_numbers(boxes: Sequence[TextBox]) -> list[TextBox]:
    """The boxes; a short one right before a line of text is joined to it."""
    before = {line: number for line, number in close_pairs(boxes, _GAP) if _leads(boxes[number], boxes[line])}
    taken = set(before.values())
    return [joined(box, boxes[before[i]]) if i in before else box for i, box in enumerate(boxes) if i not in taken]


def _leads(number: TextBox, line: TextBox) -> bool:
    if number.unsure or number.elongation > _NUMBER or line.elongation < _LINE:
        return False
    if not _ALIKE <= number.height / line.height <= 1 / _ALIKE:
        return False
    along, across = line.offset(number)
    gap = -along - (line.length + number.length) / 2
    level = abs(across) <= _LEVEL * line.height and turn_between(number, line) <= _ALONG
    return level and -_GAP * line.height <= gap <= _GAP * line.height
