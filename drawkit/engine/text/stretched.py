"""Hidden text over drawn letters: its characters moved to where the letters really are.

Some systems draw their own letters and lay an invisible text over them, set in a font of other widths: each run of
text begins at the right place and ends at a wrong one, or lies in the middle of the letters and is wrong at both ends.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..index import BoxIndex
from ..sheet import Floats, Glyph, Path

_LETTER = 1.6  # of the font size: what is larger is no letter
_BAND = (-0.35, 1.05)  # of the font size, below and above the base line: where a run's letters have their middles
_BLANK = 1.3  # of the font size: a wider gap ends the drawn text
_EARLY = 0.35  # of the font size: how far before its run the first letter may begin
_LATE = 0.3  # of a run's length: how far before it that of drawn letters may begin which are wider
_RIGHT = 0.15  # of the font size by which a run may end beside its last letter and is left as it is
_APART = 0.75  # of the font size: letters of one word are nearer to each other
_PAPER = 0.35  # of the font size: a blank between two words
_MOST = 2.0  # times that a font of other widths is wider or narrower
_FEWEST = 2  # characters: one goes wrong by less than a letter
_UNEVEN = 2.2  # times as wide or narrow, of its run, as in the font of the hidden text: a letter is in no other
_MANY = 8  # characters of a run in which some may touch, or be drawn in two
_MISCOUNT = 0.1  # share of its letters by which what is drawn may differ: some touch, some are drawn in two


_REACH = 0.5  # of the font size: how far apart runs begin, and base lines of one row are at most
_ENOUGH = 20  # hidden runs that tell whether they are drawn
_LOOKED_AT = 400  # runs that are held against what is drawn
_TOLD = 3  # characters: a shorter run has as many shapes behind it by chance
_DRAWN = 0.3  # share of the runs with their letters behind them: 0.86 and more where they are drawn, else 0.04 at most


@dataclass(frozen=True, slots=True)
class _Run:
    """Characters of one text object, placed along (s) and across (n) its direction."""

    members: tuple[int, ...]
    start: float
    end: float
    n: float
    size: float
    direction: tuple[float, float]
    letters: int
    blanks: tuple[int, ...]
    """Behind which of its letters blanks stand."""


def stretched(glyphs: Sequence[Glyph], paths: Sequence[Path]) -> list[Glyph]:
    """The glyphs, those of hidden runs spread over the letters that are drawn from the run's beginning on."""
    out = list(glyphs)
    rows: dict[float, list[_Run]] = defaultdict(list)
    for run in _runs(glyphs):
        rows[glyphs[run.members[0]].angle].append(run)
    boxes = np.array([p.box for p in paths]).reshape(-1, 4) if rows else np.empty((0, 4))
    widths, unseen = _Widths(), list[tuple[_Run, float]]()
    for row in rows.values():
        ink, beside = _Ink(boxes, row[0].direction), _Beside(row)
        for run in row:
            members = [glyphs[index] for index in run.members]
            letters = _letters(run, ink, beside)
            if letters is None or not _may_be_spaced(members, run, letters):
                unseen.append((run, beside.next(run)))
                continue
            widths.learn(members, run, letters)
            for index, glyph in zip(run.members, _on_letters(glyphs, run, letters), strict=False):
                out[index] = glyph
    for run, limit in unseen:
        for index, glyph in zip(run.members, widths.placed([glyphs[i] for i in run.members], run, limit), strict=False):
            out[index] = glyph
    return out


class _Widths:
    """How far each character of the drawn letters goes on, in font sizes: runs whose letters were found tell others."""

    def __init__(self) -> None:
        self._seen: dict[str, list[float]] = defaultdict(list)
        self._wider: list[float] = []

    def learn(self, members: Sequence[Glyph], run: _Run, letters: Floats) -> None:
        """Take from a run how far its characters but the last go on, where each has a letter of its own."""
        if len(letters) != run.letters or any(glyph.text.isspace() for glyph in members):
            return
        for glyph, on in zip(members, np.diff(_begins(run, letters)).tolist(), strict=False):
            self._seen[glyph.text].append(on / run.size)
            self._wider.append(on / max(glyph.advance, 1e-9))

    def placed(self, members: Sequence[Glyph], run: _Run, limit: float) -> Iterator[Glyph]:
        """The characters of a run as far from each other as they are elsewhere, a blank before `limit` at most.

        A character that was seen nowhere goes on as much farther as all do; none are placed where most are such, or
        one is a blank, which programs make as wide as they like.
        """
        unknown = [glyph.text for glyph in members if glyph.text not in self._seen]
        if 2 * len(unknown) > len(members) or any(map(str.isspace, unknown)):
            return
        wider = float(np.median(self._wider))
        own = np.array([self._advance(glyph, run.size, wider) for glyph in members])
        own *= min(1.0, max(limit - run.start - _PAPER * run.size, 0.0) / max(own.sum(), 1e-9))
        (dx, dy), place = run.direction, run.start
        for glyph, advance in zip(members, own.tolist(), strict=True):
            off = place - (glyph.x * dx + glyph.y * dy)
            yield replace(glyph, x=glyph.x + dx * off, y=glyph.y + dy * off, advance=advance)
            place += advance

    def _advance(self, glyph: Glyph, size: float, wider: float) -> float:
        seen = self._seen.get(glyph.text)
        return float(np.median(seen)) * size if seen else glyph.advance * wider


def are_drawn(glyphs: Sequence[Glyph], paths: Sequence[Path]) -> bool:
    """Whether hidden runs lie over letters that are drawn; also where too few of them tell."""
    runs = [run for run in _runs(glyphs) if run.letters >= _TOLD]
    if len(runs) < _ENOUGH:
        return True
    looked_at = runs[:: -(-len(runs) // _LOOKED_AT)]
    boxes = np.array([p.box for p in paths]).reshape(-1, 4)
    drawn = 0
    for direction in {run.direction for run in looked_at}:
        ink = _Ink(boxes, direction)
        drawn += sum(_is_drawn(run, ink) for run in looked_at if run.direction == direction)
    return drawn >= _DRAWN * len(looked_at)


def _is_drawn(run: _Run, ink: _Ink) -> bool:
    letters = ink.letters(run, run.start + _MOST * (run.end - run.start))
    return abs(len(letters) - run.letters) <= max(1.0, _MISCOUNT * run.letters)


def _runs(glyphs: Sequence[Glyph]) -> list[_Run]:
    members: dict[int, list[int]] = defaultdict(list)
    for index, glyph in enumerate(glyphs):
        if glyph.invisible and glyph.run >= 0:
            members[glyph.run].append(index)
    return [_run(glyphs, m) for m in members.values()]


def _run(glyphs: Sequence[Glyph], members: Sequence[int]) -> _Run:
    first = glyphs[members[0]]
    turn = math.radians(first.angle)
    dx, dy = math.cos(turn), -math.sin(turn)
    along = [(g.x * dx + g.y * dy, g.advance) for g in (glyphs[i] for i in members) if not g.text.isspace()]
    start = min((s for s, _ in along), default=0.0)
    end = max((s + advance for s, advance in along), default=0.0)
    n = first.x * dy - first.y * dx
    return _Run(tuple(members), start, end, n, first.size, (dx, dy), len(along), _blanks([glyphs[i] for i in members]))


def _blanks(members: Sequence[Glyph]) -> tuple[int, ...]:
    """Behind which letters of a run, blanks not counted, a blank stands before the next."""
    words = "".join(glyph.text[:1] for glyph in members).split()
    return tuple((np.cumsum([len(word) for word in words])[:-1] - 1).tolist())


class _Beside:
    """Where the runs of one direction begin and end."""

    def __init__(self, row: Sequence[_Run]) -> None:
        places = np.array(sorted((run.n, run.start, run.end) for run in row))
        self._n, self._start, self._end = places.T

    def next(self, run: _Run) -> float:
        """Where the next run on the base line of this one begins; infinity where none does."""
        start, _ = self._level(run)
        after = start[start > run.start + _REACH * run.size]
        return float(after.min()) if len(after) else math.inf

    def last(self, run: _Run) -> float:
        """Where the last run on the base line before this one ends; minus infinity where none does."""
        start, end = self._level(run)
        before = end[start < run.start - _REACH * run.size]
        return float(before.max()) if len(before) else -math.inf

    def _level(self, run: _Run) -> tuple[Floats, Floats]:
        """Where the runs on the base line of this one begin and end."""
        reach = _REACH * run.size
        first, last = np.searchsorted(self._n, [run.n - reach, run.n + reach])
        level = np.abs(self._n[first:last] - run.n) < reach
        return self._start[first:last][level], self._end[first:last][level]


class _Ink:
    """What is drawn, seen along one direction of reading: where each small shape begins and ends."""

    def __init__(self, boxes: Floats, direction: tuple[float, float]) -> None:
        dx, dy = direction
        corners = [(0, 1), (0, 3), (2, 1), (2, 3)]
        s = np.stack([boxes[:, i] * dx + boxes[:, j] * dy for i, j in corners])
        n = np.stack([boxes[:, i] * dy - boxes[:, j] * dx for i, j in corners])
        self._low, self._high, self._n = s.min(axis=0), s.max(axis=0), (n.min(axis=0) + n.max(axis=0)) / 2
        self._size = np.maximum(self._high - self._low, n.max(axis=0) - n.min(axis=0))
        self._index = BoxIndex(np.column_stack([self._low, self._n, self._high, self._n]))

    def letters(self, run: _Run, limit: float) -> Floats:
        """Begin and end (n, 2) of the letters from the run's start on, up to the first wide gap or the limit."""
        letters = self.row(run, run.start - _EARLY * run.size, limit)
        if not len(letters) or letters[0, 0] > run.start + run.size:
            return letters[:0]
        wide = np.flatnonzero(letters[1:, 0] - letters[:-1, 1] > _BLANK * run.size)
        return letters[: wide[0] + 1] if len(wide) else letters

    def row(self, run: _Run, start: float, limit: float) -> Floats:
        """Begin and end (n, 2) of the letters that are drawn in a run's row from one place to another."""
        near = self._index.near((start, run.n + _BAND[0] * run.size, limit, run.n + _BAND[1] * run.size))
        up = self._n[near] - run.n
        here = near[
            (self._size[near] <= _LETTER * run.size)
            & (up >= _BAND[0] * run.size)
            & (up <= _BAND[1] * run.size)
            & (self._low[near] >= start)
            & (self._high[near] <= limit)
        ]
        spans = np.column_stack([self._low[here], self._high[here]])
        spans = spans[np.argsort(spans[:, 0])]
        if not len(spans):
            return spans
        reach = np.maximum.accumulate(spans[:, 1])
        apart = np.flatnonzero(spans[1:, 0] > reach[:-1])
        return np.column_stack([spans[np.append(0, apart + 1), 0], reach[np.append(apart, len(spans) - 1)]])


def _letters(run: _Run, ink: _Ink, beside: _Beside) -> Floats | None:
    """Begin and end (n, 2) of a run's letters as they are drawn; none where it lies right, None where they hide."""
    length, none = run.end - run.start, np.empty((0, 2))
    if length < run.size or run.letters < _FEWEST:
        return none
    limit = beside.next(run) + 0.1 * run.size
    letters = ink.letters(run, limit)
    if not _are_words(run, letters):
        alike = _alike(run, ink, beside.last(run), limit)
        if alike is None and run.blanks and len(letters) == run.letters:
            return None  # as many by chance: signs that the hidden text lacks are among them
        letters = letters if alike is None else alike
    if abs(len(letters) - run.letters) > (max(1.0, _MISCOUNT * run.letters) if run.letters >= _MANY else 0):
        return None
    drawn = float(letters[:, 1].max() - run.start)
    early = run.start - letters[0, 0] > _EARLY * run.size
    wrong = (early or abs(drawn - length) > _RIGHT * run.size) and length / _MOST <= drawn <= length * _MOST
    return letters if wrong else none


def _are_words(run: _Run, letters: Floats) -> bool:
    """Whether as many letters as a run has are parted as its words are, with no blank in any of them."""
    if len(letters) != run.letters:
        return False
    within = np.delete(letters[1:, 0] - letters[:-1, 1], list(run.blanks))
    return bool(np.all(within <= _APART * run.size)) and any(_parted_as(run, way) for way in _between(letters))


def _alike(run: _Run, ink: _Ink, least: float, limit: float) -> Floats | None:
    """The letters that are drawn as a run's words are parted, nearest to its middle; None where there are none such.

    They lie between `least`, where the text before ends, and the limit. Hidden text in the middle of its room, of
    narrower letters, begins late, and signs that it lacks are drawn beside.
    """
    letters = ink.row(run, max(least, run.start - _EARLY * run.size - _LATE * (run.end - run.start)), limit)
    begin = np.flatnonzero(letters[:, 0] <= run.start + _EARLY * run.size)
    ways = [*_between(letters)]
    found = [
        letters[i : i + run.letters]
        for i in begin[begin <= len(letters) - run.letters].tolist()
        if any(_parted_as(run, way[i : i + run.letters + 1]) for way in ways)
    ]
    middle = (run.start + run.end) / 2
    return min(found, key=lambda own: abs(own[0, 0] + own[-1, 1] - 2 * middle), default=None)


def _between(letters: Floats) -> Iterator[Floats]:
    """What is between each letter and the next, before the first and behind the last: the gap, and the way of middles.

    The latter is the same for all letters of most pens, however slim they are.
    """
    for way in (letters[1:, 0] - letters[:-1, 1], np.diff(letters.mean(axis=1))):
        yield np.concatenate([[np.inf], way, [np.inf]])


def _parted_as(run: _Run, between: Floats) -> bool:
    """Whether letters are farthest apart where the run's words begin and end."""
    inner, outer = between[1:-1], between[[0, -1]]
    blank = np.zeros(len(inner), bool)
    blank[list(run.blanks)] = True
    return bool(min(*outer, *inner[blank]) > max([*inner[~blank], 0.0]))


def _may_be_spaced(members: Sequence[Glyph], run: _Run, letters: Floats) -> bool:
    """Whether each letter has about the share of its run that its character has: else some are strokes beside them."""
    if len(letters) != run.letters or any(glyph.text.isspace() for glyph in members):
        return True
    said = np.array([glyph.advance for glyph in members[:-1]])
    drawn = np.diff(_begins(run, letters))
    share = drawn / np.maximum(drawn.sum(), 1e-9) / np.maximum(said / max(said.sum(), 1e-9), 1e-9)
    return bool((share >= 1 / _UNEVEN).all() and (share <= _UNEVEN).all())


def _begins(run: _Run, letters: Floats) -> list[float]:
    """Where the room of each letter begins; that of a 1, which stands in its middle, with the run where it is first."""
    return [min(run.start, float(letters[0, 0])), *letters[1:, 0].tolist()]


def _on_letters(glyphs: Sequence[Glyph], run: _Run, letters: Floats) -> Iterator[Glyph]:
    """The run's characters, each where its letter begins; evenly spread where some letters touch or are in two."""
    if not len(letters):
        return
    dx, dy = run.direction
    members = [glyphs[index] for index in run.members]
    places = np.array([g.x * dx + g.y * dy for g in members])
    ends = places + [g.advance for g in members]
    said, drawn = [run.start], [run.start]
    if len(letters) == run.letters:
        said = [s for g, s in zip(members, places, strict=True) if not g.text.isspace()]
        drawn = _begins(run, letters)
    own = np.interp([places, ends], [*said, run.end], [*drawn, letters[:, 1].max()])
    for glyph, place, low, high in zip(members, places, *own, strict=True):
        yield replace(glyph, x=glyph.x + dx * (low - place), y=glyph.y + dy * (low - place), advance=high - low)
