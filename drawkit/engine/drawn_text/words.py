"""Text that is drawn and not in the text layer: outlines or strokes of letters, read from their picture alone.

One way for every vector page: what is of a letter's size and explained by no word of the text layer is drawn without
the lines and the geometry around it, its usual letter as high as the readers know it, and read as a picture is. Short
numbers that a detector overlooks are read where their ink stands. Nothing is dropped for being doubtful: what its
readers hardly believe comes out with that confidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import keeping
from ..detection.boxes import TextBox
from ..detection.clusters import RULED, clusters
from ..detection.lines_beside import along_lines
from ..detection.runs import padded, runs
from ..headed_lines import headed_lines_of
from ..index import BoxIndex
from ..layout.around import inside
from ..objects.shelves import shelves_of
from ..objects.strokes import Strokes
from ..objects.terminators import carried_heads_of
from ..objects.ticks import crossed_ticks_of
from ..picture.pixels import Ink
from ..picture.sheets import words_of_run
from ..picture_text.words import DRAWN, PictureWord, read_boxes
from ..recognition.script_of_page import hear_words
from ..recognition.which_reader import CHARACTERISTICS
from ..sheet import Floats, Path, Sheet, Word, segments_of
from ..symbols.tick_paths import without_legs
from .enclosures import Enclosure, enclosures
from .letter_height import by_its_letters, levelled
from .lines import without_dimension_lines, without_lines
from .lone_letters import shows_text, weighed
from .pens import without_strokes_of_lines
from .rows_of_words import BESIDE, in_rows
from .shapes import (
    LETTER,
    Shape,
    View,
    drawn,
    largest_letter,
    scale_of,
    shapes_of,
    unexplained,
    usual_letter,
    without_grounds,
)
from .spacing import closed_up
from .spelled import spelled
from .windows import windows_of

_ASIDE = 2.0  # the same for those of its first or last letters, where the hidden text is set in a narrower font
_DEEPEST = 3.0  # of the largest letters: what is deeper than two rows of them is a tangle of lines, dear to look at
_TOUCH = 0.8  # points: an end this near to a line lies on it
_ACROSS = 0.3  # sine between two lines that cross
_VALUE_BEHIND = re.compile(rf"^([{CHARACTERISTICS}])(?=S?⌀?[.,]?\d)")  # read as one with the next compartment


def with_drawn_text(sheet: Sheet) -> Sheet:
    """The sheet with the words that are drawn as shapes; unchanged where there are none."""
    found = places_of(sheet)
    if not found:
        return sheet
    hear_words([w.text for w in sheet.words])
    words = [word for place in found for word in _read(place, sheet.words)]
    with keeping(DRAWN):
        words = spelled(words, _shapes_on(sheet))
    new = _unsaid(words, sheet.words) if sheet.words else words
    if not new:
        return sheet
    return sheet.at(words=(*sheet.words, *new), source=sheet.source if sheet.words else "strokes")


@dataclass(frozen=True, eq=False)
class Place:
    """A window of a sheet: what is drawn there and may be letters, and the boxes (pixels) where text may stand in it.

    Its picture is drawn anew whenever it is looked at, unless it is the sheet's only one: many need much memory.
    """

    shapes: Sequence[Shape]
    scale: float
    boxes: Sequence[TextBox]
    walls: Floats
    """Lines of the page (n, 4), in pixels, that are sides of cells."""
    drawn: View | None = None

    @property
    def view(self) -> View:
        """The picture."""
        return self.drawn or drawn(self.shapes, self.scale)


def _read(place: Place, known: Sequence[Word]) -> list[Word]:
    """The words of a window; `known` are those of the sheet's text layer."""
    view = place.view
    found = read_boxes(view.pixels, place.boxes, shows_text, place.walls, beside_words=bool(known))
    read = weighed(found, [w.height * view.scale for w in known])
    return [word for one in read for word in _on_page(one, view)]


_Lines: TypeAlias = tuple[Floats, Floats, Floats]
"""Lines (n, 4) that end freely, such as are sides of cells, and all that are longer than a letter."""


@dataclass(frozen=True, eq=False)
class _Letters:
    """What may be letters on a sheet, without the lines and the geometry around it: `inside`, and `around` it."""

    segments: Floats
    """The lines of the sheet (n, 4)."""
    usual: float
    largest: float
    """The heights of the usual letter and of the largest one, in points."""
    inside: Sequence[Shape]
    around: Sequence[Enclosure]
    every: Sequence[Shape]
    """All that is of their size."""
    words: Sequence[Word]
    """Those of the text layer."""

    @cached_property
    def places(self) -> list[Place]:
        """The windows in which they stand, with the boxes of text."""
        scale = scale_of(self.usual)
        lines = _lines_of(self.segments, self.usual, self.largest)
        windows = list(windows_of(self.inside, scale, self.usual))
        if len(windows) > 1:
            return [replace(self._place(window, drawn(window, scale), lines), drawn=None) for window in windows]
        return [self._place(self.inside, drawn(self.inside, scale), lines)]

    def _place(self, shapes: Sequence[Shape], view: View, lines: _Lines) -> Place:
        """A window with the boxes of its picture."""
        free, sides, every = (_in_pixels(some, view) for some in lines)
        boxes = in_rows(_boxes_in(view, (free, sides, every), self.around, self.largest), self.words, view)
        return Place(shapes, view.scale, boxes, sides, view)


_LAST: WeakKeyDictionary[Path, _Letters | None] = WeakKeyDictionary()


def places_of(sheet: Sheet) -> list[Place]:
    """Where text may be drawn on a sheet, in one window of it, or in several of a huge one."""
    letters = _letters_on(sheet)
    return letters.places if letters else []


def _shapes_on(sheet: Sheet) -> Sequence[Shape]:
    """All that is drawn on a sheet and may be a letter by its size alone."""
    letters = _letters_on(sheet)
    return letters.every if letters else ()


def drawn_height(sheet: Sheet) -> float | None:
    """How high the usual letter is that is drawn on a sheet, in points; None where none is."""
    letters = _letters_on(sheet)
    return letters.usual if letters else None


def _letters_on(sheet: Sheet) -> _Letters | None:
    """What may be letters on a sheet.

    A page without a text layer is looked at twice, to turn it and to read it: what was found last is kept.
    """
    if sheet.words or not sheet.paths:
        return _letters(sheet)
    key = sheet.paths[0]
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = _letters(sheet)
    return _LAST[key]


def _letters(sheet: Sheet) -> _Letters | None:
    largest = largest_letter(sheet)
    lines = {line.path for line in headed_lines_of(sheet.paths)}
    paths = [path for path in without_legs(sheet.paths) if path not in lines]
    shapes = unexplained(without_grounds(shapes_of(paths, largest)), sheet.words)
    usual = usual_letter(shapes, largest)
    if usual is None:
        return None
    strokes = Strokes(segments_of(tuple(path for path in sheet.paths if not path.filled)))
    heads = carried_heads_of(sheet.paths, strokes, usual)
    ends = [*heads, *crossed_ticks_of(strokes, usual)]
    letters = without_strokes_of_lines(shapes, sheet.paths, usual)
    letters = without_lines(without_dimension_lines(letters, ends, shelves_of(heads, strokes, usual), usual), usual)
    if not letters:
        return None
    around = enclosures(sheet, letters, usual, scale_of(usual))
    outlines = {shape for one in around for shape in one.shapes}
    inside = [shape for shape in letters if shape not in outlines]
    return _Letters(sheet.segments, usual, largest, inside, around, shapes, sheet.words) if inside else None


def _in_pixels(lines: Floats, view: View) -> Floats:
    out: Floats = ((lines.reshape(-1, 2, 2) - view.origin) * view.scale).reshape(-1, 4)
    return out


def _boxes_in(view: View, lines: _Lines, around: Sequence[Enclosure], largest: float) -> list[TextBox]:
    """The boxes (pixels) of a picture where text may stand; `largest` is the height of a letter in points."""
    walls = _walls(lines, view)
    for one in around:
        corners = np.round((one.outline - view.origin) * view.scale).astype(np.int32)
        cv2.polylines(walls, [corners], True, (RULED,), 2)
    deepest = _DEEPEST * largest * view.scale
    found = [c for c in clusters(view.pixels, LETTER, walls, lines[2]) if _depth(c.box) <= deepest]
    found, guesses = along_lines(view.pixels, found, lines[2], LETTER)
    return [box for box in [*runs(found, walls), *map(padded, guesses)] if _depth(box) <= deepest]


def _depth(box: TextBox) -> float:
    return min(box.length, box.height)


def _unsaid(found: Sequence[Word], known: Sequence[Word]) -> list[Word]:
    """The words that none of the text layer's says too."""
    margins = [_ASIDE * w.height for w in known]
    index = BoxIndex(
        np.array([w.span(below=m, above=m, before=m, after=m) for w, m in zip(known, margins, strict=True)])
    )
    return [w for w in found if not any(_is_said(w, known[i]) for i in index.near((*w.middle, *w.middle)))]


def _is_said(word: Word, known: Word) -> bool:
    """Whether a word of the text layer says this one too: hidden text hardly ever lies exactly on its drawn letters."""
    if inside(word.middle, known.box):
        return True
    x, y = word.middle
    along, across = known.along(x, y), known.across(x, y)
    margin = BESIDE * known.height
    level = -0.3 * known.height <= across <= 1.3 * known.height
    beside = -margin <= along <= known.length + margin
    return level and ((beside and word.text in known.text) or _is_end(word, known, along))


def _is_end(word: Word, known: Word, along: float) -> bool:
    """Whether a word says the begin of a narrower one right behind it, or the end of one before it: "30" and "300"."""
    text, whole = (t.replace("O", "0") for t in (word.text, known.text))
    aside = _ASIDE * known.height
    begins = -aside <= along <= 0 and whole.startswith(text)
    return begins or (known.length <= along <= known.length + aside and whole.endswith(text))


def _lines_of(segments: Floats, usual: float, largest: float) -> _Lines:
    """Where a line of the page runs that is longer than any letter: free, or a side where both its ends meet others.

    A shorter one from one long line to another is a side of a cell.
    """
    lengths = np.hypot(*(segments[:, 2:] - segments[:, :2]).T)
    long, short = segments[lengths > largest], segments[(lengths > usual) & (lengths <= largest)]
    held = _held(long, long)
    return long[~held], np.vstack([long[held], short[_held(short, long)]]), np.vstack([long, short])


def _walls(lines: _Lines, view: View) -> Ink:
    """The lines (pixels) of a picture drawn: sides of cells as `RULED`, free ones as 1."""
    walls = np.zeros(view.pixels.shape, np.uint8)
    for some, value in zip(lines[:2], (1, RULED), strict=True):
        cv2.polylines(walls, list(np.round(some.reshape(-1, 2, 2)).astype(np.int32)), False, (value,), 2)
    return walls


def _held(lines: Floats, others: Floats) -> NDArray[np.bool_]:
    """Which lines (n, 4) have others across at both their ends, as walls of a table have; the rest end freely."""
    if not len(lines) or not len(others):
        return np.zeros(len(lines), np.bool_)
    ends, own = lines.reshape(-1, 2), _ways(lines)
    index = BoxIndex(np.hstack([np.minimum(others[:, :2], others[:, 2:]), np.maximum(others[:, :2], others[:, 2:])]))
    asked, met = index.pairs(np.hstack([ends - _TOUCH, ends + _TOUCH]))
    away, way, along = ends[asked] - others[met, :2], _ways(others)[met], own[asked // 2]
    near = np.abs(way[:, 0] * away[:, 1] - way[:, 1] * away[:, 0]) <= _TOUCH
    across = np.abs(way[:, 0] * along[:, 1] - way[:, 1] * along[:, 0]) > _ACROSS
    counts = np.bincount(asked[near & across], minlength=len(ends)).reshape(-1, 2)
    held: NDArray[np.bool_] = np.asarray((counts > 0).all(axis=1), np.bool_)
    return held


def _ways(lines: Floats) -> Floats:
    """The directions of lines (n, 4), each of length 1."""
    way = lines[:, 2:] - lines[:, :2]
    out: Floats = way / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    return out


def _on_page(found: PictureWord, view: View) -> list[Word]:
    found = closed_up(levelled(found), view.pixels)
    parted = replace(by_its_letters(found, view.pixels), text=_VALUE_BEHIND.sub(r"\1 ", found.text))
    words = words_of_run(parted, 1 / view.scale)
    return [replace(w, x=w.x + view.origin[0], y=w.y + view.origin[1]) for w in words]
