"""Lines of text that belong together: paragraphs, numbered items, text blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.lines import Line

NUMBERED = re.compile(r"^(?P<number>\d{1,2}|[a-z]|[A-Z])\s?[.)]\s*(?P<rest>\S.*)?$")
"""A line that starts an item of a list: "1. ...", "a) ..."."""

_NEXT = (0.8, 2.3)  # letter heights between the base lines of one paragraph
_INDENT = 6.0  # letter heights by which a line may be indented against the one before
_HANGING = (1.2, 4.0)  # letter heights by which the lines of a numbered item stand in from its number
_LOOSE = 3.6  # letter heights between base lines up to which a line that hangs belongs to its item
_HEIGHT = 0.25  # share by which letter heights within one paragraph may differ


def paragraphs_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Group lines into paragraphs, top to bottom; a numbered line starts a new one."""
    ordered = sorted(lines, key=lambda line: (round(line.word.angle), -line.word.across(0.0, 0.0)))
    paragraphs: list[list[Line]] = []
    for line in sorted(ordered, key=_top_down):
        home = next((p for p in paragraphs if _continues(p, line)), None)
        if home is None:
            paragraphs.append([line])
        else:
            home.append(line)
    return paragraphs


def _top_down(line: Line) -> tuple[float, float]:
    word = line.word
    ux, uy = word.up
    dx, dy = word.direction
    return -(word.x * ux + word.y * uy), word.x * dx + word.y * dy


def _continues(paragraph: Sequence[Line], line: Line) -> bool:
    if NUMBERED.match(line.text) and not _number_alone(paragraph):
        return False
    last, first, word = paragraph[-1].word, paragraph[0].word, line.word
    height = max(last.height, word.height)
    if abs((last.angle - word.angle + 180) % 360 - 180) > 2 or abs(last.height - word.height) > _HEIGHT * height:
        return False
    apart, start = -last.across(word.x, word.y), first.along(word.x, word.y)
    hangs = NUMBERED.match(paragraph[0].text) is not None and _HANGING[0] * height <= start <= _HANGING[1] * height
    furthest = (_LOOSE if hangs else _NEXT[1]) * height
    if not _NEXT[0] * height <= apart <= furthest or (not hangs and _looser(paragraph, apart, height)):
        return False
    middle = start + word.length / 2 - first.length / 2
    return -0.8 * height <= start <= _INDENT * height or abs(middle) <= height


def _number_alone(paragraph: Sequence[Line]) -> bool:
    """Whether all there is yet is the number of an item, whose text begins on the next line."""
    numbered = NUMBERED.match(paragraph[0].text) if len(paragraph) == 1 else None
    return numbered is not None and not numbered["rest"]


def _looser(paragraph: Sequence[Line], apart: float, height: float) -> bool:
    """Whether the line stands further off than the paragraph's own lines do."""
    if len(paragraph) < 2:
        return False
    own = -paragraph[-2].word.across(paragraph[-1].word.x, paragraph[-1].word.y)
    return apart > own + 0.35 * height
