"""Title data in rows of labelled values without a ruled block, as scripts print them under a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ..layout.cells import Cell
from ..text.lines import Line
from .captioned import OTHER
from .labels import title_label
from .title_cells import Found, fields_of

_FEWEST: Final = 2  # fields in one row: one alone may be a remark on a part
_GAP: Final = 6.0  # letter heights between the values of one row
_LEVEL: Final = 0.3  # letter heights by which base lines of one row may differ
_HEIGHT: Final = 0.35  # share by which letter heights of one row may differ: those of figures alone are lower
_PITCH: Final = 2.5  # letter heights between rows that belong together
_LONGEST: Final = 5  # words of a label
_SURE, _LEAST = 0.9, 9  # confidence and rank of a value whose label names no field of ours
_BETWEEN: Final = re.compile(r"[|¦·•∙・;,/\-–—]+")
"""What stands between two pairs and belongs to neither."""
_COLON: Final = re.compile(r"(?P<label>[^:：]*)[:：](?P<rest>.*)")
_LABEL_END: Final = re.compile(r"(?:[^\W\d_]{2}|[\u3041-\u30ff\u3400-\u9fff])[^\w\s]{0,2}$")
"""How a label of whatever meaning ends: in letters, and marks such as those of "No.:" and "(mm):"."""


def pairs_block(lines: Sequence[Line]) -> list[Found]:
    """The fields of the rows of pairs that tell the most fields; nothing where no row tells several.

    "MATERIAL: C45   SCALE: 2:1", "Масштаб: 1:5 - Дата: 2023-01-11", "Material: C45 | Scale: 2:1". What is labelled as
    no field of ours is told too, with its label.
    """
    blocks: list[tuple[Line, list[Found]]] = []
    for row in _rows(lines):
        fields = [f for pair in pairs_of(row) for f in _told(pair)]
        if len(_named(fields)) < _FEWEST:
            continue
        above = blocks[-1] if blocks else None
        if above is not None and _is_next(above[0], row) and not _named(fields) & _named(above[1]):
            blocks[-1] = (row, [*above[1], *fields])
        else:
            blocks.append((row, fields))
    return max((fields for _, fields in blocks), key=lambda fields: len(_named(fields)), default=[])


def _named(found: Sequence[Found]) -> set[str]:
    return {f.field for f in found if f.field != OTHER}


def _rows(lines: Sequence[Line]) -> list[Line]:
    """Lines beside each other as one, however wide the blanks between the pairs of a row."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.box[0]):
        own = next((row for row in rows if _goes_on(row[-1], line)), None)
        if own is None:
            rows.append([line])
        else:
            own.append(line)
    joined = (Line(tuple(word for line in row for word in line.words)) for row in rows)
    return sorted(joined, key=lambda row: row.word.y)


def _goes_on(last: Line, line: Line) -> bool:
    size = max(last.word.height, line.word.height)
    level = abs(last.word.y - line.word.y) < _LEVEL * size
    alike = abs(last.word.height - line.word.height) < _HEIGHT * size
    return level and alike and 0 <= line.box[0] - last.box[2] < _GAP * size


def _is_next(above: Line, row: Line) -> bool:
    return 0 < row.word.y - above.word.y < _PITCH * row.word.height


def pairs_of(row: Line) -> Iterator[Line]:
    """The pairs of a row, each from its label on, without what stands between them."""
    texts = [word.text for word in row.words]
    for start, end in pairwise([*_starts(texts), len(texts)]):
        last = max((i for i in range(start, end) if not _BETWEEN.fullmatch(texts[i])), default=start)
        words = row.words[start:last], row.words[last]
        yield Line((*words[0], words[1].with_text(words[1].text.rstrip("|¦·•∙・;,"))))


def _starts(texts: Sequence[str]) -> list[int]:
    """Where the labels of a row begin: those that end in a colon, with the words that make each name a field."""
    starts: list[int] = []
    free = 0  # words behind the colon of the last label may belong to the next
    for at, text in enumerate(texts):
        parted = _COLON.match(text)
        if parted is None:
            continue
        before = parted["label"] or (texts[at - 1] if at > free else "")
        bar = max((j for j in range(free, at) if _BETWEEN.fullmatch(texts[j])), default=free - 1)
        first = max(bar + 1, at - _LONGEST + 1)
        known = (j for j in range(first, at + 1) if title_label(" ".join([*texts[j:at], parted["label"]])) is not None)
        start = next(known, _unknown(texts, free, at) if _LABEL_END.search(before) else None)
        if start is not None and not parted["rest"].startswith("/"):
            starts.append(start)
            free = at + 1
    return starts


def _unknown(texts: Sequence[str], free: int, at: int) -> int:
    """Where a label that names no field of ours begins: behind what parts it from the value before, or the word."""
    parted = (j + 1 for j in range(at - 1, free - 1, -1) if _BETWEEN.fullmatch(texts[j]))
    alone = at if texts[at][:1] not in ":：" else at - 1
    return next(parted, max(alone, free))


def _told(pair: Line) -> list[Found]:
    cell = Cell(pair.box, (pair,))
    named = fields_of([cell])
    parted = _COLON.match(pair.text)
    label, value = (pair.text[: parted.start("rest")], parted["rest"].strip()) if parted else ("", "")
    if named or not value:
        return named
    sure = _SURE * pair.word.confidence
    return [Found(OTHER, _LEAST, label, value, pair.box, sure, pair.word.read_from)]
