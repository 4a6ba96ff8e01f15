"""Which strokes of a page carry terminators, themselves or through the strokes that they are joined to.

A dimension line has a terminator of its own; the shelf of a leader is joined to a slanted stroke that has one; the
ruling of a table, an outline and a centre line have none (ISO 128-2, ISO 129-1).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex, boxes_of
from ..kept import kept
from ..sheet import Floats, Sheet, Word
from .bare_ends import bare_ends_of
from .inked_heads import heads_in_picture
from .pieces import joined
from .spans import spans_of
from .strokes import Numbers, Strokes
from .terminator import Terminator
from .terminators import terminators_of

FAR = 9
"""Steps from a stroke to a terminator where none leads there."""

_STEPS = 3  # strokes from a terminator to the end of a shelf: a leader may bend twice
_MEET = 0.14  # text heights within which ends of strokes meet
_CROWDED = 6  # strokes that end in one point: there is no leader there but an outline
_ALONG = 0.985  # cosine between an arrow head and its own line
_ROUNDED = 0.9986  # cosine: by how much a head may be turned where its corners are rounded; its own sides are further
_OFF = 0.1  # text heights by which a stroke may pass beside the tip that it carries
_DIFFER = 1.25  # times as high: titles and notes in letters of another size than figures
_OTHER_WORLD = 2.0  # times as high: the names of a board's parts beside its sizes
_SPELT, _SURE = 3, 0.5  # letters and confidence of a word that is one
_FOOT = 0.1  # of a word's height: what lies further below its base line, or above its capitals, is no letter
_SPELLS = re.compile(r"[^\W_]|⌀")
_DPI = 200.0  # at which the heads of a picture are looked for


def _sizes(sheet: Sheet) -> tuple[float, ...]:
    """The heights of letters that heads may go by: those of all text, and of figures where they clearly differ."""
    usual, figures = sheet.text_height, sheet.figure_height
    return (usual, figures) if max(usual, figures) > _DIFFER * min(usual, figures) else (usual,)


def _height(sheet: Sheet) -> float:
    """The height of letters that lines and their heads go by: that of figures where most text is of another world."""
    usual, figures = sheet.text_height, sheet.figure_height
    return figures if max(usual, figures) > _OTHER_WORLD * min(usual, figures) else usual


class Scene:
    """The strokes and terminators of a page.

    `steps[i]`: 0 for a stroke with a terminator of its own, 1 for one that is joined to such a stroke, and so on; FAR
    where none leads there. `carried[i]`: how many terminators it has itself.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.height = _height(sheet)
        self.strokes = Strokes(sheet.segments)
        self.terminators = terminators_of(sheet.paths, self.strokes, self.height)
        if sheet.drawn is not None and sheet.has_picture:
            picture = sheet.render(_DPI)
            scale = picture.shape[1] / sheet.width
            lines = _outside_words(sheet.words, sheet.segments)
            for size in _sizes(sheet):
                self.terminators += _beside_words(sheet.words, heads_in_picture(picture, scale, lines, size))
        tips = np.array([(t.x, t.y) for t in self.terminators]).reshape(-1, 2)
        self.strokes = Strokes(joined(self.strokes, tips, self.height))
        own, self.spans = self._spanned()
        numbers = [word for word in sheet.words if any(map(str.isdecimal, word.text))]
        if 2 * len(self.spans) < len(numbers):
            bare = bare_ends_of(self.strokes, self.terminators, numbers, self.height)
            if len(bare) > 2 * len(self.spans):  # this office draws no heads
                self.terminators += bare
                own, self.spans = self._spanned()
        count = len(self.strokes.lines)
        self.carried: NDArray[np.int16] = np.bincount(own, minlength=count).astype(np.int16)
        self.steps: NDArray[np.int8] = np.full(count, FAR, np.int8)
        self._spread(np.unique(own))

    def _spanned(self) -> tuple[Numbers, Floats]:
        """The strokes that terminators end, one for each, and what pairs of terminators span."""
        ends = [t for t in self.terminators if t.kind != "ring"]
        asked, own = self._own(ends)
        return own, spans_of([*self._aligned(ends, asked, own), *self._dotted(ends, asked, own)], self.height)

    def _aligned(self, ends: Sequence[Terminator], asked: Numbers, own: Numbers) -> list[Terminator]:
        """The terminators, each pointing along the longest stroke that it ends.

        A head is short, and its corners are rounded to what the file tells: at the far end of its line it would point
        letters beside the other head.
        """
        ways = np.array([t.direction for t in ends], np.float64).reshape(-1, 2)
        order = np.argsort(self.strokes.lengths[own], kind="stable")  # of several strokes the longest has the last word
        asked, way = asked[order], self.strokes.ways(own[order], np.ones(len(own), np.intp))
        turn = (way * ways[asked]).sum(axis=1)
        asked, way, turn = (v[np.abs(turn) > _ROUNDED] for v in (asked, way, turn))
        ways[asked] = np.sign(turn)[:, None] * way
        return [replace(t, direction=(float(x), float(y))) for t, (x, y) in zip(ends, ways.tolist(), strict=True)]

    def _dotted(self, ends: Sequence[Terminator], asked: Numbers, own: Numbers) -> list[Terminator]:
        """The dots, once for every stroke that they end, pointing away from it: by itself a dot points nowhere."""
        pairs = [(ends[n], line) for n, line in zip(asked.tolist(), own.tolist(), strict=True) if ends[n].kind == "dot"]
        if not pairs:
            return []
        dots, numbers = [dot for dot, _ in pairs], np.array([line for _, line in pairs], np.intp)
        lines = self.strokes.lines[numbers]
        to = np.array([(t.x, t.y) for t in dots]) - (lines[:, :2] + lines[:, 2:]) / 2
        ways = self.strokes.ways(numbers, np.ones(len(numbers), np.intp))
        ways *= np.sign((to * ways).sum(axis=1))[:, None]
        return [replace(dot, direction=(x, y)) for dot, (x, y) in zip(dots, ways.tolist(), strict=True)]

    def _own(self, ends: Sequence[Terminator]) -> tuple[Numbers, Numbers]:
        """The strokes that terminators end: those that run along one from its base or through its tip.

        Which terminator (n), and which stroke (n) of it.
        """
        if not ends or not len(self.strokes.lines):
            return np.empty(0, np.intp), np.empty(0, np.intp)
        h = self.height
        tips = np.array([(t.x, t.y) for t in ends])
        ways, sizes = np.array([t.direction for t in ends]), np.array([t.size for t in ends])
        dots = np.array([t.kind == "dot" for t in ends], np.bool_)  # their lines end at their middle or at their rim
        reach = np.where(dots, sizes + _MEET * h, np.maximum(0.5 * sizes, _MEET * h))
        bases = tips - ways * sizes[:, None]
        boxes = np.hstack([np.minimum(tips, bases) - reach[:, None], np.maximum(tips, bases) + reach[:, None]])
        asked, met = self.strokes.bodies.pairs(boxes)
        lengths = self.strokes.lengths[met]
        long = lengths > np.maximum(0.5 * sizes[asked], 0.3 * h)
        asked, met, lengths = asked[long], met[long], lengths[long]
        way = self.strokes.ways(met, np.ones(len(met), np.intp))
        to_tip = tips[asked] - self.strokes.lines[met, :2]
        off = np.abs(way[:, 0] * to_tip[:, 1] - way[:, 1] * to_tip[:, 0])
        is_dot = dots[asked]
        at, size = (to_tip * way).sum(axis=1), np.where(is_dot, 0.0, sizes[asked]) + reach[asked]
        along = np.abs((way * ways[asked]).sum(axis=1)) >= _ALONG
        at_end = (np.abs(at) <= size) | (np.abs(at - lengths) <= size)
        fits = (off <= _OFF * h) & (at > -size) & (at < lengths + size) & np.where(is_dot, at_end, along)
        return asked[fits], met[fits]

    def _spread(self, own: Numbers) -> None:
        """Note for each stroke how many joints are between it and a terminator."""
        edge = own
        self.steps[edge] = 0
        for step in range(1, _STEPS + 1):
            joined = self._joined(edge)
            edge = joined[self.steps[joined] == FAR]
            self.steps[edge] = step

    def _joined(self, strokes: Numbers) -> Numbers:
        """The strokes that end where these end, outlines with many strokes in one point left out."""
        points = self.strokes.lines[strokes].reshape(-1, 2)
        asked, met, _ = self.strokes.ending_near(points, _MEET * self.height)
        few = np.bincount(asked, minlength=len(points)) <= _CROWDED
        return np.unique(met[few[asked]])


def _outside_words(words: Sequence[Word], lines: Floats) -> Floats:
    """The lines (n, 4) that are no strokes of letters.

    A head with its line or its extension line may have been read as a sign: it has strokes of its own only as ⌀.
    """
    spelt = [w for w in words if w.confidence >= _SURE and _SPELLS.search(w.text)]
    return lines[~(_in_letters(lines[:, :2], spelt) & _in_letters(lines[:, 2:], spelt))]


def _beside_words(words: Sequence[Word], heads: Sequence[Terminator]) -> list[Terminator]:
    """The heads that are no strokes of letters: A, M and W widen from a point, too.

    A head may itself have been read as a letter or two, which surely read words are not.
    """
    spelt = [w for w in words if len(w.text) >= _SPELT and w.confidence >= _SURE]
    tips = np.array([(t.x, t.y) for t in heads]).reshape(-1, 2)
    ways = np.array([(t.size * t.direction[0], t.size * t.direction[1]) for t in heads]).reshape(-1, 2)
    inked = _in_letters(tips, spelt) & _in_letters(tips - ways, spelt)
    return [head for head, is_ink in zip(heads, inked.tolist(), strict=True) if not is_ink]


def _in_letters(points: Floats, words: Sequence[Word]) -> NDArray[np.bool_]:
    """Which points (n, 2) lie among the letters of a word; dimension lines run right under their text."""
    asked, met = BoxIndex(np.hstack([points, points])).pairs(boxes_of(w.box for w in words))
    places = np.array([(w.x, w.y, *w.direction, w.length, w.height) for w in words]).reshape(-1, 6)
    x, y, dx, dy, length, height = places[asked].T
    to_x, to_y = points[met, 0] - x, points[met, 1] - y
    along, across = to_x * dx + to_y * dy, (to_x * dy - to_y * dx) / height
    inside = np.zeros(len(points), bool)
    inside[met[(along >= 0) & (along <= length) & (across >= -_FOOT) & (across <= 1 + _FOOT)]] = True
    return inside


@kept(2)
def scene_of(sheet: Sheet) -> Scene:
    """The scene of a sheet, made once."""
    return Scene(sheet)
