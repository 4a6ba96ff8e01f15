"""Dimensions and callouts on the views (ISO 129-1, ASME Y14.5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from ...contract import Dimension
from ..callouts import Callout, normalise, read_dimension
from ..layout.around import around
from ..layout.callout_groups import groups_of, is_countersink
from ..layout.dimension_lines import begins_with_line, has_dimension_line, is_boxed, is_ringed
from ..layout.ordinates import is_led, ordinates_of
from ..layout.rings import rings_of
from ..layout.stacks import with_stacks
from ..sheet import Floats, Sheet, Word
from ..text.lines import Line, lines_of
from ..units import Units

_BARE = 0.6  # a callout less plausible than this needs a dimension line to be believed
_LEAST, _GAIN = 0.78, 0.21  # confidence by plausibility: as often as such callouts were right on labelled drawings
_UNTIED = 0.9  # share of its confidence that a text without a dimension line keeps
_SURE_ALONE = 0.85  # a recognised digit that stands alone is believed from this confidence on
_CUT = 0.5  # letter heights between two callouts that stand on one line
_VALUE = re.compile(r"[\d⌀]")
"""What is left of a callout that holds a value was another callout."""
_BEGINS = re.compile(r"^(?:[⌀□]|S?R\s?\.?\d|M\d|\d+\s?[xX]$|\d+[.,]\d+$)")
_DASH = re.compile(r"^(?:[-−–—]|L-?)\s*(?=[\d⌀RM.])")
_DECIMAL = re.compile(r"^\d+[.,]\d+$")
_LARGEST_RING = 5.0  # text heights: radius of the largest balloon


def read(sheet: Sheet, words: Sequence[Word], units: Units | None) -> list[Dimension]:
    """The dimensions among `words`: those of the views, without title block, tables, frames and margins."""
    rings = rings_of(sheet.paths, largest=_LARGEST_RING * sheet.text_height)
    free = [w for w in words if not is_ringed(w, rings)]
    decimal = decimal_mark(words)
    ordinates = ordinates_of(lines_of(free, walls=sheet.segments), sheet.segments)
    in_rows = {word for line in ordinates for word in line.words}
    lines = lines_of(with_stacks(sheet, [w for w in free if w not in in_rows]), walls=sheet.segments)
    groups = [*groups_of(lines), *([line] for line in ordinates)]
    found = [d for group in groups for d in _read_group(sheet, group, units, decimal)]
    boxes = {around([line.box]) for line in ordinates}
    return [_ordinate(d) if d.box in boxes and d.kind == "linear" else d for d in found]


def _ordinate(dimension: Dimension) -> Dimension:
    return dimension.model_copy(update={"kind": "ordinate"})


def decimal_mark(words: Sequence[Word]) -> Literal[",", "."] | None:
    """The decimal mark that most numbers on the sheet have; None when there is no decimal number."""
    marks = Counter(mark for w in words for mark in ",." if _is_decimal(w.text, mark))
    return ("," if marks[","] > marks["."] else ".") if marks else None


def _is_decimal(text: str, mark: str) -> bool:
    before, found, after = text.partition(mark)
    return bool(found) and after[:1].isdigit() and (before[-1:].isdigit() or not before)


def _read_group(
    sheet: Sheet, group: list[Line], units: Units | None, decimal: Literal[",", "."] | None
) -> list[Dimension]:
    """The dimensions of one group of lines: one when they read as a whole, else those of each line alone."""
    boxed = is_boxed(group[0].word, sheet.segments)
    texts = [f"⌵ {line.text}" if line is not group[0] and is_countersink(line.text) else line.text for line in group]
    texts[0] = _without_dash(group[0], sheet.segments)
    whole = read_dimension(texts, units=units, boxed=boxed, decimal=decimal)
    if whole is None or _VALUE.search(whole.rest):
        parts = [[line] for line in group] if len(group) > 1 else _parts(group[0])
        found = [_read_group(sheet, part, units, decimal) for part in parts]
        if any(found) and (all(found) or len(group) > 1):
            return [d for part in found for d in part]
    dimension = _believed(sheet.number, whole, group, sheet.segments, boxed=boxed) if whole else None
    return [dimension] if dimension is not None else []


def _without_dash(line: Line, segments: Floats) -> str:
    """The line's text; without a dash in front where that is the end of a dimension line or a leader."""
    dash = _DASH.match(line.text)
    if dash is None or line.word.read_from == "text layer" or not begins_with_line(line.word, segments):
        return line.text
    return line.text[dash.end() :]


def _parts(line: Line) -> list[list[Line]]:
    """A line that reads as no dimension, cut in front of a word that may begin another: ⌀, R, M or a stack's end."""
    for index in range(len(line.words) - 1, 0, -1):
        before, word = line.words[index - 1], line.words[index]
        apart = before.along(word.x, word.y) - before.length >= _CUT * word.height
        if (apart or _are_decimals(before, word)) and (
            _BEGINS.match(normalise(word.text)) or before.text.endswith("}")
        ):
            return [[Line(line.words[:index])], [Line(line.words[index:])]]
    return []


def _are_decimals(*words: Word) -> bool:
    """Whether each is a whole decimal number, so that together they are none: boxes of a chain's numbers may touch."""
    return all(_DECIMAL.match(word.text) for word in words)


def _believed(number: int, callout: Callout, group: list[Line], segments: Floats, *, boxed: bool) -> Dimension | None:
    if _is_stray(group, segments):
        return None
    tied = boxed or any(has_dimension_line(line.word, segments) for line in group)
    if callout.score < _BARE and not tied:
        return None
    read = min(line.word.confidence for line in group)
    first = group[0].word
    return callout.dimension.model_copy(
        update={
            "page": number,
            "box": around(line.box for line in group),
            "rotation": round(first.angle, 1),
            "confidence": round(read * (_LEAST + _GAIN * callout.score) * (1.0 if tied else _UNTIED), 3),
            "read_from": first.read_from if len(group) == 1 else _source(group),
        }
    )


def _is_stray(group: Sequence[Line], segments: Floats) -> bool:
    """Whether a single recognised character is more likely a piece of a line, or a hole's outline, than a dimension.

    No length is zero but that from which ordinates are counted.
    """
    word = group[0].word
    if len(group) > 1 or len(word.text) > 1 or word.read_from != "recognised":
        return False
    return word.confidence < _SURE_ALONE or word.text in "1l|" or (word.text == "0" and not is_led(group[0], segments))


def _source(group: Sequence[Line]) -> Literal["text layer", "recognised", "both"]:
    kinds = {line.word.read_from for line in group}
    return kinds.pop() if len(kinds) == 1 else "both"
