"""Lists of notes: lines one below the other that begin with 1, 2, 3. What they say of sizes is said in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from ..sheet import Floats, Word
from ..text.lines import Line, lines_of

_ITEM: Final = re.compile(r"(?P<number>\d{1,2})\s?(?:\)|[.:](?=\s|[^\W\d]))\s*(?P<rest>\S.*)")
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_FEWEST: Final = 3  # items of a list
_GAP: Final = 3.0  # letter heights between words of a sentence
_INDENT: Final = 1.5  # letter heights by which items begin beside each other: 10 may begin further left than 9
_APART: Final = 12.0  # letter heights between items: those of several lines stand far apart
_TURN: Final = 2.0  # degrees


def words_of_lists(words: Sequence[Word], walls: Floats) -> set[Word]:
    """The words of the lines that begin the items of lists; `walls` (n, 4) are lines that no sentence crosses."""
    items = [(int(found["number"]), line) for line in lines_of(words, gap=_GAP, walls=walls) if (found := _item(line))]
    return {word for run in _runs(items) if len(run) >= _FEWEST for line in run for word in line.words}


def _item(line: Line) -> re.Match[str] | None:
    found = _ITEM.fullmatch(line.text)
    return found if found and _WORD.search(found["rest"]) else None


def _runs(items: Sequence[tuple[int, Line]]) -> Iterator[list[Line]]:
    """Lines whose numbers follow each other from top to bottom."""
    for _, level in groupby(sorted(items, key=_column), key=lambda item: round(item[1].word.angle / _TURN)):
        run: list[tuple[int, Line]] = []
        for number, line in level:
            if run and not (number == run[-1][0] + 1 and _is_below(run[-1][1].word, line.word)):
                yield [one for _, one in run]
                run = []
            run.append((number, line))
        yield [one for _, one in run]


def _column(item: tuple[int, Line]) -> tuple[int, int, float]:
    """The order of items: by their direction, by the column they begin in, and down that column."""
    word = item[1].word
    start = word.x * word.direction[0] + word.y * word.direction[1]
    down = -(word.x * word.up[0] + word.y * word.up[1])
    return round(word.angle / _TURN), round(start / (4 * _INDENT * word.height)), down


def _is_below(upper: Word, lower: Word) -> bool:
    height = max(upper.height, lower.height)
    beside = abs(upper.along(lower.x, lower.y))
    return beside <= _INDENT * height and 0 < -upper.across(lower.x, lower.y) <= _APART * height
