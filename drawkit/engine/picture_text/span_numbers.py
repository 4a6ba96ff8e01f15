"""Numbers of dimension lines at which nothing was read: looked for where they have to stand.

Two heads that face each other say that a number stands by their line: over its middle, in its gap or beside it
(ISO 129-1, 5.3 to 5.5). Text is looked for in rows of letters, so that single figures are what is passed over.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ..budget import in_time
from ..layout.around import inside
from ..layout.crops import blobs, crop, heights, own_level, pixels
from ..objects.scene import scene_of
from ..recognition.nbest import LIKE_ASTERISK, Variants
from ..recognition.which_reader import STACK
from ..sheet import Floats, Grey, Sheet, Word
from .crop_readings import CropReading, alternatives

_NUMBER: Final = re.compile(r"[⌀R]?\d{1,4}(?:[.,]\d{1,4})?°?")
_FIGURE: Final = re.compile(r"\d")
_RAISED: Final = re.compile(rf"[*{LIKE_ASTERISK}]")
"""A sign raised behind a number."""

_SHORT: Final = 2  # letters and signs that figures the wrong way up may look like: 35 is SE
_TAKEN: Final = 1.6  # letter heights off a line: a number there is its own
_AROUND: Final = (7.0, 2.0)  # letter heights along the line from its middle, and across it, that are looked at
_LEVEL: Final = (4.0, 1.4)  # the same for level text by a line that is not: there it stands in the gap or beside it
_BEYOND: Final = 3.0  # letter heights beyond the heads: there the number of a short line stands
_TALL: Final = (0.6, 1.45)  # letter heights: a figure's height
_WIDE: Final = (0.08, 1.2)  # letter heights: its width
_SLIMMEST: Final = 0.22  # letter heights: a 1 by itself, with its flag; a stroke is slimmer
_RIM: Final = 2  # pixels: what comes so near to the edge of what is looked at goes on beyond it
_GAP: Final = 0.7  # letter heights between the figures of a number
_PEN: Final = 0.15  # letter heights on either side of a line in which its ink lies
_STROKE, _TIP = 0.3, 0.1  # letter heights of a line that is one, and that are left of it: a figure may end there
_OFF: Final = 0.25  # of its height: the middle of a figure in the gap of a line lies no further off the line
_PAPER: Final = 0.3  # letter heights of paper around what is read
_LIES: Final = 2.0  # degrees
_TURNED: Final = 45.0  # degrees between two readings of one place that are not the same way up
_STANDS: Final = 90.0  # degrees of text that reads upward
_WHITE: Final = 255
_SURE: Final = 0.5  # what was read less surely is looked at again
_LARGEST: Final = 1.6  # times the height of the sheet's figures: what is higher shows two rows, as deviations do
_AGREED: Final = 0.2  # the least confidence of readers that say the same: half a pixel off, one doubts what it sees
_ALONE: Final = 0.9  # and of the callout reader alone

_Blob = tuple[int, int, int, int]


def with_numbers_of_spans(sheet: Sheet) -> Sheet:
    """The sheet with a word for each number that was overlooked at a dimension line; a text layer overlooks none."""
    if not sheet.has_picture or sheet.source == "text":
        return sheet
    found: list[Word] = []
    scene = scene_of(sheet)
    heads = [t.middle for t in scene.terminators]
    for span in in_time(_bare(sheet, scene.spans), "numbers of dimension lines"):
        read = [word for place in _places(sheet, span) for word in _read(place)]
        clear = [w for w in read if not any(inside(head, w.box) for head in heads)]
        free = [w for w in clear if not any(_meet(w, other) for other in found) and not _is_known(sheet, w)]
        if free:
            found.append(max(free, key=lambda word: word.confidence))
    kept = [w for w in sheet.words if _tells(sheet, w) or not any(_meet(w, one) for one in found)]
    return sheet.at(words=(*kept, *found)) if found else sheet


def _bare(sheet: Sheet, spans: Floats) -> Iterator[Floats]:
    """The spans (4) beside which no number was surely read."""
    height = sheet.figure_height
    return (span for span in spans if not any(_is_its_own(word, span, height) for word in _words_at(sheet, span)))


def _words_at(sheet: Sheet, span: Floats) -> list[Word]:
    reach = (_TAKEN + 1) * sheet.figure_height
    (x0, y0), (x1, y1) = np.minimum(span[:2], span[2:]) - reach, np.maximum(span[:2], span[2:]) + reach
    near = sheet.words_near((float(x0), float(y0), float(x1), float(y1)))
    return [w for w in near if _tells(sheet, w) and _FIGURE.search(w.text)]


def _tells(sheet: Sheet, word: Word) -> bool:
    """Whether a word is surely read: a letter or two and signs may be figures that are read the wrong way up."""
    as_high_as_its_rows = word.height <= _LARGEST * sheet.figure_height or STACK.search(word.text) is not None
    return as_high_as_its_rows and not _is_without_figures(word) and word.confidence >= _SURE


def _is_without_figures(word: Word) -> bool:
    return len(word.text) <= _SHORT and not _FIGURE.search(word.text)


def _is_known(sheet: Sheet, number: Word) -> bool:
    """Whether a letter was surely read where a number is, or a word that says the number and more.

    What is small and raised behind it is no figure of a row, and readers are less sure of it.
    """
    words = [w for w in sheet.words_near(number.box) if number.text in w.text and _meet(w, number)]
    marked = any(_RAISED.fullmatch(w.text.removeprefix(number.text)) for w in words)
    says_more = marked or any(w.confidence >= _SURE and w.text != number.text for w in words)
    return says_more or _is_letter_there(sheet, number)


def _is_letter_there(sheet: Sheet, number: Word) -> bool:
    """Whether one letter was surely read where a number is, and the same way up: a circle is an O as well as a 0."""
    near = (w for w in sheet.words_near(number.box) if _is_without_figures(w) and w.confidence >= _SURE)
    return any(abs((w.angle - number.angle + 180) % 360 - 180) < _TURNED and _meet(w, number) for w in near)


def _is_its_own(word: Word, span: Floats, height: float) -> bool:
    way = span[2:] - span[:2]
    length = float(np.hypot(*way))
    to = np.array(word.middle) - span[:2]
    along, off = float(to @ way) / length, abs(float(to[0] * way[1] - to[1] * way[0])) / length
    return -height <= along <= length + height and off <= _TAKEN * height


@dataclass(frozen=True, eq=False)
class _Place:
    """Where a number may stand: a row of letters in the picture of what is around a line.

    `frame` is a word at the line, in letter heights of which the crop is cut from `start` on, and up to `top`.
    """

    frame: Word
    start: float
    top: float
    image: Grey
    row: _Blob

    def word(self, text: str = "", confidence: float = 0.0, others: Variants = ()) -> Word:
        """The word that says `text` here."""
        x0, x1, y0, y1 = (heights(v) for v in self.row)
        along, across = (self.start + x0, self.start + x1), (self.top - y1, self.top - y0)
        return replace(self.frame.recognised(text, confidence, along, across), alternatives=others)


def _places(sheet: Sheet, span: Floats) -> Iterator[_Place]:
    """The rows of letters by a line, as they read along it and, where it is not level, as level ones."""
    height = sheet.figure_height
    middle, way = (span[:2] + span[2:]) / 2, span[2:] - span[:2]
    length, angle = float(np.hypot(*way)) / height, _readable(math.degrees(math.atan2(-way[1], way[0])))
    along, across = _AROUND
    frame = Word("", float(middle[0]), float(middle[1]), angle, 0.0, height)
    yield from _rows(sheet, frame, min(along, length / 2 + _BEYOND), across, has_line=True)
    if abs(angle) > _LIES:
        yield from _rows(sheet, Word("", frame.x, frame.y, 0.0, 0.0, height), *_LEVEL)


def _readable(angle: float) -> float:
    """The direction in which text along a line reads: to the right, or upward (ISO 129-1, 5.5)."""
    turned = (angle + 90) % 180 - 90
    return 90.0 if turned <= -90 + _LIES else turned


def _rows(sheet: Sheet, frame: Word, along: float, across: float, *, has_line: bool = False) -> Iterator[_Place]:
    """The rows of letters around a word's place; `has_line` where a dimension line runs through it along the word."""
    image = crop(sheet, frame, (-along, along), (-across, across))
    image = _without_line(image) if has_line else image
    marks = [mark for mark in blobs(image, dark=own_level(image)) if _is_letter(mark, image.shape)]
    marks = [mark for mark in marks if not (has_line and _is_bend(mark, image.shape))]
    for row in _joined(marks):
        place = _Place(frame, -along, across, image, row)
        empty = place.word()
        if empty.length >= _SLIMMEST * frame.height and not any(
            _tells(sheet, word) and _meet(empty, word) for word in sheet.words_near(empty.box)
        ):
            yield place


def _without_line(image: Grey) -> Grey:
    """The picture around a line less the line where nothing else stands over or under it: its ends touch figures."""
    dark = image < own_level(image)
    near, half, tip = pixels(_PEN), image.shape[0] // 2, pixels(_TIP)
    dark[half - near : half + near + 1] = False
    alone = np.concatenate([[False], ~dark.any(axis=0), [False]])
    starts, ends = np.flatnonzero(~alone[:-1] & alone[1:]), np.flatnonzero(alone[:-1] & ~alone[1:])
    out, width = image.copy(), image.shape[1]
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if heights(end - start) >= _STROKE:
            first, last = (start + tip if start else 0), (end - tip if end < width else width)
            out[half - near : half + near + 1, first:last] = _WHITE
    return out


def _is_letter(mark: _Blob, shape: tuple[int, ...]) -> bool:
    x0, x1, y0, y1 = mark
    within = min(x0, y0, shape[1] - x1, shape[0] - y1) > _RIM
    return within and _TALL[0] <= heights(y1 - y0) <= _TALL[1] and _WIDE[0] <= heights(x1 - x0) <= _WIDE[1]


def _is_bend(mark: _Blob, shape: tuple[int, ...]) -> bool:
    """Whether a mark lies across the line and to one side of it: a figure stands in the line's gap, or clear of it."""
    _, _, y0, y1 = mark
    half = shape[0] / 2
    return y0 < half < y1 and abs((y0 + y1) / 2 - half) > _OFF * (y1 - y0)


def _joined(marks: Sequence[_Blob]) -> list[_Blob]:
    """The extents of rows of letters: marks beside each other, left to right."""
    rows: list[_Blob] = []
    for x0, x1, y0, y1 in sorted(marks):
        for number, (a0, a1, b0, b1) in enumerate(rows):
            level = min(y1, b1) - max(y0, b0) > (y1 - y0) / 2
            if level and heights(x0 - a1) <= _GAP:
                rows[number] = (a0, max(a1, x1), min(b0, y0), max(b1, y1))
                break
        else:
            rows.append((x0, x1, y0, y1))
    return rows


def _read(place: _Place) -> Iterator[Word]:
    """The number that stands there; one that stands and says nothing upward may read downward."""
    image = _cut(place)
    said = _number(image)
    if said is not None:
        yield place.word(said.text, said.confidence, said.alternatives)
    elif abs(place.frame.angle - _STANDS) <= _LIES:
        said = _number(np.ascontiguousarray(image[::-1, ::-1]))
        if said is not None:
            yield _downward(place.word(said.text, said.confidence, said.alternatives))


def _cut(place: _Place) -> Grey:
    """The row of letters with paper around it: the line in whose gap it stands ends beside it, at half its height."""
    x0, x1, y0, y1 = place.row
    edge = pixels(_PAPER)
    left, top = max(0, x0 - edge), max(0, y0 - edge)
    cut = place.image[top : y1 + edge, left : x1 + edge].copy()
    quarter = (y1 - y0) // 4
    middle = cut[y0 - top + quarter : y1 - top - quarter]
    middle[:, : x0 - left] = _WHITE
    middle[:, x1 - left :] = _WHITE
    return cut


def _number(image: Grey) -> CropReading | None:
    """The number that both readers see, or the one of callouts surely."""
    believed, callout, word = alternatives(image)
    if not _NUMBER.fullmatch(callout.text):
        return None
    agreed = callout.text == word.text and min(callout.confidence, word.confidence) >= _AGREED
    if not agreed and callout.confidence < _ALONE:
        return None
    return believed if believed.text == callout.text else callout


def _downward(word: Word) -> Word:
    """The word read from its other end."""
    (ux, uy), (x, y) = word.up, word.end
    return replace(word, x=x + ux * word.height, y=y + uy * word.height, angle=(word.angle + 180) % 360)


def _meet(one: Word, other: Word) -> bool:
    """Whether the middle of one of two words lies in the other's box."""
    return inside(one.middle, other.box) or inside(other.middle, one.box)
