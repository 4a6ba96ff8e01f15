"""Numbers of notes that stand before their text, at a stop of the tabulator: with it they are one line.

Alone such a number is read without its point, as is any number behind which a line of the drawing ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .boxes import TextBox, joined, turn_between

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
    numbers = [box for box in boxes if box.elongation <= _NUMBER and not box.unsure]
    before = {id(line): number for line in boxes for number in numbers if _leads(number, line)}
    taken = {id(number) for number in before.values()}
    lines = [joined(box, before[id(box)]) if id(box) in before else box for box in boxes]
    return [line for line, box in zip(lines, boxes, strict=True) if id(box) not in taken]


def _leads(number: TextBox, line: TextBox) -> bool:
    if line.elongation < _LINE or not _ALIKE <= number.height / line.height <= 1 / _ALIKE:
        return False
    if abs(number.x - line.x) + abs(number.y - line.y) > line.length + line.height:  # most are far away
        return False
    along, across = line.offset(number)
    gap = -along - (line.length + number.length) / 2
    level = abs(across) <= _LEVEL * line.height and turn_between(number, line) <= _ALONG
    return level and -_GAP * line.height <= gap <= _GAP * line.height
