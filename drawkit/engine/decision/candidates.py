"""What may be a dimension: each way to read lines of text that belong together, nothing left out yet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ...contract import Dimension
from ..callouts import Callout, legend_of, normalise, read_dimension
from ..layout.callout_groups import groups_of
from ..layout.charts import chart_numbers
from ..layout.dimension_lines import begins_with_line, is_boxed, is_ringed
from ..layout.ordinates import ordinates_of
from ..layout.rings import rings_of
from ..layout.stacks import deviations_of, with_stacks
from ..recognition.script_of_page import mostly_cyrillic
from ..sheet import Floats, Sheet, Word
from ..text.lines import Line, lines_of
from ..units import Units
from .drawn_to_scale import to_scale
from .habits import by_habit, ended, explains_asterisk, joins_by_dash

Mark = Literal[",", "."]

_MARKED = re.compile(r"[*△▲▽▼◇◆☆★#]")
_SENTENCE = 3.0  # letter heights between the words of a sentence
_READINGS = 4  # of a line beside the first: what is less likely is never right
_CUT = 0.5  # letter heights between two callouts that stand on one line
_PAPER = 0.35  # letter heights of paper that the boxes of two words have between them where pixels were read
_VALUE = re.compile(r"[\d⌀]")
"""What was not read of a callout and holds a value belongs to another callout."""
_BEGINS = re.compile(r"^(?:[⌀□]|S?R\s?\.?\d|M\d|\d+\s?[xX]$|\d*[.,]\d+°?$)")
_LIMITS = re.compile(r"^\{[\d.,]+\|[\d.,]+\}$")
_TOLERANCED = re.compile(r"±\s?[\d.,]+°?$")
_DASH = re.compile(r"^(?:[-−–—<≤]|L-?)\s*(?=[\d⌀RM.])")
_NOTE_NUMBER = re.compile(r"\d{1,2}\)")
_WORD = re.compile(r"[^\W\d_]{3}")
_NUMBER = re.compile(r"^(?:\d+(?:[.,]\d+)?|\(\d*[.,]?\d+\))\*?$")
_UNIT = re.compile(r"(?:^|\d)mm$")
_DECIMAL = re.compile(r"^(?:⌀\d+|[⌀R]?\d*[.,]\d+)(?:\{[^{}]+\})?°?$")
_BEGINS_SIZE = frozenset("RMCGSXx")  # radii, threads, chamfers, pipe threads, spheres, counts
_BELIEVED = 0.5  # confidence
_LARGEST_RING = 5.0  # text heights: radius of the largest balloon


@dataclass(frozen=True)
class Candidate:
    """Lines of text that read as one callout.

    Candidates may share their place: another reading of the same lines is another candidate, with its `rank`.
    """

    callout: Callout
    lines: tuple[Line, ...]
    rank: int = 0
    """0 for what the readers believe, 1 for the next reading of a line, and so on."""
    boxed: bool = False
    ordinate: bool = False
    """Whether it stands in a row of numbers that are counted from a zero."""

    @property
    def dimension(self) -> Dimension:
        """The dimension that it says; a length in a row that is counted from a zero is an ordinate."""
        said = self.callout.dimension
        return said.model_copy(update={"kind": "ordinate"}) if self.ordinate and said.kind == "linear" else said


def candidates_of(sheet: Sheet, words: Sequence[Word], units: Units | None) -> list[Candidate]:
    """The candidates among `words`, those of a row of ordinates last; `units` are the sheet's, None where unknown.

    The decimal mark is the one that most of their numbers have.
    """
    rings = rings_of(sheet.paths, largest=_LARGEST_RING * sheet.text_height)
    free = [w for w in by_habit(words, sheet.words) if not is_ringed(w, rings) and not _is_doubtful_letter(w)]
    free, ordinates = _free_and_ordinates(sheet, free)
    weighed = to_scale(sheet, free, ordinates)
    if weighed != free:
        free, ordinates = _free_and_ordinates(sheet, weighed)
    in_rows = {word for line in ordinates for word in line.words}
    lines = lines_of(with_stacks(sheet, [w for w in free if w not in in_rows]), walls=sheet.segments)
    read = _Reader(sheet, units, decimal_mark(words), _legend(sheet), joins_by_dash(words))
    groups = [[*group[:-1], ended(group[-1])] for group in groups_of(lines, sheet.segments)]
    found = [c for group in groups for c in (*read.group(group), *read.otherwise(group))]
    return found + [c for line in ordinates for c in read.group([line], ordinate=True)]


def _is_doubtful_letter(word: Word) -> bool:
    """Whether a word is one letter that begins no size and is hardly believed: it would spoil the size beside it."""
    letter = word.text.isalpha() and len(word.text) == 1 and word.text not in _BEGINS_SIZE
    return letter and word.read_from == "recognised" and word.confidence < _BELIEVED


def _free_and_ordinates(sheet: Sheet, words: Sequence[Word]) -> tuple[list[Word], list[Line]]:
    """The words that tell no scale of a chart, and the rows among them that are counted from a zero.

    A zero above a deviation is not what they are counted from.
    """
    deviations = deviations_of(sheet, words)
    lines = lines_of([w for w in words if w not in deviations], walls=sheet.segments)
    scales = chart_numbers(lines, sheet.segments)
    told = {word for line in scales for word in line.words}
    rows = ordinates_of([line for line in lines if line not in scales], sheet.segments)
    return [w for w in words if w not in told], rows


def decimal_mark(words: Sequence[Word]) -> Mark | None:
    """The decimal mark that most numbers on the sheet have; None when there is no decimal number."""
    marks = Counter(mark for w in words for mark in ",." if _is_decimal(w.text, mark))
    return ("," if marks[","] > marks["."] else ".") if marks else None


def _is_decimal(text: str, mark: str) -> bool:
    before, found, after = text.partition(mark)
    return bool(found) and after[:1].isdigit() and (before[-1:].isdigit() or not before)


def _legend(sheet: Sheet) -> frozenset[str]:
    """The marks that the sheet explains as those of reference dimensions.

    Where words are Cyrillic and no note that could be read explains it, the asterisk is one by GOST 2.307.
    """
    if not any(_MARKED.search(word.text) for word in sheet.words):
        return frozenset()
    lines = [line.text for line in lines_of(sheet.words, gap=_SENTENCE)]
    usual = mostly_cyrillic([word.text for word in sheet.words]) and not any(map(explains_asterisk, lines))
    return legend_of(lines) or frozenset("*" if usual else "")


@dataclass(frozen=True)
class _Reader:
    """Reads groups of lines by the grammar, with what the sheet's habits say."""

    sheet: Sheet
    units: Units | None
    decimal: Mark | None
    legend: frozenset[str]
    dashed: bool

    def group(self, group: Sequence[Line], *, ordinate: bool = False) -> list[Candidate]:
        """The callouts of one group of lines: one when they read as a whole, else those of each line alone."""
        if _counts_notes(group):
            return []
        boxed, whole = self._whole(group)
        if whole is None or _VALUE.search(whole.unread) or _are_two(group, whole):
            parts = [[line] for line in group] if len(group) > 1 else _parts(group[0])
            found = [self.group(part) for part in parts]
            if any(found) and (len(group) > 1 or all(f or _is_misread(p) for f, p in zip(found, parts, strict=True))):
                return [c for part in found for c in part]
        return [Candidate(whole, tuple(group), 0, boxed, ordinate)] if whole else []

    def otherwise(self, group: Sequence[Line]) -> Iterator[Candidate]:
        """The group as a whole with another reading of one of its lines."""
        for index, line in enumerate(group):
            for rank, (text, chance) in enumerate(line.word.alternatives[:_READINGS], 1):
                other = Line((line.word.with_text(text, confidence=chance),))
                lines = (*group[:index], other, *group[index + 1 :])
                boxed, whole = self._whole(lines)
                if whole is not None and not _VALUE.search(whole.unread):
                    yield Candidate(whole, lines, rank, boxed)

    def _whole(self, lines: Sequence[Line]) -> tuple[bool, Callout | None]:
        """Whether lines stand in a box of their own, and what they say as one callout."""
        boxed = is_boxed(lines[0].word, self.sheet.segments, exact=self.sheet.source != "picture")
        texts = list(self._texts(lines))
        return boxed, read_dimension(
            texts, units=self.units, boxed=boxed, decimal=self.decimal, legend=self.legend, dashed=self.dashed
        )

    def _texts(self, group: Sequence[Line]) -> Iterator[str]:
        yield _without_lines_beside(group[0], self.sheet.segments)
        yield from (line.text for line in group[1:])


def _without_lines_beside(line: Line, segments: Floats) -> str:
    """The line's text; without a dash in front where that is the end of a dimension line or a leader.

    A stroke at either end of what was read from ink is a line beside it: no size begins or ends with one.
    """
    if line.word.read_from == "text layer":
        return line.text
    text = line.text.strip("|")
    dash = _DASH.match(text)
    return text[dash.end() :] if dash is not None and begins_with_line(line.word, segments) else text


def _parts(line: Line) -> list[list[Line]]:
    """A line that reads as no dimension, cut in front of a word that may begin another: ⌀, R, M, a chain's number."""
    for index in range(len(line.words) - 1, 0, -1):
        before, word = line.words[index - 1], line.words[index]
        if (
            _ends_in_unit(before, word)
            or (
                (_is_apart(before, word) or _are_decimals(before, word))
                and (_BEGINS.match(normalise(word.text)) or before.text.endswith("}") or _are_numbers(before, word))
            )
            or (_TOLERANCED.search(before.text) and _LIMITS.match(word.text))
        ):
            return [[Line(line.words[:index])], [Line(line.words[index:])]]
    return []


def _counts_notes(group: Sequence[Line]) -> bool:
    """Whether a text layer has a small number with a bracket behind it alone: it counts notes, or refers to one."""
    word = group[0].word
    return len(group) == 1 and word.read_from == "text layer" and _NOTE_NUMBER.fullmatch(word.text) is not None


def _are_two(group: Sequence[Line], whole: Callout) -> bool:
    """Whether limits are two numbers side by side with nothing but space between: each is a dimension of a chain.

    Limits of size stand above each other, or have a mark between them (ISO 129-1, clause 9; ASME Y14.5 on limits).
    """
    if len(group) > 1 or whole.dimension.max is None or whole.dimension.min is None:
        return False
    return any(_are_decimals(*pair) and _is_apart(*pair) for pair in pairwise(group[0].words))


def _is_misread(part: Sequence[Line]) -> bool:
    """Whether lines hold figures and no word: what was misread in a chain takes nothing from its other numbers."""
    text = "".join(line.text for line in part)
    return any(c.isdigit() for c in text) and not _WORD.search(text)


def _is_apart(before: Word, word: Word) -> bool:
    paper = _PAPER * word.height if "recognised" in (before.read_from, word.read_from) else 0.0
    return before.along(word.x, word.y) - before.length + paper >= _CUT * word.height


def _ends_in_unit(before: Word, word: Word) -> bool:
    """Whether a unit stands between two numbers: each has its own, as all of a chain have theirs."""
    return _UNIT.search(before.text) is not None and _VALUE.match(word.text) is not None


def _are_numbers(*words: Word) -> bool:
    """Whether each is a bare number: in a row that says nothing as one, each is that of another dimension."""
    return all(_NUMBER.match(word.text) for word in words)


def _are_decimals(*words: Word) -> bool:
    """Whether each is a decimal number or a diameter: together they are none, though they may touch."""
    return all(_DECIMAL.match(word.text) for word in words)
