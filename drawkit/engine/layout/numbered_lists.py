"""Lists of notes: lines one below the other that begin with 1, 2, 3. What they say of sizes is said in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..sheet import Floats, Word
from ..text.lines import Line, lines_of

_ITEM: Final = re.compile(r"(?P<number>\d{1,2})\s?(?:[)）、]|[.:](?=\s|[^\W\d]))\s*(?P<rest>\S.*)")
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
    """Lines whose numbers follow each other from top to bottom, each as long as it goes on."""
    after = {at: next_at for at, item in enumerate(items) if (next_at := _next(item, items)) is not None}
    for first in after.keys() - set(after.values()):
        run = [first]
        while run[-1] in after:
            run.append(after[run[-1]])
        yield [items[at][1] for at in run]


def _next(item: tuple[int, Line], items: Sequence[tuple[int, Line]]) -> int | None:
    """Which of the items bears the next number right below this one; the nearest of several."""
    number, line = item
    below = [at for at, (n, other) in enumerate(items) if n == number + 1 and _is_below(line.word, other.word)]
    return min(below, key=lambda at: -line.word.across(items[at][1].word.x, items[at][1].word.y), default=None)


def _is_below(upper: Word, lower: Word) -> bool:
    height = max(upper.height, lower.height)
    if abs((upper.angle - lower.angle + 180) % 360 - 180) > _TURN:
        return False
    beside = abs(upper.along(lower.x, lower.y))
    return beside <= _INDENT * height and 0 < -upper.across(lower.x, lower.y) <= _APART * height
