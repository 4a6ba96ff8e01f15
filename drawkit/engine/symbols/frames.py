"""Feature control frames: rows of cells whose first holds a characteristic (ISO 1101, ASME Y14.5)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, get_args

from ...contract import Characteristic
from ..callouts.compartments import is_tolerance, may_follow, tidied
from ..layout.crops import blobs, clear_extent, crop, heights, ink_extent, ink_level, own_level
from ..picture_text.diameter_signs import with_right_beginning
from ..picture_text.unknown_letters import alternatives
from ..recognition.symbols import Mark, Symbol, candidates
from ..sheet import Sheet, Word
from .closed_cells import beside, cells_of
from .followed_lines import closed_rows
from .frame_rows import Row

_CHARACTERISTICS: Final = frozenset(get_args(Characteristic))
_SYMBOLS: Final = frozenset("⌖⏥▱⏤○⌭⌒⌓∠⊥⟂∥⫽◎⌯↗⌰")

_RELATED: Final[frozenset[str]] = frozenset(
    ("angularity", "perpendicularity", "parallelism", "concentricity", "symmetry", "circular_runout", "total_runout")
)
"""Orientation, coaxiality, symmetry and run-out: tolerances that are none without a datum (ISO 1101, table 2)."""

_INSIDE = 0.16  # of the letter height: how far a crop stays off the cell's lines, and no more than
_MARGIN = 0.09  # of the cell's height, since letters of a scan may measure too high
_SURE = 0.9  # and from this on though its closed cell was read as a letter or two
_CLEAR = 0.95  # and from this on though its tolerance is a whole number
_CERTAIN = 0.5  # a characteristic is believed from this confidence on
_LIKELY = 0.3  # and from this on in a frame whose cells have no others beside them
_WIDEST = 4.5  # letter heights: the first cell of a frame is about as wide as high
_FIRST_CELLS = 2  # of a row: what may stand before the characteristic's is one cell
_LONGEST = 24.0  # letter heights: how wide the compartment of a tolerance is
_PLAIN_WORD = re.compile(r"[a-zà-ÿ]{3}")
"""Frames hold values, datums and abbreviations in capitals; plain words stand in tables and boxes."""
_USUAL = 1.6  # times the height of the sheet's text: letters of a frame are as high, its cells twice (ISO 7083)
_LINE = 0.1  # letter heights: how far the outer lines of a frame reach beyond its walls at most
_TURNED = 12.0  # degrees: words of a frame read along its row
_OVER = 0.15  # letter heights by which a word reaches over a wall that cuts it
_IN_CELLS: Final = frozenset("⌀ⓂⓁⓅⒻⓈⓉⓊⒺⓇ")
_CERTAIN_IN_CELL = 0.8
_READABLE = 0.6  # a cell's own picture is believed from this confidence on, where no word was found in it
_FITTING = 0.35  # and from this on where only it is what may stand there
_LEAST_SYMBOL = 0.7  # letter heights: a lower mark in a cell is no symbol
_BLANK_GAP = 0.45  # of the letter height: a wider gap between slanted letters is a blank
_BLANK = 0.35  # of the letter height: a smaller mark is dirt


@dataclass(frozen=True)
class Frame:
    """One row of a feature control frame: the characteristic and the text of the cells after it."""

    characteristic: Symbol
    cells: tuple[str, ...]
    stated: tuple[Word, ...]
    """The words of these cells."""

    words: tuple[Word, ...]
    """All words in the frame, also those that lie over others."""

    row: Row
    first: int
    """Index of the characteristic's cell in the row."""

    @property
    def confidence(self) -> float:
        """The chance of what was read least surely."""
        return min([self.characteristic.confidence, *(word.confidence for word in self.stated)])

    @property
    def word(self) -> Word:
        """The frame as one word of a text in which it stands."""
        row, unit = self.row.word, self.row.word.height
        left, right = (self.row.walls[self.first] - _LINE) * unit, (self.row.walls[-1] + _LINE) * unit
        letters = next((w for w in self.words if w.text), row)
        before = letters.along(row.x + left * row.direction[0], row.y + left * row.direction[1])
        return replace(
            letters,
            text=" ".join((self.characteristic.text, *self.cells)),
            x=letters.x + before * letters.direction[0],
            y=letters.y + before * letters.direction[1],
            length=right - left,
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

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether a point of the page lies in one of the frame's cells; the first may span further rows."""
        row, unit = self.row, self.row.word.height
        across = row.word.across(*point) / unit
        along = row.word.along(*point) / unit - row.shear * (across - row.middle)
        if not row.walls[self.first] < along < row.walls[-1]:
            return False
        low, high = row.band(self.first) if along < row.walls[self.first + 1] else (row.low, row.high)
        return low < across < high


def frames_of(sheet: Sheet) -> list[Frame]:
    """Every row of a feature control frame on the sheet, each once, from the top of the sheet down."""
    found: list[Frame] = []
    doubtful: list[Frame] = []
    for row in closed_rows(sheet):
        tried = (_frame(row, first, sheet) for first in range(min(row.cells - 1, _FIRST_CELLS)))
        frame = next((f for f in tried if f and _is_regular(f) and not _is_outline(f, sheet)), None)
        if frame is not None and not any(_is_covered(f.row, f.first, row.word) for f in (*found, *doubtful)):
            (found if _is_sure(frame) else doubtful).append(frame)
    for frame in doubtful:
        taken = any(sure.holds(frame.row.word.middle) for sure in found)  # of a turned row of others' cells
        if not taken and _stands_alone(frame, [*found, frame], sheet):
            found.append(frame)
    return sorted(found, key=lambda f: (round(f.box[1]), f.box[0]))


def _states_tolerance(frame: Frame) -> bool:
    return bool(frame.cells) and is_tolerance(frame.cells[0])


def _tolerance(row: Row, first: int, sheet: Sheet) -> list[Word]:
    """The words of the cell behind the characteristic's, if it holds a tolerance: what else is ruled is no frame."""
    left, right = row.cell(first + 1)
    words = _cell(row, first, first + 1, sheet) if right - left <= _LONGEST else []
    return words if is_tolerance(_text(words)) else []


def _is_regular(frame: Frame) -> bool:
    """Whether its compartments say what they may; of the further ones one half may be misread, or of another kind.

    A rectangle of a view with a size in it, beside which a line lies, seems a tolerance that lacks its datum.
    """
    further = [cell for cell in frame.cells[1:] if cell]
    if not further and frame.characteristic.name in _RELATED and frame.characteristic.confidence < _SURE:
        return False
    return _states_tolerance(frame) and 2 * sum(may_follow(cell) for cell in further) >= len(further)


def _is_outline(frame: Frame, sheet: Sheet) -> bool:
    """Whether its cells are far larger than the sheet's letters: an outline with a size beside it, or in it."""
    return frame.row.word.height > _USUAL * sheet.text_height and not _is_fraction(frame.cells[0])


def _is_sure(frame: Frame) -> bool:
    """Whether it is a frame wherever it stands: slots and holes look like 0 and 8, so a whole number needs more."""
    if _is_fraction(frame.cells[0]):
        return frame.characteristic.confidence >= _CERTAIN
    return frame.confidence >= _CLEAR


def _is_fraction(text: str) -> bool:
    return bool(re.search(r"[.,]\d", text))


def _stands_alone(frame: Frame, frames: Sequence[Frame], sheet: Sheet) -> bool:
    """Whether only frames adjoin its cells: those of tables and of outlines have other neighbours."""
    cells = cells_of(sheet)
    near = beside(cells)
    own = (cell for cell in cells if frame.holds((float(cell.middle[0]), float(cell.middle[1]))))
    others = (other.middle for cell in own for other in near.get(cell.number, ()))
    return all(any(f.holds((float(x), float(y))) for f in frames) for x, y in others)


def _frame(row: Row, first: int, sheet: Sheet) -> Frame | None:
    left, right = row.cell(first)
    if right - left > _WIDEST:
        return None
    text = any(_is_text(w) for w in _words_in(row, first, sheet.words))
    symbol = _characteristic(row, first, sheet)
    if symbol is None or symbol.confidence < _SURE:
        symbol = _printed(row, first, sheet) or symbol
    if symbol is None or symbol.confidence < (_SURE if text else _LIKELY):
        return None
    tolerance = _tolerance(row, first, sheet)
    if not tolerance:
        return None
    cells = [tolerance, *(_cell(row, first, index, sheet) for index in range(first + 2, row.cells))]
    while cells and not cells[-1]:
        cells.pop()
    texts = tuple(_text(words) for words in cells)
    if any(_PLAIN_WORD.search(text) for text in texts):
        return None
    covered = (w for w in sheet.words if _is_covered(row, first, w))
    stated = tuple(word for words in cells for word in words)
    return Frame(symbol, texts, stated, tuple(dict.fromkeys([*stated, *covered])), row, first)


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


def _cell(row: Row, first: int, index: int, sheet: Sheet) -> list[Word]:
    """The words of a cell with the symbols that are drawn between them, in reading order."""
    words = _printed_first(_words_in(row, index, sheet.words))
    if sheet.source != "text" or _is_drawn(words or [row.word]):
        return _read_again(row, first, index, words, sheet)
    drawn = _drawn_symbols(row, index, words, sheet)
    return sorted([*words, *drawn], key=lambda w: _place(row, w)[0])


def _printed_first(words: list[Word]) -> list[Word]:
    """The words of a cell without what was read of strokes over those that the text layer has there."""
    printed = [word for word in words if word.read_from == "text layer"]
    return [word for word in words if word in printed or not any(_lies_over(word, other) for other in printed)]


def _lies_over(word: Word, other: Word) -> bool:
    x0, top, x1, bottom = word.box
    x, y = other.middle
    return x0 <= x <= x1 and top <= y <= bottom


def _is_drawn(words: Sequence[Word]) -> bool:
    """Whether letters are drawn and not in the text layer; a frame's other cells are as that of its value."""
    return any(w.read_from == "recognised" and w.text not in _IN_CELLS for w in words)


def _read_again(row: Row, first: int, index: int, words: list[Word], sheet: Sheet) -> list[Word]:
    """The words of a recognised cell, or the cell's own picture read as one where that is the surer reading."""
    left, right = row.cell(index)
    beside, within = row.thick
    image = crop(
        sheet, row.word, (left + beside, right - beside), (row.low + within, row.high - within), shear=row.shear
    )
    dark = ink_level(sheet, row.word)
    extent = ink_extent(image, dark=dark)
    if extent is None:
        return words
    fits = is_tolerance if index == first + 1 else may_follow
    readings = [(tidied(r.text), r.confidence) for r in alternatives(image)]
    before = "".join(w.text for w in words)
    fitting = sorted((r for r in readings if fits(r[0])), key=lambda r: r[0] in _IN_CELLS)  # a modifier has its datum
    text, confidence = next(iter(fitting), ("", 0.0) if fits(before) else readings[0])
    trusted = [w.confidence for w in words] if fits(before) and before not in text else []
    if not text or confidence < min([_READABLE if trusted or not fits(text) else _FITTING, *trusted]):
        return words
    start = left + beside
    along = start + heights(extent[0]), start + heights(extent[1])
    return [row.word.recognised(with_right_beginning(text, image, dark), confidence, along)]


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
            start = left + _INSIDE + heights(x0)
            found.append(row.word.recognised(symbol.text, symbol.confidence, (start, start + wide)))
    return found


def _span(row: Row, word: Word) -> tuple[float, float]:
    middle, half = _place(row, word)[0], word.length / row.word.height / 2
    return middle - half, middle + half


def _place(row: Row, word: Word) -> tuple[float, float]:
    """Where a word's middle lies along and across the row, its lean taken out.

    A text layer tells where letters stand on the base line, a picture where their middles are.
    """
    home, (ux, uy), (x, y) = row.word, word.up, word.middle
    across = _across(row, word)
    down = word.height / 2
    level = home.across(x - ux * down, y - uy * down) / home.height if word.read_from == "text layer" else across
    return home.along(x, y) / home.height - row.shear * (level - row.middle), across


def _across(row: Row, word: Word) -> float:
    return row.word.across(*word.middle) / row.word.height


def _words_in(row: Row, index: int, words: Iterable[Word]) -> list[Word]:
    """Words whose middle lies in the cell, in reading order; characteristics are no words."""
    left, right = row.cell(index)
    found: list[tuple[float, Word]] = []
    for word in words:
        if abs((word.angle - row.word.angle + 180) % 360 - 180) > _TURNED:
            continue
        if word.text in _SYMBOLS or not row.low < _across(row, word) < row.high:
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
    fields = word.text.strip("|").split("|")
    if len(fields) == len(crossed) + 1:
        ends = [middle - half, *crossed, middle + half]
        return [_between(row, word, field, a, b) for field, (a, b) in zip(fields, pairwise(ends), strict=True)]
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


def _between(row: Row, word: Word, text: str, start: float, end: float) -> Word:
    """A part of the word that its reader saw between two walls, given in letter heights along the row."""
    unit, (dx, dy) = row.word.height, word.direction
    off = start * unit - (_place(row, word)[0] * unit - word.length / 2)
    return replace(word, text=text, x=word.x + dx * off, y=word.y + dy * off, length=(end - start) * unit)


def _printed(row: Row, index: int, sheet: Sheet) -> Symbol | None:
    """The characteristic that the text layer names in a cell: the ink decides, but upright ∥ or ⌯ look like letters."""
    low, high = row.band(index)
    left, right = row.cell(index)
    for word in sheet.words:
        if word.text in _SYMBOLS and word.read_from == "text layer":
            along, across = _place(row, word)
            if left < along < right and low < across < high:
                return Symbol(word.text, word.text, 1.0)
    return None


def _characteristic(row: Row, index: int, sheet: Sheet) -> Symbol | None:
    left, right = row.cell(index)
    low, high = row.band(index)
    inside = min(_INSIDE, _MARGIN * (row.high - row.low))
    shift = row.shear * ((low + high) / 2 - row.middle)
    along = left + inside + shift, right - inside + shift
    image = crop(sheet, row.word, along, (low + inside, high - inside), shear=row.shear)
    dark = ink_level(sheet, row.word)
    extent = clear_extent(image, max(dark, own_level(image)) if sheet.source == "picture" else dark)
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
