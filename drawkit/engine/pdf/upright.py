"""Pages whose content lies on its side or upside down though no flag says so: turned by where their text reads.

The letters of the text layer tell; where there are few, samples of the text that is drawn are read in all senses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from .. import budget
from ..detection.boxes import TextBox, crop
from ..drawn_text.words import places_of
from ..layout.frame import frame_of
from ..picture.pixels import Grey
from ..picture.turn import Heard, on_edge, read_cheaply
from ..recognition.reading import Reading
from ..recognition.recogniser import Reader
from ..recognition.script_of_page import says_word
from ..sheet import Floats, Glyph, Sheet
from .document import PdfPage
from .glyphs import read_glyphs
from .paths import read_paths

_MOST = 0.6  # share of the letters that must read another way before a page is turned
_FEWEST = 20  # letters: fewer tell nothing
_RUN = (2.5, 15.0)  # length over height of runs that may be words
_WORD = 6.0  # the same of words that tell most
_SAMPLE = 12  # runs of one direction that are read
_LEAST = 3  # words that must be legible
_LETTERS = 3  # of a word; digits can be read upside down
_SURE = 0.9  # a reader's confidence in text that it sees the right way up
_LEVEL = 10.0  # degrees
_SHARE = 0.6  # of the page's time that the search for drawn words may take: what it finds is read later
_CLEARLY = 1.3  # times better than leaving the page as it is another turn must be
_TURNS = {0: ((1, 0, 0, 0), (0, 1, 0, 0)), 90: ((0, -1, 0, 1), (1, 0, 0, 0)), 180: ((-1, 0, 1, 0), (0, -1, 0, 1)),
          270: ((0, 1, 0, 0), (-1, 0, 1, 0))}  # fmt: skip
"""Degrees counter-clockwise that the content is turned: factors of x, y, width and height for the upright x and y."""
QUARTERS = tuple(_TURNS)


def upright(page: PdfPage) -> PdfPage:
    """The page turned so that most of its letters read to the right; as it is where that is not clear."""
    letters = [g for g in read_glyphs(page) if g.text.isalpha()]
    if len(letters) < _FEWEST:
        return turned_by(page, _turn_of_drawn(page))
    return turned_by(page, _turn_of(letters) or _turn_of(_framed(letters, page)))


def turned_by(page: PdfPage, turned: int) -> PdfPage:
    """The page with its content turned clockwise by one of `QUARTERS`, in degrees."""
    if not turned:
        return page
    width, height = (page.height, page.width) if turned % 180 else (page.width, page.height)
    return replace(page, width=width, height=height, turned=turned, matrix=_turned_matrix(page, turned))


def _turn_of(letters: Sequence[Glyph]) -> int:
    """The quarter turn in which most letters read. Digits do not count: dimensions stand upright on any drawing."""
    votes = _votes(letters)
    turn, count = votes.most_common(1)[0] if votes else (0, 0)
    return turn if count >= _MOST * len(letters) else 0


def _votes(letters: Sequence[Glyph]) -> Counter[int]:
    return Counter(round(g.angle / 90) * 90 % 360 for g in letters)


def _framed(letters: Sequence[Glyph], page: PdfPage) -> list[Glyph]:
    """The letters inside the drawing's frame, where many read in another direction than the page's.

    What an archive prints into the margins of a sheet, it prints upright.
    """
    if sum(count for turn, count in _votes(letters).items() if turn) < _FEWEST:
        return []
    frame = frame_of(Sheet(page.number, page.width, page.height, paths=read_paths(page))).box
    if frame is None:
        return []
    x0, y0, x1, y1 = frame
    return [g for g in letters if x0 < g.x < x1 and y0 < g.y < y1]


def _turn_of_drawn(page: PdfPage) -> int:
    """The quarter turn in which most of the words that are drawn can be read."""
    paths = read_paths(page)  # in the page's own time: what is left out now is missed by all that follows
    try:
        with budget.stage(_SHARE):
            found = places_of(Sheet(page.number, page.width, page.height, paths=paths))
    except budget.OutOfTimeError:
        budget.leave_out("which way the page reads")
        return 0
    runs = [[b for b in place.boxes if _RUN[0] <= b.elongation <= _RUN[1]] for place in found]
    if not runs:
        return 0
    most = max(range(len(runs)), key=lambda n: len(runs[n]))  # one window of a huge sheet tells it
    view = found[most].view
    middles = np.array([(b.x, b.y) for b in runs[most]]).reshape(-1, 2)
    places = (middles / view.scale + view.origin) / (page.width, page.height)
    return read_cheaply(partial(_best, view.pixels, runs[most], places), _LEAST)


def _best(pixels: Grey, runs: Sequence[TextBox], places: Floats, reader: Reader) -> Heard:
    """The quarter turn in which a reader can read most of the runs; `places` (n, 2) is where on the page they stand."""
    best, most = Heard(0, 0, 0), 0.0
    for angle in (0, 180, 90, 270):
        inner = ~on_edge(places, angle)
        level = np.array([abs((b.angle - angle + 90) % 180 - 90) < _LEVEL for b in runs], bool)
        along = [runs[i] for i in np.flatnonzero(inner & level).tolist()]
        if len(along) < _LEAST or len(along) <= most:  # not even if all of them were legible so
            continue
        sample = sorted(along, key=lambda b: (abs(b.elongation - _WORD), b.y, b.x))[:_SAMPLE]
        readings = reader.read([crop(pixels, b.turned(float(angle))) for b in sample])
        clear = sum(map(_is_word, readings))
        votes = len(along) * clear / len(sample) * (1.0 if angle else _CLEARLY)
        if clear >= _LEAST and votes > most:
            best, most = Heard(angle, clear, sum(says_word(r.text) for r in readings)), votes
    return best


def _is_word(reading: Reading) -> bool:
    return reading.confidence > _SURE and sum(c.isalpha() for c in reading.text) >= _LETTERS


def _turned_matrix(page: PdfPage, turned: int) -> Floats:
    rows = np.array(_TURNS[turned], float)
    linear = rows[:, :2] @ page.matrix
    linear[:, 2] += rows[:, 2:] @ (page.width, page.height)
    out: Floats = linear
    return out
