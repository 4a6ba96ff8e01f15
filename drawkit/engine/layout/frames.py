"""Feature control frames: rows of cells whose first holds a characteristic (ISO 1101, ASME Y14.5)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, get_args

import numpy as np

from ...contract import Characteristic
from ..sheet import Sheet, Word
from ..text.marks import in_row
from ..text.picture_words import read_crops
from ..text.symbols import Mark, Symbol, candidates
from .crops import blobs, crop, heights, ink_extent, ink_level
from .frame_rows import Row, rows_around

_CHARACTERISTICS: Final = frozenset(get_args(Characteristic))
_SYMBOLS: Final = frozenset("⌖⏥⏤○⌭⌒⌓∠⊥∥◎⌯↗⌰")
_VALUE = re.compile(rf"^(?:[{''.join(sorted(_SYMBOLS))}]\|?)?S?[⌀Øø∅]?\d{{0,3}}[.,]?\d+")
"""What stands in a frame: its value, or all of it where a scan's reader saw it as one."""

_INSIDE = 0.16  # of the letter height: how far a crop stays off the cell's lines, and no more than
_MARGIN = 0.09  # of the cell's height, since letters of a scan may measure too high
_CERTAIN = 0.5  # a characteristic is believed from this confidence on
_WIDEST = 4.5  # letter heights: the first cell of a frame is about as wide as high
_FRACTION = re.compile(r"⌀?0?[.,]\d")
_PLAIN_WORD = re.compile(r"[a-zà-ÿ]{3}")
"""Frames hold values, datums and abbreviations in capitals; plain words stand in tables and boxes."""
_TURNED = 12.0  # degrees: words of a frame read along its row
_OVER = 0.15  # letter heights by which a word reaches over a wall that cuts it
_IN_CELLS: Final = frozenset("⌀ⓂⓁⓅⒻⓈⓉⓊⒺⓇ")
_CERTAIN_IN_CELL = 0.8
_READABLE = 0.6  # a cell's own picture is believed from this confidence on, where no word was found in it
_LEAST_SYMBOL = 0.7  # letter heights: a lower mark in a cell is no symbol
_BLANK_GAP = 0.45  # of the letter height: a wider gap between slanted letters is a blank
_BLANK = 0.35  # of the letter height: a smaller mark is dirt


@dataclass(frozen=True)
class Frame:
    """One row of a feature control frame: the characteristic and the text of the cells after it."""

    characteristic: Symbol
    cells: tuple[str, ...]
    words: tuple[Word, ...]
    row: Row
    first: int
    """Index of the characteristic's cell in the row."""

    @property
    def word(self) -> Word:
        """The frame as one word of a text in which it stands."""
        word, left = self.row.word, self.row.walls[self.first] * self.row.word.height
        return replace(
            word,
            text=" ".join((self.characteristic.text, *self.cells)),
            x=word.x + left * word.direction[0],
            y=word.y + left * word.direction[1],
            length=self.row.walls[-1] * word.height - left,
        )

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Upright box around the frame's cells, in points."""
        word, height = self.row.word, self.row.word.height
        left, right = self.row.walls[self.first], self.row.walls[-1]
        return word.span(
            below=-self.row.low * height,
            above=self.row.high * height,
            before=-left * height,
            after=right * height - word.length,
        )


def frames_of(sheet: Sheet) -> list[Frame]:
    """Every row of a feature control frame on the sheet, each once."""
    values = [w for w in sheet.words if _VALUE.match(w.text)]
    found: list[Frame] = []
    taken: set[Word] = set()
    for word, row in rows_around(values, sheet):
        if word in taken:
            continue
        frame = next((f for f in (_frame(row, first, sheet) for first in _first_cells(word, row)) if f), None)
        if frame is not None:
            taken.update(frame.words)
            found.append(frame)
    return found


def _first_cells(word: Word, row: Row) -> range:
    """Which cells may hold the characteristic: the one before the value, or any before the middle of all its text."""
    return range(0 if word.text[0] in _SYMBOLS else max(0, row.home - 1), row.home)


def _frame(row: Row, first: int, sheet: Sheet) -> Frame | None:
    left, right = row.cell(first)
    if right - left > _WIDEST or any(_is_text(w) for w in _words_in(row, first, sheet.words)):
        return None
    symbol = _characteristic(row, first, sheet)
    if symbol is None or symbol.confidence < _CERTAIN:
        return None
    cells = [_cell(row, index, sheet) for index in range(first + 1, row.cells)]
    while cells and not cells[-1]:
        cells.pop()
    texts = tuple(_text(words) for words in cells)
    if any(_PLAIN_WORD.search(text) for text in texts) or _is_dimension_line(symbol, texts, sheet):
        return None
    covered = (w for w in sheet.words if _is_covered(row, first, w))
    return Frame(symbol, texts, tuple(dict.fromkeys([*(w for words in cells for w in words), *covered])), row, first)


def _is_dimension_line(symbol: Symbol, texts: Sequence[str], sheet: Sheet) -> bool:
    """Whether what looks like straightness in a scan is a dimension line between two others: its value says so."""
    return symbol.text == "⏤" and sheet.source == "picture" and not _FRACTION.match(texts[0] if texts else "")


def _text(words: Sequence[Word]) -> str:
    """The words with blanks between them; none where slanted letters of one word only seem apart."""
    text = ""
    for before, word in zip((None, *words), words, strict=False):
        text += word.text if before is None or _runs_on(before, word) else f" {word.text}"
    return text


def _runs_on(before: Word, word: Word) -> bool:
    """Whether letters follow each other without a blank: how far slanted ones reach is only guessed."""
    slanted = min(word.angle % 90, 90 - word.angle % 90) > 1 and word.read_from == before.read_from == "text layer"
    letters = before.text[-1:].isalpha() and word.text[:1].isalpha()
    return slanted and letters and before.along(word.x, word.y) - before.length < _BLANK_GAP * word.height


def _is_covered(row: Row, first: int, word: Word) -> bool:
    """Whether a word stands in the frame, also where it runs over a wall of it."""
    along, across = _place(row, word)
    return row.walls[first] < along < row.walls[-1] and row.low < across < row.high


def _is_text(word: Word) -> bool:
    """Whether a word really is one: a characteristic may have been recognised as some odd letter."""
    return word.read_from == "text layer" or sum(c.isalnum() for c in word.text) >= 2


def _cell(row: Row, index: int, sheet: Sheet) -> list[Word]:
    """The words of a cell with the symbols that are drawn between them, in reading order."""
    words = _words_in(row, index, sheet.words)
    if sheet.source != "text" or _is_drawn(words or [row.word]):
        return _read_again(row, index, words, sheet)
    drawn = _drawn_symbols(row, index, words, sheet)
    return sorted([*words, *drawn], key=lambda w: _place(row, w)[0])


def _is_drawn(words: Sequence[Word]) -> bool:
    """Whether letters are drawn and not in the text layer; a frame's other cells are as that of its value."""
    return any(w.read_from == "recognised" and w.text not in _IN_CELLS for w in words)


def _read_again(row: Row, index: int, words: list[Word], sheet: Sheet) -> list[Word]:
    """The words of a recognised cell, or the cell's own picture read as one where that is the surer reading."""
    left, right = row.cell(index)
    across = row.low + _INSIDE / 2, row.high - _INSIDE / 2
    image = crop(sheet, row.word, (left + _INSIDE, right - _INSIDE), across, shear=row.shear)
    extent = ink_extent(image, dark=ink_level(sheet, row.word))
    if extent is None:
        return words
    reading = read_crops([image])[0]
    if not reading.text or reading.confidence < min([_READABLE, *(w.confidence for w in words)]):
        return words
    along, wide = left + _INSIDE + heights(extent[0]), heights(extent[1] - extent[0])
    return [_symbol_word(row, Symbol(reading.text, "", reading.confidence), along, wide)]


def _drawn_symbols(row: Row, index: int, words: Sequence[Word], sheet: Sheet) -> list[Word]:
    """Diameter signs and modifiers that the cell shows beside its words."""
    left, right = row.cell(index)
    across = row.low + _INSIDE, row.high - _INSIDE
    image = crop(sheet, row.word, (left + _INSIDE, right - _INSIDE), across, shear=row.shear)
    spans = [_span(row, word) for word in words]
    found = []
    for x0, x1, y0, y1 in blobs(image, dark=ink_level(sheet, row.word)):
        wide, tall = heights(x1 - x0), heights(y1 - y0)
        middle = left + _INSIDE + heights((x0 + x1) / 2)
        if tall < _LEAST_SYMBOL or wide < 0.3 or any(start <= middle <= end for start, end in spans):
            continue
        symbol = candidates(Mark(image[y0:y1, x0:x1], tall, wide, 0.0), _IN_CELLS)
        if symbol is not None and symbol.confidence >= _CERTAIN_IN_CELL:
            found.append(_symbol_word(row, symbol, left + _INSIDE + heights(x0), wide))
    return found


def _span(row: Row, word: Word) -> tuple[float, float]:
    middle, half = _place(row, word)[0], word.length / row.word.height / 2
    return middle - half, middle + half


def _symbol_word(row: Row, symbol: Symbol, along: float, wide: float) -> Word:
    base = row.word
    (dx, dy), start = base.direction, along * base.height
    return Word(
        text=symbol.text,
        x=base.x + dx * start,
        y=base.y + dy * start,
        angle=base.angle,
        length=wide * base.height,
        height=base.height,
        confidence=symbol.confidence,
        read_from="recognised",
    )


def _place(row: Row, word: Word) -> tuple[float, float]:
    """Where a word's middle lies along and across the row, its lean taken out.

    A text layer tells where letters stand on the base line, a picture where their middles are.
    """
    along, across = in_row(np.array([word.middle]), row.word)[0]
    (ux, uy), half = word.up, word.height / 2
    x, y = word.middle
    base = in_row(np.array([(x - ux * half, y - uy * half)]), row.word)[0][1]
    level = base if word.read_from == "text layer" else across
    return float(along - row.shear * (level - row.middle)), float(across)


def _words_in(row: Row, index: int, words: Iterable[Word]) -> list[Word]:
    """Words whose middle lies in the cell, in reading order; characteristics are no words."""
    left, right = row.cell(index)
    found: list[tuple[float, Word]] = []
    for word in words:
        if abs((word.angle - row.word.angle + 180) % 360 - 180) > _TURNED:
            continue
        if word.text in _SYMBOLS or not row.low < _place(row, word)[1] < row.high:
            continue
        for piece in _cut_at_walls(row, word):
            along = _place(row, piece)[0]
            if left < along < right:
                found.append((along, piece))
    return [word for _, word in sorted(found, key=lambda f: f[0])]


def _cut_at_walls(row: Row, word: Word) -> list[Word]:
    """The word, or its letters by cell where it runs over a wall: letters of two cells may all but touch."""
    half = word.length / row.word.height / 2
    middle = _place(row, word)[0]
    crossed = [w for w in row.walls if middle - half + _OVER < w < middle + half - _OVER]
    if not crossed or len(word.text) < 2:
        return [word]
    per_letter = 2 * half / len(word.text)
    places = [middle - half + (i + 0.5) * per_letter for i in range(len(word.text))]
    pieces, (dx, dy) = [], word.direction
    for low, high in pairwise((-math.inf, *crossed, math.inf)):
        letters = [i for i, at in enumerate(places) if low < at <= high]
        if letters:
            start = letters[0] * word.length / len(word.text)
            text = word.text[letters[0] : letters[-1] + 1]
            length = len(letters) * word.length / len(word.text)
            pieces.append(replace(word, text=text, x=word.x + dx * start, y=word.y + dy * start, length=length))
    return pieces


def _characteristic(row: Row, index: int, sheet: Sheet) -> Symbol | None:
    left, right = row.cell(index)
    low, high = row.band(index)
    inside = min(_INSIDE, _MARGIN * (row.high - row.low))
    shift = row.shear * ((low + high) / 2 - row.middle)
    along = left + inside + shift, right - inside + shift
    image = crop(sheet, row.word, along, (low + inside, high - inside), shear=row.shear)
    extent = ink_extent(image, dark=ink_level(sheet, row.word))
    if extent is None:
        return None
    x0, x1, y0, y1 = extent
    wide, tall = heights(x1 - x0), heights(y1 - y0)
    if max(wide, tall) < _BLANK:
        return None
    mark = Mark(image[y0:y1, x0:x1], relative_height=tall, relative_width=wide, relative_offset=0.0)
    return candidates(mark, _CHARACTERISTICS)


def words_of_frames(frames: Sequence[Frame]) -> set[Word]:
    """The words that belong to frames and so to nothing else."""
    return {word for frame in frames for word in frame.words}
