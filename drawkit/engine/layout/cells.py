"""Cells: the ruled rectangles around words, and the lines of text that stand in each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...contract import Box
from ..index import index_of
from ..kept import kept
from ..sheet import Floats, Sheet, Word
from ..text.lines import Line, lines_of
from ..text.scripts import SOLID
from ..titles.labels import is_heading_word
from .around import around
from .ruling import Ruling, ruling_of

_WALL_REACH = 0.06  # of the letter height: a wall stands out this far above and below the letters beside it
_ROW = 0.5  # of the letter height: lines whose middles are closer stand beside each other
_BEFORE, _BEHIND = "±⌀", "°"
_SIGN_GAP = 0.3  # of the letter height: a sign this close to a number belongs to it
_WITHIN_WORD = 0.1  # of the letter height: a narrower gap is none between words
_SAME_ROW = 0.5  # points: base lines of one word's parts lie no further apart
_PARTED = 5  # letters: shorter words are not taken apart
_LEVEL = 5.0  # degrees: text within this of level is read in cells


@dataclass(frozen=True)
class Cell:
    """A rectangle bounded by ruling (or the page's edge) with its lines of text, from top to bottom."""

    box: Box
    lines: tuple[Line, ...]

    @cached_property
    def text(self) -> str:
        """All lines of the cell, joined as a wrapped text."""
        return join_wrapped(line.text for line in self.lines)

    @property
    def width(self) -> float:
        """Points."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """Points."""
        return self.box[3] - self.box[1]

    @cached_property
    def letter_height(self) -> float:
        """Height of the largest capital letter; 0 in a blank cell."""
        return max((line.word.height for line in self.lines), default=0.0)

    @cached_property
    def text_box(self) -> Box:
        """The box around the text."""
        return around(line.box for line in self.lines)

    @property
    def words(self) -> list[Word]:
        """All words, in reading order."""
        return [word for line in self.lines for word in line.words]


def join_wrapped(texts: Iterable[str]) -> str:
    """Lines of one cell as one text: a blank between them, none behind a hyphen or underscore or between ideographs."""
    out = ""
    for text in texts:
        glued = len(out) > 1 and out[-1] in "-_" and not out[-2].isspace()
        glued = glued or (SOLID.match(out[-1:]) is not None and SOLID.match(text) is not None)
        out = out + text if glued or not out else f"{out} {text}"
    return out


@kept(4)
def level_words(sheet: Sheet) -> tuple[Word, ...]:
    """The words that read to the right; headings that touch across a wall of the ruling are taken apart."""
    level = [w for w in sheet.words if min(w.angle, 360 - w.angle) < _LEVEL and w.text.strip()]
    ruling = ruling_of(sheet)
    return tuple(part for word in _joined(_mended(level)) for part in _cut(word, ruling))


def _mended(words: list[Word]) -> list[Word]:
    """The words, with the parts of one that runs over a wall put together again, unless both are headings.

    Those that were read from ink are parted at walls before they are read: what stands in two cells is two words.
    """
    ends: dict[tuple[int, int], list[int]] = defaultdict(list)
    out: list[Word] = []
    for word in sorted(words, key=lambda w: w.x):
        row = round(word.y / _SAME_ROW)
        for k in (-1, 0, 1):  # what ends too far to the left for this word does so for all that follow
            own = ends[row + k, round(word.height)]
            own[:] = [i for i in own if word.x - out[i].end[0] < _WITHIN_WORD * out[i].height]
        near = [i for k in (-1, 0, 1) for i in ends[row + k, round(word.height)] if _touch(out[i], word)]
        if near:
            whole = out[near[-1]]
            out[near[-1]] = replace(whole, text=whole.text + word.text, length=whole.along(*word.end))
        else:
            ends[row, round(word.height)].append(len(out))
            out.append(word)
    return out


def _touch(a: Word, b: Word) -> bool:
    """Whether letters follow each other without any gap, as within a word."""
    letters = (a.text[-1:].isalpha() or a.text[-1:] in "_-") and (b.text[:1].isalpha() or b.text[:1] in "_-")
    close = abs(b.x - a.end[0]) < _WITHIN_WORD * a.height and abs(b.y - a.y) < _SAME_ROW
    printed = a.read_from == b.read_from == "text layer"
    return letters and close and printed and not (is_heading_word(a.text) and is_heading_word(b.text))


def _joined(words: list[Word]) -> list[Word]:
    """The words, with each lone sign that stands close to its number joined to it: "±" before, "°" behind."""
    signs = [w for w in words if w.text in _BEFORE + _BEHIND]
    if not signs:
        return words
    index, reach = index_of([w.box for w in words]), max(w.height for w in words)
    gone: set[int] = set()
    made: list[Word] = []
    for sign in signs:
        ahead = sign.text in _BEFORE
        near = index.near(sign.span(below=reach, above=reach, before=reach, after=reach))
        numbers = (w for w in (words[i] for i in near) if w.text[:1].isdigit())
        number = next((w for w in numbers if _adjoin(*(sign, w) if ahead else (w, sign))), None)
        if number is not None and id(number) not in gone:
            gone |= {id(sign), id(number)}
            first, last = (sign, number) if ahead else (number, sign)
            length = first.along(*last.end)
            source = sign.read_from if sign.read_from == number.read_from else "both"
            made.append(
                replace(first, text=first.text + last.text, length=length, height=number.height, read_from=source)
            )
    return [*(w for w in words if id(w) not in gone), *made]


def _adjoin(a: Word, b: Word) -> bool:
    """Whether the second word begins right where the first ends."""
    height = max(a.height, b.height)
    return abs(a.across(b.x, b.y)) < 0.25 * height and -0.3 * height < a.along(b.x, b.y) - a.length < _SIGN_GAP * height


def _cut(word: Word, ruling: Ruling) -> list[Word]:
    """The word, or its two parts where a wall crosses it and a heading begins there; else it only overflows."""
    if len(word.text) < _PARTED:
        return [word]
    x0, x1, low, high = word.x, word.x + word.length, word.y - 1.15 * word.height, word.y + 0.15 * word.height
    upright = ruling.upright_near((x0, low, x1, high))
    inside = (upright[:, 0] > x0) & (upright[:, 0] < x1)
    tall = (upright[:, 1] < low) & (upright[:, 2] > high)
    step = word.length / len(word.text)
    for wall in upright[inside & tall, 0]:
        middle = round((wall - word.x) / step)
        for cut in (middle, middle + 1, middle - 1):
            left, right = word.text[:cut], word.text[cut:]
            if _are_apart(left, right):
                return [
                    replace(word, text=left, length=cut * step),
                    replace(word, text=right, x=word.x + cut * step, length=word.length - cut * step),
                ]
    return [word]


def _are_apart(left: str, right: str) -> bool:
    """Whether two parts of a word belong to two cells: both are headings, or the second is one with its colon."""
    begins = right[:1].isupper() and (right[1:2].islower() or not left[-1:].isupper())
    marked = begins and right.endswith((":", "："))
    return is_heading_word(right) and (marked or (is_heading_word(left) and (left + right).isalpha()))


def walls_around(ruling: Ruling, words: Sequence[Word]) -> Floats:
    """For each level word the rectangle (n, 4) of ruling around it; NaN where a side is open."""
    if not words:
        return np.empty((0, 4))
    x, y = np.array([w.middle for w in words]).T
    half = np.array([w.height * (0.5 + _WALL_REACH) for w in words])
    left, right = (ruling.nearest_upright(x, y - half, y + half, side) for side in (-1, 1))
    slack = np.minimum(ruling.slack, 0.2 * (right - left))
    top, bottom = (ruling.nearest_level(y, left + slack, right - slack, side) for side in (-1, 1))
    boxes = np.column_stack([left, top, right, bottom])
    boxes[~np.isfinite(boxes)] = np.nan
    return boxes


@kept(4)
def cells_of(sheet: Sheet) -> tuple[Cell, ...]:
    """The cells of a sheet that hold text, from top to bottom and left to right."""
    words = level_words(sheet)
    boxes = walls_around(ruling_of(sheet), words)
    groups: dict[tuple[float, ...], list[Word]] = defaultdict(list)
    for word, box in zip(words, boxes, strict=True):
        if not np.isnan(box).any():
            groups[tuple(np.round(box, 1).tolist())].append(word)
    cells = [Cell((b[0], b[1], b[2], b[3]), text_lines(group)) for b, group in groups.items()]
    return tuple(sorted(cells, key=lambda c: (c.box[1], c.box[0])))


def text_lines(words: Iterable[Word], *, gap: float = 1.5, walls: Floats | None = None) -> tuple[Line, ...]:
    """Lines of the words, from top to bottom; those beside each other from left to right."""
    lines = sorted(lines_of(words, gap=gap, walls=walls), key=lambda line: line.word.middle[1])
    rows: list[list[Line]] = []
    for line in lines:
        last = rows[-1][-1].word if rows else None
        beside = last is not None and abs(line.word.middle[1] - last.middle[1]) < _ROW * min(
            last.height, line.word.height
        )
        if beside:
            rows[-1].append(line)
        else:
            rows.append([line])
    return tuple(line for row in rows for line in sorted(row, key=lambda line: line.box[0]))
